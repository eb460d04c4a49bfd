"""Checkpoint: weights with their card, in one safetensors file. Nothing is ever unpickled."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO

import safetensors
import safetensors.torch
import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from core import cancellation, model_card, tensor_file
from core.failures import InputError
from core.files import write_atomically
from core.model_card import ModelCard, ModelCardError
from core.network.model import EdaCs
from core.records import Progress
from core.tensor_file import DamagedError, NoTensorFileError, shortened

_CHUNK = 1 << 20
"""Bytes read between two looks at whether anybody still waits."""
_NAMED = 5
"""Misfits that are named; of more, only how many."""


class _Unfilled(TorchFunctionMode):
    """Leaves normally distributed numbers out: where there is no memory for them, there are none.

    For torch's way not to fill it, it would import half of its compiler, which takes seconds.
    """

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: object,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401
        """Call a function of torch, but for those."""
        named = kwargs or {}
        if func in (Tensor.normal_, nn.init.normal_):
            return args[0] if args else named["tensor"]
        return func(*args, **named)


class CheckpointError(InputError):
    """A checkpoint cannot be used; the message names the file and the reason."""


@dataclass(frozen=True)
class Checkpoint:
    """A model at rest: weights, configuration, alphabet, provenance."""

    card: ModelCard
    weights: dict[str, Tensor]
    sha256: str = ""
    """Of its file, in hexadecimal digits; empty where it was not read from one."""

    def model(self, device: str = "cpu") -> EdaCs:
        """The network with these weights on a device, ready to decode.

        Raises:
            CheckpointError: the weights do not fit the configuration; the misfits are named.
        """
        model = self._empty_model()
        if misfits := self._misfits(model.state_dict()):
            raise CheckpointError(self._refusal(misfits))
        weights = {n: t.to(torch.float32, copy=True) for n, t in self.weights.items()}
        model.load_state_dict(weights, assign=True)
        return model.placed(device).eval()

    def _empty_model(self) -> EdaCs:
        """The network without memory or values: a file may claim any sizes."""
        try:
            if self.card.config.layers > len(self.weights):
                raise CheckpointError(self._refusal(["there are not even as many as layers"]))
            with torch.device("meta"), _Unfilled():
                return EdaCs(self.card.config, self.card.alphabet, self.card.name)
        except (RuntimeError, OverflowError, TypeError) as error:
            raise CheckpointError(self._refusal(["no network has such sizes"])) from error

    def _misfits(self, expected: dict[str, Tensor]) -> list[str]:
        misfits = [f"{name} is missing" for name in expected if name not in self.weights]
        for name, tensor in self.weights.items():
            if name not in expected:
                misfits.append(f"{shortened(name)} has no place")
            elif tensor.shape != expected[name].shape:
                shapes = f"{tuple(tensor.shape)}, not {tuple(expected[name].shape)}"
                misfits.append(f"{name} has the shape {shapes}")
            elif not tensor.is_floating_point():
                misfits.append(f"{name} holds {tensor.dtype}")
            elif not tensor.to(torch.float32).isfinite().all():
                misfits.append(f"{name} holds values that are not numbers")
        return misfits

    def _refusal(self, misfits: list[str]) -> str:
        more = len(misfits) - _NAMED
        named = misfits[:_NAMED] + ([f"and {more:,} more"] if more > 0 else [])
        return f"The weights of {self.card.path.name} do not fit: {'; '.join(named)}."


def load(path: Path, cancel: Event | None = None) -> Checkpoint:
    """Read a checkpoint, as `loading` does, in one go.

    Raises:
        CheckpointError: the file cannot be read, or is no checkpoint of this program.
        Cancelled: the event was set.
    """
    for part in loading(path, cancel):
        if isinstance(part, Checkpoint):
            return part
    msg = "Reading ends with a checkpoint, or with an error."
    raise AssertionError(msg)


def loading(path: Path, cancel: Event | None = None) -> Iterator[Progress | Checkpoint]:
    """Read a checkpoint; what decides its texts is compared with its digest, where it has one.

    Yields:
        How much of the file is read, and at last what is in it.

    Raises:
        CheckpointError: the file cannot be read, or is no checkpoint of this program.
        Cancelled: the event was set.
    """
    try:
        # Read, not mapped: a mapped file cannot be replaced on Windows.
        with path.open("rb") as file:
            yield from _read(path, file, cancel)
    except ModelCardError as error:
        raise CheckpointError(str(error)) from error
    except NoTensorFileError as error:
        msg = f"{path.name} is not a CharCopy checkpoint: {error}"
        raise CheckpointError(msg) from error
    except DamagedError as error:
        msg = f"{path.name} is damaged: {error}"
        raise CheckpointError(msg) from error
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror or error}."
        raise CheckpointError(msg) from error
    except safetensors.SafetensorError as error:
        msg = f"{path.name} is damaged: {error}."
        raise CheckpointError(msg) from error


def _read(path: Path, file: BinaryIO, cancel: Event | None) -> Iterator[Progress | Checkpoint]:
    """Card, weights and both checksums of one reading: the file may be replaced meanwhile."""
    header = tensor_file.read_header(file)
    card = model_card.from_header(path, header)
    digest, whole, parts = model_card.fingerprint(header), hashlib.sha256(header.raw), [header.raw]
    done, total = len(header.raw), header.size
    while part := file.read(_CHUNK):
        cancellation.check(cancel)
        digest.update(part)
        whole.update(part)
        parts.append(part)
        done += len(part)
        yield Progress(done, total, "bytes", f"Reading {path.name}")
    if card.stored is not None and card.stored.digest not in ("", digest.hexdigest()):
        msg = "it was changed after it was written, for its digest is another one."
        raise DamagedError(msg)
    yield Checkpoint(card, safetensors.torch.load(b"".join(parts)), whole.hexdigest())


def save(card: ModelCard, model: EdaCs, *, half: bool = False) -> None:
    """Write the model to its card's path, atomically.

    Args:
        card: what the file says of the model.
        model: whose weights are written.
        half: store them in half precision, which takes half the room.

    Raises:
        CheckpointError: a weight is too large for half precision.
        OSError: the file cannot be written; one that was there is whole.
    """
    named = model.state_dict().items()
    kind = torch.float16 if half else torch.float32
    weights = {name: tensor.detach().cpu().to(kind).contiguous() for name, tensor in named}
    if half and not all(tensor.isfinite().all() for tensor in weights.values()):
        msg = f"{card.path.name} cannot be stored in half precision: a weight is too large for it."
        raise CheckpointError(msg)
    write_atomically(card.path, _sealed(card, weights))


def _sealed(card: ModelCard, weights: dict[str, Tensor]) -> bytes:
    """The file's bytes, with the digest of what is in it."""
    bare = safetensors.torch.save(weights, card.metadata())
    header = tensor_file.read_header(io.BytesIO(bare))
    digest = model_card.fingerprint(header)
    digest.update(memoryview(bare)[len(header.raw) :])
    return safetensors.torch.save(weights, card.metadata(digest.hexdigest()))

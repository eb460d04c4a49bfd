"""The header of a safetensors file: what it says is inside, checked against the file's size.

The format: eight bytes with the header's length, the header as JSON, then the numbers. Read here
without torch, so that the window can list models, and refuse what claims more than there is.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from core.failures import InputError

LARGEST_HEADER = 4_000_000
"""Bytes; a longer header belongs to no checkpoint of ours."""
_BYTES = {
    **dict.fromkeys(("BOOL", "U8", "I8"), 1),
    **dict.fromkeys(("F16", "BF16", "I16", "U16"), 2),
    **dict.fromkeys(("F32", "I32", "U32"), 4),
    **dict.fromkeys(("F64", "I64", "U64"), 8),
}
"""Of one number of each type."""
_METADATA = "__metadata__"


class NoTensorFileError(InputError):
    """It does not begin as a safetensors file; the message says why, without the file's name."""


class DamagedError(InputError):
    """It was one once; the message says what is wrong with it, without the file's name."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor as the header has it."""

    dtype: str
    shape: tuple[int, ...]
    span: tuple[int, int]
    """Bytes after the header, half open."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says is in it."""

    metadata: Mapping[str, Any]
    tensors: Mapping[str, Tensor]
    raw: bytes
    """The file's bytes up to the first number."""

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return len(self.raw) + max((tensor.span[1] for tensor in self.tensors.values()), default=0)

    @property
    def weights(self) -> int:
        """Numbers in all tensors."""
        return sum(math.prod(tensor.shape) for tensor in self.tensors.values())

    @property
    def is_half(self) -> bool:
        """Whether all of them are stored in half precision."""
        return {tensor.dtype for tensor in self.tensors.values()} == {"F16"}


def read_header(file: BinaryIO) -> Header:
    """Read up to the first number.

    Raises:
        NoTensorFileError: it does not begin as a safetensors file.
        DamagedError: the file is shorter or longer than its header says.
        OSError: it cannot be read.
    """
    begin = file.read(8)
    length = int.from_bytes(begin, "little")
    if len(begin) < 8 or not 2 <= length <= LARGEST_HEADER:
        msg = "it does not begin as a safetensors file does."
        raise NoTensorFileError(msg)
    text = file.read(length)
    if len(text) < length:
        # Whatever is no such file may begin with any number: it is not called damaged.
        msg = "the file ends inside its header."
        raise NoTensorFileError(msg)
    header = _parsed(begin + text, text)
    size = file.seek(0, io.SEEK_END)
    file.seek(len(header.raw))
    if size != header.size:
        msg = f"it has {size:,} bytes where its header speaks of {header.size:,}."
        raise DamagedError(msg)
    return header


def _parsed(raw: bytes, text: bytes) -> Header:
    try:
        content = dict(json.loads(text, object_pairs_hook=_once_each))
        metadata = content.pop(_METADATA, None)
        tensors = {name: _tensor(name, entry) for name, entry in content.items()}
    except NoTensorFileError:
        raise
    except (ValueError, TypeError, RecursionError) as error:
        msg = "its header is not JSON."
        raise NoTensorFileError(msg) from error
    return Header(metadata if isinstance(metadata, dict) else {}, tensors, raw)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names differ: of two alike, each reader might take another one."""
    content = dict(pairs)
    if len(content) < len(pairs):
        msg = "its header says the same thing twice."
        raise NoTensorFileError(msg)
    return content


def _tensor(name: str, entry: Any) -> Tensor:  # noqa: ANN401
    """One entry of the header, believed only where its numbers agree."""
    try:
        dtype, shape, (start, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
        whole = all(type(number) is int and number >= 0 for number in (*shape, start, end))
        fits = whole and end - start == math.prod(shape) * _BYTES[dtype]
    except (TypeError, KeyError, ValueError):
        fits = False
    if not fits:
        msg = f"its header says something impossible of {shortened(name)}."
        raise NoTensorFileError(msg)
    return Tensor(dtype, tuple(shape), (start, end))


def shortened(name: str, longest: int = 60) -> str:
    """A name out of a file, fit for a sentence: in quotation marks, on one line, not too long."""
    return repr(name if len(name) <= longest else f"{name[:longest]}…")

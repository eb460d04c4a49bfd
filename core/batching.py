"""Batch: characters as padded indices with their masks, and how a corpus is cut into batches.

Shapes: B targets, G distinct sources, S source positions, T target positions, V alphabet,
X extra characters. Whatever else needs a mask derives it from these, or from the lengths.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from core.alphabet import PAD, UNKNOWN, Alphabet, ExtendedAlphabet

_SHORTEST = 2
"""Positions of an empty text: its SOS and its EOS."""


class BatchError(ValueError):
    """The parts of a batch do not fit together; the message says which and where."""


@dataclass(frozen=True)
class Sources:
    """G sources, padded, each with its own extended alphabet."""

    texts: tuple[str, ...]
    alphabets: tuple[ExtendedAlphabet, ...]
    ids: Tensor
    """(G, S) extended ids, SOS … EOS, then PAD."""
    lengths: Tensor
    """(G,) real positions, SOS and EOS included."""
    mask: Tensor
    """(G, S) True at real positions."""
    width: int
    """V+X: entries of the mixture's distribution."""

    def __post_init__(self) -> None:
        rows, positions = self.ids.shape
        counts = (len(self.texts), len(self.alphabets), len(self.lengths))
        if set(counts) != {rows}:
            msg = f"There are {rows} rows of ids for {counts[0]} sources and {counts[2]} lengths."
            raise BatchError(msg)
        for row, length in enumerate(self.lengths.tolist()):
            if not _SHORTEST <= length <= positions:
                msg = (
                    f"Source {row} ({self.texts[row]!r}) has the length {length}; "
                    f"it must be at least {_SHORTEST} and at most {positions}."
                )
                raise BatchError(msg)
        if not torch.equal(self.mask, _real(self.lengths, positions)):
            msg = "The mask of the sources is not that of their lengths."
            raise BatchError(msg)
        least, most = int(self.ids.min()), int(self.ids.max())
        if least < 0 or most >= self.width:
            msg = f"The sources hold ids from {least} to {most}, and there are {self.width}."
            raise BatchError(msg)

    @classmethod
    def of(cls, texts: Sequence[str], alphabet: Alphabet, device: str = "cpu") -> Sources:
        """Encode the texts; an empty one is its start and its end.

        Raises:
            BatchError: there is no text.
        """
        if not texts:
            msg = "A batch needs at least one source."
            raise BatchError(msg)
        alphabets = tuple(alphabet.extended_by(text) for text in texts)
        encoded = [a.encode(t) for a, t in zip(alphabets, texts, strict=True)]
        ids, lengths = _padded(encoded, device)
        mask = _real(lengths, ids.shape[1])
        width = len(alphabet) + max(len(a.extra) for a in alphabets)
        return cls(tuple(texts), alphabets, ids, lengths, mask, width)


@dataclass(frozen=True)
class Batch:
    """B targets, each with the index of its source among the G distinct ones."""

    sources: Sources
    groups: Tensor
    """(B,) index of each target's source."""
    texts: tuple[str, ...]
    inputs: Tensor
    """(B, T) what the decoder reads: SOS, then the target's characters."""
    targets: Tensor
    """(B, T) what it is to write: the target's characters, then EOS."""
    mask: Tensor
    """(B, T) True where the loss counts: real characters that can be written at all."""

    def __post_init__(self) -> None:
        shapes = [tuple(part.shape) for part in (self.inputs, self.targets, self.mask)]
        rows = {len(self.texts), len(self.groups), shapes[0][0]}
        if len(rows) > 1 or len(set(shapes)) > 1:
            inputs, targets, mask = shapes
            msg = (
                f"{len(self.texts)} targets, sources for {len(self.groups)}, inputs {inputs}, "
                f"targets {targets} and a mask {mask} make no batch."
            )
            raise BatchError(msg)
        sources = len(self.sources.texts)
        counting = self.mask.any(1).tolist()
        for row, (group, counts) in enumerate(zip(self.groups.tolist(), counting, strict=True)):
            if not 0 <= group < sources:
                msg = f"Target {row} ({self.texts[row]!r}) wants source {group} of {sources}."
                raise BatchError(msg)
            if not counts:
                msg = f"Target {row} ({self.texts[row]!r}) has no character that counts."
                raise BatchError(msg)

    @classmethod
    def of(
        cls,
        pairs: Sequence[tuple[str, str]],
        alphabet: Alphabet,
        device: str = "cpu",
    ) -> Batch:
        """Encode pairs of source and target; a source that comes again is encoded once.

        Raises:
            BatchError: there is no pair.
        """
        order: dict[str, int] = {}
        groups = [order.setdefault(source, len(order)) for source, _ in pairs]
        sources = Sources.of(tuple(order), alphabet, device)
        texts = tuple(target for _, target in pairs)
        encoded = [sources.alphabets[g].encode(t) for g, t in zip(groups, texts, strict=True)]
        ids, lengths = _padded(encoded, device)
        targets = ids[:, 1:]
        mask = _real(lengths - 1, targets.shape[1]) & (targets != UNKNOWN)
        return cls(
            sources,
            torch.tensor(groups, device=device),
            texts,
            ids[:, :-1],
            targets,
            mask,
        )

    def reconstruction(self, predicted: Tensor) -> Batch:
        """The second phase's batch: from what the network wrote back to the sources.

        `predicted` (B, T) holds the likeliest extended ids of the first phase; each row is cut
        after its EOS, or where its target ended (what the network says at padding depends on
        batch-mates), decoded to characters, and gets an extended alphabet of its own.

        Raises:
            BatchError: it is the prediction for another batch.
        """
        if predicted.shape != self.targets.shape:
            wanted, found = tuple(self.targets.shape), tuple(predicted.shape)
            msg = f"The prediction for targets {wanted} has the shape {found}."
            raise BatchError(msg)
        rows = zip(predicted.tolist(), self.groups.tolist(), self.texts, strict=True)
        written = [self.sources.alphabets[group].decode(ids[: len(text) + 1])
                   for ids, group, text in rows]  # fmt: skip
        return self.read_from(written)

    def reversed(self) -> Batch:
        """The second phase's batch when it reads the human texts."""
        return self.read_from(self.texts)

    def read_from(self, texts: Sequence[str]) -> Batch:
        """The second phase's batch when it reads these texts, one a target.

        Raises:
            BatchError: there are more or fewer.
        """
        if len(texts) != len(self.texts):
            msg = f"There are {len(texts)} texts to read for {len(self.texts)} targets."
            raise BatchError(msg)
        sources = [self.sources.texts[group] for group in self.groups.tolist()]
        alphabet = self.sources.alphabets[0].alphabet
        pairs = list(zip(texts, sources, strict=True))
        return Batch.of(pairs, alphabet, str(self.groups.device))


def _real(lengths: Tensor, positions: int) -> Tensor:
    """True at the real positions of strings of these lengths: (N,) to (N, positions)."""
    return torch.arange(positions, device=lengths.device) < lengths[:, None]


def _padded(rows: Sequence[Sequence[int]], device: str) -> tuple[Tensor, Tensor]:
    longest = max(map(len, rows))
    padded = [[*row, *[PAD] * (longest - len(row))] for row in rows]
    lengths = torch.tensor([len(row) for row in rows], device=device)
    return torch.tensor(padded, device=device), lengths


def batches(
    grouped: Mapping[str, Sequence[str]],
    batch_size: int,
    references_per_source: int,
    seed: int,
    epoch: int,
) -> Iterator[list[tuple[str, str]]]:
    """Cut a corpus into an epoch's batches of (MR, reference) pairs, the same for the same seed.

    The references of one MR are cut into chunks of similar length, which share the encoding of
    their source; chunks of similar length share a batch; batches come in random order.
    """
    chance = random.Random(f"{seed}/{epoch}")
    chunks: list[list[tuple[str, str]]] = []
    most = min(references_per_source, batch_size)
    for mr, references in grouped.items():
        ordered = sorted(references, key=lambda text: len(text) * chance.uniform(0.9, 1.1))
        for start in range(0, len(ordered), most):
            part = ordered[start : start + most]
            chunks.append([(mr, reference) for reference in part])
    chunks.sort(key=lambda chunk: max(len(text) for _, text in chunk) * chance.uniform(0.95, 1.05))
    filled: list[list[tuple[str, str]]] = [[]]
    for chunk in chunks:
        if len(filled[-1]) + len(chunk) > batch_size and filled[-1]:
            filled.append([])
        filled[-1] += chunk
    chance.shuffle(filled)
    yield from (batch for batch in filled if batch)

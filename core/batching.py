"""Batch: characters as padded indices with their masks, and how a corpus is cut into batches.

Shapes: B targets, G distinct sources, S source positions, T target positions, V alphabet,
X extra characters. No other module makes a mask.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from core.alphabet import PAD, UNKNOWN, Alphabet, ExtendedAlphabet


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

    @classmethod
    def of(cls, texts: Sequence[str], alphabet: Alphabet, device: str = "cpu") -> Sources:
        """Encode the texts.

        Raises:
            ValueError: there is no text.
        """
        if not texts:
            msg = "A batch needs at least one source."
            raise ValueError(msg)
        alphabets = tuple(alphabet.extended_by(text) for text in texts)
        encoded = [a.encode(t) for a, t in zip(alphabets, texts, strict=True)]
        ids, lengths = _padded(encoded, device)
        mask = torch.arange(ids.shape[1], device=device) < lengths[:, None]
        width = len(alphabet) + max(len(a.extra) for a in alphabets)
        return cls(tuple(texts), alphabets, ids, lengths, mask, width)

    def for_rows(self, rows: Tensor) -> Sources:
        """The sources of these indices, one a row; a source may stand several times."""
        picked = rows.tolist()
        return Sources(
            tuple(self.texts[i] for i in picked),
            tuple(self.alphabets[i] for i in picked),
            self.ids[rows],
            self.lengths[rows],
            self.mask[rows],
            self.width,
        )


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

    @classmethod
    def of(
        cls,
        pairs: Sequence[tuple[str, str]],
        alphabet: Alphabet,
        device: str = "cpu",
    ) -> Batch:
        """Encode pairs of source and target; a source that comes again is encoded once.

        Raises:
            ValueError: there is no pair.
        """
        order: dict[str, int] = {}
        groups = [order.setdefault(source, len(order)) for source, _ in pairs]
        sources = Sources.of(tuple(order), alphabet, device)
        texts = tuple(target for _, target in pairs)
        encoded = [sources.alphabets[g].encode(t) for g, t in zip(groups, texts, strict=True)]
        ids, lengths = _padded(encoded, device)
        targets = ids[:, 1:]
        real = torch.arange(targets.shape[1], device=device) < (lengths - 1)[:, None]
        mask = real & (targets != UNKNOWN)
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
        """
        rows = zip(predicted.tolist(), self.groups.tolist(), self.texts, strict=True)
        written = [self.sources.alphabets[group].decode(ids[: len(text) + 1])
                   for ids, group, text in rows]  # fmt: skip
        return self.read_from(written)

    def reversed(self) -> Batch:
        """The second phase's batch when it reads the human texts."""
        return self.read_from(self.texts)

    def read_from(self, texts: Sequence[str]) -> Batch:
        """The second phase's batch when it reads these texts, one a target."""
        sources = [self.sources.texts[group] for group in self.groups.tolist()]
        alphabet = self.sources.alphabets[0].alphabet
        pairs = list(zip(texts, sources, strict=True))
        return Batch.of(pairs, alphabet, str(self.groups.device))


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

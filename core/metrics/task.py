"""What systems are scored on: the meaning representations of a set and their human texts."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from enum import Enum

from core.corpus.example import Example, group_by_mr
from core.corpus.formats import Format, Reading
from core.failures import InputError

_ASCII = str.maketrans({"£": "L", "é": "e"})


class TaskError(InputError):
    """Nothing can be scored so; the message says what is wrong where."""


class Protocol(Enum):
    """How texts are treated before they are scored."""

    FULL = "full"
    """As they are."""
    PAPER = "paper"
    """As in the paper whose figures are set beside ours: pounds are L, é is e, and a file without
    a header loses its first row."""


@dataclass(frozen=True, slots=True)
class Task:
    """A set to be scored on: one text for each distinct meaning representation."""

    corpus: str
    mrs: tuple[str, ...]
    """In order of their first appearance."""
    references: tuple[tuple[str, ...], ...]
    """The human texts of each, prepared for the protocol."""
    protocol: Protocol = Protocol.FULL

    @classmethod
    def of(
        cls,
        corpus: str,
        examples: Iterable[Example],
        protocol: Protocol = Protocol.FULL,
        *,
        has_header: bool = True,
    ) -> Task:
        """The task that a corpus' examples make.

        Args:
            corpus: its name.
            examples: as its file has them.
            protocol: how texts are treated.
            has_header: whether the file named its columns.

        Raises:
            TaskError: an example has no reference, or there are none.
        """
        kept = list(examples)
        if protocol is Protocol.PAPER and not has_header:
            # The paper's loader took it for the header.
            kept = kept[1:]
        if not kept:
            msg = f"{corpus} has no examples to score on."
            raise TaskError(msg)
        if not all(example.reference for example in kept):
            msg = f"{corpus} has no references to score against: it holds tables alone."
            raise TaskError(msg)
        groups = group_by_mr(kept)
        task = cls(corpus, tuple(groups), (), protocol)
        return replace(task, references=tuple(tuple(map(task.prepare, r)) for r in groups.values()))

    @classmethod
    def of_reading(cls, corpus: str, reading: Reading, protocol: Protocol = Protocol.FULL) -> Task:
        """The task that the examples of a file make.

        Raises:
            TaskError: an example has no reference, or there are none.
        """
        has_header = reading.choices.header or reading.choices.format is not Format.DELIMITED
        return cls.of(corpus, reading.examples, protocol, has_header=has_header)

    def prepare(self, text: str) -> str:
        """The text as the protocol wants it."""
        return text.translate(_ASCII) if self.protocol is Protocol.PAPER else text

    def only(self, mrs: Container[str]) -> Task:
        """The part of the task with these meaning representations."""
        kept = [pair for pair in zip(self.mrs, self.references, strict=True) if pair[0] in mrs]
        return replace(self, mrs=tuple(m for m, _ in kept), references=tuple(r for _, r in kept))

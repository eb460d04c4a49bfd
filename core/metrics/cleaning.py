"""Cleaning a corpus: each meaning representation is cut to what its text says.

Trained on texts that leave slots out, a network learns to leave them out (Dušek, Howcroft and
Rieser 2019, "Semantic Noise Matters for Neural Natural Language Generation").
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from core import cancellation
from core.corpus import made_files
from core.corpus.example import Example
from core.meaning_representation import MeaningRepresentation, Slot
from core.metrics.slots.findings import SlotFindings, SlotState, find, read_mr
from core.records import Progress

_SENTENCE = re.compile(r"(.+?[.!?])\s+[^\W\d_]", re.DOTALL)
"""The first sentence, where another one follows that begins with a letter."""
_DOUBTFUL = frozenset((SlotState.WRONG, SlotState.NEAR_COPY))
_SHOWN_EVERY = 1000


@dataclass(slots=True)
class Account:
    """What became of the rows."""

    whole: int = 0
    """Left as they were: the text says every slot."""
    cut: int = 0
    """Lost the slots that their texts do not say."""
    left_out: int = 0
    """Their texts say something else, or nothing of the table."""
    slots: int = 0
    """Slots that were cut, in all rows."""
    first_sentences: int = 0
    """Rows that were added."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The files that were written, and what became of the rows."""

    files: tuple[Path, ...]
    account: Account


def clean(example: Example) -> tuple[Example, int] | None:
    """The example with only those slots that its text says, and how many it lost.

    Slots that cannot be looked for, such as `dogs_allowed[none]`, stay. An example that loses none
    is given back as its file writes it.

    Returns:
        None where the text says a wrong, an invented or a misspelt value, says one twice, or says
        nothing of the table.
    """
    mr = read_mr(example.mr)
    findings = find(mr, example.reference)
    if _says_something_else(findings):
        return None
    kept = tuple(_said(mr, findings))
    if not kept:
        return None
    lost = len(mr.slots) - len(kept)
    if not lost:
        return example, 0
    return Example(MeaningRepresentation(kept).linearise(), example.reference), lost


def first_sentence(example: Example, most: int) -> Example | None:
    """The text's first sentence with what it says of the table: a short example.

    Corpora of long tables have few others, and a network learns no short sentences from them.

    Args:
        example: its text may have any number of sentences.
        most: slots.

    Returns:
        None where the text has one sentence, or the first says more slots, or not the first slot
        (whose name it is, as a rule), or something else than the table.
    """
    sentence = _SENTENCE.match(example.reference)
    found = clean(Example(example.mr, sentence[1])) if sentence else None
    if found is None:
        return None
    slots = read_mr(found[0].mr).slots
    says_the_first = slots[0] == read_mr(example.mr).slots[0]
    return found[0] if len(slots) <= most and says_the_first else None


def build_files(
    splits: Mapping[str, Sequence[Example]],
    name: str,
    out: Path,
    short: int = 0,
    cancel: Event | None = None,
) -> Generator[Progress, None, Cleaned]:
    """Write every split, cleaned, into a folder; however it ends early, no file stays.

    Args:
        splits: examples with texts, by the split's name; a file's only split has none.
        name: begins the names of the files.
        out: the folder.
        short: first sentences that say up to so many slots become rows of their own.
        cancel: stops it.

    Raises:
        Cancelled: the event was set.
        CorpusError: the folder is none, or holds such a file.
        OSError: a file cannot be written.
    """
    paths = {split: out / f"{name}-clean{split and f'-{split}'}.csv" for split in splits}
    made_files.check(paths.values())
    total, done, account = sum(map(len, splits.values())), 0, Account()
    cleaned: dict[Path, list[Example]] = {path: [] for path in paths.values()}
    for split, examples in splits.items():
        for example in examples:
            if done % _SHOWN_EVERY == 0:
                cancellation.check(cancel)
                yield Progress(done, total, "rows", "Reading what the texts say")
            done += 1
            cleaned[paths[split]] += _counted(example, short, account)
    files = yield from made_files.write(cleaned, cancel)
    return Cleaned(files, account)


def in_words(account: Account) -> str:
    """What became of the rows, in a sentence."""
    rows = account.whole + account.cut + account.left_out
    added = account.first_sentences
    return (
        f"{rows:,} rows: {account.whole:,} as they were; {account.cut:,} without the "
        f"{account.slots:,} slots that their texts do not say; {account.left_out:,} left out, as "
        "their texts say something else"
        + (f"; {added:,} first sentences added" if added else "")
        + "."
    )


def _counted(example: Example, short: int, account: Account) -> Iterator[Example]:
    found = clean(example)
    if found is None:
        account.left_out += 1
    else:
        cleaned, lost = found
        account.slots += lost
        account.cut += bool(lost)
        account.whole += not lost
        yield cleaned
    if short and (sentence := first_sentence(example, short)) is not None:
        account.first_sentences += 1
        yield sentence


def _says_something_else(findings: SlotFindings) -> bool:
    doubtful = any(slot.state in _DOUBTFUL for slot in findings.slots)
    return doubtful or bool(findings.invented or findings.repeated)


def _said(mr: MeaningRepresentation, findings: SlotFindings) -> Iterator[Slot]:
    for slot, finding in zip(mr.slots, findings.slots, strict=True):
        if finding.state is not SlotState.MISSING:
            yield slot

"""A report as a file that can be read again: texts and figures, in JSON.

What a text says of its slots is not in it: that is found anew, by the rules that hold by then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any

from core import cancellation
from core.failures import InputError
from core.metrics.report import Figures, Report, ScoredText
from core.metrics.slots.errors import SlotErrors
from core.metrics.slots.findings import find, read_mr
from core.metrics.task import Protocol, Task

_FIGURES = ("bleu", "nist", "meteor", "rouge_l", "cider")


class ReportFileError(InputError):
    """It holds no report; the message says what is wrong with it."""


def to_plain(report: Report) -> dict[str, Any]:
    """The report as JSON can hold it."""
    return {
        "system": report.system,
        "corpus": report.corpus,
        "protocol": report.protocol.value,
        "meteor_problem": report.meteor_problem,
        "figures": _plain(report.figures),
        "texts": [
            {
                "source": one.source,
                "written": one.written,
                "references": list(one.references),
                "figures": _plain(one.figures),
            }
            for one in report.texts
        ],
    }


def from_plain(table: object, cancel: Event | None = None) -> Report:
    """The report of which `to_plain` made this.

    Raises:
        ReportFileError: it was not made so.
        Cancelled: the event was set.
    """
    whole = _mapping(table)
    try:
        protocol = Protocol(whole.get("protocol"))
    except ValueError as error:
        msg = f"{whole.get('protocol')!r} is not a protocol."
        raise ReportFileError(msg) from error
    task = Task("", (), (), protocol)
    texts = []
    for entry in _sequence(whole, "texts"):
        cancellation.check(cancel)
        texts.append(_scored(_mapping(entry), task))
    errors = SlotErrors.total(one.figures.slot_errors for one in texts)
    return Report(
        _text(whole, "system"),
        _text(whole, "corpus"),
        protocol,
        _figures(whole, errors),
        tuple(texts),
        _text(whole, "meteor_problem"),
    )


def _plain(figures: Figures) -> dict[str, float | None]:
    return {name: getattr(figures, name) for name in _FIGURES}


def _scored(entry: Mapping[str, Any], task: Task) -> ScoredText:
    source, written = _text(entry, "source"), _text(entry, "written")
    references = _sequence(entry, "references")
    if not references or not all(isinstance(one, str) for one in references):
        msg = "'references' are not texts."
        raise ReportFileError(msg)
    mr, text = task.prepare(source), task.prepare(written)
    found = find(read_mr(mr), text)
    figures = _figures(entry, SlotErrors.of(found, text))
    return ScoredText(source, written, mr, text, tuple(references), figures, found)


def _figures(entry: Mapping[str, Any], errors: SlotErrors) -> Figures:
    table = _mapping(entry.get("figures"))
    values: dict[str, Any] = {}
    for name in _FIGURES:
        value = table.get(name)
        # A bool is an int to Python, and no figure to anybody.
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number and not (name == "meteor" and value is None):
            msg = f"{name!r} is not a figure."
            raise ReportFileError(msg)
        values[name] = value if value is None else float(value)
    return Figures(**values, slot_errors=errors)


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        msg = "a table is missing where one should be."
        raise ReportFileError(msg)
    return value


def _sequence(table: Mapping[str, Any], name: str) -> Sequence[Any]:
    value = table.get(name)
    if not isinstance(value, list):
        msg = f"{name!r} is not a list."
        raise ReportFileError(msg)
    return value


def _text(table: Mapping[str, Any], name: str) -> str:
    value = table.get(name)
    if not isinstance(value, str):
        msg = f"{name!r} is not a text."
        raise ReportFileError(msg)
    return value

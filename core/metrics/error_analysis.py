"""A spreadsheet for reading errors by hand: a sample of texts, and room for the reader's marks."""

from __future__ import annotations

import random

from core.metrics import exports
from core.metrics.report import Report

MARKS = ("fluent", "added", "missing", "wrong", "note")
"""Columns that the reader fills in."""
_REFERENCES = 3
"""Human texts shown beside each."""


def spreadsheet(report: Report, count: int = 100, seed: int = 1) -> str:
    """A random sample of a report's texts as CSV, in the order of the set.

    Args:
        report: what the texts come from.
        count: how many; all of them where there are fewer.
        seed: the same one gives the same sample.

    Raises:
        ValueError: `count` is below 1.
    """
    if count < 1:
        msg = f"A sample needs at least one text, not {count}."
        raise ValueError(msg)
    chosen = random.Random(seed).sample(range(len(report.texts)), min(count, len(report.texts)))
    rows = []
    for index in sorted(chosen):
        one = report.texts[index]
        shown = [*one.references[:_REFERENCES], *[""] * _REFERENCES][:_REFERENCES]
        told = exports.slots_told(one.findings), exports.extras_told(one.findings)
        rows.append((index + 1, one.mr, one.text, *shown, *told, *[""] * len(MARKS)))
    references = (f"reference {number}" for number in range(1, _REFERENCES + 1))
    head = ("line", "mr", "text", *references, "slots (found)", "invented (found)", *MARKS)
    return exports.rows_to_csv(head, rows)

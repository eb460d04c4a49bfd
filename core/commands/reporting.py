"""What is printed of a training while it goes on: a line now and then."""

from __future__ import annotations

from collections.abc import Iterable

from core.records import DevScores, TrainingPoint, TrainingRecord, Transfer

_REPORT_EVERY = 20
"""Steps between two lines about a training."""


def report(records: Iterable[TrainingRecord]) -> bool:
    """Print a line now and then; says whether anything was trained."""
    trained = False
    for record in records:
        if isinstance(record, TrainingPoint):
            if not trained or record.step % _REPORT_EVERY == 0:
                print(_point_line(record), flush=True)
            trained = True
        elif isinstance(record, DevScores):
            print(_dev_line(record), flush=True)
        elif isinstance(record, Transfer):
            print(_transfer_lines(record), flush=True)
    return trained


def _transfer_lines(transfer: Transfer) -> str:
    lines = [f"from {transfer.checkpoint}: {', '.join(transfer.transferred)}"]
    if transfer.fresh:
        lines.append(f"starting afresh: {', '.join(transfer.fresh)}")
    if transfer.dropped:
        lines.append(f"not used: {', '.join(transfer.dropped)}")
    if transfer.only_copied:
        lines.append(f"can only be copied: {' '.join(transfer.only_copied)}")
    return "\n".join(lines)


def _point_line(point: TrainingPoint) -> str:
    back = "" if point.text_to_table is None else f", text to table {point.text_to_table:.3f}"
    return (
        f"step {point.step}, epoch {point.epoch + 1}: table to text {point.table_to_text:.3f}"
        f"{back} nats/character, {point.examples_per_second:.0f} examples/s"
    )


def _dev_line(scores: DevScores) -> str:
    back = "" if scores.text_to_table is None else f", text to table {scores.text_to_table:.3f}"
    best = ", the best so far" if scores.is_best else ""
    return (
        f"dev at step {scores.step}: table to text {scores.table_to_text:.3f}{back}, "
        f"BLEU {scores.bleu:.4f}{best}"
    )

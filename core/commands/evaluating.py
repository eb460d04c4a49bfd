"""evaluate: the figures of a model, or of any system's outputs, on a corpus."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Event

from core import model_card
from core.cancellation import Cancelled
from core.commands import corpus_part, decoding_options
from core.commands.errors import UsageError
from core.commands.interruption import interruption_sets
from core.commands.progress import ProgressLine
from core.config import DecodingConfig
from core.files import write_atomically
from core.metrics import error_analysis, exports, outputs, scoring
from core.metrics.report import Report
from core.metrics.task import Task
from core.metrics.unfamiliar import unfamiliar
from core.records import Progress

_TABLES = {".csv": exports.to_csv, ".md": exports.to_markdown, ".tex": exports.to_latex}
_DIGITS = 6
"""Decimals of figures in JSON."""
_SAMPLE_SIZE, _SAMPLE_SEED = 100, 1
"""Of the sheet for reading by hand, where nothing else is said."""


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
        OSError: a file cannot be written.
        KeyboardInterrupt: it was interrupted; nothing was written.
    """
    _check_system(options)
    _check(options)
    config = decoding_options.config(options, seed="--sampling-seed")
    task = corpus_part.task(options, "test")
    cancel = Event()
    with interruption_sets(cancel):
        try:
            report = _finished(_records(options, task, config, cancel))
        except Cancelled:
            print("Stopped; there are no figures.", file=sys.stderr)
            raise KeyboardInterrupt from None
    # Shown first: a file that cannot be written does not cost the figures.
    _show(report, options.json)
    _save(options, report)


def _check_system(options: argparse.Namespace) -> None:
    """What is scored comes first, as people think of it, and takes an instant to look at.

    Raises:
        ValueError: there is no such model, or no such file of outputs; one of core's own.
    """
    if options.outputs is None:
        model_card.read(model_card.find(options.model))
    elif not options.outputs.exists():
        msg = f"There is no file {options.outputs}."
        raise UsageError(msg)


def _check(options: argparse.Namespace) -> None:
    """Refuse beforehand what would fail after all the work.

    Raises:
        UsageError: options do not go together, or nothing can be written where they say.
    """
    if options.table is not None and options.table.suffix.lower() not in _TABLES:
        msg = f"The table {options.table.name} must end in one of {', '.join(_TABLES)}."
        raise UsageError(msg)
    if options.outputs is not None and (options.beam is not None or options.save_outputs):
        msg = "--beam and --save-outputs are for a model; the texts in a file are written already."
        raise UsageError(msg)
    _check_sheet(options)
    taken = {Path(options.corpus).absolute(): "the corpus"}
    if options.outputs is not None:
        taken[options.outputs.absolute()] = "the outputs"
    for flag in ("save_outputs", "table", "texts", "sample"):
        place = getattr(options, flag)
        if place is None:
            continue
        name = f"--{flag.replace('_', '-')}"
        if not place.absolute().parent.is_dir():
            msg = f"There is no folder {place.absolute().parent}."
            raise UsageError(msg)
        if place.is_dir():
            msg = f"{name} names a folder, {place}; it takes the name of a file."
            raise UsageError(msg)
        if place.absolute() in taken:
            msg = f"{name} would write over {taken[place.absolute()]}, {place}."
            raise UsageError(msg)
        taken[place.absolute()] = f"what {name} is to hold"


def _check_sheet(options: argparse.Namespace) -> None:
    for flag, value in (("--sample-size", options.sample_size), ("--seed", options.seed)):
        if value is not None and options.sample is None:
            msg = f"{flag} is for the sample; say where to save it: --sample FILE.csv."
            raise UsageError(msg)
    if options.sample_size is not None and options.sample_size < 1:
        msg = f"--sample-size {options.sample_size}: a sample needs at least one text."
        raise UsageError(msg)


def _save(options: argparse.Namespace, report: Report) -> None:
    if options.save_outputs is not None:
        outputs.save(options.save_outputs, [one.written for one in report.texts])
    if options.table is not None:
        table = _TABLES[options.table.suffix.lower()]
        write_atomically(options.table, table([report]).encode())
    if options.texts is not None:
        exports.save_sheet(options.texts, exports.texts_to_csv(report))
    if options.sample is not None:
        size = _SAMPLE_SIZE if options.sample_size is None else options.sample_size
        seed = _SAMPLE_SEED if options.seed is None else options.seed
        sheet = error_analysis.spreadsheet(report, size, seed)
        exports.save_sheet(options.sample, sheet)


def _records(
    options: argparse.Namespace, task: Task, config: DecodingConfig, cancel: Event
) -> Iterable[object]:
    if options.outputs is not None:
        texts = outputs.read(options.outputs, task)
        return scoring.score(task, texts, options.outputs.stem, cancel)
    # Imported here: torch takes seconds, and scoring a file does without it.
    from core import checkpoint, device, evaluation

    chosen = device.choose(options.device)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    device.set_threads(1)  # A step of 64 texts is too little to share out, too: two are slower.
    loaded = checkpoint.load(model_card.find(options.model))
    for sentence in unfamiliar(loaded.card, task.mrs):
        print(sentence, file=sys.stderr)
    model = loaded.model(chosen.name)
    return evaluation.evaluate(model, task, config, loaded.card.name, cancel)


def _finished(records: Iterable[object]) -> Report:
    """The report at the end."""
    line = ProgressLine()
    try:
        for record in records:
            if isinstance(record, Progress):
                line.show(record)
            elif isinstance(record, Report):
                return record
    finally:
        line.clear()
    msg = "An evaluation ends with a report."
    raise TypeError(msg)


def _show(report: Report, as_json: bool) -> None:
    if report.meteor_problem:
        print(report.meteor_problem, file=sys.stderr)
    if as_json:
        figures = report.to_mapping()
        print(json.dumps({k: v if v is None else round(v, _DIGITS) for k, v in figures.items()}))
        return
    print(f"{report.system} on {report.corpus}, {report.protocol.value} protocol")
    for name, value in zip(exports.COLUMNS, exports.rounded(report), strict=True):
        print(f"{name:10} {value:>8}")
    errors = report.figures.slot_errors
    print(
        f"of {errors.slots} slots: {errors.missing} missing, {errors.wrong} wrong; "
        f"{errors.added} values added, {errors.repeated} repeated"
    )

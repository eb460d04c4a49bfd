"""evaluate: the figures of a model, or of any system's outputs, on a corpus."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Event

from core.cancellation import Cancelled
from core.commands import asking
from core.commands.errors import UsageError
from core.commands.interruption import interruption_sets
from core.commands.progress import ProgressLine
from core.config import DecodingConfig, Strategy
from core.corpus import catalog, demo, folders, formats, library
from core.corpus.known import KnownCorpus
from core.files import write_atomically
from core.metrics import error_analysis, exports, outputs, scoring
from core.metrics.report import Report, Written
from core.metrics.task import Protocol, Task
from core.records import Progress

_TABLES = {".csv": exports.to_csv, ".md": exports.to_markdown, ".tex": exports.to_latex}
_DIGITS = 6
"""Decimals of figures in JSON."""


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for.

    Raises:
        ValueError: what it was given cannot be used; the error is one of core's own.
        OSError: a file cannot be written.
        KeyboardInterrupt: it was interrupted; nothing was written.
    """
    table = None if options.table is None else _TABLES.get(options.table.suffix.lower())
    if options.table is not None and table is None:
        msg = f"The table {options.table.name} must end in one of {', '.join(_TABLES)}."
        raise UsageError(msg)
    if options.outputs is not None and (options.beam is not None or options.save_outputs):
        msg = "--beam and --save-outputs are for a model; the texts in a file are written already."
        raise UsageError(msg)
    for place in (options.save_outputs, options.table, options.texts, options.sample):
        if place is not None and not place.absolute().parent.is_dir():
            msg = f"There is no folder {place.absolute().parent}."
            raise UsageError(msg)
    task = _task(options)
    cancel = Event()
    with interruption_sets(cancel):
        try:
            report, written = _finished(_records(options, task, cancel))
        except Cancelled:
            print("Stopped; there are no figures.", file=sys.stderr)
            raise KeyboardInterrupt from None
    if options.save_outputs is not None:
        outputs.save(options.save_outputs, [written[mr] for mr in task.mrs])
    if options.table is not None and table is not None:
        write_atomically(options.table, table([report]).encode())
    if options.texts is not None:
        write_atomically(options.texts, exports.texts_to_csv(report).encode())
    if options.sample is not None:
        sheet = error_analysis.spreadsheet(report, options.sample_size, options.seed)
        write_atomically(options.sample, sheet.encode())
    _show(report, options.json)


def _task(options: argparse.Namespace) -> Task:
    """The part of a corpus that is asked for, as something to be scored on."""
    protocol = Protocol(options.protocol)
    corpus = catalog.find(options.corpus)
    if corpus is None:
        path = Path(options.corpus)
        if not path.exists() and not path.suffix:
            library.find(options.corpus)  # It says which there are.
        return _read(path, path.name, asking.known(options), protocol)
    name = f"{corpus.title} {options.split}"
    if corpus.is_built_in:
        made = demo.corpus()
        splits = {"train": made.train, "dev": made.dev}
        if options.split not in splits:
            msg = f"The {corpus.title} has no {options.split} split; it has train and dev."
            raise UsageError(msg)
        return Task.of(name, splits[options.split], protocol)
    return _read(_split_file(corpus, options.split), name, formats.NOTHING_KNOWN, protocol)


def _split_file(corpus: KnownCorpus, split: str) -> Path:
    here = folders.files(corpus)
    if split not in here:
        msg = (
            f"The {split} split of {corpus.title} is not here; corpora download {corpus.name} "
            f"fetches it, and {folders.VARIABLE} names a folder that has it."
        )
        raise UsageError(msg)
    return here[split]


def _read(path: Path, name: str, said: formats.Known, protocol: Protocol) -> Task:
    reading = formats.read(path, asking.choices(path, said))
    for notice in reading.notices(path.name):
        print(notice, file=sys.stderr)
    has_header = reading.choices.header or reading.choices.format is not formats.Format.DELIMITED
    return Task.of(name, reading.examples, protocol, has_header=has_header)


def _records(options: argparse.Namespace, task: Task, cancel: Event) -> Iterable[object]:
    if options.outputs is not None:
        texts = outputs.read(options.outputs, task)
        return scoring.score(task, texts, options.outputs.stem, cancel)
    # Imported here: torch takes seconds, and scoring a file does without it.
    from core import checkpoint, device, evaluation, model_card

    chosen = device.choose(options.device)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    device.set_threads(0)
    card = model_card.find(options.model)
    model = checkpoint.load(card).model(chosen.name)
    config = DecodingConfig()
    if options.beam is not None:
        config = DecodingConfig(Strategy.BEAM, beam_width=options.beam)
    return evaluation.evaluate(model, task, config, model_card.read(card).name, cancel)


def _finished(records: Iterable[object]) -> tuple[Report, dict[str, str]]:
    """The report at the end, and the texts that a model wrote on the way."""
    line = ProgressLine()
    written: dict[str, str] = {}
    try:
        for record in records:
            if isinstance(record, Progress):
                line.show(record)
            elif isinstance(record, Written):
                written.update(record.texts)
            elif isinstance(record, Report):
                return record, written
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

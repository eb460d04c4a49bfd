"""The commands that need no window: what they print is their result."""

from __future__ import annotations

import dataclasses
import json
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import torch

from core import checkpoint, device, model_card
from core.checkpoint import Checkpoint, CheckpointError
from core.config import ConfigError, DecodingConfig, TrainingConfig
from core.corpus import demo
from core.corpus.example import Corpus
from core.corpus.formats import CorpusError, read_splits
from core.decoding.steps import steps
from core.meaning_representation import MeaningRepresentation, ParseError
from core.model_card import ModelCard, ModelCardError
from core.records import (
    CharacterStep,
    DevScores,
    Ending,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    Phase,
    TrainingPoint,
    TrainingRecord,
    Transfer,
)
from core.runs import RunError, RunFolder
from core.training.control import TrainingControl
from core.training.step import NotANumberError
from core.training.trainer import train as training_records
from core.training.transfer import check_sizes, sized_like


class UsageError(ValueError):
    """A command was given something it cannot work with."""


INPUT_ERRORS = (
    CheckpointError,
    ConfigError,
    CorpusError,
    ModelCardError,
    ParseError,
    RunError,
    UsageError,
)
"""What bad input raises; each carries one sentence for the person who gave it."""

FAILURES = (NotANumberError, OSError, MemoryError, torch.OutOfMemoryError)
"""What can go wrong without anyone's fault; the message says enough."""

_MAY_CHANGE = ("epochs", "threads", "device")
"""Settings that a run can be resumed with other values of."""

_REPORT_EVERY = 20
"""Steps between two lines about a training."""


def generate(
    text: str, *, model: str, device_name: str, config: DecodingConfig, as_json: bool
) -> None:
    """Print the sentence for a meaning representation, or its whole trace as JSON.

    Raises:
        ValueError: one of INPUT_ERRORS, for bad input.
    """
    mr = MeaningRepresentation.parse(text)
    if not mr.slots:
        msg = "The meaning representation is empty; write it as name[value], name[value]."
        raise UsageError(msg)
    chosen = device.choose(device_name)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    device.set_threads(1)  # One character at a time is too little to share out.
    network = checkpoint.load(model_card.find(model)).model(chosen.name)
    records = list(steps(network, mr.linearise(), Phase.TABLE_TO_TEXT, config))
    if as_json:
        print(json.dumps(trace(records), ensure_ascii=False))
    else:
        finished = _finished(records)
        print(finished.text)
        if finished.ending is Ending.LENGTH:
            said = f"Cut off after {config.max_length} characters: the model found no end."
            print(said, file=sys.stderr)


def trace(records: list[GenerationRecord]) -> dict[str, Any]:
    """The records of one generation as JSON has them."""
    started = records[0]
    if not isinstance(started, GenerationStarted):
        msg = "A trace begins with GenerationStarted."
        raise TypeError(msg)
    return {
        "text": _finished(records).text,
        "model": started.model,
        "source": "".join(started.source.characters[1:-1]),
        "steps": [_step(record) for record in records if isinstance(record, CharacterStep)],
    }


def _finished(records: list[GenerationRecord]) -> GenerationFinished:
    finished = records[-1]
    if not isinstance(finished, GenerationFinished):
        msg = "A trace ends with GenerationFinished."
        raise TypeError(msg)
    return finished


def _step(step: CharacterStep) -> dict[str, Any]:
    copied = None if step.copy_alignment is None else step.copy_alignment.tolist()
    return {
        "character": step.character,
        "p_gen": step.p_gen,
        "alignment": step.alignment.tolist(),
        "copy_alignment": copied,
        "log_probability": step.log_probability,
        "candidates": [dataclasses.asdict(candidate) for candidate in step.candidates],
    }


def models() -> None:
    """Print the shipped models, a line each."""
    for card in model_card.available():
        print(_model_line(card))


def _model_line(card: ModelCard) -> str:
    origin, config = card.provenance, card.config
    sizes = f"L={config.layers} H={config.hidden_size} A={config.attention_size}"
    bleu = "" if origin.dev_bleu is None else f", dev BLEU {origin.dev_bleu:.4f}"
    default = " (default)" if card.name == model_card.DEFAULT else ""
    return f"{card.name}{default}: {config.variant} on {origin.corpus}, {sizes}{bleu}"


def training_config(
    path: Path | None,
    training: Mapping[str, Any],
    model: Mapping[str, Any],
    variant: str | None,
    fine_tune_from: str | None,
) -> TrainingConfig:
    """The configuration of a file, or the default one, with what the command line changes.

    Without a file, fine-tuning takes over the checkpoint's sizes.

    Raises:
        ConfigError: a setting is unknown or out of range, or the file cannot be read.
        ModelCardError: the checkpoint cannot be read.
    """
    config = TrainingConfig()
    if fine_tune_from is not None:
        card = model_card.read(model_card.find(fine_tune_from))
        config = dataclasses.replace(config, model=sized_like(card.config, config.model))
    if path is not None:
        try:
            config = TrainingConfig.from_toml(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            msg = f"{path} cannot be read: {error}."
            raise ConfigError(msg) from error
    network = dataclasses.replace(config.model, **model)
    if variant is not None:
        network = network.with_variant(variant)
    return dataclasses.replace(config, **training, model=network)


def resumed_config(
    folder: RunFolder, training: Mapping[str, Any], model: Mapping[str, Any], variant: str | None
) -> TrainingConfig:
    """The configuration of a run that goes on, with what may change: epochs, threads, device.

    Raises:
        ConfigError: something else was to change.
        RunError: the run's configuration cannot be read.
    """
    config = folder.training_config()
    wanted = dataclasses.replace(config.model, **model)
    wanted = wanted if variant is None else wanted.with_variant(variant)
    changed = dataclasses.replace(config, **training, model=wanted)
    fixed = [
        name
        for part, other in ((config, changed), (config.model, changed.model))
        for name, value in part.to_mapping().items()
        if value != other.to_mapping()[name] and name not in ("model", *_MAY_CHANGE)
    ]
    if fixed:
        msg = f"A run that goes on keeps its {', '.join(fixed)}; start a new one to change them."
        raise ConfigError(msg)
    return changed


@dataclass(frozen=True, slots=True)
class Terms:
    """What the command line says of a corpus in files, for the checkpoint's card."""

    name: str | None = None
    licence: str | None = None
    attribution: str | None = None

    def on(self, corpus: Corpus) -> Corpus:
        """The corpus under these terms."""
        given = {name: value for name, value in dataclasses.asdict(self).items() if value}
        return dataclasses.replace(corpus, **given)


def train(
    corpus: str,
    dev: Path | None,
    out: Path,
    config: TrainingConfig,
    *,
    terms: Terms,
    fine_tune_from: str | None,
    resume: bool,
) -> None:
    """Train a model in the folder `out`, a line of report now and then.

    Raises:
        ValueError: one of INPUT_ERRORS, for bad input.
    """
    device.set_threads(config.threads)
    chosen = device.choose(config.device)
    if chosen.reason:
        print(chosen.reason, file=sys.stderr)
    data = terms.on(load_corpus(corpus, dev))
    start: Checkpoint | None = None
    if fine_tune_from is not None and not resume:
        start = checkpoint.load(model_card.find(fine_tune_from))
        check_sizes(start, config.model)
    folder = RunFolder.open(out) if resume else RunFolder.create(out, config)
    if resume:
        folder.keep(config)
    print(f"{config.model.variant} on {data.name}, {chosen.description}, into {out}")
    control = TrainingControl()
    with _interruption_sets(control.cancel):
        records = training_records(
            data, config, folder, start_from=start, resume=resume, control=control
        )
        if not _report(records) and resume and not control.cancel.is_set():
            print(f"All {config.epochs} epochs had been trained; a larger --epochs goes on.")
    if control.cancel.is_set():
        print("Stopped; the same command with --resume goes on.", file=sys.stderr)
    if folder.best.exists():
        print(f"The best model is {folder.best}.")


def _report(records: Iterable[TrainingRecord]) -> bool:
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


@contextmanager
def _interruption_sets(event: Event) -> Iterator[None]:
    """Ctrl+C lets the work save and end; pressed again, it ends it at once."""

    def set_event(*_: object) -> None:
        event.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, set_event)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _transfer_lines(transfer: Transfer) -> str:
    lines = [f"from {transfer.checkpoint}: {', '.join(transfer.transferred)}"]
    if transfer.fresh:
        lines.append(f"starting afresh: {', '.join(transfer.fresh)}")
    if transfer.dropped:
        lines.append(f"not used: {', '.join(transfer.dropped)}")
    if transfer.only_copied:
        lines.append(f"can only be copied: {' '.join(transfer.only_copied)}")
    return "\n".join(lines)


def load_corpus(name: str, dev: Path | None) -> Corpus:
    """The demo corpus, or the one in a pair of files; rows that were left out are told of.

    Raises:
        CorpusError: a file cannot be read.
        UsageError: a file comes without a dev file.
    """
    if name == "demo":
        return demo.corpus()
    if dev is None:
        msg = "A corpus in a file needs a second one to choose the model by: --dev PATH."
        raise UsageError(msg)
    corpus, notices = read_splits(Path(name).stem, Path(name), dev)
    for notice in notices:
        print(notice, file=sys.stderr)
    return corpus


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

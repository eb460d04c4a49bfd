"""runs: which there are, what became of one, and what two differ in."""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

from platformdirs import PlatformDirs

from core.commands.errors import UsageError
from core.runs import RunFolder, curves, listing
from core.runs.comparison import run_differences
from core.runs.listing import RunSummary


def run(options: argparse.Namespace) -> None:
    """Do what the command line asks for."""
    own = PlatformDirs("CharCopy", appauthor=False).user_data_path / "runs"
    folder: Path = options.folder or own
    if options.action == "show":
        show(_found(options.path, folder), as_json=options.json)
    elif options.action == "diff":
        diff(_found(options.one, folder), _found(options.other, folder))
    elif options.folder is None and not own.is_dir():
        print(_none_in(own))
    else:
        list_runs(folder)


def _found(run: Path, folder: Path) -> Path:
    """A run by its path, or by the name that the list has."""
    return folder / run if not run.is_dir() and (folder / run).is_dir() else run


def list_runs(folder: Path) -> None:
    """Print the runs in a folder, a line each, the newest first.

    Raises:
        UsageError: there is no such folder.
    """
    if not folder.is_dir():
        msg = f"There is no folder {folder}, so there are no runs in it."
        raise UsageError(msg)
    runs = listing.runs_in(folder)
    for each in runs:
        print(_line(each))
    if not runs:
        print(_none_in(folder))


def _none_in(folder: Path) -> str:
    return f"There are no runs in {folder}; --folder DIR looks elsewhere."


def show(path: Path, *, as_json: bool) -> None:
    """Print what a run is, and its evaluations.

    Raises:
        RunError: the folder holds no run.
    """
    each = listing.summary(path)
    found = curves.read(RunFolder(path))
    scored = zip(found.dev_step, found.dev_table_to_text, found.dev_bleu, strict=True)
    evaluations = [
        {"step": int(step), "table_to_text": float(loss), "bleu": float(bleu)}
        for step, loss, bleu in scored
    ]
    if as_json:
        plain = dataclasses.asdict(each) | {
            "path": str(path),
            "status": each.status.state.value,
            "sentence": each.status.sentence,
            "config": each.config.to_mapping(),
            "evaluations": evaluations,
        }
        print(json.dumps(plain, ensure_ascii=False, indent=1))
        return
    print(_line(each))
    if each.status.sentence:
        print(each.status.sentence)
    if each.memory:
        print(f"at most {each.memory / 1e6:,.0f} MB of memory")
    for scores in evaluations:
        print(
            f"dev at step {scores['step']}: table to text {scores['table_to_text']:.3f}, "
            f"BLEU {scores['bleu']:.4f}"
        )


def diff(one: Path, other: Path) -> None:
    """Print what two runs began with that differs: corpus, start and settings, a line each.

    Raises:
        RunError: a folder holds no run.
    """
    for each in run_differences(listing.summary(one), listing.summary(other)):
        print(f"{each.name}: {each.one_in_words} | {each.other_in_words}")


def _line(each: RunSummary) -> str:
    """Such as "one  finished  EDA_CS on demo, 96 steps, 0:01:20, dev BLEU 0.2511, 2026-11-30"."""
    bleu = "" if each.best_bleu is None else f", dev BLEU {each.best_bleu:.4f}"
    if each.spread is not None:
        bleu += f" ± {each.spread:.4f} in {each.folds} folds"
    minutes, seconds = divmod(round(each.seconds), 60)
    took = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    corpus = f" on {each.corpus}" if each.corpus else ""
    return (
        f"{each.name}  {each.status.state.value}  {each.variant}{corpus}, {each.step:,} steps, "
        f"{took}{bleu}, {each.started[:10]}"
    )

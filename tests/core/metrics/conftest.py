"""Sentences with figures from the E2E challenge's own script: ours here, systems' in shared."""

import json
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"


def lines(path):
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def blocks(path):
    text = path.read_text(encoding="utf-8").strip("\n")
    return [block.split("\n") for block in text.split("\n\n")]


@pytest.fixture(scope="session")
def own():
    """Twenty hypotheses and their references, written for this project."""
    return lines(DATA / "own_hyp.txt"), blocks(DATA / "own_ref.txt")


@pytest.fixture
def official(shared_data):
    """For each of the challenge's outputs: its entry with the figures, hypotheses, references."""
    folder = shared_data / "reference" / "metrics"
    entries = json.loads((folder / "reference_scores.json").read_text())["entries"]
    assert len(entries) >= 9
    return [
        (entry, lines(folder / entry["hyp"]), blocks(folder / entry["ref"])) for entry in entries
    ]


@pytest.fixture
def segments(shared_data):
    """The official figures of single sentences, by the ids of entries: columns by their names."""
    found = {}
    for path in (shared_data / "reference" / "metrics" / "segments").glob("*.seg.tsv"):
        head, *rows = [line.split("\t") for line in lines(path)]
        columns = [[float(cell) for cell in column] for column in zip(*rows, strict=True)]
        found[path.name.removesuffix(".seg.tsv")] = dict(zip(head, columns, strict=True))
    assert found
    return found

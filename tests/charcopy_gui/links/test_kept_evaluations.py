"""Evaluations that are kept in files, and found again."""

import dataclasses
import os
import threading

import pytest
from fake_evaluation import MODEL, report, result

from charcopy_gui.links import kept_evaluations
from charcopy_gui.links.kept_evaluations import KeptEvaluations, path_in
from core.config import DecodingConfig, Strategy


@pytest.fixture
def kept(tmp_path):
    kept = KeptEvaluations(tmp_path / "evaluations")
    yield kept
    kept.close()
    kept.wait()


@pytest.fixture(scope="module")
def toys():
    return report()


def files(kept):
    return sorted(kept._folder.glob("*.json"))


def read(qtbot, kept):
    found = []
    kept.found.connect(found.append)
    kept.read()
    qtbot.waitUntil(lambda: not kept._worker.busy)
    kept.found.disconnect(found.append)
    return found


def wait(qtbot, kept):
    qtbot.waitUntil(lambda: not kept._worker.busy and not kept._waiting)


def same(one, other):
    names = [field.name for field in dataclasses.fields(one)]
    return all(getattr(one, name) == getattr(other, name) for name in names)


def test_the_last_of_each_system_and_corpus_is_kept(qtbot, kept, toys):
    beam = DecodingConfig(strategy=Strategy.BEAM, beam_width=5)
    first = result(toys, published="e2e", expected=9)
    second = result(toys, choices=dataclasses.replace(MODEL, corpus="elsewhere", decoding=beam))
    again = dataclasses.replace(
        first, expected=4, made="2026-11-30T01:02:03+00:00", notices=("The slot age is new to it.",)
    )
    for one in (first, second, again):
        kept.keep(one)
    wait(qtbot, kept)
    found = read(qtbot, kept)
    assert len(found) == 2
    assert same(found[0], second)
    assert same(found[1], again)


def test_one_is_forgotten_but_not_what_took_its_place(qtbot, kept, toys):
    old = dataclasses.replace(result(toys), made="2026-11-29T01:02:03+00:00")
    new = dataclasses.replace(old, made="2026-11-30T01:02:03+00:00")
    kept.keep(new)
    kept.forget(old)
    wait(qtbot, kept)
    assert len(files(kept)) == 1
    kept.forget(new)
    wait(qtbot, kept)
    assert files(kept) == []


def test_the_oldest_go_when_there_are_too_many(qtbot, kept, toys, monkeypatch):
    monkeypatch.setattr(kept_evaluations, "_MOST", 2)
    results = [result(toys, choices=dataclasses.replace(MODEL, corpus=c)) for c in "abc"]
    for number, one in enumerate(results):
        kept.keep(one)
        wait(qtbot, kept)
        os.utime(path_in(kept._folder, one), ns=(number, number))
    kept.keep(results[2])
    wait(qtbot, kept)
    assert [one.choices.corpus for one in read(qtbot, kept)] == ["b", "c"]


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"kind": "evaluation"}'])
def test_what_is_no_evaluation_is_passed_over(qtbot, kept, toys, content):
    kept.keep(result(toys))
    wait(qtbot, kept)
    (kept._folder / "odd.json").write_bytes(content)
    assert len(read(qtbot, kept)) == 1
    assert (kept._folder / "odd.json").read_bytes() == content


def test_of_a_newer_version_nothing_is_believed(qtbot, kept, toys):
    kept.keep(result(toys))
    wait(qtbot, kept)
    (path,) = files(kept)
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    assert read(qtbot, kept) == []


@pytest.mark.parametrize("forgotten", [False, True])
def test_what_was_scored_or_removed_just_before_closing_is_so(qtbot, kept, toys, forgotten):
    one = result(toys)
    if forgotten:
        kept.keep(one)
        wait(qtbot, kept)
    held = threading.Event()
    kept._worker.start(lambda cancel: held.wait(30) and ())
    (kept.forget if forgotten else kept.keep)(one)
    kept.close()
    held.set()
    kept.wait()
    assert len(files(kept)) == (not forgotten)

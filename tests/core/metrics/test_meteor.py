import sys
import threading
import time

import pytest
from counting import CountingEvent
from finishing import result, with_records

from core.cancellation import Cancelled
from core.metrics import meteor
from core.metrics.meteor import MeteorUnavailableError
from core.records import Progress

ANSWERS = """#!{python}
import sys
count = 0
for line in sys.stdin:
    if line.startswith("SCORE"):
        print(len(line.split(" ||| ")), flush=True)
        count += 1
    else:
        for number in range(count):
            print(number / 10)
        print(0.25, flush=True)
"""


@pytest.fixture
def java(tmp_path, monkeypatch):
    """Puts a program of ours in the place of Java, and a jar in the place of METEOR's."""

    def install(text):
        program = tmp_path / "java"
        program.write_text(text)
        program.chmod(0o755)
        jar = tmp_path / "meteor.jar"
        jar.touch()
        monkeypatch.setattr(meteor.shutil, "which", lambda _: str(program))
        monkeypatch.setattr(meteor, "_jar", lambda: jar)

    return install


def test_without_java_it_says_so(monkeypatch):
    monkeypatch.setattr(meteor.shutil, "which", lambda _: None)
    assert meteor.problem().endswith("There is no command java here.")
    with pytest.raises(MeteorUnavailableError, match="needs Java"):
        result(meteor.meteor(["a"], [["a"]]))


def test_without_the_package_it_says_so(monkeypatch):
    monkeypatch.setattr(meteor.shutil, "which", lambda _: "/usr/bin/java")
    monkeypatch.setattr(meteor.importlib.util, "find_spec", lambda _: None)
    assert meteor.problem().endswith('".[meteor]". Its package is not installed.')


@pytest.mark.skipif(sys.platform == "win32", reason="a script cannot stand in for Java there")
def test_it_talks_with_the_program(java):
    java(ANSWERS.format(python=sys.executable))
    scores, records = with_records(meteor.meteor(["a b", "c"], [["a", "b"], ["c"]]))
    assert scores.corpus == 0.25
    assert scores.sentences == (0, 0.1)
    assert records == [Progress(0, 2, "texts", "METEOR")]


@pytest.mark.skipif(sys.platform == "win32", reason="a script cannot stand in for Java there")
def test_a_program_that_fails_gives_no_figure(java):
    java(f"#!{sys.executable}\n")
    with pytest.raises(MeteorUnavailableError, match="ended without an answer"):
        result(meteor.meteor(["a"], [["a"]]))


@pytest.mark.skipif(sys.platform == "win32", reason="a script cannot stand in for Java there")
def test_it_can_be_cancelled(java):
    java(ANSWERS.format(python=sys.executable))
    with pytest.raises(Cancelled):
        result(meteor.meteor(["a", "b"], [["a"], ["b"]], CountingEvent(after=1)))


@pytest.mark.skipif(sys.platform == "win32", reason="a script cannot stand in for Java there")
def test_it_can_be_cancelled_while_the_program_is_silent(java):
    java(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    cancel = threading.Event()
    generator = meteor.meteor(["a"], [["a"]], cancel)
    next(generator)
    timer = threading.Timer(0.3, cancel.set)
    timer.start()
    began = time.perf_counter()
    with pytest.raises(Cancelled):
        next(generator)
    timer.join()
    assert time.perf_counter() - began < 10


@pytest.mark.skipif(sys.platform == "win32", reason="a script cannot stand in for Java there")
def test_a_program_that_ended_because_all_was_stopped_did_not_fail(java):
    java(f"#!{sys.executable}\n")
    with pytest.raises(Cancelled):
        result(meteor.meteor(["a"], [["a"]], CountingEvent(after=2)))


needs_meteor = pytest.mark.skipif(bool(meteor.problem()), reason=meteor.problem() or "it is here")


@needs_meteor
def test_own_sentences_have_the_official_figure(own):
    scores = result(meteor.meteor(*own))
    assert round(scores.corpus, 4) == 0.4579


@needs_meteor
@pytest.mark.slow
def test_e2e_systems_have_their_official_figures(official, segments):
    for entry, hypotheses, references in official:
        scores = result(meteor.meteor(hypotheses, references))
        assert scores.corpus == pytest.approx(entry["METEOR"], abs=1e-6), entry["id"]
        if entry["id"] in segments:
            assert scores.sentences == pytest.approx(segments[entry["id"]]["METEOR"], abs=1e-6)

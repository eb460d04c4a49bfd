"""A clock that is set back, and a computer that sleeps while a model is trained."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fake_training import tiny_corpus
from patience import LONG_SECONDS
from starting_driver import Home
from window_driver import TINY

from charcopy_gui.pages.train.run_progress import RunProgress
from core.records import TrainingPoint
from core.runs import RunFolder, RunState, status
from core.training import trainer

ROOT = Path(__file__).parents[2]


def test_nothing_measures_time_by_a_clock_that_can_be_set():
    sources = [*(ROOT / "core").rglob("*.py"), *(ROOT / "charcopy_gui").rglob("*.py")]
    assert len(sources) > 100
    wall = re.compile(r"\btime\.time(_ns)?\(|from time import .*\btime\b|currentMSecsSinceEpoch")
    assert [path.name for path in sources if wall.search(path.read_text(encoding="utf-8"))] == []


BACK = """
import datetime, sys, time

class Yesterday(datetime.datetime):
    days = 0

    @classmethod
    def now(cls, tz=None):
        cls.days += 1  # Each time that anybody asks, it is a day earlier.
        return super().now(tz) - datetime.timedelta(days=cls.days)

datetime.datetime = Yesterday
real = time.time
time.time = lambda: Yesterday.now().timestamp()
import main
sys.exit(main.main(sys.argv[1:]))
"""


def begun(home, *options):
    """A training on the command line that would go on for hours."""
    words = ("train", "--corpus", "demo", "--out", home.path / "run", "--json-lines")
    small = ("--hidden", 8, "--attention", 4, "--embedding", 4, "--device", "cpu", "--threads", 1)
    return subprocess.Popen(
        [sys.executable, *options, *map(str, (*words, *small, "--epochs", 5000))],
        env=home.environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def points(process, count):
    """The next so many steps that a training tells of."""
    found = []
    while len(found) < count:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        said = json.loads(line)
        if "seconds" in said and "step" in said:
            found.append(said)
    return found


def stop(process):
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LONG_SECONDS)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the folders are Linux' own")
def test_a_clock_that_goes_back_makes_no_run_shorter(tmp_path):
    home = Home(tmp_path)
    with begun(home, "-c", BACK) as process:
        found = points(process, 4)
        stop(process)
    seconds = [point["seconds"] for point in found]
    assert seconds == sorted(seconds)
    assert seconds[0] >= 0
    assert all(point["examples_per_second"] > 0 for point in found)
    assert status.read(RunFolder(home.path / "run")).state is RunState.STOPPED


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the folders are Linux' own")
def test_a_run_that_was_put_to_sleep_goes_on(tmp_path):
    home = Home(tmp_path)
    with begun(home, "main.py") as process:
        before = points(process, 2)[-1]
        process.send_signal(signal.SIGSTOP)
        time.sleep(1.5)
        process.send_signal(signal.SIGCONT)
        after = points(process, 3)[-1]
        stop(process)
    assert after["step"] > before["step"]
    assert after["seconds"] >= before["seconds"]
    assert status.read(RunFolder(home.path / "run")).state is RunState.STOPPED


@pytest.mark.parametrize("jump", [-7200.0, 7200.0])
def test_what_is_left_is_never_negative_and_a_jump_does_not_tell(tmp_path, monkeypatch, jump):
    """Of a clock that stands still while the computer sleeps, or does not, or is broken."""
    monotonic, jumped = time.monotonic, []
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + (jump if jumped else 0.0))
    run, progress, said = RunFolder.create(tmp_path / "run", TINY), RunProgress(TINY), []
    for record in trainer.train(tiny_corpus(), TINY, run):
        progress.add(record)
        if isinstance(record, TrainingPoint) and record.step == 2:
            jumped.append(True)
        said.append(progress.words(record))
    left = [words.partition("about ")[2] for words in said if "left" in words]
    assert left
    assert not any("-" in words or "hour" in words for words in left), left

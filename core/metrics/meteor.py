"""METEOR 1.5 through its own Java program, from the package pycocoevalcap.

No other program gives its figures, so without Java or the package there are none.
"""

from __future__ import annotations

import contextlib
import importlib.util
import shutil
import subprocess
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import IO, TypeAlias

from core import cancellation
from core.metrics import scores
from core.metrics.scores import References, Scores
from core.metrics.tokens import grouped_tokens, tokens
from core.records import Progress

_NEEDS = 'METEOR needs Java 8 or later, and python -m pip install -e ".[meteor]".'
_JAR = Path("meteor") / "meteor-1.5.jar"
_OPTIONS = ("-Xmx2G", "-Dfile.encoding=UTF-8")
"""The table of paraphrases needs most of the memory."""
_REPORT_EVERY = 32
"""Sentences between two reports of progress."""
_PATIENCE = 0.1
"""Seconds between two looks at the event while Java works."""

_Answers: TypeAlias = "SimpleQueue[str]"
"""Lines of the program; an empty one says that it has ended."""


class MeteorUnavailableError(Exception):
    """METEOR cannot be computed here; the message says what would help."""


def problem() -> str:
    """What METEOR lacks here, and how to get it; empty where it can be computed."""
    if shutil.which("java") is None:
        return f"{_NEEDS} There is no command java here."
    return "" if _jar() is not None else f"{_NEEDS} Its package is not installed."


def meteor(
    hypotheses: Sequence[str], references: References, cancel: Event | None = None
) -> Generator[Progress, None, Scores]:
    """METEOR, English, on the tokens of the coco-caption family.

    Yields:
        Progress.

    Returns:
        The figures, between 0 and 1.

    Raises:
        ValueError: there are no hypotheses, the two differ in number, or one has no reference.
        MeteorUnavailableError: Java or the package is missing, or Java failed.
        Cancelled: the event was set.
    """
    scores.check("METEOR", hypotheses, references)
    if lacking := problem():
        raise MeteorUnavailableError(lacking)
    pairs = list(zip(tokens(hypotheses), grouped_tokens(references), strict=True))
    statistics = []
    with _program(cancel) as (to_java, answers):
        for done, (hypothesis, own) in enumerate(pairs):
            cancellation.check(cancel)
            if done % _REPORT_EVERY == 0:
                yield Progress(done, len(pairs), "texts", "METEOR")
            texts = [" ".join(text) for text in (*own, hypothesis)]
            _ask(to_java, "SCORE", *texts)
            statistics.append(_answer(answers, cancel))
        # It answers with every sentence's figure, then with the set's.
        _ask(to_java, "EVAL", *statistics)
        sentences = [_answer(answers, cancel) for _ in pairs]
        corpus = _answer(answers, cancel)
    return Scores(float(corpus), tuple(map(float, sentences)))


def _jar() -> Path | None:
    """The program in the package; finding it does not import the package, which is large."""
    found = importlib.util.find_spec("pycocoevalcap")
    for folder in (found.submodule_search_locations or ()) if found else ():
        if (Path(folder) / _JAR).is_file():
            return Path(folder) / _JAR
    return None


@contextlib.contextmanager
def _program(cancel: Event | None) -> Iterator[tuple[IO[str], _Answers]]:
    """The running program's input, and its answers; it is ended afterwards, come what may."""
    java, jar = shutil.which("java"), _jar()
    if java is None or jar is None:
        raise MeteorUnavailableError(problem())
    process = subprocess.Popen(  # noqa: S603 - the arguments are ours
        [java, *_OPTIONS, "-jar", str(jar), "-", "-", "-stdio", "-l", "en", "-norm"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        cwd=jar.parent,  # It looks for its data beside itself.
    )
    if process.stdin is None or process.stdout is None:
        raise AssertionError(process)
    answers: _Answers = SimpleQueue()
    reader = Thread(target=_read, args=(process.stdout, answers), name="METEOR", daemon=True)
    reader.start()
    try:
        yield process.stdin, answers
    except BrokenPipeError as error:
        cancellation.check(cancel)
        raise MeteorUnavailableError(_FAILED) from error
    finally:
        process.kill()
        reader.join()
        process.stdout.close()
        # What was not sent yet has no reader any more.
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        process.wait()


_FAILED = "METEOR's Java program ended without an answer; it needs 2 GB of memory."


def _read(from_java: IO[str], answers: _Answers) -> None:
    """Pass the program's lines on, in a thread, since a line can be long in coming."""
    for line in from_java:
        answers.put(line.strip())
    answers.put("")


def _ask(to_java: IO[str], *parts: str) -> None:
    to_java.write(" ||| ".join(parts) + "\n")
    to_java.flush()


def _answer(answers: _Answers, cancel: Event | None) -> str:
    while True:
        cancellation.check(cancel)
        with contextlib.suppress(Empty):
            if line := answers.get(timeout=_PATIENCE):
                return line
            # Ctrl+C ends Java as well: then it did not fail.
            cancellation.check(cancel)
            raise MeteorUnavailableError(_FAILED)

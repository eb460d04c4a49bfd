import logging
import os
import sys
import threading
import warnings

import pytest
from PySide6.QtCore import qWarning

from charcopy_gui.process.log import LogFile, Reporter, start_log, tail


@pytest.fixture
def root_log():
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield root
    for handler in [h for h in root.handlers if h not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def lines(*handlers, count=40):
    for number in range(count):
        for handler in handlers:
            handler.emit(logging.LogRecord("x", 20, "", 0, f"line {number}", (), None))


def log_file(path, size=200):
    handler = LogFile(path, maxBytes=size, backupCount=2, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(message)s"))
    return handler


def test_the_log_turns_over_and_only_so_much_is_kept(tmp_path):
    handler = log_file(tmp_path / "a.log")
    lines(handler, count=100)
    handler.close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.log", "a.log.1", "a.log.2"]
    assert all(file.stat().st_size <= 200 for file in tmp_path.iterdir())


def test_two_windows_write_into_the_file_that_has_the_name(tmp_path):
    one, other = log_file(tmp_path / "a.log", 400), log_file(tmp_path / "a.log", 400)
    lines(one, count=90)  # It turns over, while the other holds what is old by then.
    other.emit(logging.LogRecord("x", 20, "", 0, "of the other", (), None))
    assert "of the other" in (tmp_path / "a.log").read_text()
    for handler in (one, other):
        handler.close()


def test_a_path_that_is_not_utf_8_is_logged_with_its_byte(tmp_path, root_log):
    start_log(tmp_path / "charcopy.log")
    root_log.info("%s is gone", os.fsdecode(b"caf\xe9"))
    assert "caf\\udce9 is gone" in (tmp_path / "charcopy.log").read_text()


def test_warnings_of_qt_and_of_python_and_what_nobody_caught_are_in_the_log(
    tmp_path, root_log, qapp
):
    path = tmp_path / "folder" / "charcopy.log"
    start_log(path)
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    heard = []
    reporter = Reporter(tmp_path / "crashes.log")
    reporter.reported.connect(heard.append)
    with reporter, warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        qWarning("a cushion is missing")
        warnings.warn("this is of yesterday", stacklevel=1)
        thread = threading.Thread(target=lambda: [][1])
        thread.start()
        thread.join()
    text = path.read_text(encoding="utf-8")
    assert "WARNING Qt: a cushion is missing" in text
    assert "this is of yesterday" in text
    assert "IndexError" in text
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == hooks


def test_without_a_place_for_the_log_the_program_goes_on(tmp_path, root_log):
    (tmp_path / "file").touch()
    before = list(root_log.handlers)
    start_log(tmp_path / "file" / "charcopy.log")
    assert root_log.handlers == before


def test_the_end_of_a_log_is_whole_lines(tmp_path):
    path = tmp_path / "a.log"
    assert tail(path) == ""
    path.write_text("first\nsecond ü\nthird\n", encoding="utf-8")
    assert tail(path) == "first\nsecond ü\nthird\n"
    assert tail(path, 10) == "third\n"

import pytest

from core.commands.progress import ProgressLine, progress_line
from core.records import Progress


@pytest.mark.parametrize(
    ("progress", "seconds", "line"),
    [
        (Progress(0, None, "texts", "NIST"), 9, "NIST"),
        (Progress(0, 40, "texts", "BLEU"), 9, "BLEU: 0 of 40 texts"),
        (Progress(4, 40, "texts", "BLEU"), 1, "BLEU: 4 of 40 texts"),
        (Progress(4, 40, "texts", "BLEU"), 8, "BLEU: 4 of 40 texts, 1:12 left"),
        (Progress(1_160_000, 9_300_000, "bytes", "a.csv"), 3, "a.csv: 1.2 of 9.3 MB, 0:21 left"),
        (Progress(9_400_000, 9_300_000, "bytes", "a.csv"), 3, "a.csv: 9.4 of 9.3 MB, 0:00 left"),
    ],
)
def test_what_it_says(progress, seconds, line):
    assert progress_line(progress, seconds) == line


def test_nothing_is_written_where_nobody_sees_it(capsys):
    line = ProgressLine()
    line.show(Progress(1, 2, "texts", "BLEU"))
    line.clear()
    assert capsys.readouterr().err == ""


def test_it_writes_over_itself(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    line = ProgressLine()
    line.show(Progress(1, 2, "texts", "BLEU"))
    line.clear()
    assert capsys.readouterr().err == "\r\033[KBLEU: 1 of 2 texts\r\033[K"

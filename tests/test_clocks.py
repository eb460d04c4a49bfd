"""Clocks that people and networks set measure no time that passes: it could be negative."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_nothing_measures_time_by_a_clock_that_can_be_set():
    sources = [*(ROOT / "core").rglob("*.py"), *(ROOT / "charcopy_gui").rglob("*.py")]
    assert len(sources) > 100
    wall = re.compile(r"\btime\.time(_ns)?\(|from time import .*\btime\b|currentMSecsSinceEpoch")
    assert [path.name for path in sources if wall.search(path.read_text(encoding="utf-8"))] == []

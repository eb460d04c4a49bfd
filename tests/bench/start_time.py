"""Time from the start of the process to the first painted window.

    python -m tests.bench.start_time

The whole program against an empty PySide6 window, in turns; medians count. Both find compiled
bytecode, as they do from a person's second start on; it is kept apart from the repository.
Without a display, set QT_QPA_PLATFORM=offscreen.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping

RUNS = 11
PATIENCE_SECONDS = 60

_EMPTY = """
import time
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        print(time.time())
        QApplication.exit()
application = QApplication([])
window = Window()
window.show()
application.exec()
"""
_PROGRAM = """
import sys, tempfile, time
from pathlib import Path
import main
from charcopy_gui.storage import paths
from charcopy_gui.window.main_window import MainWindow
from PySide6.QtCore import QTimer
home = Path(tempfile.mkdtemp())
for name in ("settings", "geometry", "log"):
    setattr(paths, f"{name}_file", lambda name=name: home / name)
paint = MainWindow.paintEvent
def painted(window, event):
    paint(window, event)
    print(time.time())
    QTimer.singleShot(0, window.close)
MainWindow.paintEvent = painted
sys.exit(main.main([]))
"""


def main() -> None:
    """Measure, and print one JSON object."""
    found: dict[str, list[float]] = {"window_ms": [], "empty_window_ms": []}
    with tempfile.TemporaryDirectory() as bytecode:
        environment = os.environ | {"PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for run in range(RUNS + 1):
            for name, code in (("empty_window_ms", _EMPTY), ("window_ms", _PROGRAM)):
                spent = _painted_after(code, environment)
                if run:  # The first compiles.
                    found[name].append(spent)
    print(json.dumps({name: round(statistics.median(times)) for name, times in found.items()}))


def _painted_after(code: str, environment: Mapping[str, str]) -> float:
    """Milliseconds from starting Python to the first paint, by the clock that both look at."""
    began = time.time()
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        env=environment,
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    return 1000 * (float(done.stdout) - began)


if __name__ == "__main__":
    main()

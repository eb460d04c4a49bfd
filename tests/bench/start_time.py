"""Time from the start of the process to the first painted window.

    python -m tests.bench.start_time

The whole program against an empty PySide6 window, in turns; medians count. Without a display,
set QT_QPA_PLATFORM=offscreen.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

RUNS = 5

_EMPTY = """
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        print("painted", flush=True)
        QApplication.exit()
application = QApplication([])
window = Window()
window.show()
application.exec()
"""
_PROGRAM = """
import sys, tempfile
from pathlib import Path
from charcopy_gui import app, paths
from charcopy_gui.main_window import MainWindow
from PySide6.QtCore import QTimer
home = Path(tempfile.mkdtemp())
paths.settings_file = lambda: home / "settings.toml"
paths.geometry_file = lambda: home / "geometry.ini"
paint = MainWindow.paintEvent
def painted(window, event):
    paint(window, event)
    print("painted", flush=True)
    QTimer.singleShot(0, window.close)
MainWindow.paintEvent = painted
sys.exit(app.run_window())
"""


def main() -> None:
    """Measure, and print one JSON object."""
    found: dict[str, list[float]] = {"window_ms": [], "empty_window_ms": []}
    for _ in range(RUNS):
        found["empty_window_ms"].append(_painted_after(_EMPTY))
        found["window_ms"].append(_painted_after(_PROGRAM))
    print(json.dumps({name: round(statistics.median(times)) for name, times in found.items()}))


def _painted_after(code: str) -> float:
    """Milliseconds from starting Python to the word of the first paint."""
    began = time.perf_counter()
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None or "painted" not in process.stdout.readline():
            message = "The window was never painted."
            raise RuntimeError(message)
        spent = time.perf_counter() - began
        process.stdout.read()
    return 1000 * spent


if __name__ == "__main__":
    main()

"""Nothing speaks to the network but what fetches a corpus, and that only when it is asked to."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SPEAKING = {
    "aiohttp", "ftplib", "http", "httpx", "pooch", "requests", "smtplib", "socket", "ssl",
    "telnetlib", "urllib", "urllib3", "websockets", "xmlrpc",
}  # fmt: skip
"""Modules that speak to the network."""
FETCHING = {"core/corpus/web_file.py"}
"""The only ones of ours that may."""
WITHIN = {"charcopy_gui/process/interrupts.py": {"socket"}}
"""A pair of sockets, through which a signal wakes the window: nothing leaves the process."""
HARMLESS = {"urllib.parse"}
"""Only takes addresses apart."""

IMPORT_ALL = """
import pkgutil, socket, sys
sys.path.insert(0, {root!r})
tried = []

def refuse(*words, **_):
    tried.append(words)
    raise OSError("the network is not to be used")

for name in ("connect", "connect_ex", "sendto", "bind", "listen"):
    setattr(socket.socket, name, refuse)
for name in ("create_connection", "getaddrinfo", "gethostbyname"):
    setattr(socket, name, refuse)
import main, core, charcopy_gui
for package in (core, charcopy_gui):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        __import__(found.name)
names = [name for name in sys.modules if name.partition(".")[0] in ("core", "charcopy_gui")]
print(len(names), tried)
"""


def imported(path: Path) -> set[str]:
    """The packages that a module imports, wherever in it; of PySide6, what it takes from there."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = {name.name for name in node.names} - HARMLESS
            found |= {name.partition(".")[0] for name in names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module not in HARMLESS:
            package, _, rest = node.module.partition(".")
            found |= {package, *({rest} if package == "PySide6" else ())}
    return found


def sources() -> list[Path]:
    return [
        ROOT / "main.py",
        *(path for package in ("core", "charcopy_gui") for path in (ROOT / package).rglob("*.py")),
    ]


def test_only_what_fetches_can_speak_to_the_network():
    speaking = SPEAKING | {"QtNetwork", "QtWebSockets", "QtWebEngineWidgets", "QtWebEngineCore"}
    found = {path.relative_to(ROOT).as_posix(): imported(path) & speaking for path in sources()}
    found = {name: names for name, names in found.items() if names - WITHIN.get(name, set())}
    assert set(found) == FETCHING, found


def test_importing_every_module_calls_nobody():
    """Sockets are refused, in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL.format(root=str(ROOT))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    count, tried = ran.stdout.strip().split(" ", 1)
    assert int(count) > 200
    assert tried == "[]"


def test_what_is_looked_at_is_there():
    assert len(sources()) > 200
    assert all((ROOT / name).exists() for name in FETCHING)

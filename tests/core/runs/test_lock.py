import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from core.runs import lock

ROOT = Path(__file__).parents[3]
HOLDS = (
    "import sys; from pathlib import Path; from core.runs import lock\n"
    "with lock.held(Path(sys.argv[1])):\n"
    "    print('held', flush=True)\n"
    "    sys.stdin.read()\n"
)


def test_it_is_held_as_long_as_the_block_runs(tmp_path):
    path = tmp_path / "lock"
    assert not lock.is_held(path)
    with lock.held(path):
        assert lock.is_held(path)
        with pytest.raises(lock.HeldError), lock.held(path):
            pass
    assert not lock.is_held(path)


def test_another_process_holds_it_until_it_is_killed(tmp_path):
    path = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(path)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout.readline().strip() == b"held"
        assert lock.is_held(path)
        process.kill()
        process.wait()
    assert not lock.is_held(path)


def test_whoever_looks_is_no_training(tmp_path):
    """Several look at once, and none sees another."""
    path, seen = tmp_path / "lock", []
    path.touch()
    lookers = [
        threading.Thread(target=lambda: seen.extend(lock.is_held(path) for _ in range(200)))
        for _ in range(4)
    ]
    for looker in lookers:
        looker.start()
    with_lock = 0
    while any(looker.is_alive() for looker in lookers):
        for looker in lookers:
            looker.join(0.01)
        with_lock += 1
    assert not any(seen)
    with lock.held(path):
        assert lock.is_held(path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_to(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(OSError, match="denied"), lock.held(tmp_path / "lock"):
        pass


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError), lock.held(tmp_path / "nowhere" / "lock"):
        pass
    assert not lock.is_held(tmp_path / "nowhere" / "lock")

"""Runs in the window that cannot go on: why is said, what was saved stays, the form is usable."""

import dataclasses
import errno

import pytest
from runs_driver import LONG, click, listed, real_window
from window_driver import (
    MR,
    TINY,
    losses,
    on_page,
    open_train_page,
    press,
    status,
    the_run,
    wait_for_end,
    wait_for_steps,
)

from charcopy_gui.storage import paths
from charcopy_gui.storage.settings import Settings, TrainingChoices
from core import checkpoint
from core.runs import RunFolder, RunState

pytestmark = pytest.mark.usefixtures("own_folders", "compiled_kernels")


@pytest.mark.parametrize("trouble", ["corpus", "folder"])
def test_a_run_that_cannot_go_on_says_why_and_the_form_is_usable(qtbot, tmp_path, trouble):
    train, dev = tmp_path / "woks.csv", tmp_path / "dev.csv"
    for path in (train, dev):
        rows = [f'"name[Wok {n}], food[Thai]",Wok {n} is Thai.' for n in range(6)]
        path.write_text("mr,ref\n" + "\n".join(rows) + "\n", encoding="utf-8")
    asked = Settings(
        mr=MR,
        training=TrainingChoices(
            str(train), str(dev), config=dataclasses.replace(TINY, epochs=400)
        ),
    )
    with real_window(qtbot, asked) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_steps(qtbot, window, 3)
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)
        run = the_run()
        kept = run.last.read_bytes()
        if trouble == "corpus":
            train.unlink()
        else:
            run.state.write_bytes(b"damaged")
        click(qtbot, window, "Resume, as offered")
        wait_for_end(qtbot, window)
        qtbot.waitUntil(lambda: status(window) == "Failed")
        sentence = on_page(window, "What went wrong").text()
        assert ("woks.csv" if trouble == "corpus" else "state.safetensors") in sentence
        assert run.last.read_bytes() == kept
        assert on_page(window, "Hidden").isEnabled()


def test_runs_cannot_be_kept_where_nothing_can_be_written(qtbot):
    paths.runs_folder().parent.mkdir(parents=True, exist_ok=True)
    paths.runs_folder().write_text("a file, where a folder is needed")
    with real_window(qtbot) as window:
        open_train_page(qtbot, window)
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Failed"
        sentence = on_page(window, "What went wrong").text()
        assert str(paths.runs_folder()) in sentence
        assert "cannot be written to" in sentence
        assert on_page(window, "Hidden").isEnabled()
        paths.runs_folder().unlink()
        press(qtbot, window, "Start")
        wait_for_end(qtbot, window)
        assert status(window) == "Finished"


def test_a_folder_that_becomes_read_only_keeps_what_was_saved(qtbot, monkeypatch):
    refused = PermissionError(errno.EACCES, "Permission denied")
    append = RunFolder.append

    def append_as_far_as_it_goes(folder, path, record):
        if record["step"] > 5 and "bleu" not in record:
            refused.filename = str(path)
            raise refused
        append(folder, path, record)

    with real_window(qtbot, LONG) as window:
        open_train_page(qtbot, window)
        with monkeypatch.context() as patched:
            patched.setattr(RunFolder, "append", append_as_far_as_it_goes)
            press(qtbot, window, "Start")
            wait_for_end(qtbot, window)
        assert status(window) == "Failed"
        assert "Permission denied" in on_page(window, "What went wrong").text()
        run = the_run()
        kept = run.metrics.read_bytes()
        assert checkpoint.load(run.last).model()
        assert on_page(window, "Hidden").isEnabled()
        qtbot.waitUntil(lambda: [each.status.state for each in listed(window)] == [RunState.FAILED])
        click(qtbot, window, "Resume, as offered")
        wait_for_steps(qtbot, window, 12)
        assert run.metrics.read_bytes().startswith(kept[:40])
        press(qtbot, window, "Stop")
        wait_for_end(qtbot, window)
        steps = losses(window)
        assert steps == list(range(1, len(steps) + 1))

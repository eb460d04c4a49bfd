import subprocess
import sys
from pathlib import Path

import pytest

import main

MAIN = Path(main.__file__)


def run(*arguments):
    command = [sys.executable, str(MAIN), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_bad_input_exits_with_two_and_one_line():
    done = run("generate", "name[Zizzi")
    assert done.returncode == main.BAD_INPUT
    assert done.stdout == ""
    expected = "The value of the slot 'name' is never closed with ] (at character 5).\n"
    assert done.stderr == expected


@pytest.mark.parametrize(
    "arguments", [["frobnicate"], ["generate"], ["generate", "a[b]", "--temperature", "abc"]]
)
def test_wrong_usage_exits_with_two_and_one_line(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main.main(arguments)
    assert end.value.code == main.BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_to_be_opened_must_be_there(tmp_path, capsys):
    assert main.main([str(tmp_path / "gone.charcopy")]) == main.BAD_INPUT
    assert "There is no file" in capsys.readouterr().err


def test_a_file_is_opened_in_the_window(tmp_path, monkeypatch):
    from charcopy_gui import app
    from charcopy_gui.process import preflight

    opened = []
    monkeypatch.setattr(preflight, "problem", lambda: "")
    monkeypatch.setattr(app, "run_window", lambda **options: opened.append(options) or 0)
    path = tmp_path / "kept.charcopy"
    path.touch()
    assert main.main([str(path)]) == main.OK
    assert main.main(["open", str(path)]) == main.OK
    assert opened == [{"file": path, "reset": False, "safe": False}] * 2


def test_the_window_is_asked_for_a_safe_or_a_fresh_start(tmp_path, monkeypatch):
    from charcopy_gui import app
    from charcopy_gui.process import preflight

    opened = []
    monkeypatch.setattr(preflight, "problem", lambda: "")
    monkeypatch.setattr(app, "run_window", lambda **options: opened.append(options) or 0)
    path = tmp_path / "kept.charcopy"
    path.touch()
    assert main.main(["--safe-mode"]) == main.OK
    assert main.main(["--reset", str(path)]) == main.OK
    assert opened == [
        {"reset": False, "safe": True},
        {"file": path, "reset": True, "safe": False},
    ]


def test_commands_have_nothing_to_reset(capsys):
    with pytest.raises(SystemExit) as end:
        main.main(["--reset", "models"])
    assert end.value.code == main.BAD_INPUT
    assert "for the window" in capsys.readouterr().err


def test_help_comes_without_torch():
    code = (
        "import sys, main\n"
        "try:\n    main.main(['--help'])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "assert 'torch' not in sys.modules and 'PySide6' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=MAIN.parent, check=False)
    assert done.returncode == 0


def test_a_fault_exits_with_one(monkeypatch, caplog):
    def broken(options):
        message = "a fault"
        raise RuntimeError(message)

    monkeypatch.setattr("core.commands.models.run", broken)
    assert main.main(["models"]) == main.FAULT
    assert "RuntimeError: a fault" in caplog.text


def test_an_interruption_is_no_traceback(monkeypatch, caplog):
    def interrupted(options):
        raise KeyboardInterrupt

    monkeypatch.setattr("core.commands.models.run", interrupted)
    assert main.main(["models"]) == main.FAULT
    assert caplog.text == ""


def test_no_display_is_one_sentence(monkeypatch, capsys):
    monkeypatch.setattr("charcopy_gui.process.preflight.problem", lambda: "There is no display.")
    assert main.main([]) == main.BAD_INPUT
    assert capsys.readouterr().err == "There is no display.\n"


@pytest.mark.parametrize("page", ["generate", "train"])
def test_a_screenshot_is_asked_of_the_window(monkeypatch, page):
    asked = []
    monkeypatch.setattr("charcopy_gui.process.preflight.problem", lambda: None)
    monkeypatch.setattr("charcopy_gui.app.take_screenshot", lambda *a: asked.append(a) or 0)
    assert main.main(["screenshot", "a.png", "--page", page, "--theme", "dark"]) == main.OK
    assert asked == [(Path("a.png"), page, "dark", None)]


def test_the_list_of_models_comes_without_torch():
    code = (
        "import sys, main\nassert main.main(['models']) == 0\nassert 'torch' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=MAIN.parent, check=False)
    assert done.returncode == 0


def test_a_reader_who_has_enough_is_no_fault(monkeypatch):
    def cut_off(options):
        raise BrokenPipeError

    monkeypatch.setattr("core.commands.models.run", cut_off)
    monkeypatch.setattr("os.dup2", lambda *descriptors: None)
    assert main.main(["models"]) == main.OK

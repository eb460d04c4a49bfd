import os

import pytest

from core.config import TrainingConfig
from core.runs import RunError, RunFolder, lock

CONFIG = TrainingConfig(epochs=3, seed=7)


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "runs" / "one", CONFIG)


def test_a_new_run_keeps_its_configuration(folder):
    assert folder.path.is_dir()
    assert folder.training_config() == CONFIG
    assert TrainingConfig.from_toml((folder.path / "config.toml").read_text()) == CONFIG


def test_no_run_is_written_over(folder):
    folder.state.write_bytes(b"what it takes to go on")
    before = folder.config.read_bytes()
    with pytest.raises(RunError, match="holds a run already"):
        RunFolder.create(folder.path, TrainingConfig())
    assert folder.config.read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RunError, match="cannot be written to"):
        RunFolder.create(tmp_path / "file" / "run", CONFIG)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_to(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(RunError, match="cannot be written to"):
        RunFolder.create(tmp_path / "run", CONFIG)


def test_open_needs_configuration_and_state(folder, tmp_path):
    for path in (tmp_path / "nowhere", folder.path):
        with pytest.raises(RunError, match="no run that could be resumed"):
            RunFolder.open(path)
    folder.state.write_bytes(b"x")
    assert RunFolder.open(folder.path) == folder


@pytest.mark.parametrize("content", [b"epochs = ", b"\xff\xfe", b"moon = 1", b"epochs = 0"])
def test_a_configuration_that_cannot_be_read(folder, content):
    folder.config.write_bytes(content)
    with pytest.raises(RunError, match=r"config\.toml cannot be read"):
        folder.training_config()


def test_lines_come_back_as_they_were(folder):
    records = [{"step": 1, "text": "Café\n東"}, {"step": 2, "x": None, "y": [0.1]}]
    for record in records:
        folder.append(folder.metrics, record)
    assert list(folder.lines(folder.metrics)) == records
    assert folder.metrics.read_text(encoding="utf-8").count("\n") == 2
    assert list(folder.lines(folder.samples)) == []


def test_a_line_that_a_kill_cut_short_is_left_out(folder):
    folder.metrics.write_text('{"step": 1}\n{"step": 2, "lo', encoding="utf-8")
    assert list(folder.lines(folder.metrics)) == [{"step": 1}]


def test_damaged_lines_are_left_out_and_forgotten(folder):
    good = b'{"step": 1, "gradient_norm": 1}\n'
    damaged = (b'{"step": 1, "gra\n', b"\0\0\0\n", b"\xff\xfe\n", b"[1]\n", b"{}\n", b"\n",
               b'{"step": "x"}\n')  # fmt: skip
    folder.metrics.write_bytes(b"".join(bad + good for bad in damaged))
    assert len(list(folder.lines(folder.metrics))) == len(damaged)
    folder.forget_after(1, 1)
    assert folder.metrics.read_bytes() == good * len(damaged)


def test_resuming_forgets_what_came_after(folder):
    """The last save was at step 2; what follows, the line cut short too, is written anew."""
    folder.metrics.write_text(
        '{"step": 1, "gradient_norm": 1}\n{"step": 2, "gradient_norm": 2}\n'
        '{"step": 2, "bleu": 0.5}\n{"step": 3, "gradient_norm": 3}\n{"st',
        encoding="utf-8",
    )
    folder.samples.write_text('{"step": 3}\n', encoding="utf-8")
    folder.forget_after(2, 2)
    folder.append(folder.metrics, {"step": 3, "again": True})
    assert folder.metrics.read_text(encoding="utf-8") == (
        '{"step": 1, "gradient_norm": 1}\n{"step": 2, "gradient_norm": 2}\n'
        '{"step": 2, "bleu": 0.5}\n'
        '{"step": 3, "again": true}\n'
    )
    assert folder.samples.read_text(encoding="utf-8") == ""


def test_an_evaluation_that_was_not_saved_is_forgotten_with_its_samples(folder):
    """The state was saved after the step and before the evaluation, which is made again."""
    folder.metrics.write_text('{"step": 2, "gradient_norm": 2}\n{"step": 2, "bleu": 0.5}\n')
    folder.samples.write_text('{"step": 1, "samples": []}\n{"step": 2, "samples": []}\n')
    folder.forget_after(2, 1)
    assert folder.metrics.read_text() == '{"step": 2, "gradient_norm": 2}\n'
    assert folder.samples.read_text() == '{"step": 1, "samples": []}\n'


def test_nothing_to_forget(folder):
    folder.forget_after(0, 0)
    assert not folder.metrics.exists()


def test_a_run_at_work_is_not_written_over(folder):
    with lock.held(folder.lock), pytest.raises(RunError, match="holds a run already"):
        RunFolder.create(folder.path, CONFIG)

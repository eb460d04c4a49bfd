import pytest
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from charcopy_gui import settings
from charcopy_gui.settings import Geometry, Settings, TrainingChoices
from core.config import ModelConfig, TrainingConfig


def test_settings_come_back_as_they_were(tmp_path):
    path = tmp_path / "new folder" / "settings.toml"
    kept = Settings(
        mr='name["a" \\ 東京]', model="e2e-first", device="cuda", theme="dark", live=True
    )
    settings.save(kept, path)
    assert settings.load(path) == (kept, "")
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"]


def test_choices_of_the_train_page_come_back_as_they_were(tmp_path):
    path = tmp_path / "settings.toml"
    config = TrainingConfig(ModelConfig(copy=False, layers=3), learning_rate=2e-4, device="cuda")
    kept = Settings(training=TrainingChoices("a.csv", "b.csv", "best.safetensors", config))
    settings.save(kept, path)
    assert settings.load(path) == (kept, "")


def test_a_first_start_has_defaults_and_no_notice(tmp_path):
    assert settings.load(tmp_path / "settings.toml") == (Settings(), "")


@pytest.mark.parametrize(
    "content",
    [
        b"theme = [",
        b"theme = 5",
        b'theme = "pink"',
        b'device = "tpu"',
        b"live = 3",
        b"\xff\xfe\x00",
        b"mr = {}",
        b"training = 3",
        b"[training]\ncorpus = 3",
        b"[training.config]\nepochs = -1",
        b"[training]\nconfig = 3",
        b"[training.config]\nmodel = 3",
    ],
)
def test_a_broken_file_is_set_aside_with_a_notice(tmp_path, content):
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    found, notice = settings.load(path)
    assert found == Settings()
    aside = tmp_path / "settings.broken.toml"
    assert str(aside) in notice
    assert aside.read_bytes() == content
    assert not path.exists()


def test_settings_of_a_newer_version_are_read_as_far_as_known(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(
        'theme = "dark"\nspeed = 3\n[training]\nplan = 1\n[training.config]\nepochs = 4\nwarm = 1\n'
        "[training.config.model]\nlayers = 2\nheads = 8\n"
    )
    config = TrainingConfig(ModelConfig(layers=2), epochs=4)
    known = Settings(theme="dark", training=TrainingChoices(config=config))
    assert settings.load(path) == (known, "")


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    settings.save(Settings(theme="dark"), path)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        settings.save(Settings(theme="light"), path)
    assert settings.load(path)[0].theme == "dark"
    assert [file.name for file in tmp_path.iterdir()] == ["settings.toml"]


def a_window(qtbot):
    window = QMainWindow()
    splitter = QSplitter()
    splitter.setObjectName("columns")
    splitter.addWidget(QWidget())
    splitter.addWidget(QWidget())
    window.setCentralWidget(splitter)
    qtbot.addWidget(window)
    return window, splitter


def test_window_and_splitters_come_back(qtbot, tmp_path):
    window, splitter = a_window(qtbot)
    window.resize(700, 400)
    window.show()
    splitter.setSizes([200, 480])
    sizes = splitter.sizes()
    Geometry(tmp_path / "geometry.ini").keep(window)
    other, other_splitter = a_window(qtbot)
    assert Geometry(tmp_path / "geometry.ini").restore(other)
    Geometry(tmp_path / "geometry.ini").divide(other)
    other.show()
    assert (other.width(), other.height()) == (700, 400)
    assert other_splitter.sizes() == sizes


def test_a_damaged_geometry_changes_nothing(qtbot, tmp_path):
    (tmp_path / "geometry.ini").write_bytes(b"[General]\nwindow=nonsense\n\xff\xff")
    window, _ = a_window(qtbot)
    assert not Geometry(tmp_path / "geometry.ini").restore(window)

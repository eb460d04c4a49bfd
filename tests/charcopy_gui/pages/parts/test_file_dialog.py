import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from charcopy_gui.frame.memory import Memory, Places
from charcopy_gui.pages.data.corpus_list import CorpusList
from charcopy_gui.pages.evaluate.saving import SaveButton
from charcopy_gui.pages.parts.file_dialog import LAST, FileDialog
from charcopy_gui.pages.parts.file_field import FileField
from charcopy_gui.pages.train.start_choice import StartChoice
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings


@pytest.fixture(autouse=True)
def folder(tmp_path):
    """One with a file in it; no folder was chosen before."""
    LAST.set_path("")
    found = tmp_path / "Café 東京"
    found.mkdir()
    (found / "a.csv").write_text("")
    yield found
    LAST.set_path("")


@pytest.fixture
def owner(qtbot):
    owner = QWidget()
    qtbot.addWidget(owner)
    return owner


def begins(dialog):
    return dialog.directory().absolutePath()


def test_a_dialog_begins_where_the_one_before_it_ended(owner, folder):
    FileDialog(owner, "One").fileSelected.emit(str(folder / "a.csv"))
    assert begins(FileDialog(owner, "Two")) == str(folder)
    FileDialog(owner, "Three").fileSelected.emit(str(folder.parent))
    assert begins(FileDialog(owner, "Four")) == str(folder.parent)


def test_what_is_chosen_already_goes_before(owner, folder):
    LAST.set_path(str(folder.parent))
    assert begins(FileDialog(owner, "File", str(folder / "a.csv"))) == str(folder)
    assert begins(FileDialog(owner, "Folder", str(folder))) == str(folder)


def test_a_folder_that_is_gone_is_forgotten(owner, folder):
    LAST.set_path(str(folder / "gone"))
    assert LAST.path == ""


@pytest.mark.parametrize(
    ("make", "ask"),
    [
        (CorpusList, lambda widget: widget._ask_for_file()),
        (CorpusList, lambda widget: widget._ask_for_folder()),
        (StartChoice, lambda widget: widget._open_dialog()),
        (SaveButton, lambda widget: widget._ask("Figures", "a.csv", lambda _: None)),
        (lambda: FileField("File", "Tip", "All (*)"), lambda widget: widget._open_dialog()),
    ],
    ids=["import", "folder", "checkpoint", "save", "field"],
)
def test_the_dialogs_of_the_pages_do_so(qtbot, folder, make, ask):
    LAST.set_path(str(folder))
    widget = make()
    qtbot.addWidget(widget)
    ask(widget)
    dialog = widget.findChild(QFileDialog)
    assert begins(dialog) == str(folder)
    dialog.close()


def test_the_folder_is_there_at_the_next_start(owner, folder, tmp_path):
    places = Places(tmp_path / "settings.toml")
    memory = Memory(Settings(), places, owner)
    FileDialog(owner, "One").fileSelected.emit(str(folder / "a.csv"))
    kept = settings_file.load(places.settings)[0]
    assert kept.folder == memory.settings.folder == str(folder)
    LAST.set_path("")
    Memory(kept, Places(), owner)
    assert LAST.path == str(folder)

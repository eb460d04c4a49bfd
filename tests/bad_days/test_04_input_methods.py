"""Text composed with an input method, as Korean, Japanese and Chinese are typed."""

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QInputMethodEvent, Qt
from window_driver import named, open_cell, shown_window, wait_until_idle

from charcopy_gui.frame.memory import Places
from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings

HANGUL = [("ㅎ", ""), ("하", ""), ("한", ""), ("ㄱ", "한"), ("그", ""), ("글", ""), ("", "글")]
"""What is composed and what is committed, key by key: a syllable ends where the next begins."""
JAMO = [("ᄒ", ""), ("하", ""), ("", "한")]
"""The same syllable in its parts, which nothing may make one character of."""
PINYIN = [("d", ""), ("dong", ""), ("dong'jing", ""), ("", "东京🍜")]

pytestmark = pytest.mark.usefixtures("own_folders")


def compose(widget, keys):
    for preedit, commit in keys:
        event = QInputMethodEvent(preedit, [])
        if commit:
            event.setCommitString(commit)
        QCoreApplication.sendEvent(widget, event)


@pytest.mark.parametrize("keys", [HANGUL, JAMO, PINYIN])
def test_what_is_composed_in_a_cell_is_written_for_and_remembered(qtbot, tmp_path, keys):
    typed = "".join(commit for _, commit in keys)
    places = Places(tmp_path / "settings.toml")
    with shown_window(qtbot, settings=Settings(mr="name[Wok]"), places=places) as window:
        wait_until_idle(qtbot, window)
        editor = open_cell(qtbot, window, 0, 1)
        editor.selectAll()
        compose(editor, keys)
        assert editor.text() == typed
        qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        wait_until_idle(qtbot, window)
        assert window.page.mr.text() == f"name[{typed}]"
        assert "".join(window.page.tree.source.characters[1:-1]) == f"name[{typed}]"
        window.page.mr.model.history.undo()
        assert window.page.mr.text() == "name[Wok]", "a composition is one step"
        window.page.mr.model.history.redo()
    assert settings_file.load(places.settings)[0].mr == f"name[{typed}]"


@pytest.mark.parametrize("keys", [HANGUL, JAMO, PINYIN])
def test_what_is_composed_in_the_line_is_in_the_table(qtbot, keys):
    typed = "".join(commit for _, commit in keys)
    with shown_window(qtbot, settings=Settings(mr="name[Wok]")) as window:
        wait_until_idle(qtbot, window)
        line = named(window, "Meaning representation as a line")
        line.setFocus()
        line.setCursorPosition(len("name["))
        compose(line, keys)
        assert line.text() == f"name[{typed}Wok]"
        assert window.page.mr.model.mr().slots[0].value == f"{typed}Wok"


def test_a_committed_word_is_replaced_by_another_as_hanja_does(qtbot):
    with shown_window(qtbot, settings=Settings(mr="name[Wok]")) as window:
        wait_until_idle(qtbot, window)
        editor = open_cell(qtbot, window, 0, 1)
        editor.selectAll()
        compose(editor, HANGUL)
        event = QInputMethodEvent()
        event.setCommitString("韓", -2, 1)
        QCoreApplication.sendEvent(editor, event)
        assert window.page.mr.model.mr().slots[0].value == "韓글"

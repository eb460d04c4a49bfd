from PySide6.QtCore import Qt

from charcopy_gui.pages.parts.entry_list import KEY, EntryList


def test_an_entry_says_what_it_is_to_eyes_and_to_screen_readers(qtbot):
    entries = EntryList()
    qtbot.addWidget(entries)
    item = entries.add_entry("key", "<b>Café</b> & 東京", "not here")
    assert entries.item(0) is item
    assert item.data(KEY) == "key"
    assert item.text() == "<b>Café</b> & 東京\nnot here"
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "<b>Café</b> & 東京, not here"
    assert "<b>" not in item.toolTip(), "markup in a name is no markup"

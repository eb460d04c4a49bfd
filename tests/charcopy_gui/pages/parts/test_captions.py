from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QLabel

from charcopy_gui.pages.parts.captions import remark
from charcopy_gui.pages.parts.notice import Notice

LONG = "/data/someone/models/" + "x" * 300 + ".safetensors"
NARROW = 400


def seen(label):
    """What is drawn."""
    return QLabel.text(label)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\u200b"), max_size=200))
def test_a_remark_says_what_it_is_given_and_has_no_long_word(qapp, words):
    label = remark("Remark")
    label.setText(words)
    assert label.text() == words
    assert seen(label).replace("\u200b", "") == words
    assert all(len(word) <= 24 for part in seen(label).split() for word in part.split("\u200b"))


def test_paths_are_broken_between_their_parts(qapp):
    label = remark("Remark")
    label.setText("Not found: /data/someone/models/best.safetensors")
    assert seen(label).split("\u200b")[-3:] == ["models/", "best.", "safetensors"]
    assert seen(label).startswith("Not found: /\u200bdata/")


def test_a_notice_with_a_long_path_needs_no_wide_page(qtbot):
    notice = Notice("What went wrong")
    qtbot.addWidget(notice)
    notice.say(f"There is no model at {LONG}.")
    assert notice.minimumSizeHint().width() < NARROW
    assert LONG in notice.text()

"""What could be typed next: slots and values of the corpora that are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QStyledItemDelegate

# What is known beforehand is taken from the corpora: not before the first paint.
if TYPE_CHECKING:
    from charcopy_gui.pages.generate.vocabulary import Vocabulary

_MOST_VALUES = 2000
"""Of one slot; the commonest are kept."""
_SEEN = 10
"""Rows of the list."""
_LOOK = """
QListView {
    background: palette(button); color: palette(text); border: 1px solid palette(mid);
    padding: 2px 4px; outline: none;
}
QListView::item { min-height: 24px; padding: 0 6px; border-radius: 4px; }
QListView::item:hover { background: palette(light); }
QListView::item:selected { background: palette(highlight); color: palette(highlighted-text); }
"""


class Completions:
    """Names and values by corpus: those of the model's come first, then all others.

    What is known beforehand is here from the start; `learn` adds the corpora that people open.
    """

    def __init__(self, known: Sequence[Vocabulary] | None = None) -> None:
        """`known` are the corpora that are known beforehand; None for those of the program."""
        self._known = known
        self._learnt: dict[str, Vocabulary] = {}
        self._corpus = ""

    def learn(self, title: str, values: Mapping[str, Iterable[str]]) -> None:
        """Take in what a corpus has: slots in their order, the commonest value of each first."""
        from charcopy_gui.pages.generate.vocabulary import Vocabulary

        kept = {
            name: tuple(value for value in list(found)[:_MOST_VALUES] if value)
            for name, found in values.items()
            if name
        }
        self._learnt[title.casefold()] = Vocabulary(title, kept)

    def set_corpus(self, corpus: str) -> None:
        """The model learnt from this corpus."""
        self._corpus = corpus

    def of_corpus(self) -> Vocabulary | None:
        """All that is known of the model's corpus; None where that is nothing."""
        from charcopy_gui.pages.generate import vocabulary

        built_in = vocabulary.of_corpus(self._corpus)
        learnt = self._learnt.get(self._corpus.casefold())
        if built_in is None or learnt is None:
            return learnt or built_in
        names = dict.fromkeys((*built_in.values, *learnt.values))
        merged = {name: _merged(name, (learnt, built_in)) for name in names}
        return vocabulary.Vocabulary(built_in.title, merged)

    def names(self) -> tuple[str, ...]:
        """All slots that are known, those of the model's corpus first."""
        return tuple(dict.fromkeys(name for known in self._all() for name in known.values))

    def values(self, name: str) -> tuple[str, ...]:
        """The values that are known of a slot; those of the model's corpus alone, if it has any."""
        own = self.of_corpus()
        return (own and own.values.get(name)) or _merged(name, self._all())

    def _all(self) -> list[Vocabulary]:
        from charcopy_gui.pages.generate import vocabulary

        own = self.of_corpus()
        known = vocabulary.BUILT_IN if self._known is None else self._known
        return [*([own] if own else ()), *self._learnt.values(), *known]


def _merged(name: str, known: Iterable[Vocabulary]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for one in known for value in one.values.get(name, ())))


def completer(words: Sequence[str], parent: QLineEdit) -> QCompleter:
    """A list that opens under a line while what is typed is part of some of these words."""
    result = QCompleter(list(words), parent)
    result.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    result.setFilterMode(Qt.MatchFlag.MatchContains)
    result.setMaxVisibleItems(_SEEN)
    if (popup := result.popup()) is not None:
        # It is a window of its own, which the other's stylesheet does not reach.
        popup.setStyleSheet(_LOOK)
        popup.setItemDelegate(QStyledItemDelegate(popup))
    return result

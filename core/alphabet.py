"""Alphabet: characters to indices and back, and its extension by one source's own characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

PAD, SOS, EOS, UNKNOWN = range(4)
SPECIALS = 4
"""Number of indices before the first character's."""

PRINTABLE_ASCII = "".join(map(chr, range(0x20, 0x7F)))


@dataclass(frozen=True)
class Alphabet:
    """The characters a model was built with, in the order of their indices.

    Index 0 to 3 are PAD, SOS, EOS and UNKNOWN; V counts them.
    """

    characters: tuple[str, ...]
    _index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for character in self.characters:
            if len(character) != 1:
                msg = f"An alphabet holds single characters, not {character!r}."
                raise ValueError(msg)
        index = {c: i for i, c in enumerate(self.characters, SPECIALS)}
        if len(index) != len(self.characters):
            msg = "A character is in the alphabet twice."
            raise ValueError(msg)
        object.__setattr__(self, "_index", index)

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> Alphabet:
        """Printable ASCII, plus whatever else the texts hold, in code-point order."""
        found: set[str] = set()
        for text in texts:
            found.update(text)
        return cls(tuple(PRINTABLE_ASCII) + tuple(sorted(found.difference(PRINTABLE_ASCII))))

    def __len__(self) -> int:
        """V: characters and specials."""
        return SPECIALS + len(self.characters)

    def __contains__(self, character: str) -> bool:
        return character in self._index

    def index(self, character: str) -> int:
        """The character's index, UNKNOWN for one outside."""
        return self._index.get(character, UNKNOWN)

    def extended_by(self, source: str) -> ExtendedAlphabet:
        """This alphabet plus those characters of the source that are not in it."""
        extra = dict.fromkeys(c for c in source if c not in self._index)
        return ExtendedAlphabet(self, tuple(extra))


@dataclass(frozen=True)
class ExtendedAlphabet:
    """An alphabet and one source's X extra characters, with the ids from V on.

    The extra ones can be written only by copying them from the source.
    """

    alphabet: Alphabet
    extra: tuple[str, ...]
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids = {character: i for i, character in enumerate(self.extra, len(self.alphabet))}
        object.__setattr__(self, "_ids", ids)

    def id(self, character: str) -> int:
        """The character's id, UNKNOWN if neither the alphabet nor the source has it."""
        index = self.alphabet.index(character)
        return self._ids.get(character, UNKNOWN) if index == UNKNOWN else index

    def encode(self, text: str) -> list[int]:
        """SOS, the text's ids, EOS."""
        return [SOS, *map(self.id, text), EOS]

    def character(self, index: int) -> str:
        """The character of an id; empty for PAD, SOS, EOS and UNKNOWN."""
        if index < SPECIALS:
            return ""
        if index < len(self.alphabet):
            return self.alphabet.characters[index - SPECIALS]
        return self.extra[index - len(self.alphabet)]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids up to the first EOS; SOS, PAD and UNKNOWN write nothing."""
        characters = []
        for index in ids:
            if index == EOS:
                break
            characters.append(self.character(index))
        return "".join(characters)

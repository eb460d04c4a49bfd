"""From bytes to text: byte order marks, UTF-8, and what to ask where neither decides."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from core.corpus.formats.choices import CorpusError, Doubt, Question
from core.corpus.formats.doubtful import readings

_MARKS = (
    # UTF-32 first: its mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OTHERS = (
    "cp1252",
    "cp1250",
    "cp1251",
    "utf-16-le",
    "utf-16-be",
    "shift_jis",
    "gb18030",
    "latin-1",
)
"""What a text may be that is not UTF-8; Latin-1 can be anything, so that one is always left."""
_UTF8 = "utf-8"
_BEGINNING = 4096
"""Bytes that are looked at for the zeros of UTF-16."""
_FEW_ERRORS = 0.1
"""Broken bytes for each good character beyond ASCII, at most, in UTF-8 that was damaged."""
_MARK = "\ufeff"
_EATING_MARKS = ("utf-8-sig", "utf-16", "utf-32")
"""Python's encodings that drop a mark themselves."""
LOST = "\N{REPLACEMENT CHARACTER}"
"""Stands for bytes that could not be decoded."""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text."""

    text: str
    byte_order_mark: bool
    """Whether one was dropped from its start."""
    damaged: bool
    """Whether bytes were lost; LOST stands in the text where they were."""


def content(path: Path) -> bytes:
    """The file's bytes.

    Raises:
        CorpusError: there is no such file, or the system refuses it.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        msg = f"There is no file {path}."
        raise CorpusError(msg) from None
    except IsADirectoryError:
        msg = f"{path} is a folder, not a file."
        raise CorpusError(msg) from None
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror}."
        raise CorpusError(msg) from error
    except ValueError as error:  # A null character in the name.
        msg = f"{str(path)!r} is not a file name."
        raise CorpusError(msg) from error


def guess(data: bytes, name: str) -> tuple[str, Doubt | None]:
    """The likeliest encoding, and the question where it is not certain."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, None
    wide = _wide(data)
    try:
        text = data.decode(_UTF8)
    except UnicodeDecodeError:
        text = data.decode(_UTF8, "replace")
        broken = text.count(LOST)
        if not wide and broken <= _FEW_ERRORS * (len(_BEYOND_ASCII.findall(text)) - broken):
            return _UTF8, None
    else:
        if not wide:
            return _UTF8, None
    likely = ([wide] if wide else []) + [other for other in _OTHERS if other != wide]
    decoded = [(encoding, _decodable(data, encoding)) for encoding in likely]
    texts = [(encoding, text) for encoding, text in decoded if text is not None]
    # No text has null characters; what has them in every encoding is read somehow.
    texts = [found for found in texts if "\0" not in found[1]] or texts
    # Nearly any bytes make some letters of UTF-16; where nothing tells it, it is not shown.
    shown = [found for found in texts if found[0] == wide or not found[0].startswith("utf-16")]
    said = readings(data, shown or texts)
    said = tuple(reading for reading in said if LOST not in reading[1]) or said[:1]
    sentence = (
        f"{name} is not UTF-8 text. Is it {said[0][0]}, in which it says {said[0][1]!r}, "
        "or something else?"
    )
    options = (*(encoding for encoding, _ in texts), _UTF8)
    return options[0], Doubt(Question.ENCODING, sentence, options, readings=said)


def decode(data: bytes, encoding: str, name: str, *, sound: bool = False) -> Text:
    """The text, without its byte order mark.

    Args:
        data: the file's bytes.
        encoding: what they are read as.
        name: the file's, for messages.
        sound: whether broken bytes are an error in UTF-8, too.

    Raises:
        CorpusError: there is no such encoding, or the file is not in it.
    """
    try:
        known = codecs.lookup(encoding).name
        text, damaged = _decoded(data, encoding, known, sound)
    except UnicodeError as error:
        msg = f"{name} is not {encoding} text{_place(data, encoding, error)}."
        raise CorpusError(msg) from error
    except (LookupError, ValueError) as error:
        msg = f"There is no text encoding {encoding!r}."
        raise CorpusError(msg) from error
    unmarked = text.removeprefix(_MARK)
    eaten = known in _EATING_MARKS and data.startswith(tuple(mark for mark, _ in _MARKS))
    return Text(unmarked, eaten or unmarked != text, damaged)


def _decoded(data: bytes, encoding: str, known: str, sound: bool) -> tuple[str, bool]:
    """The text, and whether something in it was lost; only UTF-8 can be read so."""
    try:
        text = data.decode(encoding)
        if not known.startswith(_UTF8):
            text.encode(_UTF8)  # Some encodings can write halves of characters.
    except UnicodeDecodeError:
        if sound or not known.startswith(_UTF8):
            raise
        return data.decode(encoding, "replace"), True
    return text, False


def _wide(data: bytes) -> str:
    """UTF-16 where half of the bytes tell it, being zero, else nothing."""
    beginning = data[:_BEGINNING]
    half = len(beginning) // 2
    for encoding, zeros, letters in (
        ("utf-16-le", beginning[1::2], beginning[::2]),
        ("utf-16-be", beginning[::2], beginning[1::2]),
    ):
        if half and zeros.count(0) > half / 2 and letters.count(0) < half / 10:
            return encoding
    return ""


def _decodable(data: bytes, encoding: str) -> str | None:
    """The text in an encoding; None where it is not in it."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _place(data: bytes, encoding: str, error: UnicodeError) -> str:
    """Where decoding failed, if that is known."""
    if not isinstance(error, UnicodeDecodeError):
        return ""
    line = data[: error.start].decode(encoding, "ignore").count("\n") + 1
    return f": line {line} holds a byte that cannot be decoded"

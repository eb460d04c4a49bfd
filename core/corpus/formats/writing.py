"""Writing examples: CSV as E2E has it, which every reader of tables takes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from core.corpus.example import Example
from core.corpus.formats.choices import MR, REFERENCE
from core.files import write_atomically


def write_csv(path: Path, examples: Iterable[Example]) -> None:
    """Write the columns mr and ref, all fields in quotation marks, UTF-8, lines ending with LF.

    Raises:
        OSError: the folder cannot be written to, or the disk is full; an old file is whole.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow((MR, REFERENCE))
    writer.writerows((example.mr, example.reference) for example in examples)
    write_atomically(path, text.getvalue().encode())

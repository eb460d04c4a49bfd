"""A session from a file that anybody may have made: it is right in every part, or refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NoReturn

from core.config import ConfigError, DecodingConfig
from core.generation_tree import Branch, GenerationTree
from core.meaning_representation import MeaningRepresentation, ParseError, slot_spans
from core.records import (
    END_LABEL,
    START_LABEL,
    Candidate,
    CharacterStep,
    Ending,
    Hypothesis,
    Phase,
    SourceView,
    WhatIf,
)
from core.session import FORMAT, KIND, LARGEST, DamagedError, NewerError, Session, SessionError
from core.session.parts import Part, PartError

_SHA256 = re.compile(r"([0-9a-f]{64})?")
_MOST = 2**31 - 1
"""The largest whole number that a setting can have; larger ones fit into no field of a window."""


def read(path: Path, run: int = 0) -> Session:
    """Read a session.

    Args:
        path: the file.
        run: the number that the text's run gets; numbers of other programs' runs mean nothing.

    Raises:
        DamagedError: the file is no session, or no whole one.
        NewerError: it is one that this program does not know how to show.
        SessionError: it cannot be read.
    """
    try:
        if path.stat().st_size > LARGEST:
            msg = f"{path.name} is too large to be a session."
            raise SessionError(msg)
        content = json.loads(path.read_bytes(), parse_constant=_refuse_constant)
        return _session(Part(content), run)
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror or error}."
        raise SessionError(msg) from error
    except _UnknownFormatError:
        msg = f"{path.name} was made by a newer version of CharCopy."
        raise NewerError(msg) from None
    except PartError as error:
        msg = f"{path.name} cannot be opened as a session: {error}."
        raise DamagedError(msg) from error
    except SessionError:
        raise
    except (ValueError, RecursionError) as error:
        msg = f"{path.name} is not a session of CharCopy, or it is damaged: it is not JSON."
        raise DamagedError(msg) from error


class _UnknownFormatError(Exception):
    """The file's format is one that is not known yet."""


def _refuse_constant(name: str) -> NoReturn:
    msg = f"{name} is not a number"
    raise ValueError(msg)


def _session(whole: Part, run: int) -> Session:
    kind = whole.get("charcopy")
    if kind is None or kind.value != KIND:
        raise whole.refuse("is not a session of CharCopy")
    if whole["format"].whole(1) > FORMAT:
        raise _UnknownFormatError
    model, chosen = whole["model"], whole["chosen"]
    source = _source(whole)
    tree = GenerationTree(
        run, source, whole["phase"].one_of(Phase), _config(whole), model["name"].text()
    )
    tree.restore(list(_branches(whole["branches"], run, len(source.characters)).values()))
    tree.hypotheses = tuple(_hypothesis(part) for part in whole["hypotheses"])
    sha256 = model["sha256"].text()
    if not _SHA256.fullmatch(sha256):
        raise model["sha256"].refuse("is not a checksum")
    branch = chosen["branch"].whole()
    if branch not in tree:
        raise chosen["branch"].refuse("is not a branch of it")
    step = chosen.get("step")
    last = len(tree.steps(branch)) - 1
    at = None if step is None else step.whole(0, last)
    file = whole.get("file")
    return Session(
        whole["mr"].text(),
        tree,
        sha256,
        branch,
        at,
        "" if file is None else file.text(),
        _table(whole.get("table")),
    )


def _table(part: Part | None) -> str:
    """The table that what was read is compared with; it can be shown as one."""
    if part is None:
        return ""
    try:
        MeaningRepresentation.parse(part.text())
    except ParseError as error:
        raise part.refuse(f"is not a table: {str(error).rstrip('.')}") from error
    return part.text()


def _config(whole: Part) -> DecodingConfig:
    settings = whole["settings"]
    for name, value in settings.table().items():
        if isinstance(value, int) and not isinstance(value, bool):
            settings[name].whole(high=_MOST)
    try:
        return DecodingConfig.from_mapping(settings.table())
    except ConfigError as error:
        raise settings.refuse(f"cannot be used: {str(error).rstrip('.')}") from error


def _source(whole: Part) -> SourceView:
    text = whole["source"].text()
    unknown = frozenset(part.whole(1, len(text)) for part in whole["unknown"])
    of_table = whole["phase"].one_of(Phase) is Phase.TABLE_TO_TEXT
    return SourceView(
        (START_LABEL, *text, END_LABEL), slot_spans(text) if of_table else (), unknown
    )


def _branches(parts: Part, run: int, positions: int) -> dict[int, Branch]:
    """Every branch by its number, each after the one that it departs from: so there is no cycle."""
    branches: dict[int, Branch] = {}
    switched: bool | None = None
    for part in parts:
        number = part["id"].whole(max(branches, default=-1) + 1)
        change = part.get("what_if")
        what_if = None if change is None else _what_if(change, branches, positions)
        branch = Branch(number, what_if, ending=part["ending"].one_of(Ending))
        branch.log_probability = part["log_probability"].number()
        branch.seconds = part["seconds"].number(0)
        for index, one in enumerate(part["steps"], branch.start):
            step = _step(one, run, number, index, positions)
            if branch.steps and branch.steps[-1].character == END_LABEL:
                raise one.refuse("comes after the end")
            switched = step.p_gen is not None if switched is None else switched
            if {step.p_gen is not None, step.copy_alignment is not None} != {switched}:
                raise one.refuse("has a copy switch where others have none, or none where they do")
            branch.steps.append(step)
        branches[number] = branch
    if not branches:
        raise parts.refuse("holds no text")
    return branches


def _what_if(part: Part, branches: dict[int, Branch], positions: int) -> WhatIf:
    parent = branches.get(part["branch"].whole())
    if parent is None:
        raise part["branch"].refuse("is not an earlier branch")
    # What changes at a branch's first step is a branch of the one before.
    first = parent.start + (parent.what_if is not None)
    index = part["index"].whole(first, parent.start + len(parent.steps) - 1)
    character, p_gen, position = map(part.get, ("character", "p_gen", "position"))
    if [character, p_gen, position].count(None) != 2:
        raise part.refuse("does not change exactly one thing")
    return WhatIf(
        parent.id,
        index,
        None if character is None else character.character(END_LABEL),
        None if p_gen is None else p_gen.number(0, 1),
        None if position is None else position.whole(0, positions - 1),
    )


def _step(part: Part, run: int, branch: int, index: int, positions: int) -> CharacterStep:
    p_gen, copied = part.get("p_gen"), part.get("copy_alignment")
    return CharacterStep(
        run=run,
        branch=branch,
        index=index,
        character=part["character"].character(END_LABEL),
        forced=part["forced"].flag(),
        log_probability=part["log_probability"].number(),
        entropy=part["entropy"].number(),
        alignment=part["alignment"].shares(positions),
        copy_alignment=None if copied is None else copied.shares(positions),
        p_gen=None if p_gen is None else p_gen.number(0, 1),
        candidates=tuple(map(_candidate, part["candidates"])),
    )


def _candidate(part: Part) -> Candidate:
    fields = list(part)
    if len(fields) != 4:
        raise part.refuse("does not have the four parts of a candidate")
    return Candidate(fields[0].character(END_LABEL), *(field.share() for field in fields[1:]))


def _hypothesis(part: Part) -> Hypothesis:
    read_back = part.get("reconstruction_log_probability")
    coverage = part.get("slot_coverage")
    return Hypothesis(
        part["text"].text(),
        part["ending"].one_of(Ending),
        part["log_probability"].number(),
        part["score"].number(),
        None if read_back is None else read_back.number(),
        None if coverage is None else coverage.share(),
    )

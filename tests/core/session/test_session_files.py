import base64
import copy
import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trace_network import BEAM, SOURCE, WHAT_IFS, network, written

from core.records import END_LABEL, Ending, Phase, WhatIf
from core.session import Session, SessionError, reading, writing

SHA256 = "0123456789abcdef" * 4


@pytest.fixture(scope="module")
def tree():
    return written(what_ifs=WHAT_IFS)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "kept.charcopy"


def kept(session, file, run=0):
    writing.save(session, file)
    return reading.read(file, run)


def assert_same(tree, other, run):
    assert other.run == run
    assert (other.source, other.phase, other.config) == (tree.source, tree.phase, tree.config)
    assert (other.model, other.hypotheses) == (tree.model, tree.hypotheses)
    assert [b.id for b in other] == [b.id for b in tree]
    for branch in tree:
        same = other[branch.id]
        assert (same.what_if, same.ending) == (branch.what_if, branch.ending)
        assert (same.log_probability, same.seconds) == (branch.log_probability, branch.seconds)
        assert len(same.steps) == len(branch.steps)
        for a, b in zip(branch.steps, same.steps, strict=True):
            assert b.run == run
            assert (a.branch, a.index, a.character, a.forced) == (
                *(b.branch, b.index, b.character, b.forced),
            )
            assert (a.log_probability, a.entropy, a.p_gen) == (
                b.log_probability,
                b.entropy,
                b.p_gen,
            )
            assert a.candidates == b.candidates
            np.testing.assert_array_equal(a.alignment, b.alignment)
            np.testing.assert_array_equal(a.copy_alignment, b.copy_alignment)
            assert b.alignment.dtype == np.float32


def test_everything_comes_back_exactly(tree, file):
    session = kept(Session("name[東]", tree, SHA256, 3, 4), file, run=7)
    assert (session.mr, session.model_sha256, session.branch, session.step) == (
        *("name[東]", SHA256, 3, 4),
    )
    assert_same(tree, session.tree, run=7)


def test_the_table_that_what_was_read_is_compared_with(file):
    read = written(source="a bad cafe", phase=Phase.TEXT_TO_TABLE)
    table = "name[a, b], food[東京]"
    assert kept(Session("a bad cafe", read, table=table), file).table == table
    assert kept(Session("a bad cafe", read), file).table == ""
    assert "table" not in json.loads(file.read_text()), "a file of before had none"


@pytest.mark.parametrize("variant", ["EDA", "EDA_C", "EDA_S"])
def test_models_of_every_kind(file, variant):
    tree = written(network(variant))
    again = kept(Session(SOURCE, tree), file).tree
    assert again.text(0) == tree.text(0)
    assert (again.steps(0)[0].p_gen is None) == (variant in ("EDA", "EDA_S"))


def test_hypotheses_and_a_table_that_was_read_back(file):
    assert_same(beam := written(config=BEAM), kept(Session(SOURCE, beam), file).tree, 0)
    backward = written(source="a bad cafe", phase=Phase.TEXT_TO_TABLE)
    assert_same(backward, kept(Session("a bad cafe", backward), file).tree, 0)


def test_branches_of_what_is_opened_have_new_numbers(tree, file):
    opened = kept(Session(SOURCE, tree), file).tree
    assert opened.plan(WhatIf(0, 1, character="a")).branch == len(WHAT_IFS) + 1


def test_a_text_that_is_being_written_is_kept_as_stopped(file):
    tree = written()
    tree[0].ending = None
    again = kept(Session(SOURCE, tree), file).tree
    assert again[0].ending is Ending.STOPPED
    assert again[0].log_probability == pytest.approx(tree.stopped(0).log_probability)


def test_half_a_character_is_kept(file):
    tree = written(source="name[\ud800]")
    assert kept(Session("name[\ud800]", tree), file).tree.source == tree.source


def test_a_file_that_cannot_be_written_leaves_the_old_one(tree, file, monkeypatch):
    writing.save(Session(SOURCE, tree), file)
    before = file.read_bytes()
    monkeypatch.setattr(writing, "LARGEST", 10)
    with pytest.raises(SessionError, match="too large"):
        writing.save(Session("other[x]", tree), file)
    assert file.read_bytes() == before


# Files that are no sessions.


def refused(file, content, match):
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    with pytest.raises(SessionError, match=match) as caught:
        reading.read(file)
    assert str(caught.value).count("\n") == 0
    assert file.name in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\xff", b"{", b"[" * 100_000, b'{"charcopy": NaN}', b'{"a": ' + b"9" * 5000 + b"}"],
)
def test_garbage_is_refused(file, content):
    refused(file, content, "is not a session of CharCopy, or it is damaged")


@pytest.mark.parametrize("content", [{}, [], 5, "session", None, {"charcopy": "trace"}])
def test_other_json_is_refused(file, content):
    refused(file, content, "cannot be opened as a session: it is")


def test_what_is_not_there_or_no_file_is_refused(tmp_path):
    for path in (tmp_path / "gone.charcopy", tmp_path):
        with pytest.raises(SessionError, match=r"cannot be read: .+\.$"):
            reading.read(path)


def test_what_is_too_large_is_not_even_read(tree, file, monkeypatch):
    writing.save(Session(SOURCE, tree), file)
    monkeypatch.setattr(reading, "LARGEST", 100)
    with pytest.raises(SessionError, match="too large to be a session"):
        reading.read(file)


def _packed(*values):
    return base64.b64encode(np.array(values, "<f4").tobytes()).decode()


def _set(content, path, value):
    *way, last = path
    for key in way:
        content = content[key]
    if value is KeyError:
        del content[last]
    else:
        content[last] = value


STEP = ("branches", 1, "steps", 2)
NAN = _packed(*[float("nan")] * 25)


@pytest.mark.parametrize(
    ("path", "value", "match"),
    [
        (("format",), 2, "made by a newer version"),
        (("format",), "1", "format is not a whole number"),
        (("format",), 0, "format is not a whole number"),
        (("mr",), 5, "mr is not a text"),
        (("table",), 5, "table is not a text"),
        (("table",), "name[A", "table is not a table: The value of the slot 'name' is"),
        (("model", "sha256"), "xyz", r"model\.sha256 is not a checksum"),
        (("model",), KeyError, "it lacks 'model'"),
        (("phase",), "sideways", "phase is not one of table_to_text, text_to_table"),
        (("settings",), [], "settings is not a table"),
        (("settings", "strategy"), "guess", r"settings cannot be used: strategy must be one of"),
        (("settings", "surprise"), 1, "'surprise' is not a setting"),
        (("settings", "seed"), 10**400, r"settings\.seed is not a whole number"),
        (("settings", "temperature"), 10**400, r"settings\.temperature is not a whole number"),
        (("settings", "top_p"), -1.0, "settings.* top_p must be"),
        (("unknown", 0), 99, r"unknown\[0\] is not a whole number from 1 to 23"),
        (("source",), "short", r"unknown\[0\]"),
        (("chosen", "branch"), 77, r"chosen\.branch is not a branch of it"),
        (("chosen", "step"), 12, r"chosen\.step is not a whole number from 0 to 11"),
        (("chosen", "step"), True, r"chosen\.step is not a whole number"),
        (("branches",), [], "branches holds no text"),
        (("branches",), {}, "branches is not a list"),
        (("branches", 1, "id"), 0, r"branches\[1\]\.id is not a whole number from 1"),
        (("branches", 1, "what_if", "branch"), 1, r"what_if\.branch is not an earlier branch"),
        (("branches", 1, "what_if", "branch"), 3, r"what_if\.branch is not an earlier branch"),
        (("branches", 1, "what_if", "index"), 12, r"what_if\.index is not a whole number from 0"),
        (("branches", 2, "what_if", "index"), 3, r"what_if\.index is not a whole number from 4"),
        (("branches", 1, "what_if", "p_gen"), 0.5, "exactly one thing"),
        (("branches", 1, "what_if", "character"), None, "exactly one thing"),
        (("branches", 1, "what_if", "character"), "ab", "is not a single character"),
        (("branches", 3, "what_if", "position"), 25, r"position is not a whole number from 0 to"),
        (("branches", 1, "ending"), "bang", "is not one of end, length, stopped"),
        (("branches", 1, "seconds"), -1, "number allowed there"),
        (("branches", 1, "log_probability"), 10**400, "number allowed there"),
        ((*STEP, "log_probability"), 1e300, "number allowed there"),
        ((*STEP, "log_probability"), "0", "is not a number"),
        ((*STEP, "forced"), 1, "neither true nor false"),
        ((*STEP, "p_gen"), 1.5, "number allowed there"),
        ((*STEP, "p_gen"), None, "has a copy switch where others have none"),
        ((*STEP, "copy_alignment"), None, "has a copy switch where others have none"),
        ((*STEP, "character"), "", "is not a single character"),
        ((*STEP, "character"), END_LABEL, r"steps\[3\] comes after the end"),
        ((*STEP, "alignment"), "?", r"branches\[1\]\.steps\[2\]\.alignment is not an array"),
        ((*STEP, "alignment"), "é", "is not an array"),
        ((*STEP, "alignment"), [0.5], "is not a text"),
        ((*STEP, "alignment"), _packed(*[0.5] * 24), "has 24 numbers, not 25"),
        ((*STEP, "alignment"), _packed(*[2.0] * 25), "not shares"),
        ((*STEP, "copy_alignment"), NAN, "not shares"),
        ((*STEP, "candidates", 0, 1), -0.1, "number allowed there"),
        ((*STEP, "candidates", 0), ["a", 1, 1], "four parts of a candidate"),
        ((*STEP, "candidates", 0, 0), 3, r"candidates\[0\]\[0\] is not a text"),
        (("hypotheses",), [{"text": 1}], r"hypotheses\[0\]\.text is not a text"),
    ],
)
def test_every_part_is_looked_at(tree, file, path, value, match):
    content = json.loads(writing.to_json(Session(SOURCE, tree, SHA256)))
    _set(content, path, value)
    refused(file, content, match)


def test_a_session_cut_anywhere_is_refused(tree, file):
    content = writing.to_json(Session(SOURCE, tree)).encode()
    for end in range(0, len(content), len(content) // 50):
        refused(file, content[:end], "damaged")


def _nodes(content, path=()):
    yield path
    inner = {dict: dict.items, list: enumerate}.get(type(content), lambda _: ())
    for key, value in inner(content):
        yield from _nodes(value, (*path, key))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_file_changed_anywhere_is_refused_or_whole(tree, file, data):
    content = json.loads(writing.to_json(Session(SOURCE, tree, SHA256, 2, 3)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(_nodes(content))[1:]))
        others = data.draw(st.sampled_from(list(_nodes(content))[1:]))
        value = data.draw(JSON | st.just(KeyError) | st.just(_at(content, others)))
        _set(content, path, value)
    file.write_text(json.dumps(content))
    try:
        session = reading.read(file)
    except SessionError:
        return
    again = reading.read(_rewritten(session, file))
    assert_same(session.tree, again.tree, 0)
    for branch in session.tree:
        steps = session.tree.steps(branch.id)
        assert [step.index for step in steps] == list(range(len(steps)))
        if branch.what_if is not None:
            request = session.tree.request(branch.id)
            assert sorted(request.forced)[: request.index] == list(range(request.index))


def _at(content, path):
    for key in path:
        content = content[key]
    return copy.deepcopy(content)


def _rewritten(session, file):
    writing.save(session, file)
    return file


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300))
def test_any_bytes_are_refused(file, content):
    file.write_bytes(content)
    with pytest.raises(SessionError):
        reading.read(file)

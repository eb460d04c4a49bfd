import gc

import pytest
from instrument_bench import step_of
from trace_records import source

from charcopy_gui.pages.output.written import Written
from core.config import DecodingConfig, Strategy
from core.records import Ending, GenerationFinished, GenerationStarted, Phase

BEAM = DecodingConfig(Strategy.BEAM)


@pytest.fixture
def written():
    made = Written(Phase.TABLE_TO_TEXT)
    made.expect(BEAM)
    return made


def started(run):
    return GenerationStarted(run, 0, source().source, "toy")


def steps(run, text, first=0):
    return [step_of(run, 0, index, c) for index, c in enumerate(text) if index >= first]


def test_a_run_is_written_as_was_expected_of_it(written):
    tree = written.begin(started(1))
    assert (tree.run, tree.config, tree.phase) == (1, BEAM, Phase.TABLE_TO_TEXT)
    assert written.begin(started(1)) is None, "it has begun already"


def test_each_run_gets_its_own_records_whatever_comes_between(written):
    one = written.begin(started(1))
    other = written.begin(started(2))
    written.append([*steps(2, "Aa"), *steps(1, "Zi")])
    assert (one.text(0), other.text(0)) == ("Zi", "Aa")
    assert written.finish(GenerationFinished(2, 0, "Aa", Ending.END, -1.0, 0.1)) is other
    assert other[0].ending is Ending.END


def test_what_made_room_for_a_newer_run_is_unfinished(written):
    one = written.begin(started(1))
    written.append(steps(1, "Zi"))
    written.begin(started(2))
    assert one[0].ending is Ending.STOPPED
    assert one[0].log_probability == pytest.approx(-0.2)


def test_a_run_that_begins_after_a_newer_one_is_too_late(written):
    kept = written.begin(started(5))
    assert written.begin(started(4)) is None
    assert written.finish(GenerationFinished(4, 0, "", Ending.END, 0.0, 0.0)) is None
    assert kept.run == 5


def test_trees_that_nobody_can_show_are_let_go(written):
    written.begin(started(1))
    gc.collect()
    written.append(steps(1, "Zi"))
    assert written.finish(GenerationFinished(1, 0, "Zi", Ending.END, -1.0, 0.1)) is None

import pytest

from tests.bench import trace_view


def test_the_records_are_such_as_a_network_makes(qapp):
    started, steps = trace_view._records(40, 80)
    assert len(steps) == 40
    assert len(started.source.characters) == pytest.approx(80, abs=8)
    assert len(started.source.slot_spans) > 1
    for step in steps:
        assert step.alignment.sum() == pytest.approx(1, abs=1e-4)
        assert sum(c.probability for c in step.candidates) <= 1


def test_what_is_measured_is_drawn(qapp):
    figures = trace_view._trace(*trace_view._records(20, 40))
    figures |= trace_view._instrument(*trace_view._records(20, 40))
    assert all(milliseconds > 0 for milliseconds in figures.values())
    assert figures["scrub_worst_ms"] >= figures["scrub_ms"]

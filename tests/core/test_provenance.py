import json

import pytest
from hypothesis import given, strategies

from core.provenance import Figures, Provenance, figures_of

NUMBERS = strategies.floats(-1e15, 1e15) | strategies.integers(-(10**15), 10**15)
NAMES = strategies.text().filter(lambda n: n not in ("corpus", "split", "decoding", "protocol"))


@given(
    figures=strategies.builds(
        Figures,
        *[strategies.text()] * 4,
        scores=strategies.dictionaries(NAMES, NUMBERS),
    )
)
def test_figures_come_back_from_json(figures):
    assert Figures.from_mapping(json.loads(json.dumps(figures.to_mapping()))) == figures


@given(
    values=strategies.dictionaries(
        strategies.sampled_from(sorted(Provenance().to_mapping())),
        strategies.none() | strategies.floats() | strategies.integers() | strategies.text(),
    )
)
def test_provenance_is_sound_or_refused(values):
    try:
        provenance = Provenance.from_mapping(values)
    except ValueError as error:
        assert str(error).endswith(".")  # noqa: PT017 - it need not be raised
    else:
        assert f"{provenance.seconds:.1f}{provenance.steps:,}{provenance.dev_bleu or 0:.4f}"


def test_what_evaluate_prints_are_figures():
    printed = {"BLEU": 0.6, "METEOR": None, "n": 547}
    (found,) = figures_of({"corpus": "E2E", "split": "dev", "decoding": "greedy", **printed})
    assert found == Figures("E2E", "dev", "greedy", scores={"BLEU": 0.6, "n": 547})
    assert figures_of([printed, printed]) == (Figures(scores={"BLEU": 0.6, "n": 547}),) * 2


@pytest.mark.parametrize("values", [5, "good", [5], {"BLEU": True}, {"split": 1}, {"BLEU": [1]}])
def test_what_are_no_figures(values):
    with pytest.raises(ValueError, match="must be"):
        figures_of(values)

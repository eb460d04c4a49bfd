import pytest

from charcopy_gui.pages.generate.doubt import UNSURE, doubt
from core.config import DecodingConfig, Strategy
from core.generation_tree import Branch, GenerationTree
from core.meaning_representation import slot_spans
from core.records import END_LABEL, CharacterStep, Ending, Phase, SourceView, WhatIf

SHORT, LONG_ENOUGH = "name[Old Brindle]", "name[Old Brindle], food[French], area[riverside]"


def tree(mr=SHORT, nats=0.6, text="Thexkr isy.", strategy=Strategy.GREEDY, ending=Ending.END):
    characters = [*text, END_LABEL] if ending is Ending.END else list(text)
    steps = [
        CharacterStep(0, 0, at, character, False, -nats, 1.0, None, None, None, ())
        for at, character in enumerate(characters)
    ]
    source = SourceView(("⟨start⟩", *mr, "⟨end⟩"), slot_spans(mr), frozenset())
    made = GenerationTree(0, source, Phase.TABLE_TO_TEXT, DecodingConfig(strategy), "toy")
    made.restore([Branch(0, None, steps, ending, -nats * len(steps))])
    return made


def test_nothing_is_said_of_a_usual_text():
    assert doubt(tree(nats=UNSURE - 0.01), 0) == ""
    assert doubt(tree(nats=0.9, ending=Ending.STOPPED), 0) == ""


@pytest.mark.parametrize(
    ("mr", "strategy", "remedy"),
    [
        (SHORT, Strategy.GREEDY, "Another slot may help."),
        (SHORT, Strategy.BEAM, "Another slot may help."),
        (LONG_ENOUGH, Strategy.GREEDY, "Beam search may help."),
        (LONG_ENOUGH, Strategy.SAMPLED, "A lower temperature may help."),
        (LONG_ENOUGH, Strategy.BEAM, "few tables like this one."),
    ],
)
def test_what_may_help_is_said(mr, strategy, remedy):
    said = doubt(tree(mr, strategy=strategy), 0)
    assert said.startswith("The model is unsure of this text")
    assert said.endswith(remedy)


def test_an_empty_text_is_said_to_be_empty():
    said = doubt(tree(LONG_ENOUGH, nats=0.01, text=""), 0)
    assert said == "The model ended at once: there is no text. Beam search may help."


def test_what_people_made_otherwise_need_not_be_likely():
    whole = tree()
    branch = Branch(1, WhatIf(0, 1, character="x"), list(whole.steps(0)[1:]), Ending.END, -60.0)
    whole.restore([branch])
    assert doubt(whole, 1) == ""

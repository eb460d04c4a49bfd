from charcopy_gui.pages.models import words
from core.provenance import Figures


def test_scores_are_named_as_on_evaluate_and_none_is_parted_from_its_name():
    scores = {"BLEU": 0.56, "ROUGE_L": 0.6, "SER": 0.2955, "exact_copy": 0.9583, "n": 1630}
    what, values = words.figures(Figures("E2E", "test", "greedy", "paper", scores))
    assert what == words.Fact("Figures", "E2E test, greedy, paper protocol")
    assert values.value.split(" ") == [
        "BLEU\N{NO-BREAK SPACE}0.5600,",
        "ROUGE-L\N{NO-BREAK SPACE}0.6000,",
        "slot\N{NO-BREAK SPACE}error\N{NO-BREAK SPACE}rate\N{NO-BREAK SPACE}29.55%,",
        "exact\N{NO-BREAK SPACE}copies\N{NO-BREAK SPACE}95.83%,",
        "texts\N{NO-BREAK SPACE}1,630",
    ]

from charcopy_gui.pages.models import words
from core.provenance import Figures


def test_figures_are_one_table_with_the_names_that_evaluate_has():
    scores = {"BLEU": 0.56, "ROUGE_L": 0.6, "SER": 0.2955, "exact_copy": 0.9583, "n": 1630}
    found = (
        Figures("E2E", "test", "greedy", "paper", scores),
        Figures("E2E", "dev", "beam of 10", "full", {"BLEU": 0.5, "NIST": 8.25, "other": 1}),
        Figures(),
    )
    of_test = "E2E test, greedy, paper protocol, 1,630 texts"
    assert words.figures(found) == [
        ("Set", "BLEU", "NIST", "ROUGE-L", "Slot error rate", "Exact copies"),
        (of_test, "0.5600", "–", "0.6000", "29.55%", "95.83%"),
        ("E2E dev, beam of 10", "0.5000", "8.2500", "–", "–", "–"),
        ("Not said", "–", "–", "–", "–", "–"),
    ]
    assert words.figures(()) == []

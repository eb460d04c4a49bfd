from collections import Counter

from charcopy_gui.pages.evaluate.published import METRICS, Source, systems
from core.corpus import catalog


def of(corpus, name):
    (found,) = [s for s in systems() if (s.corpus, s.system, s.source) == (corpus, name, PAPER)]
    return found


PAPER = Source.PAPER


def test_the_papers_best_figures_are_as_printed():
    assert of("e2e", "EDA_CS").figures == {
        "BLEU": 0.6705, "NIST": 8.5150, "METEOR": 0.4449, "ROUGE_L": 0.6894, "CIDEr": 2.2355
    }  # fmt: skip
    assert of("hotel", "EDA_CS^TL").figures["BLEU"] == 0.5769
    assert of("restaurant", "TGen").figures["CIDEr"] == 4.1650
    assert of("e2e-plus", "EDA").figures["NIST"] == 5.7835


def test_every_corpus_is_a_known_one_and_every_figure_is_in_its_range():
    for system in systems():
        assert catalog.find(system.corpus) is not None
        assert set(system.figures) == set(METRICS)
        for metric in ("BLEU", "METEOR", "ROUGE_L"):
            assert 0 < system.figures[metric] < 1


def test_the_challenge_has_its_main_systems_and_the_others():
    counts = Counter(system.source for system in systems())
    assert counts[Source.PRIMARY] == 22
    assert counts[Source.CHALLENGE] == 35
    assert counts[Source.PAPER] == 17

import dataclasses
from pathlib import Path

from core.alphabet import Alphabet
from core.config import ModelConfig
from core.corpus import demo
from core.metrics.unfamiliar import unfamiliar
from core.model_card import ModelCard
from core.provenance import Provenance

ASCII = Alphabet(tuple(map(chr, range(32, 127))))
CARD = ModelCard("e2eplus", Path("x"), ModelConfig(), ASCII, Provenance(corpus="E2E+"))
E2E = ["name[A], eatType[pub], customer rating[low], near[B]", "name[C], familyFriendly[no]"]


def test_a_set_like_the_models_own_is_not_spoken_of():
    assert unfamiliar(CARD, E2E) == ()


def test_slots_that_the_models_corpus_does_not_have():
    (sentence,) = unfamiliar(CARD, [*E2E, "name[A], dogs[no]", "name[B], built[1887], dogs[yes]"])
    assert sentence == (
        "e2eplus was trained on E2E+, which does not have the slots dogs and built: it may leave"
        " them out, or make something up."
    )
    (one,) = unfamiliar(CARD, [*E2E, "name[A], dogs[no]"])
    assert "the slot dogs: it may leave it out" in one


def test_the_demo_corpus_is_new_to_a_model_of_restaurants():
    mrs = [example.mr for example in demo.corpus().dev]
    sentences = unfamiliar(CARD, mrs)
    assert sentences[0].startswith("e2eplus was trained on E2E+, which does not have the slots ")
    assert "forChildren" in sentences[0]
    own = dataclasses.replace(CARD, provenance=Provenance(corpus="demo"))
    assert not any("slots" in sentence for sentence in unfamiliar(own, mrs))


def test_of_many_slots_a_few_are_named():
    mr = "name[A], " + ", ".join(f"s{number}[x]" for number in range(9))
    (sentence,) = unfamiliar(CARD, [mr])
    assert "the slots s0, s1, s2, s3 and 5 more: it may leave them out" in sentence


def test_of_a_corpus_that_nobody_knows_nothing_is_said():
    own = dataclasses.replace(CARD, provenance=Provenance(corpus="my_train.csv"))
    assert unfamiliar(own, ["title[Dune], pages[412]"]) == ()


def test_what_is_in_hardly_any_table_is_passed_over():
    assert unfamiliar(CARD, [*E2E * 20, "name[A], ack[]"]) == ()


def test_characters_that_it_was_not_trained_on():
    mrs = [*E2E, "name[Café], priceRange[less than £20]"]
    assert unfamiliar(CARD, mrs) == (
        "The alphabet of e2eplus lacks £ and é: it can only copy them.",
    )
    deaf = dataclasses.replace(CARD, config=ModelConfig(copy=False, shift=False))
    assert unfamiliar(deaf, ["name[Café]"]) == (
        "The alphabet of e2eplus lacks é: it cannot write it.",
    )


def test_irregular_lines_are_read_as_far_as_they_go():
    assert unfamiliar(CARD, ["name[A food[B]", "[x]", ""]) == ()

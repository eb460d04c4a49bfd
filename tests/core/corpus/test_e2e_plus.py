import json
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.corpus import e2e_plus
from core.corpus.e2e_plus import BuildError, Rewriting, build
from core.corpus.entree import names
from core.corpus.example import Example, group_by_mr
from core.corpus.foods import FOODS
from core.corpus.formats import read
from core.meaning_representation import MeaningRepresentation

OPEN = ("name", "near", "food")
LISTS = {("name", "near"): [f"Place {i}" for i in range(400)], ("food",): FOODS[:60]}


def slots(mr):
    return {slot.name: slot.value for slot in MeaningRepresentation.parse(mr).slots}


def rewritten(mr, text, **new):
    rewriting = Rewriting.of(mr, new)
    return rewriting.mr, rewriting.text(text)


def test_values_are_replaced_in_table_and_text():
    assert rewritten(
        "name[A B], food[Thai], area[x]", "A B has Thai food.", name="C", food="D"
    ) == (
        "name[C], food[D], area[x]",
        "C has D food.",
    )


def test_the_longest_value_goes_first_and_all_at_once():
    mr = "name[Raja Indian Cuisine], food[Indian], near[Cuisine]"
    text = "Raja Indian Cuisine, an Indian place near Cuisine, is so Indian."
    new = {"name": "Indian", "food": "Cuisine", "near": "Raja Indian Cuisine"}
    expected = "Indian, an Cuisine place near Raja Indian Cuisine, is so Cuisine."
    assert rewritten(mr, text, **new)[1] == expected


def test_other_words_and_other_spellings_stay():
    mr = "name[Café £5], food[Fast food]"
    made = rewritten(mr, "The café £5 has fast food, Café £5 does.", name="X", food="Welsh")
    assert made == ("name[X], food[Welsh]", "The cafe L5 has fast food, X does.")


def test_nothing_new_changes_nothing_but_letters():
    assert rewritten("a[é]", "£ b") == ("a[e]", "L b")


def examples(count, split):
    mrs = [f"name[N{split}{i}], food[F], near[L]" for i in range(count)]
    return [Example(mr, f"{slots(mr)['name']} has F near L. {n}") for mr in mrs for n in range(2)]


SPLITS = {"train": examples(40, "t"), "dev": examples(6, "d"), "test": examples(6, "e")}


def test_the_seed_decides():
    assert build(SPLITS, LISTS, 3) == build(SPLITS, LISTS, 3)
    assert build(SPLITS, LISTS, 3) != build(SPLITS, LISTS, 4)


@given(st.integers(0, 50))
def test_no_value_stands_in_two_places(seed):
    taken = LISTS["name", "near"][:3]
    built = build(SPLITS, LISTS, seed, taken)
    used = {}
    for split, made in built.items():
        assert [len(group) for group in group_by_mr(made).values()] == [2] * (len(made) // 2)
        for example in made:
            for slot, value in slots(example.mr).items():
                used.setdefault((split, slot), set()).add(value)
                assert value in example.reference
    for (one, a), (other, b) in combinations(used.items(), 2):
        assert not a & b, (one, other)
    assert not set().union(*used.values()) & set(taken)


def test_values_are_dealt_in_turn():
    made = build({"train": SPLITS["train"]}, LISTS, 1)["train"]
    foods = [slots(mr)["food"] for mr in group_by_mr(made)]
    assert len(set(foods)) == 40
    few = build({"train": SPLITS["train"]}, {("food",): FOODS[:3]}, 1)["train"]
    foods = [slots(mr)["food"] for mr in group_by_mr(few)]
    assert foods == (foods[:3] * 14)[:40]
    assert set(foods) == set(FOODS[:3])


def test_any_slots_will_do():
    made = build({"dev": [Example("title[Dune], by[Herbert]", "Dune.")]}, {("title",): ["Emma"]})
    assert made == {"dev": (Example("title[Emma], by[Herbert]", "Emma."),)}


def test_a_list_that_is_too_short():
    with pytest.raises(BuildError, match=r"For name and near at least 6 values are needed, .* 2"):
        build(SPLITS, {("name", "near"): ["A", "B"]})


def test_foods_are_plain_distinct_and_none_of_e2e():
    assert list(FOODS) == sorted(set(FOODS))
    assert all(food.isascii() for food in FOODS)
    e2e = {"English", "Japanese", "French", "Fast food", "Italian", "Indian", "Chinese"}
    assert not set(FOODS) & e2e


def test_the_authors_files_come_from_e2e_by_these_rules(shared_data):
    data = shared_data / "data"
    equal = rows = 0
    for e2e, plus in (("devset", "devset"), ("testset_w_refs", "testset")):
        old = group_by_mr(read(data / "e2e" / f"{e2e}.csv").examples)
        by_kind = {}
        for mr in old:
            by_kind.setdefault(kind(e2e_plus.plain(mr)), []).append(mr)
        for mr, texts in group_by_mr(read(data / "e2e_plus" / f"{plus}.csv").examples).items():
            new = {name: value for name, value in slots(mr).items() if name in OPEN}
            rows += len(texts)
            # Which table became which is told by the texts; the files do not say.
            equal += max(
                shared(old[one], Rewriting.of(one, new), texts) for one in by_kind[kind(mr)]
            )
    assert (equal, rows) == (9364, 9365)


def kind(mr):
    """A table without the values that were replaced."""
    return tuple((name, None if name in OPEN else value) for name, value in slots(mr).items())


def shared(old, rewriting, texts):
    return (Counter(map(rewriting.text, old)) & Counter(texts)).total()


def test_entrees_names_are_those_of_the_authors(shared_data):
    data = shared_data / "data"
    found = names((data / "sources" / "entree_new_york.txt").read_text(encoding="utf-8"))
    pools = json.loads((data / "e2e_plus" / "devtest_pools.json").read_text(encoding="utf-8"))
    used = {name for key, pool in pools.items() if "food" not in key for name in pool}
    # What the authors kept of a name with a comma in it.
    by_hand = {"Dominick's Real Homestyle", "Fifty-Seven", "ONE IF BY LAND TIBS"}
    assert used - set(found) == by_hand
    assert len(found) == len({name.casefold() for name in found}) > 1150

import json
import threading
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cancellation import Cancelled
from core.corpus.e2e_plus import RULES
from core.corpus.entree import names
from core.corpus.example import Example, group_by_mr
from core.corpus.foods import FOODS
from core.corpus.formats import read
from core.corpus.plus import BuildError, Rewriting, Rules, build
from core.meaning_representation import MeaningRepresentation

OPEN = ("name", "near", "food")
LISTS = {("name", "near"): [f"Place {i}" for i in range(400)], ("food",): FOODS[:60]}


def slots(mr):
    return {slot.name: slot.value for slot in MeaningRepresentation.parse(mr).slots}


def slots_of(mr, rules=RULES):
    return MeaningRepresentation.parse(mr.translate(rules.letters)).slots


def rewritten(mr, text, rules=RULES, **new):
    hand = {slot: new[slot.name] for slot in slots_of(mr, rules) if slot.name in new}
    example, _, _ = Rewriting.of(mr, hand, rules).example(text)
    return example.mr, example.reference


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


OWN = Rules()


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("A B has Thai food.", ("name[C], food[D]", "C has D food.")),
        ("A B has pad thai.", ("name[C], food[Thai]", "C has pad thai.")),
        ("Thai food, of course.", ("name[A B], food[D]", "D food, of course.")),
        ("It is nice.", ("name[A B], food[Thai]", "It is nice.")),
        ("A B is in Thailand.", ("name[C], food[Thai]", "C is in Thailand.")),
        ("ThaiA B", ("name[A B], food[Thai]", "ThaiA B")),
        ("", ("name[C], food[D]", "")),
    ],
)
def test_of_ones_own_a_row_keeps_what_its_text_does_not_have(text, made):
    assert rewritten("name[A B], food[Thai]", text, OWN, name="C", food="D") == made


def test_ones_own_letters_stay():
    mr, text = "name[Café £5], area[Zoë]", "Zoë likes the Café £5."
    made = rewritten(mr, text, OWN, name="Thé")
    assert made == ("name[Thé], area[Zoë]", "Zoë likes the Thé.")


def test_scripts_without_spaces_between_words_have_values_in_the_midst():
    made = rewritten("場所[京都]", "京都駅です。", OWN, 場所="奈良")
    assert made == ("場所[奈良]", "奈良駅です。")


def test_irregular_tables_are_kept_as_they_are_written_but_for_the_values():
    rows = [Example("name[A],near[B] , near[C][dontcare], ack[]", "A is near B and C. dontcare")]
    lists = {("name",): ["X"], ("near",): ["Y", "Z"], ("ack",): ["no"]}
    (row,) = build({"": rows}, lists, 1).splits[""]
    assert row in {
        Example("name[X],near[Y] , near[Z][dontcare], ack[]", "X is near Y and Z. dontcare"),
        Example("name[X],near[Z] , near[Y][dontcare], ack[]", "X is near Z and Y. dontcare"),
    }


def test_what_became_of_the_rows_is_counted():
    rows = [
        Example("name[A], food[F]", "A has F."),
        Example("name[A], food[F]", "A has none."),
        Example("name[A], food[F]", "Nothing."),
        Example("area[x]", "A has F."),
    ]
    account = build({"": rows}, {("name",): ["N"], ("food",): ["G"]}).account
    counted = account.rows, account.replaced, account.partly, account.left, account.without
    assert counted == (4, 1, 1, 1, 1)
    assert account.slots == {"name": (2, 1), "food": (1, 2)}


@given(st.integers(0, 9), st.text("AB F", max_size=12), st.booleans())
def test_table_and_text_of_ones_own_say_the_same_as_before(seed, text, shared):
    rows = [Example("name[A B], food[F]", text), Example("name[B], food[F]", text[::-1])]
    lists = {("name", "food"): "1234"} if shared else {("name",): "12", ("food",): "34"}
    for old, new in zip(rows, build({"": rows}, lists, seed).splits[""], strict=True):
        back = dict(zip(slots(new.mr).values(), slots(old.mr).values(), strict=True))
        assert "".join(back.get(part, part) for part in new.reference) == old.reference
        for before, after in zip(slots(old.mr).values(), slots(new.mr).values(), strict=True):
            assert before == after or after in new.reference or not text


def test_it_stops_when_told_to():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        build(SPLITS, LISTS, cancel=cancel)


def test_the_seed_decides():
    assert build(SPLITS, LISTS, 3) == build(SPLITS, LISTS, 3)
    assert build(SPLITS, LISTS, 3) != build(SPLITS, LISTS, 4)


@given(st.integers(0, 50))
def test_no_value_stands_in_two_places(seed):
    taken = LISTS["name", "near"][:3]
    built = build(SPLITS, LISTS, seed, taken).splits
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
    made = build({"train": SPLITS["train"]}, LISTS, 1).splits["train"]
    foods = [slots(mr)["food"] for mr in group_by_mr(made)]
    assert len(set(foods)) == 40
    few = build({"train": SPLITS["train"]}, {("food",): FOODS[:3]}, 1).splits["train"]
    foods = [slots(mr)["food"] for mr in group_by_mr(few)]
    assert foods == (foods[:3] * 14)[:40]
    assert set(foods) == set(FOODS[:3])


def test_any_slots_will_do():
    made = build({"dev": [Example("title[Dune], by[Herbert]", "Dune.")]}, {("title",): ["Emma"]})
    assert made.splits == {"dev": (Example("title[Emma], by[Herbert]", "Emma."),)}


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
            by_kind.setdefault(kind(mr.translate(RULES.letters)), []).append(mr)
        for mr, texts in group_by_mr(read(data / "e2e_plus" / f"{plus}.csv").examples).items():
            new = {name: value for name, value in slots(mr).items() if name in OPEN}
            rows += len(texts)
            # Which table became which is told by the texts; the files do not say.
            equal += max(shared(old[one], rewriting(one, new), texts) for one in by_kind[kind(mr)])
    assert (equal, rows) == (9364, 9365)


def kind(mr):
    """A table without the values that were replaced."""
    return tuple((name, None if name in OPEN else value) for name, value in slots(mr).items())


def rewriting(mr, new):
    hand = {slot: new[slot.name] for slot in slots_of(mr) if slot.name in new}
    return Rewriting.of(mr, hand, RULES)


def shared(old, rewriting, texts):
    made = [rewriting.example(text)[0].reference for text in old]
    return (Counter(made) & Counter(texts)).total()


def test_entrees_names_are_those_of_the_authors(shared_data):
    data = shared_data / "data"
    found = names((data / "sources" / "entree_new_york.txt").read_text(encoding="utf-8"))
    pools = json.loads((data / "e2e_plus" / "devtest_pools.json").read_text(encoding="utf-8"))
    used = {name for key, pool in pools.items() if "food" not in key for name in pool}
    # What the authors kept of a name with a comma in it.
    by_hand = {"Dominick's Real Homestyle", "Fifty-Seven", "ONE IF BY LAND TIBS"}
    assert used - set(found) == by_hand
    assert len(found) == len({name.casefold() for name in found}) > 1150

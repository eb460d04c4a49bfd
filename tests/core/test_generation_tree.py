import numpy as np
import pytest

from core.config import DecodingConfig
from core.generation_tree import GenerationTree
from core.records import (
    END_LABEL,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    Phase,
    SourceView,
    WhatIf,
)

SOURCE = SourceView(("⟨start⟩", "a", "⟨end⟩"), (), frozenset())


def step(branch: int, index: int, character: str) -> CharacterStep:
    alignment = np.array([0.2, 0.3, 0.5], np.float32)
    return CharacterStep(1, branch, index, character, False, -0.5, 0.1, alignment, None, None, ())


def write(tree: GenerationTree, branch: int, text: str, start: int = 0) -> None:
    tree.begin(GenerationStarted(1, branch, SOURCE, "m"))
    tree.append([step(branch, start + place, c) for place, c in enumerate(text)])
    end = start + len(text)
    tree.append([step(branch, end, END_LABEL)])
    tree.finish(GenerationFinished(1, branch, text, Ending.END, -0.5 * (end + 1), 0.1))


@pytest.fixture
def tree() -> GenerationTree:
    tree = GenerationTree(1, SOURCE, Phase.TABLE_TO_TEXT, DecodingConfig(), "m")
    write(tree, 0, "a pub")
    return tree


def test_a_text_that_departs_from_none_is_branch_0(tree: GenerationTree) -> None:
    assert [branch.id for branch in tree] == [0]
    assert tree.text(0) == "a pub"
    assert tree[0].ending is Ending.END
    assert tree[0].log_probability == pytest.approx(-3.0)
    assert [s.index for s in tree.steps(0)] == [0, 1, 2, 3, 4, 5]


def test_there_is_a_text_once_there_is_a_character() -> None:
    tree = GenerationTree(1, SOURCE, Phase.TABLE_TO_TEXT, DecodingConfig(), "m")
    assert not tree.has_text
    tree.begin(GenerationStarted(1, 0, SOURCE, "m"))
    assert not tree.has_text
    tree.append([step(0, 0, "a")])
    assert tree.has_text


def test_a_branch_begins_with_its_parents_characters(tree: GenerationTree) -> None:
    request = tree.plan(WhatIf(0, 2, character="b"))
    assert (request.run, request.branch, request.parent, request.index) == (1, 1, 0, 2)
    assert dict(request.forced) == {0: "a", 1: " ", 2: "b"}
    assert tree[1].ending is None
    assert tree.text(1) == "a "
    write(tree, 1, "bar", start=2)
    assert tree.text(1) == "a bar"
    assert tree.text(0) == "a pub"
    assert [s.branch for s in tree.steps(1)] == [0, 0, 1, 1, 1, 1]


def test_steps_of_a_branch_written_from_its_beginning_are_not_taken_twice(
    tree: GenerationTree,
) -> None:
    tree.plan(WhatIf(0, 2, character="b"))
    write(tree, 1, "a bar", start=0)
    assert tree.text(1) == "a bar"
    assert [s.index for s in tree[1].steps] == [2, 3, 4, 5]


def test_a_step_from_the_parent_is_changed_in_the_parent(tree: GenerationTree) -> None:
    tree.plan(WhatIf(0, 2, character="b"))
    write(tree, 1, "bar", start=2)
    for index in (1, 2):  # Before its start, and where it departs: both are the parent's.
        request = tree.plan(WhatIf(1, index, character="x"))
        assert request.parent == 0
        assert tree[request.branch].parent == 0
    assert tree.plan(WhatIf(1, 3, character="x")).parent == 1


def test_pins_of_the_beginning_hold_in_a_branch_of_a_branch(tree: GenerationTree) -> None:
    tree.plan(WhatIf(0, 1, p_gen=0.0))
    write(tree, 1, " cup", start=1)
    tree.plan(WhatIf(1, 3, position=1))
    write(tree, 2, "ab", start=3)
    request = tree.plan(WhatIf(2, 4, character="z"))
    assert dict(request.p_gen_pins) == {1: 0.0}
    assert dict(request.attention_pins) == {3: 1}
    assert "".join(request.forced.values()) == "a caz"


def test_a_later_pin_of_an_ancestor_does_not_hold(tree: GenerationTree) -> None:
    tree.plan(WhatIf(0, 3, p_gen=1.0))
    write(tree, 1, "xy", start=3)
    assert dict(tree.plan(WhatIf(1, 2, character="q")).p_gen_pins) == {}


def test_a_branch_is_removed_with_what_departs_from_it_and_comes_back(
    tree: GenerationTree,
) -> None:
    tree.plan(WhatIf(0, 2, character="b"))
    write(tree, 1, "bar", start=2)
    tree.plan(WhatIf(1, 4, character="n"))
    write(tree, 2, "n", start=4)
    tree.plan(WhatIf(0, 1, character="x"))
    gone = tree.remove(1)
    assert [branch.id for branch in gone] == [1, 2]
    assert [branch.id for branch in tree] == [0, 3]
    tree.append([step(2, 6, "!")])
    tree.restore(gone)
    assert [branch.id for branch in tree] == [0, 1, 2, 3]
    assert tree.text(2) == "a ban"
    assert [branch.id for branch in tree.children(0)] == [1, 3]
    assert [branch.id for branch in tree.children(None)] == [0]


def test_numbers_are_never_given_twice(tree: GenerationTree) -> None:
    assert tree.plan(WhatIf(0, 2, character="b")).branch == 1
    tree.remove(1)
    assert tree.plan(WhatIf(0, 2, character="b")).branch == 2


def test_a_text_that_departs_from_none_has_no_request(tree: GenerationTree) -> None:
    with pytest.raises(ValueError, match="departs from none"):
        tree.request(0)


def test_a_branch_that_nobody_writes_any_more_ends_where_it_is(tree: GenerationTree) -> None:
    tree.plan(WhatIf(0, 2, character="b"))
    tree.append([step(1, 2, "b"), step(1, 3, "a")])
    tree.finish(tree.stopped(1))
    assert tree[1].ending is Ending.STOPPED
    assert tree.stopped(1).text == "a ba"
    assert tree[1].log_probability == pytest.approx(-2.0)


def test_a_copy_does_not_grow_with_the_tree(tree: GenerationTree) -> None:
    tree.plan(WhatIf(0, 2, character="b"))
    copied = tree.copy()
    write(tree, 1, "bar", start=2)
    tree.plan(WhatIf(0, 1, character="x"))
    assert [branch.id for branch in copied] == [0, 1]
    assert (copied.text(0), copied.text(1)) == ("a pub", "a ")
    assert copied.plan(WhatIf(0, 0, character="y")).branch == 2

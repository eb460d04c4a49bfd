"""One run's texts as a tree: the text first written, and the branches that what-ifs made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.config import DecodingConfig
from core.records import (
    END_LABEL,
    CharacterStep,
    Ending,
    GenerationFinished,
    GenerationStarted,
    Hypothesis,
    Phase,
    SourceView,
    WhatIf,
)


@dataclass(frozen=True, slots=True)
class BranchRequest:
    """All that writing a branch needs, also where nobody holds its beginning any more."""

    run: int
    branch: int
    parent: int
    """The branch whose state before step `index` is the beginning."""
    index: int
    forced: Mapping[int, str]
    """The character of every step before `index`, and the one that is forced there, if one is."""
    p_gen_pins: Mapping[int, float]
    """Those that the beginning was written with, and the new one."""
    attention_pins: Mapping[int, int]


@dataclass(slots=True)
class Branch:
    """A text, from where it departs from another."""

    id: int
    what_if: WhatIf | None = None
    """Why it departs, and from where; None for a text that departs from none."""
    steps: list[CharacterStep] = field(default_factory=list)
    """Its own: those before `start` are another branch's."""
    ending: Ending | None = None
    """None while it is written."""
    log_probability: float = 0.0
    """Of the whole text, its beginning included; 0 while it is written."""
    seconds: float = 0.0

    @property
    def parent(self) -> int | None:
        """The branch it departs from."""
        return None if self.what_if is None else self.what_if.branch

    @property
    def start(self) -> int:
        """The index of its first own step."""
        return 0 if self.what_if is None else self.what_if.index


class GenerationTree:
    """Every branch of one run, by its number, in the order in which they came.

    A text without what-ifs is branch 0; beam search brings several that depart from none.
    """

    def __init__(
        self, run: int, source: SourceView, phase: Phase, config: DecodingConfig, model: str
    ) -> None:
        """`config` is how the texts are written, `model` the name of who writes them."""
        self.run = run
        self.source = source
        self.phase = phase
        self.config = config
        self.model = model
        self.hypotheses: tuple[Hypothesis, ...] = ()
        """What beam search found, of branches 0, 1, …; none by other strategies."""
        self._branches: dict[int, Branch] = {}
        self._next = 0

    def __iter__(self) -> Iterator[Branch]:
        return iter(self._branches.values())

    def __len__(self) -> int:
        return len(self._branches)

    def __contains__(self, branch: int) -> bool:
        return branch in self._branches

    def __getitem__(self, branch: int) -> Branch:
        return self._branches[branch]

    @property
    def has_text(self) -> bool:
        """Whether there is a character."""
        return any(branch.steps for branch in self)

    # What the network writes.

    def begin(self, record: GenerationStarted) -> None:
        """A text begins: one that was planned, or one that departs from none."""
        if record.branch not in self._branches:
            self._add(Branch(record.branch))

    def append(self, steps: Sequence[CharacterStep]) -> None:
        """Characters were written; those of a branch that was removed meanwhile are dropped.

        A branch that is written again from its beginning brings its parent's steps with it.
        """
        for step in steps:
            branch = self._branches.get(step.branch)
            if branch is not None and step.index == branch.start + len(branch.steps):
                branch.steps.append(step)

    def finish(self, record: GenerationFinished) -> None:
        """A text has ended."""
        branch = self._branches.get(record.branch)
        if branch is not None:
            branch.ending = record.ending
            branch.log_probability = record.log_probability
            branch.seconds = record.seconds

    def stopped(self, branch: int) -> GenerationFinished:
        """The last record of a branch that nobody writes any more, for `finish`."""
        total = sum(step.log_probability for step in self.steps(branch))
        return GenerationFinished(self.run, branch, self.text(branch), Ending.STOPPED, total, 0.0)

    # What people ask for.

    def plan(self, what_if: WhatIf) -> BranchRequest:
        """Add the branch of a what-if, still empty; the request that has it written.

        A step that a branch has from another one is changed in that other one.
        """
        owner = self._branches[what_if.branch]
        while owner.what_if is not None and what_if.index <= owner.start:
            owner = self._branches[owner.what_if.branch]
        changed = WhatIf(
            owner.id, what_if.index, what_if.character, what_if.p_gen, what_if.position
        )
        branch = Branch(self._next, changed)
        self._add(branch)
        return self.request(branch.id)

    def request(self, branch: int) -> BranchRequest:
        """What has a branch that departs from another written, or written again.

        Raises:
            KeyError: there is no such branch.
            ValueError: the branch departs from none.
        """
        change = self._branches[branch].what_if
        if change is None:
            msg = f"Branch {branch} departs from none."
            raise ValueError(msg)
        before = self.steps(change.branch)[: change.index]
        forced = {step.index: step.character for step in before}
        pins: dict[int, float] = {}
        positions: dict[int, int] = {}
        for part in self.path(branch):
            made = part.what_if
            if made is None or made.index > change.index:
                continue
            if made.p_gen is not None:
                pins[made.index] = made.p_gen
            if made.position is not None:
                positions[made.index] = made.position
        if change.character is not None:
            forced[change.index] = change.character
        return BranchRequest(self.run, branch, change.branch, change.index, forced, pins, positions)

    def remove(self, branch: int) -> list[Branch]:
        """Take a branch and all that depart from it away; `restore` brings them back."""
        gone = [part for part in self if any(p.id == branch for p in self.path(part.id))]
        for part in gone:
            del self._branches[part.id]
        return gone

    def restore(self, branches: Sequence[Branch]) -> None:
        """Bring back what `remove` took away, or what a file kept."""
        for branch in branches:
            self._add(branch)
        self._branches = dict(sorted(self._branches.items()))

    def copy(self) -> GenerationTree:
        """The tree as it is now, for whoever reads it in another thread while it grows."""
        tree = GenerationTree(self.run, self.source, self.phase, self.config, self.model)
        tree.hypotheses = self.hypotheses
        tree.restore([replace(branch, steps=list(branch.steps)) for branch in self])
        return tree

    # What is seen.

    def path(self, branch: int) -> list[Branch]:
        """The branches from which this one comes, the first one first, itself last."""
        found = [self._branches[branch]]
        while found[-1].parent is not None:
            found.append(self._branches[found[-1].parent])
        return found[::-1]

    def steps(self, branch: int) -> list[CharacterStep]:
        """All steps of a branch's text, those that it has from others included."""
        steps: list[CharacterStep] = []
        for part in self.path(branch):
            steps[part.start :] = part.steps
        return steps

    def text(self, branch: int) -> str:
        """The text of a branch, as far as it is written."""
        return "".join(step.character for step in self.steps(branch) if step.character != END_LABEL)

    def children(self, branch: int | None) -> list[Branch]:
        """The branches that depart from this one; with None, those that depart from none."""
        return [part for part in self if part.parent == branch]

    def _add(self, branch: Branch) -> None:
        self._branches[branch.id] = branch
        self._next = max(self._next, branch.id + 1)

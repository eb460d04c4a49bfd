"""Sentences to start from; the names are invented, so that they must be copied."""

from __future__ import annotations

EXAMPLES: tuple[tuple[str, str], ...] = (
    (
        "A pub by the river",
        "Zizzi Blue is a cheap French pub in the riverside area near Qwyx Seven.",
    ),
    (
        "A family restaurant",
        "There is a family friendly Italian restaurant called The Copper Lantern near Marlow"
        " Bridge. It has a customer rating of 5 out of 5.",
    ),
    ("A name nobody has seen", "Vroo & Xanthe 1887 is a Thai pub with a low customer rating."),
    (
        "Two sentences in other words",
        "In the heart of the city you find Old Brindle, which serves sushi. Prices are more than"
        " £30, and children are not welcome.",
    ),
)
"""Title and sentence of each."""

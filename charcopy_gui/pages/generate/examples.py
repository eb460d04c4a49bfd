"""Meaning representations to start from; the names are invented, so that they must be copied."""

from __future__ import annotations

EXAMPLES: tuple[tuple[str, str], ...] = (
    (
        "A pub by the river",
        "name[Zizzi Blue], eatType[pub], food[French], priceRange[cheap], area[riverside],"
        " near[Qwyx Seven]",
    ),
    (
        "A family restaurant",
        "name[The Copper Lantern], eatType[restaurant], food[Italian],"
        " customer rating[5 out of 5], familyFriendly[yes], near[Marlow Bridge]",
    ),
    (
        "Two slots only",
        "name[Tindrel's], food[French]",
    ),
    (
        "Every slot",
        "name[Old Brindle], eatType[pub], food[Japanese], priceRange[more than £30],"
        " customer rating[low], area[riverside], familyFriendly[no], near[Café Orrin]",
    ),
    (
        "A name nobody has seen",
        "name[Vroo & Xanthe 1887], eatType[pub], food[Thai], area[riverside]",
    ),
    (
        "Characters never trained",
        "name[Café 東京], eatType[pub], food[Japanese], area[city centre]",
    ),
)
"""Title and line of each."""

"""The guided tour and the lessons: every word that they say."""

from __future__ import annotations

from charcopy_gui.window.tour.course import Course, Deed, Part, Step

_TABLE = (
    "name[{}], eatType[pub], food[French], priceRange[cheap], area[riverside], near[Marlow Bridge]"
)

TOUR = Course(
    "Guided tour",
    (
        Step(
            "The table",
            "This is all that the network is given: slots and their values. It reads them as the"
            " line below the table, one character after another.",
            Part.SLOTS,
        ),
        Step(
            "The sentence",
            "The network has written it one character at a time. What is orange and underlined"
            " was copied from the table; the rest it wrote by itself.",
            Part.TEXT,
        ),
        Step(
            "Why this character?",
            "Click a character, here or in the sentence. The curve shows whether it was generated"
            " or copied, the map below it where in the table the network was looking.",
            Part.TRACE,
            Deed.CHOOSE_CHARACTER,
            "The same character is marked in every view now. Where p_gen is high it was generated,"
            " where it is low it was copied.",
        ),
        Step(
            "What if?",
            "These characters could have come at the chosen step, with their probabilities. Click"
            " another one, and the sentence is rewritten from there.",
            Part.CANDIDATES,
            Deed.TAKE_OTHER,
        ),
        Step(
            "Two sentences",
            "Both are kept as branches: choose one to see it again, or go back with Edit, Undo."
            " From here on, the lessons and the guide under Help lead further.",
            Part.BRANCHES,
        ),
    ),
)

COPYING = Course(
    "Make it copy an invented name",
    (
        Step(
            "A name that nobody has heard of",
            "Double-click the value of name, type a name that you have just made up, and press"
            " Return.",
            Part.TABLE,
            Deed.TYPE_NAME,
        ),
        Step(
            "Have it written",
            "Press Run, or Ctrl+Return.",
            Part.RUN,
            Deed.RUN,
        ),
        Step(
            "Letter for letter",
            "No text that the network learnt from has this name. Where it is orange and"
            " underlined, it was copied from the table, one character after another.",
            Part.TEXT,
        ),
        Step(
            "How it was done",
            "Along the name the curve of p_gen is near 0: the network copies. In the map the"
            " name is a diagonal, since with every character it looks at the next.",
            Part.TRACE,
        ),
    ),
    _TABLE.format("The Copper Lantern"),
)

PINNING = Course(
    "Pin p_gen to 1 and see what goes wrong",
    (
        Step(
            "In the middle of a name",
            "Click a character within the name in the sentence. The network has copied it.",
            Part.TEXT,
            Deed.CHOOSE_IN_NAME,
        ),
        Step(
            "Forbid copying",
            "Drag p_gen to 1.00: at this one step the network has to make the character up.",
            Part.P_GEN,
            Deed.PIN,
        ),
        Step(
            "What goes wrong",
            "Here the name is misspelt, for the network has never learnt to spell it. With the"
            " next characters it may copy on where it was, or lose the thread.",
            Part.TEXT,
        ),
        Step(
            "Let it go again",
            "Both sentences are kept as branches. Choose the first one, press Free beside p_gen,"
            " or go back with Edit, Undo.",
            Part.BRANCHES,
        ),
    ),
    _TABLE.format("Quibble & Vane"),
)

LOOKING = Course(
    "Move the attention",
    (
        Step(
            "Where the name begins",
            "Click the first character of the name in the sentence. From here on the network"
            " copies what it looks at.",
            Part.TEXT,
            Deed.CHOOSE_NAME,
        ),
        Step(
            "Look elsewhere",
            "Press Move attention, then click the bracket that opens the value of near: the"
            " character after it is the one that can be copied.",
            Part.ATTENTION,
            Deed.LOOK_ELSEWHERE,
        ),
        Step(
            "Another name",
            "The network goes on from where it was made to look, and copies that value in the"
            " place of the name. What it meant to say it often says later.",
            Part.TEXT,
        ),
        Step(
            "Both are kept",
            "Choose a branch to see its sentence again, or go back with Edit, Undo. Try other"
            " slots: each is a branch of its own.",
            Part.BRANCHES,
        ),
    ),
    _TABLE.format("Quibble & Vane"),
)

WITHOUT_COPYING = Course(
    "Without copying",
    (
        Step(
            "Two networks, one table",
            "The model e2e-edacs can copy, e2e-eda cannot. Press Compare, so that both write for"
            " this table.",
            Part.ABOUT_TEXT,
            Deed.COMPARE,
        ),
        Step(
            "What is missing",
            "Without copying a network can only write names that it has learnt: it takes another"
            " one, or leaves the name out. In its text nothing is orange.",
            Part.OUTCOMES,
        ),
        Step(
            "Which slots are expressed",
            "Below each text you see which slots it says, and which are missing or wrong. Evaluate"
            " counts the same for a whole corpus.",
            Part.OUTCOMES,
        ),
    ),
    _TABLE.format("Quibble & Vane"),
)

LESSONS = (COPYING, PINNING, LOOKING, WITHOUT_COPYING)

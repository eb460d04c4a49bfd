"""How people say the closed slots of the E2E corpus: its values and the words for them.

Gathered from what people wrote for each value, as patterns on plain text (`mentions.plain`): small
letters, no hyphens. A space stands for one or more, a space with ? for any number; each wording is
one of whole words. Whether families are welcome needs more than words: see `family`.
"""

from __future__ import annotations

_LOW = (
    "(?:low|lower|lowest|poor|poorly|bad|badly|terrible|horrible|awful|unfavou?rable"
    "|not (?:very |so |that )?(?:good|great|high|highly|well))"
)
_MIDDLE = (
    "(?:average|averagely|averaged?|mid|middle|medium|moderate|moderately|mediocre|okay|ok|decent"
    "|decently|fair|fairly|mixed|middling|satisfactory)"
)
_HIGH = (
    "(?:high|highly|higher|highest|excellent|excellently|great|good|top|(?:very )?well|very good"
    "|best|outstanding|superb|fantastic|amazing|exceptional|positive|favou?rable|stellar"
    "|wonderful|perfect)"
)
_RATING = (
    "(?:(?:customers?'?s?|consumer|client|user|guest|patron|public|overall|quality|star|service) )*"
    "(?:rat(?:ing|ings|ed|e|es)|reviews?|reviewed|satisfaction|approval|feedback|scores?|scored"
    "|recommended|recommendations?|regarded|rank(?:ed|s|ing|ings)?|reputation)"
)
_OF_RATING = (
    "(?:(?:is|are|was|at|of|as|being|been|has|have|had|which|that|it|they|gets?|got|an?|the|only"
    "|just|very|quite|pretty|rather|generally|considered|usually|range|score|with|reportedly"
    "|received?|receives|receiving|from|by|its|their|given|to be|on|customers?|patrons|guests"
    "|people|them|this|place|restaurant|pub|coffee shop) ){0,4}"
)


def _rating(level: str, number: str, word: str) -> str:
    stars = f"(?:{number}|{word})"
    of_five = "(?:(?:out )?(?:of|on) (?:a possible )?|out )(?:5|five)(?: stars?)?"
    return "|".join(
        (
            rf"{stars} (?:stars? )?{of_five}",
            rf"{number} ?(?:/|of) ?5(?: stars?)?",
            rf"{stars} ?star(?:s|red)?",
            r"rat(?:ed|ing|ings)(?: score)? (?:(?:is|of|as|at|an?|only|just|it|them) ){0,2}"
            rf"{stars}(?: ?(?:/ ?5|{of_five})| stars?)?",
            rf"{level} (?:(?:average|overall|quality|customers?|consumer|public) ){{0,2}}{_RATING}",
            rf"{_RATING} {_OF_RATING}{level}(?! (?:in )?(?:pric|cost))",
        )
    )


_PRICE = (
    "(?:pric(?:e|es|ed|ing|ey|y)|cost(?:s|ing)?)(?: (?:ranges?|points?|bracket|level|menu|ranged))?"
)
_OF_PRICE = (
    "(?:(?:is|are|was|at|of|as|being|in|the|an?|which|that|very|quite|pretty|rather|considered"
    "|usually|generally|fairly|ranges?|ranging|from|on|side|its|their|set|all|to be|for food|for it"
    "|of food|of the food|here) ){0,4}"
)
_NOT_RATED = "(?! (?:customer|rat|review|quality))"
_SIGN = "(?:£|\\$|€|lb|gbp)? ?"
_UNIT = "(?: ?(?:£|€|lb|l|pounds?|euros?|quid|gbp|dollars?))?"


def _price(levels: str, more: str = "") -> str:
    return (
        rf"{levels}{more} (?:in )?(?:than average )?{_PRICE}"
        rf"|{_PRICE} {_OF_PRICE}{levels}{_NOT_RATED}"
    )


WORDINGS: dict[str, dict[str, str]] = {
    "eatType": {
        "pub": r"pubs?|public house",
        "coffee shop": r"coffee ?(?:shop|house|bar|place|cafe|store|establishment)s?|cafes?",
        "restaurant": r"restaurants?|eatery|diner|bistro",
    },
    "food": {
        "English": r"english|british|england|britain|breakfasts?|fish (?:and|n|&) chips",
        "Fast food": r"fast ?foods?|(?:ham)?burgers?|american|fries",
        "Japanese": r"japan(?:ese)?|sushi",
        "Italian": r"ital(?:ian|y)|pasta|pizzas?|spaghetti",
        "Indian": r"indian?|curr(?:y|ies)",
        "French": r"french|france",
        "Chinese": r"chin(?:ese|a)",
    },
    "priceRange": {
        "less than £20": r"(?:(?:less|lower|cheaper|no more|not more) (?:than|then)|less|under"
        "|below|beneath|up to|within|maximum(?: of)?|at most|sub|not exceed(?:ing)?) "
        rf"(?:the |an? |about )?{_SIGN}20(?!\d){_UNIT}"
        rf"|{_SIGN}20{_UNIT} (?:or|and) (?:less|under|below|lower)|< ?{_SIGN}20",
        "£20-25": rf"{_SIGN}20{_UNIT} ?(?:to|and|or|through|until|up to)? ?{_SIGN}25(?!\d){_UNIT}"
        r"|twenty (?:to |and )?twenty five",
        "more than £30": r"(?:(?:(?:more|higher|greater|upwards?|up|excess|north) (?:than|then|of"
        "|from)|more|over|above|exceed(?:s|ing)?|beyond|at least|minimum(?: of)?"
        rf"|start(?:s|ing)? (?:at|from)|from) )?(?:the |an? |about )?{_SIGN}30(?!\d){_UNIT}"
        r"(?: ?(?:(?:or|and) (?:more|over|above|up|higher|upwards?)|plus|\+|upwards?))?"
        r"|> ?£30|thirty",
        "cheap": r"cheap(?:er|ly|est|ish)?|inexpensive(?:ly)?|affordabl[ey]|budget|economical"
        r"|bargain|low(?:er)? end|" + _price("(?:low|lower|lowest)", "(?: end)?"),
        "moderate": r"mid(?:dle)? ?ranged?|moderate range|"
        + _price(
            "(?:moderate|moderately|average|averagely|mid|middle|medium|mediumly|reasonable"
            "|reasonably|decent|decently|fair|fairly|modest|modestly|normal)",
            "(?: average| to| ranged?| level)?",
        ),
        "high": r"expensive(?:ly)?|price?y|costly|upscale|high end|high class"
        r"|high range|"
        + _price(
            "(?:high|highly|higher|top|premium|steep|above average|upper)",
            "(?: level| range| ranging| ended?)?",
        ),
    },
    "customer rating": {
        "low": _rating(_LOW, "1", "one"),
        "average": _rating(_MIDDLE, "3", "three"),
        "high": _rating(_HIGH, "5", "five"),
    },
    "area": {
        "riverside": r"river ?sides?|rivers?(?: ?(?:bank|front|view|walk|edge|shore)s?)?"
        r"|waterfront|water ?side",
        "city centre": r"(?:city|town)(?:'s)?(?: of)? cent(?:re|er|ral)|downtown"
        r"|cent(?:re|er|ral)(?:ly)?(?: (?:part|area|location))?(?: (?:of|in|to))?(?: the| a)? "
        r"(?:city|town)|inner city|(?:middle|heart|core) of (?:the |a )?(?:city|town)"
        r"|centr(?:al|ally)|(?:in|of) (?:the )?cent(?:re|er)|in town|city",
    },
}
"""For each slot but familyFriendly, each value and its wordings; of two at one place, the first."""

SAME: dict[str, dict[str, tuple[str, ...]]] = {
    "priceRange": {
        "cheap": ("cheap",),
        "less than £20": ("less than £20", "cheap"),
        "£20-25": ("£20-25", "moderate"),
        "moderate": ("moderate", "£20-25"),
        "high": ("high", "more than £30"),
        "more than £30": ("more than £30", "high"),
    },
    "customer rating": {
        "low": ("low",),
        "1 out of 5": ("low",),
        "average": ("average",),
        "3 out of 5": ("average",),
        "high": ("high",),
        "5 out of 5": ("high",),
    },
}
"""The values that may be said for a slot's value, where it is not that value alone."""

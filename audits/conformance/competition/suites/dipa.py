"""DiPA (Chadha, Sistla, Viswanathan, LICS 2021, arXiv 2104.14519): automata with one register x.

DiPA decides, in time linear in the automaton, whether it is (d eps)-private for some d and every
eps > 0, for every number of real answers.  These are the examples with one register that DiPAut's
authors keep in `examples` of their repository, bhusalb/DiPAut, in folders by their verdict:
`well_formed`, or the reason why not.  No weight and no seconds are recorded.  An example whose
name ends with `non_input` reads no answer, so that it loses nothing, whatever its folder: there
the folder is about the automaton's graph, and no verdict on privacy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import lcm

from audits.conformance.competition.entry import Entry, Inexpressible, Recorded, Truth, recipe
from audits.conformance.competition.programs.automata import Place, Published, place, way
from audits.conformance.competition.streaming import EveryNumber

SUITE = "DiPA"
HOLDS, REFUTED = Truth.HOLDS, Truth.REFUTED

LEVEL = place("1/4", way(1, sets="x"))
SHOWN = place("1/4", way(1, sets="x", value=True))
AGAIN = place("1/2", way(0, below="x"), way(2, above="x"))
HIGHER = place("1/2", way(3, above="x", sets="x"))
LOWER = place("1/2", way(2, below="x", sets="x"))


def looped(here: int, *, above: bool, rate: str = "1/4", mean: int = 0) -> Place:
    """It stays while answers are above x, or below; then it goes on."""
    ways = way(here, above="x"), way(here + 1, below="x")
    if not above:
        ways = way(here, below="x"), way(here + 1, above="x")
    return place(rate, *ways, mean=mean)


END = place("1/4")
SVT = LEVEL, looped(1, above=False, rate="1/2"), END

EXAMPLES: dict[str, dict[str, tuple[Place, ...]]] = {
    "well_formed": {
        "1": SVT,
        "2": (LEVEL, looped(1, above=True, rate="1/2"), END),
        "3": (LEVEL, looped(1, above=False), place("1/4", way(below="x"), way(above="x"))),
        "5": (
            *(LEVEL, looped(1, above=False)),
            *(place("1/4", way(3, sets="x")), looped(3, above=True), END),
        ),
        "6": (LEVEL, looped(1, above=False), looped(2, above=False), END),
        "23": (
            *(SHOWN, LOWER, place("1/2", way(3, sets="x"))),
            *(place("1/2", way(4, below="x")), place("1/2", way(3, below="x"))),
        ),
    },
    "disclosing_cycle": {
        "13": (
            LEVEL,
            place("1/2", way(2, sets="x", value=True)),
            place("1/2", way(1, sets="x", value=True)),
        )
    },
    "leaking_cycle": {
        "4": (
            *(LEVEL, place("1/4", way(1, below="x"), way(2, above="x"))),
            place("1/4", way(1, sets="x")),
        ),
        "7": (LEVEL, place("1/2", way(0, above="x", sets="x"), way(below="x"))),
        "15": (LEVEL, AGAIN, HIGHER, place("1/2", way(below="x", value=True))),
        "16": (
            *(LEVEL, AGAIN, HIGHER, place("1/2", way(4, sets="x"))),
            place("1/2", way(above="x", value=True)),
        ),
        "17": (LEVEL, AGAIN, HIGHER, place("1/2", way(above="x", value=True))),
        "18": (
            *(LEVEL, AGAIN, place("1/2", way(3, below="x", sets="x"))),
            place("1/2", way(above="x", value=True)),
        ),
    },
    "leaking_pair": {
        "8": (LEVEL, looped(1, above=False), looped(2, above=True), END),
        "9": (LEVEL, looped(1, above=True), looped(2, above=False), END),
        "10": (LEVEL, place("1/4", way(1, above="x"), way(1, below="x"))),
        "11": (
            *(LEVEL, place("1/4", way(1, above="x"), way(2, below="x", sets="x"))),
            *(looped(2, above=False, rate="1/5", mean=1), END),
        ),
    },
    "privacy_violating_path": {
        "14": (
            *(SHOWN, place("1/2", way(2, below="x"))),
            *(place("1/2", way(3, below="x")), place("1/2", way(2))),
        ),
        "21": (
            *(SHOWN, LOWER),
            *(place("1/2", way(3, below="x")), place("1/2", way(2, below="x"))),
        ),
        "22": (
            *(SHOWN, LOWER, place("1/2", way(3, above="x"))),
            *(place("1/2", way(4, below="x")), place("1/2", way(3, below="x"))),
        ),
        "24": (
            *(SHOWN, place("1/2", way(2, below="x"))),
            *(place("1/2", way(3, below="x")), place("1/2", way(2, below="x"))),
        ),
    },
}
"""By folder; 4 and 17 are in two."""

DEAF = {
    **dict.fromkeys(("1", "2", "3", "5", "6", "13"), "well_formed"),
    **dict.fromkeys(("4", "7"), "leaking_cycle"),
    **dict.fromkeys(("8", "9", "10", "11"), "leaking_pair"),
}
"""Examples of which there is one that reads nothing, and its folder."""


def entries() -> Iterator[Entry]:
    """By folder, then those that read nothing."""
    for folder, examples in EXAMPLES.items():
        truth = HOLDS if folder == "well_formed" else REFUTED
        for name, places in examples.items():
            yield _entry(name, places, folder, truth, "its verdict")
    known = {name: places for each in EXAMPLES.values() for name, places in each.items()}
    for name, folder in DEAF.items():
        places = tuple(replace(each, reads=False) for each in known[name])
        ground = "no answer is read, so that the loss is 0"
        yield _entry(f"{name}_non_input", places, folder, HOLDS, ground)


def _entry(name: str, places: tuple[Place, ...], folder: str, truth: Truth, ground: str) -> Entry:
    parts = lcm(*(each.rate.denominator for each in places))
    question = EveryNumber(recipe(Published, places=places), parts)
    recorded = Recorded(None, f"examples/{folder}", f"its verdict: {folder.replace('_', ' ')}")
    return Entry(SUITE, f"example {name}", question, truth, ground, recorded)


def inexpressible() -> Iterator[Inexpressible]:
    """What is no automaton."""
    reason = "two of its ways are open at once: x below and not above, and below"
    recorded = Recorded(None, "examples/leaking_pair", "its verdict: leaking pair")
    yield Inexpressible(SUITE, "example 12", "as example 11", reason, recorded)

"""Certificates about streams, by hand.

The loss of AboveThreshold is at most eps, and no less.  No number will do if it puts out the noisy
answer (`LOOP`), or has no noise on answers (`RAY`), or for prefix sums with fresh noise (`SUMS`).
"""

from __future__ import annotations

from proofs_tests.kernel.examples import Certificate, certificate


def automaton(*states: tuple[int, int, list[Certificate]]) -> Certificate:
    """States (registers, whether a step reads, its branches); without branches no step."""
    found = [
        {"registers": n, "steps": [{"reads": reads, "branches": branches}] if branches else []}
        for n, reads, branches in states
    ]
    return {"states": found}


def branch(
    symbol: str,
    to: int,
    guards: list[Certificate],
    updates: list[object],
    noise: tuple[str, str] | None = ("laplace", "1/4"),
) -> Certificate:
    """By default with noise of scale 4 / eps."""
    draws: list[object] = [[*noise]] if noise else []
    lists = {"draws": draws, "guards": guards, "equations": [], "released": []}
    return {**lists, "updates": updates, "symbol": symbol, "to": to}


START = branch("", 1, [], [{"n0": "1"}], ("laplace", "1/2"))
BELOW = branch("0", 1, [{"0": "1", "n0": "-1", "q": "-1"}], [{"0": "1"}])
ABOVE = branch("1", 2, [{"0": "-1", "n0": "1", "q": "1"}], [])


def sparse(below: Certificate, above: Certificate, start: Certificate = START) -> Certificate:
    """One answer after another is compared with the threshold, until one is above."""
    return automaton((0, 0, [start]), (1, 1, [below, above]), (0, 0, []))


STREAM: Certificate = {
    "automaton": sparse(BELOW, ABOVE),
    "adjacency": "all",
    "sensitivity": "1",
    "loss": "1",
}


def case(to: int, shift: str) -> Certificate:
    """The one row of the next node comes from the one row here."""
    return {"to": to, "rows": [[0, [shift]]], "facts": []}


def node(state: int, rows: list[object], following: list[object]) -> Certificate:
    """A node without facts."""
    return {"state": state, "mode": "all", "rows": rows, "facts": [], "next": following}


BOUND = certificate(
    "stream-bound",
    **STREAM,
    start=[0],
    nodes=[
        node(0, [[[], "0"]], [[[case(1, "1")]]]),
        node(1, [[["1"], "1/2"]], [[[case(1, "0"), case(1, "0")], [case(2, "2"), case(2, "0")]]]),
        node(2, [[[], "1"]], []),
    ],
)


def position(
    chosen: list[object], draw: list[object], weights: list[object], y: list[object]
) -> Certificate:
    """Branch and difference by their places; the answer is 0 for t = 0."""
    first = {"step": 0, "branch": chosen[0], "difference": chosen[1]}
    return first | numbers(draw, weights, y)


def numbers(
    draw: list[object], weights: list[object], y: list[object], answer: str = "0"
) -> Certificate:
    """Those of a position, or how much they grow with turns."""
    return {"answer": answer, "draws": draw, "multipliers": weights, "registers": y}


def crossing(level: str, noise: str) -> list[Certificate]:
    """Three answers below a level, and one above it, with these draws."""
    return [
        position([0, 0], [level], [], ["1/2"]),
        *(position([0, 1], ["-1"], ["1/4"], [y]) for y in ("1/4", "0", "-1/4")),
        position([1, 0], [noise], ["1/4"], []),
    ]


ATTAINED = certificate(
    "stream-attained", **STREAM, mode="all", prophecies=[], run=crossing("0", "1"), turns=None
)


def endless(
    automaton: Certificate,
    run: list[Certificate],
    grown: list[Certificate],
    loops: list[object],
    **changed: object,
) -> Certificate:
    """No number will do."""
    stated = {"automaton": automaton, "adjacency": "all", "sensitivity": "1", "loss": "inf"}
    first = changed.get("prophecies", [])
    turns = {"prophecies": first, "grown": grown, "loops": loops}
    proof: Certificate = {"mode": "all", "prophecies": [], "run": run, "turns": turns}
    return certificate("stream-attained", **(stated | proof | changed))


VALUE: Certificate = {"n0": "1", "q": "1"}
LOOP = endless(
    sparse(BELOW, ABOVE | {"released": [VALUE]}),
    [
        position([0, 0], ["0"], [], ["0"]),
        position([0, 1], ["-1"], ["1/4"], ["-1/4"]),
        position([1, 0], ["1"], ["0", "0"], []),
    ],
    [
        numbers(["0"], [], ["0"]),
        numbers(["0"], ["0"], ["-1/4"]),
        numbers(["0"], ["1/4", "-1/4"], []),
    ],
    [{"from": 1, "to": 2, "ahead": [numbers(["0"], ["0"], ["0"])]}],
)
"""The noisy answer is put out: the multipliers of the last position grow with the turns."""

NONE: Certificate = {"draws": []}
RAY = endless(
    sparse(
        BELOW | NONE | {"guards": [{"0": "1", "q": "-1"}]},
        ABOVE | NONE | {"guards": [{"0": "-1", "q": "1"}]},
    ),
    [
        position([0, 0], ["0"], [], ["0"]),
        position([0, 1], [], ["0"], ["0"]) | {"answer": "-1"},
        position([1, 0], [], ["0"], []) | {"answer": "1"},
    ],
    [numbers(["0"], [], ["0"]), numbers([], ["1"], ["-1"]), numbers([], ["1"], [])],
    [],
)
"""Answers have no noise: the run cannot be moved."""

SUM: Certificate = {"0": "1", "q": "1"}
ADD = branch("", 1, [], [SUM]) | {"released": [SUM | {"n0": "1"}]}
SUMS = endless(
    automaton((0, 0, [branch("", 1, [], [{}], None)]), (1, 1, [ADD])),
    [
        position([0, 0], [], [], ["-1/4"]),
        position([0, 2], ["0"], ["-1/4"], ["0"]),
        position([0, 0], ["0"], ["-1/4"], ["0"]),
    ],
    [numbers([], [], ["-1/4"]), numbers(["0"], ["0"], ["-1/4"]), numbers(["0"], ["0"], ["0"])],
    [{"from": 2, "to": 3, "ahead": [numbers(["0"], ["0"], ["-1/4"])]}],
    adjacency="one",
    mode="none",
)
"""Prefix sums with fresh noise: y is what the sums of turns to come tell of the first answer."""

LEFT: Certificate = {"0": "1", "1": "-1", "q": "-1"}
KEPT: list[object] = [{"0": "1"}, {"1": "1", "q": "1"}]
GOES = branch("go", 1, [LEFT, {"q": "1", "": "-1"}], KEPT, None)
RISING = endless(
    automaton((0, 0, [START | {"updates": [{"n0": "1"}, {}]}]), (2, 1, [GOES])),
    [
        position([0, 0], ["3"], [], ["1/2", "-1/2"]),
        position([0, 1], [], ["0", "0"], ["1/2", "-1/2"]) | {"answer": "2"},
        position([0, 1], [], ["1/2", "0"], ["0", "0"]) | {"answer": "2"},
    ],
    [
        numbers(["2"], [], ["0", "0"]),
        numbers([], ["0", "0"], ["0", "0"]),
        numbers([], ["0", "0"], ["0", "0"]),
    ],
    [{"from": 1, "to": 2, "ahead": [numbers([], ["0", "0"], ["0", "0"])]}],
    adjacency="monotone",
    mode="up",
)
"""Answers above 1 whose sum is below a noisy level: with the turns, the level must be higher."""

BEGIN = branch("", 1, [], [{"0": "1"}], None)
LESS = BELOW | {"symbol": "less"}
MOST = branch("most", 2, [], []) | {"equations": [{"0": "-1", "n0": "1", "q": "1"}]}


def maximum(most: Certificate) -> Certificate:
    """Which noisy answer is the greatest; that is foretold."""
    return automaton((1, 0, [BEGIN]), (1, 1, [LESS, most]), (0, 0, []))


MAXIMUM = certificate(
    "stream-attained",
    **(STREAM | {"automaton": maximum(MOST), "loss": "1/2"}),
    mode="all",
    prophecies=["0"],
    run=[
        position([0, 0], [], [], ["0"]),
        position([0, 1], ["-1"], ["1/4"], ["-1/4"]),
        position([1, 0], ["0"], ["1/4"], []),
    ],
    turns=None,
)
MAXIMUM_ITSELF = endless(
    maximum(MOST | {"released": [{"0": "1"}]}),
    [
        position([0, 0], [], [], ["0"]),
        position([0, 1], ["-1"], ["1/4"], ["-1/4"]),
        position([1, 0], ["0"], ["0", "0"], []),
    ],
    [numbers([], [], ["0"]), numbers(["0"], ["0"], ["-1/4"]), numbers(["0"], ["0", "-1/4"], [])],
    [{"from": 1, "to": 2, "ahead": [numbers(["0"], ["0"], ["0"])]}],
    prophecies=["0"],
)
"""The greatest noisy answer is put out: each that is less costs as much."""

ONE_SIGN = ("exponential", "1")
TWICE = branch("1", 1, [{"n0": "1", "q": "1"}], [], ONE_SIGN)
NEVER = branch("0", 1, [{"n0": "-1", "q": "-1"}], [], ONE_SIGN)
EXPONENTIAL = endless(
    automaton((0, 0, [branch("", 1, [], [], None)]), (0, 1, [NEVER, TWICE])),
    [position([0, 0], [], [], []), position([0, 1], ["1"], ["0"], []) | {"answer": "-2"}],
    [numbers([], [], []), numbers(["0"], ["1"], [])],
    [],
)
"""Noise of one sign: a draw cannot fall below 0."""

ABOVE_LEVEL = ATTAINED | {
    "automaton": sparse(BELOW, ABOVE, START | {"draws": [["exponential", "1/2"]]}),
    "run": crossing("1", "2"),
}
"""The noise of the threshold is exponential."""

IN_TURN: Certificate = sparse(BELOW, ABOVE | {"to": 1, "updates": [{"0": "1"}]})
TWO_LOOPS = endless(
    IN_TURN,
    [
        position([0, 0], ["0"], [], ["0"]),
        position([0, 1], ["-1"], ["1/4"], ["-1/4"]),
        position([1, 0], ["1"], ["1/4"], ["0"]),
    ],
    [numbers(["0"], [], ["0"]), numbers(["0"], ["0"], ["-1/4"]), numbers(["0"], ["0"], ["0"])],
    [
        {"from": 1, "to": 2, "ahead": [numbers(["0"], ["0"], ["0"])]},
        {"from": 2, "to": 3, "ahead": [numbers(["0"], ["0"], ["-1/4"])]},
    ],
)
"""No limit on positives: below again and again, then above as often."""

ONE_WAY = ATTAINED | {"adjacency": "monotone", "mode": "up", "loss": "3/4"}
"""Where all answers move in one direction."""

ENDLESS = {
    "loop": LOOP,
    "ray": RAY,
    "sums": SUMS,
    "rising": RISING,
    "maximum itself": MAXIMUM_ITSELF,
    "exponential ray": EXPONENTIAL,
    "two loops": TWO_LOOPS,
}
FINITE = {"attained": ATTAINED, "one way": ONE_WAY, "maximum": MAXIMUM, "exponential": ABOVE_LEVEL}

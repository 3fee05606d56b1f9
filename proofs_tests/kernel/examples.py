"""Certificates of every kind, small enough to be changed in every place and checked again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product

from audits.kernel import Refused, check
from proofs_tests.kernel.second_checker import tight_delta

Certificate = dict[str, object]


def certificate(kind: str, **fields: object) -> Certificate:
    """A certificate with its head."""
    return {"format": "exactdp-certificate 2", "kind": kind, "subject": "an example", **fields}


def rows(
    values: int, low: int, high: int, order: str, moves: str, related: object = "complete"
) -> Certificate:
    """A universe."""
    return {
        "values": [str(v) for v in range(values)],
        "rows": [low, high],
        "order": order,
        "moves": moves,
        "related": related,
    }


BIT = rows(2, 1, 1, "sequence", "replace-one")


def ratio(num: object, den: object = 1) -> Certificate:
    """A quotient of polynomials."""
    return {"num": num, "den": den}


def between(low: str, high: str | None = None, exp: str | None = None) -> Certificate:
    """A range of r, with e^exp in it."""
    return {"from": low, "to": high, "exp": exp}


def law(database: list[int], total: object, *weights: object) -> Certificate:
    """The law on a database."""
    return {"database": database, "total": total, "weights": [*weights]}


def table(universe: Certificate, outcomes: Iterable[str], *laws: Certificate) -> Certificate:
    """A table of laws."""
    return {"universe": universe, "outcomes": [*outcomes], "laws": [*laws]}


def on_a_bit(first: list[object], second: list[object], *outcomes: str) -> Certificate:
    """The table of the laws [total, weights] on 0 and on 1."""
    names = outcomes or map(str, range(len(first) - 1))
    return table(BIT, names, law([0], *first), law([1], *second))


def compared(left: object, relation: str, right: object, name: str = "") -> Certificate:
    """One comparison."""
    return {"name": name, "left": left, "relation": relation, "right": right}


def reason(of: Certificate | str) -> str:
    """Why the kernel refuses; nothing if it accepts."""
    try:
        check(of if isinstance(of, str) else json.dumps(of))
    except Refused as refusal:
        return refusal.reason
    return ""


def on_one(*given: object) -> Certificate:
    """The table of a law on the bit 1 only."""
    return table(BIT, "01", law([1], *given))


def made_up(universe: Certificate, sizes: range, values: int, outcomes: int) -> Certificate:
    """A table of numbers without meaning on a universe."""
    databases = [
        list(d)
        for n in sizes
        for d in (
            combinations_with_replacement(range(values), n)
            if universe["order"] == "multiset"
            else product(range(values), repeat=n)
        )
    ]
    laws = []
    for d in databases:
        weights = [1 + sum((row + 2) * (y + 1) for row in d) % 4 for y in range(outcomes)]
        laws.append(law(d, sum(weights), *weights))
    return table(universe, [f"y{y}" for y in range(outcomes)], *laws)


def laws_of(example: Certificate) -> list[Certificate]:
    """The laws of a certificate."""
    laws = example["laws"]
    assert isinstance(laws, list)
    return laws


def tight(table: Certificate, exp_eps: str, direction: str = "both") -> Certificate:
    """A point certificate with the least delta that is true."""
    delta = str(tight_delta(table, exp_eps, direction))
    return certificate("point", **table, direction=direction, exp_eps=exp_eps, delta=delta)


MULTISETS = rows(3, 2, 2, "multiset", "replace-one", [[0, 1], [1, 2]])
SEQUENCES = rows(2, 2, 2, "sequence", "replace-one")
VECTORS = rows(3, 2, 2, "sequence", "replace-all", [[0, 1], [1, 2]])
GROWING_MULTISETS = rows(2, 0, 2, "multiset", "add-remove-one")
GROWING_SEQUENCES = rows(2, 0, 2, "sequence", "add-remove-one")

ALWAYS = between("1")
EVERY = "u > 0"
RATIO_R = ratio([0, 1])
ODDS = ratio([0, 1], [1, 1])
"""r / (r + 1)."""

ONE_R = ratio([[0, 1, 1]])
"""r, where polynomials are in u and r."""

RESPONSE = on_a_bit([[1, 1], [0, 1], 1], [[1, 1], 1, [0, 1]])
"""Randomised response: the laws on a bit, as functions of r = e^eps."""

AT_TWO = on_a_bit([3, 2, 1], [3, 1, 2])
"""Randomised response at r = 2."""

LEANING = on_a_bit([2, 1, 1], [4, 1, 3])
"""At x = 3/2 the excess is 1/8 forward and 0 backward."""

GROWS = rows(1, 0, 1, "multiset", "add-remove-one")
GROWING = table(GROWS, "01", law([], [1, 1], [0, 1], 1), law([0], 2, 1, 1))
"""Odds r : 1 without a row and 1 : 1 with it: 2 r / (r + 1) forward, (r + 1) / 2 backward."""

SIDES = "below", "at least"
EVEN: list[object] = [2, 1, 1]
NOISE = on_a_bit([[[0, 1, 2]], [[0, 0, -1], [0, 1, 2]], 1], EVEN, *SIDES)
"""A bit with Laplace noise of scale 1/u, compared with 1."""

TWICE: object = [[0, 0, 2], [1, 0, 1]]
TILTED: list[object] = [[[0, 1, 4]], [[0, 0, -2], [0, 1, 4], [1, 0, -1]], TWICE]
NOISES = on_a_bit(TILTED, EVEN, *SIDES)
"""The same with noise on both sides."""


def dense(*laws: tuple[object, object, object], values: int = 0) -> Certificate:
    """The table on a bit of laws (total, free values, densities); each outcome has a value."""
    several = [
        {"database": [i], "total": total, "free": free, "densities": densities}
        for i, (total, free, densities) in enumerate(laws)
    ]
    outcomes, breaks = ["none", "value"], [None, [0, 1]]
    table = {"universe": BIT, "outcomes": outcomes[values:], "breaks": breaks[values:]}
    return table | {"laws": several}


UP, DOWN, LATE = ([0, 1, 0, 0, 1], [0, -1, 0, 0, 1], [0, -1, 0, 2, 1])
"""e^(u s), e^(-u s) and r^2 e^(-u s)."""

NOISY = ([[UP], [DOWN], [DOWN]], [[UP], [UP], [LATE]])


def noisy_bit(first: list[object], second: list[object]) -> Certificate:
    """A bit with Laplace noise of scale 1/u, and values that do not depend on it."""
    return dense((2, [first], [NOISY[0]]), ([[0, 1, 2]], [second], [NOISY[1]]), values=1)


NOISY_BIT = noisy_bit([], [])

NEAR, FAR = [[1, 1, 0, 0, -1]], [[1, -1, 0, 0, 1]]
LINEAR: list[object] = [UP, [0, 1, 1, 0, 1], *NEAR]
NOISIER_BIT = dense(
    (6, [[], []], [[[0, 0, 2]], [[UP, *NEAR], [DOWN, *FAR], [DOWN, *FAR]]]),
    (
        [[0, 1, 6]],
        [[], []],
        [[[0, 1, 2]], [LINEAR, LINEAR, [LATE, [0, -1, 1, 2, -1], [1, -1, 0, 2, 1]]]],
    ),
)
"""A bit with two such noises, of the density (1 + |s|) e^(-|s|) / 4, with probability 2/3."""

SEVERAL = noisy_bit([[1, 3], [2, 0]], [[1, 3], [2, -1]])
"""The noisy bit with a number 3 that does not depend on it, and with its negative, half the scale:
r and r^2."""


def worst_case_guess(weight: int) -> list[object]:
    """The chances of guessing a bit, times a scale."""
    return [
        {"name": "right on 0", "terms": [[0, [0], weight]]},
        {"name": "right on 1", "terms": [[1, [1], weight]]},
    ]


SAME_PRICES: list[object] = [[[0, 1], 0, [0], [1]], [[1, 0], 0, [1], [1]]]
"""Flows where delta costs nothing."""


def dual(total: object, scores: object, prices: object, flows: object) -> Certificate:
    """The multipliers of a bound."""
    return {"total": total, "scores": scores, "prices": prices, "flows": flows}


def private(
    table: Certificate,
    exp_eps: object,
    delta: object = "0",
    direction: str = "both",
    scope: object = ALWAYS,
) -> Certificate:
    """Privacy on a range."""
    claim = {"direction": direction, "range": scope, "exp_eps": exp_eps, "delta": delta}
    return certificate("all-epsilon", **table, **claim)


def everywhere(
    table: Certificate, exp_eps: object, delta: object = "0", direction: str = "both"
) -> Certificate:
    """Privacy for every eps."""
    return private(table, exp_eps, delta, direction, EVERY)


def dense_privacy(table: Certificate, exp_eps: object) -> Certificate:
    """Pure privacy of a table of densities."""
    return certificate("densities", **table, range=EVERY, exp_eps=exp_eps)


def refuted(
    laws: Certificate,
    event: list[int],
    probabilities: Sequence[object],
    exp_eps: str,
    delta: str,
    scope: object = None,
) -> Certificate:
    """An event whose probabilities on two databases are too far apart."""
    claim = {"exp_eps": exp_eps, "delta": delta, "range": scope}
    return certificate("refutation", **laws, event=event, probabilities=probabilities, **claim)


def fails(
    table: Certificate, sign: str, failure: object, good: list[list[int]], scope: object = None
) -> Certificate:
    """A bound on the probability of a bad output."""
    bound = {"range": scope, "sign": sign, "failure": failure, "good": good}
    return certificate("accuracy", **table, **bound)


def comparisons(scope: object, *entries: Certificate) -> Certificate:
    """What is true on a range."""
    return certificate("comparisons", range=scope, entries=[*entries])


def optimum(kind: str, table: Certificate, exp_eps: object, **fields: object) -> Certificate:
    """The best worst case of guessing a bit."""
    scores = {"scores": worst_case_guess(1), "scale": 1}
    stated = {"range": None, "exp_eps": exp_eps, "delta": "0"} | scores | fields
    return certificate(kind, **table, **stated)


NO_LAWS: Certificate = {"universe": BIT, "outcomes": ["0", "1"]}
HALF_UP, LESS = ratio([[0, 0, 1], [0, 1, 1]], 2), [[0, 0, -1], [0, 1, 1]]
"""(r + 1) / 2, and r - 1."""

R_AND_1: object = [[0, 0, 1], [0, 1, 1]]
R: object = [[0, 1, 1]]
FAILURE = ratio(TWICE, [[0, 1, 4]])
"""(2 + u) / (4 r)."""

EXAMPLES: dict[str, Certificate] = {
    "densities: a noisy bit": dense_privacy(NOISY_BIT, ONE_R),
    "densities: three values": dense_privacy(SEVERAL, ratio([[0, 3, 1]])),
    "densities: a noisier bit": dense_privacy(NOISIER_BIT, ONE_R),
    "point: randomised response": certificate(
        "point", **AT_TWO, direction="both", exp_eps="2", delta="0"
    ),
    "point: multisets": tight(made_up(MULTISETS, range(2, 3), 3, 2), "3/2"),
    "point: sequences": tight(made_up(SEQUENCES, range(2, 3), 2, 3), "1"),
    "point: one row, forward": tight(LEANING, "3/2", "forward"),
    "point: one row, backward": tight(LEANING, "3/2", "backward"),
    "point: growing multisets, forward": tight(
        made_up(GROWING_MULTISETS, range(3), 2, 2), "5/4", "forward"
    ),
    "point: growing sequences, backward": tight(
        made_up(GROWING_SEQUENCES, range(3), 2, 2), "1", "backward"
    ),
    "point: all rows move, forward": tight(
        made_up(VECTORS, range(2, 3), 3, 2), "11/10", "forward"
    ),
    "point: all rows move": tight(made_up(VECTORS, range(2, 3), 3, 2), "2"),
    "point: growing multisets": tight(made_up(GROWING_MULTISETS, range(3), 2, 2), "5/4"),
    "point: growing sequences": tight(made_up(GROWING_SEQUENCES, range(3), 2, 2), "1"),
    "all-epsilon: pure": private(RESPONSE, RATIO_R),
    "all-epsilon: an added row": private(GROWING, ratio([0, 2], [1, 1]), direction="forward"),
    "all-epsilon: a removed row": private(GROWING, ratio([1, 1], 2), direction="backward"),
    "all-epsilon: approximate, x = 1": private(RESPONSE, "1", ratio([-1, 1], [1, 1])),
    "all-epsilon: a sign that changes at r = 2": private(
        RESPONSE, "2", "1/2", scope=between("1", "5")
    ),
    "all-epsilon: e^(1/2)": private(
        RESPONSE, RATIO_R, scope=between("164872127/100000000", "164872129/100000000", "1/2")
    ),
    "refutation: numbers": refuted(
        table(SEQUENCES, "abc", law([0, 1], 6, 3, 1, 2), law([1, 1], 4, 1, 1, 2)),
        *([0, 2], ["5/6", "3/4"], "1", "1/13"),
    ),
    "refutation: polynomials": refuted(
        RESPONSE, [0], [ODDS, ratio([1], [1, 1])], "1", "1/6", between("3/2")
    ),
    "refutation: a removed row": refuted(
        table(GROWING_SEQUENCES, "ab", law([0, 1], 4, 3, 1), law([1], 4, 1, 3)),
        *([0], ["3/4", "1/4"], "2", "1/5"),
    ),
    "refutation: no finite x": refuted(
        table(VECTORS, "ab", law([0, 1], 7, 1, 6), law([1, 2], 1, 0, 1)),
        *([0], ["1/7", "0"], "inf", "1/8"),
    ),
    "accuracy: at most": fails(
        made_up(MULTISETS, range(2, 3), 3, 2),
        *("<=", "1/2", [[0, 1], [1], [0, 1], [0], [0, 1], [0, 1]]),
    ),
    "accuracy: at least": fails(on_one(3, 1, 2), ">=", "1/3", [[1]]),
    "accuracy: at least, near e": fails(
        on_one([1, 1], 1, [0, 1]),
        *(">=", "13/50", [[1]]),
        between("67957/25000", "271829/100000", "1"),
    ),
    "accuracy: for all r": fails(RESPONSE, "<=", ratio([1], [1, 1]), [[0], [1]], ALWAYS),
    "comparisons: numbers": comparisons(
        None,
        compared("1/3", "<", "2/5", "less"),
        compared("-2", "<=", "-2", "at most"),
        compared("7/2", "=", ratio(21, 6), "equal"),
    ),
    "comparisons: near the square root of e": comparisons(
        between("8/5", "17/10", "1/2"),
        compared(RATIO_R, "<", "2", "below"),
        compared("5/2", "<=", ratio([0, 0, 1]), "square"),
    ),
    "comparisons: for all r": comparisons(
        ALWAYS,
        compared(ratio([0, 4]), "<=", ratio([5, 0, 1], [1]), "square"),
        compared(ODDS, "<", "1", "strict"),
        compared(ratio([-1, 0, 1], [1, 1]), "=", ratio([-1, 1]), "equal"),
    ),
    "optimum-bound: a bit": optimum(
        "optimum-bound",
        NO_LAWS,
        "2",
        delta="1/10",
        value="7/10",
        dual=dual(6, [3, 3], [2, 2], [[[0, 1], 1, [0], [1]], [[1, 0], 1, [1], [1]]]),
    ),
    "optimum-bound: x is no integer": optimum(
        "optimum-bound",
        NO_LAWS,
        "3/2",
        scores=worst_case_guess(2),
        scale=2,
        value="3/5",
        dual=dual(10, [5, 5], [3, 3], [[[0, 1], 0, [0], [2]], [[1, 0], 0, [1], [2]]]),
    ),
    "optimum-mechanism: a bit": optimum(
        "optimum-mechanism",
        AT_TWO,
        "2",
        scores=[*worst_case_guess(3), {"name": "x", "terms": [[0, [0, 1], 3], [1, [0], -1]]}],
        scale=3,
        value="2/3",
    ),
    "optimum: a bit, for all r": optimum(
        "optimum",
        RESPONSE,
        RATIO_R,
        range=ALWAYS,
        value=ODDS,
        dual=dual([2, 2], [[1, 1], [1, 1]], [[0, 1], [0, 1]], SAME_PRICES),
    ),
    "every eps: noise": everywhere(NOISE, ONE_R),
    "every eps: noises, backward": everywhere(NOISES, ONE_R, direction="backward"),
    "every eps: noise, x = 1": everywhere(NOISE, "1", ratio(LESS, [[0, 1, 2]])),
    "every eps: noise, backward, x = (r + 1)/2": everywhere(
        NOISE, HALF_UP, ratio(LESS, [[0, 1, 4]]), "backward"
    ),
    "every eps: noises, delta = e^-eps": everywhere(NOISES, HALF_UP, ratio(1, R)),
    "every eps: refutation": refuted(
        table(BIT, SIDES, law([1], *EVEN), law([0], *TILTED)),
        [1],
        ["1/2", FAILURE],
        "1",
        "0",
        EVERY,
    ),
    "every eps: accuracy": fails(NOISES, "<=", FAILURE, [[0], [0, 1]], EVERY),
    "every eps: accuracy at least": fails(
        on_one([[0, 1, 1], [1, 1, 1]], R, [[1, 1, 1]]), ">=", ratio(1, R), [[1]], EVERY
    ),
    "every eps: comparisons": comparisons(
        EVERY,
        compared(ratio([[0, 0, 1], [1, 0, 1]]), "<", ONE_R, "strict"),
        compared(ratio([[1, 1, 1]], [[0, 2, 1]]), "<=", "1", "at most"),
        compared(ratio([[0, 0, -1], [0, 2, 1]], R_AND_1), "=", ratio(LESS), "equal"),
    ),
    "every eps: optimum": optimum(
        "optimum",
        on_a_bit([R_AND_1, R, 1], [R_AND_1, 1, R]),
        ONE_R,
        range=EVERY,
        value=ratio(R, R_AND_1),
        dual=dual([[0, 0, 2], [0, 1, 2]], [R_AND_1, R_AND_1], [R, R], SAME_PRICES),
    ),
}

"""Certificates of every kind, small enough to be changed in every place and checked again."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from proofs_tests.kernel.second_checker import tight_delta

Certificate = dict[str, object]

BIT: Certificate = {
    "values": ["0", "1"],
    "rows": [1, 1],
    "order": "sequence",
    "moves": "replace-one",
    "related": "complete",
}
ALWAYS: Certificate = {"from": "1", "to": None, "exp": None}


def certificate(kind: str, **fields: object) -> Certificate:
    """A certificate with its head."""
    return {"format": "exactdp-certificate 2", "kind": kind, "subject": "an example", **fields}


def randomised_response() -> Certificate:
    """The laws on a bit, as functions of r = e^eps."""
    laws = [
        {"database": [0], "total": [1, 1], "weights": [[0, 1], 1]},
        {"database": [1], "total": [1, 1], "weights": [1, [0, 1]]},
    ]
    return {"universe": BIT, "outcomes": ["0", "1"], "laws": laws}


def growing_response() -> Certificate:
    """Odds r : 1 without a row and 1 : 1 with it: 2 r / (r + 1) forward, (r + 1) / 2 backward."""
    universe = rows(1, 0, 1, "multiset", "add-remove-one")
    laws = [
        {"database": [], "total": [1, 1], "weights": [[0, 1], 1]},
        {"database": [0], "total": 2, "weights": [1, 1]},
    ]
    return {"universe": universe, "outcomes": ["0", "1"], "laws": laws}


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
        laws.append({"database": d, "total": sum(weights), "weights": weights})
    return {"universe": universe, "outcomes": [f"y{y}" for y in range(outcomes)], "laws": laws}


def tight(table: Certificate, exp_eps: str, direction: str = "both") -> Certificate:
    """A point certificate with the least delta that is true."""
    delta = str(tight_delta(table, exp_eps, direction))
    return certificate("point", **table, direction=direction, exp_eps=exp_eps, delta=delta)


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


MULTISETS = rows(3, 2, 2, "multiset", "replace-one", [[0, 1], [1, 2]])
SEQUENCES = rows(2, 2, 2, "sequence", "replace-one")
VECTORS = rows(3, 2, 2, "sequence", "replace-all", [[0, 1], [1, 2]])
GROWING_MULTISETS = rows(2, 0, 2, "multiset", "add-remove-one")
GROWING_SEQUENCES = rows(2, 0, 2, "sequence", "add-remove-one")

RATIO_R: Certificate = {"num": [0, 1], "den": 1}
ODDS: Certificate = {"num": [0, 1], "den": [1, 1]}
"""r / (r + 1)."""

AT_TWO: Certificate = {
    "universe": BIT,
    "outcomes": ["0", "1"],
    "laws": [
        {"database": [0], "total": 3, "weights": [2, 1]},
        {"database": [1], "total": 3, "weights": [1, 2]},
    ],
}
"""Randomised response at r = 2."""

LEANING: Certificate = {
    "universe": BIT,
    "outcomes": ["0", "1"],
    "laws": [
        {"database": [0], "total": 2, "weights": [1, 1]},
        {"database": [1], "total": 4, "weights": [1, 3]},
    ],
}
"""At x = 3/2 the excess is 1/8 forward and 0 backward."""


EVERY = "u > 0"
ONE_R: Certificate = {"num": [[0, 1, 1]], "den": 1}
"""r, where polynomials are in u and r."""

NOISE: Certificate = {
    "universe": BIT,
    "outcomes": ["below", "at least"],
    "laws": [
        {"database": [0], "total": [[0, 1, 2]], "weights": [[[0, 0, -1], [0, 1, 2]], 1]},
        {"database": [1], "total": 2, "weights": [1, 1]},
    ],
}
"""A bit with Laplace noise of scale 1/u, compared with 1."""

NOISES_LAWS: list[Certificate] = [
    {
        "database": [0],
        "total": [[0, 1, 4]],
        "weights": [[[0, 0, -2], [0, 1, 4], [1, 0, -1]], [[0, 0, 2], [1, 0, 1]]],
    },
    {"database": [1], "total": 2, "weights": [1, 1]},
]
NOISES = NOISE | {"laws": NOISES_LAWS}
"""The same with noise on both sides."""


NOISY_BIT: Certificate = {
    "universe": BIT,
    "outcomes": ["value"],
    "breaks": [[0, 1]],
    "laws": [
        {
            "database": [0],
            "total": 2,
            "free": [[]],
            "densities": [[[[0, 1, 0, 0, 1]], [[0, -1, 0, 0, 1]], [[0, -1, 0, 0, 1]]]],
        },
        {
            "database": [1],
            "total": [[0, 1, 2]],
            "free": [[]],
            "densities": [[[[0, 1, 0, 0, 1]], [[0, 1, 0, 0, 1]], [[0, -1, 0, 2, 1]]]],
        },
    ],
}
"""A bit with Laplace noise of scale 1/u."""

NOISIER_BIT: Certificate = NOISY_BIT | {
    "outcomes": ["none", "value"],
    "breaks": [None, [0, 1]],
    "laws": [
        {
            "database": [0],
            "total": 6,
            "free": [[], []],
            "densities": [
                [[0, 0, 2]],
                [
                    [[0, 1, 0, 0, 1], [1, 1, 0, 0, -1]],
                    [[0, -1, 0, 0, 1], [1, -1, 0, 0, 1]],
                    [[0, -1, 0, 0, 1], [1, -1, 0, 0, 1]],
                ],
            ],
        },
        {
            "database": [1],
            "total": [[0, 1, 6]],
            "free": [[], []],
            "densities": [
                [[0, 1, 2]],
                [
                    [[0, 1, 0, 0, 1], [0, 1, 1, 0, 1], [1, 1, 0, 0, -1]],
                    [[0, 1, 0, 0, 1], [0, 1, 1, 0, 1], [1, 1, 0, 0, -1]],
                    [[0, -1, 0, 2, 1], [0, -1, 1, 2, -1], [1, -1, 0, 2, 1]],
                ],
            ],
        },
    ],
}
"""A bit with two such noises, of the density (1 + |s|) e^(-|s|) / 4, with probability 2/3."""


SEVERAL: Certificate = NOISY_BIT | {
    "laws": [
        {
            "database": [0],
            "total": 2,
            "free": [[[1, 3], [2, 0]]],
            "densities": [[[[0, 1, 0, 0, 1]], [[0, -1, 0, 0, 1]], [[0, -1, 0, 0, 1]]]],
        },
        {
            "database": [1],
            "total": [[0, 1, 2]],
            "free": [[[1, 3], [2, -1]]],
            "densities": [[[[0, 1, 0, 0, 1]], [[0, 1, 0, 0, 1]], [[0, -1, 0, 2, 1]]]],
        },
    ]
}
"""The noisy bit with a number 3 that does not depend on it, and with its negative, half the scale:
r and r^2."""


def worst_case_guess(weight: int) -> list[object]:
    """The chances of guessing a bit, times a scale."""
    return [
        {"name": "right on 0", "terms": [[0, [0], weight]]},
        {"name": "right on 1", "terms": [[1, [1], weight]]},
    ]


EXAMPLES: dict[str, Certificate] = {
    "densities: a noisy bit": certificate("densities", **NOISY_BIT, range=EVERY, exp_eps=ONE_R),
    "densities: three values": certificate(
        "densities", **SEVERAL, range=EVERY, exp_eps={"num": [[0, 3, 1]], "den": 1}
    ),
    "densities: a noisier bit": certificate(
        "densities", **NOISIER_BIT, range=EVERY, exp_eps=ONE_R
    ),
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
    "all-epsilon: pure": certificate(
        "all-epsilon",
        **randomised_response(),
        direction="both",
        range=ALWAYS,
        exp_eps=RATIO_R,
        delta="0",
    ),
    "all-epsilon: an added row": certificate(
        "all-epsilon",
        **growing_response(),
        direction="forward",
        range=ALWAYS,
        exp_eps={"num": [0, 2], "den": [1, 1]},
        delta="0",
    ),
    "all-epsilon: a removed row": certificate(
        "all-epsilon",
        **growing_response(),
        direction="backward",
        range=ALWAYS,
        exp_eps={"num": [1, 1], "den": 2},
        delta="0",
    ),
    "all-epsilon: approximate, x = 1": certificate(
        "all-epsilon",
        **randomised_response(),
        direction="both",
        range=ALWAYS,
        exp_eps="1",
        delta={"num": [-1, 1], "den": [1, 1]},
    ),
    "all-epsilon: a sign that changes at r = 2": certificate(
        "all-epsilon",
        **randomised_response(),
        direction="both",
        range={"from": "1", "to": "5", "exp": None},
        exp_eps="2",
        delta="1/2",
    ),
    "all-epsilon: e^(1/2)": certificate(
        "all-epsilon",
        **randomised_response(),
        direction="both",
        range={"from": "164872127/100000000", "to": "164872129/100000000", "exp": "1/2"},
        exp_eps=RATIO_R,
        delta="0",
    ),
    "refutation: numbers": certificate(
        "refutation",
        universe=SEQUENCES,
        outcomes=["a", "b", "c"],
        laws=[
            {"database": [0, 1], "total": 6, "weights": [3, 1, 2]},
            {"database": [1, 1], "total": 4, "weights": [1, 1, 2]},
        ],
        range=None,
        event=[0, 2],
        probabilities=["5/6", "3/4"],
        exp_eps="1",
        delta="1/13",
    ),
    "refutation: polynomials": certificate(
        "refutation",
        **randomised_response(),
        range={"from": "3/2", "to": None, "exp": None},
        event=[0],
        probabilities=[ODDS, {"num": [1], "den": [1, 1]}],
        exp_eps="1",
        delta="1/6",
    ),
    "refutation: a removed row": certificate(
        "refutation",
        universe=GROWING_SEQUENCES,
        outcomes=["a", "b"],
        laws=[
            {"database": [0, 1], "total": 4, "weights": [3, 1]},
            {"database": [1], "total": 4, "weights": [1, 3]},
        ],
        range=None,
        event=[0],
        probabilities=["3/4", "1/4"],
        exp_eps="2",
        delta="1/5",
    ),
    "refutation: no finite x": certificate(
        "refutation",
        universe=VECTORS,
        outcomes=["a", "b"],
        laws=[
            {"database": [0, 1], "total": 7, "weights": [1, 6]},
            {"database": [1, 2], "total": 1, "weights": [0, 1]},
        ],
        range=None,
        event=[0],
        probabilities=["1/7", "0"],
        exp_eps="inf",
        delta="1/8",
    ),
    "accuracy: at most": certificate(
        "accuracy",
        **made_up(MULTISETS, range(2, 3), 3, 2),
        range=None,
        sign="<=",
        failure="1/2",
        good=[[0, 1], [1], [0, 1], [0], [0, 1], [0, 1]],
    ),
    "accuracy: at least": certificate(
        "accuracy",
        universe=BIT,
        outcomes=["0", "1"],
        laws=[{"database": [1], "total": 3, "weights": [1, 2]}],
        range=None,
        sign=">=",
        failure="1/3",
        good=[[1]],
    ),
    "accuracy: at least, near e": certificate(
        "accuracy",
        universe=BIT,
        outcomes=["0", "1"],
        laws=[{"database": [1], "total": [1, 1], "weights": [1, [0, 1]]}],
        range={"from": "67957/25000", "to": "271829/100000", "exp": "1"},
        sign=">=",
        failure="13/50",
        good=[[1]],
    ),
    "accuracy: for all r": certificate(
        "accuracy",
        **randomised_response(),
        range=ALWAYS,
        sign="<=",
        failure={"num": [1], "den": [1, 1]},
        good=[[0], [1]],
    ),
    "comparisons: numbers": certificate(
        "comparisons",
        range=None,
        entries=[
            {"name": "less", "left": "1/3", "relation": "<", "right": "2/5"},
            {"name": "at most", "left": "-2", "relation": "<=", "right": "-2"},
            {"name": "equal", "left": "7/2", "relation": "=", "right": {"num": 21, "den": 6}},
        ],
    ),
    "comparisons: near the square root of e": certificate(
        "comparisons",
        range={"from": "8/5", "to": "17/10", "exp": "1/2"},
        entries=[
            {"name": "below", "left": RATIO_R, "relation": "<", "right": "2"},
            {
                "name": "square",
                "left": "5/2",
                "relation": "<=",
                "right": {"num": [0, 0, 1], "den": 1},
            },
        ],
    ),
    "comparisons: for all r": certificate(
        "comparisons",
        range=ALWAYS,
        entries=[
            {
                "name": "square",
                "left": {"num": [0, 4], "den": 1},
                "relation": "<=",
                "right": {"num": [5, 0, 1], "den": [1]},
            },
            {"name": "strict", "left": ODDS, "relation": "<", "right": "1"},
            {
                "name": "equal",
                "left": {"num": [-1, 0, 1], "den": [1, 1]},
                "relation": "=",
                "right": {"num": [-1, 1], "den": 1},
            },
        ],
    ),
    "optimum-bound: a bit": certificate(
        "optimum-bound",
        universe=BIT,
        outcomes=["0", "1"],
        range=None,
        exp_eps="2",
        delta="1/10",
        scores=worst_case_guess(1),
        scale=1,
        value="7/10",
        dual={
            "total": 6,
            "scores": [3, 3],
            "prices": [2, 2],
            "flows": [[[0, 1], 1, [0], [1]], [[1, 0], 1, [1], [1]]],
        },
    ),
    "optimum-bound: x is no integer": certificate(
        "optimum-bound",
        universe=BIT,
        outcomes=["0", "1"],
        range=None,
        exp_eps="3/2",
        delta="0",
        scores=worst_case_guess(2),
        scale=2,
        value="3/5",
        dual={
            "total": 10,
            "scores": [5, 5],
            "prices": [3, 3],
            "flows": [[[0, 1], 0, [0], [2]], [[1, 0], 0, [1], [2]]],
        },
    ),
    "optimum-mechanism: a bit": certificate(
        "optimum-mechanism",
        **AT_TWO,
        range=None,
        exp_eps="2",
        delta="0",
        scores=[*worst_case_guess(3), {"name": "x", "terms": [[0, [0, 1], 3], [1, [0], -1]]}],
        scale=3,
        value="2/3",
    ),
    "optimum: a bit, for all r": certificate(
        "optimum",
        **randomised_response(),
        range=ALWAYS,
        exp_eps=RATIO_R,
        delta="0",
        scores=worst_case_guess(1),
        scale=1,
        value=ODDS,
        dual={
            "total": [2, 2],
            "scores": [[1, 1], [1, 1]],
            "prices": [[0, 1], [0, 1]],
            "flows": [[[0, 1], 0, [0], [1]], [[1, 0], 0, [1], [1]]],
        },
    ),
    "every eps: noise": certificate(
        "all-epsilon", **NOISE, direction="both", range=EVERY, exp_eps=ONE_R, delta="0"
    ),
    "every eps: noises, backward": certificate(
        "all-epsilon", **NOISES, direction="backward", range=EVERY, exp_eps=ONE_R, delta="0"
    ),
    "every eps: noise, x = 1": certificate(
        "all-epsilon",
        **NOISE,
        direction="both",
        range=EVERY,
        exp_eps="1",
        delta={"num": [[0, 0, -1], [0, 1, 1]], "den": [[0, 1, 2]]},
    ),
    "every eps: noise, backward, x = (r + 1)/2": certificate(
        "all-epsilon",
        **NOISE,
        direction="backward",
        range=EVERY,
        exp_eps={"num": [[0, 0, 1], [0, 1, 1]], "den": 2},
        delta={"num": [[0, 0, -1], [0, 1, 1]], "den": [[0, 1, 4]]},
    ),
    "every eps: noises, delta = e^-eps": certificate(
        "all-epsilon",
        **NOISES,
        direction="both",
        range=EVERY,
        exp_eps={"num": [[0, 0, 1], [0, 1, 1]], "den": 2},
        delta={"num": 1, "den": [[0, 1, 1]]},
    ),
    "every eps: refutation": certificate(
        "refutation",
        universe=BIT,
        outcomes=["below", "at least"],
        laws=NOISES_LAWS[::-1],
        range=EVERY,
        event=[1],
        probabilities=["1/2", {"num": [[0, 0, 2], [1, 0, 1]], "den": [[0, 1, 4]]}],
        exp_eps="1",
        delta="0",
    ),
    "every eps: accuracy": certificate(
        "accuracy",
        **NOISES,
        range=EVERY,
        sign="<=",
        failure={"num": [[0, 0, 2], [1, 0, 1]], "den": [[0, 1, 4]]},
        good=[[0], [0, 1]],
    ),
    "every eps: accuracy at least": certificate(
        "accuracy",
        universe=BIT,
        outcomes=["0", "1"],
        laws=[
            {
                "database": [1],
                "total": [[0, 1, 1], [1, 1, 1]],
                "weights": [[[0, 1, 1]], [[1, 1, 1]]],
            }
        ],
        range=EVERY,
        sign=">=",
        failure={"num": 1, "den": [[0, 1, 1]]},
        good=[[1]],
    ),
    "every eps: comparisons": certificate(
        "comparisons",
        range=EVERY,
        entries=[
            {
                "name": "strict",
                "left": {"num": [[0, 0, 1], [1, 0, 1]], "den": 1},
                "relation": "<",
                "right": ONE_R,
            },
            {
                "name": "at most",
                "left": {"num": [[1, 1, 1]], "den": [[0, 2, 1]]},
                "relation": "<=",
                "right": "1",
            },
            {
                "name": "equal",
                "left": {"num": [[0, 0, -1], [0, 2, 1]], "den": [[0, 0, 1], [0, 1, 1]]},
                "relation": "=",
                "right": {"num": [[0, 0, -1], [0, 1, 1]], "den": 1},
            },
        ],
    ),
    "every eps: optimum": certificate(
        "optimum",
        universe=BIT,
        outcomes=["0", "1"],
        laws=[
            {"database": [0], "total": [[0, 0, 1], [0, 1, 1]], "weights": [[[0, 1, 1]], 1]},
            {"database": [1], "total": [[0, 0, 1], [0, 1, 1]], "weights": [1, [[0, 1, 1]]]},
        ],
        range=EVERY,
        exp_eps=ONE_R,
        delta="0",
        scores=worst_case_guess(1),
        scale=1,
        value={"num": [[0, 1, 1]], "den": [[0, 0, 1], [0, 1, 1]]},
        dual={
            "total": [[0, 0, 2], [0, 1, 2]],
            "scores": [[[0, 0, 1], [0, 1, 1]], [[0, 0, 1], [0, 1, 1]]],
            "prices": [[[0, 1, 1]], [[0, 1, 1]]],
            "flows": [[[0, 1], 0, [0], [1]], [[1, 0], 0, [1], [1]]],
        },
    ),
}

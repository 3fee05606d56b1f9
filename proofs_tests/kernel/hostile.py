"""Texts that are made to hang, exhaust or crash a checker, and the answer that each must get."""

from __future__ import annotations

import json

from proofs_tests.kernel.examples import (
    ALWAYS,
    BIT,
    EVERY,
    EXAMPLES,
    Certificate,
    certificate,
    rows,
)

GOOD = json.dumps(EXAMPLES["point: randomised response"])
BOUND = EXAMPLES["optimum-bound: a bit"]


def point(universe: Certificate, laws: list[object], **fields: object) -> Certificate:
    """A point certificate with one outcome."""
    scope = {"direction": "both", "exp_eps": "1", "delta": "0"} | fields
    return certificate("point", universe=universe, outcomes=["y"], laws=laws, **scope)


def inequality(polynomial: list[int], **scope: object) -> Certificate:
    """0 <= p on a range."""
    right = {"num": polynomial, "den": 1}
    entry = {"name": "p", "left": "0", "relation": "<=", "right": right}
    return certificate("comparisons", range=ALWAYS | scope, entries=[entry])


def everywhere(num: list[list[int]], den: object = 1, left: object = "0") -> Certificate:
    """Left <= num / den for all u > 0."""
    right = {"num": num, "den": den}
    entry = {"name": "p", "left": left, "relation": "<=", "right": right}
    return certificate("comparisons", range=EVERY, entries=[entry])


def enclosed(noise: str, scale: str, reach: int = 9000, draws: int = 0) -> Certificate:
    """A bit that nothing says, and draws of noise that nothing is asked of."""
    laws = [{"database": [i], "branches": []} for i in (0, 1)]
    orders = [[[0] * draws, []]]
    grid = {"step": "1", "noises": [[noise, scale, reach]], "orders": orders}
    scope = {"direction": "both", "exp_eps": "1", "delta": "0"}
    return certificate("enclosed", universe=BIT, outcomes=[], laws=laws, grid=grid, **scope)


def spread(outcomes: int, terms: int) -> Certificate:
    """A table on a bit whose weights have many terms; delta is not 0, and much is to be done."""
    laws = []
    for i in (0, 1):
        weights: list[object] = [
            [[0, 50 * k + y % 50, 1 + i * y] for k in range(terms)] for y in range(outcomes)
        ]
        total: dict[int, int] = {}
        for y in range(outcomes):
            for k in range(terms):
                power = 50 * k + y % 50
                total[power] = total.get(power, 0) + 1 + i * y
        whole = [[0, k, c] for k, c in sorted(total.items())]
        laws.append({"database": [i], "total": whole, "weights": weights})
    return certificate(
        "all-epsilon",
        universe=BIT,
        outcomes=[str(y) for y in range(outcomes)],
        laws=laws,
        range=EVERY,
        direction="both",
        exp_eps="2",
        delta="1/2",
    )


def equation(left: str) -> str:
    """An equation with 1, for numbers; the left side is JSON."""
    entry = f'{{"name": "", "left": {left}, "relation": "=", "right": "1"}}'
    head = '"format": "exactdp-certificate 2", "kind": "comparisons", "subject": ""'
    return f'{{{head}, "range": null, "entries": [{entry}]}}'


def bound(universe: Certificate, outcomes: list[str], **fields: object) -> Certificate:
    """An optimum-bound with one score that is nothing."""
    dual = {"total": 1, "scores": [1], "prices": [0], "flows": []} | fields
    scores = [{"name": "s", "terms": []}]
    changed = {"universe": universe, "outcomes": outcomes, "scores": scores, "dual": dual}
    return BOUND | changed | {"exp_eps": "1", "delta": "0", "value": "0"}


def product(left: list[int], right: list[int]) -> list[int]:
    """The coefficients of a product."""
    result = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] += a * b
    return result


def double_roots(count: int) -> list[int]:
    """The product of (r^2 - k)^2 for k = 2, 5, 10, ...: roots that no halving meets."""
    result = [1]
    for k in range(1, count + 1):
        factor = [-(k * k + 1), 0, 1]
        result = product(result, product(factor, factor))
    return result


def refutation(rows_: int) -> Certificate:
    """All rows may move: 3^rows databases, of which two are looked at."""
    return certificate(
        "refutation",
        universe=rows(3, rows_, rows_, "sequence", "replace-all"),
        outcomes=["a", "b"],
        laws=[
            {"database": [0] * rows_, "total": 1, "weights": [1, 0]},
            {"database": [1] * rows_, "total": 1, "weights": [0, 1]},
        ],
        range=None,
        event=[0],
        probabilities=["1", "0"],
        exp_eps="2",
        delta="0",
    )


def growing_flows(size: int) -> Certificate:
    """Multisets of two values, so many rows and one more; a flow to each with another 1."""

    def position(rows_: int, ones: int) -> int:
        return ones if rows_ == size else size + 1 + ones

    ends = [[position(size, ones), position(size + 1, ones + 1)] for ones in range(size + 1)]
    return bound(
        rows(2, size, size + 1, "multiset", "add-remove-one"),
        [],
        prices=[0] * (2 * size + 3),
        flows=[[pair, 0, [], []] for pair in ends],
    )


def open_signs(count: int) -> Certificate:
    """So many outcomes change sign at one number that no halving meets."""
    laws = [
        {"database": [0], "total": [count] * 2, "weights": [*[[0, 1]] * count, count]},
        {"database": [1], "total": [count] * 2, "weights": [*[1] * count, [0, count]]},
    ]
    return certificate(
        "all-epsilon",
        universe=BIT,
        outcomes=[str(y) for y in range(count + 1)],
        laws=laws,
        range=ALWAYS | {"to": "5"},
        direction="both",
        exp_eps="2000001/1000000",
        delta="1/2",
    )


def one_row(count: int, **fields: object) -> Certificate:
    """Each value may change to any other, and all laws are the same."""
    laws: list[object] = [{"database": [i], "total": 1, "weights": [1]} for i in range(count)]
    return point(rows(count, 1, 1, "sequence", "replace-one"), laws, **fields)


def own_laws(count: int) -> list[object]:
    """So many, all different."""
    return [{"database": [i], "total": count, "weights": [i, count - i]} for i in range(count)]


def nested(depth: int, place: str) -> str:
    """Lists in lists, in the place of a value of a certificate."""
    return json.dumps(BOUND | {place: 0}).replace(
        f'"{place}": 0', f'"{place}": {"[" * depth}{"]" * depth}'
    )


def false_pairs(count: int, degree: int) -> Certificate:
    """|i - j| (2 r - 3)^2 <= 3 count / 5 on [1, 2] for i, j < count: true of most, after halving.

    Both sides are multiplied by (r + 1)^degree, which makes numbers long.
    """
    power = [1]
    for _ in range(degree):
        power = product(power, [1, 1])
    total, laws = 20 * count, []
    for i in range(count):
        weight = [4 * count + 9 * i, -12 * i, 4 * i] if i else [4 * count]
        rest = [total - weight[0], *(-c for c in weight[1:])]
        weights = [product(weight, power), product(rest, power)]
        laws.append({"database": [i], "total": [total * c for c in power], "weights": weights})
    return certificate(
        "all-epsilon",
        universe=rows(count, 1, 1, "sequence", "replace-one"),
        outcomes=["0", "1"],
        laws=laws,
        range=ALWAYS | {"to": "2"},
        direction="both",
        exp_eps="1",
        delta="3/100",
    )


GRID = [[j, k, 1] for j in range(100) for k in range(100)]
"""10^4 terms."""

LAW = {"database": [0], "total": 1, "weights": [1]}

HIGH = [1] * 400
BINOMIAL = [1, *[0] * 398, 1]
ALIKE: Certificate = {"num": BINOMIAL, "den": BINOMIAL}
"""The number 1 as a ratio of polynomials of degree 399."""


def degree_399(count: int) -> Certificate:
    """Inequalities between ratios of degree 399, all different."""
    entries = [
        {
            "name": "",
            "left": {"num": [*HIGH[:-1], k + 2], "den": BINOMIAL},
            "relation": "<",
            "right": {"num": [*HIGH[:-1], k + 3], "den": BINOMIAL},
        }
        for k in range(count)
    ]
    return certificate("comparisons", range=ALWAYS, entries=entries)


LABORIOUS: dict[str, tuple[str | Certificate, str]] = {
    "degree 399, numbers of 1000 digits": (inequality([10**999] * 400), ""),
    "a hundred irrational double roots": (inequality(double_roots(100)), "TooLarge"),
    "products of degree 399 in the terms of a score": (
        (
            bound(rows(2, 1, 1, "sequence", "replace-one"), ["y"], prices=[1, 1])
            | {"range": ALWAYS, "exp_eps": ALIKE}
            | {"scores": [{"name": "s", "terms": [[0, [0], 1]] * 200}]}
            | {"dual": {"total": HIGH, "scores": [HIGH], "prices": [1, 1], "flows": []}}
        ),
        "TooLarge",
    ),
    "products of degree 399 in 300 prices": (
        bound(
            rows(300, 1, 1, "sequence", "replace-one"),
            ["y"],
            prices=[[*HIGH[:-1], k + 1] for k in range(300)],
        )
        | {"range": ALWAYS, "exp_eps": ALIKE},
        "TooLarge",
    ),
    "products of degree 399 in ten prices": (
        bound(
            rows(10, 1, 1, "sequence", "replace-one"),
            ["y"],
            prices=[[*HIGH[:-1], k + 1] for k in range(10)],
        )
        | {"range": ALWAYS, "exp_eps": ALIKE},
        "BoundNotShown",
    ),
    "products in the terms of a score": (
        bound(rows(2, 1, 1, "sequence", "replace-one"), ["y"])
        | {"range": ALWAYS, "exp_eps": ALIKE}
        | {"scores": [{"name": "s", "terms": [[0, [0], 1]] * 200}]}
        | {"dual": {"total": HIGH, "scores": [HIGH], "prices": [1, 1], "flows": []}},
        "TooLarge",
    ),
    "products of degree 399 in 150 comparisons": (degree_399(150), "TooLarge"),
    "products of degree 399 in five comparisons": (degree_399(5), ""),
    "hundreds of false pairs among true ones": (false_pairs(60, 60), "PrivacyNotShown"),
}
"""What cost seconds to minutes before its work was counted."""

EVERYWHERE: dict[str, tuple[str | Certificate, str]] = {
    "u^(10^6) e^(10^9 u)": (everywhere([[10**6, 10**9, 1]]), "TooLarge"),
    "e^(10^9 u)": (everywhere([[0, 10**9, 1]]), "TooLarge"),
    "u^101": (everywhere([[101, 0, 1]]), "TooLarge"),
    "e^(10^4 u) > 1 + u^100": (everywhere([[0, 0, -1], [0, 10**4, 1], [100, 0, -1]]), ""),
    "u^100 e^(9999 u), which is not settled in time": (
        everywhere([[0, 10**4, 10**9], [100, 9999, -1]]),
        "ComparisonNotShown",
    ),
    "a million terms": (everywhere([[0, 0, 1]] * 10**6), "TooLarge"),
    "10^4 terms": (everywhere(GRID), ""),
    "10^4 terms, all powers of u below each": (
        everywhere([[100, k, 1 - 2 * (k % 2)] for k in range(10**4)]),
        "TooLarge",
    ),
    "a product of two grids": (
        everywhere(GRID, GRID, {"num": [*GRID[:-1], [99, 99, 2]], "den": GRID}),
        "TooLarge",
    ),
    "coefficients of 4000 digits": (everywhere([[0, 0, 1 - 10**4000], [0, 1, 10**4000]]), ""),
    "products of coefficients of 4000 digits": (
        everywhere(
            [[0, k, 10**4000 + k] for k in range(400)],
            1,
            {"num": 1, "den": [[0, k, 10**4000 + k] for k in range(400)]},
        ),
        "TooLarge",
    ),
    "what touches 0": (everywhere([[0, 0, 1], [1, 0, -2], [2, 0, 1]]), "ComparisonNotShown"),
    "what touches 0 far out": (
        everywhere([[0, 0, 10**8], [1, 0, -2 * 10**4], [2, 0, 1]]),
        "ComparisonNotShown",
    ),
    "what is negative at u = 10^-30 only": (
        everywhere([[0, 0, 1], [1, 0, -3 * 10**30], [2, 0, 2 * 10**60]]),
        "ComparisonNotShown",
    ),
    "60 outcomes of 40 terms, approximately": (spread(60, 40), "TooLarge"),
}
"""Exponential polynomials that are large, or hard to decide."""

CELLS: dict[str, tuple[str | Certificate, str]] = {
    "9000 cells of Gaussian noise, to 30 deviations": (enclosed("gaussian", "300"), "TooLarge"),
    "9000 integers with Gaussian weights": (enclosed("discrete-gaussian", "90000"), "TooLarge"),
    "9000 cells of Laplace noise": (enclosed("laplace", "300"), "NotNormalised"),
    "3000 draws": (enclosed("laplace", "1", 2, 3000), "TooLarge"),
}
"""Grids that are large."""

HOSTILE: dict[str, tuple[str | Certificate, str]] = (LABORIOUS | EVERYWHERE | CELLS) | {
    "e^1000000000": (inequality([1], exp="1000000000"), "TooLarge"),
    "e^(2001/2)": (inequality([1], exp="2001/2"), "TooLarge"),
    "e^(1/10^40)": (inequality([1], exp=f"1/{10**40}"), "TooLarge"),
    "e^-1000000000": (inequality([1], exp="-1000000000"), "TooLarge"),
    "ten values, nine rows, one price": (
        bound(rows(10, 9, 9, "sequence", "replace-one"), ["y"]),
        "MissingDatabase",
    ),
    "10^9 rows, one price": (
        bound(rows(10, 10**9, 10**9, "multiset", "replace-one"), ["y"]),
        "TooLarge",
    ),
    "no values and 10^6 rows": (
        point(rows(0, 0, 10**6, "sequence", "replace-one"), []),
        "TooLarge",
    ),
    "no values and 10^4 rows": (
        point(rows(0, 0, 10**4, "sequence", "add-remove-one"), []),
        "Trivial",
    ),
    "no values, one row, no laws": (
        point(rows(0, 1, 1, "sequence", "replace-one"), []),
        "Trivial",
    ),
    "an optimum on no databases": (
        (
            EXAMPLES["optimum-mechanism: a bit"]
            | {"universe": rows(0, 1, 1, "sequence", "replace-one"), "laws": []}
        ),
        "Trivial",
    ),
    "10^300 databases, one law": (
        point(rows(1000, 100, 100, "sequence", "replace-all"), [LAW]),
        "MissingDatabase",
    ),
    "refutation with 40 rows that all move": (refutation(40), ""),
    "refutation with 10,000 rows that all move": (refutation(10**4), ""),
    "30,000 labels, all related": (one_row(30_000), ""),
    "30,000 labels, all related, approximately": (one_row(30_000, delta="1/2"), "TooLarge"),
    "30,000 labels, all related, with laws of their own": (
        one_row(30_000) | {"outcomes": ["0", "1"], "laws": own_laws(30_000)},
        "TooLarge",
    ),
    "30,000 labels in a refutation": (
        refutation(1) | {"universe": rows(30_000, 1, 1, "sequence", "replace-one")},
        "",
    ),
    "degree 20,000": (inequality([1] * 20_001), "TooLarge"),
    "degree 399": (inequality([1] * 400), ""),
    "degree 400": (inequality([1] * 401), "TooLarge"),
    "a rational of 10^6 digits": (equation(f'"{"7" * 10**6}"'), "TooLarge"),
    "a denominator of 10^6 digits": (equation(f'"1/{"7" * 10**6}"'), "TooLarge"),
    "a negative rational of 10^6 digits": (equation(f'"-{"7" * 10**6}"'), "TooLarge"),
    "10^6 digits, each escaped": (
        equation(f'"{"7".join([chr(92) + "u0037"] * 10**6)}"'),
        "TooLarge",
    ),
    "an integer of 10^6 digits": (equation(f'{{"num": {"7" * 10**6}, "den": 1}}'), "TooLarge"),
    "a float of 10^5 digits": (equation(f"1.{'7' * 10**5}"), "WrongType"),
    "1e999999999": (equation("1e999999999"), "WrongType"),
    "a range from 10^99998, degree 999": (
        inequality([*[-1], *[0] * 998, 1], **{"from": "1" + "0" * 99_998}),
        "TooLarge",
    ),
    "a range to a long fraction, degree 999": (
        inequality([*[-1], *[0] * 998, 1], to="1" + "0" * 50_000 + "1/3" + "0" * 9000),
        "TooLarge",
    ),
    "two values, 10,000 rows, 300,000 prices": (
        bound(rows(2, 10**4, 10**4, "sequence", "replace-one"), [], prices=[0] * 300_000),
        "TooLarge",
    ),
    "one value, up to 3000 rows, 3001 prices": (
        bound(rows(1, 0, 3000, "multiset", "replace-one"), [], prices=[0] * 3001),
        "",
    ),
    "one value in 9,950 to 10,000 rows": (
        point(
            rows(1, 9950, 10_000, "sequence", "add-remove-one"),
            [{"database": [0] * n, "total": 1, "weights": [1]} for n in range(9950, 10_001)],
        ),
        "",
    ),
    "one value in 999 to 1,000 rows": (
        point(
            rows(1, 999, 1000, "sequence", "add-remove-one"),
            [{"database": [0] * n, "total": 1, "weights": [1]} for n in (999, 1000)],
        ),
        "",
    ),
    "one value in 10,000 rows": (
        point(
            rows(1, 10_000, 10_000, "sequence", "replace-one"),
            [{"database": [0] * 10_000, "total": 1, "weights": [1]}],
        ),
        "Trivial",
    ),
    "a thousand flows between databases of a thousand rows": (growing_flows(1000), ""),
    "one irrational double root": (inequality(double_roots(1)), "ComparisonNotShown"),
    "ten irrational double roots": (inequality(double_roots(10)), "ComparisonNotShown"),
    "500 open signs": (open_signs(500), ""),
    "the subject nested 990 deep": (nested(990, "subject"), "TooLarge"),
    "the subject nested 100,000 deep": (nested(100_000, "subject"), "TooLarge"),
    "the outcomes nested 100,000 deep": (nested(100_000, "outcomes"), "TooLarge"),
    "the value nested 17 deep": (nested(16, "value"), "TooLarge"),
    "the value nested 16 deep": (nested(15, "value"), "WrongType"),
    "objects nested 100,000 deep": ('{"format":' * 100_000, "TooLarge"),
    "brackets after a string that ends in backslashes": (
        r'{"format": "\\\\", "a": ' + "[" * 100_000,
        "TooLarge",
    ),
    "brackets after an escaped quote": (r'{"a": "\\\"", "b": ' + "[" * 100_000, "TooLarge"),
    "brackets inside a string are none": (GOOD.replace("an example", "[{" * 1000 + r"\"[[\\"), ""),
    "brackets that close before they open": ("]" * 1000 + "[" * 100_000, "TooLarge"),
    "a string that does not end": ('{"format": "' + "[" * 100_000, "NotJson"),
    "a million quotes": ('"' * 10**6, "NotJson"),
    "a million empty lists": ("[" + "[]," * 10**6 + "[]]", "NotCertificate"),
    "an object of 10^5 keys": (json.dumps({str(i): i for i in range(10**5)}), "NotCertificate"),
    "10^5 keys in the place of a law": (
        GOOD.replace(
            '{"database": [0]',
            '{"database": {' + ", ".join(f'"{i}": 0' for i in range(10**5)) + "}",
        ),
        "WrongType",
    ),
    "10^5 times the same key": ("{" + '"a": 1, ' * 10**5 + '"a": 1}', "RepeatedKey"),
    "minus zero": (GOOD.replace('"delta": "0"', '"delta": "-0"'), "NotCanonical"),
    "the integer -0": (GOOD.replace('"weights": [2, 1]', '"weights": [2, 1, -0]'), "WrongLength"),
    "1e3 as a weight": (GOOD.replace("[2, 1]", "[2, 1e3]"), "WrongType"),
    "Infinity as a weight": (GOOD.replace("[2, 1]", "[2, Infinity]"), "WrongType"),
    "NaN as a subject": (GOOD.replace('"an example"', "NaN"), "WrongType"),
    "a key that is no string": (GOOD.replace('"kind"', "1"), "NotJson"),
    "nothing": ("", "NotJson"),
    "a byte-order mark": ("\ufeff" + GOOD, "NotJson"),
    "lone surrogates in the subject": (GOOD.replace("an example", r"\ud800 \udfff"), ""),
    "control characters in the subject": (GOOD.replace("an example", r"\u0000\u001b[2J\n"), ""),
    "a raw control character": (GOOD.replace("an example", "\x00"), "NotJson"),
    "a lone surrogate as a label": (GOOD.replace('["0", "1"]', r'["\ud800", "1"]'), ""),
    "a NUL in a rational": (GOOD.replace('"delta": "0"', r'"delta": "0\u0000"'), "WrongType"),
    "a newline after a rational": (GOOD.replace('"delta": "0"', r'"delta": "0\n"'), "WrongType"),
}
"""Each text (or certificate) and the reason for its refusal; none if it is to be accepted."""

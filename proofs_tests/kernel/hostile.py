"""Texts that are made to hang, exhaust or crash a checker, and the answer that each must get."""

from __future__ import annotations

import json
from collections import Counter

from proofs_tests.kernel.examples import (
    ALWAYS,
    BIT,
    EVERY,
    EXAMPLES,
    Certificate,
    certificate,
    compared,
    comparisons,
    law,
    on_a_bit,
    private,
    ratio,
    refuted,
    rows,
    table,
)

Grouped = dict[str, dict[str, str | Certificate]]
"""By the reason for the refusal; it is empty if a text is to be accepted."""

GOOD = json.dumps(EXAMPLES["point: randomised response"])
BOUND = EXAMPLES["optimum-bound: a bit"]


def point(universe: Certificate, laws: list[object], **fields: object) -> Certificate:
    """A point certificate with one outcome."""
    scope = {"direction": "both", "exp_eps": "1", "delta": "0"} | fields
    return certificate("point", universe=universe, outcomes=["y"], laws=laws, **scope)


def in_order(values: int, low: int, high: int, moves: str = "replace-one") -> Certificate:
    """A universe of sequences."""
    return rows(values, low, high, "sequence", moves)


def inequality(polynomial: list[int], **scope: object) -> Certificate:
    """0 <= p on a range."""
    return comparisons(ALWAYS | scope, compared("0", "<=", ratio(polynomial)))


def everywhere(num: list[list[int]], den: object = 1, left: object = "0") -> Certificate:
    """Left <= num / den for all u > 0."""
    return comparisons(EVERY, compared(left, "<=", ratio(num, den)))


def enclosed(noise: str, scale: str, reach: int = 9000, draws: int = 0) -> Certificate:
    """A bit that nothing says, and draws of noise that nothing is asked of."""
    laws = [{"database": [i], "branches": []} for i in (0, 1)]
    orders = [[[0] * draws, []]]
    grid = {"step": "1", "noises": [[noise, scale, reach]], "orders": orders}
    scope = {"direction": "both", "exp_eps": "1", "delta": "0"}
    return certificate("enclosed", universe=BIT, outcomes=[], laws=laws, grid=grid, **scope)


def spread(outcomes: int, terms: int) -> Certificate:
    """A table on a bit whose weights have many terms; delta is not 0, and much is to be done."""

    def given(i: int) -> list[object]:
        weights = [{50 * k + y % 50: 1 + i * y for k in range(terms)} for y in range(outcomes)]
        total = Counter[int]()
        for weight in weights:
            total.update(weight)
        return [[[0, *term] for term in sorted(of.items())] for of in (total, *weights)]

    return private(on_a_bit(given(0), given(1)), "2", "1/2", scope=EVERY)


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


def refutation(count: int) -> Certificate:
    """All rows may move: 3^count databases, of which two are looked at."""
    universe, laws = in_order(3, count, count, "replace-all"), ([1, 0], [0, 1])
    several = [law([i] * count, 1, *weights) for i, weights in enumerate(laws)]
    return refuted(table(universe, "ab", *several), [0], ["1", "0"], "2", "0")


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
    laws = on_a_bit(
        [[count] * 2, *[[0, 1]] * count, count], [[count] * 2, *[1] * count, [0, count]]
    )
    return private(laws, "2000001/1000000", "1/2", scope=ALWAYS | {"to": "5"})


def one_row(count: int, **fields: object) -> Certificate:
    """Each value may change to any other, and all laws are the same."""
    return point(in_order(count, 1, 1), [law([i], 1, 1) for i in range(count)], **fields)


def own_laws(count: int) -> list[object]:
    """So many, all different."""
    return [law([i], count, i, count - i) for i in range(count)]


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
        laws.append(law([i], [total * c for c in power], *weights))
    return private(
        table(in_order(count, 1, 1), "01", *laws), "1", "3/100", scope=ALWAYS | {"to": "2"}
    )


GRID = [[j, k, 1] for j in range(100) for k in range(100)]
"""10^4 terms."""

LAW = law([0], 1, 1)

HIGH = [1] * 400
BINOMIAL = [1, *[0] * 398, 1]
ALIKE = ratio(BINOMIAL, BINOMIAL)
"""The number 1 as a ratio of polynomials of degree 399."""


def degree_399(count: int) -> Certificate:
    """Inequalities between ratios of degree 399, all different."""
    ends = [[ratio([*HIGH[:-1], k + more], BINOMIAL) for more in (2, 3)] for k in range(count)]
    return comparisons(ALWAYS, *(compared(left, "<", right) for left, right in ends))


def many_terms() -> Certificate:
    """A score of 200 terms, whose multiplier has degree 399."""
    dual = {"total": HIGH, "scores": [HIGH], "prices": [1, 1], "flows": []}
    scores = [{"name": "s", "terms": [[0, [0], 1]] * 200}]
    found = bound(in_order(2, 1, 1), ["y"], **dual)
    return found | {"range": ALWAYS, "exp_eps": ALIKE, "scores": scores}


def many_prices(count: int) -> Certificate:
    """So many prices of degree 399."""
    prices = [[*HIGH[:-1], k + 1] for k in range(count)]
    found = bound(in_order(count, 1, 1), ["y"], prices=prices)
    return found | {"range": ALWAYS, "exp_eps": ALIKE}


LABORIOUS: Grouped = {
    "": {
        "degree 399, numbers of 1000 digits": inequality([10**999] * 400),
        "products of degree 399 in five comparisons": degree_399(5),
    },
    "TooLarge": {
        "a hundred irrational double roots": inequality(double_roots(100)),
        "products of degree 399 in the terms of a score": many_terms(),
        "products of degree 399 in 300 prices": many_prices(300),
        "products of degree 399 in 150 comparisons": degree_399(150),
    },
    "BoundNotShown": {"products of degree 399 in ten prices": many_prices(10)},
    "PrivacyNotShown": {"hundreds of false pairs among true ones": false_pairs(60, 60)},
}
"""What cost seconds to minutes before its work was counted."""

EVERYWHERE: Grouped = {
    "TooLarge": {
        "u^(10^6) e^(10^9 u)": everywhere([[10**6, 10**9, 1]]),
        "e^(10^9 u)": everywhere([[0, 10**9, 1]]),
        "u^101": everywhere([[101, 0, 1]]),
        "a million terms": everywhere([[0, 0, 1]] * 10**6),
        "10^4 terms, all powers of u below each": everywhere(
            [[100, k, 1 - 2 * (k % 2)] for k in range(10**4)]
        ),
        "a product of two grids": everywhere(GRID, GRID, ratio([*GRID[:-1], [99, 99, 2]], GRID)),
        "products of coefficients of 4000 digits": everywhere(
            [[0, k, 10**4000 + k] for k in range(400)],
            1,
            ratio(1, [[0, k, 10**4000 + k] for k in range(400)]),
        ),
        "60 outcomes of 40 terms, approximately": spread(60, 40),
    },
    "": {
        "e^(10^4 u) > 1 + u^100": everywhere([[0, 0, -1], [0, 10**4, 1], [100, 0, -1]]),
        "10^4 terms": everywhere(GRID),
        "coefficients of 4000 digits": everywhere([[0, 0, 1 - 10**4000], [0, 1, 10**4000]]),
    },
    "ComparisonNotShown": {
        "u^100 e^(9999 u), which is not settled in time": everywhere(
            [[0, 10**4, 10**9], [100, 9999, -1]]
        ),
        "what touches 0": everywhere([[0, 0, 1], [1, 0, -2], [2, 0, 1]]),
        "what touches 0 far out": everywhere([[0, 0, 10**8], [1, 0, -2 * 10**4], [2, 0, 1]]),
        "what is negative at u = 10^-30 only": everywhere(
            [[0, 0, 1], [1, 0, -3 * 10**30], [2, 0, 2 * 10**60]]
        ),
    },
}
"""Exponential polynomials that are large, or hard to decide."""

CELLS: Grouped = {
    "TooLarge": {
        "9000 cells of Gaussian noise, to 30 deviations": enclosed("gaussian", "300"),
        "9000 integers with Gaussian weights": enclosed("discrete-gaussian", "90000"),
        "3000 draws": enclosed("laplace", "1", 2, 3000),
    },
    "NotNormalised": {"9000 cells of Laplace noise": enclosed("laplace", "300")},
}
"""Grids that are large."""

OTHERS: Grouped = {
    "TooLarge": {
        "e^1000000000": inequality([1], exp="1000000000"),
        "e^(2001/2)": inequality([1], exp="2001/2"),
        "e^(1/10^40)": inequality([1], exp=f"1/{10**40}"),
        "e^-1000000000": inequality([1], exp="-1000000000"),
        "10^9 rows, one price": bound(rows(10, 10**9, 10**9, "multiset", "replace-one"), ["y"]),
        "no values and 10^6 rows": point(in_order(0, 0, 10**6), []),
        "30,000 labels, all related, approximately": one_row(30_000, delta="1/2"),
        "30,000 labels, all related, with laws of their own": one_row(30_000)
        | {"outcomes": ["0", "1"], "laws": own_laws(30_000)},
        "degree 20,000": inequality([1] * 20_001),
        "degree 400": inequality([1] * 401),
        "a rational of 10^6 digits": equation(f'"{"7" * 10**6}"'),
        "a denominator of 10^6 digits": equation(f'"1/{"7" * 10**6}"'),
        "a negative rational of 10^6 digits": equation(f'"-{"7" * 10**6}"'),
        "10^6 digits, each escaped": equation(f'"{"7".join([chr(92) + "u0037"] * 10**6)}"'),
        "an integer of 10^6 digits": equation(f'{{"num": {"7" * 10**6}, "den": 1}}'),
        "a range from 10^99998, degree 999": inequality(
            [*[-1], *[0] * 998, 1], **{"from": "1" + "0" * 99_998}
        ),
        "a range to a long fraction, degree 999": inequality(
            [*[-1], *[0] * 998, 1], to="1" + "0" * 50_000 + "1/3" + "0" * 9000
        ),
        "two values, 10,000 rows, 300,000 prices": bound(
            in_order(2, 10**4, 10**4), [], prices=[0] * 300_000
        ),
        "the subject nested 990 deep": nested(990, "subject"),
        "the subject nested 100,000 deep": nested(100_000, "subject"),
        "the outcomes nested 100,000 deep": nested(100_000, "outcomes"),
        "the value nested 17 deep": nested(16, "value"),
        "objects nested 100,000 deep": '{"format":' * 100_000,
        "brackets after a string that ends in backslashes": r'{"format": "\\\\", "a": '
        + "[" * 100_000,
        "brackets after an escaped quote": r'{"a": "\\\"", "b": ' + "[" * 100_000,
        "brackets that close before they open": "]" * 1000 + "[" * 100_000,
    },
    "MissingDatabase": {
        "ten values, nine rows, one price": bound(in_order(10, 9, 9), ["y"]),
        "10^300 databases, one law": point(in_order(1000, 100, 100, "replace-all"), [LAW]),
    },
    "Trivial": {
        "no values and 10^4 rows": point(in_order(0, 0, 10**4, "add-remove-one"), []),
        "no values, one row, no laws": point(in_order(0, 1, 1), []),
        "an optimum on no databases": EXAMPLES["optimum-mechanism: a bit"]
        | {"universe": in_order(0, 1, 1), "laws": []},
        "one value in 10,000 rows": point(in_order(1, 10_000, 10_000), [law([0] * 10_000, 1, 1)]),
    },
    "": {
        "refutation with 40 rows that all move": refutation(40),
        "refutation with 10,000 rows that all move": refutation(10**4),
        "30,000 labels, all related": one_row(30_000),
        "30,000 labels in a refutation": refutation(1) | {"universe": in_order(30_000, 1, 1)},
        "degree 399": inequality([1] * 400),
        "one value, up to 3000 rows, 3001 prices": bound(
            rows(1, 0, 3000, "multiset", "replace-one"), [], prices=[0] * 3001
        ),
        "one value in 9,950 to 10,000 rows": point(
            in_order(1, 9950, 10_000, "add-remove-one"),
            [law([0] * n, 1, 1) for n in range(9950, 10_001)],
        ),
        "one value in 999 to 1,000 rows": point(
            in_order(1, 999, 1000, "add-remove-one"), [law([0] * n, 1, 1) for n in (999, 1000)]
        ),
        "a thousand flows between databases of a thousand rows": growing_flows(1000),
        "500 open signs": open_signs(500),
        "brackets inside a string are none": GOOD.replace("an example", "[{" * 1000 + r"\"[[\\"),
        "lone surrogates in the subject": GOOD.replace("an example", r"\ud800 \udfff"),
        "control characters in the subject": GOOD.replace("an example", r"\u0000\u001b[2J\n"),
        "a lone surrogate as a label": GOOD.replace('["0", "1"]', r'["\ud800", "1"]'),
    },
    "WrongType": {
        "a float of 10^5 digits": equation(f"1.{'7' * 10**5}"),
        "1e999999999": equation("1e999999999"),
        "the value nested 16 deep": nested(15, "value"),
        "10^5 keys in the place of a law": GOOD.replace(
            '{"database": [0]',
            '{"database": {' + ", ".join(f'"{i}": 0' for i in range(10**5)) + "}",
        ),
        "1e3 as a weight": GOOD.replace("[2, 1]", "[2, 1e3]"),
        "Infinity as a weight": GOOD.replace("[2, 1]", "[2, Infinity]"),
        "NaN as a subject": GOOD.replace('"an example"', "NaN"),
        "a NUL in a rational": GOOD.replace('"delta": "0"', r'"delta": "0\u0000"'),
        "a newline after a rational": GOOD.replace('"delta": "0"', r'"delta": "0\n"'),
    },
    "ComparisonNotShown": {
        "one irrational double root": inequality(double_roots(1)),
        "ten irrational double roots": inequality(double_roots(10)),
    },
    "NotJson": {
        "a string that does not end": '{"format": "' + "[" * 100_000,
        "a million quotes": '"' * 10**6,
        "a key that is no string": GOOD.replace('"kind"', "1"),
        "nothing": "",
        "a byte-order mark": "\ufeff" + GOOD,
        "a raw control character": GOOD.replace("an example", "\x00"),
    },
    "NotCertificate": {
        "a million empty lists": "[" + "[]," * 10**6 + "[]]",
        "an object of 10^5 keys": json.dumps({str(i): i for i in range(10**5)}),
    },
    "RepeatedKey": {"10^5 times the same key": "{" + '"a": 1, ' * 10**5 + '"a": 1}'},
    "NotCanonical": {"minus zero": GOOD.replace('"delta": "0"', '"delta": "-0"')},
    "WrongLength": {"the integer -0": GOOD.replace('"weights": [2, 1]', '"weights": [2, 1, -0]')},
}


def named(*several: Grouped) -> dict[str, tuple[str | Certificate, str]]:
    """Each text (or certificate) and the reason for its refusal; none if it is to be accepted."""
    return {
        name: (text, reason)
        for groups in several
        for reason, texts in groups.items()
        for name, text in texts.items()
    }


ALONE = named(LABORIOUS, EVERYWHERE, CELLS)
"""They may take all the time that there is; others share it, twelve at once."""

SHARING = named(OTHERS)

"""Tables of the size of an audit: the sparse vector technique with Laplace noise, every eps.

The laws are integrals of densities, which another module finds; here it is asked how fast they
are checked, and that the least bound is accepted and the next one is not.  All pairs of answers
are looked at for one eps, too.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from time import process_time

import pytest

from audits.kernel import Refused, check
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.probability.differences import Below, probability
from reference.probability.piecewise import laplace

Bits = tuple[int, ...]
Law = dict[Bits, ExponentialPolynomial]


@cache
def chance(answers: frozenset[tuple[tuple[int, int], int]], noisy: int) -> ExponentialPolynomial:
    """Of what is said of each of the answers, (answer, said), with the threshold's noise."""
    each = [pair for pair, count in answers for _ in range(count)]
    draws = {i: laplace(1, answer) for i, (answer, _) in enumerate(each, 1)}
    order = [Below(0, i, 0) if said else Below(i, 0, 0) for i, (_, said) in enumerate(each, 1)]
    return probability({0: laplace(noisy, 0)} | draws, order)


def law(answers: Bits, tops: int, noisy: int) -> Law:
    """Answers are compared with one noisy threshold until so many are above it."""
    found: Law = {}
    for bits in product((0, 1), repeat=len(answers)):
        ends = [i for i, bit in enumerate(bits, 1) if bit][tops - 1 : tops] or [len(bits)]
        said = bits[: ends[0]]
        pairs = Counter(zip(answers, said, strict=False))
        found[said] = chance(frozenset(pairs.items()), noisy)
    return found


def sparse_vector(rows: int, values: Bits, tops: int, noisy: int) -> dict[str, object]:
    """Its certificate, with the bound r^loss left open."""
    databases = list(product(range(len(values)), repeat=rows))
    laws = {d: law(tuple(values[v] for v in d), tops, noisy) for d in databases}
    outcomes = sorted(laws[databases[0]])
    fields = []
    for database, chances in laws.items():
        terms = {y: chances[y].terms for y in outcomes}
        least = min(k for found in terms.values() for _, k in found)
        scale = lcm(*(c.denominator for found in terms.values() for c in found.values()))
        weights = [
            [[j, k - least, int(c * scale)] for (j, k), c in sorted(terms[y].items())]
            for y in outcomes
        ]
        total: Counter[tuple[int, int]] = Counter()
        for weight in weights:
            total.update({(j, k): c for j, k, c in weight})
        whole = [[j, k, c] for (j, k), c in sorted(total.items()) if c]
        fields.append({"database": list(database), "total": whole, "weights": weights})
    return {
        "format": "exactdp-certificate 2",
        "kind": "all-epsilon",
        "subject": "sparse vector",
        "universe": {
            "values": [str(v) for v in values],
            "rows": [rows, rows],
            "order": "sequence",
            "moves": "replace-all",
            "related": "complete" if len(values) == 2 else [[0, 1], [1, 2]],
        },
        "outcomes": ["".join(map(str, y)) for y in outcomes],
        "laws": fields,
        "range": "u > 0",
        "direction": "both",
    }


def seconds(fields: dict[str, object], exp_eps: object, delta: object = "0") -> float:
    """What it takes to accept it."""
    text, start = json.dumps(fields | {"exp_eps": exp_eps, "delta": delta}), process_time()
    check(text)
    return process_time() - start


def power(loss: int) -> dict[str, object]:
    """r^loss."""
    return {"num": [[0, loss, 1]], "den": 1}


def test_four_answers_are_checked_for_every_eps_at_once() -> None:
    """81 databases, 2,320 ordered pairs, 11 outcomes; r^4 is enough and r^3 is not."""
    four = sparse_vector(4, (-1, 0, 1), 2, 4)
    said = check(json.dumps(four | {"exp_eps": power(4), "delta": "0"}))
    assert (said.facts["databases"], said.facts["pairs"]) == (81, 2320)
    assert seconds(four, power(4)) < 2
    lost = {"num": [[0, 0, -1], [0, 1, 1]], "den": [[0, 1, 1]]}  # P - r^3 Q <= P (1 - 1/r)
    assert seconds(four, power(3), lost) < 2
    with pytest.raises(Refused, match=r"^PrivacyNotShown: "):
        seconds(four, power(3))


def at(terms: list[list[int]], u: Fraction) -> list[Fraction]:
    """The coefficients of a polynomial in r."""
    found = [Fraction(0)] * (1 + max(k for _, k, _ in terms))
    for j, k, c in terms:
        found[k] += c * u**j
    return found


def at_one_eps(fields: dict[str, object], u: Fraction) -> dict[str, object]:
    """The same table as polynomials in r, on an interval around e^u."""
    laws = fields["laws"]
    assert isinstance(laws, list)
    changed = []
    for found in laws:
        several = [at(p, u) for p in (found["total"], *found["weights"])]
        scale = lcm(*(c.denominator for p in several for c in p))
        total, *weights = ([int(c * scale) for c in p] for p in several)
        changed.append({"database": found["database"], "total": total, "weights": weights})
    scope = {"from": "1284025416/1000000000", "to": "1284025417/1000000000"}
    ends = {end: str(Fraction(number)) for end, number in scope.items()}
    return fields | {"laws": changed, "range": ends | {"exp": str(u)}}


def test_all_pairs_of_answers_are_checked_by_outcome() -> None:
    """All pairs of {0, 1}^7: 16,256 of them, for every eps and for one of 1/4."""
    seven = sparse_vector(7, (0, 1), 1, 2)
    one = at_one_eps(seven, Fraction(1, 4))
    for fields, bound, less in (
        (seven, power(4), power(2)),
        (one, {"num": [0, 0, 0, 0, 1], "den": 1}, {"num": [0, 0, 1], "den": 1}),
    ):
        said = check(json.dumps(fields | {"exp_eps": bound, "delta": "0"}))
        assert (said.facts["databases"], said.facts["pairs"]) == (128, 16256)
        assert seconds(fields, bound) < 2
        with pytest.raises(Refused, match=r"^PrivacyNotShown: "):
            seconds(fields, less)

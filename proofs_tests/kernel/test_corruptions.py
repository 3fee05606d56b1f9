"""Corruptions with a meaning: each makes another statement, true or false, and is told apart."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from audits.kernel import check
from proofs_tests.kernel.examples import EXAMPLES, Certificate, laws_of, ratio, reason
from proofs_tests.kernel.second_checker import tight_delta
from proofs_tests.kernel.second_opinion import facts, reasons

Json = object
PRIVATE = [name for name, example in EXAMPLES.items() if "direction" in example]
AT_A_POINT = [name for name in PRIVATE if name.startswith("point")]
BOUNDED = [name for name in PRIVATE if name.startswith("all-epsilon")]
HAIR = Fraction(1, 10**40)


def times(factor: int, polynomial: list[Json]) -> list[Json]:
    """A multiple of a polynomial in r, or in u and r."""
    return [
        [*term[:2], factor * term[2]] if isinstance(term, list) else factor * int(str(term))
        for term in polynomial
    ]


def weights_of(law: dict[str, Json]) -> list[Json]:
    """The weights of a law."""
    weights = law["weights"]
    assert isinstance(weights, list)
    return weights


def judged(changed: Certificate) -> str:
    """The kernel's answer, which must be one that the second checker finds too."""
    expected, answer = reasons(changed), reason(changed)
    assert answer in (expected or {""}), (changed, expected)
    assert expected or check(json.dumps(changed)).facts == facts(changed)
    return answer


def with_laws(name: str) -> list[str]:
    """The names that begin so, of certificates with a table of probabilities."""
    tables = [n for n, found in EXAMPLES.items() if "laws" in found and "breaks" not in found]
    return [n for n in tables if n.startswith(name)]


@pytest.mark.parametrize("name", with_laws(""))
def test_laws_that_are_exchanged_are_judged_anew(name: str) -> None:
    """Each two databases trade their laws."""
    for i, j in combinations(range(len(laws_of(EXAMPLES[name]))), 2):
        changed = deepcopy(EXAMPLES[name])
        laws = laws_of(changed)
        laws[i]["database"], laws[j]["database"] = laws[j]["database"], laws[i]["database"]
        assert judged(changed) not in {"MissingDatabase", "NotNormalised", "NegativeWeight"}


@pytest.mark.parametrize("name", with_laws(""))
def test_weights_that_are_permuted_are_judged_anew(name: str) -> None:
    """The outcomes of one law are renamed."""
    for i, law in enumerate(laws_of(EXAMPLES[name])):
        for order in permutations(weights_of(law)):
            changed = deepcopy(EXAMPLES[name])
            laws_of(changed)[i]["weights"] = list(order)
            assert judged(changed) not in {"MissingDatabase", "NotNormalised", "NegativeWeight"}


@pytest.mark.parametrize("name", with_laws(""))
def test_weight_that_moves_between_outcomes_is_judged_anew(name: str) -> None:
    """One unit from each outcome to each other one."""
    for i, law in enumerate(laws_of(EXAMPLES[name])):
        weights = weights_of(law)
        for y, z in permutations(range(len(weights)), 2):
            less, more = weights[y], weights[z]
            if isinstance(less, int) and isinstance(more, int):
                changed = deepcopy(EXAMPLES[name])
                weights_of(laws_of(changed)[i])[y] = less - 1
                weights_of(laws_of(changed)[i])[z] = more + 1
                assert judged(changed) != "NotNormalised"


@pytest.mark.parametrize("name", AT_A_POINT)
def test_a_unit_of_weight_that_matters_is_noticed(name: str) -> None:
    """Of the tables with one unit moved, those that need a larger delta are refused."""
    example = EXAMPLES[name]
    x, delta, direction = (str(example[key]) for key in ("exp_eps", "delta", "direction"))
    refused = 0
    for i, law in enumerate(laws_of(example)):
        for y, z in permutations(range(len(weights_of(law))), 2):
            changed = deepcopy(example)
            weights = weights_of(laws_of(changed)[i])
            if weights[y] != 0:
                weights[y] = int(str(weights[y])) - 1
                weights[z] = int(str(weights[z])) + 1
                table = {key: changed[key] for key in ("universe", "outcomes", "laws")}
                needed = Fraction(str(tight_delta(table, x, direction)))
                assert reason(changed) == ("PrivacyNotShown" if needed > Fraction(delta) else "")
                refused += needed > Fraction(delta)
    assert refused


@pytest.mark.parametrize("name", AT_A_POINT)
def test_a_delta_or_x_that_is_a_hair_too_small_is_refused(name: str) -> None:
    """The examples are tight: 10^-40 less is false, or nothing (delta < 0, x < 1)."""
    example = EXAMPLES[name]
    delta, x = Fraction(str(example["delta"])), Fraction(str(example["exp_eps"]))
    less = reason(example | {"delta": str(delta - HAIR)})
    assert less == ("PrivacyNotShown" if delta else "Trivial")
    smaller = reason(example | {"exp_eps": str(x - HAIR)})
    assert smaller == ("PrivacyNotShown" if x > 1 else "Trivial")
    assert reason(example | {"delta": str(delta + HAIR), "exp_eps": str(x + HAIR)}) == ""


@pytest.mark.parametrize("name", ["all-epsilon: pure", "all-epsilon: approximate, x = 1"])
def test_a_polynomial_bound_that_is_a_hair_too_small_is_refused(name: str) -> None:
    """X = r - 10^-40 r, and delta = (1 - 10^-40) (r - 1)/(r + 1)."""
    example = EXAMPLES[name]
    n = 10**40
    assert reason(example | {"exp_eps": ratio([0, n - 1], n), "delta": "0"}) in {
        "Trivial",  # at r = 1
        "PrivacyNotShown",
    }
    above = {"from": "2", "to": None, "exp": None}
    less = {"exp_eps": ratio([0, n - 1], n), "delta": "0", "range": above}
    assert reason(example | less) == "PrivacyNotShown"
    delta = ratio([1 - n, n - 1], [n, n])
    assert reason(example | {"exp_eps": "1", "delta": delta}) == "PrivacyNotShown"


def test_a_bound_for_every_eps_that_is_a_hair_too_small_is_refused() -> None:
    """X = (1 - 10^-40) r + 10^-40, and delta = (1 - 10^-40) (r - 1)/(2 r)."""
    n = 10**40
    less: Json = ratio([[0, 0, 1], [0, 1, n - 1]], n)
    for name in ("every eps: noise", "every eps: optimum"):
        assert reason(EXAMPLES[name] | {"exp_eps": less}) == "PrivacyNotShown"
    delta = ratio([[0, 0, 1 - n], [0, 1, n - 1]], [[0, 1, 2 * n]])
    example = EXAMPLES["every eps: noise, x = 1"]
    assert reason(example | {"delta": delta}) == "PrivacyNotShown"
    more = ratio([[0, 0, -1 - n], [0, 1, n + 1]], [[0, 1, 2 * n]])
    assert reason(example | {"delta": more}) == ""


@pytest.mark.parametrize("name", PRIVATE)
def test_a_dropped_database_is_missed(name: str) -> None:
    """A table with one law less is not complete."""
    for i in range(len(laws_of(EXAMPLES[name]))):
        changed = deepcopy(EXAMPLES[name])
        del laws_of(changed)[i]
        assert judged(changed) == "MissingDatabase"


@pytest.mark.parametrize("name", PRIVATE)
def test_a_wider_universe_is_another_statement(name: str) -> None:
    """More rows, fewer rows, or one value more: databases without a law."""
    for low, high in ((-1, 0), (0, 1)):
        changed = deepcopy(EXAMPLES[name])
        universe = changed["universe"]
        assert isinstance(universe, dict)
        least, most = universe["rows"]
        universe["rows"] = [least + low, most + high]
        assert judged(changed) == ("MissingDatabase" if least + low >= 0 else "BadUniverse")
    changed = deepcopy(EXAMPLES[name])
    universe = changed["universe"]
    assert isinstance(universe, dict)
    universe["values"].append("another")
    assert judged(changed) == "MissingDatabase"


@pytest.mark.parametrize("name", PRIVATE)
def test_fewer_related_values_make_another_statement(name: str) -> None:
    """It may be true where the first is, but the facts say that fewer pairs were compared."""
    example = EXAMPLES[name]
    said = check(json.dumps(example))
    universe = example["universe"]
    assert isinstance(universe, dict)
    if universe["moves"] == "add-remove-one":
        assert judged(example | {"universe": universe | {"related": []}}) == "BadUniverse"
        return
    every = list(combinations(range(len(universe["values"])), 2))
    listed = [list(p) for p in every] if universe["related"] == "complete" else universe["related"]
    for kept in range(len(listed)):
        changed = example | {"universe": universe | {"related": listed[:kept]}}
        if kept == 0:
            assert judged(changed) == "Trivial"
        else:
            assert judged(changed) == ""
            other = check(json.dumps(changed))
            assert other.facts["pairs"] != said.facts["pairs"]
            assert str(other) != str(said)


@pytest.mark.parametrize("name", PRIVATE)
def test_another_direction_is_another_statement(name: str) -> None:
    """Each direction is judged by itself, and "both" is the two of them together."""
    example = EXAMPLES[name]
    answers = {
        way: judged(example | {"direction": way}) for way in ("forward", "backward", "both")
    }
    assert (answers["both"] == "") == (answers["forward"] == answers["backward"] == "")
    lines = {str(check(json.dumps(example | {"direction": w}))) for w in answers if not answers[w]}
    assert len(lines) == list(answers.values()).count("")


def test_one_bound_forward_and_another_backward() -> None:
    """An added row costs 2 r/(r + 1), a removed one (r + 1)/2, which is more."""
    for way, expected in (("forward", ""), ("backward", "PrivacyNotShown")):
        assert reason(EXAMPLES["all-epsilon: an added row"] | {"direction": way}) == expected
        assert reason(EXAMPLES["all-epsilon: a removed row"] | {"direction": way}) == ""
    leaning = EXAMPLES["point: one row, backward"]
    assert (leaning["delta"], reason(leaning)) == ("0", "")
    assert reason(leaning | {"direction": "forward"}) == "PrivacyNotShown"
    assert reason(leaning | {"direction": "forward", "delta": "1/8"}) == ""


@pytest.mark.parametrize(
    ("name", "key"),
    [
        (name, key)
        for name, example in EXAMPLES.items()
        for key, value in example.items()
        if isinstance(value, dict) and "num" in value
    ],
)
def test_a_fraction_upside_down_is_judged_anew(name: str, key: str) -> None:
    """Numerator and denominator are exchanged."""
    given = EXAMPLES[name][key]
    assert isinstance(given, dict)
    turned = ratio(given["den"], given["num"])
    assert judged(EXAMPLES[name] | {key: turned}) != ""


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("refutation")])
def test_a_refutation_with_its_laws_exchanged_is_refused(name: str) -> None:
    """P(E) > x Q(E) + delta is not symmetric; the stated probabilities are those of a law."""
    changed = EXAMPLES[name] | {"laws": laws_of(EXAMPLES[name])[::-1]}
    assert judged(changed) == "WrongProbability"
    stated = changed["probabilities"]
    assert isinstance(stated, list)
    assert judged(changed | {"probabilities": stated[::-1]}) == "ViolationNotShown"


@pytest.mark.parametrize(
    "change",
    [
        lambda dual: dual | {"prices": dual["prices"][::-1]},
        lambda dual: dual | {"flows": dual["flows"][1:]},
        lambda dual: dual | {"flows": [[pair[::-1], *rest] for pair, *rest in dual["flows"]]},
        lambda dual: (
            dual | {"flows": [[p, u, [1 - y for y in ys], m] for p, u, ys, m in dual["flows"]]}
        ),
        lambda dual: {**dual, "scores": dual["scores"][::-1]},
    ],
)
@pytest.mark.parametrize("name", [name for name in EXAMPLES if "dual" in EXAMPLES[name]])
def test_a_dual_that_is_rearranged_is_judged_anew(
    name: str, change: Callable[[dict[str, Json]], dict[str, Json]]
) -> None:
    """Prices, flows and shares trade places."""
    dual = EXAMPLES[name]["dual"]
    assert isinstance(dual, dict)
    assert judged(EXAMPLES[name] | {"dual": change(dual)}) in {"", "BoundNotShown"}


@pytest.mark.parametrize("name", [name for name in EXAMPLES if "value" in EXAMPLES[name]])
@pytest.mark.parametrize("factor", [Fraction(1) - HAIR, Fraction(1) + HAIR, Fraction(1, 2)])
def test_a_value_that_is_a_hair_off_is_refused(name: str, factor: Fraction) -> None:
    """A bound proves its value only; a mechanism proves smaller ones too."""
    value, (n, d) = EXAMPLES[name]["value"], factor.as_integer_ratio()
    if isinstance(value, dict):
        changed: Json = ratio(times(n, value["num"]), times(d, value["den"]))
    else:
        changed = str(Fraction(str(value)) * factor)
    answer = judged(EXAMPLES[name] | {"value": changed})
    if EXAMPLES[name]["kind"] == "optimum-mechanism":
        assert answer == ("ScoreNotShown" if factor > 1 else "")
    else:
        assert answer in {"BoundNotShown", "ScoreNotShown"}

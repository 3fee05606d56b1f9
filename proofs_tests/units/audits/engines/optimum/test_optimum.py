"""Optima at one e^eps: exact, equal by independent routes, refused where they make no sense."""

import json
from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.engines.optimum import (
    Problem,
    Score,
    bound_certificate,
    mechanism_certificate,
    optimum_certificate,
    solve,
)
from audits.engines.optimum.basis import Basis
from audits.engines.optimum.certificates import mechanism_facts, optimum_facts
from audits.engines.optimum.optimum import propose
from audits.engines.optimum.pivot import improved
from audits.engines.optimum.programme import Programme, violated
from audits.engines.optimum.reduction import reduce
from audits.engines.optimum.solution import bound, least_score, repaired, table
from audits.engines.optimum.stated import solve_as_stated, stated_size
from audits.evidence.verdict import objection
from audits.kernel import check
from proofs_tests.strategies.numbers import LOSSES, PROBABILITIES
from proofs_tests.units.audits.engines.optimum.second_solver import optimum, posed
from reference.data.adjacency import ListedAdjacency

VECTORS = Path(__file__).parents[4] / "vectors" / "optimum_interior_point.json"
CASES = json.loads(VECTORS.read_text("utf-8"))["cases"]
TWO = Fraction(2)
HUNDREDTH = Fraction(1, 100)

SMALL = [
    ("interior-point domain=3 rows=2", "0"),
    ("interior-point domain=3 rows=1", "1/10"),
    ("undominated-point domain=3 rows=2 reach=0", "0"),
    ("median domain=3 rows=2", "0"),
    ("quantile domain=3 rows=2 q=1/3", "1/9"),
    ("counting-query rows=4", "0"),
    ("counting-query rows=3 within=1", "1/10"),
    ("counting-loss rows=3 exponent=2", "1/7"),
    ("counting-loss rows=3 uniform=true", "0"),
    ("one-way-marginals columns=2 rows=1", "0"),
    ("point-sanitisation domain=2 rows=2 accuracy=0", "1/5"),
    ("threshold-release domain=3 rows=2 accuracy=1/4", "1/9"),
    ("pac-learning concepts=point domain=2 rows=2 accuracy=0", "0"),
    ("pac-learning concepts=threshold domain=2 rows=1 accuracy=1/3 grid=2 proper=false", "0"),
    ("empirical-learning concepts=threshold domain=2 rows=1", "1/8"),
    ("empirical-learning concepts=point domain=2 rows=1", "0"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: "-".join(str(v) for v in c.values()))
def test_interior_point_agrees_with_the_vectors(case: dict[str, str]) -> None:
    """The optimum is the one that another program found, and the kernel accepts the proof."""
    problem = posed("interior-point domain={domain} rows={rows}".format(**case))
    found = solve(problem, Fraction(case["exp_eps"]), Fraction(case["delta"]))
    assert found.value == Fraction(case["optimum"])
    assert objection(optimum_certificate(found), optimum_facts(found)) is None


@pytest.mark.parametrize(("words", "delta"), SMALL)
def test_optima_agree_with_a_second_solver(words: str, delta: str) -> None:
    """Every built-in problem has the optimum that an exact simplex method finds."""
    problem = posed(words)
    found = solve(problem, TWO, Fraction(delta))
    assert found.value == optimum(problem, TWO, Fraction(delta))
    for proof in (bound_certificate, mechanism_certificate, optimum_certificate):
        check(json.dumps(proof(found)))


@given(points=st.integers(1, 5), rows=st.integers(1, 3), x=LOSSES)
def test_packing_bounds_the_optimum(points: int, rows: int, x: Fraction) -> None:
    """On N constant databases, n steps apart, success is at most x^n / (x^n + N - 1)."""
    problem = posed(f"interior-point domain={points} rows={rows}")
    value = solve(problem, x).value
    assert value is not None
    assert Fraction(1, points) <= value <= x**rows / (x**rows + points - 1)


@given(x=LOSSES, delta=PROBABILITIES)
def test_one_bit_is_the_best_vertex_of_a_polygon(x: Fraction, delta: Fraction) -> None:
    """For one bit, a = Pr[M(0) = 0] and b = Pr[M(1) = 1] range over a polygon."""
    half_planes = [  # p a + q b <= c
        (Fraction(-1), Fraction(0), Fraction(0)),
        (Fraction(0), Fraction(-1), Fraction(0)),
        (Fraction(1), Fraction(0), Fraction(1)),
        (Fraction(0), Fraction(1), Fraction(1)),
        (Fraction(1), x, x + delta),
        (x, Fraction(1), x + delta),
        (Fraction(-1), -x, delta - 1),
        (-x, Fraction(-1), delta - 1),
    ]
    best = Fraction(0)
    for (p, q, c), (u, v, w) in combinations(half_planes, 2):
        if determinant := p * v - q * u:
            a, b = (c * v - q * w) / determinant, (p * w - c * u) / determinant
            if all(i * a + j * b <= k for i, j, k in half_planes):
                best = max(best, min(a, b))
    # The least of a and b is concave, and symmetric: it is largest on the diagonal.
    diagonal = min(Fraction(1), (x + delta) / (1 + x))
    assert best <= diagonal
    problem = posed("interior-point domain=2 rows=1")
    assert solve(problem, x, delta).value == diagonal


@given(data=st.data(), x=LOSSES, delta=PROBABILITIES, loss=st.booleans())
def test_random_problems_are_bounded_and_attained(
    data: st.DataObject, x: Fraction, delta: Fraction, loss: bool
) -> None:
    """Whatever the scores, both certificates are accepted, and the ends meet."""
    n, k = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    links = data.draw(st.sets(st.sampled_from([*combinations(range(n), 2), (0, n)])))
    term = st.tuples(
        st.integers(0, n - 1),
        st.sets(st.integers(0, k - 1), min_size=1).map(lambda e: tuple(sorted(e))),
        st.builds(Fraction, st.integers(-3, 5), st.integers(1, 4)),
    )
    terms = data.draw(st.lists(st.lists(term, max_size=4).map(tuple), min_size=1, max_size=3))
    problem = Problem(
        "random",
        ListedAdjacency(tuple(f"d{i}" for i in range(n)), tuple(sorted(links - {(0, n)}))),
        tuple(range(k)),
        _distinct(terms),
        loss=loss,
    )
    found = solve(problem, x, delta)
    assert found.value == optimum(problem, x, delta)
    check(json.dumps(optimum_certificate(found)))


def _distinct(terms: list[tuple[tuple[int, tuple[int, ...], Fraction], ...]]) -> tuple[Score, ...]:
    scores = {frozenset(Score("", t).weights().items()): t for t in terms}
    return tuple(Score(f"s{i}", t) for i, t in enumerate(scores.values()))


@cache
def three_points(delta: Fraction) -> tuple[Problem[Hashable, Hashable], Fraction]:
    """Interior points of three points, two rows, and the optimum by the second solver."""
    problem = posed("interior-point domain=3 rows=2")
    return problem, optimum(problem, TWO, delta)


@given(data=st.data())
def test_any_multipliers_prove_a_bound(data: st.DataObject) -> None:
    """Rounding errors in the dual cost tightness, never truth."""
    problem, best = three_points(HUNDREDTH)
    lp = propose(problem, reduce(problem), TWO, HUNDREDTH).lp
    multiplier = st.builds(Fraction, st.integers(-1, 4), st.integers(1, 5))
    multipliers = data.draw(st.tuples(*[multiplier] * len(lp.rows)))
    proved = bound(problem, lp, multipliers, TWO, HUNDREDTH)
    if proved is not None:
        assert proved.value >= best


@given(data=st.data(), delta=st.sampled_from([Fraction(0), HUNDREDTH]))
def test_a_repaired_mechanism_is_private(data: st.DataObject, delta: Fraction) -> None:
    """Whatever floating point proposes, what comes out is a private mechanism."""
    problem, best = three_points(delta)
    lp = propose(problem, reduce(problem), TWO, delta).lp
    value = st.builds(Fraction, st.integers(-1, 9), st.integers(1, 9))
    rough = data.draw(st.tuples(*[value] * lp.variables))
    values, total = repaired(problem, lp, rough, TWO, delta)
    assert violated(lp, values, total, TWO, delta) == []
    mechanism = table(problem, lp, values, total)
    assert all(sum(w) == t for w, t in zip(mechanism.weights, mechanism.totals, strict=True))
    assert min(min(w) for w in mechanism.weights) >= 0
    assert least_score(problem, mechanism) <= best


def test_a_gap_is_stated_and_both_ends_are_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no exact basis is found, a mechanism and a bound with a small gap are."""
    monkeypatch.setattr("audits.engines.optimum.optimum.solve_exactly", lambda *_: None)
    found = solve(posed("interior-point domain=4 rows=2"), TWO, HUNDREDTH)
    assert found.lower <= Fraction(163, 280) <= found.upper
    assert 0 <= found.gap < Fraction(1, 10**9)
    assert (found.value is None) == (found.gap > 0)
    assert objection(mechanism_certificate(found), mechanism_facts(found)) is None
    check(json.dumps(bound_certificate(found)))
    if found.value is None:
        assert optimum_certificate(found)["kind"] == "optimum-bound"


@pytest.mark.parametrize(
    ("x", "delta", "message"),
    [("1/2", "0", "e\\^eps = 1/2"), ("2", "-1", "delta = -1"), ("2", "3/2", "delta = 3/2")],
)
def test_impossible_privacy_is_refused(x: str, delta: str, message: str) -> None:
    """The message names the value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        solve(posed("counting-query rows=1"), Fraction(x), Fraction(delta))


@pytest.mark.parametrize(
    ("words", "x", "delta", "value"),
    [
        ("interior-point domain=1 rows=2", "1", "0", "1"),
        ("interior-point domain=5 rows=2", "1", "0", "1/5"),
        ("interior-point domain=5 rows=2", "2", "1", "1"),
        ("counting-query rows=0", "2", "0", "1"),
        ("counting-loss rows=0", "2", "0", "0"),
        ("pac-learning concepts=point domain=4 rows=0 accuracy=0", "2", "0", "1/4"),
    ],
)
def test_degenerate_problems_have_the_right_optimum(
    words: str, x: str, delta: str, value: str
) -> None:
    """One point, no rows, no privacy loss, no privacy."""
    found = solve(posed(words), Fraction(x), Fraction(delta))
    assert found.value == Fraction(value)
    check(json.dumps(optimum_certificate(found)))


def test_the_solved_program_is_smaller() -> None:
    """Symmetry halves the columns, and most rows are never needed."""
    found = solve(posed("interior-point domain=8 rows=2"), TWO, HUNDREDTH)
    assert found.stated.columns == 36 * 8 + 1 + 448 * 8
    assert found.solved.columns == 36 * 4 + 1
    assert found.solved.rows < found.stated.rows // 5
    assert found.symmetries == ("reversal of the order",)


@pytest.mark.parametrize("delta", ["0", "1/100"])
def test_floating_point_on_the_program_as_stated_rounds_to_the_optimum(delta: str) -> None:
    """The optimum is the rational of denominator below 1000 nearest to what HiGHS finds."""
    problem = posed("interior-point domain=4 rows=2")
    approximate = solve_as_stated(problem, TWO, Fraction(delta), 60)
    assert approximate is not None
    nearest = Fraction(approximate).limit_denominator(1000)
    assert nearest == solve(problem, TWO, Fraction(delta)).value
    size = stated_size(problem, Fraction(delta))
    assert (size.rows, size.columns) == ((212, 41) if delta == "0" else (260, 233))


def constant_mechanism(
    problem: Problem[Hashable, Hashable], delta: Fraction, *, good: bool
) -> tuple[Programme, Basis]:
    """A program, and the basis of: always answer 0, with the score of a database where 0 is good.

    (Or bad.)
    """
    lp = propose(problem, reduce(problem, symmetric=False), TWO, delta).lp
    score = next(i for i, s in enumerate(problem.scores) if (0 in s.terms[0][1]) == good)
    variables = [int(lp.reduction.cells.of[3 * i]) for i in range(lp.totals)]
    return lp, Basis((*variables, lp.least_score), (*range(lp.totals), lp.totals + score))


@pytest.mark.parametrize("delta", [Fraction(0), HUNDREDTH])
def test_pivots_lead_from_a_constant_mechanism_to_the_optimum(delta: Fraction) -> None:
    """The exact simplex method needs no luck: any feasible basis will do."""
    problem, best = three_points(delta)
    lp, basis = constant_mechanism(problem, delta, good=False)
    found = improved(lp, TWO, basis)
    assert found is not None
    assert Fraction(found[1].values[lp.least_score], found[1].total) == best


def test_pivots_do_not_begin_at_a_basis_that_is_not_feasible() -> None:
    """A success probability of 1 is not what the constant mechanism has everywhere."""
    problem, _ = three_points(Fraction(0))
    lp, basis = constant_mechanism(problem, Fraction(0), good=True)
    assert improved(lp, TWO, basis) is None

"""What is lost two moves apart, after a map of the output, and at other values of eps."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import laws_of, slack
from proofs_tests.properties.metamorphic.cases import CASES, Case, Cases, like
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.numbers import LOSSES
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import curve_of_guarantee, envelope
from reference.privacy.divergence import Infinity
from reference.privacy.group import group_guarantee
from reference.privacy.guarantee import Guarantee
from reference.privacy.post_processing import PostProcessing


def two_apart(case: Case) -> list[tuple[int, int]]:
    """Pairs that have a neighbour in common, and are no neighbours."""
    near: dict[int, set[int]] = {i: set() for i in range(len(case.databases))}
    for i, j in case.pairs:
        near[i].add(j)
    return [(i, k) for i, js in near.items() for k in {k for j in js for k in near[j]} - js - {i}]


@property_of(
    group_guarantee,
    {
        "e^eps": "exp_eps * x, guarantee => x, guarantee",
        "delta": "guarantee.delta + x * delta => guarantee.delta",
        "twice delta": "guarantee.delta + x * delta => 2 * guarantee.delta",
    },
    examples=3,
    root=LOSSES,
    exp_eps=LOSSES,
)
def test_two_moves_lose_as_the_group_does(made: Any, root: Fraction, exp_eps: Fraction) -> None:
    """delta_2(x^2) <= (1 + x) delta(x), at every x at which the curve bends, and at others."""
    for name, case in CASES.items():
        if far := two_apart(case):
            one, two = case.curve_at(root), case.curve_at(root, far)
            for x, delta in (*one.breakpoints, (exp_eps, one.delta_at(exp_eps))):
                promised = made(Guarantee(x, delta), 2)
                assert two.delta_at(promised.exp_eps) <= promised.delta, name


@property_of(
    PostProcessing,
    {
        "with the database": "(output) => (output), database",
        "with the number of rows": "(output) => (output), len(database)",
    },
    examples=3,
    root=LOSSES,
    colours=st.lists(st.integers(0, 3), min_size=1, max_size=5),
)
def test_a_map_of_the_output_loses_no_more(made: Any, root: Fraction, colours: list[int]) -> None:
    """Whatever map it is, and at every e^eps."""
    for name, case in CASES.items():
        laws = case.laws_at(root)
        outcomes = list(dict.fromkeys(y for law in laws for y in law))
        colour = {y: colours[i % len(colours)] for i, y in enumerate(outcomes)}
        base: Listed[Any, Any] = Listed(dict(zip(case.databases, laws, strict=True)))
        mapped = laws_of(made(base, colour.__getitem__), case.databases)
        assert slack(envelope(mapped, case.pairs).curve, case.curve_at(root)) >= 0, name


def value(number: Any, root: Fraction) -> Fraction:
    """Of a number or a function of the root."""
    return number.at(root) if isinstance(number, RationalFunction) else Fraction(number)


@property_of(
    CASES,
    {
        "half of the noise": like(
            "clamped geometric count", "self.eps.exp(-1) => self.eps.exp(-2)"
        ),
        "twice the eps": like("permute-and-flip", "self.root(1) => self.root(2)"),
        "noise that grows and falls": like(
            "clamped geometric count",
            "self.eps.exp(-1) => 1 / (self.eps.exp(1) + 8 * self.eps.exp(-1))",
        ),
    },
    examples=4,
    roots=st.tuples(LOSSES, LOSSES).map(sorted),
)
def test_the_loss_is_within_the_promise(made: Cases, roots: list[Fraction]) -> None:
    """Unless it is known to break it; and where the promise is pure the loss grows with eps."""
    for name, case in made.items():
        if case.declared is None:
            continue
        promise, curves = case.declared.promise, [case.curve_at(root) for root in roots]
        if not case.declared.broken:
            for root, curve in zip(roots, curves, strict=True):
                delta = min(value(promise.delta, root), Fraction(1))
                promised = curve_of_guarantee(value(promise.exp_eps, root), delta)
                assert slack(curve, promised) >= 0, name
        small, large = (curve.max_ratio for curve in curves)
        if not promise.delta and large is not Infinity.INFINITE:
            assert small is not Infinity.INFINITE, name
            assert small <= large, name

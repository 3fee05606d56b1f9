"""Other values of eps: laws as functions of the root, read at drawn roots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import slack
from proofs_tests.properties.metamorphic.cases import CASES, Cases, like
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.numbers import LOSSES
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount
from reference.mechanisms.selection.permute_and_flip import (
    PermuteAndFlip,
    PermuteAndFlipFrequentValue,
)
from reference.privacy.curve import curve_of_guarantee
from reference.privacy.divergence import Infinity

COUNT, FLIPPED = (
    CASES[name].mechanism for name in ("clamped geometric count", "permute-and-flip")
)


def value(number: Any, root: Fraction) -> Fraction:
    """Of a number or a function of the root."""
    return number.at(root) if isinstance(number, RationalFunction) else Fraction(number)


@property_of(
    CASES,
    {
        "half of the noise": like(
            "clamped geometric count",
            wrong(ClampedGeometricCount, "self.eps.exp(-1) => self.eps.exp(-2)")(0, 2, COUNT.eps),
        ),
        "twice the eps": like(
            "permute-and-flip",
            wrong(
                PermuteAndFlipFrequentValue,
                PermuteAndFlip=wrong(PermuteAndFlip, "self.root(1) => self.root(2)"),
            )(FLIPPED.domain, FLIPPED.eps),
        ),
    },
    examples=4,
    root=LOSSES,
)
def test_the_loss_is_within_the_promise(cases: Cases, root: Fraction) -> None:
    """At every root, unless the mechanism is known to break it."""
    for name, case in cases.items():
        declared = case.declared
        if declared is not None and not declared.broken:
            exp_eps, delta = (
                value(part, root) for part in (declared.promise.exp_eps, declared.promise.delta)
            )
            promised = curve_of_guarantee(exp_eps, min(delta, Fraction(1)))
            assert slack(case.curve_at(root), promised) >= 0, name


@property_of(
    CASES,
    {
        "noise that grows and falls": like(
            "clamped geometric count",
            wrong(
                ClampedGeometricCount,
                "self.eps.exp(-1) => 1 / (self.eps.exp(1) + 8 * self.eps.exp(-1))",
            )(0, 2, COUNT.eps),
        ),
    },
    examples=4,
    roots=st.tuples(LOSSES, LOSSES).map(sorted),
)
def test_a_smaller_root_loses_no_more(cases: Cases, roots: list[Fraction]) -> None:
    """The greatest ratio grows with eps, where the promise is pure."""
    for name, case in cases.items():
        declared = case.declared
        if declared is not None and not declared.promise.delta:
            small, large = (case.curve_at(root).max_ratio for root in roots)
            assert large is Infinity.INFINITE or (
                small is not Infinity.INFINITE and small <= large
            ), name

"""One more point that no row takes, and one more row."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from audits.ledger.edits import wrong
from proofs_tests.properties.metamorphic.cases import CASES, Case, Cases, at, like
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.numbers import LOSSES
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount
from reference.mechanisms.selection.exponential import ExponentialFrequentValue
from reference.mechanisms.selection.permute_and_flip import (
    PermuteAndFlip,
    PermuteAndFlipFrequentValue,
)

OTHERWISE: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("ExponentialNoisyMaxFrequentValue", "PermuteAndFlipFrequentValue"),
            *("NoisyMaxFrequentValue", "OneSidedNoisyMaxFrequentValue"),
        ),
        "a new candidate takes more from the likely ones",
    ),
    **dict.fromkeys(
        ("LaplaceHistogramCells", "TreeCounter", "IntervalAnswers", "IntervalCells"),
        "there is one answer more",
    ),
    **dict.fromkeys(
        ("RecPrefix", "PrefixToPoint", "RandomPath", "PathEmbedding", "SimplifiedTreeLog"),
        "the tree is deeper",
    ),
    **dict.fromkeys(
        ("PrivateMultiplicativeWeights", "MWEM"), "the first hypothesis has less mass for each"
    ),
    "FewSwitchesLearner": "it takes more examples the larger the domain",
    "SmoothMedian": "the greatest median is a greater number",
    "SubsampledNoisyLearner": "noise is drawn for each point",
}
"""Classes in which the odds of old outcomes change, and why."""


def with_one_more(case: Case) -> Case | None:
    """The mechanism on a domain of one more point; None: its domain cannot have one more."""
    known: dict[str, Any] = getattr(type(case.mechanism), "__dataclass_fields__", {})
    domain = getattr(case.mechanism, "domain", None)
    if "domain" not in known or not isinstance(domain, Domain):
        return None
    if domain.values != range(domain.size) or type(case.mechanism).__name__ == "IntervalTree":
        return None
    return Case(replace(case.mechanism, domain=Domain.of_size(domain.size + 1)), case.universe)


LARGER = {name: larger for name, case in CASES.items() if (larger := with_one_more(case))}

INTERIOR, FREQUENT, FLIPPED, COUNT = (
    CASES[name].mechanism
    for name in (
        *("exponential interior point", "exponential mechanism"),
        *("permute-and-flip", "clamped geometric count"),
    )
)


@property_of(
    CASES,
    {
        "the size of the domain counts": like(
            "exponential interior point",
            wrong(
                ExponentialInteriorPoint,
                "return min(sum => return self.domain.size * min(sum",
            )(INTERIOR.domain, INTERIOR.eps),
        ),
        "eps grows with the domain": like(
            "exponential mechanism",
            wrong(ExponentialFrequentValue, "self.eps) => self.eps * self.domain.size)")(
                FREQUENT.domain, FREQUENT.eps
            ),
        ),
    },
    examples=2,
    root=LOSSES,
)
def test_a_point_that_no_row_takes_leaves_the_odds(cases: Cases, root: Fraction) -> None:
    """Given that an old outcome is released, the law is as before, whatever eps is."""
    changed, all_of = set(), set()
    for name, case in cases.items():
        kind = type(case.mechanism).__name__
        larger = LARGER.get(name) if case is CASES.get(name) else with_one_more(case)
        if larger is not None:
            all_of.add(kind)
            for before, after in zip(case.laws_at(root), larger.laws_at(root), strict=True):
                if not before.support <= after.support or before != after.condition(
                    before.support.__contains__
                ):
                    assert kind in OTHERWISE, name
                    changed.add(kind)
    assert changed == OTHERWISE.keys() & all_of


DIFFERENCES = {
    *("ExponentialFrequentValue", "ExponentialMechanism"),
    *("ExponentialNoisyMaxFrequentValue", "ExponentialNoisyMax"),
    *("PermuteAndFlipFrequentValue", "PermuteAndFlip"),
    *("NoisyMaxFrequentValue", "OneSidedNoisyMaxFrequentValue", "ReportNoisyMax"),
    *("ExponentialLearner", "IntervalLearner", "PointLearner"),
    *("LearnerFromProtocol", "FewSwitchesReduction", "LightHypothesesReduction"),
}
"""Classes that choose by differences of counts."""

COUNTS = {
    *("GeometricMechanism", "GeometricCount", "ClampedGeometricCount", "TruncatedAnswerCount"),
    *("TruncatedNoiseCount", "LaplaceCells", "LaplaceThresholdTest", "PrivateParityLearner"),
}
"""Classes that see a sum over the rows, in which the first value is nothing."""


def added(case: Case, database: tuple[Hashable, ...], rows: tuple[Hashable, ...]) -> Any:
    """The database with more rows, in order."""
    assert case.rows is not None
    longer = (*database, *rows)
    return longer if case.rows.ordered else tuple(sorted(longer, key=case.rows.values.index))


@property_of(
    CASES,
    {
        "counts of 0 and 1": like(
            "permute-and-flip",
            wrong(
                PermuteAndFlipFrequentValue,
                PermuteAndFlip=wrong(
                    PermuteAndFlip,
                    "qualities = self.qualities(database)"
                    " => qualities = {x: min(q, 1) for x, q in self.qualities(database).items()}",
                ),
            )(FLIPPED.domain, FLIPPED.eps),
        ),
        "the number of rows": like(
            "clamped geometric count",
            wrong(ClampedGeometricCount, "sum(database) => sum(database) + len(database)")(
                0, 2, COUNT.eps
            ),
        ),
    },
    examples=1,
    root=LOSSES,
)
def test_rows_that_cancel_change_nothing(cases: Cases, root: Fraction) -> None:
    """One of each value where differences of counts are seen, the first value where a sum is."""
    for name, case in cases.items():
        kind, rows = type(case.mechanism).__name__, case.rows
        if rows is not None and kind in DIFFERENCES | COUNTS:
            more = rows.values if kind in DIFFERENCES else rows.values[:1]
            for database in case.databases:
                after = case.law(added(case, database, more))
                assert at(after, root) == at(case.law(database), root), name


@property_of(
    ExponentialFrequentValue,
    {
        "twice the eps": "self.eps) => self.eps * 2)",
        "half of the rows": "(database, coins) => (database[::2], coins)",
    },
    examples=5,
    root=LOSSES,
)
def test_one_more_row_multiplies_the_odds(made: type[Any], root: Fraction) -> None:
    """Of its value against each other one, by e^(eps/2), on every database."""
    right = CASES["exponential mechanism"]
    case = Case(made(FREQUENT.domain, FREQUENT.eps), right.universe)
    for database in case.databases:
        for row in FREQUENT.domain:
            before, after = (
                at(case.law(d), root) for d in (database, added(case, database, (row,)))
            )
            for y in set(FREQUENT.domain) - {row}:
                odds = before.probability(row) * after.probability(y) * root
                assert after.probability(row) * before.probability(y) == odds

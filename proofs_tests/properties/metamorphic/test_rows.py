"""Rows in another order, rows with other values, and one more point that no row takes."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from proofs_tests.properties.metamorphic.cases import CASES, Case, Cases, like
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.numbers import LOSSES
from reference.data.domain import Domain


def kinds(*lines: str) -> set[str]:
    """The names of classes."""
    return {name for line in lines for name in line.split()}


@property_of(
    CASES,
    {
        "the first row is not counted below": like(
            "exponential interior point",
            "sum(x <= y for x in database) => sum(x <= y for x in database[1:])",
        ),
        "the first row": like("clamped geometric count", "sum(database) => sum(database[:1])"),
    },
    examples=4,
    keys=st.lists(st.integers(0, 9), min_size=3, max_size=3),
)
def test_rows_come_in_any_order(made: Cases, keys: list[int]) -> None:
    """Where databases are multisets, a shuffled one has the law of the database."""
    for name, case in made.items():
        if case.rows is not None and not case.rows.ordered:
            for database in case.databases:
                order = sorted(range(len(database)), key=lambda i: (keys[i % 3], -i))
                assert case.law(tuple(database[i] for i in order)) == case.law(database), name


DIRECTED = {
    "of equal noisy qualities the first is released": (
        "NoisyMaxFrequentValue OneSidedNoisyMaxFrequentValue ReportNoisyMax"
    ),
    "the greatest answer is not the least": "NoisyMax1 NoisyMax2 NoisyMax3 NoisyMax4",
    "a threshold is reached from below": (
        "AboveThreshold Sparse NumericSparse SparseVector1 SparseVector3 SparseVector4"
        " SparseVector5 SparseVector6"
    ),
    "some values are those of public rows": "MixedInPlace MixedWithBase PAPRelease",
    "every parity of zeros is 0": "ParityLearner PrivateParityLearner FirstAnswer",
    "a star is no point": "NoisyPointLearner SubsampledNoisyLearner StarSubsampling",
    "one hypothesis or one set is given": "AssistedTranscript LearnerFromAssistedRelease",
    "the queries ask for the values 0 and 1": "PrivateMultiplicativeWeights",
    "k greatest rows are left out": "RecPrefix",
}
"""Classes that the reversal of the values changes, and why."""

NOMINAL = kinds(
    "ExponentialFrequentValue ExponentialMechanism ExponentialSanitiser",
    "ExponentialNoisyMaxFrequentValue ExponentialNoisyMax PermuteAndFlipFrequentValue",
    "PermuteAndFlip ChoosingFrequentValue StableHistogram LaplaceHistogramCells",
    "RandomizedResponse RandomRow RandomSubset",
)
"""Classes to which values are only names."""


def is_renamed(case: Case, order: tuple[int, ...], root: Fraction) -> bool:
    """Whether outcomes are renamed as rows, if these are their values, or somehow.

    There is some renaming if and only if the columns of the table of laws are the same ones.
    """
    rows = case.rows
    assert rows is not None
    to = {x: rows.values[i] for x, i in zip(rows.values, order, strict=True)}
    laws = dict(zip(case.databases, case.laws_at(root), strict=True))
    renamed = {}
    for database in laws:
        moved = [to[row] for row in database]
        moved = moved if rows.ordered else sorted(moved, key=rows.values.index)
        renamed[database] = laws[tuple(moved)]
    outcomes = {y for law in laws.values() for y in law}
    if {(type(y), y) for y in outcomes} == {(type(x), x) for x in rows.values}:
        return all(law.map(to.__getitem__) == renamed[d] for d, law in laws.items())
    before, after = (
        Counter(tuple(law.probability(y) for law in each.values()) for y in outcomes)
        for each in (laws, renamed)
    )
    return before == after


@property_of(
    CASES,
    {
        "only below": like(
            "exponential interior point", "sum(x >= y for x in database) => len(database)"
        ),
        "first comes first": like(
            "permute-and-flip", "Dist.uniform(range(len(left))) => Dist.point(0)"
        ),
        "the next value": like(
            "exponential mechanism",
            "(database, coins) => (tuple((x + 1) % 3 for x in database), coins)",
        ),
    },
    examples=2,
    root=LOSSES,
)
def test_renamed_rows_rename_outcomes(made: Cases, root: Fraction) -> None:
    """Of ordered values if they are reversed, of names if any two are swapped."""
    moving = [(name, case, case.rows) for name, case in made.items() if case.rows is not None]
    changed, directed = set(), kinds(*DIRECTED.values())
    for name, case, rows in moving:
        same = tuple(range(len(rows.values)))
        swaps = [(*same[:i], i + 1, i, *same[i + 2 :]) for i in same[:-1]]
        orders = [same[::-1], *(swaps if case.kind in NOMINAL else ())]
        if not all(is_renamed(case, order, root) for order in orders):
            assert case.kind in directed, name
            changed.add(case.kind)
    assert changed == directed & {case.kind for _, case, _ in moving}


OTHERWISE = {
    "a new candidate takes more from the likely ones": (
        "ExponentialNoisyMaxFrequentValue PermuteAndFlipFrequentValue NoisyMaxFrequentValue"
        " OneSidedNoisyMaxFrequentValue"
    ),
    "there is one answer more": "LaplaceHistogramCells TreeCounter IntervalAnswers IntervalCells",
    "the tree is deeper": "RecPrefix PrefixToPoint RandomPath PathEmbedding SimplifiedTreeLog",
    "the first hypothesis has less mass for each": "PrivateMultiplicativeWeights MWEM",
    "it takes more examples the larger the domain": "FewSwitchesLearner",
    "the greatest median is a greater number": "SmoothMedian",
    "noise is drawn for each point": "SubsampledNoisyLearner",
}
"""Classes in which the odds of old outcomes change, and why."""


def with_one_more(case: Case) -> Case | None:
    """The mechanism on a domain of one more point; None: its domain cannot have one more."""
    domain = getattr(case.mechanism, "domain", None)
    if "domain" not in getattr(type(case.mechanism), "__dataclass_fields__", {}):
        return None
    if not isinstance(domain, Domain) or domain.values != range(domain.size):
        return None
    if case.kind == "IntervalTree":
        return None
    return Case(replace(case.mechanism, domain=Domain.of_size(domain.size + 1)), case.universe)


LARGER = {name: larger for name, case in CASES.items() if (larger := with_one_more(case))}


@property_of(
    CASES,
    {
        "the size of the domain counts": like(
            "exponential interior point", "return min(sum => return self.domain.size * min(sum"
        ),
        "eps grows with the domain": like(
            "exponential mechanism", "self.eps) => self.eps * self.domain.size)"
        ),
    },
    examples=2,
    root=LOSSES,
)
def test_a_point_that_no_row_takes_leaves_the_odds(made: Cases, root: Fraction) -> None:
    """Given that an old outcome is released, the law is as before, whatever eps is."""
    changed, found, otherwise = set(), set(), kinds(*OTHERWISE.values())
    for name, case in made.items():
        if larger := LARGER.get(name) if case is CASES[name] else with_one_more(case):
            found.add(case.kind)
            for before, after in zip(case.laws_at(root), larger.laws_at(root), strict=True):
                old = before.support
                if not old <= after.support or before != after.condition(old.__contains__):
                    assert case.kind in otherwise, name
                    changed.add(case.kind)
    assert changed == otherwise & found

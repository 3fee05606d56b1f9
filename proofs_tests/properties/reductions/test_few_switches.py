"""From few switching points to an interval."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import law_of
from proofs_tests.properties.sides import refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.blocks import SIZE, Blocks, blocks
from proofs_tests.strategies.concepts import examples, softmin
from reference.data.concept import IntervalFunction, LabelledExample, Values
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.interval import exp
from reference.privacy.epsilon import Epsilon
from reference.probability.dist import Dist
from reference.reductions.few_switches import FewSwitchesLearner, FewSwitchesReduction

ALPHAS = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 5), Fraction(1, 20)])
BETAS = st.sampled_from([Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 7)])
ROOTS = st.sampled_from([Fraction(3), Fraction(3, 2), Fraction(21, 20), Fraction(20)])

Build = Callable[..., Any]


def ends(h: Values) -> list[int]:
    """Where a run of equal values begins or ends."""
    return [0, *accumulate(len(list(run)) for _, run in groupby(h.values))]


@property_of(
    FewSwitchesReduction,
    {
        "fewer than z": "len(c) <= self.switches => len(c) < self.switches",
        "all runs on one block": "[i * self.block : (i + 1) * self.block] => [: self.block]",
        "the choice by all examples": "database[self.runs * self.block :]) => database)",
    },
    case=blocks(Values((0, 1, 0))),
    switches=st.sampled_from((2, 3, 4)),
)
def test_the_first_hypothesis_with_few_switches_is_sharpened(
    made: Build, case: Blocks, switches: int
) -> None:
    """To an interval that ends where it switches."""

    def sharpened(found: Sequence[Values]) -> list[IntervalFunction]:
        few = [ends(h) for h in found if len(ends(h)) <= switches]
        return [IntervalFunction(end) for end in few[0]] if few else []

    built = made(case.learner, case.runs, case.length, switches, SIZE, case.eps)
    assert law_of(built, case.database) == case.chosen(sharpened)


@property_of(
    FewSwitchesReduction,
    {"the choice by all examples": "database[self.runs * self.block :]) => database)"},
    case=blocks(Values((0, 1, 0))),
    switches=st.sampled_from((2, 3, 4)),
    place=st.integers(0, 7),
)
def test_an_example_costs_what_its_block_or_the_choice_does(
    made: Build, case: Blocks, switches: int, place: int
) -> Fraction:
    """The curve of A' on its block, or eps."""
    built = made(case.learner, case.runs, case.length, switches, SIZE, case.eps)
    return case.unspent(built, place)


@property_of(
    FewSwitchesLearner,
    {
        "an example less for a run": "* 4 / shown).ceil() => * 4 / shown).ceil() - 1",
        "alpha for its square": "8 / alpha**2 => 8 / alpha",
        "half of beta": "size, self.beta, self.eps) => size, self.beta / 2, self.eps)",
    },
    examples=20,
    size=st.integers(1, 2),
    alpha=ALPHAS,
    beta=BETAS,
    root=ROOTS,
    database=examples(1, 2, least=1),
)
def test_the_learner_takes_as_few_examples_as_serve(
    made: Build,
    size: int,
    alpha: Fraction,
    beta: Fraction,
    root: Fraction,
    database: Database[LabelledExample],
) -> None:
    """Each step of the proof fails with a sixth of beta: intervals as A', and z = 3."""
    domain, eps = Domain.of_size(size), Epsilon(root, 2)
    found = made(domain, alpha, beta, eps)
    assert all(refused(made, domain, alpha, share, eps) for share in (0, 1 + beta))
    assert all(refused(made, domain, share, beta, eps) for share in (0, 1 + alpha))
    assert refused(made, domain, alpha, beta, Epsilon(Fraction(1), 2))

    def serve(runs: int, block: int, choice: int) -> tuple[bool, ...]:
        odds, steep = (6 - beta) * 3 / beta, root ** (2 * choice * alpha.numerator)
        return (
            2**runs * beta >= 6,
            not exp(block * alpha * (1 - 1 / root) / 4).certainly_less(6 * size / beta),
            not exp(choice * alpha**2 / 8).certainly_less(12 / beta)
            and odds ** (8 * alpha.denominator) < steep
            and not exp(choice * alpha / 32).certainly_less(18 / beta),
        )

    numbers = found.reduction.runs, found.block, found.choice
    assert all(serve(*numbers))
    assert not any(serve(*(number - 1 for number in numbers)))
    assert found.rows == numbers[0] * found.block + found.choice
    assert found.reduction.block == found.block
    assert found.universe(2).database_count == (2 * size) ** 2
    tables = [Values(tuple(int(x < end) for x in range(size))) for end in range(size + 1)]
    first = softmin([(h, sum(h(x) != y for x, y in database)) for h in tables], root)
    assert law_of(found, database) == first.bind(
        lambda h: Dist.uniform(map(IntervalFunction, ends(h)))
    )

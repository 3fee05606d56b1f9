"""Without public rows: they are drawn from what says nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.properties.variants import edited
from proofs_tests.strategies.concepts import (
    ByPublicRows,
    assisted,
    blended,
    databases,
    functions,
    replaced,
    samples,
    sources,
)
from proofs_tests.strategies.mechanisms import private
from reference.data.concept import LabelledExample, Values, labelled_examples
from reference.data.database import Database
from reference.mechanisms.learning.on_sample import Distribution
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase, mixed

EXAMPLES = labelled_examples(2)
FAILURE = "failure"
PROMISE = Guarantee(Fraction(3), Fraction(1, 8))

Examples = Database[LabelledExample]


@dataclass(frozen=True)
class Case:
    """A learner of n private and m public rows, and what it is made into."""

    learner: ByPublicRows[LabelledExample, str]
    rows: int
    public_rows: int
    share: Fraction
    base: Examples

    def next_unused(
        self, made: type[MixedWithBase[LabelledExample, str, Fraction]]
    ) -> MixedWithBase[LabelledExample, str, Fraction]:
        """With the next unused example for a place."""
        return made(self.learner, self.rows, self.public_rows, self.share, self.base, FAILURE)

    def in_place(
        self, made: type[MixedInPlace[LabelledExample, str, Fraction]]
    ) -> MixedInPlace[LabelledExample, str, Fraction]:
        """With every example at its own place."""
        return made(self.learner, self.rows, self.public_rows, self.share, self.base)

    @property
    def uniform(self) -> Distribution[LabelledExample]:
        """D0."""
        return tuple((row, Fraction(1, len(self.base))) for row in self.base)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """No to two private rows, no or one public one, a base of one or two rows."""
    base = tuple(draw(st.lists(st.sampled_from(EXAMPLES), min_size=1, max_size=2, unique=True)))
    public = draw(st.sampled_from((1, 0)))
    learner = draw(assisted(base, public, private(EXAMPLES, "ab"), promise=PROMISE))
    share = draw(st.sampled_from([Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)]))
    return Case(learner, draw(st.sampled_from((2, 1, 0))), public, share, base)


def joint(case: Case, source: Distribution[LabelledExample]) -> Dist[str, Fraction]:
    """What A says of private rows of this source and public rows of D0."""
    return blended(
        (p * q, law_of(case.learner(w), x))
        for w, p in samples(case.uniform, case.public_rows)
        for x, q in samples(source, case.rows)
    )


def mixture_of(case: Case, source: Distribution[LabelledExample]) -> Distribution[LabelledExample]:
    """(1 - theta) D0 + theta D."""
    masses = dict(source)
    both = {
        row: case.share * masses.get(row, 0) + (1 - case.share) * dict(case.uniform).get(row, 0)
        for row in EXAMPLES
    }
    return tuple(both.items())


ONE_SAMPLE = {
    "1 - theta": "bernoulli(self.share) => bernoulli(1 - self.share)",
    "no public rows": "range(self.public_rows)) => range(0))",
    "the first row of the base": "Dist.uniform(self.base), => Dist.uniform(self.base[:1]),",
    "the last row of the base": "Dist.uniform(self.base), => Dist.uniform(self.base[-1:]),",
}


@property_of(
    (MixedWithBase, MixedInPlace),
    {
        **{
            mistake: (made, MixedInPlace)
            for mistake, made in edited(
                MixedWithBase,
                ONE_SAMPLE
                | {
                    "the same example": "used += 1 => used += 0",
                    "every second example": "used += 1 => used += 2",
                    "a place less": "for _ in range(self.rows): => for _ in range(self.rows - 1):",
                    "the last example never": "elif used < len( => elif used + 1 < len(",
                },
            ).items()
        },
        **{
            f"{mistake}, in place": (MixedWithBase, made)
            for mistake, made in edited(
                MixedInPlace, ONE_SAMPLE | {"no example": "row if coins.draw(real) else => "}
            ).items()
        },
    },
    case=cases(),
    source=sources(EXAMPLES),
)
def test_a_sample_of_d_becomes_one_of_the_mixture(
    made: tuple[
        type[MixedWithBase[LabelledExample, str, Fraction]],
        type[MixedInPlace[LabelledExample, str, Fraction]],
    ],
    case: Case,
    source: Distribution[LabelledExample],
) -> None:
    """On n examples of D: A on n examples of (1 - theta) D0 + theta D and m of D0."""
    expected = joint(case, mixture_of(case, source))
    for built in (case.next_unused(made[0]), case.in_place(made[1])):
        own = ((p, law_of(built, s)) for s, p in samples(source, case.rows))
        assert blended(own) == expected


@dataclass(frozen=True)
class Telling:
    """A learner that shows all its rows."""

    public: Examples
    guarantee = PROMISE

    def __call__(
        self, database: Examples, coins: Coins[Fraction], /
    ) -> tuple[Examples, Examples] | None:
        """Public and private rows."""
        return self.public, database


@property_of(
    MixedWithBase,
    {
        "fails at once": "if not coins.draw(real): => if database and not coins.draw(real):",
        "places from the last": "tuple(rows)) => tuple(rows[::-1]))",
        "public rows of the sample": "(self.learner(public), => (self.learner(database[:1]),",
    },
    case=cases(),
    database=databases(EXAMPLES, 2) | databases(EXAMPLES, 2, least=0),
)
def test_examples_are_used_in_their_order_until_there_is_none(
    made: type[MixedWithBase[LabelledExample, tuple[Examples, Examples] | None, Fraction]],
    case: Case,
    database: Examples,
) -> None:
    """By the sets of places that are not of D0; more than there are examples fail."""
    n, m, theta = case.rows, case.public_rows, case.share
    seen: list[tuple[tuple[Examples, Examples] | None, Fraction]] = []
    for places in product((0, 1), repeat=n):
        used = sum(places)
        chance = theta**used * (1 - theta) ** (n - used)
        for drawn, q in samples(case.uniform, m + n - used) if used <= len(database) else []:
            own, base = iter(database), iter(drawn[m:])
            rows = tuple(next(own) if place else next(base) for place in places)
            seen.append(((drawn[:m], rows), chance * q))
    fails = sum(
        (comb(n, k) * theta**k * (1 - theta) ** (n - k) for k in range(len(database) + 1, n + 1)),
        Fraction(0),
    )
    found = law_of(made(Telling, n, m, theta, case.base, None), database)
    assert found == Dist.weighted([*seen, *[(None, fails)] * bool(fails)])


@property_of(
    (MixedWithBase, MixedInPlace),
    {
        "the first example for all": "append(database[used]) => append(database[0])",
        "always the example": "if coins.draw(real) else => if True else",
        "no amplified promise": "public_rows), self.share) => public_rows), Fraction(1))",
    },
    case=cases(),
    database=databases(EXAMPLES, 2),
    place=st.integers(0, 1),
)
def test_it_loses_what_the_learner_loses_or_less(
    made: tuple[
        type[MixedWithBase[LabelledExample, str, Fraction]],
        type[MixedInPlace[LabelledExample, str, Fraction]],
    ],
    case: Case,
    database: Examples,
    place: int,
) -> Fraction:
    """A replaced example: delta(x) at most; in place at most theta delta(x) at 1 + theta (x - 1).

    The curve of A is that over all public rows of D0 and all private rows.
    """
    next_unused, in_place = case.next_unused(made[0]), case.in_place(made[1])
    x, delta = PROMISE.exp_eps, PROMISE.delta
    assert next_unused.guarantee == PROMISE
    assert in_place.guarantee == Guarantee(1 + case.share * (x - 1), case.share * delta)
    n = case.rows
    if not n:
        return Fraction(0)
    pairs = [
        pair
        for d in product(EXAMPLES, repeat=n)
        for i in range(n)
        for pair in replaced(d, i, EXAMPLES)
    ]
    public = [w for w, _ in samples(case.uniform, case.public_rows)]
    curves = [curve_between(case.learner(w), pairs) for w in public]
    own = replaced(database[:n], place % n, EXAMPLES)
    first, second = curve_between(next_unused, own), curve_between(in_place, own)
    slacks = []
    for x in {x for curve in curves for x, _ in curve.breakpoints}:
        most = max(curve.delta_at(x) for curve in curves)
        slacks.append(most - first.delta_at(x))
        slacks.append(case.share * most - second.delta_at(1 + case.share * (x - 1)))
    return min(slacks)


@property_of(
    mixed,
    {
        "theta and 1 - theta": "share * mass for => (1 - share) * mass for",
        "the base replaces": "masses.get(row, Fraction(0)) + (1 => (1",
        "the size of the base": "/ len(base) => / 2",
    },
    case=cases(),
    source=sources(EXAMPLES),
    h=functions(2),
)
def test_errors_are_mixed(
    made: Callable[..., Distribution[LabelledExample]],
    case: Case,
    source: Distribution[LabelledExample],
    h: Values,
) -> None:
    """err_D'(h) = (1 - theta) err_D0(h) + theta err_D(h)."""
    found = made(case.base, source, case.share)
    assert len(dict(found)) == len(found)
    parts = (1 - case.share, case.uniform), (case.share, source)
    assert error(found, h) == sum(w * error(d, h) for w, d in parts)


def error(source: Distribution[LabelledExample], h: Values) -> Fraction:
    """The mass of the examples that h labels otherwise."""
    return sum((p for (x, y), p in source if h(x) != y), Fraction(0))

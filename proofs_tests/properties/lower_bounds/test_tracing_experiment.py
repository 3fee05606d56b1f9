"""Any tracer against any release with public rows: its hits, and its false positives."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, followed_once, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import mechanisms
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.tracing_experiment import (
    Accuser,
    Answers,
    Distinguisher,
    Experiment,
    Pair,
    excess,
    hybrid,
)
from reference.privacy.curve import curve_of_guarantee, upper_envelope
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist

NONE, ONE = Fraction(0), Fraction(1)
VALUES = range(2)
OUTPUTS: list[Answers] = [(NONE,), (ONE,), (-ONE,)]

Rows = Database[int]
Accused = tuple[bool, ...]
Inner = Mechanism[Rows, Answers, Fraction]


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """A tracer given by whom it accuses."""

    accused: Mapping[tuple[Answers, int], bool]

    def __call__(self, answers: Sequence[Fraction], row: int, /) -> bool:
        return self.accused[tuple(answers), row]


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """All that is drawn: the release for each public database, a tracer, and the law of a row."""

    private: int
    public: int
    releases: Mapping[Rows, Inner]
    tracer: Accuser
    row: Dist[int, Fraction]

    def built(self, made: type[Experiment[Fraction]]) -> Experiment[Fraction]:
        """The experiment."""
        return made(self.releases.__getitem__, self.row, self.private, self.public, self.tracer)

    def drawn(self, rows: int) -> list[tuple[Rows, Fraction]]:
        """So many rows, and their chance."""
        every = product(VALUES, repeat=rows)
        return [(z, prod(map(self.row.probability, z), start=ONE)) for z in every]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Up to two private rows and a public one."""
    n, m = draw(st.sampled_from([(1, 1), (2, 1), (2, 0), (1, 0)]))
    keys = list(product(VALUES, repeat=m))
    releases = draw(st.tuples(*[mechanisms(VALUES, n, OUTPUTS)] * len(keys)))
    asked = list(product(OUTPUTS, VALUES))
    accused = draw(st.tuples(*[st.booleans()] * len(asked)))
    tracer = Listing(dict(zip(asked, accused, strict=True)))
    row = draw(distributions(VALUES, everywhere=True, most=3))
    return Game(n, m, dict(zip(keys, releases, strict=True)), tracer, row)


GAMES = games()
mistake = partial(wrong, Experiment)


@property_of(
    Experiment,
    {
        "the last rows are private": mistake("rows[: self.private] => rows[self.public :]"),
        "released from all": mistake("self.answers(rows[:-1]) => self.answers(rows[1:])"),
        "hits of all": mistake("sum(accused[:-1]) => sum(accused)"),
        "hits of private rows": mistake("sum(accused[:-1]) => accused[0]"),
        "never replaced": mistake("pair[1] if replaced => pair[0] if replaced"),
        "always replaced": mistake("else pair[0]) => else pair[1])"),
        "asked about the fresh row": mistake("pair[0][place]) => pair[1][place])"),
        "OUT": mistake("probability(outcome=True) => probability(outcome=False)"),
    },
    game=GAMES,
)
def test_who_is_accused(made: type[Experiment[Fraction]], game: Game) -> None:
    """The joint law, hits, false positives, and a private row that is used or not."""
    built, n = game.built(made), game.private
    found, used = [], [NONE] * n
    for (*z, y), chance in game.drawn(n + game.public + 1):
        law = law_of(game.releases[tuple(z[n:])], tuple(z[:n]))
        for q in law:
            accused = tuple(game.tracer(q, each) for each in (*z, y))
            found.append((accused, chance * law.probability(q)))
            for i in range(n):
                used[i] += accused[i] * chance * law.probability(q)
    expected = Dist.weighted(found)
    hits = sum((sum(a[:-1]) * expected.probability(a) for a in expected), NONE)
    wrongly = expected.probability_that(lambda a: a[-1])
    with followed_once():
        assert built.accused() == expected
        assert (built.expected_hits, built.false_positive) == (hits, wrongly)
        assert [built.row_accused(i) for i in range(n)] == used
        assert [built.row_accused(i, replaced=True) for i in range(n)] == [wrongly] * n


@property_of(
    excess,
    {
        "public rows forgotten": "hits - public - => hits -",
        "one private row": "private * each => each",
        "without e^eps": "guarantee.exp_eps * => 1 *",
        "without delta": "+ guarantee.delta => + 0",
        "false positives forgotten": "guarantee.exp_eps * false_positive + => ",
        "all rows alike": "public - private * each => (private + public) * each",
    },
    game=GAMES,
)
def test_a_private_release_has_few_hits(made: Callable[..., Fraction], game: Game) -> Fraction:
    """E[K] <= m + n (e^eps a + delta), at each e^eps of the measured curve.

    Without the public rows, too: what they add is at most m.
    """
    n, m = game.private, game.public
    experiment, universe = game.built(Experiment), replace_one(VALUES, n, ordered=True)
    kept = upper_envelope(curve_of(each, universe) for each in game.releases.values())
    with followed_once():
        hits, a = experiment.expected_hits, experiment.false_positive
        private = sum((experiment.row_accused(i) for i in range(n)), NONE)
    slacks = []
    for exp_eps, delta in kept.breakpoints:
        promise = Guarantee(exp_eps, delta)
        slacks.append(-made(hits, a, promise, n, m))
        slacks.append(-made(private, a, promise, n, 0))
        assert made(hits, a, promise, n, m) == hits - m - sum([exp_eps * a + delta] * n)
    return min(slacks)


Hybrid = Callable[[Dist[int, Fraction], int, int, int], Dist[Pair, Fraction]]


@property_of(
    hybrid,
    {
        "nothing is fresh": "fresh, *kept => kept[replaced], *kept",
        "the next is lost": "fresh, *kept[replaced + 1 :] => fresh, fresh, *kept[replaced + 2 :]",
        "the first": "(*kept[:replaced], fresh, *kept[replaced + 1 :]) => (fresh, *kept[1:])",
        "no public rows": "private + public + 1) => private + 1)",
    },
    row=distributions(VALUES, everywhere=True, most=3),
    sizes=st.sampled_from([(2, 1, 0), (2, 1, 1), (1, 2, 0), (1, 0, 0), (3, 0, 1)]),
)
def test_hybrids(made: Hybrid, row: Dist[int, Fraction], sizes: tuple[int, int, int]) -> None:
    """The rows, and the rows with a fresh one in place of one private one: by their chances."""
    n, m, i = sizes
    found = []
    for z in product(VALUES, repeat=n + m):
        for y in VALUES:
            other = tuple(y if j == i else each for j, each in enumerate(z))
            found.append(((z, other), prod(map(row.probability, (*z, y)), start=ONE)))
    assert made(row, n, m, i) == Dist.weighted(found)


@dataclass(frozen=True, slots=True, eq=False)
class Promising:
    """A release with a promise."""

    base: Inner
    guarantee: Guarantee[Fraction]

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Answers:
        """Its answers."""
        return coins.run(self.base, database)


@property_of(
    Distinguisher,
    {
        "the first row": ", self.row) => , database[0])",
        "OUT": "return self.tracer( => return not self.tracer(",
    },
    game=GAMES,
    row=st.sampled_from(VALUES),
)
def test_an_accusation_is_an_event(
    made: type[Distinguisher[Fraction]], game: Game, row: int
) -> Fraction:
    """Of the answers: as private as they are, with the promise of the release."""
    release, n = game.releases[(0,) * game.public], game.private
    universe = replace_one(VALUES, n, ordered=True)
    found = curve_of(release, universe)
    for rows in universe.databases():
        built = made(Promising(release, Guarantee(ONE, NONE)), game.tracer, row)
        assert law_of(built, rows) == law_of(release, rows).map(lambda q: game.tracer(q, row))
    slacks = []
    for exp_eps, delta in found.breakpoints:
        built = made(Promising(release, Guarantee(exp_eps, delta)), game.tracer, row)
        assert built.guarantee == Guarantee(exp_eps, delta)
        slacks.append(slack(curve_of(built, universe), curve_of_guarantee(exp_eps, delta)))
    return min(slacks)

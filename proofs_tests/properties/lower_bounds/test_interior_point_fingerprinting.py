"""Interior point fingerprinting codes against any pirate, and private solvers as pirates."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from audits.claims.bnsv15.laws.fingerprinting import allowed, histories, one_replaced, traced
from audits.claims.bnsv15.laws.hard_distribution import given_lengths, spelled, spelled_agreement
from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.sides import at_least, at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import allowed as free
from proofs_tests.strategies.codes import answers, coalitions, view
from proofs_tests.strategies.mechanisms import Listed, mechanisms, paired
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.lower_bounds.interior_point_fingerprinting import (
    Accused,
    FingerprintingAttack,
    FingerprintingCode,
    Goal,
    SimulatedPirate,
    Verdict,
    best_pirate,
    first_one,
    keeps_marks,
    spliced,
    verdicts,
)
from reference.lower_bounds.iterated_exponentials import sizes
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist

Words = Database[int]
Bases = tuple[int, ...]
Story = tuple[Words, tuple[Accused, ...]]


class Played(NamedTuple):
    """The bases of a code, a coalition, and a pirate."""

    bases: Bases
    team: Words
    pirate: Listed[Words, int]


def size_of(bases: Bases) -> int:
    """The number of words."""
    return sizes(bases[0], bases[1:])[-1]


BASES = [
    bases
    for users in (1, 2, 3)
    for bases in product(range(1, 5), repeat=users)
    if 1 not in bases[1:] and size_of(bases) <= 9
]
SEVERAL = [bases for bases in BASES if len(bases) > 1]
FEW = [bases for bases in SEVERAL if size_of(bases) < 5]
"""All with at most nine words; those for two or three users; and such with few words."""


@cache
def stories(bases: Bases, *, by_chance: bool = False) -> Dist[Story, Fraction]:
    """All codebooks, and who is accused of each word: from digits."""
    words = range(size_of(bases))
    return Dist.weighted(
        (
            (history[-1], tuple(traced(history, w, bases, by_chance=by_chance) for w in words)),
            chance,
        )
        for history, chance in histories(bases)
    )


def judged(played: Played, *, by_chance: bool = False) -> Dist[Verdict, Fraction]:
    """The law of the verdict on a pirate, from all codebooks."""
    bases, team, pirate = played

    def verdicts(story: Story) -> Dist[Verdict, Fraction]:
        seen, accused = view(story[0], team), story[1]
        inner = range(min(seen), max(seen) + 1) if seen else ()
        return pirate.laws[seen].map(lambda word: Verdict(word in inner, accused[word]))

    return stories(bases, by_chance=by_chance).bind(verdicts)


@st.composite
def games(draw: st.DrawFn, bases: st.SearchStrategy[Bases]) -> Played:
    """A code, a coalition, and a pirate that names a word of the domain, or an interior one."""
    chosen = draw(bases)
    teams = [t for t in coalitions(len(chosen)) if chosen in FEW or len(t) < 2]
    team = draw(st.sampled_from(teams))
    views = dict.fromkeys(view(words, team) for words, _ in stories(chosen))
    inside, whole = draw(st.booleans()) and team != (), range(size_of(chosen))
    ranges = {seen: range(min(seen), max(seen) + 1) if inside else whole for seen in views}
    return Played(chosen, team, draw(answers(ranges)))


@property_of(
    (FingerprintingCode, FingerprintingAttack, best_pirate, verdicts),
    {
        "M is the smallest length": "else max(lengths) => else min(lengths)",
        "frame: nobody": "if goal is Goal.ESCAPE => if True",
        "the last book": "Fraction(0)) + chance => chance)",
        "digits of one user by chance": "max(agreements) if => agreements[0] if",
        "one word for all views": "for word in code.domain: => for word in (0,):",
    },
    played=games(st.sampled_from(BASES)),
    goal=st.sampled_from(Goal),
)
def test_no_pirate_reaches_its_goal_more_often_than_the_best(
    made: tuple[Any, ...], played: Played, goal: Goal
) -> Fraction:
    """The best reaches it as often as is said, whether digits that agree by chance count or not.

    Feasible words are traced; to users outside with at most 1/b for the base b of each of them.
    """

    def reached(law: Dist[Verdict, Fraction]) -> Fraction:
        wanted = {Bottom.BOTTOM} if goal is Goal.ESCAPE else outside
        return law.probability_that(
            lambda v: v.accused in wanted and (v.feasible or goal is Goal.FRAME)
        )

    (bases, team, pirate), (code_of, attack, best, judge) = played, made
    outside, slacks = {*range(1, len(bases) + 1)} - {*team}, list[Fraction]()
    for by_chance in (False, True):
        code = code_of(bases, by_chance)
        assert code.domain.size == size_of(bases)
        assert all(refused(code.books, (*team, who)) for who in (0, len(bases) + 1))
        law, found = judged(played, by_chance=by_chance), best(code, team, goal)
        answered = Listed({seen: Dist.point(word) for seen, word in found.answers})
        by_best = judged(Played(bases, team, answered), by_chance=by_chance)
        assert law_of(attack(code, pirate), team) == law.map(lambda verdict: verdict.accused)
        assert judge(code, team, found) == by_best
        assert found.chance == reached(by_best)
        most = allowed(bases, team) if goal is not Goal.ESCAPE else Fraction(0)
        chance = reached(by_best)
        slacks.append(at_most(reached(law), chance, f"of the {goal.name} the chance"))
        slacks.append(at_most(chance, most + by_chance, f"of the best {goal.name} the chance"))
    return min(slacks)


@dataclass(frozen=True, slots=True)
class FirstWord:
    """A solver that names the first codeword that it sees."""

    def __call__(self, words: Words, _: Coins[Fraction], /) -> int:
        """It."""
        return words[0]


@property_of(
    (FingerprintingCode, FingerprintingAttack),
    {
        "digits that agree by chance count": "by_chance: bool = False => by_chance: bool = True",
        "somebody present": "words, word)) => words, word)) if not coalition else coalition[0]",
        "the first codeword, without the solver": "coins.run(self.solver, words) => words[0]",
    },
    solver=paired(
        st.sampled_from(FEW),
        lambda bases: (
            mechanisms(range(size_of(bases)), len(bases) - 1, range(size_of(bases)))
            | st.just(FirstWord())
        ),
    ),
)
def test_private_solvers_do_not_solve(
    made: tuple[Any, Any], solver: tuple[Bases, Mechanism[Words, int, Fraction]]
) -> Fraction:
    """Who is accused is as private as the solver.

    An interior point is named at most as often as n - 1 users may be accused while absent, at each
    e^eps of the measured curve, and the last user is: whenever it is named, somebody is accused.
    """
    (bases, inner), (code_of, attack) = solver, made
    n, played = len(bases), attack(code_of(bases), inner)
    team = tuple(range(1, n))
    kept = curve_of(inner, replace_one(range(size_of(bases)), n - 1, ordered=True))
    laws = {t: law_of(played, t) for t in one_replaced(n).databases()}
    present = stories(bases).map(lambda story: story[0][:-1])
    interior = present.bind(
        lambda seen: law_of(inner, seen).map(lambda x: min(seen) <= x <= max(seen))
    )
    absent = sum((laws[(*(u for u in team if u != i), n)].probability(i) for i in team), 0)
    named, somebody = interior.probability(True), 1 - laws[team].probability(Bottom.BOTTOM)
    most = min(x * absent + (n - 1) * delta for x, delta in kept.breakpoints)
    most += laws[team].probability(n)
    return min(
        slack(curve_of(played, one_replaced(n)), kept),
        at_most(named, most, "the chance of an interior point"),
        at_least(somebody, named, "the chance that somebody is accused"),
    )


@property_of(
    SimulatedPirate,
    {
        "never with the last": "if self.with_last => if False",
        "nothing is known": "hidden, y, self => hidden, 0, self",
        "one digit more": "return agreement( => return 1 + agreement(",
    },
    played=games(st.sampled_from(SEVERAL)).filter(lambda game: [*game[1]] == sorted(game[1])),
)
def test_a_pirate_of_all_bases_is_one_of_the_last(
    made: Callable[..., Any], played: Played
) -> None:
    """It names on how many digits the word of the other pirate agrees with the last codeword."""
    bases, team, pirate = played
    n, base, length = len(bases), bases[-1], size_of(bases[:-1])
    others, words = tuple(user for user in team if user < n), spelled(base, length)

    def digits(drawn: Words) -> Dist[int, Fraction]:
        hidden, *rows = drawn
        law = law_of(pirate, (*rows, hidden) if n in team else tuple(rows))
        return law.map(lambda x: spelled_agreement(words[x], words[hidden]))

    for y in dict.fromkeys(view(book, others) for book, _ in stories(bases[:-1])):
        drawn = Dist.weighted(given_lengths(y, words, base).items())
        assert law_of(made(pirate, base, length, n in team), y) == drawn.bind(digits)


@property_of(
    (spliced, keeps_marks, first_one),
    {
        "a copy": (spliced, lambda rows, word: word in rows, first_one),
        "some bit": "return all( => return any(",
        "from 0": ".index(1) + 1 => .index(1)",
    },
    size=st.integers(1, 4),
    team=st.lists(st.integers(1, 4), min_size=1, max_size=3),
)
def test_spliced_words_lie_between_the_codewords(
    made: tuple[Callable[..., Any], ...], size: int, team: list[int]
) -> None:
    """The words that keep the marks of splices begin with the points between the codewords."""
    splice, keeps, first = made
    points = [min(x, size) for x in team]
    rows = tuple(splice(x, size) for x in points)
    kept = [word for word in product((0, 1), repeat=size) if keeps(rows, word)]
    assert kept == free(rows)
    assert {first(word) for word in kept} == {*range(min(points), max(points) + 1)}

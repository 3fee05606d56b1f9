"""Any mechanism for attribute means is a pirate of any code, and as private as it is."""

from fractions import Fraction
from itertools import permutations, product
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.sides import at_least, at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import (
    ListedCode,
    Played,
    allowed,
    codes,
    escapes,
    judged,
    view,
    views,
    words,
)
from proofs_tests.strategies.mechanisms import Listed, mechanisms
from reference.data.adjacency import replace_one
from reference.lower_bounds.fingerprinting_code import Word
from reference.lower_bounds.fingerprinting_experiment import (
    ExactMeans,
    Experiment,
    Means,
    OneMissing,
    accused_at_least,
    accused_at_most,
    needed_error,
    rounded,
)
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist

NONE, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
BOUNDS = accused_at_most, accused_at_least, needed_error


def answering(users: int, columns: int) -> st.SearchStrategy[Means[Fraction]]:
    """Mechanisms for a row less than there are users."""
    return mechanisms(words(columns), users - 1, [*product((NONE, ONE, HALF), repeat=columns)])


def as_pirate(code: ListedCode, means: Means[Fraction], missing: int) -> Played[ListedCode]:
    """The rounded answers on the rows of all others, in random order."""
    team = tuple(user for user in range(1, code.users + 1) if user != missing)
    answers = {
        rows: Dist.uniform(permutations(rows)).bind(lambda order: law_of(means, order))
        for rows in views(code, team)
    }
    bits = {y: tuple(int(a > HALF) for a in y) for law in answers.values() for y in law}
    pirate = Listed({rows: law.map(bits.__getitem__) for rows, law in answers.items()})
    return Played(code, team, pirate)


@property_of(
    (Experiment, OneMissing, *BOUNDS),
    {
        "in order": {OneMissing: "permutations(rows) => [rows]"},
        "1/2 is rounded up": {Experiment: "answer > 1 => answer >= 1"},
        "without g": "error + infeasible => error",
        "needed for delta alone": "(1 + rows => (rows",
    },
    drawn=st.sampled_from([(3, 1), (2, 2), (3, 2)]).flatmap(
        lambda size: st.tuples(codes(*size), answering(*size))
    ),
)
def test_a_private_mechanism_accuses_the_innocent(
    made: tuple[Any, ...], drawn: tuple[ListedCode, Means[Fraction]]
) -> Fraction:
    """With measured errors and chances of infeasible words, at each e^eps of the measured curve.

    The team is accused whenever a feasible word is traced rightly; and each of its n users at
    most as often as privacy allows for what happens to the user who is missing.  It is a user.
    """
    (code, means), (experiment, missing, most, least, needed) = drawn, made
    n, rows = code.users - 1, sorted({word for book in code.law for word in book.words})
    games = [as_pirate(code, means, i) for i in range(1, n + 2)]
    laws = [law_of(experiment(code, means), i) for i in range(1, n + 2)]
    assert laws == [judged(game) for game in games]
    assert all(refused(law_of, experiment(code, means), i) for i in (0, n + 2))
    for i, (_, team, pirate) in enumerate(games, 1):
        for book in code.law:
            seen = view(book.words, team)
            assert law_of(missing(book.words, means), i) == pirate.laws[seen]
    named = [law.map(lambda verdict: verdict.accused) for law in laws]
    g = max(law.probability_that(lambda v: not v.feasible) for law in laws)
    xi, slacks = max(map(escapes, games)), list[Fraction]()
    for point in curve_of(means, replace_one(rows, n, ordered=True)).breakpoints:
        kept = Guarantee(*point)
        assert most(n, xi, g, kept) == n * most(1, xi, g, kept)
        assert least(needed(n, kept), NONE) == most(n, needed(n, kept), NONE, kept)
        for law, (_, team, _) in zip(named, games, strict=True):
            chances = [law.probability(user) for user in team]
            slacks += [
                at_most(max(chances), most(1, xi, g, kept), f"of {team} the chance of a user"),
                at_least(sum(chances), least(xi, g), f"the chance of one of {team}"),
            ]
    return min(slacks)


@property_of(
    (ExactMeans, rounded),
    {"sums": "len(database)) => 1)", "above 1": "2 * answer > 1 => answer > 1"},
    rows=st.integers(1, 2).flatmap(
        lambda columns: st.lists(st.sampled_from(words(columns)), min_size=1, max_size=3)
    ),
    errors=st.tuples(*[st.integers(-2, 2).map(lambda fifths: Fraction(fifths, 5))] * 2),
)
def test_accurate_means_are_feasible(
    made: tuple[Any, Any], rows: list[Word], errors: tuple[Fraction, ...]
) -> None:
    """With errors below 1/2 the rounded answers are a feasible word."""
    (means,) = law_of(made[0](), tuple(rows))
    assert [mean * len(rows) for mean in means] == [*map(sum, zip(*rows, strict=True))]
    answers = tuple(mean + error for mean, error in zip(means, errors, strict=False))
    assert made[1](answers) in allowed(tuple(rows))

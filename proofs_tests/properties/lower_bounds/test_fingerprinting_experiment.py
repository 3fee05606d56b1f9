"""Any mechanism for attribute means is a pirate of any code, and as private as it is."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import ListedCode, allowed, codes, reports, words
from proofs_tests.strategies.mechanisms import mechanisms
from reference.data.adjacency import replace_one
from reference.lower_bounds.fingerprinting_code import Matrix, Verdict, Word, best_pirate
from reference.lower_bounds.fingerprinting_experiment import (
    Answers,
    ExactMeans,
    Experiment,
    Means,
    OneMissing,
    accused_at_least,
    accused_at_most,
    everybody_but,
    needed_error,
    rounded,
)
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist

NONE, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
OUTPUTS: dict[int, list[Answers]] = {
    1: [(NONE,), (ONE,), (HALF,), (Fraction(2, 3),)],
    2: [(NONE, ONE), (ONE, ONE), (HALF, NONE), (Fraction(1, 3), Fraction(2, 3))],
}

Tried = tuple[ListedCode, Means[Fraction]]

SIZES = [(2, 1), (3, 1), (2, 2)]
"""Users and columns."""


def answering(users: int, columns: int) -> st.SearchStrategy[Means[Fraction]]:
    """Mechanisms for a row less than there are users."""
    return mechanisms(words(columns), users - 1, OUTPUTS[columns])


TRIED: st.SearchStrategy[Tried] = st.sampled_from(SIZES).flatmap(
    lambda size: st.tuples(codes(*size), answering(*size))
)


def judged(tried: Tried, missing: int) -> Dist[Verdict, Fraction]:
    """The law of the verdict: all books, and all orders of the rows."""
    code, means = tried
    found = []
    for book in code.law:
        rows = book.words[: missing - 1] + book.words[missing:]
        for order in permutations(rows):
            law = law_of(means, order)
            for answers in law:
                word = tuple(int(answer > HALF) for answer in answers)
                verdict = Verdict(word in allowed(rows), code.accused[book, word])
                found.append((verdict, code.law.probability(book) * law.probability(answers)))
    return Dist.weighted(found)


@property_of(
    Experiment,
    {
        "users 1 and 2": "everybody_but(self.code.users, missing) => (1, 2)",
        "the order is kept": "permutations(rows) => [rows]",
        "1/2 is rounded up": "2 * answer > 1 => 2 * answer >= 1",
        "rounded down": "2 * answer > 1 => answer == 1",
        "another is missing": "user != missing => user != 3 - missing",
    },
    tried=TRIED,
)
def test_who_is_accused(made: type[Experiment[Fraction]], tried: Tried) -> None:
    """The law of the verdict is that over all books and all orders of the rows."""
    for missing in range(1, tried[0].users + 1):
        assert law_of(made(*tried), missing) == judged(tried, missing)


@property_of(
    OneMissing,
    {
        "the order is kept": "permutations(rows) => [rows]",
        "the next is missing, too": "user != missing => user not in (missing, 3 - missing)",
    },
    book=st.tuples(*[st.sampled_from(words(2))] * 3),
    means=reports(2) | answering(3, 2),
)
def test_a_missing_user_is_a_row(
    made: type[OneMissing[Fraction]], book: Matrix, means: Means[Fraction]
) -> Fraction:
    """The privacy curve in the missing user is at most that of the mechanism in a row."""
    found = curve_between(made(book, means), list(combinations((1, 2, 3), 2)))
    return slack(found, curve_of(means, replace_one(sorted({*book}), 2, ordered=True)))


Bounds = tuple[
    Callable[[int, Fraction, Fraction, Guarantee[Fraction]], Fraction],
    Callable[[Fraction, Fraction], Fraction],
    Callable[[int, Guarantee[Fraction]], Fraction],
]
BOUNDS: Bounds = accused_at_most, accused_at_least, needed_error


@property_of(
    BOUNDS,
    {
        "one row": (wrong(accused_at_most, "return rows * => return"), *BOUNDS[1:]),
        "without g": (wrong(accused_at_most, "error + infeasible => error"), *BOUNDS[1:]),
        "only g": (wrong(accused_at_most, "error + infeasible => infeasible"), *BOUNDS[1:]),
        "without e^eps": (wrong(accused_at_most, "guarantee.exp_eps * =>  "), *BOUNDS[1:]),
        "without delta": (wrong(accused_at_most, "+ guarantee.delta => "), *BOUNDS[1:]),
        "all words feasible": (accused_at_most, lambda xi, _: 1 - xi, needed_error),
        "a perfect code": (accused_at_most, lambda _, g: 1 - g, needed_error),
        "needed for delta alone": (*BOUNDS[:2], wrong(needed_error, "(1 + rows => (rows")),
    },
    tried=TRIED,
)
def test_a_private_mechanism_accuses_the_innocent(made: Bounds, tried: Tried) -> Fraction:
    """With measured errors and chances of infeasible words, at each e^eps of the measured curve.

    The team is accused whenever a feasible word is traced rightly; and each of its n users at
    most as often as privacy allows for what happens to the user who is missing.
    """
    most, least, needed = made
    code, means = tried
    n, users = code.users - 1, range(1, code.users + 1)
    laws = {i: judged(tried, i) for i in users}
    g = {i: law.probability_that(lambda v: not v.feasible) for i, law in laws.items()}
    named = {i: law.map(lambda v: v.accused) for i, law in laws.items()}
    often, alone = max(g.values()), max(named[i].probability(i) for i in users)
    xi = max(best_pirate(code, everybody_but(n + 1, i)).chance for i in users)
    rows = sorted({word for book in code.law for word in book.words})
    slacks = [xi + g[i] - named[i].probability(i) for i in users]
    for exp_eps, delta in curve_of(means, replace_one(rows, n, ordered=True)).breakpoints:
        kept = Guarantee(exp_eps, delta)
        for i in users:
            others = everybody_but(n + 1, i)
            team = sum((named[i].probability(u) for u in others), NONE)
            rightly = sum((laws[i].probability(Verdict(True, u)) for u in others), NONE)
            slacks.append(team - least(1 - g[i] - rightly, g[i]))
            slacks.append(most(n, alone - often, often, kept) - team)
        assert most(n, alone, often, kept) == sum([exp_eps * (alone + often) + delta] * n)
        enough = needed(n, kept)
        assert 1 - enough == n * (exp_eps * enough + delta)
        slacks += [] if often else [xi - enough]
    return min(slacks)


@property_of(
    (ExactMeans, rounded),
    {
        "sums": "len(database)) => 1)",
        "1/2 is rounded up": "> 1 => >= 1",
        "above 1": "2 * answer > 1 => answer > 1",
    },
    rows=st.integers(1, 2).flatmap(
        lambda columns: st.lists(st.sampled_from(words(columns)), min_size=1, max_size=3)
    ),
    errors=st.tuples(*[st.fractions(-HALF, HALF, max_denominator=4)] * 2),
)
def test_accurate_means_are_feasible(
    made: tuple[type[ExactMeans], Callable[[Answers], Word]],
    rows: list[Word],
    errors: tuple[Fraction, ...],
) -> None:
    """With errors below 1/2 the rounded answers are a feasible word; 1/2 is rounded to 0."""
    (means,) = law_of(made[0](), tuple(rows))
    assert [mean * len(rows) for mean in means] == [
        sum(column) for column in zip(*rows, strict=True)
    ]
    answers = tuple(mean + error for mean, error in zip(means, errors, strict=False))
    word = made[1](answers)
    assert word == tuple(min((0, 1), key=lambda bit: abs(bit - answer)) for answer in answers)
    if max(map(abs, errors)) < HALF:
        assert word in allowed(tuple(rows))

"""From a solver for some rows to one for a row less."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from hypothesis import strategies as st

from audits.claims.bnsv15.laws import hard_distribution as hard
from proofs_tests.properties.measured import curve_between, curve_of, law_of, slack
from proofs_tests.properties.sides import at_least, at_most, exactly, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import grouped, mechanisms, sequences
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Solver = Mechanism[Database[int], int | Bottom, Fraction]
Reduction = Callable[[Solver, int, int], Solver]

CASES = [(3, (0,)), (3, (1,)), (3, (2,)), (2, (1, 0)), (2, (0, 1)), (2, (1, 1))]
"""Binary digits, and lengths."""


class Case(NamedTuple):
    """Binary digits, lengths, and a solver for a row more than there are lengths."""

    digits: int
    lengths: Database[int]
    solver: Solver


def solvers(digits: int, lengths: Database[int]) -> st.SearchStrategy[Solver]:
    """Arbitrary ones, and such as know the rows."""
    outcomes: list[int | Bottom] = [*range(2**digits), Bottom.BOTTOM]
    known: st.SearchStrategy[Solver] = st.sampled_from(hard.NAMES).map(hard.Naming)
    return grouped(2**digits, len(lengths) + 1, outcomes) | known


@property_of(
    OneRowFewer,
    {
        "compared with a new x_0": "agreement(x, hidden, => "
        "agreement(x, coins.draw(Dist.uniform(range(self.base**self.length))),",
        "bottom is no digit": "x if isinstance => 0 if isinstance",
        "x_0 is no large number": "self.base**self.length)) => self.length))",
        "never all digits": "length)  # 3 => length) % self.length",
    },
    case=st.sampled_from(CASES).flatmap(
        lambda size: st.builds(Case, *map(st.just, size), solvers(*size))
    ),
)
def test_success_of_the_step(build: Reduction, case: Case) -> Fraction:
    """It fails only if the solver does, or knows a digit of x_0 that no row has, which is rare.

    It does with (x + delta)/(1 + x) at most, for every e^eps = x and delta of the solver in its
    hidden row.  What is put out is on how many digits the answer agrees with x_0, or bottom.
    """
    digits, lengths, solver = case
    words, known = hard.spelled(2, digits), max(lengths) + 1
    success, said = Fraction(0), list[tuple[int | Bottom, Fraction]]()
    for rows, chance in hard.given_lengths(lengths, words, 2).items():
        law = law_of(solver, rows)
        for x in law:
            p = chance * law.probability(x)
            if isinstance(x, Bottom):
                said.append((x, p))
            else:
                said.append((hard.spelled_agreement(words[x], words[rows[0]]), p))
                success += p * (min(rows) <= x <= max(rows) and said[-1][0] in range(known))
    built = law_of(build(solver, 2, digits), lengths)
    assert all(refused(build, solver, *each) for each in ((1, digits), (2, 0)))
    pairs = combinations(sequences(range(2**digits), len(lengths) + 1), 2)
    hidden = curve_between(solver, [(a, b) for a, b in pairs if a[1:] == b[1:]])
    most = min((x + delta) / (1 + x) for x, delta in hidden.breakpoints)
    least = min(
        at_least(
            built.probability_that(lambda k: k in range(min(lengths), known)),
            success,
            "the chance of a digit that is known",
        ),
        at_most(
            built.probability_that(lambda k: k in range(known, digits + 1)),
            most,
            "the chance of a digit that no row has",
        ),
    )
    return exactly(least, built == Dist.weighted(said))


@property_of(
    OneRowFewer,
    {
        "cut at the largest row": "agreement(x, hidden, self.base, self.length) => "
        "min(agreement(x, hidden, self.base, self.length), max(database))",
        "x_0 tells the data": "range(self.base**self.length) => range("
        "database[0] % self.base * self.base ** (self.length - 1), "
        "(database[0] % self.base + 1) * self.base ** (self.length - 1))",
    },
    solver=mechanisms(range(4), 2, [*range(4), Bottom.BOTTOM]),
)
def test_privacy_is_that_in_the_known_rows(build: Reduction, solver: Solver) -> Fraction:
    """The privacy curve is at most that of the solver, for a replaced row that is not hidden."""
    pairs = combinations(sequences(range(4), 2), 2)
    found = curve_of(build(solver, 2, 2), replace_one(range(2), 1, ordered=True))
    return slack(found, curve_between(solver, [(a, b) for a, b in pairs if a[0] == b[0]]))

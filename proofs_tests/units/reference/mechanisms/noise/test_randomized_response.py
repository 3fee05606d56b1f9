"""Randomized response against the tapes of integers that decide it."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds
from reference.data.domain import Domain
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law


def by_tapes(database: tuple[int, ...], k: int, odds: int) -> dict[tuple[int, ...], Fraction]:
    """The law for e^eps = odds: a uniform tape of a ticket in [0, odds + k - 1) for each row.

    Tickets below `odds` tell the truth, each of the others stands for one of the lies.
    """
    outcomes: Counter[tuple[int, ...]] = Counter()
    for tape in product(range(odds + k - 1), repeat=len(database)):
        answers = []
        for row, ticket in zip(database, tape, strict=True):
            lies = [v for v in range(k) if v != row]
            answers.append(row if ticket < odds else lies[ticket - odds])
        outcomes[tuple(answers)] += 1
    return {o: Fraction(c, (odds + k - 1) ** len(database)) for o, c in outcomes.items()}


@pytest.mark.parametrize("database", [(), (1,), (0, 1), (1, 0, 1)])
@pytest.mark.parametrize(("k", "odds"), [(2, 3), (3, 2), (4, 1)])
def test_law_equals_enumeration_of_tapes(database: tuple[int, ...], k: int, odds: int) -> None:
    """The law on sequences of up to three rows is that of independent tickets."""
    found = law(RandomizedResponse(Domain.of_size(k), Epsilon(Fraction(odds))), database)
    expected = by_tapes(database, k, odds)
    assert {answers: found.probability(answers) for answers in found} == expected


@pytest.mark.parametrize(("k", "rows"), [(2, 1), (2, 3), (3, 2)])
def test_private_for_every_eps(k: int, rows: int) -> None:
    """Replacing a row costs at most eps, for every eps."""
    mechanism = RandomizedResponse(Domain.of_size(k), Epsilon.indeterminate())
    verdict = audit_privacy(mechanism, mechanism.universe(rows), mechanism.guarantee)
    assert isinstance(verdict, Holds)


def test_the_loss_is_exactly_eps() -> None:
    """A changed bit changes the probability of an answer by the factor e^eps."""
    mechanism = RandomizedResponse(Domain.of_size(2), Epsilon(Fraction(7, 5)))
    assert max_divergence(law(mechanism, (0, 1)), law(mechanism, (0, 0))) == Fraction(7, 5)


def test_the_law_for_every_eps_agrees_with_the_law_at_one() -> None:
    """At r = 5/3 the symbolic law is the numeric one."""
    symbolic = law(RandomizedResponse(Domain.of_size(3), Epsilon.indeterminate()), (2, 0))
    numeric = law(RandomizedResponse(Domain.of_size(3), Epsilon(Fraction(5, 3))), (2, 0))
    assert symbolic.at(Fraction(5, 3)) == numeric


def test_a_run_answers_every_row() -> None:
    """One branch has as many answers as the database has rows."""
    mechanism = RandomizedResponse(Domain.of_size(3), Epsilon(Fraction(2)))
    answers = run(mechanism, (0, 1, 2) * 100, SeededBits(1))
    assert len(answers) == 300
    assert set(answers) == {0, 1, 2}

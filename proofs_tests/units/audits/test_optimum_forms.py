"""Forms of claims about all mechanisms: at one eps with delta, and at every eps of a range."""

from dataclasses import replace
from fractions import Fraction

import pytest

from audits.engines.optimum import piece_certificate
from audits.engines.optimum.parametric import solve_for_all
from audits.engines.optimum.problems.public_data import mean_release, mean_squared_error
from audits.evidence.certificates import Range
from audits.evidence.verdict import Evidence, Holds, Refuted, Undecided, Verdict, proved
from audits.ledger import demanding, exactly, exactly_between
from audits.ledger.forms import Audited
from reference.exact.rational_function import RationalFunction

ONE, TWO, THREE = Fraction(1), Fraction(2), Fraction(3)
HALF = Fraction(1, 2)
ROOT = RationalFunction.r()


def confirmed(form: Audited) -> Verdict:
    """What the kernel leaves of the verdict."""
    return proved(form.answer("a test").verdict)[0]


def test_an_optimum_with_delta() -> None:
    """(1 + delta/r)/(2 + 1/r) for one private row; the kernel accepts it, and nothing else."""
    right = exactly(mean_release(1, 0), Fraction(2), Fraction(41, 100), Fraction(1, 20))
    assert isinstance(confirmed(right), Holds)
    wrong = exactly(mean_release(1, 0), Fraction(2), Fraction(41, 100), Fraction(1, 10))
    assert isinstance(confirmed(wrong), Refuted)


def test_an_optimum_at_every_eps() -> None:
    """R/(2r+1), from 1 to infinity and from 2 to 3."""
    value = ROOT / (2 * ROOT + 1)
    for low, high in ((ONE, None), (Fraction(2), THREE)):
        found = confirmed(exactly_between(mean_release(1, 0), low, high, value))
        assert isinstance(found, Holds)
        assert found.evidence is Evidence.LP_CERTIFIED


def test_another_function_is_refuted_at_an_eps() -> None:
    """At r = 1 they agree: 1/3."""
    wrong = exactly_between(mean_release(1, 0), ONE, None, ROOT / (ROOT + 2))
    assert isinstance(confirmed(wrong), Refuted)


def test_a_range_that_is_no_piece_is_not_decided_by_one() -> None:
    """One private row and two public ones: another function below r = 3."""
    value = 4 * ROOT / (5 * ROOT + 1)
    assert isinstance(confirmed(exactly_between(mean_release(1, 2), THREE, None, value)), Holds)
    below = confirmed(exactly_between(mean_release(1, 2), Fraction(2), None, value))
    assert isinstance(below, Refuted)
    same_below = (ROOT + 3) / (ROOT + 5)
    assert isinstance(
        confirmed(exactly_between(mean_release(1, 2), ONE, Fraction(7, 2), same_below)),
        Refuted | Undecided,
    )


def test_the_range_of_a_certificate_is_looked_at() -> None:
    """A certificate from 3 on does not show anything from 2 on."""
    found = solve_for_all(mean_release(1, 2))
    last = found.pieces[-1]
    proof = piece_certificate(found, last)
    given = (found.problem, Fraction(0), last.value, proof)
    demanding.optimum_between(*given, Range(THREE, None))
    with pytest.raises(ValueError, match="not from 2"):
        demanding.optimum_between(*given, Range(Fraction(2), None))


def test_losses_are_refused() -> None:
    """They are to be bounded by their negatives."""
    with pytest.raises(ValueError, match="losses"):
        exactly_between(mean_squared_error(1, 0), ONE, None, ROOT)
    assert replace(mean_squared_error(1, 0), loss=False).scores


@pytest.mark.parametrize(
    ("low", "high"), [(Fraction(5), TWO), (TWO, TWO), (HALF, None), (HALF, TWO), (-ONE, -HALF)]
)
def test_a_range_that_is_none_is_refused(low: Fraction, high: Fraction | None) -> None:
    """From 5 to 2 there is nothing, and e^eps is at least 1."""
    with pytest.raises(ValueError, match="1 <= low < high is wanted"):
        exactly_between(mean_release(1, 0), low, high, ROOT / (2 * ROOT + 1))

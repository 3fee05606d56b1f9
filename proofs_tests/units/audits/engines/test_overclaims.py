"""Promises that nothing keeps, by the pairs of the proof."""

from fractions import Fraction

from audits.engines.overclaims import contradiction, pairs_of_hidden_row, pairs_of_known_row
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon


def test_modest_claims_are_no_contradiction() -> None:
    """The exponential mechanism keeps what it says."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(16), Epsilon(Fraction(9, 8), 2))
    assert contradiction(mechanism, 4, mechanism.eps.exp(), Fraction(0)) is None


def test_pairs_of_the_proof_are_neighbours() -> None:
    """One row differs; where it is x_0, in the first digit that x_1 does not know for sure."""
    for base in (2, 3):
        hidden, known = list(pairs_of_hidden_row(base)), list(pairs_of_known_row(base))
        one, square = base - 1, base**2
        assert len(hidden) == square * (base * one * square + one * base)
        assert len(known) == 2 * square * base * (square - 1)
        for first, second in (*hidden, *known):
            assert sum(a != b for a, b in zip(first, second, strict=True)) == 1

"""Laws that are remembered are those that are computed."""

from fractions import Fraction

from reference.data.domain import Domain
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.path_embedding import RandomPath
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.probability.replay import remembering


def paths(root: R) -> RandomPath[R]:
    """The same mechanism, made again."""
    return RandomPath(Domain.of_size(4), 1, Epsilon(root))


def test_a_law_is_computed_once_while_it_is_remembered() -> None:
    """Inside it is one object, afterwards an equal one."""
    with remembering():
        first = law(paths(Fraction(2)), (0, 1, 3))
        assert law(paths(Fraction(2)), (0, 1, 3)) is first
        assert law(paths(Fraction(3)), (0, 1, 3)) != first
        assert law(paths(Fraction(2)), (0, 1, 2)) is not first
    again = law(paths(Fraction(2)), (0, 1, 3))
    assert again is not first
    assert again == first


def test_what_is_equal_but_not_the_same_has_a_law_of_its_own() -> None:
    """The number 2 is the constant function 2, but their laws lie in two fields."""
    two = RationalFunction.of(2)
    with remembering():
        numbers, functions = law(paths(Fraction(2)), (0, 1, 3)), law(paths(two), (0, 1, 3))
    assert (numbers.field.symbolic, functions.field.symbolic) == (False, True)
    assert functions.at(Fraction(5)) == numbers

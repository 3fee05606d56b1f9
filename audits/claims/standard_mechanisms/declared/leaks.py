"""Mechanisms with a delta that is needed, of which reductions are made."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.leaky_response import LeakyResponse

Leak = tuple[int, int]
"""Whether the bit is told, and the bit."""


def bit_of(database: Rows) -> int:
    """The bit of the first row, which is the label of an example; 0 for no row."""
    first = database[0] if database else 0
    return int(first[1]) if isinstance(first, tuple) else int(first)


@dataclass(frozen=True, slots=True)
class Leaking:
    """The bit of the first row, told with probability delta, and what is made of the response."""

    guarantee: Guarantee[Any]
    made: Callable[[Leak], Any]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        leak: Leak = coins.run(LeakyResponse(self.guarantee), (bit_of(database),))
        return self.made(leak)


def as_answer(leak: Leak) -> tuple[Fraction, ...]:
    """One answer of 0, 1/3, 2/3 or 1."""
    told, bit = leak
    return (Fraction(2 * told + bit, 3),)


def as_mean(leak: Leak) -> tuple[Fraction, ...]:
    """One answer from -1 to 1."""
    (answer,) = as_answer(leak)
    return (2 * answer - 1,)


def as_masses(leak: Leak) -> tuple[Fraction, ...]:
    """A distribution on two points, which is a CDF's first value and 1, too, if read as one."""
    (answer,) = as_answer(leak)
    return answer, 1 - answer


@dataclass(frozen=True, slots=True)
class LeakingBeside:
    """The same for each choice of public rows, at which it does not look."""

    guarantee: Guarantee[Any]

    def __call__(self, public: Rows, /) -> Leaking:
        """What is called on the private rows."""
        del public
        return Leaking(self.guarantee, tuple)


@dataclass(frozen=True, slots=True)
class LeakingPairs:
    """The private rows of a pair of private and public rows."""

    guarantee: Guarantee[Any]

    def __call__(self, database: tuple[Rows, Rows], coins: Coins[Any], /) -> Leak:
        found: Leak = coins.run(Leaking(self.guarantee, tuple), database[0])
        return found

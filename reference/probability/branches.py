"""The branches of a mechanism that compares draws: outcome, draws and their order.

A mechanism is followed along every branch, as `law` does, but the probability of an order of draws
is not computed: it may be no exact number.  A mechanism of ours whose law is only enclosed, such
as discrete Gaussian noise, is not called; what it adds is a draw of its own.

>>> from reference.probability.continuous import Gaussian
>>> def sign(database, coins):
...     return database + coins.draw_real(Gaussian(Fraction(1))) > 0
>>> sorted(branch.order.orders for branch in branches(sign, 2))
[((-1, 0, -2),), ((0, -1, 2),)]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import nullcontext, suppress
from enum import Enum
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import Generic, NamedTuple, TypeAlias

from reference.exact.exponential_function import ExponentialFunction
from reference.probability.coins import D, Mechanism, plain
from reference.probability.continuous import NoExactLawError, Noise, Real
from reference.probability.differences import CONSTANT, Below, Number, canonical, settled
from reference.probability.dist import Dist, X
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.probability.integer_gaussian import IntegerGaussian
from reference.probability.outcome import Key, key
from reference.probability.provenance import ours
from reference.probability.purity import pure
from reference.probability.replay import (
    MOST_DRAWS,
    ImpureMechanismError,
    UnfinishedError,
    check_root,
    is_only_enclosed,
    named,
)
from reference.probability.unread import OtherLossError

AnyNoise: TypeAlias = Noise[ExponentialFunction] | IntegerGaussian


class Problem(NamedTuple):
    """Draws, and an order of them: triples (low, high, k) for x_low + k < x_high."""

    noises: tuple[AnyNoise, ...]
    orders: tuple[tuple[int, int, Number], ...]


class Beyond(Enum):
    """In the place of an outcome that is not known, as the branch was not followed."""

    REACH = "beyond reach"


class Branch(NamedTuple, Generic[X]):
    """What happens with the probability `weight` times that of the order."""

    outcome: Key[X] | Beyond
    weight: Fraction
    order: Problem


def branches(
    mechanism: Mechanism[D, X, ExponentialFunction], database: D, most_draws: int = MOST_DRAWS
) -> list[Branch[X]]:
    """All branches of a mechanism on a database; one happens, with probability 1.

    Raises:
        ImpureMechanismError: if it does something else when it is called again.
        OutsideSourceError: if it looks for chance, a clock or another process.
        NoExactLawError: if it draws unbounded noise on the integers.
        UnfinishedError: after `most_draws` draws or comparisons on one branch.
    """
    with nullcontext() if ours(mechanism) else pure():
        found = _followed(mechanism, database, most_draws, backwards=False)
        if not ours(mechanism):
            again = _followed(mechanism, database, most_draws, backwards=True)
            if again != found:
                raise ImpureMechanismError(
                    f"{named(mechanism)} on database {database!r} has other branches when it is "
                    "called again"
                )
    return list(found.values())


def canonical_problem(problem: Problem) -> Problem:
    """The draws that are compared, numbered so that equal problems mostly are the same."""
    known: dict[Hashable, AnyNoise] = {noise.known_by: noise for noise in problem.noises}
    densities = {i: noise.known_by for i, noise in enumerate(problem.noises)}
    m = denominator([problem])
    given = [Below(low, high, int(k * m)) for low, high, k in problem.orders]
    names, orders = canonical(densities, given)
    numbers = tuple((low, high, Fraction(k, m)) for low, high, k in orders)
    return Problem(tuple(known[name] for name in names), numbers)


def denominator(problems: Iterable[Problem]) -> int:
    """The least m such that all numbers in them are multiples of 1/m."""
    numbers = (Fraction(k) for problem in problems for _, _, k in problem.orders)
    return lcm(*(k.denominator for k in numbers))


def _followed(
    mechanism: Mechanism[D, X, ExponentialFunction],
    database: D,
    most_draws: int,
    *,
    backwards: bool,
) -> dict[tuple[int, ...], Branch[X]]:
    """Every branch, by the places of what was drawn."""
    found: dict[tuple[int, ...], Branch[X]] = {}
    open_: list[tuple[int, ...]] = [()]
    while open_:
        path = _Path(open_.pop(), most_draws, backwards=backwards)
        output: Key[X] | Beyond = Beyond.REACH
        with suppress(_BeyondReach):
            output = key(path.run(mechanism, database))
        if isinstance(path.refusal, _BeyondReach):
            output = Beyond.REACH
        elif path.refusal is not None:
            raise path.refusal
        open_ += path.others
        problem = Problem(tuple(path.noises), tuple(path.orders))
        found[tuple(path.places)] = Branch(output, path.weight, problem)
    return dict(sorted(found.items()))


class _BeyondReach(BaseException):
    """A value in the tail of noise on the integers: the branch is not followed.

    No mechanism can catch it by catching `Exception`.
    """


class _Path:
    """Coins that answer along a given path, and beyond it by what is next in order."""

    def __init__(self, given: Sequence[int], most_draws: int, *, backwards: bool) -> None:
        self._given = given
        self._most = most_draws
        self._backwards = backwards
        self.places: list[int] = []
        self.others: list[tuple[int, ...]] = []
        """Paths that turn off this one, beyond what was given of it."""

        self.refusal: BaseException | None = None
        """What a draw raised: no handler of the mechanism's makes an outcome of it."""

        self.weight = Fraction(1)
        self.noises: list[AnyNoise] = []
        self.orders: list[tuple[int, int, Number]] = []

    def draw(self, dist: Dist[X, ExponentialFunction] | Dist[X, Fraction], /) -> X:
        outcomes = list(dist)
        x = outcomes[self._place(len(outcomes))]
        chance = dist.probability(x)
        if not isinstance(chance, Fraction):
            raise self._refused(NoExactLawError(f"{chance}: beside Gaussian noise, a rational"))
        self.weight *= chance
        return x

    def draw_noise(
        self,
        noise: TwoSidedGeometric[ExponentialFunction],
        settled: Settled[ExponentialFunction],
        /,
    ) -> int:
        del settled
        raise self._refused(NoExactLawError(f"{noise}: not drawn where Gaussian noise is"))

    def draw_real(self, noise: AnyNoise, /) -> Real:
        try:
            check_root(noise)
        except OtherLossError as failure:
            raise self._refused(failure) from None
        self.noises.append(noise)
        return Real(self, len(self.noises) - 1)

    def run(self, mechanism: Mechanism[D, X, ExponentialFunction], database: D, /) -> X:
        if not is_only_enclosed(mechanism):
            return mechanism(database, plain(self))
        output: X = attrgetter("enclosed")(mechanism)(database, self.integer)
        return output

    def integer(self, variance: Fraction, /) -> int:
        """A value of discrete Gaussian noise; one beyond reach ends the branch."""
        x, noise = len(self.noises), IntegerGaussian(variance)
        reach = noise.reach
        self.noises.append(noise)
        z = self._place(2 * reach + 2) - reach
        if z < reach:
            self.orders += [(CONSTANT, x, z), (x, CONSTANT, -z - 1)]
            return z
        self.orders.append((x, CONSTANT, reach) if z == reach else (CONSTANT, x, reach))
        raise self._refused(_BeyondReach())

    release, delegate = draw, run

    def is_below(self, low: int, high: int, k: Number, /) -> bool:
        """The answer of the path, or the one that its other answers imply."""
        implied = settled(self.orders, (low, high, k))
        if implied is not None:
            return implied
        place = self._place(2)
        self.orders.append(((low, high, k), (high, low, -k))[place])
        return place == 0

    def _refused(self, failure: BaseException) -> BaseException:
        self.refusal = failure
        return failure

    def _place(self, count: int) -> int:
        """Which of so many answers is that of the path."""
        at = len(self.places)
        if at < len(self._given):
            place = self._given[at]
            if place >= count:
                raise self._refused(ImpureMechanismError("a draw had fewer outcomes if repeated"))
        else:
            if at >= self._most:
                words = f"more than {self._most} draws or comparisons (--max-draws raises that)"
                raise self._refused(UnfinishedError(words))
            place, *rest = sorted(range(count), reverse=self._backwards)
            self.others += [(*self.places, other) for other in rest]
        self.places.append(place)
        return place

"""Laws of outputs that contain a continuous value: a density for each rest of the output.

A mechanism whose output is a draw, or the difference of two, alone or in a tuple, releases a real
number z.  Its law has, for each rest y of the output, a density of s = u z, which is `Piecewise`:
on each branch all draws but the released ones are eliminated, as for the probability of the branch
(`reference.probability.differences`); that of a difference is a correlation.  Outputs without a
value have probabilities.  One output contains one value.

The branches are those of the law of `Recorded(mechanism)`, whose outcomes say what a branch knows
of its draws, and which value is put out.  A branch of the probability w, and of the density f of
the value together with the order of the draws, whose integral is p, contributes f w / p.

Notation: z released value; u = eps/parts; s = u z; y output, `VALUE` in the place of z.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.continuous import Laplace
>>> from reference.probability.law import law
>>> scale = 1 / Epsilon.continuous(parts=1)
>>> def noisy(answer, coins):
...     return answer + coins.draw_real(Laplace(scale))
>>> released(law(Recorded(noisy), 2)).part(VALUE)(3)
ExponentialPolynomial('1/2 r^-1')
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import add, mul
from typing import Final, Generic, Protocol, TypeAlias, runtime_checkable

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.field import Field, R, of_u_and_r
from reference.override import override
from reference.probability.coins import Coins, D, Mechanism
from reference.probability.continuous import Gap, Order, Real, UndrawnError
from reference.probability.differences import CONSTANT, Below, Number, joint
from reference.probability.dist import Dist, X
from reference.probability.outcome import Key, key
from reference.probability.piecewise import Piecewise, exponential, in_parts, laplace, uniform

E = ExponentialPolynomial


class Released(Enum):
    """Stands in an output for a continuous value."""

    VALUE = "value"

    @override
    def __str__(self) -> str:
        return "value"


VALUE: Final = Released.VALUE

Known: TypeAlias = tuple[str | Number, ...]
"""What the law of a draw is known by."""

Part: TypeAlias = Piecewise | ExponentialPolynomial
"""The density of the value, or the probability of an output without one, times the total."""


@runtime_checkable
class Recorder(Protocol):
    """Who knows a branch."""

    def recorded(self) -> tuple[tuple[Known, ...], tuple[Order, ...]]:
        """The laws of the draws, and what is known of their order."""


@dataclass(frozen=True, slots=True)
class Branch:
    """An output with a value, and what its branch knows."""

    output: Hashable
    """`VALUE` stands for the value."""

    laws: tuple[Known, ...]
    """Those of the draws, by number."""

    orders: tuple[Order, ...]
    first: int
    second: int
    """The value is first - second + shift, or first + shift if second is CONSTANT."""

    shift: Number


@dataclass(frozen=True)
class Recorded(Generic[D, R]):
    """A mechanism that puts out its branch where the given one puts out a continuous value.

    Raises:
        UndrawnError: when called, if two values are in one output.
    """

    mechanism: Mechanism[D, Hashable, R]

    def __post_init__(self) -> None:
        """It goes by the name of the mechanism, and has its privacy loss."""
        name = getattr(self.mechanism, "__qualname__", type(self.mechanism).__qualname__)
        object.__setattr__(self, "__qualname__", str(name))

    @property
    def eps(self) -> object:
        """That of the mechanism, or None."""
        found: object = getattr(self.mechanism, "eps", None)
        return found

    @property
    def deterministic(self) -> bool:
        """Whether the mechanism may do without draws."""
        return bool(getattr(self.mechanism, "deterministic", False))

    def __call__(self, database: D, coins: Coins[R]) -> Hashable:
        output = self.mechanism(database, coins)
        values: list[Real | Gap] = []
        rest = _without(output, values)
        if not values:
            return output
        if len(values) > 1:
            raise UndrawnError("two continuous values in one output: one is understood")
        teller, first, second, shift = values[0].taken_apart()
        if not isinstance(teller, Recorder):
            return output
        laws, orders = teller.recorded()
        return shift if first == second else Branch(rest, laws, orders, first, second, shift)


def recorded(mechanism: Mechanism[D, X, R]) -> Mechanism[D, Hashable, R]:
    """The mechanism; where it draws continuous noise, as its `eps` or its class says, recorded."""
    field: object = getattr(getattr(mechanism, "eps", None), "field", None)
    says = getattr(type(mechanism), "continuous", False) is True
    if says or (isinstance(field, Field) and field.continuous):
        return Recorded(mechanism)
    found: Mechanism[D, Hashable, R] = mechanism
    return found


def _without(output: Hashable, values: list[Real | Gap]) -> Hashable:
    """The output with `VALUE` in the place of each value, which is noted."""
    if isinstance(output, Real | Gap):
        values.append(output)
        return VALUE
    if isinstance(output, tuple):
        parts = [_without(part, values) for part in output]
        make: Callable[[list[Hashable]], Hashable] = getattr(type(output), "_make", tuple)
        return make(parts)
    return output


@dataclass(frozen=True, slots=True)
class ReleasedLaw:
    """The law of outputs of which some contain a value."""

    unit: int
    """Break points, u and r are those of eps/(parts unit), so that break points are integers."""

    total: ExponentialPolynomial
    """The sum of all integrals and probabilities."""

    parts: Mapping[Key[Hashable], Part]
    """By key of the output, `VALUE` standing for the value."""

    def part(self, output: Hashable) -> Part:
        """The density or probability of an output, times the total."""
        return self.parts[key(output)]

    def refined(self, n: int) -> ReleasedLaw:
        """The same law in a unit that is n times as fine."""
        parts = {
            y: x.refined(n) if isinstance(x, Piecewise) else in_parts(x, n)
            for y, x in self.parts.items()
        }
        return ReleasedLaw(self.unit * n, in_parts(self.total, n), parts)


def released(
    law: Dist[Hashable, R], known: dict[tuple[Branch, int], Piecewise] | None = None
) -> ReleasedLaw:
    """The law of the outputs, from that of `Recorded`.

    Args:
        law: of `Recorded(mechanism)` on a database.
        known: densities that were found before.

    Raises:
        UndrawnError: if the released value is Gumbel noise.
    """
    known = {} if known is None else known
    branches = [x for x in law if isinstance(x, Branch)]
    m = lcm(*(_unit(branch) for branch in branches))
    found: dict[Key[Hashable], list[tuple[ExponentialFunction, Part]]] = {}
    for x in law:
        chance = of_u_and_r(law.probability(x))
        if isinstance(x, Branch):
            if (x, m) not in known:
                known[x, m] = _density(x, m)
            density = known[x, m]
            whole = density.total()
            weight = in_unit(chance, m) / ExponentialFunction.of_polynomial(whole)
            found.setdefault(key(x.output), []).append((weight, density))
        else:
            found.setdefault(key(x), []).append((in_unit(chance, m), E.of(1)))
    weights = {weight for parts in found.values() for weight, _ in parts}
    total = reduce(mul, {weight.polynomials[1] for weight in weights}, E.of(1))
    parts: dict[Key[Hashable], Part] = {}
    for y, terms in found.items():
        values: list[Piecewise] = []
        for weight, part in terms:
            top, bottom = weight.polynomials
            factor = top * (total / bottom)
            if isinstance(part, Piecewise):
                values.append(part.scaled(factor))
            else:
                parts[y] = part * factor
        if values:
            parts[y] = reduce(add, values).within(None, None)
    return ReleasedLaw(m, total, parts)


def _unit(branch: Branch) -> int:
    """The least m for which all break points are multiples of u/m."""
    numbers: list[Number] = [branch.shift, *(k for _, _, k in branch.orders)]
    numbers += [
        x
        for kind, *ends in branch.laws
        if kind == "Uniform"
        for x in ends
        if not isinstance(x, str)
    ]
    return lcm(*(Fraction(number).denominator for number in numbers))


def _density(branch: Branch, m: int) -> Piecewise:
    """Of the value, where the draws keep the order of the branch."""
    draws = {i: _of_draw(law, m) for i, law in enumerate(branch.laws) if law[0] != "Gumbel"}
    first, second = branch.first, branch.second
    kept = {first, second} - {CONSTANT}
    if not kept <= draws.keys():
        raise UndrawnError("Gumbel noise is compared only: it is not released")
    orders = [
        Below(low, high, int(k * m))
        for low, high, k in branch.orders
        if {low, high} <= {CONSTANT, *draws}
    ]
    total = Piecewise((), ({},))
    for functions, left in joint(draws, orders, kept):
        found = functions[first]
        if second != CONSTANT:
            found = found.correlation(functions[second])
            for low, _, k in left:  # k < the difference, or it is < -k
                found = found.within(None, -k) if low == first else found.within(k, None)
        total = total + found
    return total.shifted(int(-branch.shift * m))


def _of_draw(law: Sequence[str | Number], m: int) -> Piecewise:
    kind, *numbers = law
    rates = [x for x in numbers if not isinstance(x, str)]
    if kind == "Uniform":
        low, high = rates
        return uniform(int(low * m), int(high * m))
    return (laplace if kind == "Laplace" else exponential)(int(rates[0]), 0)


def in_unit(value: ExponentialFunction, m: int) -> ExponentialFunction:
    """The same function of u, as one of u/m and e^(u/m)."""
    top, bottom = (ExponentialFunction.of_polynomial(in_parts(x, m)) for x in value.polynomials)
    return top / bottom

"""Laws of outputs that contain a continuous value: a density for each rest of the output.

A mechanism whose output is a draw, or the difference of two, alone or in a tuple, releases a real
number z.  Its law has, for each rest y of the output, a density of s = u z, which is `Piecewise`:
on each branch all draws but the released ones are eliminated, as for the probability of the branch
(`reference.probability.differences`); that of a difference is a correlation.  Outputs without a
value have probabilities.  Of several values in one output, all but one are *free*: Laplace noise
around a number, which is compared with nothing.  They are independent of all else, so that the
joint density is that of the one value, times theirs.

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

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import add, mul
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, runtime_checkable

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.field import Field, R, of_u_and_r
from reference.override import override
from reference.probability.coins import Coins, D, Mechanism
from reference.probability.continuous import Gap, Real, UndrawnError, Value
from reference.probability.differences import CONSTANT, Below, Number, joint
from reference.probability.dist import Dist, X
from reference.probability.orders import Order
from reference.probability.outcome import Key, key
from reference.probability.piecewise import Piecewise, exponential, in_parts, laplace, uniform

E = ExponentialPolynomial

ONE_NOISE: Final = "a value has one noise wherever it is put out: put out also which branch it is"
"""What is said of one that is free, or of some scale, on one branch and not on another."""


class Laplacian(NamedTuple):
    """Noise with the density (a/2) e^(-a |s - c u|)."""

    rate: int
    centre: int


class Released(Enum):
    """Stands in an output for a continuous value."""

    VALUE = "value"
    FREE = "free value"

    @override
    def __str__(self) -> str:
        return self.value


VALUE: Final = Released.VALUE
FREE: Final = Released.FREE

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
    """`VALUE` stands for the value, and `FREE` for each free one."""

    laws: tuple[Known, ...]
    """Those of the draws, by number."""

    orders: tuple[Order, ...]
    first: int
    second: int
    """The value is first - second + shift, or first + shift if second is CONSTANT.  If both are,
    there are free values only."""

    shift: Number
    free: tuple[tuple[Known, Number], ...] = ()
    """The noise of each free value, and around which number, in the order of the output."""


@dataclass(frozen=True)
class Recorded(Generic[D, R]):
    """A mechanism that puts out its branch where the given one puts out a continuous value.

    Raises:
        UndrawnError: when called, if two values that are not free are in one output, or Gumbel or
            Gaussian noise is.
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
        values: list[Value] = []
        output = _replaced(output, lambda value: _noted(value, values))
        if not values:
            return output
        teller = values[0][0]
        assert isinstance(teller, Recorder)
        laws, orders = teller.recorded()
        for kind in {laws[x][0] for _, *draws, _ in values for x in draws if x != CONSTANT}:
            if kind in {"Gumbel", "Gaussian"}:
                raise UndrawnError(
                    f"{kind} noise is compared only: its value is not released; return "
                    "cell(value, cuts), which says between which of the cuts it lies (from "
                    "exactdp import cell)"
                )
        named = Counter(x for low, high, _ in orders for x in (low, high))
        named.update(x for _, *draws, _ in values for x in draws)
        free = [
            len(values) > 1
            and second == CONSTANT
            and named[first] == 1
            and laws[first][0] == "Laplace"
            for _, first, second, _ in values
        ]
        others = [value for value, alone in zip(values, free, strict=True) if not alone]
        if len(others) > 1:
            raise UndrawnError(
                "two values in one output: all but one are Laplace noise compared with nothing"
            )
        marks = iter([FREE if alone else VALUE for alone in free])
        _, first, second, shift = others[0] if others else (teller, CONSTANT, CONSTANT, 0)
        apart = [(laws[x], k) for (_, x, _, k), alone in zip(values, free, strict=True) if alone]
        rest = _replaced(output, lambda _: next(marks))
        return Branch(rest, laws, orders, first, second, shift, tuple(apart))


def _noted(value: Real | Gap | Released, values: list[Value]) -> Hashable:
    """A mark for a value, which is noted; the number that it is, if it is one."""
    assert not isinstance(value, Released)
    _, first, second, shift = found = value.taken_apart()
    if first == second:
        return shift
    values.append(found)
    return VALUE


def recorded(mechanism: Mechanism[D, X, R]) -> Mechanism[D, Hashable, R]:
    """The mechanism; where it draws continuous noise, as its `eps` or its class says, recorded."""
    field: object = getattr(getattr(mechanism, "eps", None), "field", None)
    says = getattr(type(mechanism), "continuous", False) is True
    if says or (isinstance(field, Field) and field.continuous):
        return Recorded(mechanism)
    found: Mechanism[D, Hashable, R] = mechanism
    return found


def _replaced(output: Hashable, mark: Callable[[Real | Gap | Released], Hashable]) -> Hashable:
    """The output with other things in the places of values and marks."""
    if isinstance(output, Real | Gap | Released):
        return mark(output)
    if isinstance(output, tuple):
        parts = [_replaced(part, mark) for part in output]
        make: Callable[[list[Hashable]], Hashable] = getattr(type(output), "_make", tuple)
        return make(parts)
    return output


def unmarked(output: Hashable) -> Hashable:
    """The output with `VALUE` for each free value, too."""
    return _replaced(output, lambda _: VALUE)


@dataclass(frozen=True, slots=True)
class ReleasedLaw:
    """The law of outputs of which some contain a value."""

    unit: int
    """Break points, u and r are those of eps/(parts unit), so that break points are integers."""

    total: ExponentialPolynomial
    """The sum of all integrals and probabilities."""

    parts: Mapping[Key[Hashable], Part]
    """By key of the output, `VALUE` standing for the value."""

    free: Mapping[Key[Hashable], tuple[Laplacian, ...]]
    """The free values of an output."""

    def part(self, output: Hashable) -> Part:
        """The density or probability of an output, times the total."""
        return self.parts[key(output)]

    def refined(self, n: int) -> ReleasedLaw:
        """The same law in a unit that is n times as fine."""
        parts = {
            y: x.refined(n) if isinstance(x, Piecewise) else in_parts(x, n)
            for y, x in self.parts.items()
        }
        free = {y: tuple(Laplacian(a, c * n) for a, c in x) for y, x in self.free.items()}
        return ReleasedLaw(self.unit * n, in_parts(self.total, n), parts, free)


def released(
    law: Dist[Hashable, R], known: dict[tuple[Branch, int], Piecewise] | None = None
) -> ReleasedLaw:
    """The law of the outputs, from that of `Recorded`.

    Args:
        law: of `Recorded(mechanism)` on a database.
        known: densities that were found before.

    Raises:
        UndrawnError: if a free value of an output has two laws.
    """
    known = {} if known is None else known
    branches = [x for x in law if isinstance(x, Branch)]
    m = lcm(*(_unit(branch) for branch in branches))
    found: dict[Key[Hashable], list[tuple[ExponentialFunction, Part]]] = {}
    free: dict[Key[Hashable], tuple[Laplacian, ...]] = {}
    for x in law:
        chance = of_u_and_r(law.probability(x))
        y = key(x.output if isinstance(x, Branch) else x)
        apart = _free(x, m) if isinstance(x, Branch) else ()
        if free.setdefault(y, apart) != apart:
            raise UndrawnError(ONE_NOISE)
        if isinstance(x, Branch) and x.first != CONSTANT:
            if (x, m) not in known:
                known[x, m] = _density(x, m)
            density = known[x, m]
            whole = density.total()
            weight = in_unit(chance, m) / ExponentialFunction.of_polynomial(whole)
            found.setdefault(y, []).append((weight, density))
        else:
            found.setdefault(y, []).append((in_unit(chance, m), E.of(1)))
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
                known_part = parts.get(y, E.of(0))
                assert isinstance(known_part, E)
                parts[y] = known_part + part * factor
        if values:
            parts[y] = reduce(add, values).within(None, None)
    return ReleasedLaw(m, total, parts, free)


def _unit(branch: Branch) -> int:
    """The least m for which all break points are multiples of u/m."""
    numbers: list[Number] = [branch.shift, *(k for _, _, k in branch.orders)]
    numbers += [centre for _, centre in branch.free]
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


def _free(branch: Branch, m: int) -> tuple[Laplacian, ...]:
    """The free values, centres in units of u/m."""
    return tuple(Laplacian(int(law[1]), int(centre * m)) for law, centre in branch.free)


def _of_draw(law: Sequence[str | Number], m: int) -> Piecewise:
    kind, *numbers = law
    rates = [x for x in numbers if not isinstance(x, str)]
    if kind == "Uniform":
        low, high = rates
        return uniform(int(low * m), int(high * m))
    return {"Laplace": laplace, "Exponential": exponential}[str(kind)](int(rates[0]), 0)


def in_finer_unit(branch: Branch, m: int) -> Branch:
    """What the branch knows, where u/m stands for u: rates are m times as great."""

    def finer(law: Known) -> Known:
        kind, *numbers = law
        if kind == "Uniform":
            return law
        return (kind, *(x if isinstance(x, str) else x * m for x in numbers))

    free = tuple((finer(law), centre) for law, centre in branch.free)
    return replace(branch, laws=tuple(map(finer, branch.laws)), free=free)


def in_unit(value: ExponentialFunction, m: int) -> ExponentialFunction:
    """The same function of u, as one of u/m and e^(u/m)."""
    top, bottom = (ExponentialFunction.of_polynomial(in_parts(x, m)) for x in value.polynomials)
    return top / bottom

"""What a mechanism promises: (eps, delta)-differential privacy for a neighbouring relation.

A mechanism M is (eps, delta)-private for a relation if for all neighbouring databases D, D'
and every event T: Pr[M(D) in T] <= e^eps Pr[M(D') in T] + delta.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, Self, overload

from reference.exact.decimals import exactly
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R, number
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import D_contra, Mechanism, X_co


@dataclass(frozen=True, slots=True)
class Guarantee(Generic[R]):
    """The statement: Pr[M(D) in T] <= exp_eps Pr[M(D') in T] + delta."""

    exp_eps: R
    """e^eps: a number >= 1, or a function of r."""

    delta: R
    """delta: a number in [0, 1], or a function of r."""

    def __post_init__(self) -> None:
        for name, word in (("exp_eps", "e^eps"), ("delta", "delta")):
            value: object = getattr(self, name)
            if isinstance(value, int) and not isinstance(value, bool):
                object.__setattr__(self, name, Fraction(value))
            elif not isinstance(value, Fraction | RationalFunction | ExponentialFunction):
                raise TypeError(f"{word} {value!r}: {exactly(value)}")
        exp_eps, delta = number(self.exp_eps), number(self.delta)
        if exp_eps is not None and exp_eps < 1:
            raise ValueError(f"e^eps {self.exp_eps}: it is at least 1")
        if delta is not None and not 0 <= delta <= 1:
            raise ValueError(f"delta {self.delta}: it lies in [0, 1]")

    @classmethod
    def pure(cls, eps: Epsilon[R], times: int = 1) -> Guarantee[R]:
        """(times eps, 0)-differential privacy.

        Raises:
            TypeError: if eps is a number, and no `Epsilon`.
        """
        given: object = eps
        if not isinstance(given, Epsilon):
            raise TypeError(
                f"Guarantee.pure({given!r}): for eps = 1 write Guarantee.pure(Epsilon.of(1)), for "
                "e^eps = 3 Guarantee.pure(Epsilon(Fraction(3)))"
            )
        exp_eps = eps.exp(times)
        return cls(exp_eps, exp_eps - exp_eps)


class Lossy(Protocol[R]):
    """A mechanism with a privacy loss."""

    @property
    def eps(self) -> Epsilon[R]:
        """The privacy loss."""


class PureLoss:
    """The guarantee (eps, 0), declared in a class: `guarantee = PureLoss()`."""

    @overload
    def __get__(self, mechanism: None, kind: type, /) -> Self: ...
    @overload
    def __get__(self, mechanism: Lossy[R], kind: type, /) -> Guarantee[R]: ...

    def __get__(self, mechanism: Lossy[R] | None, kind: type, /) -> Guarantee[R] | Self:
        return self if mechanism is None else Guarantee.pure(mechanism.eps)


class Guaranteed(Protocol[R]):
    """A mechanism that says what it promises, for the relation that it names."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """What the mechanism promises."""


class PrivateMechanism(Mechanism[D_contra, X_co, R], Guaranteed[R], Protocol[D_contra, X_co, R]):
    """A mechanism that says what it promises: what combinators are made of."""

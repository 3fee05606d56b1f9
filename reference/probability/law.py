"""The law of a mechanism: every branch of its code, followed exactly.

`law(mechanism, database)` calls the mechanism again and again, each time answering its draws
from the branch that is next in order, until every branch has been followed.  Weights multiply
along a branch; laws of sub-mechanisms reached through `coins.run` are computed once and their
equal outcomes merged, so that a recursion costs the sum, not the product, of its levels.

>>> def two_tosses(database, coins):
...     return sum(coins.draw(Dist.uniform((0, 1))) for _ in range(2))
>>> law(two_tosses, ())
Dist({0: 1/4, 1: 1/2, 2: 1/4})
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from types import FrameType
from typing import Generic

from reference.exact.field import RATIONAL_FUNCTIONS, RATIONALS, Field, R
from reference.exact.polynomial import Weight, evaluate
from reference.probability.coins import D, Mechanism
from reference.probability.dist import Blend, Dist, X, Y
from reference.probability.geometric import Quadrature, Settled, TwoSidedGeometric, quadrature
from reference.probability.outcome import Key, key, outcome
from reference.probability.returned import SeenError, Unseen, ends_the_call

ONE = Fraction(1)
"""Where eps = 0.  Noise on all of Z has no limit there, but the laws made with it do."""


class UnsettledTailError(ArithmeticError):
    """A mechanism says of its unbounded draw what is not true."""


class ImpureMechanismError(ArithmeticError):
    """A mechanism made different draws when it was called again with the same answers."""


def law(mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R]:
    """The exact output distribution of the mechanism on the database.

    Raises:
        UnsettledTailError: if a `Settled` promise made at `draw_noise` is broken.
        ImpureMechanismError: if the mechanism depends on more than database and coins.
    """
    return Laws[R]().of(mechanism, database)


def laws(mechanism: Mechanism[D, X, R], databases: Iterable[D]) -> Iterator[Dist[X, R]]:
    """The laws on many databases, in order; sub-mechanisms are shared between them."""
    shared = Laws[R]()
    for database in databases:
        yield shared.of(mechanism, database)


class Laws(Generic[R]):
    """Laws of mechanisms that share the laws of their sub-mechanisms."""

    __slots__ = ("_known", "_rules")

    def __init__(self) -> None:
        self._known: dict[object, object] = {}
        self._rules: dict[object, Quadrature] = {}

    def of(self, mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R]:
        """The law of the mechanism on the database (itself not remembered)."""
        replay: _Replay[X, R] = _Replay(self)
        stack = replay.stack
        while True:
            output, last = replay.follow(mechanism, database)
            if replay.position != len(stack):
                raise ImpureMechanismError(f"{mechanism!r} left out a draw when called again")
            if isinstance(last, Dist):
                stack[-1].add(last.by_key, last.total)
            else:
                stack[-1].add({key(output): 1}, 1)
            while stack[-1].exhausted:
                node = stack.pop()
                if not stack:
                    field = _field(mechanism, symbolic=replay.symbolic)
                    found = Dist[X, R].keyed(node.blend.weights, field)
                    return found if evaluate(found.total, ONE) else found.reduced()
                stack[-1].add(node.blend.weights, node.blend.denominator * node.total)

    def remembered(self, mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R]:
        """The law of the mechanism on the database, computed once."""
        key = (mechanism, database)
        known = self._known.get(key)
        if isinstance(known, Dist):
            return known
        found = self.of(mechanism, database)
        self._known[key] = found
        return found

    def rule(self, noise: TwoSidedGeometric[R], settled: Settled[R]) -> Quadrature:
        """The quadrature rule of an unbounded draw, computed once."""
        key = (noise, settled)
        if key not in self._rules:
            self._rules[key] = quadrature(noise, settled)
        return self._rules[key]


class _Replay(Generic[X, R]):
    """Coins that answer from the current branch and note the draws beyond it."""

    __slots__ = (
        "_home",
        "_laws",
        "_trusting",
        "_unseen",
        "position",
        "returned",
        "stack",
        "symbolic",
    )

    def __init__(self, shared: Laws[R]) -> None:
        self._laws: Laws[R] = shared
        self._home: FrameType | None = None
        self.stack: list[_Node[X]] = [_Node((1,), 1)]
        self.position = 0
        self.returned: object = None
        self.symbolic = False
        self._trusting = True
        self._unseen: object = None

    def follow(self, mechanism: Mechanism[D, X, R], database: D) -> tuple[X, object]:
        """The output on the current branch, or else the law of a last draw that is the output."""
        self._trusting = True
        try:
            output = self._call(mechanism, database)
        except (Exception, SeenError):
            # Functions written in C may refuse an unseen outcome in their own words.
            if self.returned is None:
                raise
        else:
            if self.returned is None or output is self._unseen:
                return output, self.returned
        self._trusting = False
        return self._call(mechanism, database), None

    def _call(self, mechanism: Mechanism[D, X, R], database: D) -> X:
        self.position = 1
        self.returned = self._unseen = None
        self._home = sys._getframe()
        return mechanism(database, self)

    def draw(self, dist: Dist[Y, R] | Dist[Y, Fraction], /) -> Y:
        return self._branch(dist, sys._getframe(1))

    def run(self, mechanism: Mechanism[D, Y, R], database: D, /) -> Y:
        return self._branch(self._laws.remembered(mechanism, database), sys._getframe(1))

    def draw_noise(self, noise: TwoSidedGeometric[R], settled: Settled[R], /) -> int:
        rule = self._laws.rule(noise, settled)
        if self._is_new():
            self.symbolic = self.symbolic or rule.symbolic
            self.stack.append(_Node(rule.weights, rule.total, rule.checks))
        return rule.values[self._answer(len(rule.values))]

    def _branch(self, dist: Dist[Y, R] | Dist[Y, Fraction], caller: FrameType) -> Y:
        given: object = dist
        if not isinstance(given, Dist):
            raise TypeError(f"draw({given!r}): a draw takes a Dist, such as Dist.uniform(...)")
        if len(dist) > 1 or dist.field.symbolic:
            if self._is_new():
                self.symbolic = self.symbolic or dist.field.symbolic
                if self.returned is not None:
                    raise SeenError
                if self._trusting and ends_the_call(caller, self._home):
                    self.returned = dist
                    unseen: Y = Unseen()
                    self._unseen = unseen
                    return unseen
                self.stack.append(_Node(tuple(dist.by_key.values()), dist.total))
            return outcome(next(islice(dist.by_key, self._answer(len(dist)), None)))
        return next(iter(dist))

    def _is_new(self) -> bool:
        return self.position == len(self.stack)

    def _answer(self, size: int) -> int:
        node = self.stack[self.position]
        if size != len(node.weights):
            raise ImpureMechanismError(
                f"a draw among {len(node.weights)} outcomes was among {size} when repeated"
            )
        self.position += 1
        return node.index


class _Node(Generic[X]):
    """One draw on the current branch, and the blend of the laws of what followed it so far."""

    __slots__ = ("_checks", "_residues", "blend", "index", "total", "weights")

    def __init__(
        self,
        weights: Sequence[Weight],
        total: Weight,
        checks: Sequence[tuple[Weight, ...]] = (),
    ) -> None:
        self.weights = weights
        self.total = total
        self.index = 0
        self.blend: Blend[X] = Blend()
        self._checks = checks
        self._residues: list[Blend[X]] = [Blend() for _ in checks]

    @property
    def exhausted(self) -> bool:
        """Whether every outcome of the draw has been followed."""
        return self.index == len(self.weights)

    def add(self, weights: Mapping[Key[X], Weight], total: Weight) -> None:
        """The law after the current outcome is weights / total; go to the next outcome."""
        self.blend.add(self.weights[self.index], weights, total)
        for residue, check in zip(self._residues, self._checks, strict=True):
            if check[self.index]:
                residue.add(check[self.index], weights, total)
        self.index += 1
        if self.exhausted and any(any(residue.weights.values()) for residue in self._residues):
            raise UnsettledTailError(
                "what follows an unbounded draw is not a polynomial of the stated degree "
                "in ratio^|z| beyond the stated range"
            )


def _field(mechanism: Mechanism[D, X, R], *, symbolic: bool) -> Field[R]:
    """The field of a law: that of the mechanism's `eps`, or else that of its draws."""
    drawn: object = RATIONAL_FUNCTIONS if symbolic else RATIONALS
    found: object = getattr(getattr(mechanism, "eps", None), "field", drawn)
    if isinstance(found, Field):
        return found
    raise TypeError(f"{found!r} is not the field of a privacy loss")

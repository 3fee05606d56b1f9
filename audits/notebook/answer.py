"""How private a mechanism is, as one answer: verdict, curve, least e^eps and delta, worst event.

>>> from reference.data.adjacency import replace_one
>>> from reference.probability.families import bernoulli
>>> def response(database, coins):
...     return database[0] != coins.draw(bernoulli(Fraction(1, 4)))
>>> answer = privacy(response, replace_one((False, True), rows=1), exp_eps=2)
>>> type(answer.verdict).__name__, answer.least_exp_eps, answer.least_delta(2)
('Refuted', Fraction(3, 1), Fraction(1, 4))
>>> answer.worst()
Worst(database=(False,), neighbour=(True,), event=(False,), probabilities=(3/4, 1/4))
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar

from audits.asked.one_loss import refuse_another_loss
from audits.engines.curve import curve as curve_of_pairs
from audits.engines.least_multiple import least_multiple
from audits.engines.privacy import audit_table
from audits.engines.tightest import Least, Tightest, as_functions, questions
from audits.notebook.claimed import Claim, claimed, scalar, slack
from audits.notebook.with_loss import with_loss
from audits.table import LawTable, tabulate
from audits.verdict import Refuted, Verdict, confirmed
from reference.data.adjacency import Adjacency, ListedAdjacency
from reference.exact.exponential import exp_bounds
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import of_r
from reference.exact.polynomial import coefficients
from reference.exact.rational_function import RationalFunction
from reference.override import override
from reference.privacy.curve import PrivacyCurve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.densities import Branch, recorded
from reference.probability.replay import named

D = TypeVar("D", bound=Hashable)
X = TypeVar("X", bound=Hashable)


class UnansweredError(ValueError):
    """A question that has no answer of this kind for the laws at hand."""


@dataclass(frozen=True, slots=True, repr=False)
class Worst(Generic[D, X]):
    """Two neighbouring databases and an event that tells them apart best."""

    database: D
    neighbour: D
    event: tuple[X, ...]
    """Outcomes; the event is more likely on the database than on the neighbour."""

    probabilities: tuple[Any, Any]
    """Of the event on the two, exactly: numbers, or functions of r at the eps of the answer."""

    @override
    def __repr__(self) -> str:
        p, q = self.probabilities
        return (
            f"Worst(database={self.database!r}, neighbour={self.neighbour!r}, "
            f"event={self.event!r}, probabilities=({p}, {q}))"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Privacy(Generic[D, X]):
    """How private a mechanism is on all neighbours of a universe; made by `privacy`."""

    name: str
    """The mechanism, in words."""

    table: LawTable[D, X, Any]
    """Its laws: numbers, or functions of r."""

    questions: Tightest[Any]
    """What can be asked of them."""

    exponent: Fraction | None
    """ln r, where laws are functions of r at one eps."""

    loss: Epsilon[Any] | None
    """The eps of the mechanism, if it has one."""

    claim: Claim | None
    verdict: Verdict | None
    """Of the claim, confirmed by the kernel; None if nothing is claimed."""

    @property
    def is_for_every_eps(self) -> bool:
        """Whether the laws are functions of eps, so that the verdict is about every eps > 0."""
        return self.table.field.symbolic and self.exponent is None

    @property
    def curve(self) -> PrivacyCurve:
        """The least delta for each e^eps.

        It is exact where laws are numbers.  Where they are functions of r at one eps it is that
        of a rational number just below r, for pictures.

        Raises:
            UnansweredError: for laws at every eps.
        """
        if self.is_for_every_eps:
            raise UnansweredError(
                f"a curve needs one eps, and the laws of {self.name} are for every eps: make it "
                "with Epsilon.of(1) or with Epsilon(Fraction(2)), which is e^eps = 2"
            )
        if self.exponent is None:
            return curve_of_pairs(self.table).curve
        return curve_of_pairs(self.table.at(exp_bounds(self.exponent)[0])).curve

    @property
    def least_exp_eps(self) -> Any:
        """The least e^eps, at the delta of the claim, or at delta 0 without a claim.

        For every eps at once, it is the least power of r, at delta 0.
        """
        return self.least_exp_eps_at(self._delta)

    def least_exp_eps_at(self, delta: object) -> Any:
        """The least e^eps at a delta: a number, infinity, or a function of r.

        Raises:
            UnansweredError: if the kernel confirms no answer.
        """
        if self.is_for_every_eps:
            return self._least_power(delta)
        return self._confirmed(self._asked().exp_eps(self._lifted(slack(delta), "delta")))

    def least_delta(self, exp_eps: object = None) -> Any:
        """The least delta at an e^eps, or at that of the claim: a number, or a function of r.

        Raises:
            UnansweredError: without an e^eps; or if the kernel confirms no answer.
        """
        return self._confirmed(self._asked().delta(self._exp_eps(exp_eps)))

    def worst(self, exp_eps: object = None) -> Worst[D, X] | None:
        """The neighbours and the event that need the least delta at an e^eps.

        Without an e^eps, at that of the claim if it is refuted; else those that need the least
        e^eps at the delta of the claim.  None if no event needs any.
        """
        if exp_eps is None and not isinstance(self.verdict, Refuted):
            found: Least[Any] = self._asked().exp_eps(self._lifted(self._delta, "delta"))
        else:
            found = self._asked().delta(self._exp_eps(exp_eps))
        if found.attained is None:
            return None
        i, j = found.attained.databases
        event = tuple(self.table.outcomes[y] for y in found.attained.event)
        databases = self.table.databases
        p, q = map(_number, found.attained.probabilities)
        return Worst(databases[i], databases[j], event, (p, q))

    @property
    def _delta(self) -> Any:
        return Fraction(0) if self.claim is None else self.claim.guarantee.delta

    def _exp_eps(self, given: object) -> Any:
        if given is None and self.claim is None:
            raise UnansweredError("at which e^eps?  Write least_delta(2), or claim one")
        if given is not None or self.claim is None:
            return self._lifted(given, "exp_eps")
        return self._lifted(self.claim.guarantee.exp_eps, "exp_eps")

    def _lifted(self, value: object, name: str) -> Any:
        number = scalar(value, name)
        if self.exponent is not None:
            return _of_r(number, self.exponent)
        if not isinstance(number, Fraction):
            raise TypeError(f"{name} {number}: the laws of {self.name} are numbers: give a number")
        return number

    def _asked(self) -> Tightest[Any]:
        """The questions, if there is one eps."""
        if self.is_for_every_eps:
            raise UnansweredError(
                f"the laws of {self.name} are for every eps: make it with Epsilon.of(1), say"
            )
        return self.questions

    def _confirmed(self, found: Least[Any]) -> Any:
        if not found.is_confirmed:
            raise UnansweredError(f"the kernel confirms no answer: {found.verdict}")
        return _number(found.value)

    def _least_power(self, delta: object) -> Any:
        if self.loss is None or scalar(delta, "delta") != 0:
            raise UnansweredError(
                f"the laws of {self.name} are for every eps: the least e^eps is known at delta 0, "
                "for a mechanism with an attribute `eps`"
            )
        found = least_multiple(self.table, self.loss.parts, self.name)
        if found.enough is None or not found.is_least:
            known = "" if found.enough is None else f": K = {found.enough} is enough"
            raise UnansweredError(f"the least K with a loss of K eps is not known{known}")
        power = found.enough * self.loss.parts
        if power.denominator > 1:
            raise UnansweredError(
                f"the least e^eps is e^({found.enough} eps), which is no power of r: divide eps "
                f"into {power.denominator} times as many parts"
            )
        return self.loss.root**power.numerator

    @override
    def __repr__(self) -> str:
        said = "nothing claimed" if self.verdict is None else type(self.verdict).__name__
        return f"Privacy({self.name}: {said}; {len(self.table.databases)} databases)"


def privacy(
    mechanism: Mechanism[D, X, Any],
    universe: Adjacency[D] | tuple[D, D],
    *,
    exp_eps: object = None,
    eps: object = None,
    delta: object = None,
    at: Epsilon[Any] | None = None,
) -> Privacy[D, X]:
    """How private the mechanism is on all neighbours, and whether a claim about it is true.

    Args:
        mechanism: called as mechanism(database, coins).
        universe: databases with their neighbours, such as `replace_one((0, 1), rows=3)`; or two
            databases, which are neighbours.
        exp_eps: the claimed e^eps, such as 3, Fraction(3, 2) or "1.5".
        eps: or the claimed eps, such as 1, Fraction(1, 2) or "0.5"; or an `Epsilon`.
        delta: the claimed delta.  Without a claim it is the `guarantee` of the mechanism, if it
            has one; if not, nothing is claimed, and the answer has no verdict.
        at: the loss with which the mechanism was made, if it has no attribute `eps`.

    Raises:
        TypeError: for a universe that is none, floats and other inexact numbers.
        ValueError: for contradictory claims, a universe without neighbours, or laws that depend on
            another loss; and the errors of `law`.
    """
    databases = _universe(universe)
    if not databases.pair_count:
        raise ValueError("universe: no two of its databases are neighbours, so nothing is shown")
    table: LawTable[D, X, Any] = tabulate(recorded(mechanism), databases)  # type: ignore[arg-type]  # a recorded mechanism has other outcomes
    own_loss: object = getattr(mechanism, "eps", None) if at is None else at
    loss = own_loss if isinstance(own_loss, Epsilon) else None
    name = str(getattr(mechanism, "__name__", "")) or named(mechanism)
    unit = loss.unit if loss is not None and table.field.symbolic else None
    own: object = getattr(mechanism, "guarantee", None)
    promise = own if isinstance(own, Guarantee) and exp_eps is eps is None else None
    if table.field.symbolic and loss is None:
        raise ValueError(f"{name}: its laws depend on r: say of which eps, `at=eps`")
    claim = claimed(table.field, unit, promise, exp_eps, eps, delta)
    if table.field.symbolic and loss is not None:
        other = partial(with_loss, mechanism, loss)
        refuse_another_loss(other, table, promise, loss, unit, name)
    if unit is not None and table.field.continuous:
        if any(isinstance(x, Branch) for x in table.outcomes):
            raise ValueError("released continuous values are decided for every eps at once")
        table = table.at_unit(unit)
    if claim is not None and claim.exponent is not None and unit is None:
        table, unit = as_functions(table), claim.exponent
    asked = questions(table, name, unit)
    verdict: Verdict | None = None
    if claim is not None and unit is not None:
        bound = claim.guarantee
        verdict = asked.audit(Guarantee(_of_r(bound.exp_eps, unit), _of_r(bound.delta, unit)))
    elif claim is not None:
        verdict = confirmed(audit_table(table, claim.guarantee, name))
    return Privacy(name, table, asked, unit, loss, claim, verdict)


def _of_r(value: Any, exponent: Fraction) -> Any:
    return of_r(value.at(exponent) if isinstance(value, ExponentialFunction) else value)


def _number(value: Any) -> Any:
    """A function of r that does not depend on r as the number that it is."""
    if isinstance(value, RationalFunction):
        top, bottom = (coefficients(weight) for weight in (value.numerator, value.denominator))
        if len(top) <= 1 and len(bottom) == 1:
            return Fraction(sum(top), bottom[0])
    return value


def _universe(given: object) -> Adjacency[Any]:
    if isinstance(given, tuple) and len(given) == 2:
        return ListedAdjacency(given, ((0, 1),))
    if hasattr(given, "index_pairs"):
        found: Any = given
        checked: Adjacency[Any] = found
        return checked
    raise TypeError(
        f"universe {given!r}: give two neighbouring databases, or all of them with their "
        "neighbours, such as replace_one((0, 1), rows=3)"
    )

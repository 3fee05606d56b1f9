"""How private a mechanism is, as one answer: verdict, curve, least eps and delta, worst event.

>>> from reference.data.adjacency import replace_one
>>> from reference.probability.families import bernoulli
>>> def response(database, coins):
...     return database[0] != coins.draw(bernoulli(Fraction(1, 4)))
>>> answer = privacy(response, replace_one((False, True), rows=1), exp_eps=2)
>>> type(answer.verdict).__name__, answer.least_exp_eps, answer.least_delta(2)
('Refuted', Fraction(3, 1), Fraction(1, 4))
>>> answer.least_eps
ln(3) (1.098612288 to 1.098612289)
>>> answer.worst()
Worst(database=(False,), neighbour=(True,), event=(False,), probabilities=(3/4, 1/4))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any, Generic, TypeVar

from audits.asked.literals import InputError
from audits.asked.one_loss import refuse_another_loss
from audits.asked.released import are_released, released
from audits.engines.curve import curve as curve_of_pairs
from audits.engines.least_multiple import Multiple, in_parts, least_multiple
from audits.engines.privacy import audit_table
from audits.engines.tightest import Least, Tightest, as_functions, questions
from audits.kernel.polynomial import MOST_COEFFICIENTS
from audits.notebook.claimed import LARGEST, Asserted, Claim, claimed, number, slack
from audits.notebook.number import Number, known
from audits.notebook.sources import outside_is_an_error
from audits.notebook.with_loss import with_loss
from audits.shown.multiples import claim_words, multiple_json, multiple_words
from audits.shown.numbers import loss_words, number_words
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
from reference.privacy.divergence import Infinity
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.densities import Recorded, recorded
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
    """Of the event on the two, exactly: numbers, or `Number`s at the eps of the answer."""

    @override
    def __repr__(self) -> str:
        p, q = self.probabilities
        return (
            f"Worst(database={self.database!r}, neighbour={self.neighbour!r}, "
            f"event={self.event!r}, probabilities=({p}, {q}))"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Privacy(Generic[D, X]):
    """How private a mechanism is on all neighbours of a universe; made by `privacy`.

    Printed, it is a table of what is known.  Numbers are exact: a `Fraction`, infinity, or, where
    it is no rational, a `Number`, which says between which two decimals it lies.
    """

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

    multiple: Callable[[], Multiple]
    """What is known of the least multiple of eps, for laws at every eps; found once."""

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
                f"a curve needs one eps, and the laws of {self.name} are for every eps: {ONE_EPS}"
            )
        if self.exponent is None:
            return curve_of_pairs(self.table).curve
        return curve_of_pairs(self.table.at(exp_bounds(self.exponent)[0])).curve

    @property
    def least_eps(self) -> Number:
        """The least eps, at the delta of the claim, or at delta 0 without a claim.

        For every eps at once, it is the least multiple of eps, at delta 0.
        """
        return self.least_eps_at(self._delta)

    def least_eps_at(self, delta: object) -> Number:
        """The least eps at a delta, which is ln of the least e^eps: a number, or infinity.

        Raises:
            UnansweredError: if the kernel confirms no answer.
        """
        if self.is_for_every_eps:
            self._refuse_delta(delta)
            return Number.multiple_of_eps(multiple_json(self.multiple()))
        return Number.loss(self._least_exp_eps(delta), self.exponent)

    @property
    def least_exp_eps(self) -> Any:
        """The least e^eps, at the delta of the claim, or at delta 0 without a claim.

        For every eps at once, it is the least power of r, at delta 0.
        """
        return self.least_exp_eps_at(self._delta)

    def least_exp_eps_at(self, delta: object) -> Any:
        """The least e^eps at a delta: a number, or infinity; a function of r for every eps.

        Raises:
            UnansweredError: if the kernel confirms no answer.
        """
        if self.is_for_every_eps:
            self._refuse_delta(delta)
            return self._least_power()
        return known(self._least_exp_eps(delta), self.exponent)

    def least_delta(self, exp_eps: object = None, *, eps: object = None) -> Any:
        """The least delta at an e^eps, at an eps, or at those of the claim.

        Raises:
            UnansweredError: without any of them; or if the kernel confirms no answer.
        """
        asked, value, exponent = self._where(exp_eps, eps)
        return known(_confirmed(asked.delta(value)), exponent)

    def worst(self, exp_eps: object = None, *, eps: object = None) -> Worst[D, X] | None:
        """The neighbours and the event that need the least delta at an e^eps, or at an eps.

        Without them, at those of the claim if it is refuted; else those that need the least
        e^eps at the delta of the claim.  None if no event needs any.
        """
        exponent = self.exponent
        if exp_eps is eps is None and not isinstance(self.verdict, Refuted):
            found: Least[Any] = self._asked().exp_eps(self._lifted(self._delta))
        else:
            asked, value, exponent = self._where(exp_eps, eps)
            found = asked.delta(value)
        if found.attained is None:
            return None
        i, j = found.attained.databases
        event = tuple(self.table.outcomes[y] for y in found.attained.event)
        databases = self.table.databases
        p, q = (known(_number(value), exponent) for value in found.attained.probabilities)
        return Worst(databases[i], databases[j], event, (p, q))

    def rows(self) -> Iterator[tuple[str, str]]:
        """What is known, a fact a row: its name, and the fact."""
        yield "mechanism", self.name
        yield "databases", f"{len(self.table.databases)}, {self.table.universe.pair_count} pairs"
        if self.table.field.symbolic:
            parts = 1 if self.loss is None else self.loss.parts
            power = "e^eps" if parts == 1 else f"e^(eps/{parts})"
            one = "" if self.exponent is None else f" at eps = {self.exponent * parts}"
            yield "r", power + (one or ", for every eps")
        if self.claim is not None and self.verdict is not None:
            bound, at = self.claim.guarantee, self.claim.exponent
            parts = 1 if self.loss is None else self.loss.parts
            yield "claimed loss", claim_words(bound.exp_eps, at, parts)
            yield "claimed delta", number_words(bound.delta, at)
            yield "verdict", type(self.verdict).__name__.lower()
        try:
            yield from self._least_rows()
        except UnansweredError as reason:
            yield "least eps", str(reason)

    def _least_rows(self) -> Iterator[tuple[str, str]]:
        if self.is_for_every_eps:
            if self.loss is not None:
                at = "" if self._delta == 0 else " at delta 0"
                yield f"least loss for every eps{at}", multiple_words(self.multiple())
            return
        least = self._least_exp_eps(self._delta)
        if self._delta != 0:
            yield "at delta", number_words(self._lifted(self._delta), self.exponent)
        yield "least eps", loss_words(least, self.exponent)
        yield "least e^eps", number_words(least, self.exponent)
        worst = self.worst()
        if worst is not None:
            yield "seen best by the event", ", ".join(map(repr, worst.event))
            for database, chance in zip(
                (worst.database, worst.neighbour), worst.probabilities, strict=True
            ):
                words = number_words(chance) if isinstance(chance, Fraction) else str(chance)
                yield f"its probability on {database!r}", words

    @override
    def __str__(self) -> str:
        rows = list(self.rows())
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:{width}}  {fact}" for name, fact in rows)

    @override
    def __repr__(self) -> str:
        said = "nothing claimed" if self.verdict is None else type(self.verdict).__name__
        return f"Privacy({self.name}: {said}; {len(self.table.databases)} databases)"

    @property
    def _delta(self) -> Any:
        return Fraction(0) if self.claim is None else self.claim.guarantee.delta

    def _least_exp_eps(self, delta: object) -> Any:
        exact = delta if delta is self._delta else slack(delta, self.loss, self.exponent)
        return _confirmed(self._asked().exp_eps(self._lifted(exact)))

    def _where(self, exp_eps: object, eps: object) -> tuple[Tightest[Any], Any, Fraction | None]:
        """Whom to ask about the least delta, at which e^eps, and ln r."""
        asked = self._asked()
        if exp_eps is eps is None:
            if self.claim is None:
                raise UnansweredError("at which eps?  Write least_delta(eps=1), or claim one")
            return asked, self._lifted(self.claim.guarantee.exp_eps), self.exponent
        if exp_eps is not None and eps is not None:
            raise ValueError("exp_eps and eps: give one of them")
        if exp_eps is not None:
            exact = number(exp_eps, "exp_eps", self.exponent)
            return asked, self._lifted(exact), self.exponent
        wanted = number(eps, "eps")
        if not 0 <= wanted <= LARGEST:
            raise ValueError(f"eps {wanted}: a number from 0 to {LARGEST}")
        if wanted == 0:
            return asked, self._lifted(Fraction(1)), self.exponent
        if self.exponent is None:
            at = questions(as_functions(self.table), self.name, wanted)
            return at, RationalFunction.r(), wanted
        times = wanted / self.exponent
        finer = self.exponent / times.denominator
        if times.denominator > 1:
            asked = questions(in_parts(self.table, times.denominator), self.name, finer)
        return asked, RationalFunction.r(times.numerator), finer

    def _lifted(self, exact: Any) -> Any:
        """A number as one of the field of the laws."""
        return exact if self.exponent is None else _of_r(exact, self.exponent)

    def _asked(self) -> Tightest[Any]:
        """The questions, if there is one eps."""
        if self.is_for_every_eps:
            raise UnansweredError(f"the laws of {self.name} are for every eps: {ONE_EPS}")
        return self.questions

    def _refuse_delta(self, delta: object) -> None:
        exact = delta if delta is self._delta else slack(delta, self.loss)
        if self.loss is None or exact != 0:
            raise UnansweredError(
                f"the laws of {self.name} are for every eps: the least loss is known at delta 0, "
                "for a mechanism with an attribute `eps`"
            )

    def _least_power(self) -> Any:
        found = self.multiple()
        assert self.loss is not None
        if found.is_unbounded:
            return Infinity.INFINITE
        if found.enough is None or not found.is_least:
            raise UnansweredError(
                f"the least K with a loss of K eps: {multiple_words(found)}; `least_eps` of the "
                "answer says so"
            )
        power = found.enough * self.loss.parts
        if power.denominator > 1:
            raise UnansweredError(
                f"the least loss is {found.enough} eps, of which the exponential is no power of "
                "r: `least_eps` of the answer is it"
            )
        return self.loss.root**power.numerator


ONE_EPS = "make it with Epsilon.of(1), say, or with Epsilon(Fraction(2)), which is e^eps = 2"


def privacy(
    mechanism: Mechanism[D, X, Any],
    universe: Adjacency[D] | tuple[D, D],
    *,
    exp_eps: object = None,
    eps: object = None,
    claim_eps: object = None,
    delta: object = None,
    at: Epsilon[Any] | None = None,
) -> Privacy[D, X]:
    """How private the mechanism is on all neighbours, and whether a claim about it is true.

    Args:
        mechanism: called as mechanism(database, coins).
        universe: databases with their neighbours, such as `replace_one((0, 1), rows=3)`; or two
            databases, which are neighbours.
        exp_eps: the claimed e^eps, such as 3, Fraction(3, 2) or "1.5".
        eps: or the claimed eps, such as 1, Fraction(1, 2) or "0.5"; or the `Epsilon` with which
            the mechanism was made, or one that is a number.
        claim_eps: or the claimed multiple of the eps of the mechanism, such as 1 or "1/2".
        delta: the claimed delta, such as "1/100", or "1/2 e^(-1/4 eps)", of the eps of the
            mechanism.  Without a claim it is the `guarantee` of the mechanism, if it
            has one; if not, nothing is claimed, and the answer has no verdict.
        at: the loss with which the mechanism was made, if it has no attribute `eps`.

    Raises:
        TypeError: for a universe that is none, floats, functions of r and other things that are
            no exact numbers.
        ValueError: for contradictory claims, a universe without neighbours, or laws that depend on
            another loss; and the errors of `law`.
    """
    databases = _universe(universe)
    if not databases.pair_count:
        raise ValueError("universe: no two of its databases are neighbours, so nothing is shown")
    own_loss: object = getattr(mechanism, "eps", None) if at is None else at
    loss = own_loss if isinstance(own_loss, Epsilon) else None
    name = str(getattr(mechanism, "__name__", "")) or named(mechanism)
    continuous = loss is not None and loss.field.continuous
    followed = Recorded(mechanism) if continuous else recorded(mechanism)
    with outside_is_an_error():
        table: LawTable[D, X, Any] = tabulate(followed, databases)  # type: ignore[arg-type]  # a recorded mechanism has other outcomes
    own: object = getattr(mechanism, "guarantee", None)
    said = Asserted(exp_eps, eps, claim_eps, delta)
    promise = own if isinstance(own, Guarantee) and not said.says_loss else None
    if table.field.symbolic and loss is None:
        raise ValueError(f"{name}: its laws depend on r: say of which eps, `at=eps`")
    if table.field.symbolic and loss is not None:
        other = partial(with_loss, mechanism, loss)
        with outside_is_an_error():
            refuse_another_loss(other, table, promise, loss, loss.unit, name)
    claim, more = _with_parts(table, loss, promise, said)
    if more > 1 and loss is not None:
        table, loss = in_parts(table, more), _finer(loss, more)
    unit = loss.unit if loss is not None and table.field.symbolic else None
    if unit is not None and table.field.continuous:
        if are_released(table.outcomes):
            raise released(name, "make it with Epsilon.continuous()")
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
    parts = 1 if loss is None else loss.parts
    multiple = cache(partial(least_multiple, table, parts, name))
    return Privacy(name, table, asked, unit, loss, claim, verdict, multiple)


def _with_parts(
    table: LawTable[Any, Any, Any],
    loss: Epsilon[Any] | None,
    promise: Guarantee[Any] | None,
    said: Asserted,
) -> tuple[Claim | None, int]:
    """The claim, and into how many times as many parts eps is divided to state it."""
    more = 1
    while True:
        finer = loss if loss is None or more == 1 else _finer(loss, more)
        try:
            return claimed(table.field, finer, promise, said), more
        except (InexactExponentError, InputError) as refusal:
            cause = refusal if isinstance(refusal, InexactExponentError) else refusal.__context__
            factor = cause.factor if isinstance(cause, InexactExponentError) else 1
            if factor == 1 or promise is not None or not table.field.symbolic:
                raise
            more *= factor
            if loss is not None and loss.parts * more > MOST_COEFFICIENTS:
                raise InputError(
                    f"the claim divides eps into {loss.parts * more} parts, and at most "
                    f"{MOST_COEFFICIENTS} can be decided: give exp_eps, a number near e^eps"
                ) from None


def _finer(loss: Epsilon[Any], more: int) -> Epsilon[Any]:
    """The same loss, in more parts."""
    return Epsilon(loss.root, loss.parts * more, None if loss.unit is None else loss.unit / more)


def _confirmed(found: Least[Any]) -> Any:
    if not found.is_confirmed:
        raise UnansweredError(f"the kernel confirms no answer: {found.verdict}")
    return _number(found.value)


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

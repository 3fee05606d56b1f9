"""How private a mechanism is, as one answer: verdict, curve, least eps and delta, worst event."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NoReturn, TypeVar

from audits.commands.question import Question
from audits.engines.privacy.least_multiple import Multiple, in_parts
from audits.engines.privacy.tightest import Least, Tightest, as_functions, questions
from audits.evidence.table import LawTable
from audits.evidence.verdict import Refuted, Undecided, Verdict
from audits.notebook.claimed import LARGEST, exponential, number, slack
from audits.notebook.facts import rows
from audits.notebook.number import Number, known, lifted
from audits.rendering.curve_table import curve_lines
from audits.rendering.facts import facts
from audits.rendering.multiples import multiple_json, multiple_words
from reference.exact.polynomial import coefficients
from reference.exact.rational_function import RationalFunction
from reference.override import override
from reference.privacy.curve import PrivacyCurve
from reference.privacy.divergence import Infinity
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

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

    table: LawTable[D, X, Any]
    """Its laws: numbers, or functions of r."""

    questions: Tightest[Any]
    """What can be asked of them."""

    question: Question
    """What was asked: the mechanism in words, the claim if there is one, and ln r where laws are
    functions of r at one eps."""

    loss: Epsilon[Any] | None
    """The eps of the mechanism, if it has one."""

    verdict: Verdict | None
    """Of the claim, confirmed by the kernel; None if nothing is claimed."""

    multiple: Callable[[], Multiple]
    """What is known of the least multiple of eps, for laws at every eps; found once."""

    @property
    def name(self) -> str:
        """The mechanism, in words."""
        return self.question.subject

    @property
    def claim(self) -> Guarantee[Any] | None:
        """The claimed e^eps and delta, None if nothing is claimed."""
        return self.question.claim

    @property
    def exponent(self) -> Fraction | None:
        """The logarithm of r, where laws are functions of r at one eps."""
        return self.question.exponent

    @property
    def is_for_every_eps(self) -> bool:
        """Whether the laws are functions of eps, so that the verdict is about every eps > 0."""
        return self.table.field.symbolic and self.exponent is None

    @property
    def curve(self) -> PrivacyCurve:
        """The least delta for each e^eps.

        It is exact where laws are numbers.  Where they are functions of r at one eps it is that
        of a rational number just below r, for pictures: its `breakpoints` are near those at eps,
        and do not enclose them, as `least_delta` and `least_eps_at` do.

        Raises:
            UnansweredError: for laws at every eps.
        """
        found = next(self._tightest("a curve").curves(), None)
        if found is None:
            raise UnansweredError(f"the laws of {self.name} are known at no number near r")
        return found.envelope.curve

    @property
    def least_eps(self) -> Number:
        """The least eps at the delta that `privacy` was given, or at delta 0.

        For every eps at once, it is the least multiple of eps, at delta 0.
        """
        return self._least_eps(self._delta)

    def least_eps_at(self, delta: object) -> Number:
        """The least eps at a delta, which is ln of the least e^eps: a number, or infinity.

        Raises:
            UnansweredError: if the kernel confirms no answer.
        """
        return self._least_eps(self._exact(delta))

    @property
    def least_exp_eps(self) -> Any:
        """The least e^eps at the delta that `privacy` was given, or at delta 0.

        For every eps at once, it is the least power of r, at delta 0.
        """
        return self._least_exp_eps(self._delta)

    def least_exp_eps_at(self, delta: object) -> Any:
        """The least e^eps at a delta: a number, or infinity; a function of r for every eps.

        Raises:
            UnansweredError: if the kernel confirms no answer.
        """
        return self._least_exp_eps(self._exact(delta))

    def least_delta(self, *, eps: object = None, exp_eps: object = None) -> Any:
        """The least delta at an eps, at an e^eps, or at those of the claim.

        A claimed e^eps that is no power of r is near one: the claim that was decided, `claim`, has
        a number beside it, and the least delta is that at this number.

        Raises:
            ValueError: for an eps below 0, or an e^eps below 1.
            UnansweredError: without any of them; or if the kernel confirms no answer.
        """
        tightest, value, exponent = self._where(exp_eps, eps)
        return known(_confirmed(tightest.delta(value)), exponent, self.exponent)

    def worst(self, *, eps: object = None, exp_eps: object = None) -> Worst[D, X] | None:
        """The neighbours and the event that need the least delta at an eps, or at an e^eps.

        Without them, at those of the claim if it is refuted; else those that need the least
        e^eps at the delta of the claim.  None if no event needs any.
        """
        exponent = self.exponent
        if exp_eps is eps is None and not isinstance(self.verdict, Refuted):
            found: Least[Any] = self._tightest().exp_eps(self._delta)
        else:
            tightest, value, exponent = self._where(exp_eps, eps)
            found = tightest.delta(value)
        if found.attained is None:
            return None
        i, j = found.attained.databases
        event = tuple(self.table.outcomes[y] for y in found.attained.event)
        databases = self.table.databases
        p, q = (
            known(_number(value), exponent, self.exponent)
            for value in found.attained.probabilities
        )
        return Worst(databases[i], databases[j], event, (p, q))

    def rows(self) -> Iterator[tuple[str, str]]:
        """What is known, as `exactdp privacy` says it: the name of each fact, and the fact."""
        continuous = self.loss is not None and self.loss.field.continuous
        return rows(
            *(self.table, self.question, self.verdict, self.questions, self.multiple),
            continuous=continuous,
        )

    @override
    def __str__(self) -> str:
        lines = facts(self.name, self.rows())
        with suppress(UnansweredError):
            lines += curve_lines(self.curve, is_exact=self.exponent is None)
        return lines.rstrip("\n")

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an answer is neither true nor false: match on the type of its `verdict`, as in "
            "isinstance(answer.verdict, Holds)"
        )

    @override
    def __repr__(self) -> str:
        said = "nothing claimed" if self.verdict is None else type(self.verdict).__name__
        return f"Privacy({self.name}: {said}; {len(self.table.databases)} databases)"

    @property
    def _delta(self) -> Any:
        """The delta that was given, in the field of the laws."""
        question = self.question
        given = question.delta if question.claim is None else question.claim.delta
        return lifted(Fraction(0), self.exponent) if given is None else given

    def _exact(self, delta: object) -> Any:
        return lifted(slack(delta, self.loss, self.exponent), self.exponent)

    def _least_eps(self, delta: Any) -> Number:
        if self.is_for_every_eps:
            self._refuse_delta(delta)
            return Number.multiple_of_eps(multiple_json(self.multiple()))
        return Number.loss(_confirmed(self._tightest().exp_eps(delta)), self.exponent)

    def _least_exp_eps(self, delta: Any) -> Any:
        if self.is_for_every_eps:
            self._refuse_delta(delta)
            return self._least_power()
        return known(_confirmed(self._tightest().exp_eps(delta)), self.exponent, self.exponent)

    def _where(self, exp_eps: object, eps: object) -> tuple[Tightest[Any], Any, Fraction | None]:
        """Whom to ask about the least delta, at which e^eps, and ln r."""
        tightest = self._tightest()
        if exp_eps is eps is None:
            if self.claim is None:
                raise UnansweredError("at which eps?  Write least_delta(eps=1), or claim one")
            return tightest, self.claim.exp_eps, self.exponent
        if exp_eps is not None and eps is not None:
            raise ValueError("exp_eps and eps: give one of them")
        if exp_eps is not None:
            exact = number(exp_eps, "exp_eps", self.exponent)
            if isinstance(exact, Fraction) and exact < 1:
                raise ValueError(f"exp_eps {exact}: e^eps is at least 1; eps = 0 is exp_eps=1")
            return tightest, lifted(exact, self.exponent), self.exponent
        if (power := exponential(eps, "eps")) is not None:
            return tightest, lifted(power, self.exponent), self.exponent
        wanted = number(eps, "eps")
        if not 0 <= wanted <= LARGEST:
            raise ValueError(f"eps {wanted}: a number from 0 to {LARGEST}")
        if wanted == 0:
            return tightest, lifted(Fraction(1), self.exponent), self.exponent
        if self.exponent is None:
            at = questions(as_functions(self.table), self.name, wanted)
            return at, RationalFunction.r(), wanted
        times = wanted / self.exponent
        finer = self.exponent / times.denominator
        if times.denominator > 1:
            tightest = questions(in_parts(self.table, times.denominator), self.name, finer)
        return tightest, RationalFunction.r(times.numerator), finer

    def _tightest(self, what: str = "this") -> Tightest[Any]:
        """The questions, if there is one eps."""
        if self.is_for_every_eps:
            raise UnansweredError(
                f"{what} needs one eps, and the laws of {self.name} are for every eps: "
                f"{self._one_eps}"
            )
        return self.questions

    @property
    def _one_eps(self) -> str:
        """How the mechanism is made at one eps: other classes are for continuous noise."""
        assert self.loss is not None
        is_whole = self.loss.parts == 1 and not self.loss.field.continuous
        other = ", or with Epsilon(Fraction(2)), which is e^eps = 2" if is_whole else ""
        return f"make it with {self.loss.at(1).spelled()}, say{other}"

    def _refuse_delta(self, delta: Any) -> None:
        if delta != 0:
            raise UnansweredError(
                f"the laws of {self.name} are for every eps, where the least loss is known at "
                f"delta 0: for another delta, {self._one_eps}"
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


def _confirmed(found: Least[Any]) -> Any:
    if not found.is_confirmed:
        why = found.verdict.reason if isinstance(found.verdict, Undecided) else found.verdict
        raise UnansweredError(f"the kernel confirms no answer: {why}")
    return _number(found.value)


def _number(value: Any) -> Any:
    """A function of r that does not depend on r as the number that it is."""
    if isinstance(value, RationalFunction):
        top, bottom = (coefficients(weight) for weight in (value.numerator, value.denominator))
        if len(top) <= 1 and len(bottom) == 1:
            return Fraction(sum(top), bottom[0])
    return value

"""How private a mechanism is: its laws, the verdict on a claim, and what can be asked further.

>>> from reference.data.adjacency import replace_one
>>> from reference.probability.families import bernoulli
>>> def response(database, coins):
...     return database[0] != coins.draw(bernoulli(Fraction(1, 4)))
>>> answer = privacy(response, replace_one((False, True), rows=1), exp_eps=2)
>>> type(answer.verdict).__name__, answer.least_exp_eps, answer.least_delta(exp_eps=2)
('Refuted', Fraction(3, 1), Fraction(1, 4))
>>> answer.least_eps
ln(3) (1.098612288 to 1.098612289)
>>> answer.worst()
Worst(database=(False,), neighbour=(True,), event=(False,), probabilities=(3/4, 1/4))
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache, partial
from typing import Any, TypeVar

from audits.commands.decided import decided
from audits.commands.question import Question
from audits.engines.privacy.least_multiple import in_parts, least_multiple
from audits.engines.privacy.tightest import as_functions, as_numbers, questions
from audits.evidence.table import LawTable, tabulate
from audits.evidence.verdict import Verdict
from audits.inputs.failures import foreign_place
from audits.inputs.literals import InputError
from audits.inputs.numbers import Loss
from audits.inputs.one_loss import refuse_another_loss
from audits.inputs.released import are_released, released
from audits.kernel.polynomial import MOST_COEFFICIENTS
from audits.notebook.answer import Privacy
from audits.notebook.claimed import Asserted, Claim, claimed, slack
from audits.notebook.mistakes import explained, refuse_no_mechanism, refuse_nothing
from audits.notebook.number import lifted
from audits.notebook.sources import outside_is_an_error
from audits.notebook.waiting import waiting
from audits.notebook.with_loss import in_more_parts, with_loss
from reference.data.adjacency import Adjacency, ListedAdjacency
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.densities import Recorded, recorded
from reference.probability.law import law as exact_law
from reference.probability.replay import named

D = TypeVar("D", bound=Hashable)
X = TypeVar("X", bound=Hashable)


def privacy(
    mechanism: Mechanism[D, X, Any],
    universe: Adjacency[D] | tuple[D, D] | None = None,
    *,
    exp_eps: object = None,
    eps: object = None,
    claim_eps: object = None,
    delta: object = None,
    at: Epsilon[Any] | None = None,
    all_n: object = None,
) -> Privacy[D, X]:
    """How private the mechanism is on all neighbours, and whether a claim about it is true.

    A mechanism M is (eps, delta)-private if P(M(x) in T) <= e^eps P(M(y) in T) + delta for all
    neighbouring databases x, y, in both orders, and all sets T of outputs.  Of its exact laws it
    is decided whether the claim is true, and which least eps and least delta would be.

    Args:
        mechanism: a function, or an object that is called, as mechanism(database, coins).
        universe: databases with their neighbours, such as `replace_one((0, 1), rows=3)`; or two
            databases, which are neighbours.
        exp_eps: the claimed e^eps, such as 3, Fraction(3, 2) or "1.5"; >= 1.
        eps: or the claimed eps, such as 1, Fraction(1, 2) or "0.5", from 0 to 1000; or the
            `Epsilon` with which the mechanism was made, or one that is a number.
        claim_eps: or the claimed multiple of the eps of the mechanism, such as 1 or "1/2".  With
            none of the three the claim is the `guarantee` of the mechanism, if it has one; if
            not, nothing is claimed, and the answer has no verdict.
        delta: the claimed delta, in [0, 1), such as "1/100", or "1/2 e^(-1/4 eps)", of the eps of
            the mechanism.  Where nothing is claimed the least eps at this delta is looked for.
        at: the loss with which the mechanism was made, if it has no attribute `eps`.
        all_n: refused: streams of every length are for the command: `exactdp privacy --all-n`.

    Raises:
        TypeError: for what is no mechanism, a universe that is none, floats, functions of r and
            other things that are no exact numbers.
        ValueError: for contradictory claims, a universe without neighbours, or laws that depend on
            another loss; and the errors of `law`.
    """
    refuse_no_mechanism(mechanism)
    databases = _universe(universe, all_n)
    if not databases.pair_count:
        raise ValueError("universe: no two of its databases are neighbours, so nothing is shown")
    own_loss: object = getattr(mechanism, "eps", None) if at is None else at
    loss = own_loss if isinstance(own_loss, Epsilon) else None
    name = str(getattr(mechanism, "__name__", "")) or named(mechanism)
    table, mechanism, loss = _tabulated(mechanism, databases, loss)
    refuse_nothing(table.outcomes, name)
    own: object = getattr(mechanism, "guarantee", None)
    said = Asserted(exp_eps, loss if eps is own_loss else eps, claim_eps, delta)
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
    if claim is None:
        table = as_numbers(table) if unit is None else table
    elif claim.exponent is not None and unit is None:
        table, unit = as_functions(table), claim.exponent
    question = _question(name, table, loss, unit, claim, said)
    tightest = questions(table, name, unit)
    multiple = cache(partial(least_multiple, table, question.parts, name))
    verdict: Verdict | None = None
    with waiting("the verdict on the claim"):
        if question.claim is not None:
            question, verdict = decided(table, question, tightest)
    return Privacy(table, tightest, question, loss, verdict, multiple)


def _tabulated(
    mechanism: Mechanism[D, X, Any], databases: Adjacency[D], loss: Epsilon[Any] | None
) -> tuple[LawTable[D, X, Any], Mechanism[D, X, Any], Epsilon[Any] | None]:
    """The laws on all databases; and the mechanism and its eps, in as many parts as these need.

    Where noise is continuous, outcomes may be continuous values.
    """
    continuous = loss is not None and loss.field.continuous
    count = f"laws on {databases.database_count} databases"
    while True:
        followed = Recorded(mechanism) if continuous else recorded(mechanism)
        try:
            with outside_is_an_error(), explained(), waiting(count):
                return tabulate(followed, databases), mechanism, loss  # type: ignore[arg-type]  # a recorded mechanism has other outcomes
        except InexactExponentError as refusal:
            finer = None if loss is None else in_more_parts(mechanism, loss, refusal.factor)
            if finer is None:
                raise
            mechanism, loss = finer
        except Exception as failure:
            if foreign_place(failure):
                _name_database(failure, followed, databases)
            raise


def _name_database(
    failure: Exception, mechanism: Mechanism[D, Any, Any], databases: Adjacency[D]
) -> None:
    """Add to what a mechanism raised the first database on which it does."""
    for database in databases.databases():
        try:
            with outside_is_an_error():
                exact_law(mechanism, database)
        except Exception as again:  # noqa: BLE001 - it may raise anything
            if type(again) is type(failure):
                failure.add_note(f"on the database {database!r}")
            return


def _question(
    name: str,
    table: LawTable[Any, Any, Any],
    loss: Epsilon[Any] | None,
    unit: Fraction | None,
    claim: Claim | None,
    said: Asserted,
) -> Question:
    """What is to be said of the laws, with numbers that are in their field."""
    parts = 1 if loss is None else loss.parts
    every = table.field.continuous
    words = None if loss is None else _loss(loss).root_words(parts, continuous=every)
    if unit is not None and (loss is None or loss.unit is None):  # that of the claim
        parts, words = 1, Loss(None, unit).root_words(1)
    if claim is not None:
        bound = claim.guarantee
        pair = Guarantee(lifted(bound.exp_eps, unit), lifted(bound.delta, unit))
        return Question(name, pair, None, None, unit, parts, words, claim.loss, claim.multiple)
    own = None if loss is None else lifted(loss.exp(), unit)
    delta: Any = None
    if said.delta is not None:
        if table.field.symbolic and unit is None:
            raise ValueError("delta for every eps at once: say of which loss, such as claim_eps=1")
        delta = lifted(slack(said.delta, loss, unit), unit)
    return Question(name, None, own, delta, unit, parts, words)


def _loss(loss: Epsilon[Any]) -> Loss:
    """The eps of a mechanism as the command line knows it."""
    return Loss(loss.root if isinstance(loss.root, Fraction) else None, loss.eps)


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
            if factor > 1 and said.claim_eps is not None and not table.field.symbolic:
                raise ValueError(
                    f"claim_eps {said.claim_eps}: its e^eps is no rational number here: claim "
                    "exp_eps or eps, a number, or make the mechanism with Epsilon.of(...)"
                ) from None
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


def _universe(given: object, all_n: object) -> Adjacency[Any]:
    if all_n is not None:
        raise ValueError(
            "all_n: every length of a stream is decided by the command: exactdp privacy "
            "FILE.py:CLASS --all-n; in Python give the universe of one length"
        )
    if isinstance(given, tuple) and len(given) == 2:
        try:
            return ListedAdjacency(given, ((0, 1),))
        except TypeError as refusal:
            raise TypeError(f"universe: {refusal}") from None
    if hasattr(given, "index_pairs"):
        found: Any = given
        checked: Adjacency[Any] = found
        return checked
    if callable(given):
        raise TypeError("universe: a function: call it, as in mechanism.universe(rows)")
    raise TypeError(
        f"universe {given!r}: give two neighbouring databases, or all of them with their "
        "neighbours, such as replace_one((0, 1), rows=3)"
    )

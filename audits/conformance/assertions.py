"""Assertions for the tests of other people's mechanisms; a failure shows the witness.

`assert_private` decides exactly, so it is never flaky.  `assert_conforms` samples: a sampler that
has the reference law fails with probability at most `alpha`.

>>> def flip(bit, rng):
...     return bit if rng.randrange(4) else 1 - bit
>>> assert_private(flip, [(0, 1)], exp_eps=3)
>>> assert_private(flip, [(0, 1)], exp_eps=2)
Traceback (most recent call last):
AssertionError: not private: Pr[0 -> T] = 3/4 and Pr[1 -> T] = 1/4 for T = {0}, but \
3/4 > 2 * 1/4 + 0
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeVar

from audits.conformance.exact_law import BITS, exact_law
from audits.conformance.statistical import SUITE_FALSE_ALARM, Agreement, compare, events
from audits.conformance.tape import Tape
from audits.engines.point import audit_point
from audits.labels import label
from audits.table import LawTable, from_laws
from audits.verdict import Holds, Json, Refuted, Undecided, Verdict, confirmed
from reference.data.adjacency import Adjacency, ListedAdjacency
from reference.exact.exponential import exp_bounds
from reference.exact.field import R
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist, X
from reference.probability.law import laws

D = TypeVar("D", bound=Hashable)

Pairs = Sequence[tuple[D, D]]
"""Neighbouring databases, pair by pair; both orders are audited."""


def assert_private(
    program: Callable[[D, Tape], X],
    universe: Adjacency[D] | Pairs[D],
    *,
    eps: Fraction | int | str | None = None,
    exp_eps: Fraction | int | None = None,
    delta: Fraction | int | str = 0,
) -> None:
    """Fail unless a Python function of a database and a random source is private.

    Every branch of the random source is followed, so the function must draw finitely often.

    Args:
        program: called on a database and something like `random.Random` or a numpy `Generator`.
        universe: the databases and which are neighbours, or pairs of neighbours.
        eps: the claimed loss, as a rational or a decimal in a string; or
        exp_eps: e^eps.
        delta: in [0, 1].

    Raises:
        AssertionError: with the databases, the event and both exact probabilities.
    """
    __tracebackhide__ = True
    databases = _universe(universe)
    found = [exact_law(partial(program, database)) for database in databases.databases()]
    _judge(from_laws(databases, tuple(databases.databases()), found), eps, exp_eps, delta)


def assert_mechanism_private(
    mechanism: Mechanism[D, X, Fraction],
    universe: Adjacency[D] | Pairs[D],
    *,
    eps: Fraction | int | str | None = None,
    exp_eps: Fraction | int | None = None,
    delta: Fraction | int | str = 0,
) -> None:
    """The same for a mechanism of the reference, called as `mechanism(database, coins)`."""
    __tracebackhide__ = True
    databases = _universe(universe)
    listed = tuple(databases.databases())
    _judge(from_laws(databases, listed, laws(mechanism, listed)), eps, exp_eps, delta)


def assert_conforms(
    sampler: Callable[[int], Sequence[Hashable]],
    reference: Dist[X, R],
    *,
    exponent: Fraction | None = None,
    samples: int = 20_000,
    alpha: Fraction = SUITE_FALSE_ALARM,
) -> Agreement:
    """Fail if samples do not have the law of the reference.

    Args:
        sampler: gives as many further samples as it is asked for.
        reference: the exact law, outcomes told apart by type and value; if it depends on r,
        exponent: q of r = e^q is needed.
        samples: at most so many are drawn.
        alpha: a sampler with exactly this law fails at most with this probability.

    Raises:
        AssertionError: with the event, its count and its exact probability.
        SamplerError: if there are more or fewer samples than asked for.
    """
    __tracebackhide__ = True
    looks = sorted({max(samples // 100, 1), max(samples // 10, 1), samples})
    found = compare(sampler, events(reference, exponent), alpha=alpha, looks=looks)
    if found.refuted_by is not None:
        event = found.refuted_by
        raise AssertionError(
            f"does not conform: {found.count} of {found.samples} samples in {event.name}, whose "
            f"probability is {event.probability} (false alarm at most {found.false_alarm})"
        )
    return found


def _universe(universe: Adjacency[D] | Pairs[D]) -> Adjacency[D]:
    if not isinstance(universe, Sequence):
        return universe
    place: dict[D, int] = {}
    for pair in universe:
        for database in pair:
            place.setdefault(database, len(place))
    links = {(min(place[a], place[b]), max(place[a], place[b])) for a, b in universe}
    return ListedAdjacency(tuple(place), tuple(sorted(links)))


def _judge(
    table: LawTable[D, X, Fraction],
    eps: Fraction | int | str | None,
    exp_eps: Fraction | int | None,
    delta: Fraction | int | str,
) -> None:
    __tracebackhide__ = True
    if (eps is None) == (exp_eps is None):
        raise TypeError("give exactly one of eps and exp_eps")
    if exp_eps is not None and exp_eps < 1:
        raise ValueError(f"exp_eps = {exp_eps}: e^eps is at least 1")
    if eps is not None and Fraction(eps) < 0:
        raise ValueError(f"eps = {eps}: a privacy loss is at least 0")
    if not 0 <= Fraction(delta) <= 1:
        raise ValueError(f"delta = {delta}: from 0 to 1")
    low = high = Fraction(1 if exp_eps is None else exp_eps)
    if eps is not None and Fraction(eps):
        low, high = exp_bounds(Fraction(eps), BITS)
    bound = Fraction(delta)
    if isinstance(confirmed(audit_point(table, low, bound, "assert_private")), Holds):
        return
    verdict = confirmed(audit_point(table, high, bound, "assert_private"))
    raise AssertionError(_words(verdict, eps))


def _words(verdict: Verdict, eps: Fraction | int | str | None) -> str:
    if not isinstance(verdict, Refuted):
        reason = verdict.reason if isinstance(verdict, Undecided) else ""
        return "undecided: " + (reason or f"e^{eps} is too close to the tight e^eps")
    first, second = _texts(verdict.witness["databases"])
    p, q = _texts(verdict.witness["probabilities"])
    x = verdict.witness["exp_eps"] if eps is None else f"e^{label(str(eps))}"
    event = ", ".join(_texts(verdict.witness["event"]))
    return (
        f"not private: Pr[{first} -> T] = {p} and Pr[{second} -> T] = {q} for T = {{{event}}}, "
        f"but {p} > {x} * {q} + {verdict.witness['delta']}"
    )


def _texts(value: Json) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]

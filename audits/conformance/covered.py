"""Privacy, decided from laws of which a part was followed only.

On a database D let c_D(y) be the probability of the branches that were followed and put out y,
and u_D that of what is left, so that the outcomes of c_D and u_D sum to 1.  In the table that is
judged here, what is left on D is an outcome of its own, `Rest(D)`, of probability u_D.

Theorem.  For neighbours D and D', x = e^eps and any delta:

* if the table satisfies sum_y max(c_D(y) - x c_D'(y), 0) + u_D <= delta, then the program
  satisfies P_D(E) <= x P_D'(E) + delta for every event E, whatever is left;
* if c_D(E) > x (c_D'(E) + u_D') + delta for some event E of known outcomes, then it does not,
  whatever is left.

Proof.  P_D(E) <= c_D(E) + u_D and P_D'(E) >= c_D'(E), so that P_D(E) - x P_D'(E) is at most
c_D(E) - x c_D'(E) + u_D, which is at most the sum.  And P_D(E) >= c_D(E), while
P_D'(E) <= c_D'(E) + u_D'.

So a claim (eps, delta) with an allowance a is passed as (eps, delta + a): for instance when the
branches that were followed satisfy (eps, delta) and no more than a is left.  A leak of what is
left has probability u_D at most, and is counted as a leak.  Both inequalities are those of the
table itself: the sum is over all its outcomes, as D' never puts out `Rest(D)`; and the second is
that of the event E with `Rest(D')`, which D never puts out.  So the kernel checks either on the
table alone.

Probabilities of c_D may be rounded down, if what is left grows by as much: the proof uses no more
than that c_D(E) is not too large.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from audits.conformance.exhaustion import Exhausted
from audits.engines.privacy.pairs import Direction, distinct_pairs, hockey_stick, integer, located
from audits.engines.privacy.point import audit_point, privacy_scope, refutation
from audits.evidence.labels import label, labels
from audits.evidence.table import LawTable, from_laws
from audits.evidence.verdict import (
    Evidence,
    Holds,
    Json,
    Refuted,
    Scope,
    Undecided,
    Verdict,
    confirmed,
)
from reference.data.adjacency import Adjacency
from reference.override import override
from reference.probability.dist import Dist, X

D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Rest:
    """The outcome that stands for all that was not followed on one database."""

    place: int
    """The position of the database."""

    @override
    def __str__(self) -> str:
        return f"not followed on database {self.place + 1}"


@dataclass(frozen=True, slots=True)
class Decision:
    """What is known of a claim."""

    verdict: Verdict
    open_places: tuple[int, ...] = ()
    """Positions of the databases of which more must be followed."""

    delta: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))
    """Between these lies the least delta with which the program has the claimed e^eps."""

    left: Fraction = Fraction(0)
    """The most that is left on a database of which more must be followed; or on any, if none."""


def law_with_rest(found: Exhausted[X], place: int) -> Dist[X | Rest, Fraction]:
    """What was found, and what is left as one more outcome.

    If anything is left, probabilities are rounded down to multiples of a 2^-b that is less
    than 2^-64 times as much, and it is so much larger: laws of loops have long denominators.
    """
    masses = found.pairs()
    if any(isinstance(x, Rest) for x, _ in masses):
        raise ValueError("an outcome of the program is one that stands for what was not followed")
    if not found.unexplored:
        return Dist.weighted(masses)
    grains = 2 ** (64 + int(1 / found.unexplored).bit_length() + len(masses).bit_length())
    counts: list[tuple[Any, Fraction]] = [
        (x, Fraction(int(p * grains), grains)) for x, p in masses
    ]
    rest = 1 - sum((p for _, p in counts), Fraction(0))
    return Dist.weighted([*counts, (Rest(place), rest)])


def decided_from(
    universe: Adjacency[D],
    databases: Sequence[D],
    found: Iterable[Exhausted[Any]],
    exp_eps: tuple[Fraction, Fraction],
    delta: Fraction,
    name: str,
) -> Decision:
    """The decision from what was found on each database; see `decided`."""
    laws = [law_with_rest(one, place) for place, one in enumerate(found)]
    return decided(from_laws(universe, databases, laws), exp_eps, delta, name)


def decided(
    table: LawTable[D, X, Fraction], exp_eps: tuple[Fraction, Fraction], delta: Fraction, name: str
) -> Decision:
    """Whether P(E) <= e^eps P'(E) + delta for neighbours, by the theorem.

    Args:
        table: laws in which what is left on each database is an outcome of its own, `Rest`.
        exp_eps: rationals between which e^eps lies.
        delta: at least 0.
        name: what is audited.
    """
    low, high = exp_eps
    rests = {y: one.place for y, one in enumerate(table.outcomes) if isinstance(one, Rest)}
    left = {place: table.probability(place, [y]) for y, place in rests.items()}
    if not left:
        return Decision(_decided_exactly(table, exp_eps, delta, name))
    law_of, first = table.distinct()
    unknown: set[int] = set()
    least = greatest = Fraction(0)
    worst: tuple[Fraction, int, int] | None = None
    for p, q in distinct_pairs(table, law_of):
        gap = hockey_stick(table, first[p], first[q], low)
        greatest = max(greatest, gap)
        if gap <= delta:
            continue
        unknown |= {p, q}
        if low != high:
            gap = hockey_stick(table, first[p], first[q], high)
        gap -= left.get(first[p], Fraction(0)) + high * left.get(first[q], Fraction(0))
        least = max(least, gap)
        if gap > delta and (worst is None or gap > worst[0]):
            worst = gap, p, q
    verdict: Verdict
    places = tuple(place for place in left if law_of[place] in unknown)
    if worst is not None:
        pair = located(table, law_of, worst[1:])
        verdict = confirmed(_refuted(table, pair, high, delta, name))
    elif unknown:
        why = "what was not followed could decide it either way" if places else TOO_CLOSE
        verdict = Undecided(_scope(table, high, delta), why)
    else:
        verdict = confirmed(audit_point(table, low, min(delta, Fraction(1)), name))
    if isinstance(verdict, Holds | Refuted):
        places = ()
    most = max(left[place] for place in places or left)
    return Decision(verdict, places, (least, min(greatest, Fraction(1))), most)


TOO_CLOSE = "e^eps is too close to the tight e^eps"


def _decided_exactly(
    table: LawTable[D, X, Fraction], exp_eps: tuple[Fraction, Fraction], delta: Fraction, name: str
) -> Verdict:
    """The verdict from laws of which nothing is left."""
    low, high = exp_eps
    bound = min(delta, Fraction(1))
    verdict = confirmed(audit_point(table, low, bound, name))
    if isinstance(verdict, Refuted) and low != high:
        verdict = confirmed(audit_point(table, high, bound, name))
        if isinstance(verdict, Holds):
            verdict = Undecided(_scope(table, high, delta), TOO_CLOSE)
    return verdict


def _scope(table: LawTable[D, X, Fraction], exp_eps: Fraction, delta: Fraction) -> Scope:
    return privacy_scope(table, f"e^eps = {exp_eps}, delta = {delta}", Direction.BOTH)


def _refuted(
    table: LawTable[D, X, Fraction],
    pair: tuple[int, int],
    exp_eps: Fraction,
    delta: Fraction,
    name: str,
) -> Refuted:
    """The refutation by the known outcomes that D favours, and what is left on D'."""
    i, j = pair
    s, t = integer(table.totals[i]), integer(table.totals[j])
    other = table.rows[j]
    favoured = [
        y
        for y, w in sorted(table.rows[i].items())
        if not isinstance(table.outcomes[y], Rest)
        and integer(w) * t * exp_eps.denominator > exp_eps.numerator * integer(other.get(y, 0)) * s
    ]
    event = sorted({*favoured, *(y for y in other if isinstance(table.outcomes[y], Rest))})
    names = labels(table.outcomes)
    witness: dict[str, Json] = {
        "databases": [label(table.databases[i]), label(table.databases[j])],
        "event": [names[y] for y in favoured],
        "probabilities": [str(table.probability(place, event)) for place in pair],
        "exp_eps": str(exp_eps),
        "delta": str(delta),
    }
    scope = _scope(table, exp_eps, delta)
    proof, to_prove = refutation(table, pair, event, exp_eps, delta, name)
    return Refuted(scope, Evidence.EXHAUSTIVE, proof, to_prove, witness)

"""What a certificate has to prove, computed here and not by the engine that made it.

An engine that says yes to everything is found out: its certificate is about other laws, another
guarantee, another problem or other numbers than those of the claim.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from audits.engines.comparisons import Comparison, negated_at_unit, written
from audits.engines.optimum.certificates import EXP_EPS, problem_fields
from audits.engines.optimum.problem import Problem
from audits.engines.privacy.pairs import Direction
from audits.engines.privacy.released import cell_table
from audits.evidence.certificates import (
    EVERY_EPSILON,
    EVERY_UNIT,
    Range,
    negated_json,
    ratio_json,
    stated,
    table_fields,
    universe_facts,
    weight_json,
)
from audits.evidence.labels import label, labels
from audits.evidence.table import LawTable
from audits.evidence.values import ValueTable, densities_json, value_table
from audits.evidence.verdict import Certificate, Facts, Holds, Json, Refuted, Undecided, Verdict
from reference.exact.exponential import sign_at_exp
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R, number, of_r, of_u_and_r
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.automaton import Automaton
from reference.probability.densities import in_unit
from reference.probability.dist import X
from reference.probability.outcome import outcome

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


def private(
    verdict: Verdict,
    table: LawTable[D, X, R],
    guarantee: Guarantee[R],
    over: Range,
    direction: Direction,
) -> Verdict:
    """The verdict on a guarantee, decided only if its certificate proves that one."""
    values = value_table(table)
    if values is not None:
        factor = in_unit(of_u_and_r(guarantee.exp_eps), values.unit)
        return _of_values(verdict, values, factor)
    if isinstance(verdict, Holds):
        return replace(verdict, to_prove=privacy(table, guarantee, over, direction))
    if isinstance(verdict, Refuted):
        return replace(verdict, to_prove=violation(table, guarantee, over, direction, verdict))
    return verdict


def _of_values(verdict: Verdict, values: ValueTable[D], factor: ExponentialFunction) -> Verdict:
    """A proof must be about these densities; a refutation about the cell in its witness."""
    table = values.table
    if isinstance(verdict, Holds):
        said: dict[str, Json] = {"range": EVERY_UNIT, "exp_eps": ratio_json(factor)}
        to_prove: Facts = {
            "kind": "densities",
            "databases": len(table.databases),
            "pairs": Direction.BOTH.count(table.universe),
            **universe_facts(table.universe),
            **stated(densities_json(values) | said),
        }
        return replace(verdict, to_prove=to_prove)
    if isinstance(verdict, Refuted):
        witness = verdict.witness
        names, named = witness["databases"], witness["cell"]
        assert isinstance(names, list)
        assert isinstance(named, list)
        i, j = (_position(table, name) for name in names)
        y = labels(map(outcome, values.outcomes)).index(str(named[0]))
        low, high = (None if end == "" else Fraction(str(end)) * values.unit for end in named[1:])
        cells, n = cell_table(values, (i, j, y), (low, high))
        there = str(Fraction(str(witness["u"])) / (n * values.unit))
        same = replace(verdict, witness=witness | {"u": there})
        guarantee = Guarantee(in_unit(factor, n), ExponentialFunction.of(0))
        facts = violation(cells, guarantee, EVERY_EPSILON, Direction.BOTH, same)
        return replace(verdict, to_prove=facts)
    return verdict


@dataclass(frozen=True, slots=True)
class Streamed:
    """What certificates of streams have to be about.

    A proof speaks of runs: of outputs only if these tell the run, or no run is foretold.  That a
    loss is as large as it is speaks of outputs that tell the run.
    """

    automaton: Automaton
    adjacency: str
    sensitivity: Fraction

    def private(self, verdict: Verdict, loss: Fraction, *, integers: bool) -> Verdict:
        """The verdict on a bound: a refutation shows a greater loss, or that none is finite."""
        if isinstance(verdict, Undecided):
            return verdict
        if isinstance(verdict, Holds):
            more: Facts = {"integers": "yes"} if integers else {}
            return replace(verdict, to_prove=self._facts("stream-bound", str(loss)) | more)
        if not _loses(verdict.certificate, loss, strictly=True):
            shown = verdict.certificate.get("loss")
            return Undecided(verdict.scope, f"a loss of {shown} eps refutes no bound of {loss}")
        return replace(verdict, to_prove=self._attained(verdict))

    def loses(self, found: Verdict, attained: Verdict | None, loss: Fraction | None) -> Verdict:
        """Whether it loses as much, or without a bound, from what an audit without a claim found.

        Args:
            found: a bound; or a refutation of all bounds.
            attained: that the bound is attained.
            loss: in units of eps; None: there is no bound.
        """
        for each in (attained, found):
            if isinstance(each, Holds | Refuted) and _loses(each.certificate, loss):
                to_prove = self._attained(each)
                return Holds(each.scope, each.evidence, each.certificate, to_prove)
        if not isinstance(found, Holds):
            return Undecided(found.scope, f"no run was found that loses {loss} eps")
        bound = found.certificate["loss"]
        if loss is not None and Fraction(str(bound)) >= loss:
            return Undecided(found.scope, f"the bound is {bound}, and not seen to be attained")
        to_prove = self._facts("stream-bound", str(bound))
        return Refuted(found.scope, found.evidence, found.certificate, to_prove, {"loss": bound})

    def _attained(self, verdict: Holds | Refuted) -> Facts:
        facts = self._facts("stream-attained", str(verdict.certificate.get("loss")))
        return facts | self._told

    def _facts(self, kind: str, loss: str) -> Facts:
        said: dict[str, Json] = {
            "automaton": json.loads(json.dumps(self.automaton.json)),
            "adjacency": self.adjacency,
            "sensitivity": str(self.sensitivity),
            "loss": loss,
        }
        told = self._told if self.automaton.foresight else {}
        return {"kind": kind, **told, **stated(said)}

    @property
    def _told(self) -> Facts:
        """That outputs tell the run; with prophecies, if that is what they are."""
        return {"observed": "foretold" if self.automaton.prophecies else "yes"}


def _loses(proof: Certificate, loss: Fraction | None, *, strictly: bool = False) -> bool:
    """Whether it is said to show such a loss; None: that there is no bound."""
    shown = str(proof.get("loss"))
    if proof.get("kind") != "stream-attained" or shown == "inf" or loss is None:
        return proof.get("kind") == "stream-attained" and shown == "inf"
    return Fraction(shown) > loss if strictly else Fraction(shown) >= loss


def accurate(
    verdict: Verdict,
    table: LawTable[D, X, R],
    good: Callable[[D, X], bool],
    failure: R,
    over: Range,
) -> Verdict:
    """The verdict on a failure probability, decided only if its certificate proves that one."""
    if isinstance(verdict, Holds):
        return replace(verdict, to_prove=accuracy(table, good, failure, over))
    if isinstance(verdict, Refuted):
        return replace(verdict, to_prove=inaccuracy(table, good, failure, verdict))
    return verdict


def privacy(
    table: LawTable[D, X, R], guarantee: Guarantee[R], over: Range, direction: Direction
) -> Facts:
    """Every pair of neighbours, every event: these laws, this guarantee."""
    numbers = number(guarantee.exp_eps) is not None and number(guarantee.delta) is not None
    point = numbers and not table.field.symbolic
    said: dict[str, Json] = {
        "direction": direction.value,
        "exp_eps": ratio_json(guarantee.exp_eps if point else _in(table, guarantee.exp_eps)),
        "delta": ratio_json(guarantee.delta if point else _in(table, guarantee.delta)),
    }
    every = EVERY_UNIT if table.field.continuous else over.json()
    ranged: dict[str, Json] = {} if point else {"range": every}
    return {
        "kind": "point" if point else "all-epsilon",
        "databases": len(table.databases),
        "pairs": direction.count(table.universe),
        **universe_facts(table.universe),
        **stated(table_fields(table) | said | ranged),
    }


def violation(
    table: LawTable[D, X, R],
    guarantee: Guarantee[R],
    over: Range,
    direction: Direction,
    refuted: Refuted,
) -> Facts:
    """Some event, on the neighbours that a witness names: these laws, this guarantee.

    Where the witness names a root, all of it is meant there, and the root is one of the range.
    """
    names = refuted.witness["databases"]
    assert isinstance(names, list)
    pair = [_position(table, name) for name in names]
    at = _root(refuted, over)
    said: dict[str, Json]
    if table.field.continuous:
        fields, said = _violation_at_unit(table, guarantee, refuted, pair)
    elif at is None and table.field.symbolic:
        fields = table_fields(_in_lowest_terms(table, pair, over.low), pair)
        said = {
            "range": over.json(),
            "exp_eps": ratio_json(_function(guarantee.exp_eps)),
            "delta": ratio_json(_function(guarantee.delta)),
        }
    else:
        root = Fraction(1) if at is None else at
        exp_eps, delta = (_function(v).at(root) for v in (guarantee.exp_eps, guarantee.delta))
        fields = table_fields(table.at(root), pair)
        said = {"range": None, "exp_eps": str(exp_eps), "delta": str(delta)}
    way = {"direction": direction.value} if direction is not Direction.BOTH else {}
    return {"kind": "refutation", **universe_facts(table.universe), **stated(fields | said), **way}


def _violation_at_unit(
    table: LawTable[D, X, R], guarantee: Guarantee[R], refuted: Refuted, pair: Sequence[int]
) -> tuple[dict[str, Json], dict[str, Json]]:
    """The laws at the u > 0 that a witness names, and that it is this u."""
    u, over = _unit(refuted)
    x, delta = (of_u_and_r(v).at(u) for v in (guarantee.exp_eps, guarantee.delta))
    said: dict[str, Json] = {"range": over, "exp_eps": ratio_json(x), "delta": ratio_json(delta)}
    low = Fraction(str(over["from"]))
    return table_fields(_in_lowest_terms(table.at_unit(u), pair, low), pair), said


def _in_lowest_terms(
    table: LawTable[D, X, R], positions: Sequence[int], at: Fraction
) -> LawTable[D, X, RationalFunction]:
    """The laws at two positions as a refutation has them, totals above 0 at a number."""
    known: object = table
    assert isinstance(known, LawTable)
    return known.in_lowest_terms(positions, at)


def _unit(refuted: Refuted) -> tuple[Fraction, dict[str, Json]]:
    """The u > 0 that a witness names, 1 if none, and the range that its certificate is about.

    Raises:
        ValueError: unless it is a range around e^u.
    """
    u, over = Fraction(str(refuted.witness.get("u", 1))), refuted.certificate.get("range")
    if u <= 0 or not isinstance(over, dict) or over.get("exp") != str(u):
        raise ValueError(f"u = {u}, not the one of the range {over}")
    return u, over


def _sign(value: RationalFunction, u: Fraction) -> int:
    """That of a function of r at r = e^u."""
    return sign_at_exp(value.numerator * value.denominator, u)


def inaccuracy(
    table: LawTable[D, X, R], good: Callable[[D, X], bool], failure: R, refuted: Refuted
) -> Facts:
    """The database that a witness names: these laws, and a failure above the bound."""
    position = _position(table, refuted.witness["database"])
    database = table.databases[position]
    bad = [y for y in sorted(table.rows[position]) if not good(database, table.outcomes[y])]
    said: dict[str, Json] = {
        "sign": ">=",
        "good": [[y for y in range(len(table.outcomes)) if y not in bad]],
    }
    if table.field.continuous:
        u, over = _unit(refuted)
        there = table.at_unit(u)
        likely, most = there.probability(position, bad), of_u_and_r(failure).at(u)
        false = _sign(most - likely, u) < 0
        said |= {"range": over, "failure": ratio_json(likely if false else most + 1)}
        fields = table_fields(there, [position])
    else:
        at = _root(refuted, EVERY_EPSILON) or Fraction(1)
        numbers = table.at(at)
        chance, bound = numbers.probability(position, bad), _function(failure).at(at)
        said |= {"range": None, "failure": str(chance if chance > bound else bound + 1)}
        fields = table_fields(numbers, [position])
    facts = stated(fields | said)
    return {"kind": "accuracy", "databases": 1, **universe_facts(table.universe), **facts}


def _position(table: LawTable[D, X, R], name: Json) -> int:
    """Of the database with this label."""
    return [*map(label, table.databases)].index(str(name))


def _root(refuted: Refuted, over: Range) -> Fraction | None:
    """The r of a witness, inside of the range."""
    if "root" not in refuted.witness:
        return None
    root = Fraction(str(refuted.witness["root"]))
    if root < over.low or (over.high is not None and root > over.high):
        raise ValueError(f"r = {root} is outside of {over}")
    return root


def accuracy(
    table: LawTable[D, X, R], good: Callable[[D, X], bool], failure: R, over: Range
) -> Facts:
    """Every database: these laws, these good outcomes, this bound."""
    every = table.field.continuous
    said: dict[str, Json] = {
        "range": EVERY_UNIT if every else None if number(failure) is not None else over.json(),
        "sign": "<=",
        "failure": ratio_json(of_u_and_r(failure) if every else failure),
        "good": [
            [
                y
                for y, outcome in enumerate(table.outcomes)
                if y not in row or good(database, outcome)
            ]
            for database, row in zip(table.databases, table.rows, strict=True)
        ],
    }
    return {
        "kind": "accuracy",
        "databases": len(table.databases),
        **universe_facts(table.universe),
        **stated(table_fields(table) | said),
    }


def optimum(
    problem: Problem[D, Y], exp_eps: Fraction, delta: Fraction, proof: Certificate, *kinds: str
) -> Facts:
    """All mechanisms: this problem, this guarantee, the value of the certificate.

    Args:
        problem: databases, neighbours, outcomes and scores.
        exp_eps: e^eps.
        delta: from 0 to 1.
        proof: what the value is read from.
        kinds: of certificates that show what is to be shown.
    """
    said: dict[str, Json] = {"exp_eps": str(exp_eps), "delta": str(delta)}
    return {
        "kind": proof["kind"] if proof["kind"] in kinds else kinds[0],
        "value": proof["value"],
        "databases": problem.universe.database_count,
        "scores": len(problem.scores),
        **universe_facts(problem.universe),
        **stated(problem_fields(problem) | said),
    }


def optimum_between(
    problem: Problem[D, Y],
    delta: Fraction,
    value: RationalFunction,
    proof: Certificate,
    least: Range,
) -> Facts:
    """All mechanisms, this value at each r of the range that the certificate names.

    Raises:
        ValueError: if that range does not contain the one that is asked for.
    """
    ends = proof["range"]
    if not isinstance(ends, dict):
        raise ValueError(f"range {ends!r}: from one number to another")  # noqa: TRY004
    low, high = Fraction(str(ends["from"])), ends["to"]
    inside = high is None or (least.high is not None and least.high <= Fraction(str(high)))
    if low > least.low or not inside or ends["exp"] is not None:
        raise ValueError(f"range {ends!r}: not from {least.low} to {least.high}")
    said: dict[str, Json] = {"range": ends, "exp_eps": EXP_EPS, "delta": str(delta)}
    shown = {"num": weight_json(value.numerator), "den": weight_json(value.denominator)}
    return {
        "kind": "optimum",
        "value": shown,
        "databases": problem.universe.database_count,
        "scores": len(problem.scores),
        **universe_facts(problem.universe),
        **stated(problem_fields(problem) | said),
    }


class Compared:
    """The comparisons that went by, each once."""

    def __init__(self) -> None:
        self._entries: dict[tuple[object, str, object], Comparison] = {}
        self._last: Comparison | None = None

    def noted(self, comparisons: Iterable[Comparison]) -> Iterable[Comparison]:
        """The same comparisons."""
        for item in comparisons:
            key = (item.left, item.relation, item.right)
            if key not in self._entries:
                self._entries[key] = item
            self._last = item
            yield item

    def demanded(self, verdict: Verdict, rest: Iterable[Comparison]) -> Verdict:
        """The verdict on them all, decided only if its certificate proves it.

        What the engine did not look at before it said yes is counted all the same; what it
        refuted is the comparison that it looked at last.
        """
        if isinstance(verdict, Holds):
            deque(rest, maxlen=0)
            return replace(verdict, to_prove=self.facts(EVERY_EPSILON))
        if isinstance(verdict, Refuted) and self._last is not None:
            return replace(verdict, to_prove=negation(self._last, verdict))
        return verdict

    def facts(self, over: Range) -> Facts:
        """All of them."""
        range_, listed = written([*self._entries.values()], over)
        entries: dict[str, Json] = {"entries": listed}
        count = len(self._entries)
        return {"kind": "comparisons", "comparisons": count, "range": range_, **stated(entries)}


def negation(item: Comparison, refuted: Refuted) -> Facts:
    """That the comparison is false at the r, or at the u, that a witness names.

    Raises:
        ValueError: if it is true there.
    """
    over: Json
    if item.continuous:
        u, over = _unit(refuted)
        entry = negated_at_unit(item, u)
    else:
        at, over = _root(refuted, EVERY_EPSILON) or Fraction(1), None
        left, right = (of_r(side).at(at) for side in (item.left, item.right))
        entry = negated_json(item.name, left, item.relation, right)
    facts = stated({"entries": [entry]})
    return {"kind": "comparisons", "comparisons": 1, "range": over, **facts}


def _in(table: LawTable[D, X, R], value: R) -> RationalFunction | ExponentialFunction:
    """The value as a function, in the field of the laws."""
    return of_u_and_r(value) if table.field.continuous else of_r(value)


def _function(value: R) -> RationalFunction:
    return of_r(value)

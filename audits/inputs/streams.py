"""Mechanisms that a person names, as automata: for every number of answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import is_dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from audits.inputs.literals import InputError
from audits.inputs.loading import code_of
from audits.inputs.mechanisms import (
    build,
    compares_with_loss,
    fields_of,
    guarantee_of,
    is_continuous,
    mechanism_class,
    parts_of,
    takes_eps,
)
from audits.inputs.numbers import Loss
from audits.inputs.parts import MOST_PARTS
from audits.inputs.registry import spoken_name
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.selection.continuous_noisy_max import (
    ContinuousCells,
    ContinuousNoisyMax2,
)
from reference.mechanisms.selection.exponential_noisy_max import ExponentialNoisyMax
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMaxValue
from reference.mechanisms.selection.report_noisy_max import ReportNoisyMax
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.mechanisms.stream.twins import tells_more, twin
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.probability.automaton import Automaton
from reference.probability.coins import Mechanism
from reference.probability.guards import guarding
from reference.probability.provenance import ours
from reference.probability.tracing import trace
from reference.probability.unread import ROOT_READ, unread_root, was_read

ADJACENCIES: Final[Mapping[str, str]] = MappingProxyType(
    {"all": "all", "one": "one", "monotone": "monotone", "l1": "one"}
)
"""What is meant by the names of adjacencies: all answers move, in any direction; one of them; all,
none against another.

What is true of one answer that moves by at most S is true of answers that move by S in total: they
move one after the other, and losses of streams grow with S as S does.
"""

TYPED: Final[Mapping[type, type]] = MappingProxyType(
    {
        NumericSparse: ContinuousNumericSparse,
        ReportNoisyMax: NoisyMax1,
        ExponentialNoisyMax: ContinuousNoisyMax2,
    }
)
"""What is built where parameters cannot be typed: qualities are answers, and of eps the tests of
NumericSparse take the usual share."""

ONE, TWO = Fraction(1), Fraction(2)

EVERY_EPS = Loss.given(None, None, all_eps=True)


class Streamed(NamedTuple):
    """A mechanism for every number of answers."""

    automaton: Automaton

    on_integers: bool
    """Whether its noise is geometric, and the automaton that of its continuous twin."""

    adjacency: str = "all"
    """The adjacency for which it is made."""

    tells_more: bool = False
    """Whether the automaton may put out more than the mechanism."""

    at: Callable[[Fraction], tuple[Mechanism[Any, Any, Fraction], int]] | None = None
    """The mechanism itself at r = e^(eps/parts), and its parts, where noise is geometric."""

    own: Callable[[], Fraction | None] = lambda: None
    """The loss that the named class promises, in units of eps; None if it promises none."""


def streamed(name: str, given: Mapping[str, str]) -> Streamed:
    """The automaton of a mechanism, or of its twin if it is no stream itself.

    Raises:
        InputError: if there is no such mechanism, or it cannot be traced, with the reason.
    """
    named = mechanism_class(name, stream=True)
    kind = TYPED.get(named, named)
    given = _with_threshold(kind, given)
    if {"begin", "step"} <= {*dir(kind)}:
        if takes_eps(kind) and not is_continuous(kind):
            raise InputError(
                f"--all-n: {spoken_name(kind)} does not say `continuous = True`: for every number "
                "of answers noise is Laplace or Exponential, of scales k / eps"
            )
        make = partial(build, kind, given, EVERY_EPS)
        stream, automaton, parts = _traced(
            make, parts_of(kind), name, None if ours(kind) else kind
        )
        if automaton.foresight and not ours(stream):
            raise InputError(f"--all-n: {name}: numbers are foretold by mechanisms of ours only")
        own = partial(_promised, kind, make, parts)
        return Streamed(automaton, kind is not named, _made_for(stream), own=own)

    if issubclass(kind, NoisyMaxValue | ContinuousCells):
        raise InputError(
            f"--all-n: {spoken_name(kind)} is no stream: the greatest value is put out, and not "
            "whose it is: outputs do not tell the run"
        )
    make = partial(build, kind, given, EVERY_EPS)

    def other(parts: int) -> object:
        known = ours(kind) and not compares_with_loss(kind)
        found = twin(make(parts)) if known else None
        if found is None:
            raise InputError(
                f"--all-n: {spoken_name(kind)} is no stream, nor has it a known twin that is: a "
                "stream has begin(self, coins) and step(self, state, answer, coins)"
            )
        return found

    stream, automaton, parts = _traced(other, parts_of(kind), name)
    adjacency, own = _made_for(stream), partial(_promised, kind, make, parts)
    if is_continuous(kind):
        more = tells_more(stream)
        return Streamed(automaton, False, adjacency, more, own=own)

    def at(root: Fraction) -> tuple[Mechanism[Any, Any, Fraction], int]:
        return build(kind, given, Loss(root, None), parts), parts

    return Streamed(automaton, on_integers=True, adjacency=adjacency, at=at, own=own)


def _promised(kind: type, make: Callable[[int], object], parts: int) -> Fraction | None:
    """K, if the guarantee is (K eps, 0)."""
    stated = guarantee_of(make(parts))
    if stated is None or stated.delta:
        return None
    factor: object = stated.exp_eps
    with suppress(ZeroDivisionError):  # a pole is no power of r
        factor = factor.at(ONE) if isinstance(factor, ExponentialFunction) else factor
        factor = factor.at(TWO) if isinstance(factor, RationalFunction) else factor
    if not isinstance(factor, Fraction) or factor < 1:
        return None
    multiple = Fraction(int(factor).bit_length() - 1, parts)
    eps = EVERY_EPS.epsilon(parts, continuous=is_continuous(kind))
    return multiple if stated.exp_eps == eps.exp(multiple) else None


def _made_for(stream: object) -> str:
    """One answer that moves, if the stream says so."""
    name = f"{type(stream).__name__}.adjacency"
    with code_of(name):
        found: object = getattr(stream, "adjacency", "all")
    if type(found) is not str or found not in ADJACENCIES:
        raise InputError(f"{name} is {found!r}: one of {', '.join(ADJACENCIES)}")
    return found


def _with_threshold(kind: type, given: Mapping[str, str]) -> Mapping[str, str]:
    """The threshold 0 of ours, if none is given.

    All answers are meant: where nothing but what is compared with it has a place of its own, such
    as cuts, it makes no difference.
    """
    if not (ours(kind) and is_dataclass(kind)):
        return given
    needs = any(f.name == "threshold" and f.default is None for f in fields_of(kind))
    return {"threshold": "0", **given} if needs else given


def _traced(
    make: Callable[..., object], parts: int, name: str, kind: type | None = None
) -> tuple[object, Automaton, int]:
    """The stream, eps in as many parts as its scales need, its automaton, and the parts.

    A class of others is guarded while a stream is made of it, and cannot read the eps it gets.
    """
    while True:
        root: Any = unread_root()
        with code_of(name):
            try:
                if kind is None:
                    stream = make(parts)
                    automaton = trace(stream)
                else:
                    with guarding(root) as guard:
                        guard.admit(kind, kind.__name__)
                        eps = Epsilon(root, parts)
                        stream = make(parts, eps)
                        automaton = trace(stream, eps=eps)
            except InexactExponentError as error:
                parts *= error.factor
                if error.factor == 1 or parts > MOST_PARTS:
                    raise
                continue
        if was_read(root):
            raise InputError(f"--all-n: {name}: {ROOT_READ}")
        return stream, automaton, parts

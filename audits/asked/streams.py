"""Mechanisms that a person names, as automata: for every number of answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from audits.asked.literals import InputError
from audits.asked.loading import code_of
from audits.asked.mechanisms import build, is_continuous, mechanism_class, parts_of, takes_eps
from audits.asked.numbers import Loss
from audits.asked.registry import spoken_name
from reference.mechanisms.stream.twins import twin
from reference.probability.automaton import Automaton
from reference.probability.tracing import trace

ADJACENCIES = ("all", "one", "monotone")
"""All answers move, in any direction; one of them; all, none against another."""


class Streamed(NamedTuple):
    """A mechanism for every number of answers."""

    automaton: Automaton
    on_integers: bool
    """Whether its noise is geometric, and the automaton that of its continuous twin."""


def streamed(name: str, given: Mapping[str, str]) -> Streamed:
    """The automaton of a mechanism, or of the continuous twin of one with geometric noise.

    Raises:
        InputError: if there is no such mechanism, or it cannot be traced, with the reason.
    """
    kind = mechanism_class(name, stream=True)
    if not {"begin", "step"} <= {*dir(kind)} and takes_eps(kind):
        other = twin(build(kind, given, Loss.given(None, None, all_eps=True)))
        if other is not None:
            return Streamed(trace(other), on_integers=True)
    return Streamed(_automaton(kind, name, given), on_integers=False)


def _automaton(kind: type, name: str, given: Mapping[str, str]) -> Automaton:
    if not {"begin", "step"} <= {*dir(kind)}:
        raise InputError(
            f"--all-n: {spoken_name(kind)} is no stream: it has begin(self, coins) and step(self, "
            "state, answer, coins), and has no known twin that has them"
        )
    if takes_eps(kind) and not is_continuous(kind):
        raise InputError(
            f"--all-n: {spoken_name(kind)} does not say `continuous = True`: for every number of "
            "answers noise is Laplace or Exponential, of scales k / eps"
        )
    eps = Loss.given(None, None, all_eps=True)
    parts_of(kind)
    mechanism = build(kind, given, eps)
    with code_of(name):
        return trace(mechanism)

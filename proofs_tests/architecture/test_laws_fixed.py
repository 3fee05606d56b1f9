"""Every mechanism and every stream has a claim that fixes its law or its accuracy.

Privacy alone is kept by a mechanism that puts out less than it should.  A claim fixes a law if it
compares probabilities, or asks for accuracy; what helps to show that a loss is attained does not
count, nor do the kinds of claims in `PRIVACY`.  Which classes a claim is about is read off the
objects that it names, and those that they name in turn.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, partial
from types import CodeType, FunctionType, MethodType

from audits.asked.registry import mechanisms
from audits.claims.standard_mechanisms.declared.every_class import classes
from audits.ledger import claims
from audits.ledger.claiming import NotFinitelyCheckable
from audits.ledger.forms import accurate
from audits.ledger.impostors import Parts
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.probability.law import law
from reference.probability.streams import Stream

PRIVACY = {"privacy", "definition", "lower-bound", "convention", "other"}
"""Kinds of claims that fix a law only if they compare probabilities."""

LOSSES = {"attained", "exceeded", "told_apart", "exactly_lost"}
"""What helps to show that a loss is attained."""

WITHOUT_A_LAW = {
    DiscreteGaussian: "all integers are possible: for runs only, whose coins a unit test counts",
}
"""Classes of which no claim can fix the law, and why."""

FORESEEN = {ForeseenMax, ForeseenGap}
"""Twins of noisy maxima, which are no streams."""


def named(function: FunctionType) -> Iterator[object]:
    """What the code of a function names."""
    left: list[CodeType] = [function.__code__]
    while left:
        code = left.pop()
        left += [each for each in code.co_consts if inspect.iscode(each)]
        yield from (
            function.__globals__[name] for name in code.co_names if name in function.__globals__
        )
    yield from (cell.cell_contents for cell in function.__closure__ or ())
    yield from function.__defaults__ or ()


def parts_of(value: object) -> Iterator[object]:
    """What an object is made of, if it belongs to a claim or is a function of a mechanism."""
    if isinstance(value, FunctionType):
        if value.__module__.startswith(("audits.claims", "reference.mechanisms", "reference.red")):
            yield from named(value)
    elif isinstance(value, MethodType):
        yield from (value.__func__, value.__self__)
    elif isinstance(value, partial):
        yield from (value.func, *value.args, *value.keywords.values())
    elif isinstance(value, Parts):
        yield from value.parts
    elif isinstance(value, tuple | list | set | frozenset):
        yield from value
    elif isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, property):
        yield value.fget
    elif inspect.isclass(value) and value.__module__.startswith("audits.claims"):
        yield from vars(value).values()
    else:
        yield from _fields(value)


def _fields(value: object) -> Iterator[object]:
    if not inspect.isclass(value) and is_dataclass(value):
        yield type(value)
        if type(value).__module__.startswith("audits.claims"):
            yield from (getattr(value, each.name, None) for each in fields(value))


def reached(start: object, leave_out: Callable[[object], bool] = lambda _: False) -> list[object]:
    """The object, and what it is made of, again and again."""
    found: dict[int, object] = {}
    left = [start]
    while left:
        value = left.pop()
        if id(value) not in found and not leave_out(value):
            found[id(value)] = value
            left.extend(parts_of(value))
    return [*found.values()]


def fixes_a_law(check: object, kind: str) -> bool:
    """Whether a check asks for accuracy, or for the probability of an outcome."""
    there = reached(check, lambda value: getattr(value, "__name__", "") in LOSSES)
    return kind not in PRIVACY or any(value in (accurate, law) for value in map(_function, there))


def _function(value: object) -> object:
    return value if isinstance(value, FunctionType) else None


@cache
def fixed() -> frozenset[type]:
    """The classes of which a claim fixes the law or the accuracy."""
    found: set[type] = set()
    for item in claims([]):
        if isinstance(item.check, NotFinitelyCheckable):
            continue
        if fixes_a_law(item.check, item.entry.kind):
            there = (*reached(item.about), *reached(item.check))
            found.update(value for value in there if inspect.isclass(value))
    return frozenset(found)


def what_has_a_law() -> set[type]:
    """The mechanisms of the command line and all streams, but for what others are derived from."""
    streams = {kind for kind in classes() if issubclass(kind, Stream)}
    every = {*mechanisms().values(), *streams, *FORESEEN}
    return every - {parent for kind in every for parent in kind.__mro__[1:]}


def test_every_mechanism_has_a_claim_about_its_law_or_accuracy() -> None:
    """Or a reason why there is none: it could be wrong and keep its privacy."""
    missing = what_has_a_law() - fixed() - {*WITHOUT_A_LAW}
    assert (
        sorted(
            f"{kind.__module__}.{kind.__name__}: its claims are about privacy alone; add one "
            "that compares its law, or asks for its accuracy, to audits/claims"
            for kind in missing
        )
        == []
    )


def test_reasons_are_needed() -> None:
    """No class with a reason has a claim about its law."""
    assert what_has_a_law() >= {*WITHOUT_A_LAW}
    assert not fixed() & {*WITHOUT_A_LAW}


def test_privacy_alone_fixes_nothing() -> None:
    """The claims about sums of every number of answers, without those about their laws."""
    for identifier in ("CORE.smart-sum-every-n", "CORE.partial-sum-is-tight"):
        (item,) = claims([identifier])
        assert not fixes_a_law(item.check, "privacy")
    (item,) = claims(["CORE.smart-sum.accuracy"])
    assert fixes_a_law(item.check, "privacy")

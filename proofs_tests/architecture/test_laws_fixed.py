"""Every mechanism and every stream has a claim that fixes its law or its accuracy.

Privacy alone is kept by a mechanism that puts out less than it should.  A claim fixes a law if it
compares probabilities, or asks for accuracy; what helps to show that a loss is attained does not
count, nor do the kinds of claims in `PRIVACY`.  Which classes a claim is about is read off the
objects that it names, and those that they name in turn.
"""

from functools import cache
from types import FunctionType

from audits.claims.standard_mechanisms.declared.every_class import classes
from audits.inputs.problems import CATALOGUE
from audits.inputs.registry import mechanisms
from audits.ledger import claims
from audits.ledger.claiming import NotFinitelyCheckable
from audits.ledger.forms import accurate
from proofs_tests.about_classes import classes_of, reached
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.selection.foreseen_max import ForeseenGap, ForeseenMax
from reference.probability.law import law
from reference.probability.streams import Stream

PRIVACY = {"privacy", "definition", "lower-bound", "convention", "other"}
"""Kinds of claims that fix a law only if they compare probabilities."""

LOSSES = {"attained", "exceeded", "told_apart", "exactly_lost"}
"""What helps to show that a loss is attained."""

WITHOUT_A_LAW = {
    DiscreteGaussian: "all integers are possible: for runs only, whose coins a unit test counts"
}
"""Classes of which no claim can fix the law, and why."""

FORESEEN = {ForeseenMax, ForeseenGap}
"""Twins of noisy maxima, which are no streams."""


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
    for item in (part for each in claims([]) for part in each.checks):
        if isinstance(item.check, NotFinitelyCheckable):
            continue
        if fixes_a_law(item.check, item.entry.kind):
            found |= classes_of(item)
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


def test_every_problem_of_the_command_line_has_a_claim() -> None:
    """About its optimum, at a size where that is found another way."""
    there = {
        id(value)
        for each in claims([])
        for item in each.checks
        if not isinstance(item.check, NotFinitelyCheckable)
        for value in (*reached(item.about), *reached(item.check))
    }
    missing = [name for name, build in CATALOGUE.items() if id(build) not in there]
    assert missing == [], "add a case to audits/claims/standard_mechanisms/small_problems.py"


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

"""Properties: sentences about whatever Hypothesis draws, each with wrong variants that it refutes.

    @property_of(OnFixedSize, {"all rows": "rows[: self.size] => rows"}, size=SIZES)
    def test_neighbours_stay_neighbours(made: type[OnFixedSize], size: int) -> Fraction:
        '''The sentence.'''

The check is called on what it is about, or on a wrong variant of it, and on what is drawn.  It
asserts; and it may return the slack of the inequality that it asserts: Hypothesis then looks for
the examples with the least, and at night the least one is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import getsource
from typing import Any, TypeAlias

from hypothesis import Phase, given, settings, target
from hypothesis.strategies import SearchStrategy

from audits.ledger.edits import ARROW
from audits.ledger.edits import wrong as edited

Check: TypeAlias = Callable[..., Fraction | None]
"""A property: called on what it is about, and by name on what is drawn."""

BY_DAY = 50
"""The examples of a property in continuous integration, and those of a wrong variant."""


@dataclass(slots=True)
class Property:
    """A sentence, what it is about, and what is wrong."""

    about: Any
    """A class or a function of the reference, or several."""

    wrong: Mapping[str, Any]
    """Wrong variants of it, by the mistake."""

    check: Check
    drawn: Mapping[str, SearchStrategy[Any]]
    examples: int
    """How many are tried by day."""

    least: Fraction | None = None
    """The least slack that was seen."""

    attained: Mapping[str, object] = field(default_factory=dict)
    """The instance that has it."""

    @property
    def name(self) -> str:
        """The module and the function."""
        return f"{self.check.__module__.rpartition('.')[2]}.{self.check.__name__}"

    def examine(self, **drawn: object) -> None:
        """Check it on an instance.

        Raises:
            AssertionError: if it does not hold.
        """
        __tracebackhide__ = True
        slack = self.check(self.about, **drawn)
        if slack is None:
            return
        assert slack >= 0, f"the bound fails by {-slack}"
        target(-float(slack))
        if self.least is None or slack < self.least:
            self.least, self.attained = slack, drawn

    def refutes(self, mistake: str) -> bool:
        """Whether fifty examples refute a wrong variant."""
        return self._refutes(mistake, self.check)

    def exceeds(self, mistake: str) -> bool:
        """Whether it breaks the bound itself, where all else that is said is true."""

        def bounded(made: object, **drawn: object) -> Fraction | None:
            try:
                return self.check(made, **drawn)
            except AssertionError:
                return None

        return self._refutes(mistake, bounded)

    def _refutes(self, mistake: str, check: Check) -> bool:
        @settings(
            max_examples=BY_DAY,
            phases=[Phase.generate, Phase.target],
            database=None,
            derandomize=True,
            report_multiple_bugs=False,
        )
        @given(**self.drawn)
        def attempt(**drawn: object) -> None:
            slack = check(self.wrong[mistake], **drawn)
            if slack is not None:
                assert slack >= 0
                target(-float(slack))

        try:
            attempt()
        except AssertionError:
            return True
        return False

    @property
    def has_bound(self) -> bool:
        """Whether the check returns a slack."""
        return "Fraction" in str(self.check.__annotations__["return"])


KNOWN = "known"
"""The attribute of a test that holds its property."""

PROPERTIES: list[Property] = []
"""Those of the modules that have been imported."""


def property_of(
    about: object,
    wrong: Mapping[str, object],
    *,
    examples: int = BY_DAY,
    **drawn: SearchStrategy[Any],
) -> Callable[[Check], Callable[..., None]]:
    """Make a test of a check.

    Args:
        about: what the check is called on first.
        wrong: by the mistake, what it is called on and then fails; or an edit `old => new` of
            the source of `about`, or a tuple of edits (`audits.ledger.edits.wrong`).  If it is
            several, the old text stands in one of them.
        examples: how many are tried by day; a hundred times as many are at night.
        drawn: the strategy for each further parameter.

    Raises:
        ValueError: if nothing is wrong.
    """
    variants = variants_of(about, wrong)

    def decorate(check: Check) -> Callable[..., None]:
        known = Property(about, variants, check, drawn, examples)
        PROPERTIES.append(known)

        @settings(max_examples=settings().max_examples * examples // BY_DAY)
        @given(**drawn)
        def test(**values: object) -> None:
            known.examine(**values)

        for name in ("__doc__", "__module__", "__name__", "__qualname__"):
            setattr(test, name, getattr(check, name))
        setattr(test, KNOWN, known)
        return test

    return decorate


def variants_of(about: object, wrong: Mapping[str, object]) -> dict[str, object]:
    """What is wrong by the mistake.

    Raises:
        ValueError: if nothing is.
    """
    if not wrong:
        raise ValueError("what no mistake refutes says nothing")
    return {mistake: variant_of(about, text) for mistake, text in wrong.items()}


def variant_of(about: object, mistake: object) -> object:
    """What an edit makes, or edits; anything else is a variant itself."""
    edits = (mistake,) if isinstance(mistake, str) else mistake
    if not isinstance(edits, tuple) or not all(isinstance(edit, str) for edit in edits):
        return mistake
    if not isinstance(about, tuple):
        return edited(about, *edits)
    old, _, _ = edits[0].partition(ARROW)
    places = [i for i, part in enumerate(about) if getsource(part).count(old) == 1]
    if len(places) != 1:
        raise ValueError(f"{old!r} stands in {len(places)} of {len(about)} definitions, not one")
    (place,) = places
    return (*about[:place], edited(about[place], *edits), *about[place + 1 :])

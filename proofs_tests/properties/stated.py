"""Properties: sentences about whatever Hypothesis draws, each with wrong variants that it refutes.

    @property_of(OnFixedSize, {"all rows": "rows[: self.size] => rows"}, size=SIZES)
    def test_neighbours_stay_neighbours(made: type[OnFixedSize], size: int) -> Fraction:
        '''The sentence.'''

The check is called on what it is about, or on a wrong variant of it, and on what is drawn.  It
asserts; and it may return the slack of the inequality that it asserts (the bound less what is
bounded): it has to be at least 0, Hypothesis looks for the examples with the least, and at night
the least one is printed.  The name of the check is the theorem, its docstring says the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import getdoc, getsource
from typing import Any, TypeAlias

from hypothesis import HealthCheck, Phase, given, seed, settings, target
from hypothesis.strategies import SearchStrategy

from audits.ledger.edits import ARROW, remade
from proofs_tests.properties.sides import Gap
from reference.override import override

Check: TypeAlias = Callable[..., Fraction | None]
"""A property: called on what it is about, and by name on what is drawn."""

Refutation: TypeAlias = tuple[Mapping[str, object], AssertionError]
"""What was drawn, and what failed."""

BY_DAY = 50
"""The examples of a property in continuous integration."""

AT_MOST = 3 * BY_DAY
"""The examples of a wrong variant: three times as many, so that its refutation is not luck."""

SEED = 0
"""The seed of the examples of wrong variants: to reword this module draws no others."""


class BoundError(AssertionError):
    """All that is asserted is true, but for the bound."""


@dataclass(slots=True)
class Nearest:
    """Where the two sides of a bound are nearest."""

    slack: Fraction
    instance: Mapping[str, object]
    """The first with this slack."""

    times: int = 0
    """How many instances have it."""


@dataclass(slots=True)
class Property:
    """A sentence, what it is about, and what is wrong."""

    about: Any
    """A class or a function of the reference, or several."""

    wrong: Variants
    """Wrong variants of it, by the mistake."""

    check: Check
    drawn: Mapping[str, SearchStrategy[Any]]
    examples: int
    """How many are tried by day."""

    nearest: dict[str, Nearest] = field(default_factory=dict)
    """The least slack that was seen, by kind of instance."""

    _refuted: dict[str, type[AssertionError] | None] = field(default_factory=dict)

    @override
    def __repr__(self) -> str:
        """Its name: what pytest prints of it."""
        return f"<property {self.name}>"

    @property
    def name(self) -> str:
        """The module and the function."""
        return f"{self.check.__module__.rpartition('.')[2]}.{self.check.__name__}"

    @property
    def sentence(self) -> str:
        """What it says: the words of its name, and the docstring."""
        name = self.check.__name__.removeprefix("test_").replace("_", " ")
        return f"{name[0].upper()}{name[1:]}. {' '.join((getdoc(self.check) or '').split())}"

    def examine(self, **drawn: object) -> None:
        """Check it on an instance.

        Raises:
            AssertionError: if it does not hold.
        """
        __tracebackhide__ = True
        slack = self.check(self.about, **drawn)
        if slack is None:
            return
        assert slack >= 0, f"{_broken(slack)}.  {self.sentence}"
        kind = _targeted(slack)
        if kind not in self.nearest or slack < self.nearest[kind].slack:
            self.nearest[kind] = Nearest(slack, drawn)
        self.nearest[kind].times += slack == self.nearest[kind].slack

    def refutes(self, mistake: str) -> bool:
        """Whether `AT_MOST` examples refute a wrong variant."""
        return self.refuted_by(mistake) is not None

    def refuted_by(self, mistake: str) -> type[AssertionError] | None:
        """What the first of `AT_MOST` examples raises that refutes it; `BoundError`: the bound."""
        if mistake not in self._refuted:
            found = self._search(mistake, self.check, AT_MOST)
            self._refuted[mistake] = type(found[1]) if found else None
        return self._refuted[mistake]

    def exceeds(self, mistake: str, examples: int) -> bool:
        """Whether it breaks the bound itself, where all else that is said is true."""

        def bounded(made: object, **drawn: object) -> Fraction | None:
            try:
                return self.check(made, **drawn)
            except AssertionError:
                return None

        return self._search(mistake, bounded, examples) is not None

    def counterexample(self, mistake: str) -> Refutation | None:
        """The smallest instance that refutes a wrong variant, and how; if there is one."""
        return self._search(mistake, self.check, AT_MOST, Phase.shrink)

    def _search(
        self, mistake: str, check: Check, examples: int, *further: Phase
    ) -> Refutation | None:
        """The last refutation among so many examples, which are the same at each call."""
        variant, refuted = self.wrong[mistake], list[Refutation]()

        @seed(SEED)
        @settings(
            max_examples=examples,
            deadline=None,
            phases=[Phase.generate, Phase.target, *further],
            database=None,
            report_multiple_bugs=False,
            suppress_health_check=[HealthCheck.too_slow],
        )
        @given(**self.drawn)
        def attempt(**drawn: object) -> None:
            try:
                slack = check(variant, **drawn)
                if slack is not None:
                    if slack < 0:
                        raise BoundError(_broken(slack))
                    _targeted(slack)
            except AssertionError as error:
                refuted[:] = [(drawn, error)]
                raise

        try:
            attempt()
        except AssertionError:
            pass
        except Exception as error:
            if not refuted:
                error.add_note(f"{self.name}: {mistake!r} has to fail by an assertion")
                raise
        return refuted[0] if refuted else None

    @property
    def has_bound(self) -> bool:
        """Whether the check returns a slack."""
        return self.check.__annotations__["return"] not in {"None", None}


def _broken(slack: Fraction) -> str:
    sides = f": {slack.where}" if isinstance(slack, Gap) else ""
    return f"the bound fails by {-slack}{sides}"


def _targeted(slack: Fraction) -> str:
    """The kind of an instance, of which Hypothesis looks for nearer ones."""
    kind = slack.kind if isinstance(slack, Gap) else ""
    target(-float(slack), label=f"minus the slack {kind}".strip())
    return kind


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
            several, the old text stands in one of them; or what is wrong is told by what it is.
        examples: how many are tried by day; a hundred times as many are at night.
        drawn: the strategy for each further parameter.

    Raises:
        ValueError: if nothing is wrong, or the check does not say whether it returns a slack.
    """
    variants = variants_of(about, wrong)

    def decorate(check: Check) -> Callable[..., None]:
        if "return" not in check.__annotations__:
            raise ValueError(
                f"{check.__name__}: `-> Fraction` if it returns a slack, else `-> None`"
            )
        known = Property(about, variants, check, drawn, examples)
        PROPERTIES.append(known)

        @settings(max_examples=settings().max_examples * examples // BY_DAY)
        @given(**drawn)
        def test(**values: object) -> None:
            known.examine(**values)

        made: Any = test
        for function in (made, made.hypothesis.inner_test):  # What pytest and Hypothesis print.
            for name in ("__doc__", "__module__", "__name__", "__qualname__"):
                setattr(function, name, getattr(check, name))
        setattr(test, KNOWN, known)
        return test

    return decorate


class Variants(Mapping[str, Any]):
    """What is wrong by the mistake, each made when it is first called for.

    So whoever changes a line that a wrong variant edits reads which instance refutes the change;
    that the edit fits no longer fails the test of the variant.
    """

    def __init__(self, about: object, wrong: Mapping[str, object]) -> None:
        """Of what, and the edits, or variants themselves."""
        self._about, self._wrong = about, wrong
        self._made: dict[str, object] = {}

    @override
    def __getitem__(self, mistake: str) -> Any:
        """The variant.

        Raises:
            ValueError: if its edit does not fit.
        """
        if mistake not in self._made:
            try:
                self._made[mistake] = variant_of(self._about, self._wrong[mistake])
            except ValueError as error:
                error.add_note(
                    f"The wrong variant {mistake!r} edits a text that has changed: "
                    "undo the change, or edit what is there now."
                )
                raise
        return self._made[mistake]

    def words(self, mistake: str) -> str:
        """The mistake, and its edits with what they edit; or the name of the variant."""
        wrong = self._wrong[mistake]
        edits = _edits(wrong)
        if isinstance(wrong, Mapping) and isinstance(self._about, tuple):
            return mistake + "".join(
                f"\n{_names(part)[0]}: {edit if isinstance(edit, str) else _names(edit)[0]}"
                for part, edit in wrong.items()
            )
        if edits is None:
            return f"{mistake}\n{' and '.join(_names(wrong))}"
        return mistake + "".join(
            f"\n{_names(_edited_part(self._about, edit))[0]}: {edit}" for edit in edits
        )

    @override
    def __iter__(self) -> Iterator[str]:
        """The mistakes."""
        return iter(self._wrong)

    @override
    def __len__(self) -> int:
        """How many there are."""
        return len(self._wrong)


def variants_of(about: object, wrong: Mapping[str, object]) -> Variants:
    """What is wrong by the mistake.

    Raises:
        ValueError: if nothing is.
    """
    if not wrong:
        raise ValueError("name at least one wrong variant: what no mistake refutes says nothing")
    return Variants(about, wrong)


def _edits(mistake: object) -> tuple[str, ...] | None:
    """An edit, or several; None for what is a variant itself."""
    edits = (mistake,) if isinstance(mistake, str) else mistake
    if isinstance(edits, tuple) and all(isinstance(edit, str) for edit in edits):
        return edits
    return None


def variant_of(about: Any, mistake: object) -> object:
    """What an edit makes, or edits; anything else is a variant itself."""
    if isinstance(mistake, Mapping) and isinstance(about, tuple):
        return tuple(variant_of(x, mistake[x]) if x in mistake else x for x in about)
    edits = _edits(mistake)
    if edits is None:
        return mistake
    if not isinstance(about, tuple):
        return remade(about, *edits)
    meant = _edited_part(about, edits[0])
    return tuple(remade(part, *edits) if part is meant else part for part in about)


def _edited_part(about: Any, edit: str) -> Any:
    """Of several definitions the one in which the old text of an edit stands.

    Raises:
        ValueError: if it stands in none, or in several.
    """
    if not isinstance(about, tuple):
        return about
    old, _, _ = edit.partition(ARROW)
    parts = [part for part in about if getsource(part).count(old) == 1]
    if len(parts) != 1:
        raise ValueError(f"{old!r} stands in {len(parts)} of {len(about)} definitions, not one")
    return parts[0]


def _names(wrong: Any) -> list[str]:
    """What classes and functions are called."""
    parts = wrong if isinstance(wrong, tuple) else (wrong,)
    return [str(getattr(part, "__qualname__", None) or repr(part)) for part in parts]

"""The coins of a traced call: one branch of it.

A comparison is followed one way, unless others on the same branch decide it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NoReturn

from reference.exact.decimals import exactly
from reference.probability.automaton import Form, times
from reference.probability.continuous import Exponential, Laplace, Scale
from reference.probability.dist import Dist
from reference.probability.traced import (
    DRAWS,
    ELSEWHERE,
    FOLLOWED,
    PRODUCT,
    Traced,
    TraceError,
    kind_of,
    line_of,
    spoken,
)

ONE = Fraction(1)

AGAIN = (
    "the stream does something else when it is called again: what it knows of calls before is in "
    "the state, and what it reads is no iterator: write a tuple"
)

MOST_DRAWS = 100
"""Draws of one branch of a call."""

MOST_COMPARISONS = 200
"""Comparisons of one branch of a call that nothing before decides."""

NOISES = (Laplace, Exponential)
"""Kinds of noise; a class that is made from one of them may have another law."""


class Impossible(BaseException):
    """A branch that does not happen: something required is false."""


class Path:
    """Coins of a traced call: one branch of it.

    Args:
        prefix: the way taken at each question, and the number of ways, from the first on.
        root: of the eps of the stream.
        parts: of this eps.
        refusals: each refusal is appended, so that none is hidden by code that catches it.
        begins: whether it is the call of `begin`.
    """

    def __init__(
        self,
        prefix: Sequence[tuple[int, int]],
        root: object,
        parts: int,
        refusals: list[TraceError],
        *,
        begins: bool,
    ) -> None:
        self._prefix = prefix
        self._root = root
        self._parts = parts
        self._refusals = refusals
        self._begins = begins
        self.taken: list[tuple[int, int]] = []
        """The way taken at each question, and the number of ways."""

        self.draws: list[tuple[str, Fraction]] = []
        self.picked: list[int] = []
        """The places of the outcomes that are drawn from finite laws."""

        self.guards: list[tuple[Form, bool]] = []
        self.equations: list[Form] = []
        self.weight: Fraction | None = ONE
        """The probability of what was drawn from finite laws."""

        self.foretold = 0
        """Numbers that were foretold."""

        self.foresight = False
        """Whether the branch is told by more than its draws."""

        self.over = False
        """Whether the call has returned."""

    def refuse(self, words: str) -> NoReturn:
        """End the trace, whatever the code makes of it.

        Raises:
            TraceError: always.
        """
        self._refusals.append(TraceError(words))
        raise self._refusals[-1]

    def number(self, value: object) -> Fraction:
        """A number that is known.

        Raises:
            TraceError: for anything else.
        """
        if isinstance(value, Traced):
            self.refuse(f"{FOLLOWED}: {PRODUCT}")
        if not isinstance(value, int | Fraction) or type(value) not in {int, Fraction}:
            known = isinstance(value, int | Fraction) and not isinstance(value, bool)
            kind = f" ({kind_of(value)})" if known else ""
            self.refuse(f"{spoken(value)}{kind} with an answer or a draw: {exactly(value)}")
        return Fraction(value)

    # ---------------------------------------------------------------- what mechanisms call

    def draw_real(self, noise: object, /) -> Traced:
        """A fresh draw."""
        self._count()
        try:
            self.draws.append(rate_of(noise, self._root, self._parts))
        except TraceError as error:
            self.refuse(str(error))
        return Traced(self, {f"n{len(self.draws) - 1}": ONE})

    def draw(self, dist: object, /) -> object:
        """An outcome of a finite law, which is the same whatever the answers are."""
        if not isinstance(dist, Dist) or type(dist) is not Dist:
            self.refuse(f"{type(dist).__name__}: what is drawn is a Dist, and of no other class")
        self._count()
        listed: list[object] = list(dist)
        way = self._way(len(listed))
        self.picked.append(way)
        chance: object = dist.probability(listed[way])
        self.weight = times(self.weight, chance if isinstance(chance, Fraction) else None)
        return listed[way]

    def _count(self) -> None:
        """One draw more."""
        if self.over:
            self.refuse(ELSEWHERE)
        if len(self.draws) + len(self.picked) >= MOST_DRAWS:
            self.refuse(f"more than {MOST_DRAWS} draws in one call")

    def foretell(self) -> Traced:
        """A number that is known later: only while it begins.

        Raises:
            TraceError: at a later call.
        """
        if not self._begins:
            self.refuse("numbers are foretold by begin only")
        self.foretold, self.foresight = self.foretold + 1, True
        return Traced(self, {str(self.foretold - 1): ONE})

    def guess(self) -> bool:
        """True or false, whatever the draws; the branches put out different things."""
        self.foresight = True
        return self._way(2) == 1

    def require(self, *, holds: bool) -> None:
        """Give up the branch unless it holds."""
        self.foresight = True
        if not holds:
            raise Impossible

    def equate(self, first: Traced, second: Traced) -> None:
        """The two numbers are equal: it determines one that was foretold."""
        self.foresight = True
        form = (first - second).form
        if not line_of(form):
            self.require(holds=not form)
            return
        self.equations.append(form)

    def __getattr__(self, name: str) -> NoReturn:
        self.refuse(f"coins.{name}: {DRAWS}")

    # ---------------------------------------------------------------- what forms ask

    def at_least(self, form: Form, *, strictly: bool) -> bool:
        """Whether a form is >= 0, or above 0: what is known tells, or both are followed."""
        if self.over:
            self.refuse(ELSEWHERE)
        known = self._known(form, strictly=strictly)
        if known is not None:
            return known
        if len(self.guards) >= MOST_COMPARISONS:
            self.refuse(f"more than {MOST_COMPARISONS} comparisons in one call")
        holds = self._way(2) == 1
        kept = form if holds else {name: -c for name, c in form.items()}
        self.guards.append((kept, strictly == holds))
        return holds

    def _known(self, form: Form, *, strictly: bool) -> bool | None:
        """What guards with the same linear part, up to a factor, tell of the form."""
        line = line_of(form)
        if not line:
            c = form.get("", Fraction(0))
            return c > 0 or (c == 0 and not strictly)
        scale, least = form[line[0]], form.get("", Fraction(0))
        for guard, above in self.guards:
            if line_of(guard) != line:
                continue
            factor = guard[line[0]] / scale
            if any(guard[name] != factor * form[name] for name in line):
                continue
            other = guard.get("", Fraction(0)) / abs(factor)
            if factor > 0 and (least > other or (least == other and (above or not strictly))):
                return True  # the form is that which is >= 0, or more
            if factor < 0 and (-least > other or (-least == other and (above or strictly))):
                return False
        return None

    def _way(self, ways: int) -> int:
        n = len(self.taken)
        way, before = self._prefix[n] if n < len(self._prefix) else (ways - 1, ways)
        if before != ways:
            self.refuse(AGAIN)
        self.taken.append((way, ways))
        return way


def rate_of(noise: object, root: object, parts: int) -> tuple[str, Fraction]:
    """The kind of noise, and its rate in units of eps.

    Raises:
        TraceError: unless it is Laplace or exponential noise of a scale k / eps.
    """
    if not isinstance(noise, Laplace | Exponential) or type(noise) not in NOISES:
        raise TraceError(
            f"{type(noise).__name__} noise: for every number of answers draws are Laplace or "
            "Exponential, of scales k / eps"
        )
    if type(noise.scale) is not Scale:
        raise TraceError(f"a scale of type {type(noise.scale).__name__}: its scale is k / eps")
    if noise.scale.root is not root and noise.scale.root != root:
        raise TraceError("noise of another eps: its scale is k / eps, eps that of the stream")
    return type(noise).__name__.lower(), Fraction(noise.scale.rate, parts)

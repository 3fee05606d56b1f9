"""Games: state machines about one thing of the reference, each with wrong variants that lose.

Hypothesis plays the other side, move by move.  The machine reads the pseudo-code one step a move;
after every move what it has read has to be the law of the whole, as it is enumerated.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias, TypeVar

from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from proofs_tests.properties.stated import BY_DAY
from reference.probability.dist import Dist

X = TypeVar("X", bound=Hashable)

Read: TypeAlias = dict[X, Fraction]
"""The probability of each outcome."""


class Game(RuleBasedStateMachine):
    """A machine."""

    about: ClassVar[Any]
    """A class or a function of the reference."""

    wrong: ClassVar[Mapping[str, Any]]
    """Wrong variants of it, by the mistake."""

    moves: ClassVar[int] = 5
    """So many in a run, at most."""

    runs: ClassVar[int] = 20
    """So many by day; a hundred times as many at night."""

    made: ClassVar[Any]
    """What is played with: it, or a wrong variant of it."""

    @classmethod
    def on(cls, made: object) -> type[Game]:
        """The game with this."""
        found: type[Game] = type(cls.__name__, (cls,), {"made": staticmethod(made)})  # type: ignore[arg-type]  # classes, too
        return found

    @classmethod
    def play(cls) -> None:
        """Play it."""
        runs = settings().max_examples * cls.runs // BY_DAY
        run_state_machine_as_test(
            cls.on(cls.about),
            settings=settings(max_examples=runs, stateful_step_count=cls.moves),
        )

    @classmethod
    def refutes(cls, mistake: str) -> bool:
        """Whether fifty runs refute a wrong variant."""
        by_day = settings(
            max_examples=BY_DAY,
            stateful_step_count=cls.moves,
            phases=[Phase.generate],
            derandomize=True,
            database=None,
            report_multiple_bugs=False,
        )
        try:
            run_state_machine_as_test(cls.on(cls.wrong[mistake]), settings=by_day)
        except AssertionError:
            return True
        return False


G = TypeVar("G", bound=Game)

GAMES: list[type[Game]] = []
"""Those of the modules that have been imported."""


def game_about(about: object, wrong: Mapping[str, object]) -> Callable[[type[G]], type[G]]:
    """Say what a game is about, and what loses it.

    Raises:
        ValueError: if nothing is wrong.
    """
    if not wrong:
        raise ValueError("a game that nothing loses says nothing")

    def decorate(game: type[G]) -> type[G]:
        game.about, game.wrong = about, wrong
        GAMES.append(game)
        return game

    return decorate


def is_read(law: Dist[X, Fraction], read: Read[X]) -> bool:
    """Whether the law is what was read."""
    return {x: law.probability(x) for x in law} == {x: p for x, p in read.items() if p}


def is_pure(first: Read[X], second: Read[X], exp_eps: Fraction) -> bool:
    """Whether no outcome is more than e^eps times as likely as on the other side."""
    both = (first, second), (second, first)
    return all(p <= exp_eps * b.get(x, 0) for a, b in both for x, p in a.items())


def noise(ratio: Fraction, value: int) -> Fraction:
    """Pr[nu = value], nu two-sided geometric."""
    return (1 - ratio) / (1 + ratio) * ratio ** abs(value)


def noise_from(ratio: Fraction, least: int) -> Fraction:
    """Pr[nu >= least]."""
    below = 1 if least <= 0 else 0
    return below + (1 - 2 * below) * ratio ** (1 - least if below else least) / (1 + ratio)


def noisy(center: int, ratio: Fraction, low: int, high: int) -> Read[int]:
    """The law of a number and noise, shown in an interval that it lies in or not."""
    read = {y: noise(ratio, y - center) for y in range(low + 1, high)}
    read[low] = 1 - noise_from(ratio, low + 1 - center)
    read[high] = noise_from(ratio, high - center) if low < high else Fraction(1)
    return read

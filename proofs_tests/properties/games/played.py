"""Games: state machines in which Hypothesis plays the other side; wrong variants lose.

The machine reads the pseudo-code one step a move; after every move what it has read has to be the
law of the whole, as it is enumerated.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, run_state_machine_as_test

from proofs_tests.properties.measured import law_of, slack
from proofs_tests.properties.stated import BY_DAY, variants_of
from reference.privacy.curve import PrivacyCurve, curve_of_guarantee, envelope
from reference.probability.dist import Dist

X = TypeVar("X", bound=Hashable)

Read: TypeAlias = Mapping[X, Fraction]
"""The probability of each outcome."""


class Game(RuleBasedStateMachine):
    """A machine, with `game_about`."""

    about: ClassVar[Any]
    """A class or a function of the reference, or several."""

    wrong: ClassVar[Mapping[str, Any]]
    """Wrong variants of it, by the mistake."""

    moves: ClassVar[int] = 5
    """So many in a run, at most; the first is that of `@initialize`."""

    runs: ClassVar[int] = 20
    """So many by day; a hundred times as many at night."""

    made: ClassVar[Any]
    """What is played with: it, or a wrong variant of it."""

    @classmethod
    def play(cls) -> None:
        """Play it."""
        cls._run(cls.about, max_examples=settings().max_examples * cls.runs // BY_DAY)

    @classmethod
    def refutes(cls, mistake: str) -> bool:
        """Whether fifty runs refute a wrong variant."""
        seldom = {"database": None, "derandomize": True, "report_multiple_bugs": False}
        try:
            cls._run(cls.wrong[mistake], max_examples=BY_DAY, phases=[Phase.generate], **seldom)
        except AssertionError:
            return True
        return False

    @classmethod
    def _run(cls, made: object, **chosen: Any) -> None:
        machine = type(cls.__name__, (cls,), {"made": staticmethod(made)})  # type: ignore[arg-type]  # classes, too
        chosen["stateful_step_count"] = cls.moves
        run_state_machine_as_test(machine, settings=settings(**chosen))


G = TypeVar("G", bound=type[Game])

GAMES: list[type[Game]] = []
"""Those of the modules that have been imported."""


def game_about(about: object, wrong: Mapping[str, object]) -> Callable[[G], G]:
    """Say what a game is about, and what loses it: variants or edits, as of a property.

    Raises:
        ValueError: if nothing is wrong.
    """

    def decorate(game: G) -> G:
        game.about, game.wrong = about, variants_of(about, wrong)
        GAMES.append(game)
        return game

    return decorate


def played(*games: type[Game]) -> Callable[[type[Game]], None]:
    """A test for each game: its docstring is the sentence."""

    @pytest.mark.parametrize("game", games, ids=[game.__name__ for game in games])
    def test(game: type[Game]) -> None:
        game.play()

    return test


class Followed(Game):
    """A mechanism on two neighbours, followed step by step."""

    databases: list[Any]
    private: ClassVar[bool] = True
    """Whether what it promises is true."""

    def mechanism(self) -> Any:
        """As it is made."""
        raise NotImplementedError

    def read(self, side: int) -> Read[Any]:
        """The law of the outputs on a database, by the steps."""
        raise NotImplementedError

    def promised(self, mechanism: Any) -> list[PrivacyCurve]:
        """What is lost at most."""
        return [curve_of_guarantee(mechanism.guarantee.exp_eps, mechanism.guarantee.delta)]

    @invariant()
    def the_law_is_that_of_the_steps(self) -> None:
        """On either database, and no more is lost between them than is promised."""
        mechanism = self.mechanism()
        laws = [law_of(mechanism, database) for database in self.databases]
        assert all(is_read(law, self.read(side)) for side, law in enumerate(laws))
        lost = envelope(laws, [(0, 1), (1, 0)]).curve
        for most in self.promised(mechanism) if self.private else ():
            assert slack(lost, most) >= 0


def is_read(law: Dist[X, Fraction], read: Read[X]) -> bool:
    """Whether the law is what was read."""
    return {x: law.probability(x) for x in law} == {x: p for x, p in read.items() if p}


def gathered(parts: Iterable[tuple[X, Fraction]]) -> dict[X, Fraction]:
    """The sum for each outcome."""
    found: dict[X, Fraction] = {}
    for x, p in parts:
        found[x] = found.get(x, Fraction(0)) + p
    return found

"""`exactdp.privacy`: one answer for numbers, for one real eps and for every eps."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import exactdp
from audits.notebook.answer import Privacy, UnansweredError
from audits.notebook.claimed import claimed
from reference.data.domain import Domain
from reference.exact.field import RATIONALS, R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.privacy.divergence import Infinity
from reference.probability.coins import Coins

TWO, r = Fraction(2), RationalFunction.r()
BITS = exactdp.replace_one((0, 1), rows=1)


TWO_POINTS = Domain.of_size(2)


def response(eps: exactdp.Epsilon[R]) -> RandomizedResponse[R]:
    """The bit, or its opposite, with the odds e^eps : 1; its promise is eps."""
    return RandomizedResponse(TWO_POINTS, eps)


@dataclass(frozen=True)
class Promised:
    """A response to which somebody gave a promise: half of the loss."""

    eps: exactdp.Epsilon[Fraction]

    def __call__(self, database: tuple[int, ...], coins: Coins[Fraction], /) -> tuple[int, ...]:
        """The answer."""
        return coins.delegate(response(self.eps), database)

    @property
    def guarantee(self) -> exactdp.Guarantee[Fraction]:
        """What it promises."""
        return exactdp.Guarantee.pure(self.eps / 2)


def verdict(answer: Privacy[Any, Any]) -> str:
    """The verdict in a word."""
    return type(answer.verdict).__name__


def test_nothing_need_be_claimed() -> None:
    """A function that promises nothing: the least e^eps, the least delta, the worst event."""

    def lie(database: tuple[int, ...], coins: Coins[Fraction], /) -> tuple[int, ...]:
        return coins.delegate(response(exactdp.Epsilon(TWO)), database)

    answer = exactdp.privacy(lie, BITS)
    assert answer.verdict is None
    assert (answer.least_exp_eps, answer.least_delta(1)) == (TWO, Fraction(1, 3))
    assert answer.least_exp_eps_at("1/3") == 1
    assert answer.curve.breakpoints == ((Fraction(1), Fraction(1, 3)), (TWO, Fraction(0)))
    assert repr(answer.worst()) == (
        "Worst(database=(0,), neighbour=(1,), event=((0,),), probabilities=(2/3, 1/3))"
    )
    assert answer.worst(2) is None
    assert repr(answer) == "Privacy(lie: nothing claimed; 2 databases)"
    with pytest.raises(UnansweredError, match="at which e\\^eps"):
        answer.least_delta()


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ({"exp_eps": 2}, "Holds"),
        ({"exp_eps": "1.99"}, "Refuted"),
        ({"exp_eps": "1.5", "delta": "1/6"}, "Holds"),
        ({"exp_eps": "1.5", "delta": "0.1666"}, "Refuted"),
        ({"eps": 1}, "Holds"),
        ({"eps": "0.6931"}, "Refuted"),
        ({"eps": "0.6932"}, "Holds"),
        ({"eps": 0}, "Refuted"),
        ({"eps": exactdp.Epsilon(TWO)}, "Holds"),
        ({"eps": exactdp.Epsilon.of("1/2")}, "Refuted"),
    ],
)
def test_claims_about_numbers(claim: dict[str, Any], word: str) -> None:
    """A claim may be e^eps or eps, rational or real, with a delta; ln 2 is 0.69314..."""
    answer = exactdp.privacy(response(exactdp.Epsilon(TWO)), BITS, **claim)
    assert verdict(answer) == word
    assert answer.least_exp_eps_at(0) == TWO


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ({"eps": 1}, "Holds"),
        ({"eps": "1/2"}, "Refuted"),
        ({"exp_eps": "2.718281829"}, "Holds"),
        ({"exp_eps": "2.718281828"}, "Refuted"),
        ({"eps": exactdp.Epsilon.of(1, parts=2)}, "Holds"),
        ({"eps": exactdp.Epsilon.of(1)}, "Holds"),
        ({"eps": exactdp.Epsilon.of("1/2")}, "Refuted"),
        ({"eps": exactdp.Epsilon(Fraction(3))}, "Holds"),
    ],
)
def test_a_real_eps(claim: dict[str, Any], word: str) -> None:
    """At eps = 1, laws are functions of r = e^(1/2); verdicts and least values are those there."""
    answer = exactdp.privacy(response(exactdp.Epsilon.of(1, parts=2)), BITS, **claim)
    assert verdict(answer) == word
    assert answer.least_exp_eps == r**2
    assert answer.least_delta(1) == (r**2 - 1) / (r**2 + 1)
    assert answer.curve.max_ratio != Infinity.INFINITE


def test_every_eps() -> None:
    """Claims are multiples of eps; the least is a power of r; a curve has one eps."""
    eps = exactdp.Epsilon.indeterminate(parts=2)
    answer = exactdp.privacy(response(eps), BITS, eps=eps)
    assert (verdict(answer), answer.least_exp_eps) == ("Holds", r**2)
    assert verdict(exactdp.privacy(response(eps), BITS, eps=eps / 2)) == "Refuted"
    for question in (lambda: answer.curve, answer.worst, lambda: answer.least_exp_eps_at("1/2")):
        with pytest.raises(UnansweredError, match="for every eps"):
            question()


def test_a_promise_is_the_claim() -> None:
    """A `guarantee` is audited unless something else is claimed."""
    assert verdict(exactdp.privacy(Promised(exactdp.Epsilon(TWO, parts=2)), BITS)) == "Refuted"
    own = response(exactdp.Epsilon(TWO))
    assert verdict(exactdp.privacy(own, BITS)) == "Holds"
    assert verdict(exactdp.privacy(own, BITS, delta="1/2")) == "Holds"
    assert verdict(exactdp.privacy(own, BITS, exp_eps=1)) == "Refuted"


def test_continuous_noise() -> None:
    """Laplace noise at one eps and at every eps."""
    eps = exactdp.Epsilon.continuous(parts=4)
    every, one = (ContinuousAboveThreshold(0, each) for each in (eps, eps.at(1)))
    universe = exactdp.replace_one((0, 1), rows=1)
    assert verdict(exactdp.privacy(every, universe, eps=eps)) == "Holds"
    assert verdict(exactdp.privacy(one, universe, eps=1)) == "Holds"
    assert verdict(exactdp.privacy(one, universe, exp_eps="1.01")) == "Refuted"


def test_two_databases_are_a_universe() -> None:
    """A pair is a universe; where eps is said apart, the mechanism needs no `eps`."""
    eps = exactdp.Epsilon.of(1)

    def plain(database: tuple[int, ...], coins: Coins[RationalFunction], /) -> tuple[int, ...]:
        return coins.delegate(response(eps), database)

    answer = exactdp.privacy(plain, ((0,), (1,)), eps=1, at=eps)
    assert (verdict(answer), answer.name) == ("Holds", "plain")


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({"eps": 0.5}, r"eps 0\.5: write Fraction\(1, 2\)"),
        ({"exp_eps": 2, "eps": 1}, "give one of them"),
        ({"delta": 0.1, "eps": 1}, r"delta 0\.1: write Fraction\(1, 10\)"),
        ({"eps": -1}, "from 0 to 1000"),
        ({"eps": "one"}, "not a rational number"),
        ({"eps": "1/3"}, "3 times as many parts"),
        ({"eps": exactdp.Epsilon.indeterminate()}, "every eps, and these laws are at one"),
        ({"exp_eps": "1/2"}, "at least 1"),
    ],
)
def test_a_wrong_claim_is_refused(claim: dict[str, Any], message: str) -> None:
    """One line names the value and what to write."""
    with pytest.raises((TypeError, ValueError), match=message):
        exactdp.privacy(response(exactdp.Epsilon.of(1)), BITS, **claim)


def test_what_is_no_universe_is_refused() -> None:
    """So is a delta alone where nothing is promised, and a number claimed about every eps."""
    wrong: Any = 3
    with pytest.raises(TypeError, match="universe 3: give two neighbouring databases"):
        exactdp.privacy(response(exactdp.Epsilon(TWO)), wrong)
    with pytest.raises(ValueError, match="no two of its databases are neighbours"):
        exactdp.privacy(response(exactdp.Epsilon(TWO)), exactdp.replace_one((0,), rows=1))
    with pytest.raises(ValueError, match="delta without eps"):
        claimed(RATIONALS, None, None, delta="0.1")
    with pytest.raises(ValueError, match=r"Epsilon\.of\(1\)"):
        exactdp.privacy(response(exactdp.Epsilon.indeterminate()), BITS, eps=1)


@pytest.mark.parametrize("at", [{}, {"at": exactdp.Epsilon.of(1)}])
def test_a_loss_of_its_own_is_refused(at: dict[str, exactdp.Epsilon[Any]]) -> None:
    """It loses 2, and r stands for e^1 in its laws: eps = 1 would hold."""

    def response(database: tuple[int, ...], coins: Coins[RationalFunction]) -> bool:
        power = exactdp.Epsilon.of(2).exp()
        return bool(database[0]) != coins.draw(exactdp.bernoulli(1 / (1 + power)))

    with pytest.raises(ValueError, match=r"its laws depend on r|a loss that is not the eps"):
        exactdp.privacy(response, ((0,), (1,)), eps=1, **at)


def test_two_losses_of_one_mechanism_are_refused() -> None:
    """In its laws both would be powers of the same r."""

    @dataclass(frozen=True)
    class Twice:
        eps: exactdp.Epsilon[RationalFunction]
        more: exactdp.Epsilon[RationalFunction]

        def __call__(
            self, database: tuple[int, ...], coins: Coins[RationalFunction]
        ) -> tuple[bool, ...]:
            powers = (self.eps.exp(), self.more.exp())
            lies = [coins.draw(exactdp.bernoulli(1 / (1 + power))) for power in powers]
            return tuple(bool(database[0]) != lie for lie in lies)

    one = exactdp.Epsilon.of(1)
    assert isinstance(exactdp.privacy(Twice(one, one), ((0,), (1,)), eps=2).verdict, exactdp.Holds)
    with pytest.raises(ValueError, match="a loss that is not the eps"):
        exactdp.privacy(Twice(one, exactdp.Epsilon.of(2)), ((0,), (1,)), eps=2)


ONE, EVERY_U = exactdp.Epsilon.of(1), exactdp.Epsilon.continuous()


@dataclass(frozen=True)
class Made:
    """A response, or Laplace noise, with another loss: 2 at one eps, and eps = 3."""

    eps: exactdp.Epsilon[Any]
    way: str = "its own"
    stored: Any = None
    """What was made before it was called."""

    def __call__(self, database: tuple[int, ...], coins: Coins[Any]) -> bool:
        """The bit or its opposite, or whether the noisy bit is positive."""
        of = exactdp.Epsilon.of
        other: exactdp.Epsilon[Any] = self.eps
        match self.way:
            case "a number":
                other = of(2)
            case "powers of parts":
                other = of(2) * self.eps.parts
            case "of what eps says":
                other = of(2 * (self.eps.eps or 1), self.eps.parts)
            case "noise":
                other = exactdp.Epsilon.continuous(self.eps.parts).at(3)
            case "stored":
                other = self.stored
            case _:
                pass
        if other.field.continuous:
            return database[0] + coins.draw_real(exactdp.Laplace(1 / other)) > 0
        return bool(database[0]) != coins.draw(exactdp.bernoulli(1 / (1 + other.exp())))


@pytest.mark.parametrize(
    ("eps", "way"),
    [
        (ONE, "a number"),
        (ONE, "powers of parts"),
        (ONE, "of what eps says"),
        (ONE, "stored"),
        (EVERY_U.at(1), "noise"),
        (EVERY_U, "noise"),
    ],
)
def test_whatever_a_loss_is_made_of(eps: exactdp.Epsilon[Any], way: str) -> None:
    """Each loses more than eps, and held: in its laws r stands for another number."""
    mechanism = Made(eps, way, exactdp.Epsilon.of(2))
    with pytest.raises(ValueError, match="a loss that is not the eps of the mechanism"):
        exactdp.privacy(mechanism, ((0,), (1,)), eps=eps)
    assert mechanism == Made(eps, way, exactdp.Epsilon.of(2)), "it is as it was"


def test_the_eps_of_a_function_wherever_it_is() -> None:
    """In a default, in a function that it calls, and in a mechanism that was made before."""
    eps: exactdp.Epsilon[Any] = exactdp.Epsilon.of(1, parts=2)

    def lie(coins: Coins[Any]) -> bool:
        return coins.draw(exactdp.bernoulli(1 / (1 + eps.exp())))

    def calls(database: tuple[int, ...], coins: Coins[Any], /) -> bool:
        return bool(database[0]) != lie(coins)

    def default(
        database: tuple[int, ...], coins: Coins[Any], /, used: exactdp.Epsilon[Any] = eps
    ) -> bool:
        return bool(database[0]) != coins.draw(exactdp.bernoulli(1 / (1 + used.exp())))

    for function in (calls, default):
        answer = exactdp.privacy(function, ((0,), (1,)), eps=1, at=eps)
        assert (verdict(answer), answer.least_exp_eps) == ("Holds", r**2)
    halves = Made(eps, "stored", eps / 2)
    assert exactdp.privacy(halves, ((0,), (1,)), eps=1).least_exp_eps == r


@pytest.mark.parametrize("eps", [exactdp.Epsilon.of(4), exactdp.Epsilon(Fraction(50))])
def test_a_promise_of_another_loss_is_refused(eps: exactdp.Epsilon[Any]) -> None:
    """It promises 1, and r stands for e^4 in its laws: its promise held."""

    class Promising(Made):
        @property
        def guarantee(self) -> exactdp.Guarantee[Any]:
            return exactdp.Guarantee.pure(exactdp.Epsilon.of(1))

    with pytest.raises(ValueError, match="depends on"):
        exactdp.privacy(Promising(eps), ((0,), (1,)))
    assert verdict(exactdp.privacy(Promising(eps), ((0,), (1,)), eps=4)) == "Holds"


@pytest.mark.parametrize(
    "claim",
    [{"exp_eps": r}, {"exp_eps": 2, "delta": 1 / r}, {"eps": exactdp.Epsilon.indeterminate()}],
)
def test_a_claim_of_every_eps_about_numbers_is_refused(claim: dict[str, Any]) -> None:
    """There is no r in them."""
    with pytest.raises(ValueError, match="these laws are numbers"):
        exactdp.privacy(response(exactdp.Epsilon(TWO)), BITS, **claim)
    with pytest.raises(ValueError, match="everything is private with delta 1"):
        exactdp.privacy(response(exactdp.Epsilon(TWO)), BITS, exp_eps=2, delta=1)
    with pytest.raises(TypeError, match="give a number"):
        exactdp.privacy(response(exactdp.Epsilon(TWO)), BITS).least_delta(r)

"""`exactdp.privacy`: one answer for numbers, for one real eps and for every eps."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from time import time
from typing import Any

import pytest

import exactdp
from audits.notebook.answer import Privacy, UnansweredError
from audits.notebook.claimed import Asserted, claimed
from reference.data.domain import Domain
from reference.exact.field import RATIONALS, R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.privacy.divergence import Infinity
from reference.probability.coins import Coins, Mechanism
from reference.probability.continuous import Real

TWO, r = Fraction(2), RationalFunction.r()
BITS = exactdp.replace_one((0, 1), rows=1)
TWO_POINTS = Domain.of_size(2)

NUMBER: exactdp.Epsilon[Any] = exactdp.Epsilon(TWO)
ONE: exactdp.Epsilon[Any] = exactdp.Epsilon.of(1)
HALVES: exactdp.Epsilon[Any] = exactdp.Epsilon.of(1, parts=2)
EVERY_R: exactdp.Epsilon[Any] = exactdp.Epsilon.indeterminate()
EVERY: exactdp.Epsilon[Any] = exactdp.Epsilon.continuous()


def response(eps: exactdp.Epsilon[R]) -> RandomizedResponse[R]:
    """The bit, or its opposite, with the odds e^eps : 1; its promise is eps."""
    return RandomizedResponse(TWO_POINTS, eps)


def asked(eps: exactdp.Epsilon[Any], /, **claim: Any) -> Privacy[Any, Any]:  # noqa: ANN401
    """The answer about a response."""
    return exactdp.privacy(response(eps), BITS, **claim)


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
        return coins.delegate(response(NUMBER), database)

    answer = exactdp.privacy(lie, BITS)
    assert answer.verdict is None
    assert (answer.least_exp_eps, answer.least_delta(exp_eps=1)) == (TWO, Fraction(1, 3))
    assert answer.least_exp_eps_at("1/3") == 1
    assert answer.curve.breakpoints == ((Fraction(1), Fraction(1, 3)), (TWO, Fraction(0)))
    assert repr(answer.worst()) == (
        "Worst(database=(0,), neighbour=(1,), event=((0,),), probabilities=(2/3, 1/3))"
    )
    assert answer.worst(exp_eps=2) is None
    assert repr(answer) == "Privacy(lie: nothing claimed; 2 databases)"
    with pytest.raises(UnansweredError, match="at which eps"):
        answer.least_delta()
    assert answer.least_delta(eps=0) == Fraction(1, 3)


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
    answer = asked(NUMBER, **claim)
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
        ({"claim_eps": 1}, "Holds"),
    ],
)
def test_a_real_eps(claim: dict[str, Any], word: str) -> None:
    """At eps = 1, laws are functions of r = e^(1/2); verdicts and least values are those there."""
    answer = asked(HALVES, **claim)
    assert verdict(answer) == word
    assert answer.least_exp_eps == r**2
    assert answer.least_delta(exp_eps=1) == (r**2 - 1) / (r**2 + 1)
    assert answer.curve.max_ratio != Infinity.INFINITE


def test_a_claim_may_be_as_fine_as_one_likes() -> None:
    """Eps is not divided for it; for a delta it would have to be, and this is refused."""
    assert verdict(asked(ONE, eps="0.99999")) == "Refuted"
    assert verdict(asked(ONE, eps="1.00001")) == "Holds"
    with pytest.raises(ValueError, match="into 100000 parts, and at most 400 can be decided"):
        asked(ONE, claim_eps=1, delta="e^(-99999/100000 eps)")


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ({"eps": "1/3"}, "Refuted"),
        ({"eps": "4/3"}, "Holds"),
        ({"claim_eps": "7/8"}, "Refuted"),
        ({"eps": "1/3", "delta": "0.3557205893"}, "Refuted"),
        ({"eps": "1/3", "delta": "0.3557205894"}, "Holds"),
        ({"claim_eps": "1/2", "delta": "e^(-3/7 eps)"}, "Holds"),
        ({"claim_eps": "1/2", "delta": "1/2 e^(-3/7 eps)"}, "Holds"),
        ({"claim_eps": "1/2", "delta": "1/3 e^(-3/7 eps)"}, "Refuted"),
    ],
)
def test_a_claim_that_needs_more_parts_of_eps(claim: dict[str, Any], word: str) -> None:
    """It is made with them; (e - e^x) / (e + 1) is 0.35572... at x = 1/3, 0.287... at x = 1/2."""
    answer = asked(HALVES, **claim)
    assert verdict(answer) == word
    assert str(answer.least_exp_eps_at(0)).endswith("(2.718281828 to 2.718281829)")


def test_every_eps() -> None:
    """Claims are multiples of eps; the least is a power of r; a curve has one eps."""
    eps = exactdp.Epsilon.indeterminate(parts=2)
    answer = asked(eps, eps=eps)
    assert (verdict(answer), answer.least_exp_eps) == ("Holds", r**2)
    assert verdict(asked(eps, claim_eps="1/2")) == "Refuted"
    for question in (lambda: answer.curve, answer.worst, lambda: answer.least_exp_eps_at("1/2")):
        with pytest.raises(UnansweredError, match="for every eps"):
            question()


def test_a_promise_is_the_claim() -> None:
    """A `guarantee` is audited unless something else is claimed."""
    assert verdict(exactdp.privacy(Promised(exactdp.Epsilon(TWO, parts=2)), BITS)) == "Refuted"
    assert verdict(asked(NUMBER)) == "Holds"
    assert verdict(asked(NUMBER, delta="1/2")) == "Holds"
    assert verdict(asked(NUMBER, exp_eps=1)) == "Refuted"


def test_continuous_noise() -> None:
    """Laplace noise at one eps and at every eps."""
    eps = exactdp.Epsilon.continuous(parts=4)
    every, one = (ContinuousAboveThreshold(0, each) for each in (eps, eps.at(1)))
    assert verdict(exactdp.privacy(every, BITS, eps=eps)) == "Holds"
    assert verdict(exactdp.privacy(one, BITS, eps=1)) == "Holds"
    assert verdict(exactdp.privacy(one, BITS, exp_eps="1.01")) == "Refuted"


def test_two_databases_are_a_universe() -> None:
    """A pair is a universe; where eps is said apart, the mechanism needs no `eps`."""

    def plain(database: tuple[int, ...], coins: Coins[RationalFunction], /) -> tuple[int, ...]:
        return coins.delegate(response(ONE), database)

    answer = exactdp.privacy(plain, ((0,), (1,)), eps=1, at=ONE)
    assert (verdict(answer), answer.name) == ("Holds", "plain")


@pytest.mark.parametrize(
    ("eps", "claim", "message"),
    [
        (ONE, {"eps": 0.5}, r"eps 0\.5: write Fraction\(1, 2\)"),
        (ONE, {"exp_eps": 2, "eps": 1}, "give one of them"),
        (ONE, {"delta": 0.1, "eps": 1}, r"delta 0\.1: write Fraction\(1, 10\)"),
        (ONE, {"eps": -1}, "from 0 to 1000"),
        (ONE, {"eps": "one"}, "not a rational number"),
        (ONE, {"eps": EVERY_R}, "every eps, and these laws are at one"),
        (ONE, {"exp_eps": "1/2"}, "at least 1"),
        (EVERY_R, {"eps": 1}, r"Epsilon\.of\(1\)"),
        (NUMBER, {"exp_eps": r}, "a function of r"),
        (NUMBER, {"exp_eps": 2, "delta": 1 / r}, "a function of r"),
        (NUMBER, {"eps": EVERY_R}, "these laws are at one"),
        (NUMBER, {"exp_eps": 2, "delta": 1}, "everything is private with delta 1"),
    ],
)
def test_a_wrong_claim_is_refused(
    eps: exactdp.Epsilon[Any], claim: dict[str, Any], message: str
) -> None:
    """One line names the value and what to write; there is no r in numbers."""
    with pytest.raises((TypeError, ValueError), match=message):
        asked(eps, **claim)


def test_what_is_no_universe_is_refused() -> None:
    """A delta alone claims nothing."""
    wrong: Any = 3
    with pytest.raises(TypeError, match="universe 3: give two neighbouring databases"):
        exactdp.privacy(response(NUMBER), wrong)
    with pytest.raises(ValueError, match="no two of its databases are neighbours"):
        exactdp.privacy(response(NUMBER), exactdp.replace_one((0,), rows=1))
    assert claimed(RATIONALS, None, None, Asserted(delta="0.1")) is None
    with pytest.raises(TypeError, match="a function of r"):
        asked(NUMBER).least_delta(exp_eps=r)


@pytest.mark.parametrize("at", [{}, {"at": ONE}])
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

    assert isinstance(exactdp.privacy(Twice(ONE, ONE), ((0,), (1,)), eps=2).verdict, exactdp.Holds)
    with pytest.raises(ValueError, match="a loss that is not the eps"):
        exactdp.privacy(Twice(ONE, exactdp.Epsilon.of(2)), ((0,), (1,)), eps=2)


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
        (EVERY.at(1), "noise"),
        (EVERY, "noise"),
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


SQUARED = exactdp.Epsilon.of(2)
"""Its r is e^2, where that of ONE is e."""


@pytest.mark.parametrize(
    "claim",
    [
        {"exp_eps": SQUARED.exp()},
        {"exp_eps": RationalFunction(2)},
        {"exp_eps": 1, "delta": 1 - 1 / SQUARED.exp()},
        {"eps": 1, "delta": SQUARED.exp(-1)},
        {"exp_eps": asked(SQUARED).least_exp_eps},
    ],
)
def test_a_function_of_r_is_no_claim(claim: dict[str, Any]) -> None:
    """It does not say of which eps its r is: e^2 was taken for the r of eps = 1, and held."""
    for eps in (ONE, EVERY_R):
        with pytest.raises(TypeError, match=r"does not say which eps is meant|of other laws"):
            asked(eps, **claim)
    answer = asked(ONE)
    for wrong in claim.values():
        if isinstance(wrong, int):
            continue
        questions: list[Callable[[], object]] = [
            partial(answer.least_delta, exp_eps=wrong),
            partial(answer.worst, exp_eps=wrong),
            partial(answer.least_exp_eps_at, wrong),
        ]
        for question in questions:
            with pytest.raises(TypeError, match=r"does not say which eps is meant|of other laws"):
                question()
    assert answer.least_delta(exp_eps=answer.least_exp_eps) == 0, "its own number says it"


def test_another_loss_for_every_eps_is_no_claim() -> None:
    """The r of the one is e^(eps/2), that of the other e^eps: twice the loss held."""
    halves: exactdp.Epsilon[Any] = exactdp.Epsilon.indeterminate(2)
    for own, other in ((EVERY_R, halves), (halves, EVERY_R)):
        with pytest.raises(ValueError, match="another loss than that of the mechanism"):
            asked(own, eps=other)
        assert verdict(asked(own, eps=own)) == "Holds"
        assert verdict(asked(own, claim_eps=1)) == "Holds"
        assert verdict(asked(own, claim_eps="99/100")) == "Refuted"


def test_numbers_at_a_real_eps() -> None:
    """They are exact, lie between two decimals, and floats of them are rounded up."""
    answer = asked(HALVES)
    assert answer.least_eps.exact == answer.least_eps.low == 1
    least = answer.least_delta(eps="1/3")  # (e - e^(1/3)) / (e + 1)
    assert str(least).endswith("(0.3557205893 to 0.3557205894) where r = e^(1/6)")
    assert 0.3557 < float(least) < 0.3558
    assert Fraction(float(least)) >= least.high > least.low
    worst = answer.worst(eps="1/3")
    assert worst is not None
    assert str(worst.probabilities[0]).endswith("(0.7310585786 to 0.7310585787) where r = e^(1/6)")
    numbers = asked(NUMBER)
    assert str(numbers.least_eps) == "ln(2) (0.6931471805 to 0.6931471806)"
    assert float(numbers.least_delta(eps="1/2")) > 0.11708  # (2 - e^(1/2)) / 3
    with pytest.raises(ValueError, match="give one of them"):
        numbers.least_delta(exp_eps=2, eps=1)
    with pytest.raises(ValueError, match="from 0 to 1000"):
        numbers.least_delta(eps=-1)


def test_the_least_multiple_of_eps() -> None:
    """For every eps it is a number, whether its exponential is a power of r or not."""

    def often(database: tuple[int, ...], coins: Coins[RationalFunction], /) -> tuple[int, ...]:
        return coins.delegate(response(EVERY_R), database) if coins.draw(COIN) else ()

    answer = exactdp.privacy(often, BITS, at=EVERY_R)
    assert (str(answer.least_eps), answer.least_eps.exact) == ("eps", 1)
    assert answer.least_exp_eps == r
    assert "least loss for every eps  eps" in str(answer)


COIN: exactdp.Dist[bool, Any] = exactdp.bernoulli(Fraction(1, 2))


def test_chance_from_elsewhere_is_an_ordinary_error() -> None:
    """A script can catch it."""

    def foreign(database: tuple[int, ...], coins: Coins[Fraction], /) -> bool:
        late = bool(time() > database[0])
        return late and coins.draw(COIN)

    for ask in (lambda: exactdp.law(foreign, (0,)), lambda: exactdp.privacy(foreign, BITS)):
        with pytest.raises(exactdp.ForeignChanceError, match="time"):
            ask()


@pytest.mark.parametrize("draw", ["draw", "draw_noise"])
def test_noise_on_all_integers_has_a_way_in(draw: str) -> None:
    """The refusal names it, and what it names is private for eps."""
    eps = exactdp.Epsilon.indeterminate()
    noise = exactdp.TwoSidedGeometric

    def plain(database: tuple[int, ...], coins: Coins[RationalFunction], /) -> int:
        return int(sum(database) + getattr(coins, draw)(noise(eps.exp(-1))))

    with pytest.raises(TypeError, match=r"\.clamped\(low - x, high - x\).*\.truncated"):
        exactdp.privacy(plain, BITS, at=eps)

    def clamped(database: tuple[int, ...], coins: Coins[RationalFunction], /) -> int:
        count = sum(database)
        ends = (-count, len(database) - count)
        return count + coins.draw(noise(eps.exp(-1)).clamped(*ends))

    assert exactdp.privacy(clamped, BITS, at=eps).least_exp_eps == r


class Counted:
    """An object that is called."""

    def __init__(self) -> None:
        self.eps_of_it = EVERY

    def __call__(self, database: tuple[int, ...], coins: Coins[Any], /) -> bool:
        """Whether a noisy count is positive."""
        return (
            sum(a + coins.draw_real(exactdp.Laplace(1 / self.eps_of_it)) > 0 for a in database) > 0
        )


def noisy(eps: exactdp.Epsilon[Any], a: int, coins: Coins[Any]) -> Real:
    """An answer with noise."""
    return a + coins.draw_real(exactdp.Laplace(1 / eps))


def in_a_comprehension(database: tuple[int, ...], coins: Coins[Any], /) -> bool:
    """Its code is another one."""
    (found,) = [a + coins.draw_real(exactdp.Laplace(1 / EVERY)) for a in database]
    return found > 0


def in_a_lambda(database: tuple[int, ...], coins: Coins[Any], /) -> bool:
    """Likewise."""
    answered: Callable[[int], bool] = lambda a: noisy(EVERY, a, coins) > 0  # noqa: E731
    return answered(database[0])


def with_it(eps: exactdp.Epsilon[Any], database: tuple[int, ...], coins: Coins[Any], /) -> bool:
    """Given as an argument."""
    return noisy(eps, database[0], coins) > 0


def with_a_default(
    database: tuple[int, ...], coins: Coins[Any], /, *, eps: exactdp.Epsilon[Any] = EVERY
) -> bool:
    """An argument that nobody gives."""
    return noisy(eps, database[0], coins) > 0


@pytest.mark.parametrize("eps", [EVERY, EVERY.at(1)])
@pytest.mark.parametrize(
    "mechanism",
    [
        with_a_default,
        in_a_comprehension,
        in_a_lambda,
        partial(with_it, EVERY),
        Counted(),
        Counted().__call__,
    ],
)
def test_a_loss_for_every_eps_wherever_the_code_has_it(
    mechanism: Mechanism[tuple[int, ...], bool, Any], eps: exactdp.Epsilon[Any]
) -> None:
    """It is the one that is asked about, every eps or one."""
    assert exactdp.privacy(mechanism, ((0,), (1,)), at=eps).least_eps.exact == 1
    assert exactdp.Epsilon.continuous() == EVERY, "it is as it was"


def test_a_released_value_of_a_function() -> None:
    """Its density is decided for every eps; at one the way to a number is named."""

    def released(database: tuple[int, ...], coins: Coins[Any], /) -> Real:
        return noisy(EVERY, database[0], coins)

    assert exactdp.privacy(released, ((0,), (1,)), at=EVERY).least_eps.exact == 1
    with pytest.raises(ValueError, match=r"return cell\(value, cuts\)"):
        exactdp.privacy(released, ((0,), (1,)), at=EVERY.at(1))

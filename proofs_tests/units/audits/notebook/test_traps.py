"""What reads like an answer and is another one: truth values, positions, scores, numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import exactdp as dp
from audits.notebook.answer import Privacy, UnansweredError
from audits.notebook.number import Number
from reference.privacy.divergence import Infinity
from reference.privacy.epsilon import InexactExponentError
from reference.probability.coins import Coins, Mechanism

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

BITS = dp.replace_one((0, 1), rows=1)


def lie(database: tuple[int, ...], coins: Coins[Any], /) -> bool:
    """The bit, or with probability 1/4 its opposite: its loss is ln(3)."""
    return bool(database[0] != coins.draw(dp.bernoulli("1/4")))


def told(database: tuple[int, ...], coins: Coins[Any], /) -> tuple[int, bool]:
    """The bit itself: its loss is infinite."""
    return database[0], coins.draw(dp.bernoulli("1/2"))


@dataclass(frozen=True)
class Half:
    """A lie that takes e^(eps/2)."""

    eps: dp.Epsilon[Any]

    def __call__(self, database: tuple[int, ...], coins: Coins[Any], /) -> bool:
        """The bit, or its opposite."""
        odds = self.eps.exp(Fraction(1, 2))
        return bool(database[0] != coins.draw(dp.bernoulli(1 / (1 + odds))))


@dataclass(frozen=True)
class Two:
    """One mechanism in another, each with an eps."""

    eps: dp.Epsilon[Any]
    inner: Half

    def __call__(self, database: tuple[int, ...], coins: Coins[Any], /) -> tuple[bool, bool]:
        """What both put out."""
        return coins.run(self.inner, database), Half(self.eps)(database, coins)


@dataclass(frozen=True)
class Loud:
    """Continuous noise is compared with a bit."""

    eps: dp.Epsilon[Any]

    def __call__(self, database: tuple[int, ...], coins: Coins[Any], /) -> bool:
        """Whether the bit is larger."""
        return bool(database[0] + coins.draw_real(dp.Laplace(1 / self.eps)) >= 1)


ANSWER: Privacy[Any, Any] = dp.privacy(lie, BITS, eps=1)
ln_3 = ANSWER.least_eps


@pytest.mark.parametrize("claim", [{}, {"exp_eps": 2}, {"exp_eps": 3}])
def test_an_answer_has_no_truth_value(claim: dict[str, Any]) -> None:
    """`assert privacy(...)` passed for a refuted claim."""
    with pytest.raises(TypeError, match=r"isinstance\(answer.verdict, Holds\)"):
        bool(dp.privacy(lie, BITS, **claim))


@pytest.mark.parametrize("exp_eps", [0, -1, "1/2", Fraction(99, 100)])
def test_an_exponential_below_one_is_refused(exp_eps: object) -> None:
    """No eps has it; 0, which is an eps, said that the least delta is 1."""
    for question in (ANSWER.least_delta, ANSWER.worst):
        with pytest.raises(ValueError, match=r"e\^eps is at least 1; eps = 0 is exp_eps=1$"):
            question(exp_eps=exp_eps)


def test_a_loss_is_named() -> None:
    """A number alone does not say whether it is eps or e^eps."""
    problem = dp.worst_case("guess", BITS, (0, 1), lambda database, y: database[0] == y)
    questions: list[Callable[..., object]] = [
        ANSWER.least_delta,
        ANSWER.worst,
        lambda x: dp.best(problem, x),  # type: ignore[call-overload]  # what is refused
    ]
    for question in questions:
        with pytest.raises(TypeError, match="positional"):
            question(1)


@pytest.mark.parametrize("score", [0, 1, 2, Fraction(1, 2), None, "yes"])
def test_a_score_is_no_truth_value(score: object) -> None:
    """A count of good rows was taken for true where it is not 0."""
    with pytest.raises(TypeError, match=r"returns True or False; for scores.* expected_loss"):
        dp.worst_case("counts", BITS, (0, 1), lambda *_: score)  # type: ignore[arg-type]  # what is refused


def test_truth_values_of_numpy_are_some() -> None:
    """Comparisons of arrays give them."""
    numpy = pytest.importorskip("numpy")
    problem = dp.worst_case("guess", BITS, (0, 1), lambda d, y: numpy.array(d)[0] == y)
    assert dp.best(problem, exp_eps=3).value == Fraction(3, 4)


def test_scores_are_losses() -> None:
    """They are minimised exactly; floats are refused."""
    problem = dp.expected_loss("off", BITS, (0, 1), lambda d, y: Fraction(abs(d[0] - y)))
    assert dp.best(problem, exp_eps=3).value == Fraction(1, 4)
    with pytest.raises(TypeError, match=r"the loss 0\.0: write Fraction\(0, 1\)"):
        dp.expected_loss("off", BITS, (0, 1), lambda d, y: abs(d[0] - y) / 2)  # type: ignore[arg-type,return-value]  # what is refused


def test_numbers_of_answers_are_compared() -> None:
    """With each other and with exact numbers, as far as decimals tell."""
    infinite = dp.privacy(told, BITS).least_eps
    assert str(infinite) == "infinite"
    assert Number.loss(Fraction(2)) < ln_3 < infinite
    assert max(infinite, ln_3) is infinite
    assert ln_3 == dp.privacy(lie, BITS).least_eps
    assert 1 < ln_3 <= Fraction(11, 10)
    assert ln_3 < "1.0987"
    assert ln_3.low <= ln_3 <= ln_3.high, "as it is printed"
    assert infinite == Infinity.INFINITE
    assert infinite > 10**100
    assert infinite >= float("inf")
    assert not Number.loss(Fraction(1))
    assert bool(ln_3)
    for other in (1.1, True, None):
        with pytest.raises(TypeError, match="compared with"):
            assert ln_3 < other
    with pytest.raises(ValueError, match="decimals do not tell"):
        assert ln_3 < Fraction("1.0986122887")


def test_multiples_of_eps_are_compared_by_their_factor() -> None:
    """One and a number are not."""
    half, whole, none = (
        Number.multiple_of_eps({"exact": k, "low": k, "high": k}) for k in ("1/2", "1", "inf")
    )
    assert half < whole < none
    assert str(none) == "infinite"
    with pytest.raises(TypeError, match="a multiple of eps and a number"):
        assert whole < ln_3
    ends: list[tuple[str | None, str | None]] = [("64", None), (None, "2"), (None, None)]
    known = [Number.multiple_of_eps({"exact": None, "low": a, "high": b}) for a, b in ends]
    assert [*map(str, known)] == ["more than 64 eps", "at most 2 eps", "unknown"]
    assert known[0] > known[1]
    assert known[0] <= none
    with pytest.raises(ValueError, match="decimals do not tell"):
        assert known[0] < none


def test_a_loss_may_be_a_logarithm() -> None:
    """Of a rational number, as in the terminal; also one that an answer gave."""
    for eps in ("ln(3)", "ln 3", ln_3):
        assert isinstance(dp.privacy(lie, BITS, eps=eps).verdict, dp.Holds)
        assert ANSWER.least_delta(eps=eps) == 0
    assert ANSWER.least_delta(eps="ln(2)") == Fraction(1, 4)
    assert isinstance(dp.privacy(lie, BITS, eps="ln(2.999)").verdict, dp.Refuted)
    with pytest.raises(ValueError, match=r"Epsilon\(Fraction\(x\)\)"):
        dp.Epsilon.of("ln(8)")
    with pytest.raises(ValueError, match=r"at least 0 = ln\(1\)"):
        ANSWER.least_delta(eps="ln(1/2)")


def test_a_number_says_of_which_r_it_is() -> None:
    """At an eps that is no multiple of eps/parts, r is that of finer parts."""
    answer = dp.privacy(Half(dp.Epsilon.of(1, parts=2)), BITS)
    found = answer.least_delta(eps="1/3")
    assert str(found).endswith(" where r = e^(1/6)")
    r = math.exp(1 / 6)  # P = r^3 / (r^3 + 1), e^eps = r^2
    assert float(found) == pytest.approx((r**3 - r**2) / (r**3 + 1))
    assert "where" not in str(answer.least_exp_eps)


EVERY: dp.Epsilon[Any] = dp.Epsilon.indeterminate()


@pytest.mark.parametrize(
    ("eps", "claim"),
    [
        (dp.Epsilon.of(1), {}),
        (dp.Epsilon.of("0.7"), {"claim_eps": "1/3"}),
        (dp.Epsilon.of(1), {"eps": "1/2"}),
        (EVERY, {"claim_eps": "1/2"}),
        (EVERY, {"claim_eps": "1/4"}),
        (EVERY, {"eps": EVERY}),
    ],
)
def test_parts_of_eps_are_found(eps: dp.Epsilon[Any], claim: dict[str, Any]) -> None:
    """The answer is that of an eps which was divided at once."""
    found = dp.privacy(Half(eps), BITS, **claim)
    finer: dp.Epsilon[Any] = dp.Epsilon.indeterminate(2)
    finer = finer if eps.eps is None else finer.at(eps.eps)
    claim = {name: finer if value is eps else value for name, value in claim.items()}
    assert str(found) == str(dp.privacy(Half(finer), BITS, **claim))
    assert found.least_eps.exact == (eps.eps or 1) / 2


@pytest.mark.parametrize(
    "mechanism",
    [
        Half(dp.Epsilon(Fraction(2))),
        Two(dp.Epsilon.of(1), Half(dp.Epsilon.of(1, parts=2))),
        Two(EVERY, Half(EVERY)),
        Half(EVERY).__call__,
    ],
)
def test_where_no_parts_are_found_it_is_said_what_to_write(
    mechanism: Mechanism[Any, Any, Any],
) -> None:
    """A root is a number; with a second eps r would stand for two."""
    with pytest.raises(InexactExponentError, match=r"in Python write Epsilon\S*\(.*parts=2\)"):
        dp.privacy(mechanism, BITS)


@pytest.mark.parametrize(
    ("eps", "advice"),
    [
        (dp.Epsilon.continuous(), "Epsilon.continuous().at(1)"),
        (dp.Epsilon.continuous(4), "Epsilon.continuous(parts=4).at(1)"),
    ],
)
def test_advice_for_continuous_noise_is_one_that_works(eps: dp.Epsilon[Any], advice: str) -> None:
    """Each refusal at every eps says how it is made at one, where there is an answer."""
    every = dp.privacy(Loud(eps), BITS)
    questions: list[Callable[[], object]] = [
        every.worst,
        lambda: every.curve,
        lambda: every.least_delta(eps=1),
        lambda: every.least_eps_at("1/10"),
        lambda: dp.plot(every),
        lambda: dp.privacy(Loud(eps), BITS, eps=1),
    ]
    for question in questions:
        with pytest.raises((UnansweredError, ValueError)) as refused:
            question()
        assert advice in str(refused.value)
        assert "Epsilon.of" not in str(refused.value)
    made = eval(advice, {"Epsilon": dp.Epsilon})  # noqa: S307 - what the message says to write
    assert dp.privacy(Loud(made), BITS).worst() is not None
    with pytest.raises(TypeError, match=r"Epsilon\.continuous\(parts\)\.at\(1\)"):
        dp.privacy(Loud(dp.Epsilon.of(1)), BITS)


def test_optima_are_printed_as_facts() -> None:
    """A line for each, not the problem as Python has it; both kinds have the same names."""
    problem = dp.worst_case("a guess", BITS, (0, 1), lambda database, y: database[0] == y)
    exact, between = dp.best(problem, exp_eps=3), dp.best(problem, eps=1)
    assert str(exact).splitlines() == [
        "a guess",
        "  e^eps                       3",
        "  delta                       0",
        "  greatest least probability  3/4",
    ]
    assert str(between).endswith("greatest least probability  0.7310585786 to 0.7310585787")
    assert exact.value == Fraction(3, 4)
    assert exact.gap == 0
    assert between.value is None
    assert 0 < between.gap < Fraction(1, 10**9)
    assert max(len(repr(exact)), len(repr(between))) < 900


def test_a_crash_names_the_database() -> None:
    """The first on which it happens."""

    def crashing(database: tuple[int, ...], coins: Coins[Any], /) -> int:
        return 1 // (sum(database) - 2) + coins.draw(dp.bernoulli("1/2"))

    with pytest.raises(ZeroDivisionError) as crash:
        dp.privacy(crashing, dp.replace_one((0, 1), rows=2))
    assert crash.value.__notes__ == ["on the database (1, 1)"]


def test_what_python_lacks_names_the_command() -> None:
    """Streams of every length; and a universe is always given."""
    with pytest.raises(ValueError, match=r"exactdp privacy FILE\.py:CLASS --all-n"):
        dp.privacy(lie, all_n=True)
    with pytest.raises(TypeError, match=r"universe None: give two .* replace_one"):
        dp.privacy(lie)

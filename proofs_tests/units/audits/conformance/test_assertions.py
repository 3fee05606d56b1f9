"""The assertions that other people's tests use."""

from fractions import Fraction

import pytest

from audits.conformance.assertions import (
    assert_conforms,
    assert_mechanism_private,
    assert_private,
)
from audits.conformance.samplers import SamplerError
from audits.conformance.tape import Tape
from audits.verdict import Scope, Undecided
from reference.data.adjacency import replace_one
from reference.probability.coins import Coins, SeededBits, sample
from reference.probability.dist import Dist

FAIR = Dist.uniform((0, 1))


def majority(database: tuple[int, ...], rng: Tape) -> int:
    """A uniformly random row: private for no finite loss."""
    return database[rng.below(len(database))]


def response(database: tuple[int, ...], rng: Tape) -> tuple[int, ...]:
    """Randomized response with odds 2 : 1 on every row."""
    return tuple(row if rng.randrange(3) else 1 - row for row in database)


def test_a_private_function_passes() -> None:
    """Odds of 2 : 1 are e^eps = 2, and eps = 0.6931471806 > ln 2."""
    assert_private(response, replace_one((0, 1), 2, ordered=True), exp_eps=2)
    assert_private(response, [((0,), (1,))], eps="0.6931471806")


@pytest.mark.parametrize(
    ("eps", "delta", "message"),
    [
        ("0.69", 0, r"Pr\[\(0\) -> T\] = 2/3 and Pr\[\(1\) -> T\] = 1/3 for T = \{\(0\)\}"),
        (0, "0.3", r"but 2/3 > e\^0 \* 1/3 \+ 3/10"),
    ],
)
def test_a_failure_shows_the_witness(eps: str | int, delta: str | int, message: str) -> None:
    """Databases, event and both exact probabilities stand in the message."""
    with pytest.raises(AssertionError, match=message):
        assert_private(response, [((0,), (1,))], eps=eps, delta=delta)


def test_one_of_eps_and_exp_eps_is_needed() -> None:
    """Neither and both are refused."""
    with pytest.raises(TypeError):
        assert_private(response, [((0,), (1,))])
    with pytest.raises(TypeError):
        assert_private(response, [((0,), (1,))], eps=1, exp_eps=3)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ({"eps": 1, "delta": 2}, "delta = 2: from 0 to 1"),
        ({"eps": 1, "delta": "-0.1"}, "delta = -0.1: from 0 to 1"),
        ({"exp_eps": 0}, "exp_eps = 0: e\\^eps is at least 1"),
        ({"exp_eps": Fraction(1, 2)}, "exp_eps = 1/2: e\\^eps is at least 1"),
        ({"eps": -1}, "eps = -1: a privacy loss is at least 0"),
    ],
)
def test_a_claim_that_is_none_is_refused(claim: dict[str, int], said: str) -> None:
    """No delta above 1, no e^eps below 1: everything would pass, or nothing."""
    with pytest.raises(ValueError, match=said):
        assert_private(response, [((0,), (1,))], **claim)
    with pytest.raises(ValueError, match=said):
        assert_mechanism_private(lambda _, coins: coins.draw(FAIR), [((0,), (1,))], **claim)


def test_an_undecided_claim_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason of the verdict, whatever form the claim has."""
    verdict = Undecided(Scope("a scope"), "the kernel refuses the certificate")
    monkeypatch.setattr("audits.conformance.assertions.confirmed", lambda _: verdict)
    with pytest.raises(AssertionError, match="undecided: the kernel refuses the certificate"):
        assert_private(response, [((0,), (1,))], exp_eps=2)


def test_an_infinite_loss_is_found() -> None:
    """A random row of the database itself."""
    with pytest.raises(AssertionError, match="not private"):
        assert_private(majority, replace_one((0, 1), 2), eps=30)


def test_a_mechanism_of_the_reference() -> None:
    """The same with coins instead of a random source."""

    def mechanism(database: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        return coins.draw(Dist.uniform((*database, 0, 1)))

    universe = replace_one((0, 1), 1)
    assert_mechanism_private(mechanism, universe, exp_eps=2)
    with pytest.raises(AssertionError):
        assert_mechanism_private(mechanism, universe, exp_eps=Fraction(3, 2))


def test_a_sample_outside_the_law_is_the_witness() -> None:
    """One LEAK in twenty thousand bits; too few samples are another matter, no failure."""
    said = "1 of 20000 samples in 'LEAK', whose probability is 0"
    with pytest.raises(AssertionError, match=said):
        assert_conforms(lambda n: ["LEAK" if n > 10_000 else 0, *[1, 0] * (n // 2)][:n], FAIR)
    with pytest.raises(SamplerError, match="gave 0 samples where 200 were asked for"):
        assert_conforms(lambda _: [], FAIR)


@pytest.mark.statistical
def test_samples_conform_or_not() -> None:
    """Fair bits pass (seed fixed), bits with odds 2 : 1 fail and the event is named."""
    source = SeededBits(3)
    assert_conforms(lambda n: [sample(FAIR, source) for _ in range(n)], FAIR, samples=2_000)
    biased = Dist.uniform((0, 0, 1))
    with pytest.raises(AssertionError, match=r"samples in \{[01]\}, whose probability is 1/2"):
        assert_conforms(lambda n: [sample(biased, source) for _ in range(n)], FAIR)

"""The assertions that other people's tests use."""

import math
import os
import re
import secrets  # noqa: TID251  # an outside source
import subprocess
import sys
import time
import unittest
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from audits.conformance.assertions import assert_conforms, assert_mechanism_private, assert_private
from audits.conformance.exhaustion import Exhausted, Limits, Search
from audits.conformance.instructions import TESTED
from audits.conformance.runs import ProgramEndsError
from audits.conformance.samplers import SamplerError, UserCodeError
from audits.conformance.tape import Tape
from audits.conformance.uniform import UnboundedDrawError
from proofs_tests.architecture.tree import ROOT
from proofs_tests.conformance.published import noisy
from proofs_tests.conformance.published import two_sided as noise
from proofs_tests.nightly import at_night
from reference.data.adjacency import replace_one
from reference.probability.coins import Coins, SeededBits, sample
from reference.probability.dist import Dist
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.purity import OutsideSourceError

PLUGIN = os.pathsep.join(map(str, (ROOT, ROOT / "audits" / "conformance" / "plugin")))

FAIR = Dist.uniform((0, 1))
MERGING = pytest.mark.skipif(
    sys.version_info[:2] not in TESTED, reason="nothing is merged on this interpreter"
)


def majority(database: tuple[int, ...], rng: Tape) -> int:
    """A uniformly random row: private for no finite loss."""
    return database[int(rng.below(len(database)))]


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


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({"exp_eps": 0}, "exp_eps = 0: e^eps is at least 1"),
        ({"exp_eps": Fraction(1, 2)}, "exp_eps = 1/2"),
        ({"eps": "-1"}, "eps = -1: it is at least 0"),
        ({"eps": 1, "delta": 2}, "delta = 2: it lies in [0, 1]"),
        ({"eps": 1, "delta": "-0.1"}, "delta = -0.1"),
        ({"eps": 1, "allowance": 2}, "allowance = 2: it lies in [0, 1]"),
        ({"eps": "nan"}, "eps = 'nan': give a decimal such as 1.1, or a quotient such as 11/10"),
        ({"eps": Decimal("inf")}, "eps = 'Infinity': give a decimal"),
        ({"exp_eps": "e"}, "exp_eps = 'e': give a decimal"),
        ({"eps": 1, "delta": 1}, "delta = 1: everything is private with delta 1; it is less than"),
        ({"eps": 1, "allowance": 1}, "delta + allowance = 1: everything is private"),
        ({"eps": 1, "delta": "0.6", "allowance": "0.5"}, "delta + allowance = 11/10: everything"),
        ({"eps": 1, "delta": ""}, "delta = '': give a decimal"),
    ],
)
def test_claims_out_of_range_are_refused(claim: dict[str, Any], message: str) -> None:
    """A claim that says nothing, or nothing possible, is an error that names the value."""
    with pytest.raises(ValueError, match=re.escape(message)):
        assert_private(response, [((0,), (1,))], **claim)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({}, "give exactly one of eps and exp_eps"),
        ({"eps": 1, "exp_eps": 3}, "give exactly one of eps and exp_eps"),
        ({"eps": 1.1}, "eps = 1.1 is a float: give an int, a Fraction or a string, such as eps="),
        ({"exp_eps": 3.0}, "exp_eps = 3.0 is a float: give an int"),
        ({"exp_eps": 2, "delta": 1e-6}, 'such as delta="1e-06"'),
        ({"exp_eps": True}, "exp_eps = True is no number: give an int, a Fraction or a string"),
        ({"eps": [1]}, "eps = [1] is no number"),
    ],
)
def test_numbers_are_what_was_typed(claim: dict[str, Any], message: str) -> None:
    """A float is another number, a truth value is none; one of eps and exp_eps is needed."""
    with pytest.raises(TypeError, match=re.escape(message)):
        assert_private(response, [((0,), (1,))], **claim)


def test_numbers_may_be_written_in_any_exact_way() -> None:
    """As a quotient, a decimal, with an exponent; e^2 is larger than 7."""
    for claim in ({"exp_eps": "2"}, {"exp_eps": "4/2"}, {"eps": Decimal("0.7")}, {"eps": "7/10"}):
        assert_private(response, [((0,), (1,))], delta="1e-06", **claim)


def leaking(bit: int, rng: Tape) -> object:
    """A leak of one in a thousand through `secrets`."""
    return ("leak", bit) if secrets.randbelow(1000) == 0 else 0 * rng.randrange(2)


def responding(bit: int, rng: Tape) -> int:
    """A right randomized response, through `secrets`."""
    return int(rng.randrange(1)) + (bit if secrets.randbelow(3) else 1 - bit)


@pytest.mark.parametrize("program", [leaking, responding])
def test_a_leak_around_the_tape_never_passes(program: Callable[[int, Tape], Any]) -> None:
    """It is refused, in a line that names the source and the place."""
    said = r"secrets.*test_assertions\.py:\d+.*; draw from the"
    with pytest.raises(OutsideSourceError, match=said):
        assert_private(program, [(0, 1)], eps=1)


@MERGING
def test_a_published_sampler_is_decided() -> None:
    """Noise of scale 1 for values that differ by 1: e^1 with the rest allowed for, less not.

    Without an allowance, a claim of delta = 0 is not proved by what was followed.
    """
    rest = Fraction(1, 2**20)
    assert_private(noisy, [(0, 1)], eps=1, allowance=rest)
    with pytest.raises(AssertionError, match=r"^not private: .*whatever is left: "):
        assert_private(noisy, [(0, 1)], eps="0.99", allowance=rest)
    with pytest.raises(AssertionError, match=r"^undecided, .* is left; .*passes with allowance="):
        assert_private(noisy, [(0, 1)], eps=1)


@pytest.mark.parametrize("undecided", ["fail", "skip"])
def test_a_call_without_an_end_is_undecided(undecided: str) -> None:
    """The time is over, and the process ended, with all of the probability left.

    It is skipped, if that is wanted, with the words that it would fail with.
    """
    ending = unittest.SkipTest if undecided == "skip" else AssertionError
    said = (
        r"^undecided, 1 of the probability is left, stopped after [12]\.\d s, as its time was "
        r"over: a call of .*drawn in a function that returns a number"
    )
    with pytest.raises(ending, match=said):
        assert_private(hanging, [(0, 1)], exp_eps=3, timeout=1, undecided=undecided)


@pytest.mark.parametrize(
    ("universe", "words"),
    [
        ((10, 11), "10 is not a pair: give a list of pairs, such as"),
        ([(1, 2, 3)], "is not a pair"),
        ({(1, 2)}, "give a list of pairs, such as"),
        ([(math.nan, math.nan)], "neighbours are two different databases"),
        ([([0, 1], [0, 2])], "database .0, 1.: give a tuple, not a list"),
        ([(0, 0)], r"^pair \(0, 0\): neighbours are two different databases$"),
        ([(1, 2), (True, 3)], "1 and True are equal"),
    ],
)
def test_what_are_no_pairs_of_databases_is_said(universe: Any, words: str) -> None:  # noqa: ANN401
    """In one line, with what is meant; 1 and True would be one database, and never both run."""
    with pytest.raises((TypeError, ValueError), match=words):
        assert_private(lambda _, __: 0, universe, exp_eps=2)


def test_geometric_noise_by_a_logarithm_is_refused_with_what_to_write() -> None:
    """The law is that of a loop, which passes."""

    def by_logarithm(count: int, rng: Tape) -> int:
        return count + math.floor(-math.log(1 - rng.random()) / math.log(2))

    def by_tosses(count: int, rng: Tape) -> int:
        k = 0
        while rng.random() < 0.5:
            k += 1
        return count + k

    with pytest.raises(UnboundedDrawError, match=r"only comparisons, .* write `k = 0` and `while"):
        assert_private(by_logarithm, [(0, 1)], exp_eps=2, delta="0.5", allowance="1e-3")
    assert_private(by_tosses, [(0, 1)], exp_eps=2, delta="0.5", allowance="1e-3")


def test_what_is_refuted_is_never_skipped() -> None:
    """Nor is there a third choice."""
    with pytest.raises(AssertionError, match=r"^not private"):
        assert_private(lambda bit, _: bit, [(0, 1)], exp_eps=2, undecided="skip")
    with pytest.raises(ValueError, match=r'undecided = .pass.: give "fail" or "skip"'):
        assert_private(lambda bit, _: bit, [(0, 1)], exp_eps=2, undecided="pass")


def half_left(bit: int, rng: Tape) -> int:
    """A loss of 3 : 1 where the bit is told at once, with probability 1/2; then for ever."""
    if rng.getrandbits(1):
        return bit if rng.randrange(4) else 1 - bit
    while [rng.random()]:
        pass
    return 2


def test_what_is_left_refutes_nothing() -> None:
    """1/2 is left: 3/8 against 1/8 could be anything; at delta = 1/2 what is left is covered."""
    limits = Limits(draws=50)
    with pytest.raises(AssertionError, match="undecided"):
        assert_private(half_left, [(0, 1)], exp_eps=1, limits=limits)
    with pytest.raises(AssertionError, match="undecided"):
        assert_private(half_left, [(0, 1)], exp_eps=2, delta="0.5", limits=limits)
    assert_private(half_left, [(0, 1)], exp_eps=3, delta="0.5", limits=limits)


def leaking_in_the_tail(bit: int, rng: Tape) -> object:
    """A tail of probability 2^-7 tells the bit; the branches before it are the same."""
    k = [0]
    while rng.getrandbits(1):
        k[0] += 1
    return k[0] if k[0] < 7 else (k[0], bit)


@pytest.mark.parametrize("branches", [8, 64, *at_night(2000)])
def test_a_leak_in_what_is_left_never_passes(branches: int) -> None:
    """With an allowance below 2^-7 it is undecided or refuted; from 2^-7 on it passes."""
    limits = Limits(branches=branches, target=Fraction(0))
    for allowance in ("0.0078", "0.001"):
        with pytest.raises(AssertionError, match=r"^undecided, |^not private: "):
            assert_private(
                leaking_in_the_tail, [(0, 1)], eps=1, allowance=allowance, limits=limits
            )
    if branches > 8:
        assert_private(leaking_in_the_tail, [(0, 1)], eps=1, allowance="0.00782", limits=limits)
        with pytest.raises(AssertionError, match=r"^not private: "):
            assert_private(leaking_in_the_tail, [(0, 1)], eps=1, allowance="1e-3", limits=limits)


def hanging(bit: int, rng: Tape) -> int:
    """Three of four calls end."""
    if rng.getrandbits(2):
        return bit if rng.randrange(4) else 1 - bit
    while [bit]:
        pass
    return 2


def test_a_law_that_takes_long_is_no_call_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been counted is not counted again when calls are repeated: nothing is accused."""
    law = Search.law

    def slow(search: Search[int]) -> Exhausted[int]:
        time.sleep(1.5)
        return law(search)

    monkeypatch.setattr(Search, "law", slow)
    assert_private(
        lambda bit, rng: bit if rng.randrange(4) else 1 - bit, [(0, 1)], exp_eps=3, timeout=3.3
    )


RATIO = math.exp(-0.5)


def noisy_count(count: int, rng: Tape) -> int:
    """Loss 1/2 between counts that differ by 1."""
    return count + noise(RATIO, rng)


def without_query_noise(answers: tuple[int, ...], rng: Tape) -> tuple[bool, ...]:
    """A sparse vector that is plainly broken."""
    threshold = 1 + noise(RATIO, rng)
    return tuple(answer >= threshold for answer in answers)


def is_above(answer: int, threshold: int, rng: Tape) -> bool:
    """A noisy comparison."""
    return answer + noise(math.exp(-0.25), rng) >= threshold


def sparse_vector(answers: tuple[int, ...], rng: Tape) -> tuple[bool, ...]:
    """Right: half of the loss for the threshold, half for the answers, twice the sensitivity."""
    threshold = 1 + noise(RATIO, rng)
    found: list[bool] = []
    for answer in answers:
        found.append(is_above(answer, threshold, rng))
        if found[-1]:
            break
    return tuple(found)


def written_out(answers: tuple[int, ...], rng: Tape) -> int:
    """The same where noise and comparison stand in the loop: too many branches."""
    threshold = 1 + noise(RATIO, rng)
    for place, answer in enumerate(answers):
        if answer + noise(math.exp(-0.25), rng) >= threshold:
            return place
    return -1


ANSWERS = [((0, 1, 0), (1, 0, 1))]


def test_a_noisy_count_passes_with_room_for_its_tail() -> None:
    """At its loss, not below: 1/2 is the loss at every count that is observed."""
    assert_private(noisy_count, [(0, 1)], eps="0.5", allowance="1e-3")
    with pytest.raises(AssertionError, match=r"^not private: .*whatever is left"):
        assert_private(noisy_count, [(0, 1)], eps="0.45", allowance="1e-3")


def test_a_broken_sparse_vector_is_refuted() -> None:
    """The answers cross each other: an order of true and false that one database cannot have.

    Pr[(0,1,0) puts out FTF] is that of threshold 1, which is noise 0: (1 - p)/(1 + p) = 0.2449.
    """
    truth = (1 - Fraction(RATIO)) / (1 + Fraction(RATIO))
    with pytest.raises(AssertionError) as refuted:
        assert_private(without_query_noise, ANSWERS, eps=1, allowance="1e-2")
    said = re.match(
        r"not private: Pr\[\(0,1,0\) -> T\] >= (\S+) and Pr\[\(1,0,1\) -> T\] <= (\S+) for "
        r"T = \{\(false,true,false\)\}",
        str(refuted.value),
    )
    assert said is not None
    shown = Fraction(said[1])
    assert truth - Fraction(1, 10) < shown <= truth + Fraction(1, 10**9)


@MERGING
def test_a_right_sparse_vector_passes() -> None:
    """Three answers, each of which may change by 1."""
    assert_private(sparse_vector, ANSWERS, eps=1, allowance="5e-2", timeout=300)


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (
            TwoSidedGeometric(Fraction(1, 3)),
            r"infinitely many values, .* noise\.clamped\(-20, 20\)",
        ),
        ({0: Fraction(1)}, r"give the exact law, such as Dist\.weighted"),
    ],
)
def test_what_is_no_law_is_refused(law: object, said: str) -> None:
    """What to give in its place is said; noise without an end is compared clamped."""
    with pytest.raises(TypeError, match=said):
        assert_conforms(lambda n: [0] * n, law)  # type: ignore[arg-type]  # it is refused


def test_a_tuple_of_one_entry_stands_for_it() -> None:
    """In all samples, or in none; nothing else stands for an outcome."""
    law = Dist.weighted([(0, Fraction(1))])
    assert_conforms(lambda n: [(0,)] * n, law, samples=1000)
    with pytest.raises(SamplerError, match="a reader can tell them apart"):
        assert_conforms(lambda n: [0, *[(0,)] * (n - 1)], law, samples=1000)
    for other in (0.0, False, "0", (1,)):
        with pytest.raises(AssertionError, match="whose probability is 0"):
            assert_conforms(lambda n, x=other: [x] * n, law, samples=1000)  # type: ignore[misc]  # no lambda has types


def test_a_search_without_an_end_says_what_is_left() -> None:
    """The time is over: the verdict on what was followed, and how much was not."""
    said = r"^undecided, (1|0\.\d+) of the probability is left, stopped after (\S+) s, as its time"
    with pytest.raises(AssertionError, match=said) as failure:
        assert_private(written_out, ANSWERS, eps=1, allowance="1e-6", timeout=2)
    found = re.match(said, str(failure.value))
    assert found is not None
    assert float(found[2]) >= 1.6, "all but a small part of the time is used"


def inverse_transform(answer: int, rng: Tape) -> bool:
    """Continuous noise from one uniform."""
    return bool(answer - 2 * math.log(1 - rng.random()) > 1)


def test_continuous_noise_is_refused_with_an_example() -> None:
    """The message says what to write instead."""
    with pytest.raises(
        UnboundedDrawError, match=r"while rng\.random\(\) < math\.exp\(-1 / scale\)"
    ):
        assert_private(inverse_transform, [(0, 1)], eps=1)


def rejecting(bit: int, rng: Tape) -> int:
    """Odds 2 : 1 by rejection."""
    while True:
        x = rng.getrandbits(2)
        if x < 3:
            return bit if x else 1 - bit


def nested(bit: int, rng: Tape) -> int:
    """Odds 2 : 1, by a loop in a loop: bits in pairs until one is not (0, 0), both seen."""
    while True:
        while rng.getrandbits(1):
            if rng.getrandbits(1):
                return bit
        if rng.getrandbits(1) and rng.getrandbits(1):
            return 1 - bit


@MERGING
def test_loops_are_decided_exactly() -> None:
    """Rejection: Pr = 2/3.  Nested: 1/4 returns the bit, 1/8 the other one, else again."""
    assert_private(rejecting, [(0, 1)], exp_eps=2, allowance="1e-9")
    with pytest.raises(AssertionError, match="not private"):
        assert_private(rejecting, [(0, 1)], exp_eps="1.99", allowance="1e-9")
    assert_private(nested, [(0, 1)], exp_eps="2", allowance="1e-9")
    with pytest.raises(AssertionError, match="not private"):
        assert_private(nested, [(0, 1)], exp_eps="1.99", allowance="1e-9")


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


def session(folder: Path) -> subprocess.CompletedProcess[str]:
    """A test session elsewhere, with the plugin."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "exactdp_pytest", "."],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": PLUGIN},
        capture_output=True,
        text=True,
        check=False,
    )


FAILING = """
import secrets
def leak(bit, rng):
    return secrets.randbelow(2)
def wrong(bit, rng):
    return 1 // rng.randrange(2)
def test_leak(assert_private):
    assert_private(leak, [(0, 1)], eps=1)
def test_wrong(assert_private):
    assert_private(wrong, [(0, 1)], eps=1)
"""


def test_a_failure_shows_the_line_of_the_user_only(tmp_path: Path) -> None:
    """Of a refusal, no frame of ours, and none of the library that was called.

    What a program raises is shown with file, line and traceback, from its own process.
    """
    (tmp_path / "test_theirs.py").write_text(FAILING)
    done = session(tmp_path)
    assert (done.returncode, "2 failed" in done.stdout) == (1, True)
    assert "secrets.randbelow at " in done.stdout
    assert "test_theirs.py:4: " in done.stdout
    refusal = done.stdout.partition("_ test_wrong _")[0]
    for ours in ("assertions.py", "exhaustion.py", "purity.py", "secrets.py", "__tracebackhide__"):
        assert ours not in refusal
    assert "UserCodeError: ZeroDivisionError: " in done.stdout
    assert f"({tmp_path}/test_theirs.py:6)" in done.stdout


def signed_zero(bit: int, rng: Tape) -> float:
    """`-0.0` tells the bit."""
    return float(round((rng.random() - (0.5 if bit else 1 / 1024)) * 0.5, 0))


def seeded(bit: int, rng: Tape) -> int:
    """After a seed nothing is random."""
    rng.seed(7)
    return int(bit ^ rng.getrandbits(1))


def wrapping(bit: int, rng: Tape) -> int:
    """Bytes wrap around."""
    return bit if rng.integers(0, 2, dtype="uint8") - 1 > 5 else 0


@pytest.mark.parametrize("program", [signed_zero, seeded, wrapping])
def test_what_the_tape_would_get_wrong_is_refused(program: Callable[[int, Tape], Any]) -> None:
    """A sign of zero, a seed, a type that wraps around: an error, and no verdict."""
    with pytest.raises(UnboundedDrawError):
        assert_private(program, [(0, 1)], eps=0)


HOSTILE = """import atexit, ctypes, os, time, pytest
from reference.probability.dist import Dist
end, leave = os._exit, ctypes.CDLL(None)._exit

def sampler_exits(count):
    leave(0)

def sampler_exits_later(count):
    atexit.register(end, 0)
    return [2] * count

def program_exits(bit, rng):
    leave(0)

def program_exits_later(bit, rng):
    atexit.register(end, 0)
    return bit

def program_loops(bit, rng):
    while True:
        try:
            return rng.gauss(0, 1)
        except BaseException:
            pass

def program_never_ends(bit, rng):
    while True:
        try:
            leave.argtypes
        except BaseException:
            pass

@pytest.mark.parametrize("sampler", [sampler_exits, sampler_exits_later])
def test_sampler(assert_conforms, sampler):
    assert_conforms(sampler, Dist.uniform((0, 1)), timeout=3)

@pytest.mark.parametrize(
    "program", [program_exits, program_exits_later, program_loops, program_never_ends]
)
def test_program(assert_private, program):
    assert_private(program, [(0, 1)], eps=1, timeout=3)
"""


def test_nothing_makes_a_success_of_a_test_session(tmp_path: Path) -> None:
    """A sampler or a program that ends the process, now or at its exit, or never ends."""
    (tmp_path / "test_theirs.py").write_text(HOSTILE)
    done = session(tmp_path)
    assert done.returncode == 1
    assert "6 failed" in done.stdout
    for said in (
        "the code ended its process (exit status 0)",
        "not private: Pr[0 -> T] = 1",
        "catches BaseException and goes on, 1000 times",
        "undecided, 1 of the probability is left",
    ):
        assert said in done.stdout


@dataclass(frozen=True)
class Own:
    """An outcome of a type of one's own."""

    bit: int


def test_isolated_or_not_a_law_is_the_same() -> None:
    """A program with outcomes of many types, its own too, is judged alike here and apart."""

    def program(bit: int, rng: Tape) -> object:
        values = (Own(1), Own(2), (b"x", frozenset({1.5})), Fraction(1, 3), None, math.nan, 2**99)
        shown: object = values[rng.randrange(7)]
        return shown if rng.randrange(3) else Own(bit + 1)

    for isolated in (True, False):
        assert_private(program, [(0, 1)], exp_eps=Fraction(9, 2), isolated=isolated)
        with pytest.raises(AssertionError, match=r"Pr\[0 -> T\] = 3/7 .* = 2/21 for T = .*Own"):
            assert_private(program, [(0, 1)], exp_eps=4, isolated=isolated)


class NotRepeatableError(ValueError):
    """An exception of one's own, under a name of ours."""


def failing(_: int, __: Tape) -> int:
    """Raises it."""
    raise NotRepeatableError("no luck")


def interrupting(_: int, __: Tape) -> int:
    """Raises what the interpreter raises when a key is pressed."""
    raise KeyboardInterrupt


def test_exceptions_of_a_program_are_told_as_they_are() -> None:
    """Not by the name of an error of ours, nor as the end of a process."""
    with pytest.raises(UserCodeError, match="NotRepeatableError: no luck"):
        assert_private(failing, [(0, 1)], eps=0)
    with pytest.raises(ProgramEndsError, match="the program raised KeyboardInterrupt"):
        assert_private(interrupting, [(0, 1)], eps=0)


def test_what_is_changed_in_isolation_stays_there() -> None:
    """The state of a generator of a test is what it was."""
    calls: list[int] = []

    def sampler(count: int) -> list[int]:
        calls.append(count)
        return [0] * count

    assert_conforms(sampler, Dist.point(0))
    assert calls == []
    assert_conforms(sampler, Dist.point(0), isolated=False)
    assert calls == [200, 1800, 18000]

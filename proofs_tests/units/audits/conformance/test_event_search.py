"""Lower bounds on e^eps from samples, whatever the samples are."""

import math
import random  # noqa: TID251 - real outputs
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from audits.conformance.coordinates import ENTRIES, coordinates
from audits.conformance.event_search import LossBound, loss_bound
from audits.conformance.samplers import SamplerError
from audits.conformance.statistical import SUITE_FALSE_ALARM

Draw = Callable[[int], Sequence[object]]


def bound(one: Draw, other: Draw, samples: int, delta: Fraction = Fraction(0)) -> LossBound:
    """What is found, at the false-alarm probability of a suite."""
    return loss_bound((one, other), samples, alpha=SUITE_FALSE_ALARM, delta=delta)


def each(value: Callable[[int], object]) -> Draw:
    """The values of 0, 1, 2, ..."""
    return lambda n: [value(i) for i in range(n)]


def seeded(seed: int) -> random.Random:
    """A source of real numbers that repeats itself."""
    return random.Random(seed)  # noqa: S311 - to be repeated, not to be secret


def laplace(rng: random.Random, centre: float, scale: float = 1) -> Callable[[int], list[float]]:
    """Continuous noise: no value comes twice."""

    def draw(count: int) -> list[float]:
        return [centre + scale * (rng.expovariate(1) - rng.expovariate(1)) for _ in range(count)]

    return draw


@pytest.mark.statistical
def test_real_outputs_need_no_cells() -> None:
    """Laplace noise of scale 1/2 loses e^2: bounded by 5 from samples that are all distinct."""
    rng = seeded(1)
    found = bound(laplace(rng, 0, 0.5), laplace(rng, 1, 0.5), 20_000)
    assert 5 < found.exp_eps < Fraction(math.e**2)
    assert len(found.event) == 1
    assert found.event[0].startswith((">= ", "<= "))


@pytest.mark.statistical
def test_vectors_are_searched_by_coordinate() -> None:
    """Only coordinate 2 of a vector of floats depends on the database."""
    rng = seeded(2)

    def draw(centre: float) -> Draw:
        one = laplace(rng, 0, 0.5)
        return each(lambda _: (*one(2), one(1)[0] + centre))

    found = bound(draw(0), draw(1), 5_000)
    assert found.exp_eps > 3
    assert found.event[0].startswith("coordinate 2 ")


@pytest.mark.statistical
def test_equal_laws_raise_no_alarm() -> None:
    """Twenty searches on samples of one law, of four kinds, at 1e-9: all bounds are 1."""
    rng = seeded(3)
    kinds: list[Draw] = [
        each(lambda _: rng.random()),
        each(lambda _: rng.randrange(300)),
        each(lambda _: (rng.random(), rng.randrange(2))),
        each(lambda _: rng.choice(["a", 0.5, None, float("nan")])),
    ]
    for draw in kinds:
        for _ in range(20):
            assert bound(draw, draw, 300).exp_eps == 1


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("left", "right"),
    [(0.0, -0.0), (1, True), (1, 1.0), (float("nan"), 0), ((1,), (1.0,)), ("0 1", "0 2")],
)
def test_outcomes_are_told_apart_by_type_and_value(left: object, right: object) -> None:
    """A database whose answer differs in its type or sign only is given away; and NaN is one."""
    one, other = each(lambda _: left), each(lambda _: right)
    assert bound(one, other, 1_000).exp_eps > 20
    assert bound(one, one, 1_000).exp_eps == 1


@pytest.mark.statistical
def test_every_nan_is_one_outcome() -> None:
    """NaN three times in ten on one database, never on the other: found (seed fixed)."""
    rng = seeded(4)
    found = bound(
        each(lambda _: float("nan") if rng.random() < 0.3 else rng.random()),
        each(lambda _: rng.random()),
        2_000,
    )
    assert found.exp_eps > 5
    assert found.event == ("nan",)


def test_an_event_is_tested_on_samples_that_did_not_choose_it() -> None:
    """It is chosen by the first samples alone, in which one database told itself."""
    calls: list[int] = []

    def first(n: int) -> list[str]:
        calls.append(n)
        return ["a" if len(calls) == 1 else "b"] * n

    found = bound(first, each(lambda _: "b"), 2_000)
    assert calls == [2_000, 2_000]
    assert found.event == ("a",)
    assert (found.counts, found.exp_eps) == ((0, 0), Fraction(1))


@pytest.mark.statistical
def test_delta_is_taken_off() -> None:
    """A difference of one in ten is no loss at delta = 1/5, and one at delta = 0 (seed fixed)."""
    rng = seeded(5)
    one, other = each(lambda _: int(rng.random() < 0.1)), each(lambda _: 0)
    deltas = Fraction(0), Fraction(1, 5)
    bounds = [bound(one, other, 5_000, delta).exp_eps for delta in deltas]
    assert bounds[0] > 10
    assert bounds[1] == 1


def test_a_long_event_names_its_first_outcomes() -> None:
    """A hundred outcomes: twenty names and how many more."""
    words = [f"w{i:03}" for i in range(100)]
    found = bound(each(lambda i: words[i % 100]), each(lambda i: f"other{i}"), 10_000)
    assert found.event[:2] == ("w000", "w001")
    assert found.event[-1] == "and 80 more"


@pytest.mark.parametrize("constant", [ENTRIES - 1, ENTRIES])
def test_the_first_entries_are_searched(constant: int) -> None:
    """A sign in entry 19 is found; one in entry 20 lies beyond what is searched.

    The entry before the last one keeps sums and counts from telling anything.
    """
    found = bound(
        each(lambda i: (*[0] * (constant - 1), i + 1, -i - 1)),
        each(lambda i: (*[0] * (constant - 1), -i - 1, i + 1)),
        500,
    )
    told = "sum, first half" not in found.event[0]
    assert found.exp_eps > 5
    assert told or constant == ENTRIES


def endless(rng: random.Random, answers: Sequence[int], size: float) -> Draw:
    """The sparse vector technique without an end, a published mistake: at eps = 1, any loss."""

    def noise() -> float:
        return size * (rng.expovariate(1) - rng.expovariate(1))

    def once() -> object:
        threshold = noise()
        return tuple(answer + noise() >= threshold for answer in answers)

    return each(lambda _: once())


@pytest.mark.statistical
@pytest.mark.parametrize("words", [None, ("below", "above")])
def test_long_tuples_are_searched_by_their_statistics(words: tuple[str, str] | None) -> None:
    """Forty answers, most outputs once: their halves tell the databases apart."""
    rng = seeded(8)
    low, high = [0] * 20 + [1] * 20, [1] * 20 + [0] * 20

    def draw(answers: Sequence[int]) -> Draw:
        plain = endless(rng, answers, 2)
        if words is None:
            return plain
        return lambda n: [tuple(words[bool(x)] for x in y) for y in map(_entries, plain(n))]

    found = bound(draw(low), draw(high), 5_000)
    assert found.exp_eps > Fraction(math.e)
    assert "first half less second half" in found.event[0]
    assert found.scattered


def _entries(output: object) -> tuple[object, ...]:
    assert isinstance(output, tuple)
    return output


@pytest.mark.parametrize(
    ("one", "other", "event"),
    [
        (lambda i: (f"{i}",) * (1 + i % 3), lambda i: (f"{i}",) * (3 + i % 3), "length "),
        (lambda i: (i, -i, 1), lambda i: (i, -i, 9), "coordinate 2 "),
        (lambda i: (i, 1 - i), lambda i: (i, 9 - i), "sum "),
        (lambda i: (f"{i}", "x", "x"), lambda i: (f"{i}", f"{-i}", "x"), "entries that are x "),
    ],
)
def test_each_statistic_is_tried(
    one: Callable[[int], object], other: Callable[[int], object], event: str
) -> None:
    """Outputs of which none comes twice, told apart by nothing else."""
    found = bound(each(lambda i: one(i + 1)), each(lambda i: other(i + 1)), 1_000)
    assert found.exp_eps > 5
    assert found.event[0].startswith(event)


@pytest.mark.statistical
def test_statistics_raise_no_alarm() -> None:
    """Both databases have one law on long tuples: the bound is 1, at every of ten tries."""
    rng = seeded(9)
    draw = endless(rng, [0] * 40, 2)
    for _ in range(10):
        found = bound(draw, draw, 500)
        assert found.exp_eps == 1


def test_numbers_of_an_event_are_in_their_order() -> None:
    """Before what are no numbers."""
    found = bound(each(lambda i: (10, 9, -1, "ten", 2)[i % 5]), each(lambda _: 0), 5_000)
    assert found.event == ("-1", "2", "9", "10", "ten")


@pytest.mark.parametrize("once", [str, lambda i: (f"{i}",), lambda i: frozenset({i}), float])
def test_outputs_that_came_once_are_told(once: Callable[[int], object]) -> None:
    """Whatever they are; of all but numbers no event is tried, although the two are far apart."""
    found = bound(each(once), each(lambda i: once(i + 1_000)), 1_000)
    assert found.scattered
    assert bool(found.event) == (once is float)
    assert not bound(each(lambda _: "a"), each(lambda _: "b"), 1_000).scattered


def test_too_few_samples_are_an_error() -> None:
    """A sampler that gives one sample less says nothing about its law."""
    with pytest.raises(SamplerError, match="gave 99 samples where 100 were asked for"):
        bound(lambda n: [0] * (n - 1), each(lambda _: 0), 100)


HEAVY = """
import random, resource, time
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
resource.setrlimit(resource.RLIMIT_DATA, (500 << 20, 500 << 20))
from audits.conformance.event_search import loss_bound
from audits.conformance.statistical import SUITE_FALSE_ALARM, compare, events
from reference.probability.dist import Dist
rng = random.Random(6)
started = time.process_time()
loss_bound((lambda n: [rng.gauss(0, 1) for _ in range(n)],
            lambda n: [rng.gauss(1, 1) for _ in range(n)]), 20_000, alpha=SUITE_FALSE_ALARM)
draw = lambda n: [rng.randrange(5_000) for _ in range(n)]
law = Dist.uniform(range(5_000))
assert compare(draw, events(law), alpha=SUITE_FALSE_ALARM).refuted_by is None
loss_bound((draw, draw), 20_000, alpha=SUITE_FALSE_ALARM)
print(time.process_time() - started)
"""


@pytest.mark.statistical
def test_many_outcomes_take_one_sort() -> None:
    """80,000 distinct floats, and 5,000 distinct outcomes: 8 s of processor time and 500 MB.

    A pass over all of them for each would take minutes.
    """
    command = [sys.executable, "-c", HEAVY]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(done.stdout) < 8


def test_what_is_nowhere_comes_after_all_positions() -> None:
    """A first yes that is late or missing is one half-line."""
    (first,) = (
        each
        for each in coordinates([("no", "yes"), ("no", "no")])
        if each.name == "position of the first yes"
    )
    assert [first.of(y) for y in (("yes", "no"), ("no", "yes"), ("no", "no"))] == [0, 1, 2]


def test_numbers_too_large_for_a_float() -> None:
    """They are at the two ends."""
    (number,) = (each for each in coordinates([10**400, -(10**400), 0]) if not each.name)
    assert [number.of(y) for y in (-(10**400), 0, 10**400)] == [-math.inf, 0, math.inf]


def test_half_of_the_outputs_once_is_scattered() -> None:
    """On one database each is new, on the other all are one."""
    new = iter(range(10**6))
    same = each(lambda _: "same")
    assert bound(each(lambda _: next(new)), same, 100).scattered
    again = iter(range(10**6))
    fewer = each(lambda i: 0 if i < 2 else next(again) + 1)
    assert not bound(fewer, same, 100).scattered


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("outputs", "event"),
    [
        (lambda rng, secret: rng.getrandbits(64) * 2 + secret, "modulo 2,"),
        (lambda rng, secret: rng.getrandbits(64) * 256 + 7 * secret, "modulo "),
        (lambda rng, secret: rng.getrandbits(64) * 10 + 5 + secret, "modulo "),
        (lambda rng, secret: (1 - secret) * rng.choice((-9, 9)) + rng.random(), "distance from "),
        (
            lambda rng, secret: ((rng.random(), rng.random()), (rng.random() + 5 * secret, 3)),
            "flattened coordinate 2 ",
        ),
        (
            lambda rng, secret: ((rng.random(), "yes" if secret else "no"), rng.random()),
            "flattened ",
        ),
    ],
)
def test_outputs_that_come_once_are_searched(
    outputs: Callable[[random.Random, int], object], event: str
) -> None:
    """Last digits of integers, intervals of numbers, entries of nested tuples."""
    rng = seeded(8)

    def draw(secret: int) -> Draw:
        return each(lambda _: outputs(rng, secret))

    found = bound(draw(0), draw(1), 2_000)
    assert found.scattered
    assert found.exp_eps > 50
    assert found.event[0].startswith(event)

"""States of foreign programs are recognised where nothing is hidden, and nowhere else."""

import dis
import functools
import gc
import itertools
import math
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random  # noqa: TID251  # programs to try, the same in every run
from types import FunctionType, ModuleType
from typing import Any

import pytest

from audits.conformance import state
from audits.conformance.exhaustion import Limits, exhaust
from audits.conformance.instructions import TESTED
from audits.conformance.state import Recogniser
from audits.conformance.tape import Tape
from proofs_tests.conformance.published import discrete_laplace

Program = Callable[[Any], Any]

MERGING = pytest.mark.skipif(
    sys.version_info[:2] not in TESTED, reason="nothing is merged on this interpreter"
)

HALF, THIRD, EIGHTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 8)

SEVEN_EIGHTHS = {True: 1 - EIGHTH, False: EIGHTH}
"""Whether one of three bits is 1."""


def third(rng: Tape) -> int:
    """Uniform on 0, 1, 2 by rejection."""
    while True:
        x: int = rng.getrandbits(2)
        if x < 3:
            return x


def bent(p: Fraction, rng: Tape) -> bool:
    """A coin of bias p, as another function."""
    return bool(rng.randrange(p.denominator) < p.numerator)


def fair(rng: Tape) -> bool:
    """Von Neumann's coin, from one of bias 1/5."""
    while True:
        first, second = bent(Fraction(1, 5), rng), bent(Fraction(1, 5), rng)
        if first != second:
            return first


def race(rng: Tape) -> str:
    """Who first tosses heads, a coin of bias 1/3 or one of bias 1/2."""
    while True:
        if bent(Fraction(1, 3), rng):
            return "first"
        if bent(Fraction(1, 2), rng):
            return "second"


def quarter(rng: Tape) -> bool:
    """A rejection loop on a float."""
    while True:
        u = rng.random()
        if u < 0.75:
            return bool(u < 0.25)


def walk(rng: Tape) -> int:
    """A fair walk on 0, ..., 5 from 2: it ends in 5 with probability 2/5."""
    place = 2
    while 0 < place < 5:
        place += 2 * rng.getrandbits(1) - 1
    return place


@MERGING
@pytest.mark.parametrize(
    ("program", "outcome", "expected"),
    [
        (third, 2, THIRD),
        (fair, True, HALF),
        (race, "first", HALF),
        (quarter, True, THIRD),
        (walk, 5, Fraction(2, 5)),
        (functools.partial(bent, Fraction(2, 7)), True, Fraction(2, 7)),
    ],
)
def test_loops_are_merged_exactly(program: Program, outcome: object, expected: Fraction) -> None:
    """A loop that returns to its state is a geometric series: nothing is left unexplored."""
    found = exhaust(program)
    assert found.unexplored == 0
    assert found.probability(outcome) == expected


def counted(rng: Tape) -> int:
    """A geometric number: infinitely many states."""
    k = 0
    while rng.getrandbits(1):
        k += 1
    return k


def test_infinitely_many_states_are_bounded() -> None:
    """Where the state never comes back, what is left is below the target, and counted."""
    found = exhaust(counted)
    assert 0 < found.unexplored <= Fraction(1, 2**20)
    for k in range(20):
        assert found.probability(k) == HALF ** (k + 1)


class Box:
    """Something with an attribute that can change."""

    value = 0

    def __add__(self, other: int) -> int:
        self.value += 1
        return self.value + other


def hidden_iterator(rng: Tape) -> bool:
    """The loop's iterator is nowhere to be seen."""
    for _ in (0, 0, 0):  # noqa: SIM110  # the loop is what is tested
        if rng.getrandbits(1):
            return True
    return False


def mutable_default(rng: Tape, seen: list[int] = []) -> bool:  # noqa: B006  # to fool the tape
    """A default argument that is kept between calls."""
    seen.clear()
    while len(seen) < 3:
        seen.append(0)
        if rng.getrandbits(1):
            return True
    return False


def closed_over(rng: Tape) -> bool:
    """A variable of another function."""
    count = 0

    def step() -> bool:
        nonlocal count
        count += 1
        return bool(rng.getrandbits(1))

    while count < 3:
        if step():
            return True
    return False


def of_a_generator(rng: Tape) -> bool:
    """The variables of a generator that is waiting."""

    def bits() -> Iterator[int]:
        for _ in range(3):
            yield rng.getrandbits(1)

    return any(bits())


def method_of_c(rng: Tape) -> bool:
    """The state of a function written in C."""
    return any(itertools.starmap(rng.getrandbits, [(1,)] * 3))


def with_an_exception(rng: Tape) -> bool:
    """An exception that is being handled."""
    tries = 0
    while True:
        try:
            tries += 1
            if rng.getrandbits(1):
                return True
            raise ValueError(tries)  # noqa: TRY301
        except ValueError as error:
            if error.args[0] == 3:
                return False


def built(source: str, names: dict[str, Any]) -> Program:
    """The function `program` of a text, in these global names."""
    exec(compile(source, "<hostile program>", "exec"), names)  # noqa: S102  # our own text
    found: Program = names["program"]
    return found


def rounds(before: str, condition: str, inside: str = "pass", **names: Any) -> Program:  # noqa: ANN401
    """A loop of three rounds, if the condition is true three times after what is before.

    In these global names, or in those that are `kept`.
    """
    return built(
        f"""
def program(rng):
    {before}
    while {condition}:
        {inside}
        if rng.getrandbits(1):
            return True
    return False
""",
        names.get("kept", names),
    )


HIDDEN: dict[str, Program] = {
    "an iterator that is nowhere to be seen": hidden_iterator,
    "an iterator, which is an object that changes": rounds(
        "left = iter((0, 0, 0))", "next(left, None) is not None"
    ),
    "a default argument that is kept between calls": mutable_default,
    "a global number": rounds("global COUNT; COUNT = 0", "COUNT < 3", "COUNT += 1"),
    "a global list, changed in place through a local name": rounds(
        "TABLE.clear()", "len(TABLE) < 3", "alias = TABLE; alias += [0]", TABLE=[]
    ),
    "an attribute of a local object": rounds(
        "box = Box()", "box.value < 3", "box.value += 1", Box=Box
    ),
    "a global object whose addition has an effect": rounds(
        "BOX.value = 0", "BOX + 0 <= 3", BOX=Box()
    ),
    "a list": rounds("seen = [0]", "len(seen) <= 3", "seen.append(0)"),
    "a variable of another function": closed_over,
    "the variables of a generator that is waiting": of_a_generator,
    "an attribute of a function": rounds(
        "vars(program)['count'] = 0", "vars(program)['count'] < 3", "vars(program)['count'] += 1"
    ),
    "the state of a function written in C": method_of_c,
    "an exception that is being handled": with_an_exception,
}


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_state_is_not_merged(name: str) -> None:
    """A loop of three rounds whose counter cannot be seen is followed for three rounds."""
    found = exhaust(HIDDEN[name])
    assert dict(found.pairs()) == SEVEN_EIGHTHS


def test_a_replaced_function_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """`math.floor` counts its calls, `math.ceil` begins again: the loop has three rounds."""
    calls: list[object] = []

    def one_more(x: object) -> int:
        calls.append(x)
        return len(calls)

    monkeypatch.setattr(math, "ceil", lambda _: calls.clear())
    monkeypatch.setattr(math, "floor", one_more)
    assert (
        dict(exhaust(rounds("math.ceil(0)", "math.floor(0) <= 3", math=math)).pairs())
        == SEVEN_EIGHTHS
    )


class Rounds:
    """What counts rounds where nobody looks."""

    def __init__(self) -> None:
        self.left = 0

    def reset(self, *_: object) -> int:
        """Three rounds are to come."""
        self.left = 3
        return 0

    def count(self, *_: object) -> int:
        """How many rounds were left."""
        self.left -= 1
        return self.left + 1


def own_builtins() -> Program:
    """`len` and `abs` are not those of the interpreter."""
    hides = Rounds()
    names = {"len": hides.count, "abs": hides.reset}
    return rounds("abs(0)", "len(())", __builtins__=names)


class Names(dict[str, Any]):
    """Global names that are made when they are looked up."""

    def __missing__(self, name: str) -> object:
        hides = self["hides"]
        return {"len": hides.count, "abs": hides.reset}[name]


def names_that_are_made() -> Program:
    """A dictionary that runs code."""
    return rounds("abs(0)", "len(())", kept=Names(hides=Rounds()))


def forged_exception() -> Program:
    """An exception that says it is built in, and is true three times."""
    hides = Rounds()

    class Meta(type):
        def __bool__(cls) -> bool:
            return bool(hides.count())

        def __pos__(cls) -> int:
            return hides.reset()

    forged = Meta("ValueError", (ValueError,), {"__module__": "builtins"})
    return rounds("+forged", "forged", forged=forged)


def forged_module() -> Program:
    """A module that calls itself math."""
    hides = Rounds()
    module = ModuleType("math")
    vars(module)["__getattr__"] = lambda name: {"floor": hides.count, "ceil": hides.reset}[name]
    return rounds("m.ceil(0)", "m.floor(0)", m=module)


def hidden_constant() -> Program:
    """A constant that is an object, put into the code."""
    hides = Rounds()
    program: Any = rounds("777 - len(())", "777 + len(())")

    class Counter:
        __sub__, __add__ = hides.reset, hides.count

    constants = tuple(Counter() if c == 777 else c for c in program.__code__.co_consts)
    program.__code__ = program.__code__.replace(co_consts=constants)
    made: Program = program
    return made


def two_variables_of_one_name() -> Program:
    """The frame shows one of them."""
    source = (
        "def program(rng):\n"
        "    a, b = 3, 0\n"
        "    while a:\n"
        "        a = a - 1\n"
        "        b = 0\n"
        "        if rng.getrandbits(1):\n"
        "            return True\n"
        "    return False\n"
    )
    program: Any = built(source, {})
    program.__code__ = program.__code__.replace(co_varnames=("rng", "b", "b"))
    made: Program = program
    return made


def forged_file_name() -> Program:
    """A function in the middle that seems to be ours: what calls it would not be seen."""
    names: dict[str, Any] = {}
    middle = "def middle(rng):\n    return inner(rng)\n"
    exec(compile(middle, state.__file__, "exec"), names)  # noqa: S102  # our own text
    source = (
        "def inner(rng):\n"
        "    return rng.getrandbits(1) == 1\n"
        "def program(rng):\n"
        "    left = 3\n"
        "    while left:\n"
        "        left = left - 1\n"
        "        if middle(rng):\n"
        "            return True\n"
        "    return False\n"
    )
    return built(source, names)


@pytest.mark.parametrize(
    "make",
    [
        own_builtins, names_that_are_made, forged_exception, forged_module, hidden_constant,
        two_variables_of_one_name, forged_file_name,
    ],
)  # fmt: skip
def test_forged_names_are_not_believed(make: Callable[[], Program]) -> None:
    """In a namespace where a name is not what it seems, a loop of three rounds has three."""
    program = make()
    assert Recogniser.of(program) is None
    assert dict(exhaust(program).pairs()) == SEVEN_EIGHTHS


def inverting(rng: Tape) -> int:
    """Warns with probability 1/8: Python 3.12 does where a truth value is inverted."""
    return 0 * ~(rng.randrange(8) == 3 or 0)


@MERGING
def test_what_may_warn_is_not_recognised() -> None:
    """Anybody's code may be called to show a warning, and a filter may make it an exception."""
    assert Recogniser.of(inverting) is None


def test_a_replaced_method_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where methods of `Fraction` were replaced, what it computes is not believed."""
    hides = Rounds()
    monkeypatch.setattr(Fraction, "__mod__", hides.reset)
    monkeypatch.setattr(Fraction, "__floordiv__", hides.count)
    found = exhaust(rounds("Fraction(0) % 1", "Fraction(1) // 1", Fraction=Fraction))
    monkeypatch.undo()
    assert dict(found.pairs()) == SEVEN_EIGHTHS


@MERGING
def test_untested_interpreters_merge_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """On an interpreter whose instructions were not tested, every branch is followed."""
    assert Recogniser.of(third) is not None
    monkeypatch.setattr(state, "TESTED", frozenset())
    assert Recogniser.of(third) is None
    assert exhaust(third, Limits(further=0)).unexplored > 0


def waiting_value(rng: Tape) -> int:
    """The first draw waits for the second."""
    total: int = rng.getrandbits(1) + rng.getrandbits(1)
    return total


def waiting_argument(rng: Tape) -> str:
    """Values that wait for a call."""
    return f"{rng.getrandbits(1)}{rng.getrandbits(1)}"


def chosen_by_c(rng: Tape) -> int:
    """`max` keeps the first key while it draws the second: 1 beats 0 in three of six cases."""
    return max((2, 3), key=rng.randrange)


def signed_zero(rng: Tape) -> str:
    """Two values that are equal."""
    x = 0.0 if rng.getrandbits(1) else -0.0
    y = rng.getrandbits(1)
    return f"{x}{y}"


def truth(rng: Tape) -> str:
    """Two values that are equal, of two types."""
    x = True if rng.getrandbits(1) else 1
    y = rng.getrandbits(1)
    return f"{x}{y}"


def one_uniform_or_two(rng: Tape) -> bool:
    """Two names for one uniform, or one for each of two."""
    u, v = rng.random(), rng.random()
    if rng.getrandbits(1):
        v = u
    rng.getrandbits(1)
    return bool((u < 0.5) == (v < 0.5))


def compared_in_a_tuple(rng: Tape) -> bool:
    """The comparison of tuples keeps what is left of them while it draws."""
    x = rng.getrandbits(1)
    return bool((rng.random() < 0.5, x) < (True, 1))


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (waiting_value, {0: HALF**2, 1: HALF, 2: HALF**2}),
        (waiting_argument, dict.fromkeys(("00", "01", "10", "11"), HALF**2)),
        (chosen_by_c, {2: HALF, 3: HALF}),
        (signed_zero, dict.fromkeys(("0.00", "0.01", "-0.00", "-0.01"), HALF**2)),
        (truth, dict.fromkeys(("True0", "True1", "10", "11"), HALF**2)),
        (one_uniform_or_two, {True: 3 * HALF**2, False: HALF**2}),
        (compared_in_a_tuple, {True: 3 * HALF**2, False: HALF**2}),
    ],
)
def test_unfinished_values_are_not_lost(program: Program, expected: dict[Any, Fraction]) -> None:
    """What waits in an expression, in C, or behind an equal value keeps branches apart."""
    assert dict(exhaust(program).pairs()) == expected


def chosen_by_hand(rng: Tape, names: tuple[str, ...] = ("key",)) -> int:
    """As `chosen_by_c` once `names` is read in the place of the names of its arguments."""
    return max(names and (2, 3), default=rng.randrange)  # type: ignore[return-value]  # read as key


@pytest.mark.skipif(sys.version_info < (3, 13), reason="before, only constants name arguments")
def test_names_of_arguments_are_constants() -> None:
    """A variable that holds the names of arguments can hide a draw in `max`."""
    code, ops = chosen_by_hand.__code__, [*dis.get_instructions(chosen_by_hand)]
    (place,) = (one.offset for one, two in itertools.pairwise(ops) if two.opname == "CALL_KW")
    changed = bytearray(code.co_code)
    changed[place : place + 2] = dis.opmap["LOAD_FAST"], code.co_varnames.index("names")
    program = FunctionType(
        code.replace(co_code=bytes(changed)), globals(), "by_hand", chosen_by_hand.__defaults__
    )
    assert dict(exhaust(program).pairs()) == {2: HALF, 3: HALF}


STATEMENTS = (
    "a = rng.randrange(3)",
    "b = (b + rng.randrange(2)) % 3",
    "c = helper(a, rng)",
    "b = helper(b, rng) + 1",
    "if a == b: c = (c + 1) % 3",
    "if c == 2: a = b",
    "a, b = b, a",
    "for i in range(2): a = (a + rng.getrandbits(1)) % 3",
    "u = rng.random()\n        if u < 0.5: b = 0\n        elif u < 0.75: c = 1",
    "if rng.random() < 0.375: c = a",
    "d = rng.getrandbits(64)\n        if d < 2**62: return (a, c, 'd')",
    "x = (a, b)\n        if x < (1, rng.randrange(3)): c = 0",
)
"""Statements of loops over a few numbers: draws alone, in expressions, in loops, in calls."""


def random_program(seed: int) -> Program:
    """A loop of three statements and a way out."""
    draw = Random(seed)  # noqa: S311
    body = "\n        ".join(draw.sample(STATEMENTS, 3))
    source = (
        "def helper(n, rng):\n"
        "    k = 0\n"
        "    while k < n and rng.getrandbits(1):\n"
        "        k = k + 1\n"
        "    return k\n"
        "def program(rng):\n"
        "    a = b = c = 0\n"
        "    while True:\n"
        f"        {body}\n"
        "        if rng.randrange(2):\n"
        "            return (a, b, c)\n"
    )
    names: dict[str, Any] = {}
    exec(compile(source, f"<random program {seed}>", "exec"), names)  # noqa: S102  # our own text
    program: Program = names["program"]
    return program


@MERGING
@pytest.mark.parametrize("seed", range(24))
def test_merging_changes_no_law(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random programs: the law with merged states lies within what every branch shows."""
    program = random_program(seed)
    limits = Limits(branches=150, further=0)
    assert Recogniser.of(program) is not None
    merged = exhaust(program, limits)
    monkeypatch.setattr(Recogniser, "of", lambda _: None)
    followed = exhaust(program, limits)
    assert sum(merged.weights.values()) + merged.unexplored == 1
    assert merged.unexplored <= followed.unexplored
    for outcome in {*merged.weights, *followed.weights}:
        p, q = (found.weights.get(outcome, Fraction(0)) for found in (merged, followed))
        assert q - merged.unexplored <= p <= q + followed.unexplored


def test_no_tape_outlives_its_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abandoned or not: each guard looks at every tape that is there, before and afterwards."""
    monkeypatch.setattr(Recogniser, "of", lambda _: None)

    def tapes() -> int:
        return sum(type(each) is Tape for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = tapes()
        exhaust(random_program(0), Limits(branches=100, further=0))
        assert tapes() == before
    finally:
        gc.enable()


@MERGING
def test_the_published_discrete_laplace() -> None:
    """Scale 1: Pr[0] = (e - 1)/(e + 1) = 0.46211715726..., at most 2^-20 left."""
    found = exhaust(functools.partial(discrete_laplace, 1))
    assert found.unexplored <= Fraction(1, 2**20)
    truth = Fraction("0.46211715726000975")
    assert found.probability(0) <= truth <= found.probability(0) + found.unexplored
    assert found.branches < 2_000

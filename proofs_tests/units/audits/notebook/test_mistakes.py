"""What a newcomer writes by mistake is answered by one line that says what to write."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import exactdp as dp

NEWCOMER = """
import math
import random
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

import exactdp as dp

BITS = dp.replace_one((0, 1), rows=1)
ONE = dp.Epsilon.of(1)
HALF = Fraction(1, 2)
tossed = dp.bernoulli(HALF)

@dataclass(frozen=True)
class Mix:
    eps: dp.Epsilon

    def __call__(self, database, coins):
        return database[0] ^ coins.draw(dp.bernoulli(self.lie()))

    def lie(self):
        return 1 / (1 + self.eps.exp())

class ByMath(Mix):
    def lie(self):
        return 1 / (1 + math.exp(self.eps))

class ByNumber(Mix):
    def lie(self):
        return 1 / (1 + math.exp(1))

class ByPower(Mix):
    def lie(self):
        return math.e ** -self.eps

class NoCoins(Mix):
    def __call__(self, database):
        return database[0]

@dataclass(frozen=True)
class NoCall:
    eps: dp.Epsilon

def generated(database, coins):
    yield database[0] ^ coins.draw(tossed)

async def awaited(database, coins):
    return database[0] ^ coins.draw(tossed)

def forgets(database, coins):
    database[0] ^ coins.draw(tossed)
"""

KNOWN: dict[str, Any] = {"__name__": "newcomer"}
exec(compile(NEWCOMER, "newcomer.py", "exec"), KNOWN)  # noqa: S102 - what a newcomer writes


def written(expression: str) -> object:
    """What an expression of a newcomer is."""
    return eval(expression, KNOWN)  # noqa: S307 - likewise


@pytest.mark.parametrize(
    ("mechanism", "words"),
    [
        ("Mix(1)", r"1\.exp: a number, where an eps is needed: .* eps = Epsilon\.of\(1\)"),
        ("Mix(0.5)", r'0\.5\.exp: a number, .*Epsilon\.of\("0\.5"\)'),
        ("ByMath(ONE)", r"e\^\(k eps\) is eps\.exp\(k\), which is exact"),
        ("ByPower(ONE)", r"e\^\(k eps\) is eps\.exp\(k\), which is exact"),
        ("ByNumber(ONE)", r"0\.26894.*it is rounded: .*eps\.exp\(k\)"),
        ("Mix", r"Mix is a class: give a mechanism: Mix\(eps=Epsilon\.of\(1\)\)"),
        ("NoCoins(ONE)", r"NoCoins\.__call__ takes \(database.*\).*mechanism\(database, coins\)"),
        ("lambda database: 1", r"<lambda> takes \(database\): .*mechanism\(database, coins\)"),
        ("NoCall(ONE)", r"NoCall\(.* is no mechanism: a mechanism is a function"),
        ("3", "3 is no mechanism: a mechanism is a function"),
        ("tossed", "a law in place of a mechanism: draw from it"),
        ("{(0,): tossed, (1,): tossed}", r"coins\.draw\(table\[database\]\)"),
        ("BITS", "the mechanism comes first"),
        ("generated", "generated has a `yield`: a mechanism returns its output"),
        ("awaited", "awaited is `async`"),
        ("lambda d, c: c.flip(HALF)", r"coins\.flip: there is none: coins\.draw\(law\) draws"),
        ("lambda d, c: c.draw(0.5)", r"draw\(0\.5\): a draw takes a Dist"),
        ('lambda d, c: c.draw({"a": HALF, "b": HALF})', r"a draw takes a Dist"),
        (
            'lambda d, c: {"a": c.draw(tossed)}',
            r"dict: .*; write tuple\(sorted\(found\.items\(\)\)\)",
        ),
        ("lambda d, c: [c.draw(tossed)]", r"list: .*; write tuple\(\.\.\.\)"),
        ("lambda d, c: {c.draw(tossed)}", r"set: .*; write frozenset\(\.\.\.\)"),
        ("lambda d, c: (x for x in [c.draw(tossed)])", r"generator: .*; write tuple\(\.\.\.\)"),
        (
            "lambda d, c: np.array([c.draw(tossed)])",
            r"ndarray: .*; write tuple\(found\.tolist\(\)\)",
        ),
        ("lambda d, c: tossed", r"Dist: .*; draw from the law: coins\.draw\(law\)"),
        ("lambda d, c: object()", "an outcome is a number, a truth value, a string"),
        ("forgets", "forgets returns None on every database: is a `return` missing"),
        ("lambda d, c: random.random() < 0.5", r"random\.random at .*database and coins only"),
        ("lambda d, c: np.random.rand() < 0.5", r"numpy\.random at .*database and coins only"),
        ("lambda d, c: d[0]", r"draws nothing .*`f\.deterministic = True` of a function f"),
    ],
)
def test_a_mechanism_that_is_none(mechanism: str, words: str) -> None:
    """Whatever is wrong with it."""
    with pytest.raises((TypeError, ValueError, RuntimeError), match=words) as refused:
        written(f"dp.privacy({mechanism}, BITS)")
    assert "--" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ("dp.bernoulli(0.5)", r"0\.5: a probability is a Fraction: write Fraction\(1, 2\)"),
        ("dp.bernoulli(np.float64(0.5))", r"write Fraction\(1, 2\)"),
        ('dp.bernoulli("half")', "'half' is not a rational number"),
        ('dp.bernoulli("3/2")', r"it lies in \[0, 1\]"),
        ("dp.bernoulli(True)", "a truth value, where a number is needed"),
        ("dp.binomial(-1, HALF)", "trials -1: an int >= 0"),
        ("dp.binomial(3, 2)", r"probability 2: it lies in \[0, 1\]"),
        ('dp.Dist.weighted({"a": 0.5})', "a probability is a Fraction"),
        ('dp.exponential_weights([("a", 1.5)], Fraction(2))', r"score 1\.5: .* an int"),
        ("dp.TwoSidedGeometric(0.5)", r"write Fraction\(1, 2\)"),
        ('dp.TwoSidedGeometric("2")', r"ratio in \(0, 1\)"),
        ("dp.replace_one(2, rows=1)", r"values 2: what a row ranges over, such as range"),
        ('dp.replace_one((0, 1), rows="1")', "rows '1': the number of rows is an int"),
        ("dp.replace_one((0, 1), rows=1.0)", r"rows 1\.0: the number of rows is an int"),
        ("dp.replace_one(([0], [1]), rows=1)", r"row \[0\]: it is hashable: write a tuple"),
        ("dp.ListedAdjacency(([0], [1]), ((0, 1),))", r"database \[0\]: .* a tuple"),
        (
            "dp.ListedAdjacency(((0,), (1,)), (((0,), (1,)),))",
            r"pair \(\(0,\), \(1,\)\): positions",
        ),
        ("dp.privacy(Mix(ONE), ([0], [1]))", r"universe: database \[0\]: it is hashable"),
        ("dp.privacy(Mix(ONE), dp.replace_one)", "universe: a function: call it"),
        ("dp.privacy(Mix(ONE), dp.replace_one(range(99), rows=9))", "is 2000000: take fewer rows"),
        ("dp.law(Mix, (0,))", "Mix is a class"),
        ("dp.law(Mix(1), (0,))", r"Epsilon\.of\(1\)"),
        ("dp.curve(HALF, HALF)", r"Fraction\(1, 2\): a law is a Dist"),
        ("dp.curve(*(dp.law(Mix(ONE), (x,)) for x in (0, 1)))", r"depends on r, .*law\.at"),
        (
            "dp.privacy(Mix(dp.Epsilon(Fraction(3))), BITS, claim_eps='1/2')",
            "claim_eps 1/2: its e.eps is no rational number here: claim exp_eps or eps",
        ),
        ("dp.plot(3)", "3: give a curve, or an answer of `privacy`"),
        ("-ONE", r"eps\.exp\(k\)"),
    ],
)
def test_values_that_are_none(made: str, words: str) -> None:
    """Probabilities, databases, neighbours, laws."""
    with pytest.raises((TypeError, ValueError), match=words):
        written(made)


PUBLIC = [
    value
    for name in dp.__all__
    for value in [getattr(dp, name)]
    if inspect.isfunction(value) and name != "load_ipython_extension"
]
"""What a person calls."""


@pytest.mark.parametrize("function", PUBLIC, ids=lambda function: function.__name__)
def test_public_functions_say_what_they_take(function: Callable[..., object]) -> None:
    """Each argument is named in the docstring, and so is what is raised."""
    text = inspect.getdoc(function) or ""
    assert "Raises:" in text
    missing = [x for x in inspect.signature(function).parameters if x not in text]
    assert missing == []


def test_texts_are_numbers() -> None:
    """Wherever a probability is wanted."""
    assert dp.bernoulli("1/4") == dp.bernoulli(Fraction(1, 4)) == dp.bernoulli("0.25")
    assert dp.bernoulli(1) == dp.Dist.point(True)
    assert dp.binomial(2, "1/3") == dp.binomial(2, Fraction(1, 3))
    weights: Any = {"a": "1/3", "b": Fraction(2, 3)}
    assert dp.Dist.weighted(weights)["b"] == Fraction(2, 3)
    ratio: Any = "1/2"
    assert dp.TwoSidedGeometric(ratio) == dp.TwoSidedGeometric(Fraction(1, 2))
    assert dp.exponential_weights({"a": 1, "b": 0}, Fraction(2))["a"] == Fraction(2, 3)

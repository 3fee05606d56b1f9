"""Points of the guards of a branch, by hand and by what they are."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from proofs_tests.streams import Dice
from reference.probability.automaton import Branch, Form
from reference.probability.fillings import fillings
from reference.probability.points import around, inside, tightest, towards, value_at

ONE = Fraction(1)


def form(constant: int, **slopes: int) -> Form:
    """A form, coefficients other than 0."""
    return {"": Fraction(constant)} | {x: Fraction(c) for x, c in slopes.items() if c}


@pytest.mark.parametrize("seed", range(40))
def test_a_point_is_inside_and_nothing_is_missed(seed: int) -> None:
    """Forms that are above 0 at a point that is known have a point; others, turned, have none."""
    dice = Dice(seed)
    names = ["x", "y", "z"][: 1 + dice.below(3)]
    known = {name: Fraction(dice.below(9) - 4, 2) for name in names}
    forms: list[Form] = []
    for _ in range(1 + dice.below(6)):
        slopes = form(0, **{name: dice.below(7) - 3 for name in names})
        forms.append({**slopes, "": ONE / 2 - value_at(slopes, {**known})})
    found = inside(forms, names)
    assert found is not None
    assert all(value_at(each, found) > 0 for each in forms)
    turned = {name: -c for name, c in forms[0].items()}
    assert inside([*forms, turned], names) is None
    assert around([*forms, turned], [True] * len(forms) + [False], names) is None
    weak = {**turned, "": turned[""] + value_at(forms[0], found)}
    tie = around([*forms, weak], [True] * len(forms) + [False], names)
    assert tie is not None
    assert value_at(weak, tie) >= 0


def test_a_boundary_without_noise() -> None:
    """Both x >= 0 and -x >= 0: it is the point 0; with one of them above 0 there is none."""
    forms = [form(0, x=1), form(0, x=-1)]
    assert inside(forms, ["x"]) is None
    assert around(forms, [False, False], ["x"]) == {"x": Fraction(0)}
    assert around(forms, [True, False], ["x"]) is None


def test_the_way_to_a_target_ends_inside() -> None:
    """Half of the way from 3 to the wall at 1, of four to -1; the whole of it to 2."""
    walls = [form(-1, x=1)]
    three = {"x": Fraction(3)}
    for above, target, reached, far in (
        (True, Fraction(-1), 2, Fraction(1, 4)),
        (True, Fraction(2), 2, ONE),
        (True, ONE, 2, Fraction(1, 2)),
        (False, ONE, 1, ONE),
    ):
        found = towards(walls, [above], three, {"x": target})
        assert found == ({"x": Fraction(reached)}, far)


def test_of_parallel_forms_the_least_is_left() -> None:
    """2x - 4 and x - 3 and x - 3 > 0: the last one."""
    forms, strict = tightest([form(-4, x=2), form(-3, x=1), form(-3, x=1)], [True, False, True])
    assert (forms, strict) == ([form(-3, x=1)], [True])


def branch(*guards: Form, draws: tuple[tuple[str, Fraction], ...] = ()) -> Branch:
    """A branch with guards."""
    return Branch(draws, guards, (False,) * len(guards), (), (), (), "", 1)


@pytest.mark.parametrize("low", [-(10**9), -7, 0, 12345])
def test_a_narrow_branch_is_filled(low: int) -> None:
    """Between a register and a thousandth more, noise that is above 0, and any answer."""
    ties = branch(
        {"n0": ONE, "0": -ONE},
        {"n0": -ONE, "0": ONE, "": Fraction(1, 1000)},
        {"0": ONE, "": -Fraction(low)},
        draws=(("exponential", ONE),),
    )
    listed = [*fillings(ties, 1, {"0"}, reads=True)]
    for each in listed:
        point = each.point
        assert max(low, -1) <= point["0"] < point["n0"] < point["0"] + Fraction(1, 1000)
        assert point["n0"] > 0
    answers = {each.point["q"] for each in listed}
    assert min(answers) < -(10**5)
    assert max(answers) > 10**11
    pairs = [(a.point, b.point) for a, b in product(listed, repeat=2)]
    assert any({name for name in one if one[name] != other[name]} == {"q"} for one, other in pairs)
    assert {type(each.typed(ONE)) for each in listed} == {int, Fraction}


def test_a_branch_that_is_never_taken_has_none() -> None:
    """Of a draw that is equal to a number; without noise it is taken at a point."""
    tie = branch({"n0": ONE}, {"n0": -ONE}, draws=(("laplace", ONE),))
    assert not [*fillings(tie, 0, (), reads=False)]
    assert [each.point for each in fillings(branch({"q": ONE}, {"q": -ONE}), 0, (), reads=True)]
    kept = branch({"0": ONE}, {"0": -ONE})
    assert not [*fillings(kept, 1, {"0"}, reads=False)]
    assert {each.point["0"] for each in fillings(kept, 1, (), reads=False)} == {0}


def test_an_answer_is_whole_if_it_can_be() -> None:
    """Between 1/2 and 5/2 it is 1 or 2; between 1/3 and 2/3 it is not."""
    for low, high, whole in ((1, 5, True), (1, 2, False)):
        size = 2 if whole else 3
        narrow = branch(
            {"q": ONE, "": -Fraction(low, size)}, {"q": -ONE, "": Fraction(high, size)}
        )
        points = [each.point["q"] for each in fillings(narrow, 0, (), reads=True)]
        assert points
        assert any(q.denominator == 1 for q in points) == whole

"""A counterexample is told in sentences, with decimals that are cut off and not rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.evidence.verdict import Json
from audits.rendering.digits import beside, decimal, folded
from audits.rendering.witnesses import Witness, sentences

PAIR: Witness = {
    "databases": ["(0,0)", "(0,1)"],
    "event": ["4"],
    "probabilities": ["2/243", "1/3888"],
    "exp_eps": "16",
    "delta": "0",
    "root": "2",
}


@pytest.mark.parametrize("value", ["2/3", "-2/3", "1/7", "999949999/1000000000", "123456789/2"])
def test_a_decimal_is_cut_off(value: str) -> None:
    """It is within its last digit of the number, and never beyond it."""
    exact, (digits, _, rest) = Fraction(value), decimal(Fraction(value)).partition("...")
    shown = Fraction(digits) * 10 ** int(rest.partition("^")[2] or "0")
    unit = Fraction(1, 10**5) * (1 if abs(exact) < 1 else 10 ** len(str(int(abs(exact)))))
    assert 0 < abs(exact) - abs(shown) < unit


@pytest.mark.parametrize("near", [Fraction(2), Fraction(1, 2), Fraction(11, 10), Fraction(-3)])
@pytest.mark.parametrize("more", [Fraction(1, 10**30), Fraction(-1, 3 * 10**9)])
def test_what_is_near_a_simple_number_says_by_how_much(near: Fraction, more: Fraction) -> None:
    """Neither 1.99999... nor 2."""
    simple, sign, rest = decimal(near + more).split(maxsplit=2)
    assert (Fraction(simple), sign) == (near, "+" if more > 0 else "-")
    assert rest in {"1 x 10^-30", "3.33333... x 10^-10"}


def test_a_factor_that_is_a_sum_stands_in_brackets() -> None:
    """So that it is clear what is multiplied."""
    pair: Witness = {
        "databases": ["(0)", "(1)"],
        "event": ["0"],
        "probabilities": ["1/2", "1/4"],
        "exp_eps": str(1 + Fraction(1, 10**30)),
        "delta": "0",
    }
    assert sentences(pair)[-1] == "Allowed is at most (1 + 1 x 10^-30) times the second."


def test_numbers_inside_names_are_left_alone() -> None:
    """Powers, decimals and parts of words."""
    text = "r^123456789012345678901234567890 x_1 0.25 KLMNS20.T4.2 (1/2)"
    assert folded(text) == text == beside(text)


def test_a_long_number_is_folded_and_a_short_one_is_not() -> None:
    """Beyond so many characters only the first digits stand."""
    assert folded(f"{'7' * 24} {'7' * 25}") == f"{'7' * 24} 7.77777... x 10^24"


def test_a_pair_of_databases() -> None:
    """The probabilities, their ratio, and what is allowed."""
    assert sentences(PAIR) == [
        "The two databases are (0,0) and (0,1).",
        "On the first, the output 4 has probability 2/243 = 0.00823045...",
        "On the second, it has probability 1/3888 = 0.000257201...",
        "The first is 32 times the second.",
        "Allowed is at most 16 times the second (r = 2).",
    ]


BITS = ["1" * 7 + "0" * 25, "1" + "0" * 5 + "1" * 7 + "0" * 19, "1" + "0" * 31, "0" * 32]


def test_strings_of_bits_stay_strings() -> None:
    """Outputs that differ are told apart, and none is written as a number that is rounded."""
    event: list[Json] = [*BITS]
    said = sentences({**PAIR, "event": event})[1]
    assert all(each in said for each in BITS)
    longer: list[Json] = [f"{each}{'01' * 20}" for each in BITS]
    said = sentences({**PAIR, "event": longer})[1]
    assert " x 10^" not in said
    assert said.count("(72 characters)") == len(BITS)
    same: list[Json] = ["1" * 20 + "0" + "1" * 20, "1" * 41]
    assert all(str(each) in sentences({**PAIR, "event": same})[1] for each in same)
    assert " x 10^" not in folded(" ".join(map(str, longer)))


@pytest.mark.parametrize(
    ("told", "where"), [({"u": "3/8"}, "r = e^(3/8)"), ({"u": "3", "r": "e^(3/8)"}, "r = e^(3/8)")]
)
def test_functions_of_r_have_values_at_a_real_eps(told: Witness, where: str) -> None:
    """Where r is a power of e, each function of it is followed by its value there."""
    laws: list[Json] = ["(-67 r^2 + 98 r + 6) / (192 r^3)", "1/192"]
    at: Witness = {**{key: value for key, value in PAIR.items() if key != "root"}, **told}
    said = sentences({**at, "probabilities": laws, "exp_eps": "r^2", "delta": "(r - 1) / r"})
    assert said[1] == f"Here {where}."
    assert said[2].endswith("(192 r^3) = 0.0114138...")
    assert said[-1] == (
        "Allowed is at most r^2 = 2.11700... times the second, plus (r - 1) / r = 0.312710..."
    )


def test_a_comparison_of_functions_has_values_too() -> None:
    """With words for its sides, and without."""
    sides: Witness = {"left": "r^2", "relation": "<=", "right": "r", "instance": "n = 1", "u": "1"}
    where = "This is the case n = 1, r = e."
    assert sentences(sides) == ["r^2 = 7.38905... <= r = 2.71828... is false.", where]
    words = "the loss (= r^2) <= eps (= r) is false"
    assert sentences({**sides, "words": words}) == [
        "the loss (= r^2 = 7.38905...) <= eps (= r = 2.71828...) is false.",
        where,
    ]


def test_a_delta_and_several_outputs_are_named() -> None:
    """Beside the factor."""
    found = " ".join(sentences({**PAIR, "delta": "1/10", "event": ["a", "b"]}))
    assert "an output among a, b has" in found
    assert "plus 1/10 (r = 2)." in found


def test_many_outputs_are_counted() -> None:
    """The first of them are named."""
    found = sentences({**PAIR, "event": [str(i) for i in range(9)]})
    assert "one of 9 outputs (0, 1, 2, 3, 4, 5, ...)" in found[1]


def test_what_one_database_alone_can_give() -> None:
    """No ratio is told."""
    found = sentences({**PAIR, "probabilities": ["1/2", "0"]})
    assert found[3] == "What only one of them can give is private for no eps."
    assert not any("times the second." in each for each in found[:-1])
    with_delta = sentences({**PAIR, "probabilities": ["1/2", "0"], "delta": "1/4"})
    assert not any("for no eps" in each for each in with_delta)


def test_functions_of_r_have_no_ratio() -> None:
    """They stand as they are."""
    found = sentences({**PAIR, "probabilities": ["1 / (r + 1)", "1 / r^2"]})
    assert "On the first, the output 4 has probability 1 / (r + 1)." in found


def test_a_failure() -> None:
    """The database, the chance and the bound."""
    witness: Witness = {"database": "(5)", "failure": "1/3", "bound": "2 / r^2", "root": "3"}
    assert sentences(witness) == [
        "On the database (5), the answer is wrong with probability 1/3.",
        "The bound is 2 / r^2, at r = 3.",
    ]


def test_a_comparison_names_its_case() -> None:
    """And the r at which it fails."""
    sides: Witness = {"left": "3", "relation": "<=", "right": "2", "instance": "n = 4"}
    assert sentences({**sides, "root": "2"}) == [
        "3 <= 2 is false.",
        "This is the case n = 4, r = 2.",
    ]


def test_others_are_told_key_by_key() -> None:
    """Nothing is told of nothing."""
    assert sentences({"run": "a b", "loss": "3/2"}) == ["run: a b; loss: 3/2."]
    assert sentences({}) == []


@pytest.mark.parametrize(
    ("loss", "words"), [("3/2", "lose 3/2 eps"), ("inf", "lose more than any multiple of eps")]
)
def test_a_run_of_a_stream(loss: str, words: str) -> None:
    """The outputs, and what they lose."""
    first, second = sentences({"run": "0(+1) 1(-1)", "loss": loss, "claim": "1"})
    assert first == f"The outputs 0(+1) 1(-1) {words}, where 1 eps is claimed."
    assert second.startswith("A number in brackets says")


def test_the_middle_of_a_long_database_is_left_out() -> None:
    """Its ends are there."""
    rows = f"({','.join(map(str, range(100)))})"
    first = sentences({**PAIR, "databases": [rows, "(0)"]})[0]
    assert first.startswith("The two databases are (0,1,2,")
    assert first.endswith(",97,98,99) and (0).")
    assert len(first) < 140


@pytest.mark.parametrize(
    ("found", "key", "said", "words"),
    [
        ("3/4", "bound", "2/3", "A private mechanism has a score of 3/4"),
        ("3/4", "stated", "2/3", "A private mechanism has a score of 3/4"),
        ("1/2", "stated", "2/3", "No private mechanism has a score above 1/2"),
    ],
)
def test_an_optimum_is_told_as_far_as_it_is_certified(
    found: str, key: str, said: str, words: str
) -> None:
    """A mechanism is at hand, or a bound on all of them."""
    first, second = sentences({"optimum": found, key: said, "problem": "a guess"})
    assert first == f"{words} in the problem: a guess."
    best = "the best has" if key == "stated" else "none has more than"
    assert second.startswith("The score is the least, over all cases, of the probability")
    assert second.endswith(f" The statement says that {best} 2/3.")

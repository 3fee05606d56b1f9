"""Small automata at random, and what is true of them for a number of answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random  # noqa: TID251  # automata to try, the same in every run
from typing import TypeAlias

from flint import arb, ctx, fmpq

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.probability.automaton import Automaton, Branch, Form, State, Step
from reference.probability.fixed import fixed
from reference.probability.orders import Known
from reference.probability.runs import Symbols

ONE = Fraction(1)
PARTS = 8
EPS = (ONE, Fraction(4))
ADJACENCIES = ("all", "all", "one", "monotone")

Law: TypeAlias = dict[Symbols, ExponentialFunction]
Answers: TypeAlias = tuple[int, ...]


def some_automaton(source: Random) -> Automaton:
    """One or two states with one or two registers; each branch puts out something else, mostly."""
    states, registers = source.choice((1, 1, 2)), source.choice((1, 1, 2))
    start = _drawn(source, registers)
    begun = tuple(_form({f"n{i}": ONE}) for i in range(registers))
    begin = Branch(start, (), (), (), (), begun, "", 1)
    found = [State("begin", 0, (Step(reads=False, branches=(begin,)),))]
    for i in range(states):
        steps = [Step(reads=True, branches=_branches(source, registers, i + 1, states, True))]
        if source.random() < 0.1:
            last = _branches(source, registers, states + 1, states, False)
            steps.append(Step(reads=False, branches=last))
        found.append(State(str(i + 1), registers, tuple(steps)))
    return Automaton((*found, State("stopped", 0, ())))


def _form(form: dict[str, Fraction]) -> Form:
    """Without coefficients 0."""
    return {name: c for name, c in form.items() if c}


def _drawn(source: Random, number: int) -> tuple[tuple[str, Fraction], ...]:
    kinds = source.choices(("laplace", "exponential"), (5, 1), k=number)
    return tuple((kind, Fraction(source.randint(1, 4), PARTS)) for kind in kinds)


def _branches(
    source: Random, registers: int, here: int, states: int, reads: bool
) -> tuple[Branch, ...]:
    """Those of a call: one or two comparisons, the second if the first is true."""
    several = source.choice((1, 1, 1, 2)) if registers == 1 else 1
    tests = [_test(source, registers, i, reads) for i in range(several)]
    more = 1 if registers == 1 and several == 1 else 0
    negated = [_form({name: -c for name, c in form.items()}) for form in tests]
    ways = [(tests, [False] * len(tests)), (negated[:1], [True])]
    if len(tests) == 2:
        ways.append(([tests[0], negated[1]], [False, True]))
    stops, alike = source.random() < 0.8, source.random() < 0.15
    found = list[Branch]()
    for number, (guards, strict) in enumerate(ways):
        draws = _drawn(source, len(tests) + more)
        if number:
            draws = found[0].draws[: len(tests)] + draws[len(tests) :]
        to = states + 1 if (stops and not number) else source.randint(1, states)
        if stops and not number and here < states and source.random() < 0.5:
            to = here + 1
        if not reads:
            to = states + 1
        updates = () if to == states + 1 else _updates(source, registers, len(draws) - 1, reads)
        symbol = "0" if alike else str(number)
        released = () if alike else _released(source, registers, len(draws) - 1, reads)
        found.append(
            Branch(draws, tuple(guards), tuple(strict), (), released, updates, symbol, to)
        )
    return tuple(found)


def _test(source: Random, registers: int, i: int, reads: bool) -> Form:
    """A comparison of an answer, noise and a register: of two draws at most."""
    level = Fraction(source.choice((0, 0, 1)))
    register = str(source.randrange(registers))
    answer = ONE if reads else Fraction(0)
    kind = source.choices(
        ("both", "fresh", "reused", "exact", "registers", "no answer"), (10, 4, 4, 1, 1, 1)
    )[0]
    if kind == "both":
        return _form({"q": answer, f"n{i}": ONE, register: -ONE, "": -level})
    if kind == "fresh":
        return _form({"q": answer, f"n{i}": ONE, "": -level})
    if kind == "exact" and reads:
        return _form({"q": answer, "": -level})
    if kind == "registers" and registers == 2:
        return _form({"0": ONE, "1": -ONE, "": -level})
    if kind == "no answer":
        return _form({f"n{i}": ONE, register: -ONE, "": -level})
    return _form({"q": answer, register: -ONE, "": -level})


def _updates(source: Random, registers: int, last: int, reads: bool) -> tuple[Form, ...]:
    """Each register is kept, mostly, or drawn again, or has the noisy answer."""
    found = []
    for i in range(registers):
        kind = source.choices(("kept", "drawn", "answer", "other"), (10, 3, 2, 1))[0]
        answer = ONE if reads else Fraction(0)
        noise = f"n{source.choice((0, last))}"
        found.append(
            {
                "kept": _form({str(i): ONE}),
                "drawn": _form({f"n{last}": ONE}),
                "answer": _form({"q": answer, noise: ONE}),
                "other": _form({str(registers - 1 - i): ONE}),
            }[kind]
        )
    return tuple(found)


def _released(source: Random, registers: int, last: int, reads: bool) -> tuple[Form, ...]:
    """Mostly nothing; or a noisy answer, a gap or a register."""
    answer = ONE if reads else Fraction(0)
    register = str(source.randrange(registers))
    kind = source.choices(
        ("none", "fresh", "used", "gap", "register", "exact"), (24, 3, 2, 2, 1, 1)
    )
    return {
        "none": (),
        "fresh": (_form({"q": answer, f"n{last}": ONE}),),
        "used": (_form({"q": answer, "n0": ONE}),),
        "gap": (_form({"q": answer, "n0": ONE, register: -ONE}),),
        "register": (_form({register: ONE}),),
        "exact": (_form({"q": answer}),),
    }[kind[0]]


@dataclass
class Laws:
    """Of an automaton, by answers."""

    automaton: Automaton

    def __post_init__(self) -> None:
        self._known: Known = {}
        self._laws: dict[Answers, Law] = {}
        self._values: dict[ExponentialFunction, tuple[arb, ...]] = {}

    def of(self, answers: Answers) -> Law:
        """Released numbers up to their cells."""
        if answers not in self._laws:
            cuts = (-1, 1) if len(answers) < 3 else (0,)
            self._laws[answers] = fixed(self.automaton, answers, PARTS, cuts, self._known)
        return self._laws[answers]

    def at(self, chance: ExponentialFunction) -> tuple[arb, ...]:
        """Its value for each eps, enclosed."""
        if chance not in self._values:
            self._values[chance] = tuple(
                _at(chance.polynomials[0], eps) / _at(chance.polynomials[1], eps) for eps in EPS
            )
        return self._values[chance]


def _at(value: ExponentialPolynomial, eps: Fraction) -> arb:
    ctx.prec = 200
    u = eps / PARTS
    unit = arb(fmpq(u.numerator, u.denominator))
    total = arb(0)
    for (j, k), c in value.terms.items():
        total += arb(fmpq(c.numerator, c.denominator)) * unit**j * (unit * k).exp()
    return total


def adjacent(adjacency: str, d: Answers) -> bool:
    """Whether answers may differ by this; 0 among others is half way between words."""
    if adjacency == "one":
        return sum(map(abs, d)) == 1
    return any(d) and (adjacency == "all" or min(d) >= 0 or max(d) <= 0)


def neighbours(source: Random, adjacency: str, answers: int) -> Iterator[tuple[Answers, Answers]]:
    """All words with answers of a grid: of three answers, some."""
    grid = [*product((-1, 0, 1), repeat=answers)]
    words = [d for d in product((-1, 0, 1), repeat=answers) if adjacent(adjacency, d)]
    if answers == 3:
        grid, words = source.sample(grid, 3), source.sample(words, min(len(words), 8))
    for first, d in product(grid, words):
        yield first, tuple(q + e for q, e in zip(first, d, strict=True))


def contradictions(
    laws: Laws, loss: Fraction, adjacency: str, source: Random
) -> Iterator[tuple[Answers, Answers, Symbols] | None]:
    """For each inequality None, or the answers and the output for which it is false."""
    factors = []
    for eps in EPS:
        power = loss * eps
        factors.append(arb(fmpq(power.numerator, power.denominator)).exp())
    nothing = ExponentialFunction.of_polynomial(0)
    for n in (1, 2, 3):
        for first, second in neighbours(source, adjacency, n):
            p, q = laws.of(first), laws.of(second)
            for output, chance in p.items():
                other = q.get(output, nothing)
                for i, (left, right) in enumerate(
                    zip(laws.at(chance), laws.at(other), strict=True)
                ):
                    excess = left - factors[i] * right
                    false = excess > 0 or (
                        excess.contains(0) and _sign(chance, other, loss, EPS[i]) > 0
                    )
                    yield (first, second, output) if false else None


def _sign(
    chance: ExponentialFunction, other: ExponentialFunction, loss: Fraction, eps: Fraction
) -> int:
    """Of P - e^(loss eps) Q, exactly, where e^(loss eps) is a power of r."""
    u, power = eps / PARTS, loss * PARTS * 2  # in a unit half as large
    assert power.denominator == 1
    (a, b), (c, d) = chance.polynomials, other.polynomials
    left, right = (_halved(a * d), ExponentialPolynomial.r(power.numerator) * _halved(b * c))
    return (left - right).sign_at(u / 2)


def _halved(value: ExponentialPolynomial) -> ExponentialPolynomial:
    """A function of u and r = e^u as one of u/2 and e^(u/2)."""
    return ExponentialPolynomial.of_terms(
        {(j, 2 * k): c * 2**j for (j, k), c in value.terms.items()}
    )

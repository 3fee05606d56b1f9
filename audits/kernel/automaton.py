"""Automata that read real answers: registers, noisy branches, forms of what they compare."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from audits.kernel.reading import Facts, Fields, Node, within

Form = dict[str, Fraction]  # the coefficient of each name; that of "" is the constant
Moves = dict[str, list[tuple[int, str]]]  # differences of an answer, and the mode after each

ADJACENT: dict[str, tuple[list[str], Moves]] = {
    "all": (["all"], {"all": [(-1, "all"), (1, "all")]}),
    "one": (["none"], {"none": [(-1, "one"), (0, "none"), (1, "one")], "one": [(0, "one")]}),
    "monotone": (
        ["up", "down"],
        {"up": [(0, "up"), (1, "up")], "down": [(-1, "down"), (0, "down")]},
    ),
}
ONE = Fraction(1)
MOST_DIGITS, MOST_NAMES, MOST_BITS = 40, 100, 10**3


class Branch(NamedTuple):
    """It is taken where its guards are >= 0 and its equations are 0."""

    reads: bool
    draws: list[tuple[bool, Fraction]]  # whether it has two sides, and its rate
    guards: list[Form]
    equations: list[Form]
    released: list[Form]
    updates: list[Form]
    to: int

    def work(self, known: int) -> int:
        """Its size and that of what is known beside it; sums of many terms have long numbers."""
        forms = chain(self.guards, self.equations, self.released, self.updates)
        size = 1 + known + len(self.draws) + sum(1 + len(form) for form in forms)
        return size * (1 + size // 8)


class State(NamedTuple):
    """Its registers, and the branches of its steps."""

    registers: int
    steps: list[list[Branch]]


class Stream(NamedTuple):
    """An automaton, and which answers are adjacent."""

    states: list[State]
    starts: list[str]
    moves: Moves
    size: Fraction
    facts: Facts

    def words(self, branch: Branch, mode: str) -> list[tuple[int, str]]:
        """How the answer may differ, and the mode after it; nothing is read: nothing changes."""
        return self.moves[mode] if branch.reads else [(0, mode)]


def read_stream(fields: Fields) -> Stream:
    """The fields `automaton`, `adjacency` and `sensitivity`."""
    nodes = [*fields["automaton"].fields("states")["states"].items()]
    read = [node.fields("registers steps") for node in nodes]
    sizes = [item["registers"].index(MOST_NAMES) for item in read]
    states, observed = list[State](), True
    for item, size in zip(read, sizes, strict=True):
        steps = list[list[Branch]]()
        for step in item["steps"].items():
            reads, listed = step.fields("reads branches").values()
            one = reads.of(int, 0, 1) == 1
            both = [_branch(node, one, size, sizes) for node in listed.items()]
            steps.append([branch for _, branch in both])
            observed &= len({symbol for symbol, _ in both}) == len(both)
            observed &= sizes[0] > 0 or _complete(steps[-1])
        states.append(State(size, steps))
    starts, moves = ADJACENT[fields["adjacency"].of(str, *ADJACENT)]
    size_of = number(fields["sensitivity"])
    fields["sensitivity"].require(size_of > 0, "Trivial")
    fields["automaton"].require(states != [], "Trivial")
    fields["automaton"].require(
        any(b.reads for state in states for b in chain(*state.steps)), "Trivial"
    )
    told = "no" if not observed else "foretold" if sizes[0] else "yes"
    facts: Facts = {"states": len(states), "observed": told}
    return Stream(states, starts, moves, size_of, facts)


def _branch(node: Node, reads: bool, size: int, sizes: list[int]) -> tuple[str, Branch]:
    keys = "draws guards equations released updates symbol to"
    draws, *parts, symbol, to = node.fields(keys).values()
    noise = list[tuple[bool, Fraction]]()
    for item in draws.items():
        kind, rate = item.items(2)
        noise.append((kind.of(str, "laplace", "exponential") == "laplace", number(rate)))
        rate.require(noise[-1][1] > 0, "Trivial")
    within(MOST_NAMES, len(noise), "draws of a branch")
    known = {"", *map(str, range(size)), *(f"n{i}" for i in range(len(noise)))}
    known |= {"q"} if reads else set()
    guards, equations, released, updates = (
        [form(item, known) for item in part.items()] for part in parts
    )
    target = to.index(len(sizes))
    node.require(len(updates) == sizes[target], "WrongLength")
    return symbol.of(str), Branch(reads, noise, guards, equations, released, updates, target)


def _complete(branches: list[Branch]) -> bool:
    """Whether comparisons, one after the other, and coins choose just one branch of some."""
    left = [(branches, 0)]
    while left:
        some, at = left.pop()
        halves = dict[tuple[tuple[str, Fraction], ...], list[Branch]]()
        for branch in some:
            for guard in branch.guards[at : at + 1]:
                halves.setdefault(tuple(sorted(guard.items())), []).append(branch)
        for line, half in halves.items():
            both = half + halves.get(tuple((name, -c) for name, c in line), [])
            draws = max((branch.draws for branch in both), key=len)
            same = all(b.draws == draws[: len(b.draws)] and not b.equations for b in both)
            if len(both) == len(half) or not same:
                return False
            left.append((half, at + 1))
    return branches != []


def form(node: Node, known: set[str]) -> Form:
    """A linear form in some of the names; no coefficient is 0."""
    node.require({*node.of(dict)} <= known, "UnknownKey")
    found = {name: number(Node(c, f"{node.path}[{name}]")) for name, c in node.of(dict).items()}
    node.require(all(found.values()), "NotCanonical")
    return found


def names(registers: Iterable[Fraction], answer: Fraction, draws: Iterable[Fraction]) -> Form:
    """What a change of registers, answer and draws is to each name; constants do not change."""
    named = {str(i): t for i, t in enumerate(registers)}
    return named | {f"n{i}": h for i, h in enumerate(draws)} | {"q": answer, "": Fraction(0)}


def value(of: Form, by: Form) -> Fraction:
    """A form of what each name is."""
    return sum((c * by[name] for name, c in of.items()), Fraction(0))


def summed(parts: Iterable[tuple[Fraction, Form]]) -> Form:
    """The sum of forms, each times its factor, without coefficients 0."""
    found = Form()
    for factor, part in parts:
        for name, c in part.items():
            found[name] = found.get(name, Fraction(0)) + factor * c
    return {name: c for name, c in found.items() if c}


def number(node: Node) -> Fraction:
    """A short rational."""
    within(MOST_DIGITS, len(node.of(str)), "characters of a number of a stream")
    return node.rational()


def short(found: Iterable[Fraction]) -> None:
    """Numbers that a run has made are not too long to go on."""
    longest = max(
        (c.numerator.bit_length() + c.denominator.bit_length() for c in found), default=0
    )
    within(MOST_BITS, longest, "binary digits of a number in a run")


def yes(whole: bool) -> Facts:
    """Whether the statement is true of noise and answers that are integers, too."""
    return {"integers": "yes" if whole else "no"}

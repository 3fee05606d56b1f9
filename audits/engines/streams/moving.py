"""Shifts that move every run to adjacent answers, at the least price.

First one row for each node, by value iteration: the price from a node on is the greatest, over
branches and differences, of the least over the shifts of draws.  Where that has no bound, a proof
may use what happened before: a *work function* says for each shift of the registers the least
price so far of ending there, and prices above a claim are dropped.  If none is left, no shift of
that run keeps to the claim.

Differences are those of the sensitivity 1; `nodes_json` scales them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from audits.kernel.automaton import ADJACENT
from audits.verdict import Json
from reference.probability.automaton import Automaton, Branch, Form

Shift: TypeAlias = tuple[Fraction, ...]
Known: TypeAlias = tuple[int, str]
"""A state and the mode of the adjacency."""

Node: TypeAlias = tuple[int, str, Shift]

CAP = Fraction(16)
"""Prices above it are taken for no bound."""

MOST_NODES = 3000


class Letter(NamedTuple):
    """A branch and a difference, at a state and a mode."""

    step: int
    branch: int
    word: int
    """The number of the difference among those of the mode."""

    difference: int
    mode: str
    """The mode after it."""


class Option(NamedTuple):
    """A way to move a branch."""

    price: Fraction
    draws: Shift


@dataclass(frozen=True, slots=True)
class Moved:
    """What the kernel reads of a proof, and the least loss that it shows."""

    loss: Fraction
    start: list[int]
    nodes: list[Json]


class Shifts:
    """The ways to move the branches of an automaton by shifts of a grid."""

    def __init__(self, automaton: Automaton, adjacency: str, width: int) -> None:
        self.automaton = automaton
        self.starts, self.moves = ADJACENT[adjacency]
        self.grid = [Fraction(i) for i in range(-width, width + 1)]
        self._fresh = [Fraction(i) for i in range(-2 * width, 2 * width + 1)]
        self._memo: dict[tuple[int, int, int, int, Shift], dict[Shift, Option]] = {}

    def first(self) -> list[Shift]:
        """The shifts of the registers of the first state, which are prophecies."""
        return [*product(self.grid, repeat=self.automaton.prophecies)]

    def letters(self, state: int, mode: str) -> Iterator[Letter]:
        """All that may happen next."""
        for i, step in enumerate(self.automaton.states[state].steps):
            words = self.moves[mode] if step.reads else [(0, mode)]
            for j in range(len(step.branches)):
                for k, (difference, after) in enumerate(words):
                    yield Letter(i, j, k, difference, after)

    def branch(self, state: int, letter: Letter) -> Branch:
        """The branch of a letter."""
        return self.automaton.states[state].steps[letter.step].branches[letter.branch]

    def options(self, state: int, letter: Letter, shift: Shift) -> dict[Shift, Option]:
        """For each shift of the registers afterwards, the cheapest one of the draws."""
        key = state, letter.step, letter.branch, letter.difference, shift
        if key not in self._memo:
            found = _options(self.branch(state, letter), letter.difference, shift, self._fresh)
            self._memo[key] = {
                t: o for t, o in found.items() if all(abs(x) <= self.grid[-1] for x in t)
            }
        return self._memo[key]


def _options(
    branch: Branch, difference: int, shift: Shift, fresh: Sequence[Fraction]
) -> dict[Shift, Option]:
    found: dict[Shift, Option] = {}
    by = {str(i): t for i, t in enumerate(shift)} | {"q": Fraction(difference)}
    two = [kind == "laplace" for kind, _ in branch.draws]
    for draws in product(fresh, repeat=len(branch.draws)):
        if any(h < 0 and not both for h, both in zip(draws, two, strict=True)):
            continue
        by |= {f"n{i}": h for i, h in enumerate(draws)}
        if any(moved(form, by) for form in (*branch.equations, *branch.released)):
            continue
        if any(moved(form, by) < 0 for form in branch.guards):
            continue
        after = tuple(moved(form, by) for form in branch.updates)
        price = price_of(branch, draws)
        if after not in found or price < found[after].price:
            found[after] = Option(price, draws)
    return found


def moved(form: Form, by: dict[str, Fraction]) -> Fraction:
    """How much a form changes."""
    return sum((c * by[name] for name, c in form.items() if name), Fraction(0))


def price_of(branch: Branch, draws: Shift) -> Fraction:
    """What a shift of the draws costs."""
    costs = (rate * abs(h) for (_, rate), h in zip(branch.draws, draws, strict=True))
    return sum(costs, Fraction(0))


def one_row(shifts: Shifts, size: Fraction) -> Moved | None:
    """The least loss with one row for each node, if there is one."""
    values, letters = _iterated(shifts)
    begin: list[Node] = []
    for mode in shifts.starts:
        nodes = [(0, mode, t) for t in shifts.first()]
        begin.append(min(nodes, key=lambda node: _price(values, node)))
    if any(values[node] is None for node in begin):
        return None
    loss = max(_price(values, node) for node in begin)
    order = dict.fromkeys(begin)
    todo = [*order]
    proofs: dict[Node, list[Json]] = {}
    numbers: dict[Node, int] = {}
    chosen: dict[Node, dict[Letter, tuple[Node, Option]]] = {}
    while todo:
        node = todo.pop()
        numbers[node] = len(numbers)
        chosen[node] = {}
        for letter, choices in letters[node].items():
            fits = {
                t: o
                for t, o in choices.items()
                if o.price + _price(values, t) <= _price(values, node)
            }
            to = min(fits, key=lambda t: (fits[t].price + _price(values, t), fits[t].price, t))
            chosen[node][letter] = to, fits[to]
            if to not in order:
                order[to] = None
                todo.append(to)
    for node in numbers:
        cases: dict[Letter, Json] = {
            letter: {
                "to": numbers[to],
                "rows": [[0, [str(h * size) for h in option.draws]]],
                "facts": [],
            }
            for letter, (to, option) in chosen[node].items()
        }
        proofs[node] = next_json(shifts, (node[0], node[1]), cases)
    listed: list[Json] = [
        {
            "state": node[0],
            "mode": node[1],
            "rows": [
                [[str(t * size) for t in node[2]], str((loss - _price(values, node)) * size)]
            ],
            "facts": [],
            "next": proofs[node],
        }
        for node in numbers
    ]
    return Moved(loss * size, [numbers[node] for node in begin], listed)


Choices: TypeAlias = dict[Node, dict[Letter, dict[Node, Option]]]


def _price(values: dict[Node, Fraction | None], node: Node) -> Fraction:
    value = values[node]
    return 2 * CAP if value is None else value


def _iterated(shifts: Shifts) -> tuple[dict[Node, Fraction | None], Choices]:
    """The price from each node on; None for none below the cap."""
    values: dict[Node, Fraction | None] = {
        (0, mode, t): Fraction(0) for mode in shifts.starts for t in shifts.first()
    }
    letters: Choices = {}
    users: dict[Node, set[Node]] = {}
    todo = deque(values)
    while todo:
        node = todo.popleft()
        state, mode, shift = node
        letters[node] = {}
        for letter in shifts.letters(state, mode):
            to = shifts.branch(state, letter).to
            options = shifts.options(state, letter, shift)
            letters[node][letter] = {(to, letter.mode, t): o for t, o in options.items()}
            for then in letters[node][letter]:
                users.setdefault(then, set()).add(node)
                if then not in values:
                    values[then] = Fraction(0)
                    todo.append(then)
    queue, queued = deque(values), set(values)
    while queue:
        node = queue.popleft()
        queued.discard(node)
        old = values[node]
        if old is None:
            continue
        new = old
        for choices in letters[node].values():
            least = min((o.price + _price(values, t) for t, o in choices.items()), default=2 * CAP)
            new = max(new, least)
        if new > old:
            values[node] = new if new <= CAP else None
            more = users.get(node, set()) - queued
            queue.extend(more)
            queued |= more
    return values, letters


def next_json(shifts: Shifts, known: Known, cases: dict[Letter, Json]) -> list[Json]:
    """Cases by step, branch and difference."""
    state, mode = known
    found: list[Json] = []
    letters = [*shifts.letters(state, mode)]
    for i, step in enumerate(shifts.automaton.states[state].steps):
        found.append(
            [
                [cases[at] for at in letters if (at.step, at.branch) == (i, j)]
                for j in range(len(step.branches))
            ]
        )
    return found


Run: TypeAlias = tuple[str, tuple[Letter, ...]]
"""The mode in which it begins, and what happens."""

Work: TypeAlias = dict[Shift, Fraction]


class _Place(NamedTuple):
    state: int
    mode: str
    work: Work
    came: tuple[int, Letter] | None


class WorkFunctions:
    """All work functions below a claim; or a run that has no shift below it."""

    def __init__(self, shifts: Shifts, claim: Fraction) -> None:
        self._shifts, self._claim = shifts, claim
        self._places: list[_Place] = []
        self._plan: dict[tuple[int, Letter], int] = {}
        self._start: list[int] = []
        self._at: dict[Known, list[int]] = {}
        self.dear: Run | None = None
        self.complete = False
        self._explore()

    def _explore(self) -> None:
        free = dict.fromkeys(self._shifts.first(), Fraction(0))
        self._start = [self._add(0, mode, free, None) for mode in self._shifts.starts]
        done = 0
        while done < len(self._places):
            if len(self._places) > MOST_NODES:
                return
            state, mode, work, _ = self._places[done]
            for letter in self._shifts.letters(state, mode):
                new = self._after(state, letter, work)
                if not new:
                    self.dear = self._run(done, letter)
                    return
                to = self._shifts.branch(state, letter).to
                self._plan[done, letter] = self._add(to, letter.mode, new, (done, letter))
            done += 1
        self.complete = True

    def _after(self, state: int, letter: Letter, work: Work) -> Work:
        new: Work = {}
        for shift, spent in work.items():
            for after, option in self._shifts.options(state, letter, shift).items():
                paid = spent + option.price
                if paid <= self._claim and (after not in new or paid < new[after]):
                    new[after] = paid
        return new

    def _add(self, state: int, mode: str, work: Work, came: tuple[int, Letter] | None) -> int:
        """A place with rows that are all to be had here."""
        for n in self._at.setdefault((state, mode), []):
            rows = self._places[n].work
            if all(t in work and work[t] <= spent for t, spent in rows.items()):
                return n
        self._at[state, mode].append(len(self._places))
        self._places.append(_Place(state, mode, work, came))
        return len(self._places) - 1

    def _run(self, place: int, last: Letter) -> Run:
        letters = [last]
        came = self._places[place].came
        while came is not None:
            place, letter = came
            letters.append(letter)
            came = self._places[place].came
        return self._places[place].mode, tuple(reversed(letters))

    def moved(self, size: Fraction) -> Moved:
        """The proof: of the places that are needed, and the greatest of the least prices."""
        numbers = {n: i for i, n in enumerate(dict.fromkeys(self._start))}
        todo = [*numbers]
        while todo:
            n = todo.pop()
            for letter in self._shifts.letters(self._places[n].state, self._places[n].mode):
                to = self._plan[n, letter]
                if to not in numbers:
                    numbers[to] = len(numbers)
                    todo.append(to)
        loss = max(min(self._places[n].work.values()) for n in numbers)
        nodes: list[Json] = [self._json(n, numbers, size) for n in numbers]
        return Moved(loss * size, [numbers[n] for n in self._start], nodes)

    def _json(self, n: int, numbers: dict[int, int], size: Fraction) -> Json:
        state, mode, work, _ = self._places[n]
        cases: dict[Letter, Json] = {}
        for letter in self._shifts.letters(state, mode):
            to = self._plan[n, letter]
            rows: list[Json] = []
            for after in self._places[to].work:
                reached = (
                    (spent + o[after].price, i, o[after].draws)
                    for i, (t, spent) in enumerate(work.items())
                    if after in (o := self._shifts.options(state, letter, t))
                )
                _, i, draws = min(reached)
                rows.append([i, [str(h * size) for h in draws]])
            cases[letter] = {"to": numbers[to], "rows": rows, "facts": []}
        listed: list[Json] = [
            [[str(x * size) for x in t], str(spent * size)] for t, spent in work.items()
        ]
        return {
            "state": state,
            "mode": mode,
            "rows": listed,
            "facts": [],
            "next": next_json(self._shifts, (state, mode), cases),
        }

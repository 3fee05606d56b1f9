"""What is known of registers, and which branches are impossible for it.

Known are *facts*: a register is at least another one, or 0.  They follow, by sums with weights
>= 0, from the guards of what happened.  A branch is impossible if such a sum is a negative number,
or is 0 with fresh noise in it: that has probability 0 (beside prophecies it says nothing, since
any of their values will do).

Sums are looked for as chains of guards and facts, each of them a difference of two *terms*, such
as "the noisy answer minus register 0".  Facts that no impossible branch needs are left out, so
that where no branch is impossible a place is a state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from reference.probability.automaton import Automaton, Branch, Form

Fact: TypeAlias = tuple[int, int]
"""The first register is at least the second one; ZERO stands for 0."""

Weights: TypeAlias = tuple[Fraction, ...]
"""Of the facts of a place, then of the guards of a branch."""

Term: TypeAlias = tuple[tuple[str, int | Fraction], ...]
"""A form without its constant, in order."""

ZERO = -1
MOST_PLACES = 500
"""Where there are more beside the states, nothing is known of registers."""


class Place(NamedTuple):
    """A state, and what is known of its registers."""

    state: int
    facts: tuple[Fact, ...]


class After(NamedTuple):
    """The place after a branch and why each of its facts holds; or why there is none."""

    place: int | None
    weights: tuple[Weights, ...]


class Places:
    """All places of an automaton, by number; the first one is where it begins."""

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        self.listed: list[Place] = []
        self._after: dict[tuple[int, int, int], After] = {}
        needed = self._needed() if self._explore(None) else {}
        self._explore(needed)

    def after(self, place: int, step: int, branch: int) -> After:
        """What comes after a branch."""
        return self._after[place, step, branch]

    def _explore(self, needed: Mapping[int, Collection[Fact]] | None) -> bool:
        """All places, with all facts or those that a state needs; whether they are not too many.

        Where no state is given nothing is looked for.
        """
        self.listed, self._after = [Place(0, ())], {}
        numbers = {self.listed[0]: 0}
        for n, (state, facts) in enumerate(self.listed):  # it grows
            for i, step in enumerate(self._automaton.states[state].steps):
                for j, branch in enumerate(step.branches):
                    shown = _Shown(branch, facts) if needed != {} else None
                    impossible = None
                    if shown is not None:
                        impossible = shown.impossible(noise=not self._automaton.prophecies)
                    if impossible is not None:
                        self._after[n, i, j] = After(None, (impossible,))
                        continue
                    there = shown.facts() if shown else {}
                    kept = {
                        f: w for f, w in there.items() if needed is None or f in needed[branch.to]
                    }
                    place = Place(branch.to, tuple(kept))
                    if place not in numbers:
                        numbers[place] = len(self.listed)
                        self.listed.append(place)
                    self._after[n, i, j] = After(numbers[place], tuple(kept.values()))
            if needed is None and len(self.listed) > len(self._automaton.states) + MOST_PLACES:
                return False
        return True

    def _needed(self) -> dict[int, set[Fact]]:
        """By state, the facts for which branches are impossible; {} if none is."""
        if all(after.place is not None for after in self._after.values()):
            return {}
        needed = {state: set[Fact]() for state in range(len(self._automaton.states))}
        changed = True
        while changed:
            changed = False
            for (n, _, _), (to, listed) in self._after.items():
                here = self.listed[n]
                there = None if to is None else self.listed[to]
                for k, weights in enumerate(listed):
                    if there is None or there.facts[k] in needed[there.state]:
                        new = {f for f, w in zip(here.facts, weights, strict=False) if w}
                        changed |= not new <= needed[here.state]
                        needed[here.state] |= new
        return needed


def form_of(fact: Fact) -> Form:
    """What a fact says to be >= 0."""
    high, low = fact
    signs = {high: Fraction(1), low: Fraction(-1)}
    return {str(i): c for i, c in signs.items() if i != ZERO}


class _Chain(NamedTuple):
    """Known forms that sum to the difference of two terms, minus a bound."""

    bound: Fraction
    weights: Mapping[int, Fraction]


class _Link(NamedTuple):
    """A known form, times a factor, as a term that is at least a lower one and a bound."""

    high: Term
    bound: Fraction
    known: int
    factor: Fraction


class _Shown:
    """What follows from the guards of a branch and the facts before it."""

    def __init__(self, branch: Branch, facts: Sequence[Fact]) -> None:
        self._known = [*map(form_of, facts), *branch.guards]
        self._updates = [(_line(form), form.get("", Fraction(0))) for form in branch.updates]
        terms = dict.fromkeys([(), *(line for line, _ in self._updates)])
        for form in self._known:
            fresh = _line({name: c for name, c in form.items() if not name.isdigit()})
            terms |= dict.fromkeys([fresh, _times(fresh, -1)])
            terms |= {((name, 1),): None for name in form if name.isdigit()}
        self._links: dict[Term, list[_Link]] = {term: [] for term in terms}
        having: dict[str, list[Term]] = {}
        for term in terms:
            for name, _ in term:
                having.setdefault(name, []).append(term)
        for i, form in enumerate(self._known):
            line = _line(form)
            factors = [Fraction(1), *(1 / abs(Fraction(c)) for _, c in line[:1])]
            for factor in dict.fromkeys(factors):
                bound = -factor * form.get("", Fraction(0))
                for low, high in _pairs(_times(line, factor), having):
                    if low in self._links and high in self._links:
                        self._links[low].append(_Link(high, bound, i, factor))

    def impossible(self, *, noise: bool) -> Weights | None:
        """Weights of a sum that is negative; or, if noise counts, is 0 with fresh noise in it."""
        for low, links in self._links.items():
            for link in links:
                chain = self._chains(link.high).get(low)
                if chain is None:
                    continue
                total = chain.bound + link.bound
                fresh = any(name[0] == "n" for name in self._known[link.known] if name)
                if total > 0 or (total == 0 and fresh and noise):
                    return self._weights(chain, link)
        return None

    def facts(self) -> dict[Fact, Weights]:
        """What is then known of the registers."""
        lines = {ZERO: ((), Fraction(0))} | dict(enumerate(self._updates))
        found = {}
        for low, (line, constant) in lines.items():
            chains = self._chains(line)
            for high, (other, more) in lines.items():
                chain = chains.get(other)
                if high != low and chain is not None and chain.bound + more >= constant:
                    found[high, low] = self._weights(chain)
        return found

    def _chains(self, low: Term) -> dict[Term, _Chain]:
        """For each term above a term the greatest bound, of chains of different terms."""
        found = {low: _Chain(Fraction(0), {})}
        todo = [low]
        for _ in self._links:
            if not todo:
                break
            new = dict[Term, None]()
            for term in todo:
                here = found[term]
                for high, bound, known, factor in self._links[term]:
                    total = here.bound + bound
                    if high not in found or total > found[high].bound:
                        more = {known: here.weights.get(known, Fraction(0)) + factor}
                        found[high] = _Chain(total, {**here.weights, **more})
                        new[high] = None
            todo = [*new]
        return found

    def _weights(self, chain: _Chain, link: _Link | None = None) -> Weights:
        found = dict(chain.weights)
        if link is not None:
            found[link.known] = found.get(link.known, Fraction(0)) + link.factor
        return tuple(found.get(i, Fraction(0)) for i in range(len(self._known)))


def _line(form: Mapping[str, int | Fraction]) -> Term:
    """The names in order, without the constant; whole numbers as such, which is faster."""
    found = ((n, c.numerator if c.denominator == 1 else c) for n, c in form.items() if n and c)
    return tuple(sorted(found))


def _times(line: Term, factor: int | Fraction) -> Term:
    return _line({name: factor * c for name, c in line})


def _pairs(line: Term, having: Mapping[str, list[Term]]) -> dict[tuple[Term, Term], None]:
    """Two forms whose difference is a line; one of them is a term that has its first name."""
    terms = [term for name, _ in line[:1] for term in having.get(name, ())]
    above = [(term, _line(_sum(term, line))) for term in terms]
    below = [(_line(_sum(term, _times(line, -1))), term) for term in terms]
    return dict.fromkeys(above + below)


def _sum(one: Term, other: Term) -> dict[str, int | Fraction]:
    found = dict(one)
    for name, c in other:
        found[name] = found.get(name, 0) + c
    return found

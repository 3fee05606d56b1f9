"""Protocols as programmes, and the success of all protocols by definition."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import distinct
from reference.data.one_way_protocol import OneWayProtocol, Pairs

Rule = Callable[[Sequence[Hypothesis], int, int], Iterator[OneWayProtocol]]


def public_coin(
    concepts: Sequence[Hypothesis], size: int, messages: int, protocols: Rule
) -> Problem[int, int]:
    """Draw a protocol; for each pair, the probability that it is right."""
    listed = tuple(protocols(concepts, size, messages))
    scores = (
        Score(
            f"concept {i}, point {x}",
            (
                (
                    0,
                    tuple(k for k, p in enumerate(listed) if p.is_right(i, x, concepts)),
                    Fraction(1),
                ),
            ),
        )
        for i, x in product(range(len(concepts)), range(size))
    )
    name = f"one of {messages} messages about one of {len(concepts)} concepts on {size} points"
    return Problem(name, these([0]), tuple(range(len(listed))), distinct(scores))


def best_of_all(concepts: Sequence[Hypothesis], size: int, messages: int, mu: Pairs) -> Fraction:
    """The success of the best of all protocols, every message and every answer tried."""
    best = Fraction(0)
    answers = [*product(product((0, 1), repeat=size), repeat=messages)]
    for sent in product(range(messages), repeat=len(concepts)):
        for answer in answers:
            found = sum(
                (mass for (i, x), mass in mu.items() if answer[sent[i]][x] == concepts[i](x)),
                Fraction(0),
            )
            best = max(best, found)
    return best


def index_success(points: int, messages: int) -> Fraction:
    """The best success on all functions and uniform points: the best of all code books."""
    functions = [*product((0, 1), repeat=points)]
    best = 0
    for book in combinations(functions, messages):
        best = max(
            best,
            sum(
                max(sum(a == b for a, b in zip(f, g, strict=True)) for g in book)
                for f in functions
            ),
        )
    return Fraction(best, points * len(functions))


def product_law(alice: Sequence[Fraction], bob: Sequence[Fraction]) -> Pairs:
    """Concept and point independent."""
    return {(i, x): p * q for i, p in enumerate(alice) for x, q in enumerate(bob) if p * q}

"""Wrong embeddings of subset queries, and wrong random queries."""

from audits.claims.prelude import *
from reference.data.queries import CountingQuery
from reference.lower_bounds.subset_sums import Bits


def query(
    value: Callable[[int, int], int] = lambda q, b: q * b, shift: int = 1
) -> Callable[[Bits], CountingQuery[tuple[int, int]]]:
    """Another value of q_i and b, or another first number."""
    return lambda q: CountingQuery(lambda row: bool(value(q[row[0] - shift], row[1])))


WRONG_EMBEDDINGS: dict[str, tuple[int, Callable[..., Any]]] = {
    "people are numbered from 0": (0, lambda x: tuple(enumerate(x))),
    "rows without numbers": (0, lambda x: tuple((1, b) for b in x)),
    "the complement": (0, lambda x: tuple((i, 1 - b) for i, b in enumerate(x, start=1))),
    "backwards": (0, lambda x: tuple((len(x) - i, b) for i, b in enumerate(x))),
    "ones only": (0, lambda x: tuple((i, b) for i, b in enumerate(x, start=1) if b) or ((1, 0),)),
    "q_i or b": (1, query(lambda q, b: q | b)),
    "q_i and not b": (1, query(lambda q, b: q & (1 - b))),
    "q_i = b": (1, query(lambda q, b: int(q == b))),
    "b alone": (1, query(lambda _, b: b)),
    "q_i alone": (1, query(lambda q, _: q)),
}
"""The part that is wrong, and what it is."""


@dataclass(frozen=True)
class OfSome:
    """A uniform one of listed rows for each query; the same for all, if they are shared."""

    queries: int
    people: int
    fair: Callable[[Bits], bool]
    values: tuple[int, int] = (0, 1)
    shared: bool = False
    ones: Fraction = Fraction(1, 2)

    def __call__(self, nothing: tuple[()], coins: Coins[Fraction], /) -> Any:
        del nothing
        rows = [q for q in product(self.values, repeat=self.people) if self.fair(q)]
        weight = {self.values[0]: 1 - self.ones, self.values[1]: self.ones}
        chances = []
        for q in rows:
            chance = Fraction(1)
            for bit in q:
                chance *= weight[bit]
            chances.append((q, chance))
        drawn = Dist.weighted(chances)
        if self.shared:
            return (coins.draw(drawn),) * self.queries
        return tuple(coins.draw(drawn) for _ in range(self.queries))


def some(
    fair: Callable[[Bits], bool] = lambda _: True, **changed: Any
) -> Callable[[int, int], OfSome]:
    """Queries of this kind."""
    return lambda queries, people: OfSome(queries, people, fair, **changed)


WRONG_RANDOM_SUBSETS: dict[str, Callable[[int, int], OfSome]] = {
    "entries -1 and 1": some(values=(-1, 1)),
    "no empty subset": some(any),
    "not everybody": some(lambda q: not all(q)),
    "the same query again": some(shared=True),
    "a third of ones": some(ones=Fraction(1, 3)),
    "more than half of ones": some(ones=Fraction(33, 64)),
    "k and n exchanged": lambda queries, people: some()(people, queries),
}

"""Wrong probabilities of a missed difference, wrong union bounds, wrong constants."""

from audits.claims.prelude import *
from reference.lower_bounds.random_discrepancy import miss, union_bound, worst_miss


def missed(
    centre: Callable[[int, int], Fraction] = lambda _, b: Fraction(b), *, inclusive: bool = False
) -> Callable[[int, int, Fraction], Fraction]:
    """Another centre, or <= for <."""

    def found(s: int, b: int, t: Fraction) -> Fraction:
        offs = [(abs(j - centre(s, b)), j) for j in range(s + 1)]
        ways = sum(comb(s, j) for off, j in offs if off < t or (inclusive and off == t))
        return Fraction(ways, 2**s)

    return found


WRONG_MISSES: dict[str, Callable[[int, int, Fraction], Fraction]] = {
    "at most t": missed(inclusive=True),
    "Bin(s) as it is": missed(lambda _, __: Fraction(0)),
    "one entry more": lambda s, b, t: miss(s + 1, b, t),
    "queries of signs": lambda s, b, t: miss(s, b, t / 2),
    "twice t": lambda s, b, t: miss(s, b, 2 * t),
}


def summed(
    more: Callable[[int, Fraction], bool] = lambda s, most: s > most,
    ways: Callable[[int, int, int], int] = lambda n, s, b: comb(n, s) * comb(s, b),
) -> Callable[[int, int, Fraction, Fraction], Fraction]:
    """Another range of supports, or another number of differences."""

    def found(n: int, k: int, t: Fraction, share: Fraction) -> Fraction:
        total = Fraction(0)
        for s in range(n + 1):
            if more(s, share * n):
                total += sum(ways(n, s, b) * miss(s, b, t) ** k for b in range(s + 1))
        return total

    return found


WRONG_UNIONS: dict[str, Callable[[int, int, Fraction, Fraction], Fraction]] = {
    "support of share n or more": summed(lambda s, most: s >= most),
    "all 2^n differences": summed(ways=lambda n, s, _: comb(n, s)),
    "signs do not matter": summed(ways=lambda _, s, b: comb(s, b)),
    "one query": lambda n, _, t, share: union_bound(n, 1, t, share),
    "one query less": lambda n, k, t, share: union_bound(n, k - 1, t, share),
    "one query more": lambda n, k, t, share: union_bound(n, k + 1, t, share),
    "3^n times the largest": lambda n, k, t, share: 3**n * worst_miss(int(share * n), t) ** k,
    "half": lambda n, k, t, share: union_bound(n, k, t, share) / 2,
}


def taking(share: Fraction, queries: int = 2) -> Callable[[int], tuple[Fraction, int]]:
    """Another alpha, or other numbers of queries."""
    return lambda root: (share * root, queries)


WRONG_CONSTANTS: dict[str, Callable[[int], tuple[Fraction, int]]] = {
    "alpha = 1/2": taking(Fraction(1, 2)),
    "alpha = 1/4": taking(Fraction(1, 4)),
    "alpha = 1/20": taking(Fraction(1, 20)),
    "alpha = 1/50": taking(Fraction(1, 50)),
    "alpha = 1/90": taking(Fraction(1, 90)),
    "alpha = 0": taking(Fraction(0)),
    "n queries": taking(Fraction(1, 100), 1),
    "n^2 queries": lambda root: (Fraction(root, 100), root * root),
    "an error of n/100": lambda root: (Fraction(root * root, 100), 2),
}

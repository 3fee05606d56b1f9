"""Inequalities between exponential polynomials, for all u > 0: sums of c u^j r^k with r = e^u.

The Taylor coefficients of e^(s u) h, for an integer s, are, times n!, the integers

    A_n = sum of c n (n-1) ... (n-j+1) (s+k)^(n-j);

if none is negative, h is not.  Those for n <= N are looked at.  From N on the leading term, with
the greatest k and of these the greatest j, outweighs all those of the other sign, if it does so at
N and none of them grows faster there.  FORMAT.md has the proof, and what can be shown in this way.
"""

from collections.abc import Iterator
from itertools import chain, pairwise
from operator import mul

from audits.kernel.polynomial import (
    MINUS,
    PAIRS,
    SIGNS,
    STEP,
    ZERO,
    Bound,
    Law,
    Pair,
    Poly,
    Scope,
    Sum,
)
from audits.kernel.reading import Node, within

Terms = dict[tuple[int, int], int]  # the coefficient of each r^k u^j, by (k, j)
Case = tuple[Pair, list[tuple[int, int]], int]  # see `open`

SHIFTS = tuple(2**i for i in range(11))  # the s that are tried after 0
LOOKS = tuple(2**i for i in range(2, 13))  # the N that are tried
MOST_TERMS, MOST_J, MOST_K = 10**4, 100, 10**4
TERM, HELD, TOGETHER = 100, 2 * 10**6, 2**16


class EveryEps(Scope):
    """All u > 0; a polynomial is (c,), or (j, k, c, j, k, c, ...) for the sum of c u^j r^k."""

    def polynomial(self, node: Node) -> Poly:
        """A list of triples [j, k, c] that increase, j, k >= 0 and c not 0; or an integer."""
        if not isinstance(node.value, list):
            return (node.of(int),)
        within(MOST_TERMS, len(node.value), "terms of a polynomial")
        triples = [item.integers(3) for item in node.items()]
        rising = all(one[:2] < other[:2] for one, other in pairwise(triples))
        node.require(rising and all(min(j, k) >= 0 != c for j, k, c in triples), "NotCanonical")
        within(MOST_J, max((j for j, _, _ in triples), default=0), "as an exponent of u")
        within(MOST_K, max((k for _, k, _ in triples), default=0), "as an exponent of r")
        flat = tuple(chain.from_iterable(triples))
        return flat[2:] or ZERO if flat[:2] in {(), (0, 0)} and len(triples) <= 1 else flat

    def terms(self, p: Poly) -> list[tuple[int, int, int]]:
        """The terms c u^j r^k of a polynomial, as (j, k, c)."""
        constant = [(0, 0, p[0])] if p != ZERO else []
        return constant if len(p) == 1 else [*zip(p[::3], p[1::3], p[2::3], strict=True)]

    def adds_up(self, whole: Poly, parts: list[Poly]) -> bool:
        """Whether the parts add up to the whole."""
        return self.shows("=", [(MINUS, whole), *((part,) for part in parts)])

    def shows(self, relation: str, terms: Sum) -> bool:
        """Whether 0 <= h, 0 < h or 0 = h is shown for the sum h of these products."""
        h = self._sum(SIGNS, terms)
        if relation == "=" or not h:
            return not h and relation != "<"
        return not self.open(SIGNS, [h], [((0, 0), [], 0)])  # so 0 < h, too: h is not 0

    def exceeded(
        self, laws: list[Law], bound: Bound, ways: set[str], pairs: list[Pair]
    ) -> Iterator[Pair]:
        """The pairs of laws for which P(E) <= n/d Q(E) + k/m is not shown."""
        ((n, d), (k, m)), numbers = bound, dict[tuple[Poly, ...], int]()
        functions, held, outcomes = list[Terms](), 0, max(map(len, laws), default=1)

        def number(*factors: Poly) -> int:
            nonlocal held
            if factors not in numbers:
                numbers[factors] = len(functions)
                functions.append(self._sum(PAIRS, [factors]))
                held += len(functions[-1])
                within(HELD, held, "terms of products")
            return numbers[factors]

        def case(pair: Pair, i: int, j: int) -> Case:
            (*ps, s), (*qs, t) = laws[i], laws[j]
            both = zip(ps, qs, strict=True)
            gains = [(number(m, d, p, t), number(m, n, q, s)) for p, q in both]
            return pair, gains, number(k, d, s, t)

        for start in range(0, len(pairs), TOGETHER // outcomes + 1):
            part = pairs[start : start + TOGETHER // outcomes + 1]
            self.spend(PAIRS, STEP * len(part) * len(ways) * outcomes)
            cases = [case((i, j), i, j) for i, j in part if "forward" in ways]
            cases += [case((i, j), j, i) for i, j in part if "backward" in ways]
            yield from (pair for pair, _, _ in self.open(PAIRS, functions, cases))

    def _sum(self, what: str, terms: Sum) -> Terms:
        """The sum of products of polynomials."""
        whole = Terms()
        for term in terms:
            product: Terms = {(0, 0): 1}
            for p in term:
                factor = {(k, j): c for j, k, c in self.terms(p)}
                each = STEP + _words(product) * _words(factor)
                self.spend(what, len(product) * len(factor) * each)
                left, product = product, Terms()
                for (k, j), c in left.items():
                    for (m, i), b in factor.items():
                        product[k + m, j + i] = product.get((k + m, j + i), 0) + b * c
            for power, c in product.items():
                whole[power] = whole.get(power, 0) + c
        return {power: c for power, c in whole.items() if c}

    def open(self, what: str, functions: list[Terms], cases: list[Case]) -> list[Case]:
        """Some cases (_, [(f, g), ...], h) for which sum of max(f - g, 0) <= h is not shown."""
        depth = dict[int, int]()
        for k, j in chain.from_iterable(functions):
            depth[k] = max(j, depth.get(k, 0))

        def tried(asked: list[Case], s: int) -> tuple[list[Case], list[Case]]:
            self.spend(what, TERM * (len(depth) + sum(depth.values())))
            taylor = Taylor(depth, s - min(depth, default=0))
            return self._tried(what, functions, asked, taylor)

        negative, left = tried(cases, 0)
        for i in range(len(negative).bit_length()):  # few are tried before many
            part = negative[4**i // 4 : 4**i]
            for s in SHIFTS:
                if part and not left:
                    part, left = tried(part, s)
            left += part
        return left

    def _tried(
        self, what: str, functions: list[Terms], asked: list[Case], taylor: "Taylor"
    ) -> tuple[list[Case], list[Case]]:
        """The cases with a negative coefficient, and those that are left open; not those shown.

        A case is shown if no coefficient up to some N is negative, and none can be from N on.
        """
        negative, most = list[Case](), max(map(_words, functions), default=1)
        for last in LOOKS:
            pairs = [pair for _, gains, _ in asked for pair in gains]
            used = {*chain.from_iterable(pairs), *(h for _, _, h in asked)}
            self.spend(what, taylor.work(functions, pairs, used, last, most))
            while asked and taylor.n < last:
                taylor.step()
                at = {i: taylor.of(functions[i]) for i in used}
                asked, failed = _parted(asked, at)
                negative += failed
            asked = [case for case in asked if not taylor.settles(functions, case)]
            if not asked:
                break
        return negative, asked


def _parted(asked: list[Case], at: dict[int, int]) -> tuple[list[Case], list[Case]]:
    """The cases for which sum of max(f - g, 0) <= h is true of numbers, and the others."""
    kept, negative = list[Case](), list[Case]()
    for case in asked:
        _, gains, h = case
        holds = sum([max(at[f] - at[g], 0) for f, g in gains]) <= at[h]
        (kept if holds else negative).append(case)
    return kept, negative


class Taylor:
    """The A_n of sums of c u^j r^k, j <= depth[k], for one s and n = 0, 1, 2, ... in turn."""

    def __init__(self, depth: dict[int, int], s: int) -> None:
        self.s, self.n, self.most = s, -1, s + max(depth, default=0)
        self.row = {(k, j): 0 for k in depth for j in range(depth[k] + 1)}

    def work(
        self, functions: list[Terms], pairs: list[Pair], used: set[int], last: int, most: int
    ) -> int:
        """Steps to go on to n = last, and to settle cases there; coefficients have most words."""
        steps = len(self.row) + sum(len(functions[i]) for i in used) + len(pairs)
        once = sum(len(functions[i]) for i in chain.from_iterable(pairs))
        words = most * (1 + last * max(last, self.most).bit_length() // 256)
        return ((last - self.n) * steps + 2 * once) * (TERM + words)

    def step(self) -> None:
        """Go on to the next n."""
        self.n += 1
        for k, j in reversed(self.row):  # n (n-1) ... (n-j+1) (s+k)^(n-j)
            below = self.n * self.row[k, j - 1] if j else (self.s + k) * self.row[k, 0]
            self.row[k, j] = below if self.n else int(j == 0)

    def of(self, f: Terms) -> int:
        """The coefficient A_n of a function."""
        return sum(map(mul, f.values(), map(self.row.__getitem__, f)))

    def sign(self, f: Terms) -> int | None:
        """1 or -1, if no A_i for i >= n has the other sign by the leading term; 0 for f = 0."""
        if not f:
            return 0
        s, n, (most, deep) = self.s, self.n, max(f)
        sign = 1 if f[most, deep] > 0 else -1
        other = {power: c for power, c in f.items() if c * sign < 0}
        slower = (
            n >= j and (s + k) * (n + 1 - deep) <= (s + most) * (n + 1 - j) for k, j in other
        )
        outweighs = self.of(other | {(most, deep): f[most, deep]}) * sign >= 0
        return sign if outweighs and all(slower) else None

    def settles(self, functions: list[Terms], case: Case) -> bool:
        """Whether the sum of max(A_i(f) - A_i(g), 0) is known to be at most A_i(h) for i >= n."""
        _, gains, h = case
        left = functions[h]
        for f, g in gains:
            gain = _minus(functions[f], functions[g])
            sign = self.sign(gain)
            if sign is None:
                return False
            left = _minus(left, gain) if sign > 0 else left
        return self.sign(left) in {0, 1}


def _minus(f: Terms, g: Terms) -> Terms:
    return {power: c for power in f | g if (c := f.get(power, 0) - g.get(power, 0))}


def _words(f: Terms) -> int:
    return 1 + max(map(int.bit_length, f.values()), default=0) // 64

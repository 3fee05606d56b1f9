"""p(s) <= x q(s) for the densities of a value on adjacent databases, for all real s and u > 0.

Between the break points b u and b' u a value is s = b' w + b v, where u = w + v; right of the last
one, s = b v + w, u = v, and left of the first one, s = b v - w, u = v.  In w, v > 0 an inequality
says that a sum of c w^a e^(alpha w) v^b e^(beta v) is not negative.  Its Taylor coefficients in w
are exponential polynomials in v; those for n < N are looked at, and from N on the leading term,
with the greatest alpha and of these the greatest a, outweighs all others.  FORMAT.md proves it.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain, pairwise, product
from math import comb, gcd, lcm, perm
from typing import TypeVar

from audits.kernel.exponential import MOST_J, MOST_K, MOST_TERMS, EveryEps, Terms
from audits.kernel.polynomial import MINUS, PAIRS, SIGNS, STEP, Poly
from audits.kernel.reading import Facts, Fields, Node, Refused, within
from audits.kernel.table import Database, Where, ratio, read_universe, signed

K = TypeVar("K")
Piece = dict[tuple[int, int, int, int], int]  # the coefficient of each s^i e^(m s) u^j r^k
Cone = dict[tuple[int, int], Terms]  # that of each w^a e^(alpha w), by (alpha, a)
Free = tuple[tuple[int, int], ...]  # the rates and centres of independent Laplace noise
Known = set[frozenset[object]]  # functions of w and v that are shown to be >= 0
Ends = tuple[int | None, int | None] | None  # of a piece, one may be missing; None: no value

SIGMAS = LOOKS = (0, 1, 2, 4, 8, 16, 32, 64)
MOST_M, MOST_BREAK = 100, 10**4


def prove_densities(fields: Fields, scope: Where) -> Facts:
    """The number of databases and of ordered pairs, if all densities are those of private laws."""
    if not isinstance(scope, EveryEps):
        raise Refused("BadRange", fields["range"].path)
    universe, nodes = read_universe(fields["universe"]), [*fields["laws"].items()]
    places = fields["breaks"].items(fields["outcomes"].labels())
    shape, found = [_between(place) for place in places], dict[Database, list[int]]()
    fields["laws"].require(universe.has_size(len(nodes)), "MissingDatabase")
    (n, d), numbers = ratio(scope, fields["exp_eps"]), dict[object, int]()
    fields["exp_eps"].require(scope.shows("<=", [(n,), (MINUS, d)]), "Trivial")
    densities, known = list[tuple[list[Piece], Poly, Free]](), Known()
    for node in nodes:
        place, total, alone, parts = node.fields("database total free densities").values()
        database, whole = universe.database(place), signed(scope, total, "<")
        place.require(database not in found, "RepeatedDatabase")
        law, row = _law(parts, shape), found.setdefault(database, [])
        free = [_free(each) for each in alone.items(len(shape))]
        total.require(_adds_up(scope, whole, law, shape), "NotNormalised")
        for y, pieces in enumerate(law):
            key = y, whole, free[y], *(frozenset(piece.items()) for piece in pieces)
            row.append(numbers.setdefault(key, len(densities)))
            if row[-1] == len(densities):
                parts.require(_shown(scope, known, pieces, shape[y]), "NegativeWeight")
                densities.append((pieces, whole, free[y]))
    scope.spend(PAIRS, len(found) * universe.work() * (1 + len(shape)))
    pairs = [(one, other) for one in found for other in universe.later(one)]
    fields["universe"].require(pairs != [], "Trivial")
    links = {
        (y, i, j)
        for a, b in pairs
        for y, (i, j) in enumerate(zip(found[a], found[b], strict=True))
    }
    for y, i, j in sorted(links | {(y, j, i) for y, i, j in links}):
        (ps, s, one), (qs, t, other) = densities[i], densities[j]
        alike = [a for a, _ in one] == [a for a, _ in other]
        fields["laws"].require(alike, "PrivacyNotShown")
        k = sum(a * abs(c - there) for (a, c), (_, there) in zip(one, other, strict=True))
        more = (_times(scope, q, [n, s]).items() for q in qs)
        less = (_times(scope, p, [(0, k, -1), d, t]).items() for p in ps)
        slack = [_added(chain(*both)) for both in zip(more, less, strict=True)]
        fields["exp_eps"].require(
            i == j or _shown(scope, known, slack, shape[y]), "PrivacyNotShown"
        )
    return {"databases": len(found), "pairs": 2 * len(pairs)}


def _between(node: Node) -> list[Ends]:
    """The pieces between break points, an increasing list of integers; null for no value."""
    if node.value is None:
        return [None]
    ends = node.integers()
    node.require(ends != () and all(a < b for a, b in pairwise(ends)), "BadIndices")
    within(MOST_BREAK, max(map(abs, ends)), "in size as a break point")
    return [*pairwise((None, *ends, None))]


def _free(node: Node) -> Free:
    """Rates a >= 1 and centres c of noise of the density (a/2) e^(-a |s - c u|)."""
    pairs = [item.integers(2) for item in node.items()]
    node.require(all(a >= 1 for a, _ in pairs), "NegativeWeight")
    within(MOST_M, max((a for a, _ in pairs), default=0), "as an exponent of e^s")
    within(MOST_BREAK, max((abs(c) for _, c in pairs), default=0), "in size as a centre")
    return tuple((a, c) for a, c in pairs)


def _law(parts: Node, shape: list[list[Ends]]) -> list[list[Piece]]:
    """A density, or a probability, for each outcome."""
    each = zip(parts.items(len(shape)), shape, strict=True)
    return [
        [_piece(x, 3)] if pieces == [None] else [_piece(y, 5) for y in x.items(len(pieces))]
        for x, pieces in each
    ]


def _piece(node: Node, length: int) -> Piece:
    """A list of terms [i, m, j, k, c] that increase; or [j, k, c], for i = m = 0."""
    within(MOST_TERMS, len(node.of(list)), "terms of a density")
    terms = [(0,) * (5 - length) + item.integers(length) for item in node.items()]
    rising = all(one[:4] < other[:4] for one, other in pairwise(terms))
    node.require(rising and all(min(i, j, k) >= 0 != c for i, _, j, k, c in terms), "NotCanonical")
    within(MOST_J, max((max(i, j) for i, _, j, _, _ in terms), default=0), "as an exponent")
    within(MOST_K, max((k for _, _, _, k, _ in terms), default=0), "as an exponent of r")
    within(MOST_M, max((abs(m) for _, m, _, _, _ in terms), default=0), "as an exponent of e^s")
    return {(i, m, j, k): c for i, m, j, k, c in terms}


def _adds_up(
    scope: EveryEps, whole: Poly, law: list[list[Piece]], shape: list[list[Ends]]
) -> bool:
    """Whether all integrals and probabilities add up to the total; no if one diverges.

    That of s^i e^(m s) is e^(m s) times the sum of (-1)^q i!/(i-q)! s^(i-q) / m^(q+1).
    """
    outcomes = zip(law, shape, strict=True)
    parts = [part for each, pieces in outcomes for part in zip(each, pieces, strict=True)]
    scale = lcm(*{m ** (i + 1) if m else i + 1 for piece, _ in parts for i, m, _, _ in piece})
    left = defaultdict[tuple[int, int], int](int)
    for j, k, c in scope.terms(whole):
        left[j, k] = -c * scale
    for piece, ends in parts:
        steps = sum((1 + i) * (2 * STEP + c.bit_length()) for (i, _, _, _), c in piece.items())
        scope.spend(SIGNS, steps * (1 + scale.bit_length() // 64))
        for (i, m, j, k), c in piece.items():
            if ends is None:
                left[j, k] += c * scale
            for b, sign in () if ends is None else zip(ends, (-c, c), strict=True):
                if b is None:
                    if m * sign * c >= 0:
                        return False
                elif m:
                    for q in range(i + 1):
                        part = scale // m ** (q + 1) * (-1) ** q * perm(i, q)
                        left[j + i - q, k + m * b] += sign * part * b ** (i - q)
                else:
                    left[j + i + 1, k] += sign * scale // (i + 1) * b ** (i + 1)
    return not any(left.values())


def _times(scope: EveryEps, piece: Piece, factors: list[Poly]) -> Piece:
    """The product of a function and some polynomials."""
    for factor in map(scope.terms, factors):
        most = max([1, *map(abs, piece.values()), *(abs(c) for _, _, c in factor)])
        words = (1 + most.bit_length() // 64) ** 2
        scope.spend(PAIRS, len(piece) * len(factor) * (STEP + words))
        pairs = product(piece.items(), factor)
        piece = _added(((i, m, j + g, k + h), b * c) for ((i, m, j, k), b), (g, h, c) in pairs)
    return piece


def _cone(scope: EveryEps, piece: Piece, ends: Ends) -> Cone:
    """The function of w and v, times a positive e^(A w + B v) / C."""
    low, high = ends or (0, None)
    if low is None:
        s_w, u_w, s_v = -1, 0, high or 0
    else:
        s_w, u_w, s_v = (1, 0, low) if high is None else (high, 1, low)
    steps = (
        (1 + i) * (1 + j) * (STEP + i * i + c.bit_length()) for (i, _, j, _), c in piece.items()
    )
    scope.spend(PAIRS, sum(steps))
    terms = (
        (
            (k * u_w + m * s_w, p + q, k + m * s_v, i + j - p - q),
            c * comb(j, p) * comb(i, q) * s_w**q * s_v ** (i - q),
        )
        for (i, m, j, k), c in piece.items()
        for p in range(j * u_w + 1)
        for q in range(i + 1)
    )
    found, cone = _added(terms), defaultdict[tuple[int, int], Terms](Terms)
    most = gcd(*found.values())
    least = [min((term[at] for term in found), default=0) for at in (0, 2)]
    for (alpha, a, beta, b), c in found.items():
        cone[alpha - least[0], a][beta - least[1], b] = c // most
    return cone


def _added(terms: Iterable[tuple[K, int]]) -> dict[K, int]:
    """The sum of terms c x, from pairs (x, c)."""
    whole = defaultdict[K, int](int)
    for x, c in terms:
        whole[x] += c
    return {x: c for x, c in whole.items() if c}


def _shown(scope: EveryEps, known: Known, pieces: list[Piece], shape: list[Ends]) -> bool:
    """Whether a function is shown to be >= 0 for all s and u > 0."""
    for piece, ends in zip(pieces, shape, strict=True):
        cone = _cone(scope, piece, ends)
        key = frozenset((*x, *term) for x, part in cone.items() for term in part.items())
        if key not in known and cone and not any(_shown_by(scope, cone, s) for s in SIGMAS):
            return False
        known.add(key)
    return True


def _shown_by(scope: EveryEps, cone: Cone, sigma: int) -> bool:
    """Whether no Taylor coefficient of e^(sigma w) F is shown to be negative for any v > 0."""
    leading = most, deep = max(cone)
    sizes = [c.bit_length() for part in cone.values() for c in part.values()]
    for n in range(LOOKS[-1] + 1):
        scope.spend(PAIRS, 4 * len(sizes) * (STEP + n * (sigma + most).bit_length() + max(sizes)))
        e = {(k, a): perm(n, a) * (sigma + k) ** (n - a) if a <= n else 0 for k, a in cone}
        parts = [{at: c * e[x] for at, c in cone[x].items() if e[x]} for x in cone]
        slower = all(
            a <= n and (sigma + k) * (n + 1 - deep) <= (sigma + most) * (n + 1 - a)
            for k, a in cone
        )
        if n in LOOKS and e[leading] and slower:
            losses = [(len(parts), y) for y, x in enumerate(cone) if x != leading]
            case = ((0, 0), losses, [*cone].index(leading))
            if not scope.open(PAIRS, [*parts, {}], [case]):
                return True
        whole = _added(term for part in parts for term in part.items())
        if whole and scope.open(PAIRS, [whole], [((0, 0), [], 0)]):
            return False
    return False

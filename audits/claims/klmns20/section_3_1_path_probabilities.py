"""Section 3.1, Claim 3.5: how much the probability of a path changes with one row."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import extended
from audits.claims.klmns20.words import *


@claim(
    "KLMNS20.C3.5",
    over(box(n=range(1, 5), t=range(1, 4), a=above(1))),
    refuted=Erratum(
        Grade.WORDING,
        "Claim 3.5: its hypothesis delta <= eps/(4n) stands in the last line of its proof",
        "Pr_S[pi], at delta = e^(-eps t)",
        "e^(3 eps log n) Pr_S'[Pi']",
    ),
)
def strong_paths_as_printed(n: int, t: int, a: Fraction) -> Check:
    """S' = S + {x}, a strong path (Pr_S > delta), t = (1/eps) ln(1/delta): Pr_S[path] <= e^(3 eps
    log2 n) Pr_S'[extensions].

    Cases: All databases of n rows over 4 points and rows to add, a = e^eps, delta = a^-t.
    """
    bound = high(exp(3 * ln(a) * log2(n)))
    for rows, x in product(combinations_with_replacement(range(4), n), range(4)):
        new = path_law(plus(rows, x), 2, t, a)
        for path, mass in path_law(rows, 2, t, a).items():
            if mass > a**-t:
                yield chance(f"{rows} + {x}, {path}", mass, bound * extended(path, new, ZERO))


@claim(
    "KLMNS20.C3.5",
    over(added(4, sized(7, 9, 12)), instances("t a", (1, TWO), (2, Fraction(3, 2)), (6, TWO**2))),
    form=Form.CORRECTED,
    about=path_law,
    uses=("KLMNS20.DER.FWD",),
    given=lambda t, a: [le("e^(-eps t) <= e^eps - 1", a**-t, a - 1)],
)
def strong_paths(paths: Build, rows: Rows, x: int, t: int, a: Fraction) -> Check:
    """S' = S + {x}, e^(-eps t) <= e^eps - 1, as t >= (1/eps) ln(1/delta) and delta <= eps imply:
    Pr_S[path] <= e^eps Pr_S'[extensions], for every path, strong or weak, and every n.

    Where: a is e^eps.

    Cases: Stronger than printed, as e^eps <= e^(3 eps log n) for n >= 2.
    """
    new = paths(plus(rows, x), 2, t, a)
    for path, mass in paths(rows, 2, t, a).items():
        yield chance(path, mass, a * extended(path, new, ZERO))


@claim("KLMNS20.E1", over(added(8, sized(3, 3, 4), least=0), t=(1, 2)), about=path_law)
def inequality_one(paths: Build, rows: Rows, x: int, t: int) -> Check:
    """Pr_S'[extensions] >= (1 - delta) prod over the k branching nodes of a^w(next) /
    (a^(w(next)+1) + a^(w(other)+1)) = (1 - delta) a^-k Pr_S[path], delta = a^-t.

    Where: x is the row that is added.

    Cases: All paths, every eps.
    """
    new = paths(plus(rows, x), 3, t, R)
    for path, mass in paths(rows, 3, t, R).items():
        steps = branchings(rows, 3, path)
        product = 1 - R**-t
        for after, other in steps:
            product *= R**after / (R ** (after + 1) + R ** (other + 1))
        yield eq(f"{path}, product", product, (1 - R**-t) * mass * R ** -len(steps))
        yield le(path, product, extended(path, new, R - R))


@claim(
    "KLMNS20.TXT.TERM",
    over(gap=(1, 2, 3, 4, 8), other=range(1, 5), more=range(1, 4)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.1, proof of Claim 3.5, below inequality (1)",
        "1 - delta",
        "the term",
    ),
)
def terms_as_printed(gap: int, other: int, more: int) -> Check:
    """If w(next) > w(other) + L, delta = a^-L, the term a^w(next) / (a^(w(next)+1) +
    a^(w(other)+1)) is at least 1 - delta.

    Where: gap is L, other is w(other), and more is w(next) - w(other) - L.

    Cases: a = 2, w(next) = w(other) + L + more; every such term is below 1/a. With L = 8 delta is
    at most eps/(4n), as Claim 3.5 assumes, for up to 44 rows.
    """
    after, a = other + gap + more, TWO
    yield le(f"next = {after}", 1 - a**-gap, a**after / (a ** (after + 1) + a ** (other + 1)))


def _factor(after: int, other: int, a: Fraction) -> Fraction:
    """The probability of the step to `after`."""
    return 1 / (1 + a ** (other - after))


WRONG[_factor] = {
    "a fair coin": "1 / (1 + a ** (other - after)) => HALF",
    "the term as printed": "return 1 / => return 1 / a /",
    "one row more weighs less": "other - after => after - other",
}


@claim(
    "KLMNS20.TXT.TERM",
    over(
        after=sized(range(1, 13), range(1, 25), range(1, 41)),
        other=sized(range(1, 13), range(1, 25), range(1, 41)),
        a=(TWO, Fraction(3, 2)),
    ),
    form=Form.CORRECTED,
    about=_factor,
)
def terms(step: Build, after: int, other: int, a: Fraction) -> Check:
    """If x goes below next, the factor of S' is at least that of S; if it goes below other and
    w(next) >= w(other) + 1 + L, it is at least 1/(1 + a^-L) >= 1 - a^-L.

    Cases: L up to 12.
    """
    factor = step(after, other, a)
    yield le("below next", factor, step(after + 1, other, a))
    for gap in range(1, min(12, after - other - 1) + 1):
        for bound in (1 / (1 + a**-gap), 1 - a**-gap):
            yield le(f"L = {gap}, below other", bound, step(after, other + 1, a))


def _survival(delta: Fraction, n: int) -> Fraction:
    """The probability that none of n + 1 events of probability delta occurs."""
    return (1 - delta) ** (n + 1)


WRONG[_survival] = {"an event more": "(n + 1) => (n + 2)", "twice delta": "(1 - => (1 - 2 *"}


@claim(
    "KLMNS20.TXT.FOUR",
    over(n=sized(range(1, 9), range(1, 40), range(1, 100)), sixteenths=range(1, 9)),
    about=_survival,
)
def power(survival: Build, n: int, sixteenths: int) -> Check:
    """(1 - delta) (1 - delta)^n >= 4^(-delta (n+1)) >= e^(-4 delta n) for delta <= 1/2, n >= 1.

    Cases: delta = 1/16, ..., 1/2, which delta <= eps/(4n) leaves, as eps <= 2 for the choosing
    mechanism (Lemma 2.4); the first is an equality at delta = 1/2.
    """
    delta = Fraction(sixteenths, 16)
    found = survival(delta, n)
    yield le("to the 8th", TWO ** (-sixteenths * (n + 1)), found**8)
    yield le("e^", exp_high(-4 * delta * n), found)


@claim("KLMNS20.TXT.NEWNODE", over(added(8, sized(3, 4, 6)), t=(1, 2)), about=path_law)
def new_branching_nodes(paths: Build, rows: Rows, x: int, t: int) -> Check:
    """On a path of S at most one node branches for S' only; its other child has weight 1, and the
    step along the path has probability at least 1/(1 + a^-t) >= 1 - delta.

    Where: x is the row that is added.

    Cases: Such nodes occur; t >= (1/eps) ln(1/delta), delta = a^-t, for every eps.
    """
    old, new = WeightedTree.of(3, rows), WeightedTree.of(3, plus(rows, x))
    for path in paths(rows, 3, t, R):
        fresh = [
            node
            for node in (path.ancestor(level) for level in range(1, path.level + 1))
            if new.weight(node.sibling) and not old.weight(node.sibling)
        ]
        yield le(f"{path}, number", len(fresh), 1)
        for node in fresh:
            yield eq(f"{path}, weight", new.weight(node.sibling), 1)
            for bound in (1 / (1 + R**-t), 1 - R**-t):
                yield le(f"{path}, step", bound, 1 / (1 + R ** (1 - new.weight(node))))


@claim(
    "KLMNS20.TXT.STRONGGAP",
    over(multisets(8, sized(4, 5, 6)), gap=range(1, 5), a=(TWO, Fraction(11, 10))),
    about=path_law,
)
def strong_paths_prefer_heavy_children(paths: Build, rows: Rows, gap: int, a: Fraction) -> Check:
    """On a strong path, w(next) > w(other) - (1/eps) ln(1/delta) at each branching node.

    Where: gap is (1/eps) ln(1/delta).

    Cases: delta = a^-gap, t = 1; strong paths with branching nodes occur.
    """
    for path, mass in paths(rows, 3, 1, a).items():
        if mass > a**-gap:
            for after, other in branchings(rows, 3, path):
                yield lt(path, other, after + gap)


def _balanced(trim: int, gap: int, after: int) -> Iterator[int]:
    """w(other), if from w > trim a step to w(next) has |w(next) - w(other)| <= gap."""
    for other in range(max(1, after - gap), after + gap + 1):
        if after + other > trim:
            yield other


@claim(
    "KLMNS20.TXT.THIRD",
    over(gap=range(1, 5), after=range(1, 11)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.1, proof of Claim 3.5, on balanced steps",
        "a third of the weight",
        "what the step loses",
    ),
)
def a_third_as_printed(gap: int, after: int) -> Check:
    """A balanced step (|w(next) - w(other)| <= L) from a node of weight w > t = 2L loses at least
    a third of w.

    Where: gap is L, and after is w(next).

    Cases: Every w(other).
    """
    for other in _balanced(2 * gap, gap, after):
        yield le(f"other = {other}", Fraction(after + other, 3), other)


GAPS = sized(range(1, 8), range(1, 12), range(1, 21))


WRONG[_balanced] = {
    "from every weight": given(_balanced, trim=0),
    "weights that differ by 2L": given(_balanced, gap=lambda gap: 2 * gap),
}


@claim(
    "KLMNS20.TXT.THIRD", over(gap=GAPS, tenths=range(1, 51)), form=Form.CORRECTED, about=_balanced
)
def a_quarter(balanced: Build, gap: int, tenths: int) -> Check:
    """It loses more than a quarter of w, and w(other) >= w(next)/3; from w > 3L it loses at least
    a third of w.

    Where: gap is L, and tenths are those of w(next)/L.

    Cases: Every w(other); w(next) = gap tenths / 10, rounded up: up to 5 L.
    """
    after = -(-gap * tenths // 10)
    for other in balanced(2 * gap, gap, after):
        yield lt(f"other = {other}, quarter", Fraction(after + other, 4), other)
        yield le(f"other = {other}, third of next", Fraction(after, 3), other)
        if after + other > 3 * gap:
            yield le(f"other = {other}, third", Fraction(after + other, 3), other)


@cache
def most_balanced_steps(weight: int, trim: int, gap: int) -> int:
    """The most steps with w(next) - w(other) <= gap on a way down from a weight."""
    if weight <= trim:
        return 0
    return max(
        most_balanced_steps(after, trim, gap) + (2 * after - weight <= gap)
        for after in range(1, weight)
    )


CHAINS = over(
    gap=(1, 2, 3, 5, 8), gaps=(2, 3), n=sized(range(1, 98), range(1, 290), range(1, 290))
)


WRONG[most_balanced_steps] = {"down to the last row": given(most_balanced_steps, trim=1)}


@claim("KLMNS20.TXT.BAL", CHAINS, about=most_balanced_steps)
def balanced_steps_as_printed(steps: Build, gap: int, gaps: int, n: int) -> Check:
    """A path has at most 2 log2 n balanced steps (t >= 2L).

    Where: gap is L, gaps is t/L, and n is the weight of the root.

    Cases: All chains of weights, by dynamic programming; t = L gaps. The number is DER.J, about
    log2(n/t): half of what is allowed.
    """
    yield le("", 2 ** steps(n, gap * gaps, gap), n * n)

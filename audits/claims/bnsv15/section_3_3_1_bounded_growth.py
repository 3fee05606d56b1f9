"""Section 3.3.1: quality functions of bounded growth, and how many solutions they offer."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.bounded_growth import SMALL, growing, neighbouring, offered

not_finitely_checkable(
    "BNSV15.D3.q",
    statement="A quality function q gives a database S and a solution f of a finite set F an "
    "integer q(S, f) >= 0; its sensitivity is the largest over f of that of q(., f), and OPT(S) "
    "is the largest q(S, f).",
    reason="A definition: it states nothing. The claims that use it are decided.",
)

SCOPE = over(k=(1, 2), solutions=(1, 2, 3))

WRONG[growing] = {
    "an added row makes k + 1 solutions better": "<= growth => <= growth + 1",
    "an added row makes a quality larger by two": (
        "product(range(3) => product(range(5)",
        "{0, 1} => {0, 1, 2}",
    ),
    "an added row makes a quality smaller": "{0, 1} => {-1, 0, 1}",
    "the empty database has quality 1": (
        "product(range(3) => product(range(4)",
        "(0, *rest) => (1, *rest)",
    ),
}


@claim("BNSV15.D3.bg", SCOPE, about=growing)
def bounded_growth_bounds_the_sensitivity(growth: Build, k: int, solutions: int) -> Check:
    """A quality function has k-bounded growth if q(empty, f) = 0, if q(S, f) <= q(S + x, f) <=
    q(S, f) + 1, and if the second is an equality for at most k solutions; its sensitivity is then
    at most 1, as the definition assumes, for replaced rows too, and q(S, f) <= |S|.

    Cases: All such functions of up to three solutions on the databases of up to two rows over two
    points.
    """
    for number, table in enumerate(growth(k, solutions)):
        for first, second in neighbouring():
            for f in range(solutions):
                change = table[first][f] - table[second][f]
                yield lt(f"{number}, {first}, {second}, {f}", change, 2)
        for rows in SMALL:
            yield lt(f"{number}, {rows}", max(table[rows]), len(rows) + 1)


@claim("BNSV15.L3.6.F4", SCOPE, about=growing)
def neighbours_offer_similar_solutions(growth: Build, k: int, solutions: int) -> Check:
    """If q has k-bounded growth, at most k solutions of quality >= 1 on S have quality 0 on its
    neighbour S'.

    Cases: All such functions as for the definition, for replaced, added and removed rows.
    """
    for number, table in enumerate(growth(k, solutions)):
        for first, second in neighbouring():
            lost = len(offered(table[first]) - offered(table[second]))
            yield lt(f"{number}, {first}, {second}", lost, k + 1)


@claim("BNSV15.TXT.GkM", SCOPE, about=growing)
def few_solutions_are_offered(growth: Build, k: int, solutions: int) -> Check:
    """If q has k-bounded growth, at most k |S| solutions have quality >= 1 on S.

    Cases: All such functions as for the definition; the empty database offers none.
    """
    for number, table in enumerate(growth(k, solutions)):
        for rows in SMALL:
            count = len(offered(table[rows]))
            yield lt(f"{number}, {rows}", count, k * len(rows) + 1)

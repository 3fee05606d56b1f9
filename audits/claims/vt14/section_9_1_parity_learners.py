"""Section 9.1: the class of parities, and its learners, without privacy and with it."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.parity import answers, consistent, dot
from reference.data.named_classes import parities
from reference.mechanisms.learning.parity_learner import (
    FirstAnswer,
    ParityLearner,
    PrivateParityLearner,
    loss_of_keeping,
)

EVERY = Epsilon.indeterminate()
SMALL = ((1, 1), (1, 2), (2, 1))
"""d and n."""

SOLVED = sized((*SMALL, (3, 3)), (*SMALL, (2, 2), (1, 3), (3, 3)), (*SMALL, (2, 3), (3, 3)))
FOLLOWED = sized(
    (*SMALL, (3, 0), (3, 1)),
    (*SMALL, (2, 2), (1, 3), (3, 0), (3, 1)),
    (*SMALL, (2, 2), (1, 3), (2, 3), (3, 0), (3, 1), (3, 2)),
)
"""The same, with spaces of dimension 3 and with three pivots."""


SOLVED_SPACE = "solutions(database, self.bits)"
FOUND = "Bottom.BOTTOM if space is None else space.least"
WRONG[ParityLearner] = {
    "an example fewer": f"{SOLVED_SPACE} => solutions(database[:-1], self.bits)",
    "equations add to 1": f"{SOLVED_SPACE} => "
    "solutions([(x, 1 - y) for x, y in database], self.bits)",
    "0 if inconsistent": f"{FOUND} => 0 if space is None else space.least",
    "the greatest": f"{FOUND} => Bottom.BOTTOM if space is None else max(space)",
    "always 0": f"{FOUND} => Bottom.BOTTOM if space is None else 0",
}
FAILS = "coins.draw(bernoulli(HALF)):  # 1"
RATE = "keeping_rate(self.eps)"
KEPT = "kept = [example for example in database if coins.draw(keep)]"
EMPTY = "return Bottom.BOTTOM if space is None else"
DRAWN = "coins.delegate(UniformVector(), space)"
ANY = "coins.draw(Dist.uniform(range(1 << self.bits)))"


def forgotten(row: str) -> str:
    """What stands for a forgotten example."""
    return f"{KEPT} => kept = [(x, y) if coins.draw(keep) else {row} for x, y in database]"


WRONG[PrivateParityLearner] = {
    "never fails at once": f"if {FAILS} => if False:",
    "fails with probability 1/4": f"{FAILS} => coins.draw(bernoulli(HALF / 2)):",
    "fails with probability 3/4": f"{FAILS} => coins.draw(bernoulli(1 - HALF / 2)):",
    "the least solution": f"{DRAWN} => space.least",
    "any hypothesis": f"{DRAWN} => {ANY}",
    "keeps with probability 1 - e": f"bernoulli({RATE}) => bernoulli(1 - {RATE})",
    "keeps with probability e/2": f"bernoulli({RATE}) => bernoulli({RATE} / 2)",
    "keeps with probability 2e/(1 + e)": f"bernoulli({RATE}) => "
    f"bernoulli(2 * {RATE} / (1 + {RATE}))",
    "keeps all examples": f"{KEPT} => kept = database",
    "keeps all or none": f"{KEPT} => kept = database if coins.draw(keep) else ()",
    "ignores the last example": f"{KEPT} => "
    "kept = [example for example in database[:-1] if coins.draw(keep)]",
    "a forgotten example keeps its label": forgotten("(0, y)"),
    "a forgotten example keeps its point": forgotten("(x, 0)"),
    "0 if nothing is consistent": f"{EMPTY} => return 0 if space is None else",
    "anything if nothing is consistent": f"{EMPTY} => return {ANY} if space is None else",
    "keeps no example": f"{KEPT} => kept = ()",
}
ANSWERED = "if found is not Bottom.BOTTOM:\n                return found"
LISTED = "for block in range(self.blocks):"
START = "database[block * each : (block + 1) * each]"


def of_all(chosen: str) -> tuple[str, ...]:
    """Every block is asked, and then one answer is chosen."""
    found = "found = [h for h in answers if h is not Bottom.BOTTOM]"
    answer = f"{found}\n        return {chosen} if found else Bottom.BOTTOM"
    return (
        f"{LISTED} => answers = []\n        {LISTED}",
        f"{ANSWERED}\n        return Bottom.BOTTOM => answers.append(found)\n        {answer}",
    )


WRONG[FirstAnswer] = {
    "every block is all rows": f"{START} => database",
    "blocks share a row": f"{START} => database[max(0, block * each - 1) : (block + 1) * each]",
    "one block fewer": f"{LISTED} => for block in range(self.blocks - 1):",
    "the last answer": of_all("found[-1]"),
    "the smallest answer": of_all("min(found)"),
    "bottom if one block fails": of_all(
        "Bottom.BOTTOM if len(found) < len(answers) else found[0]"
    ),
}
ALL = "Parity(mask) for mask in range(1 << attributes)"
WRONG[parities] = {
    "without the parity of no bits": f"{ALL} => "
    "Parity(mask) for mask in range(1, 1 << attributes)",
    "single bits only": f"{ALL} => Parity(1 << j) for j in range(attributes)",
    "of one bit more": given(parities, attributes=lambda d: d + 1),
    "the last one twice": f"return tuple({ALL}) => found = tuple({ALL})\n"
    "    return (*found[:-2], found[-1], found[-1])",
}


@claim("VT14.D9.PAR", over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))), about=parities)
def parity_class(build: Build, d: int) -> Check:
    """Parities: the functions {0, 1}^d -> {0, 1} of the form x -> c x modulo 2, one for each c.

    Cases: Against the functions f with f(0) = 0 and f(x + y) = f(x) + f(y), of all functions for d
    <= 2, where these are listed; else against sums of bits, concept by concept; all are different.
    """
    points = range(1 << d)
    found = [tuple(h(x) for x in points) for h in build(d)]
    yield eq("concepts", len(found), 1 << d)
    yield eq("different", len({*found}), 1 << d)
    for c, values in enumerate(found):
        linear = all(values[x ^ y] == values[x] ^ values[y] for x in points for y in points)
        yield true(f"{c} is linear", linear)
        yield true(f"{c} by bits", values == tuple(dot(c, x) for x in points))
    if d <= 2:
        every = product((0, 1), repeat=1 << d)
        linear_ones = {
            f for f in every if all(f[x ^ y] == f[x] ^ f[y] for x in points for y in points)
        }
        yield true("all linear functions", linear_ones == {*found})


@claim("VT14.ALG.ParityNP", over(case=SOLVED), about=ParityLearner)
def solves_the_equations(build: Build, case: tuple[int, int]) -> Check:
    """The learner without privacy solves y_i = h x_i for all i and returns a solution, the least;
    bottom if there is none.

    Cases: (d, n) = case; every labelled database, consistent or not, its rows in order and
    backwards; against all h, tried.
    """
    d, n = case
    learner = build(d)
    for database in learner.universe(n).databases():
        space = consistent(database, d)
        for rows in dict.fromkeys((database, database[::-1])):
            found = learner(rows, None)
            yield true(f"{rows}: bottom", (found is Bottom.BOTTOM) == (not space))
            if space and found is not Bottom.BOTTOM:
                yield eq(rows, found, min(space))


@claim("VT14.ALG.ParityPriv", over(case=FOLLOWED), about=PrivateParityLearner)
def law_of_the_private_learner(build: Build, case: tuple[int, int]) -> Check:
    """M fails with probability 1/2; else each example is kept with probability eps, and the output
    is uniform on the hypotheses consistent with these, bottom if there are none: Pr[h] = (1/2)
    sum over sets I of examples of eps^#I (1 - eps)^(n - #I) [h in V_I]/#V_I.

    Cases: Every rate eps in [0, 1) at once, as (r - 1)/(r + 1); (d, n) = case, every labelled
    database; V_I by trying all h.
    """
    d, n = case
    learner = build(d, EVERY)
    for database in learner.universe(n).databases():
        found = law(learner, database)
        for h, p in answers(database, d).items():
            yield eq(f"{database}: {h}", found.probability(h), p)


BLOCKS = ((1, 1, 0), (1, 2, 1), (1, 3, 0), (2, 2, 0))
"""Rows of a block, blocks, and rows that are left over."""


@claim(
    "VT14.ALG.ParityAmp",
    over(case=sized(BLOCKS, BLOCKS, (*BLOCKS, (1, 4, 0), (1, 3, 2)))),
    about=FirstAnswer,
)
def repetition_on_blocks(build: Build, case: tuple[int, int, int]) -> Check:
    """M repeated t times on disjoint blocks, the first answer that is not bottom: Pr[h] = sum over
    j of Pr[M = bottom] on the blocks before j times Pr[M = h] on block j. A row is in one block:
    the loss is that of M. Rows that are left over, fewer than t, are not used.

    Cases: (rows of a block, t, rows left over) = case, d = 1, eps = 1/2 (e^loss = 3); every
    ordered database for the loss, and for the law, which is found from sums over parts of the
    rows.
    """
    n, t, left = case
    made = build(PrivateParityLearner(1, loss_of_keeping(HALF)), t)
    universe = replace_one(labelled_examples(2), n * t + left, ordered=True)
    parts = {
        rows: {h: p.at(Fraction(3)) for h, p in answers(rows, 1).items()}
        for rows in product(labelled_examples(2), repeat=n)
    }
    shown = [*universe.databases()]
    for database in shown[:: 1 if len(shown) < 65 else 5]:
        blocks = [parts[database[j * n : (j + 1) * n]] for j in range(t)]
        found, none = law(made, database), Fraction(1)
        expected = dict.fromkeys((0, 1), Fraction(0))
        for block in blocks:
            for h in expected:
                expected[h] += none * block[h]
            none *= block[Bottom.BOTTOM]
        for h, p in expected.items():
            yield eq(f"{database}: {h}", found.probability(h), p)
    yield private(made, universe, made.guarantee)
    yield eq("promised", made.guarantee.exp_eps, 3)

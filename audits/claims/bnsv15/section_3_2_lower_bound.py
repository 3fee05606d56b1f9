"""Section 3.2: what the privacy of a solver costs on the hard databases (Lemma 3.3)."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.hard_distribution import (
    FAMILIES,
    SOLVERS,
    Naming,
    NextDigit,
    RowOne,
    RowOneAtTimes,
    contexts,
    exponential,
    stated_bound,
)
from audits.claims.bnsv15.section_3_2_hard_distribution import FOUND
from audits.engines.optimum.parametric import solve_for_all
from audits.engines.optimum.problems.order import interior_point_of_prior
from audits.engines.overclaims import (
    Solver,
    contradiction,
    pairs_of_hidden_row,
    pairs_of_known_row,
    pairs_of_the_proof,
)
from reference.lower_bounds.hard_distribution import agreeing, domain_size, hard_distribution
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.lower_bounds.success_recurrence import digit_guessed, largest_success, success_bound

ROOT = RationalFunction.r()


def reduced(solver: str, eps: Epsilon[Any], base: int, length: int) -> OneRowFewer[Any]:
    """The reduction of a solver with this eps."""
    return OneRowFewer(SOLVERS[solver].build(eps, base, length), base, length)


def reduced_to_tell_twice_as_often(
    solver: str, eps: Epsilon[Any], base: int, length: int
) -> OneRowFewer[Any]:
    """Twice the delta, where a row is named with probability delta."""
    if solver != "row one at times":
        return reduced(solver, eps, base, length)
    return OneRowFewer(RowOneAtTimes(base**length, 2 * SOLVERS[solver].delta), base, length)


ALL = f"{FOUND}self.base, self.length)"
DRAWN = "coins.draw(rows_around(hidden, database, self.base, self.length))"
WRONG[reduced] = {
    "twice the eps": twice_eps(reduced),
    "cut at the largest row": wrong(
        reduced, OneRowFewer=wrong(OneRowFewer, f"{ALL} => min({ALL}, max(database))")
    ),
    "counts the data where x_0 is named": wrong(
        reduced,
        OneRowFewer=wrong(
            OneRowFewer,
            f"{DRAWN} => (hidden, *(agreeing(hidden, y, self.base, self.length)[0] "
            "for y in database))",
            f"{ALL} => {ALL} + sum(database) * (x == hidden)",
            agreeing=agreeing,
        ),
    ),
    "row one is named twice as often": reduced_to_tell_twice_as_often,
}


def _has_digits(base: int) -> Iterator[Comparison]:
    yield le("2 <= b", 2, base)


def _is_large(solver: str, base: int, rows: int) -> bool:
    """Whether there are too many branches, or the laws are too long."""
    best = solver == "best for D_2"
    return base > (2 if best or rows > 1 else 3 if "exponential" in solver else 4) or (
        best and rows > 1
    )


@claim(
    "BNSV15.TXT.MHatDP",
    over(
        solver=(
            "exponential mechanism",
            "first digit of row one",
            "best for D_2",
            "row one at times",
        ),
        base=(2, 3, 4),
        rows=(1, 2),
    ),
    about=reduced,
    given=_has_digits,
)
def reduced_solver_is_private(build: Build, solver: str, base: int, rows: int) -> Check:
    """The mechanism of Algorithm 1 is (eps, delta)-private if the solver for one row more is.

    Cases: Sequences of one row (b = 2, 3, 4) and two (b = 2) over two points; the exponential
    mechanism, randomized response on a digit, for which b r/(r + b - 1) of the loss is used, each
    for every eps; the best mechanism for D_2 at e^eps = 5/4 and delta = 1/50; row one named with
    probability 1/50, of which 1 - 1/b is used.
    """
    asked = SOLVERS[solver]
    if _is_large(solver, base, rows):
        return
    guarantee = Guarantee(asked.eps.exp(), asked.eps.exp(0) * asked.delta)
    mechanism = build(solver, asked.eps, base, 2)
    yield private(mechanism, replace_one(range(2), rows, ordered=True), guarantee)


def next_digit(solver: str, eps: Epsilon[Any], base: int) -> NextDigit[Any]:
    """Whether a solver with this eps finds the digit that nobody else knows."""
    inner = RowOne() if solver == "row one" else SOLVERS[solver].build(eps, base, 2)
    return NextDigit(inner, base, 2, max)


WRONG[next_digit] = {
    "twice the eps": twice_eps(next_digit),
    "the last digit that is known": "2, max) => 2, lambda y: max(0, max(y) - 1))",
    "the digit after min(y)": "2, max) => 2, min)",
}


@claim(
    "BNSV15.TXT.digit",
    over(solver=(*SOLVERS, "row one"), base=(2, 3, 4), rows=(1, 2)),
    about=next_digit,
    given=_has_digits,
)
def unknown_digit_is_hard_to_guess(build: Build, solver: str, base: int, rows: int) -> Check:
    """With everything fixed but digit w + 1 of x_0, w = max(y), which is uniform: the answer of
    an (eps, delta)-private solver has the same digit with probability at most e^eps/b + delta.

    Cases: Every y, x_0 and every rows x_1, ..., x_n that they allow, two digits, n = 1 (b = 2, 3,
    4) and n = 2 (b = 2).  Row one (private in x_0 with eps = 0) attains 1/b; randomized response
    on the digit itself finds it with probability r/(r + b - 1).  None needs delta.
    """
    if _is_large(solver, base, rows):
        return
    asked = SOLVERS.get(solver)
    eps = asked.eps if asked else Epsilon(ONE)
    failure = digit_guessed(eps.exp(), asked.delta if asked else Fraction(0), base)
    universe = ListedAdjacency(tuple(contexts(base, 2, rows)), (), f"contexts, b = {base}")
    yield accurate(build(solver, eps, base), universe, lambda _, found: not found, failure)


@claim(
    "BNSV15.L3.3",
    over(
        bases=sized(((), (3,)), ((), (3,)), ((), (3,), (4,))),
        exp_eps=(ONE, Fraction(5, 4), Fraction(2)),
        delta=(Fraction(0), Fraction(1, 50), Fraction(1, 10)),
    ),
    form=Form.CONCRETE,
    about=hard_distribution,
    given=lambda exp_eps: [le("1 <= e^eps", 1, exp_eps)],
)
def best_mechanism_on_hard_databases(
    build: Build, bases: tuple[int, ...], exp_eps: Fraction, delta: Fraction
) -> Check:
    """No (eps, delta)-private mechanism finds an interior point of a database from D_1 with
    probability above (r + delta)/(1 + r), which is attained, for every r = e^eps; nor of one from
    D_2 with probability above (r + delta)/(1 + r) + r/b + delta, for any base b.

    Cases: All mechanisms, by a dual, wherever the bound is below 1; it never is for b = 2, so that
    of all bases that fit on b^2 points b has the least bound.  With b = 1/delta, delta = 1/50, D_2
    would have rows from 2500 points.
    """
    problem = interior_point_of_prior(f"D_{len(bases) + 1}", build(bases), domain_size(bases))
    deltas = (delta,) * (len(bases) + 1)
    bound = success_bound(exp_eps, deltas, bases)
    least = largest_success(domain_size(bases), len(deltas), exp_eps, delta)
    yield eq("the least over all bases", least, min(bound, ONE))
    if bound < 1:
        yield optimal(problem, exp_eps, bound, delta)
    if not bases and not delta:
        yield exactly(problem, exp_eps, bound)
        for start, _, optimum in solve_for_all(problem).functions():
            yield eq(f"from e^eps = {start.rational}", optimum, ROOT / (ROOT + 1))


def _positive_and_not_increasing(family: str, n: int) -> Iterator[Comparison]:
    deltas = [FAMILIES[family](j) for j in range(1, n + 1)]
    yield le("0 < the last", Fraction(1, 10**9), deltas[-1])
    for j in range(1, n):
        yield le(f"delta({j + 1}) <= delta({j})", deltas[j], deltas[j - 1])


WRONG[success_bound] = {
    "half of the base": "digit_guessed(exp_eps, delta, base) => "
    "digit_guessed(exp_eps, delta, -(-base // 2))",
    "e^(2 eps) for the digit": "digit_guessed(exp_eps, delta, base) => "
    "digit_guessed(exp_eps * exp_eps, delta, base)",
    "delta(n) for delta(n+1)": "deltas[1:] => deltas[:-1]",
    "nothing for the base case": "(exp_eps + delta) / (exp_eps + 1) => delta / (exp_eps + 1)",
    "P_n": lambda root, deltas, _: stated_bound(root, deltas),
}


@claim(
    "BNSV15.L3.3",
    over(family=FAMILIES, n=range(1, 9)),
    about=success_bound,
    given=_positive_and_not_increasing,
)
def hard_databases_defeat_private_mechanisms(bound: Build, family: str, n: int) -> Check:
    """For every n there is a distribution D_n on databases of n rows over S(n) points such that
    every (eps, delta(n))-private mechanism finds an interior point with probability at most
    P_n = r/(r + 1) + (r + 1)(delta(1) + ... + delta(n)), r = e^eps, b(n) = 1/delta(n).

    Steps: what the induction gives and P_n, and its steps for n = 1, 2 and two digits.

    Cases: The induction gives P'_n = (r + delta(1))/(1 + r) + sum (r/b(j) + delta(j+1)); P'_n <=
    P_n for every r and n = 1, ..., 8; it grows by what BNSV15.TXT.digit allows.  The steps of the
    induction are checked for n = 1, 2 and two digits: that they hold for more is the proof's, not
    checked.  (The formulas are lost in the electronic text; the
    induction is one for P'_n, not for P_n: BNSV15.L3.3.step.)
    """
    deltas = [FAMILIES[family](j) for j in range(1, n + 1)]
    bases = [int(1 / delta) for delta in deltas[:-1]]
    yield step("BNSV15.L3.3", Form.CONCRETE, exp_eps=ONE)
    base_case = (ROOT + deltas[0]) / (1 + ROOT)
    yield eq("P'_1", bound(ROOT, deltas[:1], ()), base_case)
    for base in bases:
        yield step("BNSV15.TXT.MHatDP", Form.PRINTED, base=base)
        yield step("BNSV15.TXT.digit", Form.PRINTED, base=base)
    if bases:
        yield step("BNSV15.ALG.MHat", Form.CONCRETE, bases=tuple(bases))
        grown = bound(ROOT, deltas, bases) - bound(ROOT, deltas[:-1], bases[:-1])
        yield eq("a digit is guessed", grown, digit_guessed(ROOT, deltas[-1], bases[-1]))
    yield le("P'_n <= P_n", bound(ROOT, deltas, bases), stated_bound(ROOT, deltas))


OVERCLAIMING: dict[str, Callable[[int], Solver]] = {
    "the first row": lambda _: Naming("the first row"),
    "the last row": lambda _: Naming("the last row"),
    "the middle": lambda _: Naming("the middle"),
    "exponential, e^(eps/2) = 64": lambda base: exponential(base, 2, Epsilon(Fraction(64), 2)),
}
"""Solvers that succeed too often for what they are said to keep."""


WRONG[pairs_of_the_proof] = {
    "privacy of x_0 only": pairs_of_hidden_row,
    "privacy of x_1 only": pairs_of_known_row,
}


@claim(
    "BNSV15.L3.3",
    over(
        solver=OVERCLAIMING,
        base=(3, 4),
        exp_eps=(ONE, Fraction(5, 4)),
        delta=(Fraction(0), Fraction(1, 50)),
    ),
    form=Form.CORRECTED,
    about=pairs_of_the_proof,
)
def overclaiming_solvers_are_caught(
    pairs: Build, solver: str, base: int, exp_eps: Fraction, delta: Fraction
) -> Check:
    """A solver that succeeds on D_2 with probability above (r + delta)/(1 + r) + r/b + delta is
    not (eps, delta)-private, and a pair shows it that differs either in the digit of x_0 that x_1
    does not know, or in x_1, which knows one digit of x_0 more in one of them.  (Nothing in print
    is corrected: it is Lemma 3.3 for two rows the other way round, with the witness of the proof.)

    Cases: Four solvers, for b = 3 and 4 where the bound is below 1; each needs delta >= 7/8, more
    than is used.
    """
    found = contradiction(OVERCLAIMING[solver](base), base, exp_eps, delta, pairs)
    if found is not None:
        proved = success_bound(exp_eps, (delta, delta), (base,))
        yield eq("the bound", found.bound, proved)
        yield lt("success above the bound", proved, found.success)
        yield lt(f"{found.first}, {found.second} exceed delta", delta, found.excess)
        yield le("and 7/8", Fraction(7, 8), found.excess)

"""Section 2.1: composition, and databases that differ in two rows."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.private_bits import ThenSecond, every_pair, three_databases
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, bits
from audits.claims.standard_mechanisms.leaky_response import LeakyResponse
from reference.privacy.composition import SequentialComposition, composed_guarantee
from reference.privacy.group import group_guarantee

TWELFTH = Fraction(1, 12)

WRONG[composed_guarantee] = {"the first guarantee for all": "guarantees[1:] => guarantees[1:1]"}


@claim(
    "BNSV15.L2.2",
    over(
        parts=((1, 1), (1, 2), (2, 1)),
        deltas=((Fraction(0), Fraction(0)), (TWELFTH, Fraction(0)), (TENTH, TWELFTH)),
    ),
    about=composed_guarantee,
)
def composition(
    promise: Build, parts: tuple[int, int], deltas: tuple[Fraction, Fraction]
) -> Check:
    """If M_1 is (eps_1, delta_1)-private and M_2(., z) is (eps_2, delta_2)-private for every z,
    M(D) = M_2(D, M_1(D)) is (eps_1 + eps_2, delta_1 + delta_2)-private.

    Cases: For every eps, r = e^eps, eps_1 and eps_2 multiples of it: two responses that leak, all
    outputs released, from which every two private mechanisms follow by post-processing. For r = 2
    and 3/2: all extreme M_1 and M_2(., z) with two outcomes, on two databases; the excess over the
    bound is linear in each of them.
    """
    both = [*zip(parts, deltas, strict=True)]
    leaky = [LeakyResponse(Guarantee(R**k, d + NOTHING)) for k, d in both]
    together = SequentialComposition(tuple(leaky))
    yield private(together, bits(1), promise([each.guarantee for each in leaky]))
    for r in (Fraction(2), Fraction(3, 2)):
        first, second = (Guarantee(r**k, d) for k, d in both)
        pairs = every_pair(first, second)
        yield private(ThenSecond(), pairs, promise([first, second]), name=f"r = {r}")


@claim(
    "BNSV15.TXT.group2",
    over(
        x=(Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(2)),
        delta=(Fraction(1, 20), TENTH),
        chance=(Fraction(0), TENTH),
    ),
    about=group_guarantee,
)
def two_rows(promise: Build, x: Fraction, delta: Fraction, chance: Fraction) -> Check:
    """If two rows are changed, an (eps, delta)-private mechanism is (2 eps, (1 + e^eps)
    delta)-private.

    Cases: All mechanisms on three databases in a row, by an exact dual: none answers 1 on the
    first with probability above the bound if it does so on the last with probability q = chance,
    and one attains it. e^eps = x.
    """
    step = Guarantee(x, delta)
    twice = promise(step, 2)
    bound = twice.exp_eps * chance + twice.delta
    yield optimal(three_databases(chance, step), x, bound, delta)
    every = promise(Guarantee(R, delta + NOTHING), 2)
    yield eq("e^(2 eps)", every.exp_eps, R**2)
    yield eq("delta, for every eps", every.delta, (1 + R) * delta)

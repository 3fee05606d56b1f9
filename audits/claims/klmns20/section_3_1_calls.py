"""Section 3.1, Lemma 3.7: how many calls TreeLog makes."""

from audits.claims.prelude import *
from audits.claims.klmns20.section_3_1_privacy import (
    ADMITTED,
    DELTA,
    LONGER,
    as_printed,
    privacy_hypotheses,
)
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.path_embedding import levels_of

WRONG[calls] = {
    "does not count the base case": "return 1 if => return 0 if",
    "counts one call more": "return 1 if => return 2 if",
}


@claim(
    "KLMNS20.TXT.CALLS", over(m=sized(range(1, 300), range(1, 5000), range(1, 70000))), about=calls
)
def number_of_calls(count: Build, m: int) -> Check:
    """TreeLog on 2^m points makes at most log*(2^m) calls, the base case included (C = 4).

    Cases: Equality for m = 1, 4, 8, 16 and 128, among others; the mechanism counts the same for
    m < 20.
    """
    yield le("", count(m), log_star_of_power(m))
    if m < 20:
        tree_log = TreeLog(Domain.of_size(2**m), 1, 1, Epsilon(TWO, 4))
        yield eq("mechanism", tree_log.calls, count(m))
    if m in (1, 4, 8, 16, 128):
        yield eq("equality", count(m), log_star_of_power(m))


@claim(
    "KLMNS20.TXT.FIXPOINT",
    over(m=sized(range(3, 13), range(3, 100), range(3, 1000))),
    about=levels_of,
)
def domains_shrink(next_domain: Build, m: int) -> Check:
    """Each recursive call is on a logarithmically smaller domain: on the m + 1 levels of 2^m
    points, extended to a power of two, at most 2m.

    Cases: |X| > C = 4.
    """
    size = next_domain(Domain.of_size(2**m)).size
    yield lt("smaller", size, 2**m)
    yield le("levels", m + 1, size)
    yield le("at most", size, 2 * m)


@claim("KLMNS20.TXT.FIXPOINT", over(m=(1, 2)), form=Form.CORRECTED)
def domains_that_do_not_shrink(m: int) -> Check:
    """Domains of 2 and of 4 points are followed by domains of their own size; so C >= 4 is needed
    (and enough, by the printed form).

    Cases: Both; with C = 3 the recursion would not end.

    Routes: the domain of the levels; the domain itself.
    """
    yield eq("size of the next domain", levels_of(Domain.of_size(2**m)).size, 2**m)


@claim(
    "KLMNS20.L3.7",
    over(box(n=(1, 2, 4), N=(4, 8)), delta=(Fraction(1, 100),)),
    about=TreeLog,
    refuted=Erratum(
        Grade.WORDING,
        "Lemma 3.7: n >= 2 is not said; for n = 1, log n = 0, and |X| = 4",
        "Pr[TL(S) in F]",
        "Pr[TL(S') in F] + 6 delta",
        same_as="KLMNS20.L3.6",
    ),
)
def log_star_as_printed(build: Build, n: int, N: int, delta: Fraction) -> Check:
    """TreeLog is (5 eps log*|X| log n, 3 delta n log*|X| e^(3 eps log*|X| log n))-private.

    Where: N is |X|.

    Cases: As for KLMNS20.L3.6.
    """
    yield as_printed(build, n, N, delta, log_star_of_power(N.bit_length() - 1))


@claim(
    "KLMNS20.L3.7",
    over(instances("n t T a N delta", *ADMITTED, more=LONGER)),
    form=Form.CONCRETE,
    about=calls,
    uses=("KLMNS20.L3.6", "KLMNS20.TXT.CALLS"),
    given=privacy_hypotheses,
)
def log_star_many_calls(
    count: Build, n: int, t: int, T: int, a: Fraction, N: int, delta: Fraction
) -> Check:
    """With the hypotheses of the concrete form of Lemma 3.6, TreeLog over N = |X| >= 2 points is
    (5 eps log*|X| log2 n, 2 (log*|X| - 1) delta)-private.

    Where: T is the threshold, t how many rows are trimmed, and a is e^eps.

    Cases: A chain: Lemma 3.6 at the same numbers, and no more calls than log*|X|.
    """
    yield step("KLMNS20.L3.6", Form.CONCRETE, n=n, t=t, T=T, a=a, N=N, delta=delta)
    yield le("calls", count(N.bit_length() - 1), log_star_of_power(N.bit_length() - 1))


@claim(
    "KLMNS20.L3.7",
    over(
        instances(
            "points n k",
            ((0, 15), 6, 0),
            ((0, 15), 8, 5),
            ((0, 15), 10, 5),
            more=(((0, 5, 15), 7, 6),),
        )
    ),
    form=Form.CORRECTED,
    about=TreeLog,
    uses=("KLMNS20.DER.CHOOSE", "KLMNS20.TXT.CALLS"),
)
def tree_log_with_three_calls(build: Build, points: Rows, n: int, k: int) -> Check:
    """TreeLog over 16 points, three calls, with t = 1, T = 2 is (k eps/4, e^(-eps/4)/2)-private
    for all eps >= 0, for a replaced row, on n rows from the points.

    Cases: Where k > 0, k - 1 is too small: of 8 rows the innermost call has two, of 6 none.
    """
    mechanism = build(Domain.of_size(16), 1, 2, EVERY)
    yield private(mechanism, replace_one(points, n), Guarantee(R**k, DELTA))

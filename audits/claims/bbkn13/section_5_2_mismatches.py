"""Section 5.2: mismatches, bad ends, and Dyck words."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.functions import functions
from audits.claims.bbkn13.words import *
from reference.data.switching_points import (
    bad_ends,
    dirty_points,
    is_dyck_word,
    mismatches,
    noise_word,
)
from reference.reductions.noise_reconstruction import side_failure

EVERY_RATE = 1 / (2 * RationalFunction.r())
"""mu = 1/(2 r): every rate in (0, 1/2] at once."""

FUNCTIONS = over(functions(sized(5, 7, 9)))


WRONG[mismatches] = {
    "counts the zeros below only": "len(disagreements(hypothesis, IntervalFunction(end), "
    "len(hypothesis.values))) => hypothesis.values[:end].count(0)"
}
WRONG[bad_ends] = {"strictly fewer mismatches": "<= least => < least"}
WRONG[is_dyck_word] = {"as many ones as zeros": "if balance < 0 => if False"}
WRONG[noise_word] = {"points bigger than j only": "x in dirty => x in dirty and x > target"}
WRONG[side_failure] = {"bad ends on both sides": "1 - safe => 1 - safe * safe"}


@claim("BBKN13.D.mismatch", FUNCTIONS, about=mismatches)
def mismatches_are_counted_on_both_sides(count: Build, h: Values) -> Check:
    """mismatch(t, h) = #{x < t : h(x) = 0} + #{x >= t : h(x) = 1}.

    Cases: Every end.
    """
    for j in range(len(h.values) + 1):
        yield eq(f"t = {j}", count(h, j), h.values[:j].count(0) + h.values[j:].count(1))


@claim("BBKN13.D.dirty", FUNCTIONS, about=bad_ends)
def dirty_points_and_bad_ends(bad: Build, h: Values) -> Check:
    """x is dirty if h(x) differs from the target's value; k is bad iff mismatch(k, h) <=
    mismatch(j, h), k != j; the noise word tells which points from j on are dirty.

    Cases: Every target, by the definitions' own sums.
    """
    t = len(h.values)
    counts = [h.values[:k].count(0) + h.values[k:].count(1) for k in range(t + 1)]
    for j in range(t + 1):
        dirty = [int(h(x) != (x < j)) for x in range(t)]
        yield eq(f"dirty, t = {j}", len(dirty_points(h, j)), sum(dirty))
        yield eq(f"word, t = {j}", int(noise_word(h, j) == tuple(dirty[j:])), 1)
        wanted = [k for k in range(t + 1) if k != j and counts[k] <= counts[j]]
        yield eq(f"bad, t = {j}", int(list(bad(h, j)) == wanted), 1)


@claim("BBKN13.D.dyck", over(n=ranges(0, 6, 7, 9)), about=is_dyck_word)
def dyck_words_are_catalan(is_dyck: Build, n: int) -> Check:
    """There are C_n = binom(2n, n)/(n + 1) Dyck words of length 2n.

    Cases: All words.
    """
    found = sum(is_dyck(word) for word in product((0, 1), repeat=2 * n))
    yield eq("words", found, Fraction(comb(2 * n, n), n + 1))


@claim("BBKN13.T5.8.mm", FUNCTIONS)
def mismatches_count_dirty_points(h: Values) -> Check:
    """mismatch(j, h) is the number of dirty points; mismatch(k, h) - mismatch(j, h) is the number
    of clean minus that of dirty points between j and k, so k is bad iff half of them are dirty.

    Cases: All pairs of ends.

    Routes: mismatches of both ends, counted; dirty points between the ends.
    """
    t = len(h.values)
    for j in range(t + 1):
        dirty = dirty_points(h, j)
        counted = h.values[:j].count(0) + h.values[j:].count(1)
        yield eq(f"t = {j}", counted, len(dirty))
        for k in (k for k in range(t + 1) if k != j):
            between = range(min(j, k), max(j, k))
            wrong = sum(x in dirty for x in between)
            yield eq(f"t = {j}, k = {k}", mismatches(h, k) - counted, len(between) - 2 * wrong)
            yield eq(f"t = {j}, k = {k}, bad", k in bad_ends(h, j), 2 * wrong >= len(between))


def _first_letters(word: Build, h: Values) -> Iterator[Comparison]:
    for j in range(len(h.values)):
        yield eq(f"j = {j}", j + 1 in bad_ends(h, j), word(h, j)[0])


@claim(
    "BBKN13.T5.8.word",
    FUNCTIONS,
    refuted=Erratum(
        Grade.WORDING,
        'Section 5.2, proof of Theorem 5.8, "every dirty point bigger than j is marked by 1", for '
        "from j on",
        "whether j + 1 is bad",
        "the first letter of noise_j, which begins at j",
    ),
)
def noise_word_as_printed(h: Values) -> Check:
    """noise_j, in which every dirty point bigger than j is marked by 1, begins with 1 if and only
    if k = j + 1 is bad.

    Cases: All functions and targets; a word that starts from j has a letter for j.
    """
    yield from _first_letters(WRONG[noise_word]["points bigger than j only"], h)


@claim("BBKN13.T5.8.word", FUNCTIONS, form=Form.CORRECTED, about=noise_word)
def noise_word_begins_at_the_target(word: Build, h: Values) -> Check:
    """With every dirty point from j on marked by 1, noise_j begins with 1 if and only if j + 1 is
    bad.

    Cases: All functions and targets.
    """
    yield from _first_letters(word, h)


@claim("BBKN13.T5.8.first", over(functions(sized(6, 8, 10))))
def first_bad_end_is_a_dyck_word(h: Values) -> Check:
    """The first bad k > j is j+1 iff j is dirty; otherwise j..k-1 is a Dyck word.

    Cases: All noise words.

    Routes: mismatches of every end, counted; prefixes of the noise word.
    """
    t = len(h.values)
    for j in range(t):
        first = next((k for k in bad_ends(h, j) if k > j), t + 1)
        word = noise_word(h, j)
        ends = (k for k in range(j + 1, t + 1) if is_dyck_word(word[: k - j]))
        yield eq(f"t = {j}", first, j + 1 if word[0] else next(ends, t + 1))


def _catalan(n: int) -> Fraction:
    return Fraction(comb(2 * n, n), n + 1)


@claim(
    "BBKN13.T5.8.sum",
    over(length=ranges(1, 12, 24, 60), mu=(Fraction(1, 50), TENTH, Fraction(1, 3))),
    about=side_failure,
)
def bad_ends_are_bounded_by_catalan_numbers(failure: Build, length: int, mu: Fraction) -> Check:
    """Pr[bad k > j] <= mu + sum_{n >= 1} C_n mu^n (1-mu)^n.

    Cases: Exact on a side of so many points, against the terms that fit; equality up to length 3.
    """
    terms = (_catalan(n) * (mu * (1 - mu)) ** n for n in range(1, length // 2 + 1))
    yield chance("", failure(length, mu), mu + sum(terms))


@claim("BBKN13.T5.8.sum", over(length=ranges(1, 7, 9, 12)), form=Form.CONCRETE, about=side_failure)
def side_failure_is_at_most_twice_the_rate(failure: Build, length: int) -> Check:
    """The probability rises with the length and is at most 2 mu; the sum is <= mu/(1-mu).

    Cases: Every mu in (0, 1/2] at once; 2 mu and mu/(1-mu) are the limits.
    """
    mu = EVERY_RATE
    here = failure(length, mu)
    yield le("2 mu", here, 2 * mu)
    yield le("rising", failure(length - 1, mu), here)
    total = mu - mu
    for n in range(1, length + 1):
        total = total + (mu * (1 - mu)) ** n * _catalan(n)
    yield le("sum", total, mu / (1 - mu))


WRONG[_catalan] = {"all words with as many ones as zeros": ", n), n + 1) => , n))"}


@claim("BBKN13.T5.8.catalan", over(n=ranges(1, 60, 200, 400)), about=_catalan)
def catalan_numbers_are_bounded(number: Build, n: int) -> Check:
    """C_n <= 4^n/(n^(3/2) sqrt(pi)) <= 4^n/(n sqrt(pi)).

    Cases: Squared, with pi <= 355/113.
    """
    pi, square = Fraction(355, 113), number(n) ** 2
    yield le("n^(3/2)", square * pi * n**3, 16**n)
    yield le("n", square * pi * n**2, 16**n)


def _five(mu: Fraction) -> Fraction:
    return 5 * mu


WRONG[_five] = {"4 mu": "5 * mu => 4 * mu", "6 mu": "5 * mu => 6 * mu"}


@claim("BBKN13.T5.8.log", over(k=ranges(1, 46, 91, 901)), about=_five)
def logarithm_is_bounded(multiple: Build, k: int) -> Check:
    """-ln(1 - 4 mu) < 5 mu for 0 < mu <= 0.09, and (1 + 5/sqrt(pi)) mu < 4 mu.

    Cases: mu = k/500, 1 < (1 - 4 mu) e^(5 mu); 25 < 9 pi, with pi >= 333/106. At mu = 0, without
    noise, both sides are 0.
    """
    yield lt("25 < 9 pi", multiple(ONE) ** 2, 9 * Fraction(333, 106))
    mu = min(Fraction(k, 500), Fraction(9, 100))
    yield lt(f"mu = {mu}", 1, (1 - 4 * mu) * exp_low(multiple(mu)))

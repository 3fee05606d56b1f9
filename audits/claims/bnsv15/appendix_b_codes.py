"""Appendix B: interior point fingerprinting codes (Definition B.1, Remark B.2, Lemma B.4)."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.fingerprinting import (
    GOALS,
    Bases,
    BestPirates,
    allowed,
    coalitions_of,
    histories,
    printed,
    traced,
)
from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingCode,
    Goal,
    Verdict,
    best_pirate,
    first_one,
    is_feasible,
    keeps_marks,
    spliced,
)
from reference.lower_bounds.iterated_exponentials import sizes

CODES: tuple[Bases, ...] = ((2, 2), (2, 3), (3, 2), (2, 4), (2, 2, 2))
WRONG[best_pirate] = {
    "answers without looking": given(best_pirate, coalition=(), goal=Goal.FRAME),
    "answers feasible words only": given(best_pirate, goal=Goal.FRAME_FEASIBLY),
}


@claim(
    "BNSV15.DB.1",
    over(coalitions_of(((2, 2), (2, 3), (1, 2, 2))), by_chance=(False, True)),
    about=best_pirate,
)
def errors_are_those_of_the_best_pirate(
    best: Build, bases: Bases, coalition: Rows, by_chance: bool
) -> Check:
    """Completeness error: Pr[x feasible and Trace(x) = bottom]; soundness error: Pr[Trace(x) is
    in [n] but not in T], x feasible or not; each the largest over all pirates, which see the
    codewords of T.

    Cases: For each view and each word the chance of the goal is summed over all histories of the
    code; the best pirate has the sum of their largest, and no pirate more, since it answers each
    view by itself.
    """
    code = FingerprintingCode(bases, by_chance)
    outside = set(code.users) - set(coalition)
    reached: dict[Goal, dict[tuple[Rows, int], Fraction]] = {goal: {} for goal in Goal}
    for history, chance in histories(bases):
        view = tuple(history[-1][i - 1] for i in coalition)
        for word in code.domain:
            accused = traced(history, word, bases, by_chance=by_chance)
            feasible = bool(view) and min(view) <= word <= max(view)
            hits = {
                Goal.FRAME: accused in outside,
                Goal.FRAME_FEASIBLY: feasible and accused in outside,
                Goal.ESCAPE: feasible and accused is Bottom.BOTTOM,
            }
            for goal, hit in hits.items():
                sums = reached[goal]
                sums[view, word] = sums.get((view, word), Fraction(0)) + hit * chance
    for goal, sums in reached.items():
        views = {view for view, _ in sums}
        most = sum((max(sums[v, w] for w in code.domain) for v in views), Fraction(0))
        yield eq(goal.value, best(code, coalition, goal).chance, most)


def from_one_word(bases: Bases) -> int:
    """S(n) from S(1) = 1."""
    return sizes(1, bases)[-1]


WRONG[from_one_word] = {
    "S(1) = 2": "sizes(1, => sizes(2,",
    "S(1) = b(1)": "sizes(1, => sizes(bases[0],",
}


@claim("BNSV15.D.SB", over(bases=((2,), (5,), (2, 2), (3, 2), (2, 2, 2))), about=from_one_word)
def one_word_for_one_user(size: Build, bases: Bases) -> Check:
    """S(1) = 1 and S(n+1) = b(n)^S(n): so many words has the code that begins with one word.

    Cases: The size of its domain, and of that of all digit sequences. The text at hand lost the
    formula; S(1) = 1 is restored.
    """
    yield eq("words", size(bases), printed(bases).domain.size)
    length = 1
    for base in bases:
        length = len([*product(range(base), repeat=length)])
    yield eq("sequences", size(bases), length)


def from_a_uniform_word(bases: Bases) -> int:
    """S(n) from S(1) = b(0)."""
    return sizes(bases[0], bases[1:])[-1]


WRONG[from_a_uniform_word] = {
    "S(1) = 1": "sizes(bases[0], => sizes(1,",
    "one level more": "sizes(bases[0], bases[1:])[-1] => sizes(1, (2, *bases))[-1] + 1",
}


@claim(
    "BNSV15.D.SB",
    over(bases=((2,), (5,), (2, 2), (3, 2), (2, 3), (1, 2, 2), (2, 2, 2))),
    form=Form.CORRECTED,
    about=from_a_uniform_word,
)
def as_many_words_as_are_needed(size: Build, bases: Bases) -> Check:
    """S(1) = b(0) and S(n+1) = b(n)^S(n): the words of the code whose first codeword is uniform.

    Cases: Counted as sequences of digits, and by the code.
    """
    length = bases[0]
    for base in bases[1:]:
        length = len([*product(range(base), repeat=length)])
    yield eq("sequences", size(bases), length)
    yield eq("words", size(bases), FingerprintingCode(bases).domain.size)


def _is_safe(outside: frozenset[int]) -> Callable[[Goal, Verdict], bool]:
    return lambda _, verdict: verdict.accused not in outside


def _is_traced(goal: Goal, verdict: Verdict) -> bool:
    del goal
    return not (verdict.feasible and verdict.accused is Bottom.BOTTOM)


@claim(
    "BNSV15.ALG.IPFC",
    over(coalitions_of(((4,), (8,), (4, 2)), least=1, extra=1)),
    about=printed,
    refuted=Erratum(
        Grade.PROOF_STEP,
        'Appendix B, proof of Lemma B.4, "First note that there is a code with perfect '
        'completeness and perfect soundness" for one user: not sound against the empty coalition, '
        "to which the proof of soundness leads from T = {n + 1}; of m words some word is the "
        "codeword with probability 1/m or more, and if it is traced somebody is accused whom "
        "nobody helped, whatever S(1) is",
        "the chance that T = {2}, which names any word but its own, has user 1 accused",
        "1/b(1)",
    ),
)
def soundness_of_the_printed_code(build: Build, bases: Bases, coalition: Rows) -> Check:
    """The code that begins with one word for one user, always traced, has soundness error at most
    1/b(1) + ... + 1/b(n-1) against every coalition of at least one user.

    Cases: The coalitions that a reader must admit, not the empty one.  S(1) = 1 and the bound are
    lost in the electronic text, and restored: the step is wrong for any number of words, since no
    code for one user is complete and perfectly sound against nobody.
    """
    code = build(bases)
    bound = sum((Fraction(1, base) for base in bases), Fraction(0))
    if bound < 1:
        outside = frozenset(code.users) - frozenset(coalition)
        yield accurate(BestPirates(code, coalition), GOALS, _is_safe(outside), bound)


KNOWN = "max(agreements) if self.by_chance else max(lengths)"
WRONG[FingerprintingCode] = {
    "the last user is never accused": f"{KNOWN} => self.domain.size",
    "M is the smallest length": f"{KNOWN} => min(lengths)",
    "M is the length of the last": f"{KNOWN} => lengths[-1]",
    "M counts chance": given(FingerprintingCode, by_chance=True),
    "one word for one user": given(FingerprintingCode, bases=lambda bases: (1, *bases[1:])),
    "one digit more is known": f"{KNOWN} => max(lengths) + 1",
}


@claim(
    "BNSV15.ALG.IPFC",
    over(bases=((2,), (2, 2), (2, 3), (3, 2), (1, 2, 2))),
    form=Form.CORRECTED,
    about=FingerprintingCode,
)
def code_by_definition(build: Build, bases: Bases) -> Check:
    """Gen and Trace: the codebook for n + 1 users is made from one for n as (x_0, ..., x_n) from
    (y_1, ..., y_n), the last codeword uniform; a word that agrees with the last codeword on more
    than M = max(y) digits accuses the last user, any other is traced by its number of digits; one
    user has a uniform word below b(0), and is accused for that word only.

    Cases: The joint law of the codebook and of all tracings, against all histories of codebooks.
    """
    found = build(bases).books(tuple(range(1, len(bases) + 1)))
    expected: dict[tuple[Rows, tuple[int | Bottom, ...]], Fraction] = {}
    for history, chance in histories(bases):
        words = range(sizes(bases[0], bases[1:])[-1])
        tracing = tuple(traced(history, word, bases, by_chance=False) for word in words)
        book = (history[-1], tracing)
        expected[book] = expected.get(book, Fraction(0)) + chance
    laws = {(book.words, book.tracing): found.probability(book) for book in found}
    for book, chance in expected.items():
        yield eq(f"{book[0]}", laws.get(book, Fraction(0)), chance)


@claim("BNSV15.LB.4", over(coalitions_of(CODES)), form=Form.CORRECTED, about=FingerprintingCode)
def corrected_code_is_complete_and_sound(build: Build, bases: Bases, coalition: Rows) -> Check:
    """With b(0) words for one user and M = max(y) the code is perfectly complete, and its
    soundness error against T, the empty coalition included, is at most the sum of 1/b(i - 1) over
    the users i who are not in T.

    Cases: The best of all pirates; for each coalition the levels of absent users only.
    """
    code = build(bases)
    game = BestPirates(code, coalition)
    if coalition:
        yield accurate(game, GOALS, _is_traced, Fraction(0), name="completeness")
    bound = allowed(bases, coalition)
    if 0 < bound < 1:
        outside = frozenset(code.users) - frozenset(coalition)
        yield accurate(game, GOALS, _is_safe(outside), bound, name="soundness")


EXISTING: dict[tuple[int, Fraction], Bases] = {
    (1, Fraction(1, 2)): (2,),
    (1, Fraction(1, 10)): (10,),
    (2, Fraction(3, 4)): (2, 4),
    (2, Fraction(2, 3)): (3, 3),
    (3, Fraction(7, 8)): (2, 2, 2),
}
"""Bases of a code for so many users with so small a soundness error."""


@claim("BNSV15.LB.4", over(users_and_error=EXISTING), about=FingerprintingCode)
def codes_exist(build: Build, users_and_error: tuple[int, Fraction]) -> Check:
    """For every n and xi in (0, 1] there is an interior point fingerprinting code for n users with
    completeness error 0 and soundness error xi.

    Cases: All coalitions and all pirates, for n = 1, 2, 3 as small errors as codes that can be
    listed have; the sum of 1/b(j) is below any xi for larger bases.  (The domain size is lost in
    the electronic text.)
    """
    bases = EXISTING[users_and_error]
    code = build(bases)
    for size in range(len(bases) + 1):
        for coalition in combinations(code.users, size):
            game, outside = BestPirates(code, coalition), frozenset(code.users) - {*coalition}
            name = f"T = {coalition}"
            yield accurate(game, GOALS, _is_safe(outside), users_and_error[1], name=name)
            if coalition:
                yield accurate(game, GOALS, _is_traced, Fraction(0), name=f"{name}, complete")


SPLICE = "(0,) * (codeword - 1) + (1,) * (size - codeword + 1)"
FROM_ZERO = f"{SPLICE} => (0,) * codeword + (1,) * (size - codeword)"
WRONG[spliced] = {"the word 0^x 1^(|X| - x)": FROM_ZERO}


@claim("BNSV15.ALG.Splice", over(size=range(1, 6)), about=spliced)
def codewords_are_splices(splice: Build, size: int) -> Check:
    """A codeword x of {1, ..., |X|} is a string of |X| bits, zeros before ones, the first 1 at x:
    a splice of two versions.

    Cases: All domains of up to five points; the string is found again among all sorted strings.
    """
    ordered = [w for w in product((0, 1), repeat=size) if [*w] == sorted(w) and w[-1] == 1]
    for x in range(1, size + 1):
        yield eq(f"ones of {x}", sum(splice(x, size)), size - x + 1)
        yield true(f"{x} is sorted and ends with 1", splice(x, size) in ordered)


MARKING = Parts(splice=spliced, place=first_one, keeps=keeps_marks)
"""The string of a codeword, its place again, and the marking assumption."""

KEPT = "bit in {word[place] for word in words}"
WRONG[MARKING] = {
    "positions from 0": MARKING.but(place="word.index(1) + 1 => word.index(1)"),
    "only ones are kept": MARKING.but(
        keeps=f"{KEPT} => bit == 1 or any(word[place] == 0 for word in words)"
    ),
    "what the first and the last word have is kept": MARKING.but(
        keeps=f"{KEPT} => bit in {{words[0][place], words[-1][place]}}"
    ),
    "the word 0^x 1^(|X| - x)": MARKING.but(splice=FROM_ZERO),
}


@claim("BNSV15.RB.2", over(size=range(1, 6)), about=MARKING)
def marking_is_feasibility(parts: Parts, size: int) -> Check:
    """An interior point fingerprinting code is an ordinary one with codewords of |X| bits: a
    string that keeps what all of T agree on has its first 1 at a feasible point, and every
    feasible point has such a string.

    Cases: All coalitions, as sets of codewords, and all strings, |X| <= 5. The words come in an
    order in which neither the first nor the last of three or more is the largest.
    """
    for k in range(1, size + 1):
        for chosen in combinations(range(1, size + 1), k):
            words = tuple(parts.splice(x, size) for x in (*chosen[1:], chosen[0]))
            kept = [word for word in product((0, 1), repeat=size) if parts.keeps(words, word)]
            reached = {parts.place(word) if 1 in word else 0 for word in kept}
            feasible = {x for x in range(1, size + 1) if is_feasible(chosen, x)}
            yield true(f"T = {chosen}", reached == feasible)

"""Section 5.2: fingerprinting codes, and the code of Boneh and Shaw."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.fingerprinting import (
    Size,
    coalitions,
    coalitions_of,
    forced_bits,
    framed_by_listing,
    printed_columns,
    printed_orders,
    printed_trace,
)
from audits.claims.vt14.laws.pirates import DropsAMark, FirstCopy
from reference.lower_bounds.boneh_shaw_code import BonehShawCode, enough_columns
from reference.lower_bounds.fingerprinting_code import (
    Coalition,
    SecurityGame,
    TracingCode,
    Verdict,
    best_pirate,
    is_caught,
    seen,
)
from reference.lower_bounds.interior_point_fingerprinting import keeps_marks
from reference.lower_bounds.tardos_code import BiasedCode

FIFTHS = Fraction(1, 5), Fraction(4, 5)
CODES: tuple[TracingCode, ...] = (
    BonehShawCode(2, 1),
    BonehShawCode(3, 1),
    BiasedCode(2, 2, FIFTHS, Fraction(1)),
)


SECURE = Parts(best=best_pirate, rule=keeps_marks, game=SecurityGame)
"""The best pirate, feasible words, and a pirate judged."""

VIEW, ZEROS = "(rows, rows, b, p)", "(0,) * len(b.words[0])"
MARKS = "all(bit in {word[place] for word in words} for place, bit in enumerate(pirated))"
WRONG[SECURE] = {
    "words may be infeasible": SECURE.but(
        best=f"{VIEW} => (rows, ({ZEROS}, (1,) * len(b.words[0])), b, p)"
    ),
    "a unanimous 1 may be dropped": SECURE.but(
        best=f"{VIEW} => (rows, (*rows, *({ZEROS} for _ in rows)), b, p)"
    ),
    "the copy of the first pirate": SECURE.but(best=f"{VIEW} => (rows, rows[:1], b, p)"),
    "it is no failure that nobody is accused": SECURE.but(
        best="code.trace(book, word) not in coalition => "
        "code.trace(book, word) not in (*coalition, Bottom.BOTTOM)"
    ),
    "half of the error": SECURE.but(best="BestPirate(total, => BestPirate(total / 2,"),
    "feasible: a row of the coalition": SECURE.but(rule=f"{MARKS} => pirated in words"),
    "feasible: as all rows": SECURE.but(rule=f"{MARKS} => {{*words}} == {{pirated}}"),
    "feasible: bits above some row": SECURE.but(
        rule=f"{MARKS} => "
        "any(all(a <= b for a, b in zip(pirated, row, strict=True)) for row in words)"
    ),
    "an empty coalition may write": SECURE.but(rule=f"{MARKS} => not words or {MARKS}"),
    "feasible: by the first row and the last": SECURE.but(
        rule="for word in words} => for word in (*words[:1], *words[-1:])}"
    ),
    "played: feasible for all users": SECURE.but(
        game="keeps_marks(rows, word) => keeps_marks(book.words, word)"
    ),
    "played: always feasible": SECURE.but(game="keeps_marks(rows, word) => True"),
}


@claim("VT14.D5.FPC", over(code=CODES), about=SECURE)
def secure_codes(parts: Parts, code: TracingCode) -> Check:
    """A word w is feasible for C and S if for every column j some i in S has w_j = C_ij.  The
    error against S is the largest probability, over all pirates that see C_S, that w is feasible
    and Trace(C, w) is not in S.

    Cases: Two codes of Boneh and Shaw and one with biases, which may accuse nobody; all coalitions
    (of two users for the error against three) and all words.  Feasible words again as those that
    have the common bit of S where there is one; for each view the most frequent failure; for three
    views, all pirates.  A pirate is caught if it breaks the rule, or one of S is accused.  Columns
    of these codes are sorted: feasible words of all matrices of three rows and two columns, too.
    User 1 alone breaks the rule with a 1 less, whatever user 2 has.
    """
    best, rule, game = parts.best, parts.rule, parts.game
    (book, *_) = code.books()
    verdicts = [Verdict(f, who) for f in (False, True) for who in (1, 2, Bottom.BOTTOM)]
    for each in verdicts:
        caught = not each.feasible or each.accused == 1
        yield true(f"{each}", is_caught((1, 3), each) == caught)
    for team in coalitions(code.users, least=0):
        rows = tuple(book.words[user - 1] for user in team)
        allowed = {*forced_bits(rows)}
        for word in product((0, 1), repeat=len(book.words[0])):
            yield eq(f"S = {team}, w = {word}", rule(rows, word), word in allowed)
        if code.users == 2 or len(team) == 2:
            yield eq(f"S = {team}", best(code, team).chance, framed_by_listing(code, team))
    if code == CODES[0]:
        words = [*product((0, 1), repeat=2)]
        for rows, word in product(product(words, repeat=3), words):
            yield eq(f"{rows}, w = {word}", rule(rows, word), word in forced_bits(rows))
        for name, pirate, kept in (("copied", FirstCopy(), 1), ("a 1 dropped", DropsAMark(), 0)):
            found = law(game(code, pirate), (1,)).probability_that(lambda v: v.feasible)
            yield eq(f"played, {name}", found, kept)
        yield eq("all pirates", best(code, (2,)).chance, _of_all_pirates(code, (2,)))


def _of_all_pirates(code: TracingCode, team: Coalition) -> Fraction:
    """The largest chance of all maps from views to words."""
    books = code.books()
    views = [*dict.fromkeys(seen(book.words, team) for book in books)]
    found = Fraction(0)
    for words in product(product((0, 1), repeat=len(views[0][0])), repeat=len(views)):
        answers, chance = dict(zip(views, words, strict=True)), Fraction(0)
        for book in books:
            rows = seen(book.words, team)
            wrong = code.trace(book, answers[rows]) not in team
            chance += books.probability(book) * (wrong and answers[rows] in {*forced_bits(rows)})
        found = max(found, chance)
    return found


SIZES: tuple[Size, ...] = (1, 2), (2, 1), (3, 1), (1, 3)

BOOKS = "return _books(self)"
ORDER = "order = tuple(b for b in range(self.users + 1) for _ in range(self.block))"
RISE = "high - low >= Fraction(1, self.users)"
FIRST = "first_accused(self.rises(low, high) for low, high in pairwise(means))"
UNMIXED: dict[str, str] = {
    "no permutation": f"{BOOKS} => {ORDER}\n        return Dist.uniform([self.book(order)])",
    "columns rotated only": f"{BOOKS} => {ORDER}\n        return Dist.uniform("
    "self.book((*order[turn:], *order[:turn])) for turn in range(self.length))",
    "some orders never": f"{BOOKS} => return _books(self).condition("
    "lambda book: tuple(row[0] for row in book.words) != (1, *(0,) * (self.users - 1)))",
}
RISES: dict[str, str] = {
    "a rise of more than 1/n": f"{RISE} => high - low > Fraction(1, self.users)",
    "a rise of 1/(n+1)": f"{RISE} => high - low >= Fraction(1, self.users + 1)",
    "a rise of 1/(n-1)": f"{RISE} => "
    "high - low >= (Fraction(1, self.users - 1) if self.users > 1 else 2)",
    "a fall counts": f"{RISE} => abs(high - low) >= Fraction(1, self.users)",
    "i - 1 is accused": f"return {FIRST} => found = {FIRST}\n"
    "        return found if found is Bottom.BOTTOM else max(found - 1, 1)",
    "the last rise": f"{FIRST} => max((i for i, (low, high) in enumerate(pairwise(means), start=1)"
    " if self.rises(low, high)), default=Bottom.BOTTOM)",
    "m_i >= 1/n": f"{FIRST} => "
    "first_accused(high >= Fraction(1, self.users) for high in means[1:])",
    "nobody is accused": f"{FIRST} => Bottom.BOTTOM",
}
WRONG[BonehShawCode] = UNMIXED | RISES


@claim(
    "VT14.ALG.BS",
    over(code=sized(SIZES, (*SIZES, (2, 2), (4, 1)), (*SIZES, (2, 2), (4, 1)))),
    about=BonehShawCode,
)
def gen_and_trace(build: Build, code: Size) -> Check:
    """Gen: n + 1 blocks of as many columns, in block b ones for users 1 to b, randomly permuted.
    Trace: the first i such that the mean of w over block i minus that over block i - 1 is at least
    1/n.

    Cases: (n, B) = code. All permutations of the columns, and all words; Trace is not told the
    blocks: they are the numbers of ones, so that it is a function of C and w, as printed. What is
    lost in the printed matrix is restored.  A word without such an i accuses nobody.
    """
    n, block = code
    made = build(n, block)
    books, orders = made.books(), [*printed_orders(n, block)]
    for matrix in {matrix for _, matrix in orders}:
        share = Fraction(sum(each == matrix for _, each in orders), len(orders))
        found = [book for book in books if book.words == matrix]
        chance = sum((books.probability(book) for book in found), Fraction(0))
        yield eq(f"C = {matrix}", chance, share)
    yield eq("length", made.length, len(printed_columns(n, block)))
    blocks, matrix = orders[len(orders) // 3]
    for book in books:
        if book.words == matrix:
            for word in product((0, 1), repeat=len(blocks)):
                same = made.trace(book, word) == printed_trace(n, blocks, word)
                yield true(f"Trace of {word}", same)


COLUMNS = "2 * users**2 * ln"
WRONG[enough_columns] = {
    "no union over the users": "ln(users / error) => ln(1 / error)",
    "n^2 ln(n/xi)": f"{COLUMNS} => users**2 * ln",
    "199/100 n^2 ln(n/xi)": f"{COLUMNS} => Fraction(199, 100) * users**2 * ln",
    "201/100 n^2 ln(n/xi)": f"{COLUMNS} => Fraction(201, 100) * users**2 * ln",
    "2 n ln(n/xi)": f"{COLUMNS} => 2 * users * ln",
    "2 n^3 ln(n/xi)": f"{COLUMNS} => 2 * users**3 * ln",
    "rounded down": ".ceil() => .ceil() - 1",
    "one more": ".ceil() => .ceil() + 1",
}


@claim(
    "VT14.ALG.BS",
    over(users=(1, 2, 3, 5, 10), error=(HALF, TENTH, Fraction(1, 10**6))),
    form=Form.CONCRETE,
    about=enough_columns,
)
def columns_of_a_block(enough: Build, users: int, error: Fraction) -> Check:
    """B = ceil(2 n^2 ln(n/xi)) columns in a block, d = (n + 1) B: n e^(-B/(2n^2)) <= xi, and with
    a column less this is false.  (Printed: O~(n^2) and O~(n^3).)

    Cases: The constant that the union over all users and Hoeffding's bound give, from both sides.
    """
    block = enough(users, error)
    yield le("enough", users * exp_high(Fraction(-block, 2 * users**2)), error)
    yield lt("not too many", error, users * exp_low(Fraction(1 - block, 2 * users**2)))
    yield eq("d", BonehShawCode(users, block).length, (users + 1) * block)


@claim(
    "VT14.TXT.bs-telescope",
    over(code=((1, 2), (2, 1), (2, 2), (3, 1), (3, 2))),
    about=BonehShawCode,
)
def somebody_is_accused(build: Build, code: Size) -> Check:
    """For a feasible w the means over blocks 0 and n are 0 and 1, and the differences add up to 1:
    some i has a difference of at least 1/n, and somebody is accused.

    Cases: (n, B) = code; all coalitions of at least one user, and all feasible words.
    """
    n, block = code
    made = build(n, block)
    book = made.book(tuple(b % (n + 1) for b in range((n + 1) * block)))
    blocks = tuple(sum(column) for column in zip(*book.words, strict=True))
    for word in {w for team in coalitions(n) for w in forced_bits(seen(book.words, team))}:
        means = made.means(book.words, word)
        yield eq(f"m_0 of {word}", means[0], 0)
        yield eq(f"m_n of {word}", means[n], 1)
        by_blocks = (sum(x for x, b in zip(word, blocks, strict=True) if b == i) for i in blocks)
        weighted = sum(block * means[b] for b in blocks)
        yield eq(f"ones of {word}", weighted, sum(by_blocks))
        yield true(f"{word} is traced", made.trace(book, word) in range(1, n + 1))


@claim(
    "VT14.TXT.bs-blind",
    over(coalitions_of(sized(((2, 2), (3, 1)), ((2, 2), (3, 1), (4, 1)), ((3, 2), (4, 1))))),
    about=BonehShawCode,
)
def two_blocks_look_alike(build: Build, code: Size, coalition: Coalition) -> Check:
    """If i is not in S, the columns of blocks i - 1 and i are the same in C_S, and given C_S (and
    w, which is made from it) every one of the divisions of these 2B columns is equally likely.

    Cases: (n, B) = code; all coalitions, all i outside and all C_S that occur.
    """
    n, block = code
    books = build(n, block).books()
    for i in sorted({*range(1, n + 1)} - {*coalition}):
        joint: dict[tuple[object, ...], dict[tuple[int, ...], Fraction]] = {}
        for book in books:
            columns = [*enumerate(zip(*book.words, strict=True))]
            places = tuple(j for j, column in columns if sum(column) in (i - 1, i))
            last = tuple(j for j, column in columns if sum(column) == i)
            rows = seen(book.words, coalition)
            alike = {tuple(row[j] for row in rows) for j in places}
            yield eq(f"i = {i}, columns that differ", len(alike), 1)
            split = joint.setdefault((rows, places), {})
            split[last] = split.get(last, Fraction(0)) + books.probability(book)
        for split in joint.values():
            whole = sum(split.values(), Fraction(0))
            yield eq(f"i = {i}, divisions", len(split), comb(2 * block, block))
            for chance in split.values():
                yield eq(f"i = {i}", chance / whole, Fraction(1, comb(2 * block, block)))

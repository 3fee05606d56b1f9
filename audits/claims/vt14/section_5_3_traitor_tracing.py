"""Section 5.3: a traitor-tracing scheme from a fingerprinting code, and that it traces."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.fingerprinting import (
    Size,
    framed_by_listing,
    printed_columns,
    printed_trace,
)
from audits.claims.vt14.laws.traitor_tracing import (
    PADS,
    CopiesTheOther,
    DropsAOne,
    Honest,
    hand_of,
    hands,
    is_traced,
)
from audits.claims.vt14.section_5_3_schemes import OTHER_PADS
from reference.hardness.traitor_tracing import OneTimePads, TracingGame, best_decoder, generate
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.fingerprinting_code import Coalition, Verdict, Word

TWO_PADS = OneTimePads(2)


def range_of(users: int) -> Coalition:
    """All users."""
    return tuple(range(1, users + 1))


ACCUSED, KEPT = "self.code.trace(book, word)", "is_available(self.scheme, view, word)"
GAMES = {
    "one bit for all users": "tables, book.words) => tables, book.words[:1] * self.code.users)",
    "user 1 is always accused": f"{ACCUSED} => 1",
}
WRONG[TracingGame] = GAMES | {
    "the answers reversed": f"{ACCUSED} => self.code.trace(book, word[::-1])",
    "the bit of all users is asked for": f"{KEPT} => is_available(self.scheme, "
    "View(tuple(Key(i, table) for i, table in enumerate(tables, 1)), view.sent), word)",
    "all pirates are available": f"{KEPT} => True",
}


@claim(
    "VT14.ALG.TTS",
    over(code=((2, 1), (3, 1)), pirate=("honest", "copies", "drops")),
    about=TracingGame,
)
def broadcast_and_trace(build: Build, code: Size, pirate: str) -> Check:
    """Keys are independent, tk = bk = (k_1, ..., k_n); the tracer draws a matrix C of a
    fingerprinting code, sends c^(j) with c^(j)_i = Enc0_(k_i)(C_ij), and outputs the user whom the
    code accuses of the answers.

    Cases: Codes of Boneh and Shaw, (n, B) = code; user 2 is missing.  One pirate answers what its
    first key reads, one copies what user 2 is sent, unread, where its keys differ, and one
    answers what its first key reads but for the first 1, which is not available if its other
    keys read 1, too.  The law of the verdict from all orders of columns and all pads of user 2.
    """
    n, block = code
    width = (n + 1) * block
    scheme = OneTimePads(width)
    team = tuple(user for user in range_of(n) if user != 2)
    hand = hand_of(team, tuple(table[:width] for table in PADS))
    players = {
        "honest": Honest(scheme),
        "copies": CopiesTheOther(scheme, 2),
        "drops": DropsAOne(scheme),
    }
    found = law(build(BonehShawCode(n, block), scheme, players[pirate]), hand)
    expected: dict[Verdict, Fraction] = defaultdict(Fraction)
    orders = {*permutations(b for b, _ in printed_columns(n, block))}
    for order in orders:
        dropped = next(place for place, b in enumerate(order) if b >= team[0])
        for pads in product((0, 1), repeat=width):
            word: Word = ()
            kept = True
            for place, (b, pad) in enumerate(zip(order, pads, strict=True)):
                first, read = int(b >= team[0]), {int(b >= user) for user in team}
                copied = (int(b >= 2) + pad) % 2
                bits = {
                    "honest": first,
                    "copies": copied if len(read) > 1 else first,
                    "drops": first * (place != dropped),
                }
                word, kept = (*word, bits[pirate]), kept and bits[pirate] in read
            verdict = Verdict(kept, printed_trace(n, order, word))
            expected[verdict] += Fraction(1, len(orders) * 2**width)
    for verdict, weight in expected.items():
        yield eq(f"{verdict}", found.probability(verdict), weight)
    keys = law(lambda _, coins: generate(TWO_PADS, n, coins), ())
    for tables in product(product((0, 1), repeat=2), repeat=n):
        yield eq(f"keys {tables}", keys.probability(tables), Fraction(1, 4**n))


TRACED: tuple[tuple[int, int, Coalition], ...] = (2, 1, (2,)), (2, 1, (1,)), (3, 1, (1, 3))
"""Users, columns of a block, and coalitions."""

PADDED = Parts(game=TracingGame, scheme=OneTimePads)
WRONG[PADDED] = {
    "one pad for all slots": PADDED.but(scheme=OTHER_PADS["one pad for all slots"]),
    "nothing is hidden": PADDED.but(scheme=OTHER_PADS["no pads"]),
    "pads that are biased": PADDED.but(scheme=OTHER_PADS["pads that are biased"]),
    "the first slot for all": PADDED.but(scheme=OTHER_PADS["the first slot for all"]),
    **{name: PADDED.but(game=edit) for name, edit in GAMES.items()},
}


@claim(
    "VT14.TXT.tts-trace",
    over(case=sized(TRACED, (*TRACED, (3, 1, (2, 3))), (*TRACED, (3, 1, (2, 3)), (3, 1, (1, 2))))),
    about=PADDED,
    uses=("VT14.TXT.bs-secure",),
)
def pirates_are_traced(parts: Parts, case: tuple[int, int, Coalition]) -> Check:
    """Pirates learn nothing of what other users are sent: the word depends on C_S only, it is
    feasible, and so the tracer names a user of S but for the error of the code.

    Cases: (n, B, S) = case; one-time pads, and the best of all available pirates, whatever they
    compute, for given keys of S: they do as well as the best against the code, which errs with
    1/2 for three users and S = {1, 3}.  Where nothing is hidden they have user 2 accused always.
    One that answers what its first key reads is always traced.
    """
    n, block, team = case
    code, width = BonehShawCode(n, block), (n + 1) * block
    game, pads = parts.game, parts.scheme(width)
    (zero, *_) = pads.keys()
    known = tuple(t[:width] for t in PADS)
    tables = known if {*known} <= {*pads.keys()} else (zero,) * n
    hand = hand_of(team, tables)
    best, bound = best_decoder(code, pads, hand), framed_by_listing(code, team)
    yield eq("the best", best.chance, bound)
    honest = game(code, pads, Honest(pads))
    yield accurate(honest, hands(hand), is_traced, Fraction(0), name="honest")
    yield accurate(game(code, pads, best), hands(hand), is_traced, bound, name="the best")

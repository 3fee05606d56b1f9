"""Section 5.3: private mechanisms for key queries are pirates (Theorem 5.3.1)."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.fingerprinting import (
    NearlyHalfOff,
    RoundedNoise,
    SplitMeans,
    framed_by_listing,
    one_missing_of,
    verdicts,
    who,
)
from audits.claims.vt14.laws.traitor_tracing import (
    PADS,
    AccusedOfKeys,
    ByReadings,
    CountNoise,
    FirstRow,
    OffBy,
    hand_of,
    hands,
    is_traced,
    keys_of,
    unanimous_kept,
)
from reference.hardness.key_queries import Decoded, MechanismPirate
from reference.hardness.traitor_tracing import Key, OneTimePads, TracingGame
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.fingerprinting_code import Word

EVERY = Epsilon.indeterminate(2)
TWO_PADS = OneTimePads(2)
SENT = ((0, 1), (1, 1))
"""Two ciphertexts for two users."""

ORDER, ASKED = "order = coins.draw", "queries(self.scheme, view.sent)"
WRONG[MechanismPirate] = {
    "a fresh run for each ciphertext": f"coins.run(self.answering({ASKED}), order) => "
    f"tuple(coins.run(self.answering((query,)), order)[0] for query in {ASKED})",
    "the key of the row number": "permutations(view.hand) => permutations("
    "[Key(i % len(view.sent[0]) + 1, key.table) for i, key in enumerate(view.hand)])",
    "rounded at zero": "rounded(answers) => tuple(int(answer > 0) for answer in answers)",
    "the first key": f"{ORDER} => return tuple(query(view.hand[0]) for query in {ASKED})\n"
    f"        {ORDER}",
    "always 0": f"{ORDER} => return (0,) * len(view.sent)\n        {ORDER}",
}


@claim("VT14.ALG.DP2Pirate", over(rows=(1, 2)), about=MechanismPirate)
def mechanisms_are_pirates(build: Build, rows: int) -> Check:
    """The database of M has the keys of the pirates as rows; the query of a ciphertext is the
    fraction of keys that decrypt it to 1.  The box runs M with the queries of c_1, ..., c_k and
    rounds.  Errors below 1/2 make it available, and it is as private in the keys as M.

    Cases: All keys of two users for two slots, in any order; answers that are off by 0, 1/4, -1/4
    and 49/100; the first row only, which shows the random order; noise of eps in all, every eps.
    """
    universe = replace_one(keys_of(2, 2), rows, ordered=True)
    good = partial(unanimous_kept, SENT)
    for shift in (Fraction(0), QUARTER, -QUARTER, Fraction(49, 100)):
        off = Decoded(build(TWO_PADS, OffBy(shift)), SENT)
        yield accurate(off, universe, good, Fraction(0), name=f"off by {shift}")
    first = Decoded(build(TWO_PADS, FirstRow()), SENT)
    for hand in [*universe.databases()][:: 7 if rows > 1 else 1]:
        found = law(first, hand)
        for word in product((0, 1), repeat=2):
            same = [_reads(key) == word for key in hand]
            yield eq(f"order, {hand}", found.probability(word), Fraction(sum(same), rows))
    noisy = Decoded(build(TWO_PADS, CountNoise(EVERY)), SENT)
    yield private(noisy, universe, Guarantee.pure(EVERY))


def _reads(key: Key) -> Word:
    """By sums mod 2."""
    return tuple((sent[key.user - 1] + key.table[j]) % 2 for j, sent in enumerate(SENT))


@claim(
    "VT14.T5.3.1",
    over(case=sized(((3, False), (2, True)), ((2, True), (3, True)), ((2, True), (3, True)))),
    form=Form.CONCRETE,
    about=MechanismPirate,
    uses=("VT14.T5.2.2", "VT14.TXT.tts-trace"),
)
def private_mechanisms_are_not_traced(build: Build, case: tuple[int, bool]) -> Check:
    """A private mechanism for the k queries of a traitor-tracing scheme, with error below 1/2, is
    a pirate: it is available, so one of its n users is accused but for the error; and who is
    accused is as private as M in the user who is missing, who is hardly ever accused.

    Cases: What the proof does, without running times: (users, whether with noise) = case; one-time
    pads, so that no pirate has more success than one against the code, and codes of Boneh and
    Shaw with an error of 0 and 1/2.  M is off by 49/100, up or down, or rounds up as many means as
    a best pirate would: who is accused is as in the experiment of Theorem 5.2.2.  Or M adds noise,
    e^eps = 2 for each of the k queries, in n - 1 of which, at most, two of n users read different
    bits.  Pads of all users are given for the privacy; those of the missing user are drawn for
    the error.
    """
    users, noise = case
    width = users + 1
    code, scheme = BonehShawCode(users, 1), OneTimePads(width)
    tables = tuple(table[:width] for table in PADS[:users])
    team, missing = ((1,), 2) if users == 2 else ((1, 3), 2)
    hand, error = hand_of(team, tables), framed_by_listing(code, team)
    for name, means in (
        ("up or down", NearlyHalfOff(Fraction(49, 100))),
        ("split", SplitMeans(1)),
    ):
        game = TracingGame(code, scheme, build(scheme, ByReadings(means)))
        if name == "split":
            yield accurate(game, hands(hand), is_traced, error)
        for i in range(1, users + 1):
            by_keys = law(AccusedOfKeys(game, tables), i)
            by_rows = verdicts(users, means, i).map(who)
            for u in range(1, users + 1):
                told = f"{name}, {i} missing, {u} accused"
                yield eq(told, by_keys.probability(u), by_rows.probability(u))
    if noise:
        release = RoundedNoise(width, Epsilon(Fraction(2), width))
        noisy = TracingGame(code, scheme, build(scheme, ByReadings(release)))
        kept = pure(Fraction(2) ** (users - 1))
        yield private(AccusedOfKeys(noisy, tables), one_missing_of(users), kept)
        found = law(noisy, hand)
        g = found.probability_that(lambda verdict: not verdict.feasible)
        named = found.map(lambda verdict: verdict.accused)
        yield chance("accused while missing", named.probability(missing), error + g)


not_finitely_checkable(
    "VT14.T5.3.1",
    statement="If a traitor-tracing scheme for alternative 2 exists, then any (1, "
    "1/(10n))-private mechanism for k efficiently computable counting queries with error alpha < "
    "1/2 on n rows must run in time at least s(d), the least time of successful pirates; by 5.1 "
    "(d for k there) time exponential in d for some k = n^(2 + o(1)), if there are exponentially "
    "strong one-way functions.",
    reason="about running times; that the mechanism is a pirate is decided in the concrete form",
)

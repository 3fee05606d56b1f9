"""Section 6.1: cryptographic lower bounds, and digests as pirate decoders (Theorem 6.1.1)."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.traitor_tracing import (
    CountNoise,
    ExactHistogram,
    FromHistogram,
    KeyHistogram,
    Moved,
    OffBy,
    keys_of,
    unanimous_kept,
)
from reference.hardness.key_queries import Decoded, DigestDecoder, MechanismPirate, queries
from reference.hardness.traitor_tracing import Key, OneTimePads

EVERY = Epsilon.indeterminate(6)
Sent = tuple[tuple[int, int], ...]


ROUNDED = "rounded(tuple(self.evaluate(y, q) for q in asked))"


def rounded_at(bound: str) -> str:
    """An answer above this is rounded to 1."""
    return f"{ROUNDED} => tuple(int(self.evaluate(y, q) > {bound}) for q in asked)"


WRONG[DigestDecoder] = {
    "the digest is drawn again": (
        "y = coins.run(self.digest, view.hand) => pass",
        "self.evaluate(y, q) => self.evaluate(coins.run(self.digest, view.hand), q)",
    ),
    "the data are opened again": f"{ROUNDED} => {ROUNDED}[:1] + tuple("
    "int(2 * sum(map(q, view.hand)) > len(view.hand)) for q in asked[1:])",
    "only ciphertexts with equal parts": f"{ROUNDED} => tuple(bit if len({{*q.sent}}) == 1 else 0 "
    f"for bit, q in zip({ROUNDED}, asked, strict=True))",
    "rounded at zero": rounded_at("0"),
    "rounded at 2/3": rounded_at("Fraction(2, 3)"),
    "rounded at 49/100": rounded_at("Fraction(49, 100)"),
}


@claim(
    "VT14.T6.1.1",
    over(sent=(((1, 1),), ((0, 1), (1, 1)), ((0, 1), (1, 0), (1, 1)))),
    form=Form.CONCRETE,
    about=MechanismPirate,
    uses=("VT14.T5.3.1",),
)
def mechanisms_take_as_long_as_pirates(build: Build, sent: Sent) -> Check:
    """A private mechanism for k counting queries with error alpha < 1/2 is a pirate: P(x, c_1,
    ..., c_k) = (b_1, ..., b_k), the rounded answers to q_(c_j)(k_i) = Dec_(k_i)(c_j), is feasible
    since alpha < 1/2, and is private in x, which tracing contradicts.

    Cases: What the proof constructs, for one, two and three ciphertexts of two users; two rows,
    four keys, of which some differ in one slot only; every eps, eps in all for the k queries; the
    law of the answer to the first query, by hand.  Running times are not decided.
    """
    k = len(sent)
    scheme, keys = OneTimePads(k), keys_of(2, k)
    some = keys if k < 2 else (keys[0], keys[3], keys[len(keys) // 2], keys[-1])
    universe = replace_one(some, 2, ordered=True)
    for shift in (Fraction(9, 20), Fraction(-9, 20)):
        off, good = Decoded(build(scheme, OffBy(shift)), sent), partial(unanimous_kept, sent)
        yield accurate(off, universe, good, Fraction(0), name=f"off by {shift}")
    noisy = build(scheme, CountNoise(EVERY))
    yield private(Decoded(noisy, sent), universe, Guarantee.pure(EVERY))
    if k == 1:
        r = EVERY.exp()
        for count, hand in ((2, (keys[0], keys[0])), (0, (keys[2], keys[2]))):
            found = law(Decoded(noisy, sent), hand).probability((1,))
            yield eq(f"count {count}", found, r / (1 + r) if count else 1 / (r * (1 + r)))


EVERYBODY = over(bits=((0, 1), (1, 1), (1, 1, 1), (0, 0, 1)))


def exact_answer(bits: tuple[int, ...]) -> Fraction:
    """That of the exact M, to the query of a ciphertext of which user i reads the i-th bit."""
    users = len(bits)
    scheme = OneTimePads(1)
    hand = tuple(Key(user, (0,)) for user in range(1, users + 1))
    (query,) = queries(scheme, (bits,))
    return Fraction(sum(map(query, hand)), users)


@claim(
    "VT14.TXT.users-number",
    EVERYBODY,
    about=lambda bits: Fraction(sum(bits)),
    refuted=Erratum(
        Grade.WORDING,
        "6.1, proof sketch of Theorem 6.1.1: 'an alpha-approximation to the number of users in x "
        "whose key decrypts c to 1'; to their fraction, as counting queries are means",
        left="how far the exact answer is from the number of users",
        right="1/2",
    ),
)
def numbers_of_users(build: Build, bits: tuple[int, ...]) -> Check:
    """When q_c is answered by M, alpha-accurate, alpha < 1/2, we get an alpha-approximation to the
    number of users in x whose key decrypts c to 1.

    Cases: M answers exactly; what the users read = bits.
    """
    yield lt("off", abs(exact_answer(bits) - build(bits)), HALF)


def part_of_users(bits: tuple[int, ...]) -> Fraction:
    """What the answer approximates, from what the keys of the users in x decrypt c to."""
    return Fraction(sum(bits), len(bits))


WRONG[part_of_users] = {
    "as printed": "Fraction(sum(bits), len(bits)) => Fraction(sum(bits))",
    "those who read 0": "Fraction(sum(bits), len(bits)) => 1 - Fraction(sum(bits), len(bits))",
    "the first user": "Fraction(sum(bits), len(bits)) => Fraction(bits[0])",
}


@claim("VT14.TXT.users-number", EVERYBODY, form=Form.CORRECTED, about=part_of_users)
def fractions_of_users(build: Build, bits: tuple[int, ...]) -> Check:
    """When q_c is answered by M, we get an alpha-approximation to the fraction of the users in x
    whose key decrypts c to 1.

    Cases: M answers exactly; what the users read = bits.
    """
    yield eq("exact", exact_answer(bits), build(bits))


@claim(
    "VT14.ALG.Type1Digest",
    over(sent=(((0, 1),), ((0, 1), (1, 0)), ((0, 0), (0, 0), (0, 0)))),
    about=DigestDecoder,
)
def digests_are_decoders(build: Build, sent: Sent) -> Check:
    """A digest, made once, from which queries are answered is a stateless decoder: for any number
    of ciphertexts it is as private in the keys as the digest; and errors below 1/2, on malformed
    ciphertexts too, make it available.

    Cases: A histogram of keys of two users with noise, eps in all, one row, and two rows for two
    ciphertexts, every eps; without noise, answers off by 0 and 9/20, up or down; what is answered
    without noise, by hand, where an answer of 1/2 is rounded to 0.
    """
    k = len(sent)
    scheme, keys = OneTimePads(k), keys_of(2, k)
    some = keys if k == 1 else (keys[0], keys[1], keys[-1])
    for rows in (1, 2) if k == 2 else (1,):
        universe = replace_one(some, rows)
        answer = FromHistogram(some, rows)
        for shift in (Fraction(0), Fraction(9, 20), Fraction(-9, 20)):
            off = Decoded(build(scheme, ExactHistogram(some), Moved(answer, shift)), sent)
            name = f"{rows} rows, off by {shift}"
            yield accurate(off, universe, partial(unanimous_kept, sent), Fraction(0), name=name)
        exact = Decoded(build(scheme, ExactHistogram(some), answer), sent)
        for hand in universe.databases():
            ones = [sum((c[u - 1] + t[j]) % 2 for u, t in hand) for j, c in enumerate(sent)]
            word = tuple(int(2 * each > rows) for each in ones)
            yield eq(f"{hand}", law(exact, hand).probability(word), 1)
        noisy = build(scheme, KeyHistogram(some, EVERY), answer)
        yield private(Decoded(noisy, sent), universe, Guarantee.pure(EVERY), name=f"{rows} rows")


not_finitely_checkable(
    "VT14.TXT.type1",
    statement="With a traitor-tracing scheme of type 1 with ciphertexts of length poly(d), such "
    "as the candidate of Garg et al., it is hard to produce a private digest of n = poly(d) rows "
    "from which 2^poly(d) queries can be answered with error below 1/2.",
    reason="about running times, and conditional on a scheme that rests on assumptions which "
    "nobody has proved; no such scheme has ideal primitives in the notes. The digest as a decoder "
    "is decided in ALG.Type1Digest",
)


not_finitely_checkable(
    "VT14.T6.1.1",
    statement="If a tracing scheme of type 2 exists, then any (1, 0.1/n)-private mechanism for k "
    "efficiently computable counting queries with error alpha < 1/2 must run in time about s(d).",
    reason="about running times; that the mechanism is a pirate is decided in the concrete form",
)

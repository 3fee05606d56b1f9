"""Section 6.3: databases of signed messages are hard to sanitise (Lemma 6.3.2)."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.signatures import (
    WRONG_DATABASES,
    WRONG_FORGERS,
    WRONG_SCHEMES,
    Scheme,
    Sign,
)
from audits.claims.vt14.laws.signatures import (
    FirstThenUnread,
    Responding,
    Telling,
    Unread,
    any_signature_seen,
    one_key,
    one_row_more,
    only_copies,
    only_forgeries,
    outcome_masses,
    pairs,
    verifying_row,
)
from reference.hardness.signatures import Forger, TableSignatures, all_keys

Sizes = tuple[int, int, int]
"""Messages, signatures, rows."""


def table(key: tuple[int, ...], signatures: int) -> TableSignatures:
    """The ideal scheme."""
    return TableSignatures(key, signatures)


@claim(
    "VT14.D6.DSS",
    over(case=sized(((3, 2), (4, 2)), ((3, 2), (4, 2), (3, 3)), ((3, 2), (4, 2), (3, 3), (3, 4)))),
    about=table,
    impostors=WRONG_SCHEMES,
)
def signature_scheme(build: Scheme, case: tuple[int, int]) -> Check:
    """A signature scheme is a key, Sign and Ver, with Ver(m, Sign(m)) = 1; it is secure if nobody
    who has seen signed messages finds another pair that verifies: by the ideal scheme an unseen
    message has each signature with the same probability, whatever was seen.

    Fair: (messages, signatures) = case; all keys; all sets of seen messages; for each way in which
    they can be signed and each new pair, the fraction of the keys for which it verifies.
    """
    messages, signatures = case
    schemes = [build(each.key, signatures) for each in all_keys(messages, signatures)]
    for scheme in schemes:
        for m in range(messages):
            yield true(f"{scheme.key}: message {m}", scheme.verifies((m, scheme.sign(m))))
    for seen in range(1 << messages):
        known = [m for m in range(messages) if seen >> m & 1]
        for signs in product(range(signatures), repeat=len(known)):
            left = [s for s in schemes if tuple(map(s.sign, known)) == signs]
            for row in pairs(messages, signatures):
                if row in zip(known, signs, strict=True):
                    continue
                verifying = sum(s.verifies(row) for s in left)
                new = row[0] not in known
                name = f"{known} signed by {signs}, {row}"
                yield eq(name, verifying * signatures, len(left) if new else 0)


def signed(scheme: TableSignatures, messages: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The messages with their signatures."""
    return scheme.signed(messages)


@claim(
    "VT14.ALG.SigHard",
    over(case=sized(((2, 2, 1), (3, 2, 2)), ((2, 2, 1), (3, 2, 2)), ((3, 2, 2), (3, 3, 3)))),
    about=signed,
    impostors=WRONG_DATABASES,
)
def signed_messages(build: Sign, case: Sizes) -> Check:
    """The database has n rows (m_i, Sign(m_i)), m_i random and independent: the query Ver is 1 on
    all of them, and with a random key a database with u different messages has the probability
    1/(M^n T^u), M messages and T signatures.

    Fair: (M, T, n) = case; all keys and all sequences of messages.
    """
    messages, signatures, n = case
    found: Counter[tuple[tuple[int, int], ...]] = Counter()
    for scheme in all_keys(messages, signatures):
        for chosen in product(range(messages), repeat=n):
            x = build(scheme, chosen)
            found[x] += 1
            yield eq(f"{scheme.key}, {chosen}: Ver", sum(map(scheme.verifies, x)), n)
            yield true(f"{scheme.key}, {chosen}: messages", tuple(m for m, _ in x) == chosen)
    total = signatures**messages * messages**n
    for x, count in found.items():
        different = len({m for m, _ in x})
        yield eq(f"{x}", Fraction(count, total), Fraction(1, messages**n * signatures**different))


@claim(
    "VT14.ALG.Forger",
    over(case=sized(((2, 2, 1), (3, 2, 2)), ((2, 2, 1), (3, 2, 2)), ((3, 2, 2), (3, 3, 2)))),
    about=Forger,
    impostors=WRONG_FORGERS,
)
def forger_from_a_sanitiser(build: Build, case: Sizes) -> Check:
    """The forger runs the sanitiser and returns a row that verifies and is no row of the database:
    never with the sanitiser that releases the database; with a uniform row with probability (1 -
    1/M)^n/T, also after a row of the database; with randomised response on one row with (M -
    1)/(e^eps + M T - 1).

    Fair: (M, T, n) = case; the ideal scheme, all keys, messages and coins; e^eps = 2, 5.
    """
    messages, signatures, n = case
    missed = (1 - Fraction(1, messages)) ** n / signatures
    sanitisers: list[tuple[str, Any, Fraction]] = [
        ("telling", Telling(), Fraction(0)),
        ("unread", Unread(messages, signatures, 1), missed),
        ("first, then unread", FirstThenUnread(messages, signatures), missed),
    ]
    if n == 1:
        for r in (2, 5):
            p = Fraction(messages - 1, r + messages * signatures - 1)
            sanitiser = Responding(messages, signatures, Epsilon(Fraction(r)))
            sanitisers.append((f"response, {r}", sanitiser, p))
    for name, sanitiser, expected in sanitisers:
        forged, wrong, nothing = outcome_masses(build, sanitiser, case)
        yield eq(f"{name}: forged", forged, expected)
        yield eq(f"{name}: not new, or does not verify", wrong, 0)
        yield eq(f"{name}: nothing", nothing, 1 - expected)


CASES = (
    ((2, 2, 1, 1), Fraction(2), Fraction(0)),
    ((4, 2, 1, 1), Fraction(2), Fraction(0)),
    ((4, 2, 2, 1), Fraction(2), Fraction(0)),
    ((4, 4, 1, 1), Fraction(2), Fraction(0)),
    ((4, 2, 1, 1), Fraction(2), Fraction(1, 10)),
    ((3, 3, 1, 2), Fraction(6, 5), Fraction(0)),
    ((4, 1, 1, 2), Fraction(6, 5), Fraction(0)),
    ((3, 1, 2, 1), Fraction(6, 5), Fraction(0)),
    ((2, 2, 1, 3), Fraction(6, 5), Fraction(0)),
)


def copied(sizes: tuple[int, ...], exp_eps: Fraction, delta: Fraction) -> Fraction:
    """C = n (l e^eps/M + delta)."""
    messages, _, n, released = sizes
    return n * (released * exp_eps / messages + delta)


HARD = Parts((verifying_row, copied))
"""What is released, and the bound on copies."""


@claim(
    "VT14.L6.3.2",
    over(
        case=sized(
            (*CASES[:2], *CASES[3:]), CASES, (*CASES, ((3, 2, 3, 1), Fraction(2), Fraction(0)))
        )
    ),
    form=Form.CONCRETE,
    about=HARD,
    impostors={
        "the signature is checked without the message": HARD.but(0, any_signature_seen),
        "only rows of the database count": HARD.but(0, only_copies),
        "only new rows count": HARD.but(0, only_forgeries),
        "the key is known": HARD.but(0, one_key),
        "one row more": HARD.but(0, one_row_more),
        "a bound for one row released": HARD.but(
            1, lambda sizes, r, delta: copied((*sizes[:3], 1), r, delta)
        ),
        "a bound for one row of the database": HARD.but(
            1, lambda sizes, r, delta: copied((*sizes[:2], 1, sizes[3]), r, delta)
        ),
        "a bound without e^eps": HARD.but(1, lambda sizes, _, delta: copied(sizes, ONE, delta)),
        "half of the bound": HARD.but(1, lambda *given: copied(*given) / 2),
    },
)
def hard_to_sanitise(parts: Parts, case: tuple[tuple[int, ...], Fraction, Fraction]) -> Check:
    """If an (eps, delta)-private sanitiser of n signed messages releases l rows, one of them
    verifies with probability at most p + c (1 - p), p = l/T, c = n (l e^eps/M + delta), each told
    as 1 if it is more: one of the database is among them with at most c, and a new one verifies
    with 1/T. For n = l = 1, delta = 0 exactly (e^eps + M - 1)/(e^eps + M T - 1).

    Fair: ((M, T, n, l), e^eps, delta) = case; all sanitisers that release l rows; the first
    case for every eps. Both bounds are below 1 for (4, 2, 1, 1), (4, 4, 1, 1) and (3, 3, 1, 2),
    that on copies for (4, 1, 1, 2) and (3, 1, 2, 1), where 6/11 of 3/5 and 31/51 of 4/5 are used.
    """
    sizes, exp_eps, delta = case
    messages, signatures, n, released = sizes
    bound = min(ONE, parts(1, *case))
    new = min(ONE, Fraction(released, signatures))
    problem = parts(0, *sizes)
    yield optimal(problem, exp_eps, new + bound * (1 - new), delta)
    yield optimal(only_copies(*sizes), exp_eps, bound, delta)
    if n == released == 1 and not delta:
        r = RationalFunction.r()
        value = (r + messages - 1) / (r + messages * signatures - 1)
        if messages == signatures == 2:
            yield exactly_between(problem, Fraction(1), None, value)
        else:
            yield exactly(problem, exp_eps, value.at(exp_eps))


not_finitely_checkable(
    "VT14.L6.3.2",
    statement="If secure signatures exist there are databases that are hard to sanitise.",
    reason="about polynomial time; the inequality of its proof is decided in the concrete form",
)

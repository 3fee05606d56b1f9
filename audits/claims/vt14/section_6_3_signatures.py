"""Section 6.3: databases of signed messages are hard to sanitise (Lemma 6.3.2)."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.signatures import (
    FirstThenUnread,
    Responding,
    Telling,
    Unread,
    only_copies,
    outcome_masses,
    pairs,
    verifying_row,
)
from reference.hardness.signatures import Forger, TableSignatures, all_keys

Sizes = tuple[int, int, int]
"""Messages, signatures, rows."""


SIGNED = "(m, self.sign(m)) for m in messages"
WRONG[TableSignatures] = {
    "the signature is checked without the message": "self.key[row[0]] == row[1] => "
    "row[1] in self.key",
    "another message's signature is checked": "self.key[row[0]] => "
    "self.key[(row[0] + 1) % len(self.key)]",
    "everything verifies": "return self.key[row[0]] == row[1] => return True",
    "one signature for all messages": (
        "self.key[message] => self.key[0]",
        "self.key[row[0]] => self.key[0]",
    ),
    "messages m and m + 2 signed alike": (
        "self.key[message] => self.key[message % 2]",
        "self.key[row[0]] => self.key[row[0] % 2]",
    ),
    "signatures of the row before": f"{SIGNED} => "
    "(m, self.sign(messages[i - 1])) for i, m in enumerate(messages)",
    "every message once": f"{SIGNED} => (m, self.sign(m)) for m in dict.fromkeys(messages)",
    "rows in the order of messages": f"{SIGNED} => (m, self.sign(m)) for m in sorted(messages)",
    "not signed": f"{SIGNED} => (m, m % self.signatures) for m in messages",
}


@claim(
    "VT14.D6.DSS",
    over(case=sized(((3, 2), (4, 2)), ((3, 2), (4, 2), (3, 3)), ((3, 2), (4, 2), (3, 3), (3, 4)))),
    about=TableSignatures,
)
def signature_scheme(build: Build, case: tuple[int, int]) -> Check:
    """A signature scheme is a key, Sign and Ver, with Ver(m, Sign(m)) = 1; it is secure if nobody
    who has seen signed messages finds another pair that verifies: by the ideal scheme an unseen
    message has each signature with the same probability, whatever was seen.

    Cases: (messages, signatures) = case; all keys; all sets of seen messages; for each way in
    which they can be signed and each new pair, the fraction of the keys for which it verifies.
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


@claim(
    "VT14.ALG.SigHard",
    over(case=sized(((2, 2, 1), (3, 2, 2)), ((2, 2, 1), (3, 2, 2)), ((3, 2, 2), (3, 3, 3)))),
    about=TableSignatures,
)
def signed_messages(build: Build, case: Sizes) -> Check:
    """The database has n rows (m_i, Sign(m_i)), m_i random and independent: the query Ver is 1 on
    all of them, and with a random key a database with u different messages has the probability
    1/(M^n T^u), M messages and T signatures.

    Cases: (M, T, n) = case; all keys and all sequences of messages.
    """
    messages, signatures, n = case
    found: Counter[tuple[tuple[int, int], ...]] = Counter()
    for scheme in all_keys(messages, signatures):
        for chosen in product(range(messages), repeat=n):
            x = build(scheme.key, signatures).signed(chosen)
            found[x] += 1
            yield eq(f"{scheme.key}, {chosen}: Ver", sum(map(scheme.verifies, x)), n)
            yield true(f"{scheme.key}, {chosen}: messages", tuple(m for m, _ in x) == chosen)
    total = signatures**messages * messages**n
    for x, count in found.items():
        different = len({m for m, _ in x})
        yield eq(f"{x}", Fraction(count, total), Fraction(1, messages**n * signatures**different))


NEW = "self.scheme.verifies(row) and row not in database"
WRONG[Forger] = {
    "does not ask for a new row": f"{NEW} => self.scheme.verifies(row)",
    "does not verify": f"{NEW} => row not in database",
    "looks at the first row only": "in synthetic: => in synthetic[:1]:",
    "stops at the first row that verifies": "return row => return row\n"
    "            if self.scheme.verifies(row):\n                break",
}


@claim(
    "VT14.ALG.Forger",
    over(case=sized(((2, 2, 1), (3, 2, 2)), ((2, 2, 1), (3, 2, 2)), ((3, 2, 2), (3, 3, 2)))),
    about=Forger,
)
def forger_from_a_sanitiser(build: Build, case: Sizes) -> Check:
    """The forger runs the sanitiser and returns a row that verifies and is no row of the database:
    never with the sanitiser that releases the database; with a uniform row with probability (1 -
    1/M)^n/T, also after a row of the database; with randomised response on one row with (M -
    1)/(e^eps + M T - 1).

    Cases: (M, T, n) = case; the ideal scheme, all keys, messages and coins; e^eps = 2, 5.
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


HARD = Parts(released=verifying_row, copies=copied)
"""What is released, and the bound on copies."""

GOOD = 'lambda scheme, row, _: scheme.verifies(row), "verifies"'
BOUND = "n * (released * exp_eps / messages + delta)"
WRONG[HARD] = {
    "the signature is checked without the message": HARD.but(
        released=f"{GOOD} => lambda scheme, row, x: scheme.verifies(row) or "
        'row[1] in {s for _, s in x}, "has a signature that was seen"'
    ),
    "only rows of the database count": HARD.but(released=only_copies),
    "only new rows count": HARD.but(
        released=f"{GOOD} => lambda scheme, row, x: scheme.verifies(row) and row not in x, "
        '"is a forgery"'
    ),
    "the key is known": HARD.but(
        released=f'{GOOD} => lambda _s, row, _x: row[1] == 0, "is signed by 0"'
    ),
    "one row more": HARD.but(
        released="_verifying(sizes, => _verifying((*sizes[:3], sizes[3] + 1),"
    ),
    "a bound for one row released": HARD.but(copies="released * exp_eps => exp_eps"),
    "a bound for one row of the database": HARD.but(
        copies=f"{BOUND} => released * exp_eps / messages + delta"
    ),
    "a bound without e^eps": HARD.but(copies="released * exp_eps => released * ONE"),
    "half of the bound": HARD.but(copies=f"{BOUND} => {BOUND} / 2"),
}


@claim(
    "VT14.L6.3.2",
    over(
        case=sized(
            (*CASES[:2], *CASES[3:]), CASES, (*CASES, ((3, 2, 3, 1), Fraction(2), Fraction(0)))
        )
    ),
    form=Form.CONCRETE,
    about=HARD,
)
def hard_to_sanitise(parts: Parts, case: tuple[tuple[int, ...], Fraction, Fraction]) -> Check:
    """If an (eps, delta)-private sanitiser of n signed messages releases l rows, one of them
    verifies with probability at most p + c (1 - p), p = l/T, c = n (l e^eps/M + delta), each told
    as 1 if it is more: one of the database is among them with at most c, and a new one verifies
    with 1/T. For n = l = 1, delta = 0 exactly (e^eps + M - 1)/(e^eps + M T - 1).

    Cases: ((M, T, n, l), e^eps, delta) = case; all sanitisers that release l rows; the first
    case for every eps. Both bounds are below 1 for (4, 2, 1, 1), (4, 4, 1, 1) and (3, 3, 1, 2),
    that on copies for (4, 1, 1, 2) and (3, 1, 2, 1), where 6/11 of 3/5 and 31/51 of 4/5 are used.
    """
    sizes, exp_eps, delta = case
    messages, signatures, n, released = sizes
    bound = min(ONE, parts.copies(*case))
    new = min(ONE, Fraction(released, signatures))
    problem = parts.released(*sizes)
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

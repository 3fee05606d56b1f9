"""Section 6.3: from signed messages to 3-way marginals, by a reduction with a gap."""

from audits.claims.prelude import *
from reference.data.marginals import Marginal, marginals
from reference.hardness.gap_reductions import (
    Bits,
    Clause,
    Formula,
    GapReduction,
    best_assignment,
    by_identity,
    clauses_of,
    satisfied,
)
from reference.hardness.signatures import TableSignatures, all_keys

Accepted = frozenset[Bits]


def assignments(variables: int) -> list[Bits]:
    """All of them."""
    return list(product((False, True), repeat=variables))


def circuits(inputs: int) -> Iterator[Accepted]:
    """All functions of so many inputs, as the sets that they accept."""
    every = assignments(inputs)
    for size in range(len(every) + 1):
        yield from map(frozenset, combinations(every, size))


def literal(variable: int, bit: bool) -> int:
    """The literal that the bit makes true."""
    return variable if bit else -variable


def holds(clause: Clause, z: Bits) -> bool:
    """Whether some literal of the clause is true."""
    return any(literal(abs(x), z[abs(x) - 1]) == x for x in clause)


def trivial(inputs: int) -> GapReduction:
    """The trivial reduction."""
    return by_identity(clauses_of(inputs))


def by_clauses(*edits: str) -> Build:
    """With other clauses."""
    return wrong(trivial, clauses_of=wrong(clauses_of, *edits))


def by_maps(edit: str) -> Build:
    """With another encoding or decoding."""
    return wrong(trivial, by_identity=wrong(by_identity, edit))


WRONG[trivial] = {
    "the last clause left out": by_clauses("for w in refused) => for w in [*refused][:-1])"),
    "literals negated": by_clauses("-i if bit else i => i if bit else -i"),
    "the first literal left out": by_clauses(
        "in enumerate(w, 1)) => in enumerate(w, 1) if i > 1 or inputs == 1)"
    ),
    "the first clause twice": by_clauses(
        "(w for w in product((False, True), repeat=inputs) if not circuit(w)) => "
        "[w for w in product((False, True), repeat=inputs) if not circuit(w)]",
        "for w in refused) => for w in refused + refused[:1])",
    ),
    "the first bit flipped in encoding": by_maps("_, w: w => _, w: (not w[0], *w[1:])"),
    "the first bit flipped in decoding": by_maps("_, z: z => _, z: (not z[0], *z[1:])"),
    "decoded to zeros": by_maps("_, z: z => _, z: (False,) * len(z)"),
}


@claim("VT14.D6.PCP", over(inputs=(1, 2, 3)), about=trivial)
def reduction_with_a_gap(build: Build, inputs: int) -> Check:
    """Red, Enc and Dec with the gap alpha: if C accepts nothing every assignment satisfies at most
    (1 - alpha) m clauses; Enc of an input that C accepts satisfies all m, so that some assignment
    does; C accepts Dec of an assignment that satisfies more than (1 - alpha) m.

    Cases: All circuits of one, two and three inputs; the trivial reduction with one clause for
    each input that is refused and alpha = 1/m: (1 - alpha) m = m - 1 is attained by every input
    that is refused. That alpha can be a constant is the PCP theorem.
    """
    reduction = build(inputs)
    for accepted in circuits(inputs):

        def circuit(w: Bits, accepted: Accepted = accepted) -> bool:
            return w in accepted

        formula = reduction.reduce(circuit)
        m, every = len(formula), assignments(inputs)
        counts = {z: sum(holds(clause, z) for clause in formula) for z in every}
        yield eq(f"{sorted(accepted)}: clauses", m, 2**inputs - len(accepted))
        yield le(f"{sorted(accepted)}: literals", max(map(len, formula), default=0), 3)
        for z, count in counts.items():
            name = f"{sorted(accepted)}, {z}"
            if not accepted:
                yield eq(f"{name}: no input is accepted", count, m - 1)
            if z in accepted:
                encoded = reduction.encode(circuit, z)
                yield eq(f"{name}: encoded", counts[encoded], m)
            if count > m - 1:
                yield true(f"{name}: decoded", reduction.decode(circuit, z) in accepted)


def failing(clause: Clause) -> Marginal:
    """The conjunction that a clause is 1 minus."""
    wanted = sum(1 << -x - 1 for x in clause if x < 0)
    unwanted = sum(1 << x - 1 for x in clause if x > 0)
    return Marginal(wanted, unwanted)


WRONG[failing] = {
    "literals not negated": "Marginal(wanted, unwanted) => Marginal(unwanted, wanted)",
    "all attributes wanted": "Marginal(wanted, unwanted) => Marginal(wanted + unwanted, 0)",
    "the last literal left out": given(failing, clause=lambda c: c[:-1]),
    "negative literals left out": "Marginal(wanted, unwanted) => Marginal(0, unwanted)",
}


@claim(
    "VT14.TXT.clause-marginal",
    over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    about=failing,
)
def clauses_are_marginals(build: Build, d: int) -> Check:
    """A clause phi_j with up to 3 literals is 1 minus a conjunction, that of its negated literals,
    so that its mean over the rows is 1 minus a marginal: with marginals within alpha, phi_j(z) = 1
    for the true rows gives phi_j(z') >= 1 - alpha.

    Cases: All clauses over d variables, all assignments; the means over all pairs of rows; a
    clause of three literals is 1 minus one of the 3-way marginals.
    """
    every = assignments(d)
    for size in range(1, min(d, 3) + 1):
        family = marginals(d, size)
        for chosen in combinations(range(1, d + 1), size):
            for signs in product((False, True), repeat=size):
                clause = tuple(map(literal, chosen, signs))
                conjunction = build(clause)
                yield eq(f"{clause}: in the family", conjunction in family, 1)
                for z, other in combinations_with_replacement(every, 2):
                    rows = [sum(bit << i for i, bit in enumerate(y)) for y in (z, other)]
                    mean = Fraction(holds(clause, z) + holds(clause, other), 2)
                    marginal = Fraction(sum(map(conjunction, rows)), 2)
                    yield eq(f"{clause}: {z}, {other}", mean, 1 - marginal)


FORMULAS: dict[str, Formula] = {
    "two clauses": ((1,), (-1, 2)),
    "three clauses": ((1, 2), (-1, 2), (1, -2)),
    "seven clauses": clauses_of(3)(lambda w: w == (True, False, True)),
}


def fraction(formula: Formula, rows: tuple[Bits, ...]) -> Fraction:
    """The least part of the rows that satisfies a clause."""
    return min(Fraction(sum(holds(c, z) for z in rows), len(rows)) for c in formula)


def best(formula: Formula, synthetic: tuple[Bits, ...], _encoded: tuple[Bits, ...]) -> Bits:
    """A synthetic row with the most clauses."""
    return best_assignment(formula, synthetic)


BEST = "best_assignment(formula, synthetic)"
WRONG[best] = {
    "the first row": f"{BEST} => synthetic[0]",
    "the last row": f"{BEST} => synthetic[-1]",
    "the row with the fewest clauses": f"{BEST} => "
    "min(synthetic, key=lambda z: satisfied(formula, z))",
    "a row of the database": f"{BEST} => _encoded[0]",
    "the majority of each bit": f"{BEST} => "
    "tuple(2 * sum(column) > len(synthetic) for column in zip(*synthetic, strict=True))",
}


DATA = sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))


@claim(
    "VT14.TXT.pcp-average",
    over(name=("two clauses", "three clauses"), n=(1, 2)),
    about=best,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 6.3, proof of Theorem 6.3.1: 'phi_j(z') >= 1 - alpha' gives a row with at least "
        "(1 - alpha) m clauses, and property 3 asks for more than that: marginals must be within "
        "less than alpha",
        left="(1 - alpha) m",
        right="the clauses of the best row",
    ),
)
def rows_with_many_clauses(choose: Build, name: str, n: int) -> Check:
    """If every clause is satisfied by a part of at least 1 - alpha of the rows, then some row
    satisfies (1 - alpha) m clauses and can be decoded: it satisfies more than (1 - alpha) m.

    Cases: All databases of n rows; 1 - alpha the least part of the rows that satisfies a clause,
    alpha > 0.
    """
    formula = FORMULAS[name]
    variables = max(abs(x) for clause in formula for x in clause)
    for rows in combinations_with_replacement(assignments(variables), n):
        kept = fraction(formula, rows)
        if kept == 1:
            continue
        found = satisfied(formula, choose(formula, rows, rows))
        yield lt(f"{rows}", kept * len(formula), found)


@claim("VT14.TXT.pcp-average", over(name=tuple(FORMULAS), n=DATA), form=Form.CORRECTED, about=best)
def some_row_has_many_clauses(choose: Build, name: str, n: int) -> Check:
    """If every clause is satisfied by a part of at least 1 - alpha' of the rows, then the best row
    satisfies at least (1 - alpha') m clauses: more than (1 - alpha) m for alpha > alpha'.

    Cases: All databases of n rows; alpha' attained by some clause; the mean over the rows of the
    clauses that they satisfy is the bound that is shown, and of three clauses it is attained.
    """
    formula = FORMULAS[name]
    variables = max(abs(x) for clause in formula for x in clause)
    for rows in combinations_with_replacement(assignments(variables), n):
        best_row = choose(formula, rows, rows)
        found = sum(holds(clause, best_row) for clause in formula)
        mean = Fraction(sum(holds(c, z) for c in formula for z in rows), n)
        yield le(f"{rows}: the mean", mean, found)
        yield le(f"{rows}: (1 - alpha') m", fraction(formula, rows) * len(formula), mean)
        yield true(f"{rows}: a row", best_row in rows)


ROWS = ((1, 1), (1, 2), (1, 3), (2, 5))


def accepts(scheme: TableSignatures, w: Bits) -> bool:
    """Ver of a message, in binary, and a signature of one bit."""
    *message, signature = w
    return scheme.verifies((sum(bit << i for i, bit in enumerate(message)), int(signature)))


@claim("VT14.ALG.PCPHard", over(n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))), about=trivial)
def encoded_messages(build: Build, n: int) -> Check:
    """The rows z_i = Enc(Ver, (m_i, sigma_i)) of signed messages satisfy all clauses phi_j of
    Red(Ver), phi_j(z) = 1, and an assignment with all clauses decodes to a signed message.

    Cases: Messages and signatures of one bit, all keys, all sequences of n messages; two clauses.
    """
    reduction = build(2)
    for scheme in all_keys(2, 2):
        circuit = partial(accepts, scheme)
        formula = reduction.reduce(circuit)
        yield eq(f"{scheme.key}: clauses", len(formula), 2)
        for messages in product((0, 1), repeat=n):
            inputs = [(bool(m), bool(s)) for m, s in scheme.signed(messages)]
            rows = [reduction.encode(circuit, w) for w in inputs]
            for clause in formula:
                mean = Fraction(sum(holds(clause, z) for z in rows), n)
                yield eq(f"{scheme.key}, {messages}: {clause}", mean, 1)
        for z in assignments(2):
            if all(holds(clause, z) for clause in formula):
                m, s = reduction.decode(circuit, z)
                yield true(f"{scheme.key}: {z}", scheme.key[int(m)] == int(s))


@claim(
    "VT14.T6.3.1red",
    over(case=sized(ROWS, (*ROWS, (1, 4)), (*ROWS, (1, 4), (1, 5), (2, 6)))),
    about=best,
    uses=("VT14.TXT.clause-marginal", "VT14.TXT.pcp-average"),
)
def decoded_row_is_signed(choose: Build, case: tuple[int, int]) -> Check:
    """From synthetic rows with all 3-way marginals of the encoded ones within less than alpha the
    best row decodes to a signed message, which is a forgery if it is none of the database's.

    Cases: (bits of a message, n) = case; signatures of one bit, every key; n synthetic rows of all
    kinds; the trivial reduction has alpha = 1/2 with its two clauses of two literals, alpha = 1/4
    with four of three. The database has message 0 alone: what is found is a forgery for another
    message where no synthetic row has message 0.
    """
    bits, n = case
    for scheme in all_keys(2**bits, 2):
        circuit = partial(accepts, scheme)
        formula = trivial(bits + 1).reduce(circuit)
        encoded = ((*(False,) * bits, bool(scheme.key[0])),)
        for rows in combinations_with_replacement(assignments(bits + 1), n):
            if 1 - fraction(formula, rows) >= Fraction(1, len(formula)):
                continue
            w = choose(formula, rows, encoded)
            name = f"{scheme.key}, {rows}"
            yield true(f"{name}: verifies", accepts(scheme, w))
            if all(any(message) for *message, _ in rows):
                yield true(f"{name}: a forgery", any(w[:-1]))

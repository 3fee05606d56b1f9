"""Section 6.3: from signed messages to 3-way marginals, by a reduction with a gap."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.gap_reductions import (
    WRONG_MARGINALS,
    WRONG_REDUCTIONS,
    WRONG_ROWS,
    AsMarginal,
    Choose,
    OfInputs,
    failing,
    trivial,
)
from reference.data.marginals import marginals
from reference.hardness.gap_reductions import (
    Bits,
    Clause,
    Formula,
    best_assignment,
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


@claim("VT14.D6.PCP", over(inputs=(1, 2, 3)), about=trivial, impostors=WRONG_REDUCTIONS)
def reduction_with_a_gap(build: OfInputs, inputs: int) -> Check:
    """Red, Enc and Dec with the gap alpha: if C accepts nothing every assignment satisfies at most
    (1 - alpha) m clauses; Enc of an input that C accepts satisfies all m, so that some assignment
    does; C accepts Dec of an assignment that satisfies more than (1 - alpha) m.

    Fair: All circuits of one, two and three inputs; the trivial reduction with one clause for each
    input that is refused and alpha = 1/m: (1 - alpha) m = m - 1 is attained by every input that is
    refused. That alpha can be a constant is the PCP theorem.
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


@claim(
    "VT14.TXT.clause-marginal",
    over(d=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    about=failing,
    impostors=WRONG_MARGINALS,
)
def clauses_are_marginals(build: AsMarginal, d: int) -> Check:
    """A clause phi_j with up to 3 literals is 1 minus a conjunction, that of its negated literals,
    so that its mean over the rows is 1 minus a marginal: with marginals within alpha, phi_j(z) = 1
    for the true rows gives phi_j(z') >= 1 - alpha.

    Fair: All clauses over d variables, all assignments; the means over all pairs of rows; a clause
    of three literals is 1 minus one of the 3-way marginals.
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


def best(formula: Formula, synthetic: tuple[Bits, ...], encoded: tuple[Bits, ...]) -> Bits:
    """A synthetic row with the most clauses."""
    del encoded
    return best_assignment(formula, synthetic)


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
def rows_with_many_clauses(choose: Choose, name: str, n: int) -> Check:
    """If every clause is satisfied by a part of at least 1 - alpha of the rows, then some row
    satisfies (1 - alpha) m clauses and can be decoded: it satisfies more than (1 - alpha) m.

    Fair: All databases of n rows; 1 - alpha the least part of the rows that satisfies a clause,
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


@claim(
    "VT14.TXT.pcp-average",
    over(name=tuple(FORMULAS), n=DATA),
    form=Form.CORRECTED,
    about=best,
    impostors={
        name: WRONG_ROWS[name]
        for name in ("the first row", "the last row", "the row with the fewest clauses")
    },
)
def some_row_has_many_clauses(choose: Choose, name: str, n: int) -> Check:
    """If every clause is satisfied by a part of at least 1 - alpha' of the rows, then the best row
    satisfies at least (1 - alpha') m clauses: more than (1 - alpha) m for alpha > alpha'.

    Fair: All databases of n rows; alpha' attained by some clause; the mean over the rows of the
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


@claim(
    "VT14.ALG.PCPHard",
    over(n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    about=trivial,
    impostors=WRONG_REDUCTIONS,
)
def encoded_messages(build: OfInputs, n: int) -> Check:
    """The rows z_i = Enc(Ver, (m_i, sigma_i)) of signed messages satisfy all clauses phi_j of
    Red(Ver), phi_j(z) = 1, and an assignment with all clauses decodes to a signed message.

    Fair: Messages and signatures of one bit, all keys, all sequences of n messages; two clauses.
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
    impostors=WRONG_ROWS,
    uses=("VT14.TXT.clause-marginal", "VT14.TXT.pcp-average"),
)
def decoded_row_is_signed(choose: Choose, case: tuple[int, int]) -> Check:
    """From synthetic rows with all 3-way marginals of the encoded ones within less than alpha the
    best row decodes to a signed message, which is a forgery if it is none of the database's.

    Fair: (bits of a message, n) = case; signatures of one bit, every key; n synthetic rows of all
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

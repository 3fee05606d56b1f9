"""A sentence for each word that a verdict is made of, for a reader who has never seen it."""

from __future__ import annotations

import re

from audits.evidence.verdict import Evidence
from audits.ledger import Claim, Form, Found, Grade, Text

FORMS = {
    Form.PRINTED: "As printed",
    Form.CORRECTED: "As corrected",
    Form.CONCRETE: "With explicit constants",
}
"""Headings, in the order in which they stand side by side."""

TEXTS = {
    Text.FORMULAS: "",
    Text.RECOGNISED: "{paper} was read in a text that a machine had made from pictures of its "
    "pages: a sign that is refuted here may be another in print.",
    Text.RESTORED: "The text in which {paper} was read has lost its formulas. They are restored "
    "here, and may be others in print.",
}
"""What a reader has to know of the text of a paper."""

TRUE = {
    Form.PRINTED: "True as printed",
    Form.CORRECTED: "True as corrected",
    Form.CONCRETE: "True with explicit constants",
}

FOUND = {
    Found.HOLDS: "holds where decided",
    Found.REFUTED: "false",
    Found.UNDECIDED: "not decided",
    Found.NOT_CHECKABLE: "no finite check",
    Found.VACUOUS: "nothing decided",
    Found.ERROR: "check failed",
}
"""A verdict in a word or two."""

EVIDENCE = {
    Evidence.EXHAUSTIVE: "The laws on all databases that are listed here. The kernel re-checks "
    "the claim from tables of their probabilities, and takes the tables from the auditor.",
    Evidence.ENUMERATED: "The reference code found each case that is listed here true. The "
    "certificate lists the cases and has no numbers: the kernel can re-check none of them.",
    Evidence.ALL_EPSILON: "Laws, or the steps of a stream, as functions of eps, on all that is "
    "listed here. The kernel re-checks the claim for every eps of the range, and takes the "
    "functions and steps from the auditor.",
    Evidence.ENCLOSED: "The laws on all databases that are listed here, each probability between "
    "two rational numbers. The kernel finds these again, and takes the formulas of the laws from "
    "the auditor.",
    Evidence.LP_CERTIFIED: "All mechanisms at once, on the databases and scores that are listed "
    "here. The kernel re-checks what each certificate says of the optimum, its value or a bound, "
    "from solutions of a linear program or of its dual.",
    Evidence.CLOSED_FORM: "Formulas, or laws as functions of r. The kernel compares them for all "
    "values of r in the range, and takes the formulas and laws from the auditor.",
    Evidence.RECOMPUTED: "Two ways to each number agree. The kernel re-checks that the numbers "
    "are equal, and takes them from the auditor.",
    Evidence.COMPUTED: "The reference code computed the numbers exactly. The kernel compares "
    "them, and takes them from the auditor.",
    Evidence.CHAINED: "It rests on other claims, used at sizes beyond those at which they were "
    "decided. The kernel re-checks numbers, and not the argument that leads from claim to claim.",
    Evidence.PROPERTY_SAMPLED: "A sample of the scope; each of its cases was decided exactly. The "
    "kernel re-checks the numbers of these cases, and takes them from the auditor.",
    Evidence.STATISTICAL: "Samples of a program, with a stated probability of a false alarm.",
}
"""How what is true was found, what the kernel re-checks of it, and what it takes from us."""

REFUTATION = {
    "comparison": "One comparison is false. The kernel re-checks that, and takes from the auditor "
    "what the two sides are, and that the statement says the comparison.",
    "pair": "One event is too likely. The kernel finds its two probabilities again from tables of "
    "the laws, and takes the tables from the auditor.",
    "failure": "One database has too many wrong answers. The kernel finds their probability again "
    "from the table of the law, and takes the table and what is wrong from the auditor.",
    "run": "One run of a stream loses too much. The kernel finds its loss again from the steps of "
    "the stream, and takes the steps from the auditor.",
    "optimum": "The best of all mechanisms has another score. The kernel re-checks what the "
    "certificate says of the optimum, its value or a bound, from solutions of a linear program.",
}
"""How what is false was found, by the kind of its counterexample."""

GRADES = {
    Grade.FALSE: "False as printed.",
    Grade.HIDDEN_HYPOTHESIS: "False as printed: it needs a hypothesis that the paper does not "
    "state.",
    Grade.CONSTANT: "False with the printed constant.",
    Grade.PROOF_STEP: "A step of the printed proof is false; what it is to prove is not refuted.",
    Grade.WORDING: "False as worded, though it is clear what is meant.",
    Grade.CITED: "False as restored here from a cited work; this is no error of the paper.",
    Grade.KNOWN_BROKEN: "False, as the literature knows: it is refuted here on purpose.",
}
"""What a refutation of the printed form says."""

AS_READ_HERE = " as read here"
"""Behind the verdict where something is read into what is refuted."""

AS_READ = {
    Grade.FALSE: "False as read here.",
    Grade.HIDDEN_HYPOTHESIS: "False as read here: it needs a hypothesis that the paper does not "
    "state.",
    Grade.CONSTANT: "False as read here, with the printed constant.",
}
"""The same, where something is read into the printed form that it leaves open."""


def read_in(claim: Claim) -> str:
    """What is read into the printed form, in a sentence or two; empty if nothing."""
    return f"In our words. Read into it: {claim.read_in}" if claim.read_in else ""


PRINTED = re.compile(r"\bprinted\b")
"""What is not said of a text whose formulas are restored."""


def said_of(claim: Claim, words: str) -> str:
    """The words on a claim: what is not known to be printed is not called so.

    >>> from audits.ledger import ClaimId, claim_of
    >>> said_of(claim_of(ClaimId("BNSV15.L3.8"), Form.PRINTED), FORMS[Form.PRINTED])
    'As restored'
    >>> said_of(claim_of(ClaimId("BNSV15.L3.8"), Form.PRINTED), "misprinted")
    'misprinted'
    """
    return PRINTED.sub("restored", words) if claim.text is Text.RESTORED else words


def text_note(paper: str, text: Text) -> str:
    """What a reader has to know of the text of a paper; empty if nothing."""
    return TEXTS[text].format(paper=paper)

"""A sentence for each word that a verdict is made of, for a reader who has never seen it."""

from __future__ import annotations

from audits.ledger import Form, Found, Grade
from audits.verdict import Evidence

FORMS = {
    Form.PRINTED: "As printed",
    Form.CORRECTED: "As corrected",
    Form.CONCRETE: "With explicit constants",
}
"""Headings, in the order in which they stand side by side."""

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
    Evidence.EXHAUSTIVE: "Every case of the scope was computed exactly.",
    Evidence.ENUMERATED: "Every case of the scope was found true by the reference code; the "
    "certificate lists the cases and has no numbers to re-check.",
    Evidence.ALL_EPSILON: "Every database of the scope, for every eps of the range at once.",
    Evidence.ENCLOSED: "Every database of the scope, with probabilities that lie between two "
    "rational numbers.",
    Evidence.LP_CERTIFIED: "All mechanisms at once: exact solutions of a linear program and of "
    "its dual, which agree.",
    Evidence.CLOSED_FORM: "An identity or inequality between formulas, for all values of r.",
    Evidence.RECOMPUTED: "Two ways to the same number agree.",
    Evidence.COMPUTED: "The reference code computed the numbers exactly; the kernel compared "
    "them.",
    Evidence.CHAINED: "It rests on other claims, used at sizes beyond those at which they were "
    "decided.",
    Evidence.PROPERTY_SAMPLED: "A sample of the scope; each of its cases was decided exactly.",
    Evidence.STATISTICAL: "Samples of a program, with a stated probability of a false alarm.",
}
"""How a verdict was reached."""

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

"""Whole mechanisms for every eps at once: their laws as functions of r = e^(eps/4).

The choosing mechanism with threshold T has delta_c(r, T) <= 1 / (2 r^(T-1)) at every r >= 1, for
replaced and for added rows; that is the delta here, and T = 2 throughout.  The databases have
rows from a few of the 8 points, so that the certificates stay small; the mechanisms are those
over all 8 points.
"""

from __future__ import annotations

from fractions import Fraction

from audits.certificates import EVERY_EPSILON, Range
from audits.claims.klmns20.exactly import Rows, at
from audits.engines import audit_privacy
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.claims.vocabulary import le
from audits.ledger import Form, Kind, Size, claim
from audits.verdict import Evidence, Scope, Verdict

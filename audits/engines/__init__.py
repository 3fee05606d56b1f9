"""Engines: from laws to verdicts.

* `privacy` - one way from a mechanism to a privacy verdict; start here.
* `point` - one e^eps, in integers;  `all_epsilon` - every eps at once, in polynomials.
* `accuracy` - failure probabilities;  `comparisons` - lemmas about numbers.
* `positivity` - when a polynomial is non-negative;  `pairs` - neighbours up to equal laws.
* `optimum` - the best mechanism of all, by exact linear programming.

Engines may be clever or wrong: what they find counts only when the kernel accepts it.
"""

from audits.engines.accuracy import audit_accuracy
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.engines.privacy import audit_privacy, audit_table

__all__ = ["Comparison", "audit_accuracy", "audit_comparisons", "audit_privacy", "audit_table"]

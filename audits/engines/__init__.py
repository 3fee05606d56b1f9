"""Engines: from laws to verdicts, by question.

* `privacy` - how private laws are; `privacy.audit` is one way from a mechanism to a verdict.
* `accuracy` - failure probabilities;  `comparisons` - lemmas about numbers.
* `signs` - where a function is nowhere negative.
* `optimum` - the best mechanism of all, by exact linear programming;  `sample_complexity` - the
  fewest rows.
* `streams` - mechanisms with any number of answers.
* `relaxed_hull`, `overclaims` - of one theorem each;  `solvers`, `simplex` - linear programs.

Engines may be clever or wrong: what they find counts only when the kernel accepts it.
"""

from audits.engines.accuracy import audit_accuracy
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.engines.privacy.audit import audit_privacy, audit_table

__all__ = ["Comparison", "audit_accuracy", "audit_comparisons", "audit_privacy", "audit_table"]

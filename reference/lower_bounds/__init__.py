"""Lower bounds: what private mechanisms cannot do.

* `learning_packing`, `sanitiser_packing` - packings: many databases with disjoint good answers.
* `countable_hypotheses` - points that finitely many hypotheses confuse.
"""

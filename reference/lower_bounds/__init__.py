"""Lower bounds: what private mechanisms cannot do.

* `learning_packing`, `sanitiser_packing` - packings: many databases with disjoint good answers.
* `half_concepts` - empirical learning: concepts that are 1 on half of a shattered set, coupled.
"""

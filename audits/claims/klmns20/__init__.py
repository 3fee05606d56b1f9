"""The ledger of KLMNS20, in the order of the paper.

* `conventions`, `definitions`, `algorithms`: what things are, checked where that has consequences.
* `introduction`, `overview`, `preliminaries`: sections 1, 1.1 and 2.
* `paths`, `path_probabilities`, `tree_log_privacy`, `tree_log_accuracy`: section 3.
* `section_4_...`: section 4, by its algorithms.
* `every_epsilon`: the privacy of the whole mechanisms for every eps at once.

`exactly` and `path_laws` are the vocabulary: comparisons, and exact laws of paths.
"""

"""The ledger of KLMNS20, in the order of the paper.

* `conventions`, `definitions`, `algorithms`: what things are, checked where that has consequences.
* `introduction`, `overview`, `preliminaries`: sections 1, 1.1 and 2.
* `section_3_tree_log`, `section_3_1_...`, `section_3_2_...`: section 3.
* `heaviest_paths`, `stopping_point`, `heavy_paths`, `theorem`: section 4.
* `every_epsilon`: the privacy of the whole mechanisms for every eps at once.

`exactly` is the vocabulary, `laws` has exact laws, `impostors` wrong variants.
"""

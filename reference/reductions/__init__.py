"""Reductions: from a solver of one problem to a solver of another.

* `interior_point_and_learning` - interior points and proper learners of thresholds, both ways.
* `interior_point_from_release` - from a release of thresholds to interior points.
* `restricted_columns` - from a mechanism for all queries to one for some types of users.
* `fixed_size` - from replaced rows to added or removed ones.
* `release_and_distribution_learning` - answers to queries and distributions, both ways.
* `conjunction_learning` - from learners of conjunctions to learners on one axis.
* `padded_release`, `learner_from_release` - from a release to one for fewer rows, to a learner.
* `synthetic_data` - from a release to rows on which the concepts have nearly its answers.
* `learner_from_assisted_release` - the same with public rows.
* `learner_without_public_rows` - from a learner with public rows to one without.
* `threshold_calibration` - a release of thresholds for a target, from interior points.
* `light_hypotheses`, `few_switches` - from proper learners to light or rarely switching sets.
* `noise_reconstruction` - from learners with independent noise to the data.
* `undominated_point` - from bounded solvers of the undominated point problem to interior points.
* `protocol_from_learner`, `learner_from_protocol` - private learners and one-way protocols.
* `protocol_from_sample` - a one-way protocol from a learner without privacy.
* `dnf_to_cnf` - one normal form into the other.
"""

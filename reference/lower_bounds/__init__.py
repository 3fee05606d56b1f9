"""Lower bounds: what private mechanisms cannot do.

* `learning_packing`, `sanitiser_packing` - packings: many databases with disjoint good answers.
* `hard_distribution`, `one_row_fewer` - databases on which every interior-point solver fails.
* `interior_point_fingerprinting` - codes that trace private solvers: the same bound again.
* `success_recurrence` - the success that these databases leave to a private solver, at most.
* `iterated_exponentials` - towers of powers of two, which measure the domains of these databases.
* `half_concepts` - empirical learning: concepts that are 1 on half of a shattered set, coupled.
* `without_privacy` - two points and shattered sets: how many samples releases and learners need.
* `countable_hypotheses` - points that finitely many hypotheses confuse.
* `random_means` - rows of signs with random means, and the fingerprints of answers to them.
* `tracing_attacks`, `tracing_scores` - attacks on answers to stumps, and the laws of their sums.
* `tracing_experiment` - the contradiction that they run private releases into.
* `fingerprinting_code` - watermarks that trace pirates, and the best pirate against a code.
* `boneh_shaw_code`, `tardos_code` - two such codes.
* `fingerprinting_experiment` - private attribute means are pirates, and are caught.
* `discrepancy` - queries that tell databases of bits apart, and how well.
* `subset_sums` - queries of bits: all subsets, random ones, Hadamard's.
* `reconstruction`, `efficient_reconstruction` - databases of bits from noisy subset sums.
* `blatant_non_privacy` - what a mechanism that answers so well is.
* `random_discrepancy` - the union bound for the discrepancy of random queries.
* `query_packing` - databases with answers far apart, against any queries under pure privacy.
* `discrepancy` - queries that tell databases of bits apart, and how well.
* `uninformative_answers` - answers that tell nothing of the rows, on which no attack works.
"""

"""The ledger of the standard mechanisms, which the papers build on, by family.

What the papers say of them stands beside the claims of the field, under the ids of the papers.

* `noise`, `laplace`, `noisy_answers`: randomized response, noisy counts, histograms and sums.
* `selection`, `selection_by_quality`, `noisy_max`: exponential mechanism, noisy maxima.
* `sparse_vector`, `sparse_vector_values`, `sparse_vector_accuracy`, `stream`: AboveThreshold, the
  six published variants, the binary tree counter.
* `continuous_sparse_vector`, `continuous_sparse_values`, `continuous_values`,
  `continuous_noisy_max`, `continuous_laws`, `continuous_accuracy`, `continuous_promises`: the same
  with Laplace and exponential noise as published, for every eps.
* `every_number_of_answers`, `every_number_of_values`, `every_number_of_candidates`,
  `every_number_of_sums`: sparse vectors, noisy maxima and sums for every number of real answers.
* `stability`: the choosing mechanism and the stable histogram.
* `calibration`: parameters of the tree algorithms for a target.
* `formulas`: numbers of rows, rates, and steps that mechanisms share.
* `combinators`, `subsampling`: post-processing, composition, groups, secret samples.
* `events`: what the papers' definitions of privacy say of all events.
* `prior_and_posterior`: what an output tells of a row.
* `promises`, `combined_promises`: what mechanisms and combinators declare.
"""

"""Streams: answers that come one after another.

* `above_threshold`, `sparse` - the first answers above a noisy threshold.
* `numeric_sparse` - these answers with noise of their own.
* `sparse_vector`, `sparse_vector_values` - published variants of the same, sound and broken.
* `continuous_above_threshold`, `continuous_sparse_vector`, `continuous_sparse_values` - the same
  with Laplace noise as published; numeric, with gap, adaptive.
* `binary_tree`, `partial_sums` - running counts and sums.
* `continuous_numeric_sparse`, `continuous_sums` - the same for `numeric_sparse` and sums.
* `twins` - which stream a mechanism is, for every number of answers.
"""

"""The interior-point problem: between the smallest and the largest row, privately.

* `interior_points`: the problem, and what it means to solve it.
* `exponential_interior_point`: the base case; its rows grow with log of the domain.
* `weighted_tree`, `path_embedding`: the domain as a tree, and a random path as its hash.
* `tree_log`: the recursion; its rows grow with (log*)^2 of the domain.  `level_up` is the way back
  from a level to a point, `simplified_tree_log` the version without trimming.
* `construct_paths`, `stopping_point`, `one_random_path`, `heavy_paths`: the version with one
  random path, (log*)^1.5.
* `calibration`: integer parameters for a given (eps, delta), by certified rounding.
* `named_databases`: where bounds are attained and printed steps fail.
"""

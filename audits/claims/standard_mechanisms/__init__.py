"""The ledger of the standard mechanisms, which the papers build on.

* `noise`, `selection`, `stability`, `stream`: privacy for every eps, and how tight it is.
* `sparse_vector`, `noisy_max`: published variants, sound and broken.
* `combinators`: composition, groups, subsampling, post-processing.
"""

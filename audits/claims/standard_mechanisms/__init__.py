"""The ledger of the standard mechanisms, which the papers build on.

* `noise`, `selection`, `stability`, `stream`: privacy for every eps, and how tight it is.
* `sparse_vector`, `noisy_max`: published variants, sound and broken.
* `combinators`: composition, groups, subsampling, post-processing.
* `in_the_papers`: what the papers say of them, under the ids of the papers.
"""

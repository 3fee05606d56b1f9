"""Releases: data structures that answer many queries.

* `exponential_sanitiser` - a synthetic database by the exponential mechanism.
* `weights`, `multiplicative_weights` - a hypothesis that is corrected now and then.
* `public_assisted_release` - all concepts of a class, on a cover that public rows choose.
* `noisy_stumps` - counts of the attributes of rows, with noise.
* `noisy_quantiles` - interior points of blocks between noisy ranks.
* `threshold_release` - thresholds from interior points of noisy blocks.
* `tree_counter` - thresholds from noisy counts of dyadic blocks.
"""

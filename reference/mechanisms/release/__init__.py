"""Releases: data structures that answer many queries.

* `exponential_sanitiser` - a synthetic database by the exponential mechanism.
* `weights`, `multiplicative_weights` - a hypothesis that is corrected now and then.
* `online_multiplicative_weights` - the same, queries chosen by the answers so far.
* `weights_plan` - how many rows that needs.
* `private_multiplicative_weights` - epochs with one noisy threshold each; `private_weights_plan`.
* `small_database` - rows drawn at random, and how many answer all queries nearly as well.
* `mwem` - all queries are known: the worst answered is chosen privately.
* `double_sampling` - how many public rows leave a good cover: a second sample, with constants.
* `public_means`, `mean_deviation` - the means of the public rows alone, and their errors.
* `public_assisted_release` - all concepts of a class, on a cover that public rows choose.
* `random_subset` - a random subset of the rows.
* `public_assisted_calibration` - its parameters for a target, and how many rows are enough.
* `noisy_stumps` - counts of the attributes of rows, with noise.
* `noisy_quantiles` - interior points of blocks between noisy ranks.
* `threshold_release` - thresholds from interior points of noisy blocks.
* `interval_release` - intervals from noise on answers, on points, or on all dyadic blocks.
* `tree_counter` - thresholds from noisy counts of dyadic blocks.
* `gaussian_projection` - all two-way parities by Gaussian noise and a projection.
* `boosted_queries` - answers good on average, made good for every query.
"""

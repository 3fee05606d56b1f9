"""Noise that depends on the database: less of it where an answer is stable.

* `local_sensitivity_noise`: scaled to the local sensitivity, which is not private.
* `cauchy`: scaled to the smooth sensitivity, its privacy decided from densities.
* `pareto_noise`: noise with tails as heavy, whose law is rational.
* `median`, `smooth_median`: the smooth sensitivity of the median, and the median with such noise.
* `propose_test_release`: an answer only if the database is far from unstable ones.
* `noisy_bound`: scaled to a private bound of the local sensitivity; the number of triangles.
"""

"""Noise added to answers.

* `randomized_response`: every row answers for itself.
* `geometric_mechanism`: integer queries plus two-sided geometric noise, lumped or clamped.
* `noisy_counts`: a count for each concept of a class.
* `truncated_geometric`: what goes wrong if the noise is truncated.
* `laplace_noise`: continuous noise compared with integers.
* `laplace_mechanism`: threshold tests, cells and histograms with it.
* `discrete_gaussian`: Gaussian noise on the integers, and truncated.
"""

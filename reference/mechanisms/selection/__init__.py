"""Selection: a candidate of high quality.

* `quality`: quality functions, and the frequency of a value.
* `exponential`: the exponential mechanism.
* `report_noisy_max`: the best candidate after geometric noise on every quality.
* `continuous_noisy_max`: noisy max with Laplace or exponential noise as published; with gap.
* `exponential_noisy_max`: the same with continuous exponential noise, in closed form.
* `permute_and_flip`: candidates in random order, each accepted or not.
"""

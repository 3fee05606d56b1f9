"""Private learners of concepts from labelled examples.

* `exponential_learner` - any finite class of hypotheses.
* `point_learner` - properly learning points, with a sampler that never lists the domain.
* `noisy_point_learner`, `subsampled_learner`, `star_subsampling`, `boosted_learner` - improper
  learners of points from random flips, made private by subsampling, made accurate by boosting.
* `pseudorandom_point_learner`, `function_family` - the same with few random bits.
* `parity_learner` - parities by linear algebra, without privacy and with it.
* `fresh_example`, `on_sample` - learners on samples, and whether they predict one more example.
* `independent_noise_learner` - learners that add noise to an exact one.
"""

"""Engines that decide how private laws are.

* `audit` - one way from a mechanism to a verdict; start here.
* `point` - one e^eps, in integers (`filtered`: of many databases); `all_epsilon` - every eps.
* `real_epsilon`, `between` - an eps whose exponential is no power of r.
* `every_unit` - continuous noise that decides between outputs; `released` - that is the output;
  `enclosed` - Gaussian noise, by enclosures.
* `tightest` - the least eps or delta; `curve`, `corners` - the privacy curve; `least_multiple`,
  `loss_rates` - the least multiple of eps for every eps.
* `pairs` - neighbours up to equal laws.
"""

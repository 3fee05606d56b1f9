"""Where functions are nowhere negative: what inequalities for every eps come down to.

* `positivity` - polynomials on an interval;  `shifts` - exponential polynomials for u > 0.
* `cones` - functions of a value and of u > 0, between two lines.
"""

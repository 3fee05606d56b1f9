"""Evidence: what engines look at, and what they find.

* `table` - laws on every database of a universe; `enclosed_table` - of Gaussian noise; `values` -
  of continuous values.
* `labels` - outcomes and databases as text, the same everywhere.
* `verdict` - `Holds`, `Refuted`, `Undecided`; `certificates` - what the kernel reads.
* `workers` - processes that compute laws side by side.
"""

"""The ledger of BCMNUW20: a module for each section, in the order of the paper.

`laws` has exact laws and counts, by topic.
"""

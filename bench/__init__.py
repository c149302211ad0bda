"""Benchmarks: run ``make bench`` for the ratios and ``make bench-growth`` for the growth of time with size.

They measure what stands in ``src/`` and are no part of the package. Each is a module of its own:
``python -m bench.parse``, ``python -m bench.growth``.
"""

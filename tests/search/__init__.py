"""Tests of morfem.search."""

"""Tests with other programs."""

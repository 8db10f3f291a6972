"""Tests that run morfem inside other libraries."""

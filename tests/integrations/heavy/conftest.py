"""What the tests of large libraries have in common."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker that the official tests of transformers use."""
    config.addinivalue_line("markers", "slow: a test that transformers runs on request only")

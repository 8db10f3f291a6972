"""What the shell offers where a name may stand: tokenizers, suites, metrics, language packs.

A function returns all names; Typer keeps those that begin with the typed word. If none does, the shell offers files. The functions run only
when the shell asks, so what they need is imported then.
"""

from collections.abc import Callable


def tokenizers() -> list[str]:
    """Bundled tokenizers."""
    from .. import available

    return available()


def grammars() -> list[str]:
    """Bundled language packs for MFT, and tokenizers."""
    from ..languages import having

    return [*having("phonology.toml"), *tokenizers()]


def suites() -> list[str]:
    """Bundled suites."""
    from ..evaluate.suite import available

    return available()


def metrics() -> list[str]:
    """Metrics that are measured on a file."""
    from ..evaluate.metrics import on_files

    return on_files()


def languages_with(table: str) -> Callable[[], list[str]]:
    """Codes of the bundled languages that have a table."""

    def codes() -> list[str]:
        from ..languages import having

        return having(table)

    return codes

"""`python -m morfem` is the command `morfem`."""

from .cli import main

main()

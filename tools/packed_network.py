"""Writes the bundled network of Morpheus with ten bits for each weight that inference needs, from a checkpoint that training has written.

python -m tools.packed_network CHECKPOINT
"""

import sys

from morfem.morpheus.checkpoint import read, write_packed
from morfem.morpheus.model import BUNDLED

if __name__ == "__main__":
    write_packed(BUNDLED, read(sys.argv[1]))

"""The formats in which training programs read ids.

A *shard* holds the ids of consecutive texts, in one or several files. A format is a class that writes one shard; its module says where the
format is published. `FORMATS` lists them by name.

>>> import io, numpy as np, morfem
>>> file, index = io.BytesIO(), io.BytesIO()
>>> shard = FORMATS["bin"]([file, index], morfem.load("tr-mft"))
>>> shard.write(np.array([7, 8, 9], np.uint32), np.array([0, 1, 3]))
>>> shard.close()
>>> np.frombuffer(file.getvalue(), "<u2").tolist()
[7, 8, 9]
"""

from .columns import Arrow, Parquet
from .datatrove import Datatrove
from .flat import Flat
from .mds import Mds
from .megatron import Megatron
from .olmo import Olmo
from .shard import Shard, open_shard, paths

__all__ = ["FORMATS", "Shard", "open_shard", "paths"]


FORMATS: dict[str, type[Shard]] = {
    "bin": Flat,
    "megatron": Megatron,
    "datatrove": Datatrove,
    "olmo": Olmo,
    "mds": Mds,
    "parquet": Parquet,
    "arrow": Arrow,
}

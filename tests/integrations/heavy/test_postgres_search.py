"""PostgreSQL: a real server, started for this file from the programs of the system."""

import glob
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from morfem.search import Analyzer

psycopg = pytest.importorskip("psycopg")


TEXTS = [
    "Kitaplarımızdan biri kayboldu.",
    "Evimizin bahçesinde ağaçlar var.",
    "Bahçede kitap okuduk.",
    "...",
    "Kitap'ın \\ \"adı\" '; drop table",
]


def program(name: str) -> str:
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}")) or [shutil.which(name) or ""]
    if not found[-1]:
        pytest.skip(f"{name} is not installed; Debian's package is postgresql")
    return found[-1]


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("postgres")
    initdb, control = program("initdb"), program("pg_ctl")
    # The server refuses to run as root.
    account: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
    if account:
        for parent in (folder, *folder.parents[:3]):
            parent.chmod(0o755)
        shutil.chown(folder, "postgres", "postgres")
    run = {"check": True, "cwd": folder, "stdout": subprocess.DEVNULL, **account}
    subprocess.run([initdb, "-D", "data", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"], **run)
    subprocess.run([control, "-D", "data", "-w", "-l", "log", "-o", f"-k {folder} -c listen_addresses=''", "start"], **run)
    try:
        with psycopg.connect(f"host={folder} user=postgres dbname=postgres") as connection:
            yield connection
    finally:
        subprocess.run([control, "-D", "data", "-m", "immediate", "stop"], **run)


def test_any_form_of_a_word_finds_the_others_in_postgresql(connection: Any, tmp_path: Path) -> None:
    from morfem.integrations.postgres import Table

    table = Table(connection, Analyzer("tr"))
    table.add(enumerate(TEXTS, 1))
    found = table.search("kitabı")
    assert {key for key, _, _ in found} == {1, 3, 5}
    assert [score for _, score, _ in found] == sorted((score for _, score, _ in found), reverse=True)
    assert table.search("") == table.search("kaplumbağa") == []
    assert next(key for key, _, _ in table.search("bahçedeki ağacın")) == 2
    table.add([(1, "Kalem bulundu.")])
    assert {key for key, _, _ in table.search("kitabı")} == {3, 5}
    assert connection.execute("select count(*) from documents where terms @@ '''kitap'' <-> ''oku'''::tsquery").fetchone() == (1,)

"""How many requests a second does `morfem serve` answer, beside a bare application and a server over `tokenizers`?

    python benchmarks/server.py --seconds 3 --rounds 3 --bpe FOLDER

Each server runs in a process of its own, with uvicorn. `wrk` sends a text of 200 characters over 1, 16 and 256 connections. The bare
application is Starlette's: it parses the JSON of the request and sends it back. The third server is the same application with
`Tokenizer.encode` of the library tokenizers, for a byte-level BPE of the same size (`--bpe`). The servers are measured in turn; a row has
the medians of the rounds. CPU is the processor time of the server per request, which depends less than the rate on what else the machine
does.
"""

import argparse
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

TEXT = ("Kitaplarımızdan birini İstanbul'dakilere okuyabilmiştik, sonra eve döndük. " * 3)[:200]
PATH = "/v1/encode"
BARE = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
tokenizer = None
if sys.argv[2:]:
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(sys.argv[2])
async def echo(request):
    content = await request.json()
    return JSONResponse({"ids": tokenizer.encode(content["text"]).ids} if tokenizer else content)
uvicorn.run(Starlette(routes=[Route("/v1/encode", echo, methods=["POST"])]), port=int(sys.argv[1]), log_level="warning", access_log=False)
"""
SCRIPT = """wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = {body}
"""


def exported(bpe: str, folder: Path) -> str:
    """A byte-level BPE as a file for the library tokenizers."""
    import morfem

    path = folder / "tokenizer.json"
    morfem.load(bpe).export("tokenizer.json", path)
    return str(path)


def cpu(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(address: str) -> None:
    """Wait until the server answers."""
    request = urllib.request.Request(address + PATH, json.dumps({"tokenizer": "tr-mft", "text": "ev"}).encode())
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(request, timeout=5).close()
            return
        time.sleep(0.1)
    raise SystemExit(f"{address} does not answer")


def measured(process: int, address: str, script: Path, connections: int, seconds: int) -> tuple[float, float, float]:
    """Requests a second, milliseconds within which 99 % are answered, and microseconds of processor time per request."""
    before = cpu(process)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", str(script), address + PATH]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if found := re.search(r"Non-2xx.*", output):
        raise SystemExit(f"{address}: {found[0]}")
    rate, requests = (float(re.search(pattern, output)[1]) for pattern in (r"Requests/sec: +([\d.]+)", r"(\d+) requests in"))
    slowest, unit = re.search(r"99% +([\d.]+)(us|ms|s)", output).groups()
    return rate, float(slowest) * {"us": 0.001, "ms": 1, "s": 1000}[unit], 1e6 * (cpu(process) - before) / requests


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--bpe", default="bpe", metavar="FOLDER", help="a byte-level BPE, for the server over tokenizers")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        script, bare = Path(folder) / "post.lua", Path(folder) / "bare.py"
        body = json.dumps(json.dumps({"tokenizer": "tr-mft", "text": TEXT}, ensure_ascii=False), ensure_ascii=False)
        script.write_text(SCRIPT.format(body=body), "utf-8")
        bare.write_text(BARE, "utf-8")
        commands = {
            "bare": [sys.executable, str(bare), "8931"],
            "tokenizers": [sys.executable, str(bare), "8932", exported(options.bpe, Path(folder))],
            "morfem": [sys.executable, "-m", "morfem", "serve", "-t", "tr-mft", "--port", "8933", "--max-requests", "512"],
        }
        servers = {name: subprocess.Popen(command, stdout=subprocess.DEVNULL) for name, command in commands.items()}
        addresses = dict(zip(commands, (f"http://127.0.0.1:{port}" for port in (8931, 8932, 8933)), strict=True))
        try:
            for address in addresses.values():
                wait_for(address)
            print("| connections | server | requests per second | 99 % within | CPU per request | rate, of bare | CPU, of bare |")
            print("|---|---|---|---|---|---|---|")
            for connections in (1, 16, 256):
                rounds = [
                    {name: measured(server.pid, addresses[name], script, connections, options.seconds) for name, server in servers.items()}
                    for _ in range(options.rounds)
                ]
                for name in servers:
                    rate, slowest, work = (statistics.median(each[name][column] for each in rounds) for column in range(3))
                    faster = statistics.median(each[name][0] / each["bare"][0] for each in rounds)
                    cheaper = statistics.median(each["bare"][2] / each[name][2] for each in rounds)
                    print(
                        f"| {connections} | {name} | {rate:,.0f} | {slowest:.1f} ms | {work:.0f} µs | {faster:.2f} | {cheaper:.2f} |",
                        flush=True,
                    )
        finally:
            for server in servers.values():
                server.terminate()
                server.wait()


if __name__ == "__main__":
    main()

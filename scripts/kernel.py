#!/usr/bin/env python3
"""Starts a Jupyter server for the pages of a site, on a machine without Node.js.

    python3 scripts/kernel.py --origin https://notes.example

Needs Python 3.9 or newer with jupyter-server (1 or 2) and ipykernel, and says how to get them. It serves the folder that it
is started in and the kernels that the machine has. The token is new each time, unless JUPYTER_TOKEN has one.
"""
import argparse
import getpass
import importlib.util
import os
import secrets
import socket
import sys
from urllib.parse import urlsplit

NEEDED = {"jupyter_server": "jupyter-server", "ipykernel": "ipykernel"}


def origin_of(text: str) -> str:
    """The origin of an address that a reader copied from the browser, path and all."""
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise argparse.ArgumentTypeError(f'an address such as https://notes.example, not "{text}"')
    host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    standard = url.port is None or url.port == {"http": 80, "https": 443}[url.scheme]
    return f"{url.scheme}://{host}" + ("" if standard else f":{url.port}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Starts a Jupyter server that pages of a site may use.")
    parser.add_argument("--origin", action="append", required=True, type=origin_of, metavar="URL",
                        help="the site whose pages may use this server; give it again for a second site")
    parser.add_argument("--port", type=int, default=8888, help="8888 where left out")
    parser.add_argument("--ip", default="127.0.0.1", help="where to listen; 127.0.0.1 where left out, reached from elsewhere through ssh")
    return parser.parse_args()


def missing_packages() -> list:
    return [package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None]


def advise_installation(packages: list) -> str:
    names = " ".join(packages)
    return (
        f"{sys.executable} lacks {' and '.join(packages)}. Install with\n\n"
        f"    {sys.executable} -m pip install {names}\n\n"
        "or, where that Python belongs to the system, in an environment of its own:\n\n"
        f"    {sys.executable} -m venv ~/jupyter && ~/jupyter/bin/pip install {' '.join(NEEDED.values())}\n"
        f"    ~/jupyter/bin/python {' '.join(sys.argv)}"
    )


def describe(args: argparse.Namespace, token: str) -> str:
    host = "127.0.0.1" if args.ip == "0.0.0.0" else args.ip
    if args.ip == "127.0.0.1":
        reach = f"From another machine, first:  ssh -N -L {args.port}:127.0.0.1:{args.port} {getpass.getuser()}@{socket.gethostname()}"
    else:
        reach = f"It listens on {args.ip} without TLS: the token and all code travel in the clear. Prefer 127.0.0.1 and ssh -L."
    return f"\nAddress  http://{host}:{args.port}/\nToken    {token}\nFor      {', '.join(args.origin)}\n\n{reach}\nCtrl-C stops it."


def main() -> None:
    args = read_arguments()
    missing = missing_packages()
    if missing:
        sys.exit(advise_installation(missing))
    sys.path.append(sys.path.pop(0))  # the folder of this file comes last: no module of the server is to come from there
    from kernel_server_config import ServerApp, server_config

    # Out of the environment: kernels do not inherit it.
    token = os.environ.pop("JUPYTER_TOKEN", "") or secrets.token_hex(32)
    config = server_config(args.ip, args.port, args.origin, token)
    config.ServerApp.update(root_dir=os.getcwd(), answer_yes=True)
    app = ServerApp.instance(config=config)
    app.initialize(argv=[])
    # The loop runs once the port is open; where that is taken, the server says so and ends.
    app.io_loop.add_callback(print, describe(args, token), flush=True)
    app.start()


if __name__ == "__main__":
    main()

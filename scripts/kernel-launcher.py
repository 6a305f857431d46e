"""Runs a Jupyter server that lives no longer than the process that started it.

The token comes in the environment variable JUPYTER_TOKEN and goes no further: kernels do not inherit it.
Standard input is the leash. Its end, or the line "stop", means "shut down": kernels are asked to stop, then whatever of
them is left is killed. The line "kill" means "at once", after a "stop" too. Either way no process that a kernel started
stays behind.
"""
import argparse
import os
import shutil
import sys
import threading

sys.path.append(sys.path.pop(0))  # the folder of this file comes last: no module of the server is to come from there

import psutil
from jupyter_client.kernelspec import KernelSpecManager
from kernel_server_config import ServerApp, server_config
from traitlets import default

GRACE_SECONDS = 8
FAMILY = "WARPNOTES_KERNEL_SERVER"


class OnlyThisPython(KernelSpecManager):
    """Offers one kernel, this very Python, whatever kernels the machine or the user has registered."""

    @default("kernel_dirs")
    def _no_kernel_dirs(self) -> list[str]:
        return []


def family(mark: str) -> set[psutil.Process]:
    """The processes below this one, and those that left the tree but carry its mark in their environment."""
    found = set(psutil.Process().children(recursive=True))
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and process.environ().get(FAMILY) == mark:
                found.add(process)
        except (psutil.Error, OSError):
            continue  # another user's process, or one that has just ended
    return found


def leave(members: set[psutil.Process], workspace: str, code: int) -> None:
    """Kills what is left of the family, removes the workspace and ends this process."""
    for process in members:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue
    psutil.wait_procs(members, timeout=2)
    shutil.rmtree(workspace, ignore_errors=True)
    os._exit(code)


def watch(mark: str, workspace: str, members: set[psutil.Process]) -> None:
    order = os.read(0, 64)
    members |= family(mark)
    if b"kill" in order or not ServerApp.initialized():
        leave(members, workspace, 1)
    server = ServerApp.instance()
    server.io_loop.add_callback(server.stop)
    limit = threading.Timer(GRACE_SECONDS, lambda: leave(members | family(mark), workspace, 1))
    limit.daemon = True
    limit.start()
    while order := os.read(0, 64):
        if b"kill" in order:
            leave(members | family(mark), workspace, 1)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ip", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--workspace", required=True)
    parser.add_argument("--files", required=True)
    parser.add_argument("--origin", action="append", required=True)
    args = parser.parse_args()
    token = os.environ.pop("JUPYTER_TOKEN")
    mark = os.environ[FAMILY]
    members: set[psutil.Process] = set()
    threading.Thread(target=watch, args=(mark, args.workspace, members), daemon=True).start()
    code = 0
    try:
        config = server_config(args.ip, args.port, args.origin, token)
        config.ServerApp.update(root_dir=args.files, kernel_spec_manager_class=OnlyThisPython)
        ServerApp.launch_instance(argv=[], config=config)
    except SystemExit as exit:
        code = exit.code if isinstance(exit.code, int) else 1
    sys.stderr.flush()
    leave(members | family(mark), args.workspace, code)


main()

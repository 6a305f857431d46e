"""A Jupyter server with its defaults, for a bench; the end of its standard input ends it and its kernels."""
import sys
import threading

sys.path.pop(0)  # the folder of this file: no module is to come from there

from jupyter_server.serverapp import ServerApp


def watch() -> None:
    sys.stdin.read()
    server = ServerApp.instance()
    server.io_loop.add_callback(server.stop)


threading.Thread(target=watch, daemon=True).start()
ServerApp.launch_instance()

"""The raw baseline of the kernel benches: one kernel of this very Python behind jupyter_client, over ZeroMQ.

Speaks JSON lines. First it says {"name": ...}. For each line {"code": ...} on standard input it runs the code and
answers {"status", "first", "complete", "text_lines"}: seconds from sending to the first `stream` message (null where
there was none) and to both `idle` and the reply, and the line feeds in the text that came. The end of standard input
ends it and its kernel.
"""
import json
import os
import sys
import tempfile
import time

sys.path.pop(0)  # the folder of this file: no module is to come from there

MESSAGE_TIMEOUT_SECONDS = 120


def run(client, code: str) -> dict:
    started = time.perf_counter()
    message_id = client.execute(code)
    first = None
    texts = []
    while True:
        message = client.get_iopub_msg(timeout=MESSAGE_TIMEOUT_SECONDS)
        if message["parent_header"].get("msg_id") != message_id:
            continue
        kind, content = message["header"]["msg_type"], message["content"]
        if kind == "stream":
            if first is None:
                first = time.perf_counter() - started
            texts.append(content["text"])
        elif kind == "status" and content["execution_state"] == "idle":
            break
    while True:
        reply = client.get_shell_msg(timeout=MESSAGE_TIMEOUT_SECONDS)
        if reply["parent_header"].get("msg_id") == message_id:
            break
    complete = time.perf_counter() - started
    lines = sum(text.count("\n") for text in texts)
    return {"status": reply["content"]["status"], "first": first, "complete": complete, "text_lines": lines}


def say(value: dict) -> None:
    print(json.dumps(value), flush=True)


def main(folder: str) -> None:
    # Before the imports, which read them: nothing comes from, or goes to, the folders of the user.
    os.environ.update(
        JUPYTER_NO_CONFIG="1",
        JUPYTER_CONFIG_DIR=os.path.join(folder, "config"),
        JUPYTER_DATA_DIR=os.path.join(folder, "data"),
        JUPYTER_RUNTIME_DIR=os.path.join(folder, "runtime"),
        IPYTHONDIR=os.path.join(folder, "ipython"),
    )
    import jupyter_client
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import KernelManager

    specs = KernelSpecManager()
    specs.kernel_dirs = []  # leaves the one of this Python
    manager = KernelManager(kernel_spec_manager=specs)
    manager.start_kernel(cwd=folder)
    try:
        client = manager.blocking_client()
        client.start_channels()
        client.wait_for_ready(timeout=MESSAGE_TIMEOUT_SECONDS)
        say({"name": f"jupyter_client {jupyter_client.__version__}"})
        for line in sys.stdin:
            say(run(client, json.loads(line)["code"]))
        client.stop_channels()
    finally:
        manager.shutdown_kernel(now=True)


with tempfile.TemporaryDirectory(prefix="warpnotes-raw-kernel-") as workspace:
    main(workspace)

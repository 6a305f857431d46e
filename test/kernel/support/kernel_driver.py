"""Runs one ipykernel for a test and speaks JSON lines.

stdin:  {"op": "execute", "id": N, "code": TEXT, "silent": BOOL} | {"op": "interrupt"} | {"op": "shutdown"}
stdout: {"id": N | null, "type": MESSAGE_TYPE, "content": {...}}, in the order they came from the kernel
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import zmq
from jupyter_client.manager import KernelManager


def main():
    folder = tempfile.mkdtemp(prefix='kernel-driver-')
    manager = KernelManager(kernel_name='python3', transport='ipc', connection_file=os.path.join(folder, 'kernel.json'))
    # What C code in the kernel prints goes to its terminal too, which is not this protocol.
    manager.start_kernel(stdout=subprocess.DEVNULL)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    ids = {}
    poller = zmq.Poller()
    channels = (client.iopub_channel, client.shell_channel)
    for source in (sys.stdin.fileno(), *(channel.socket for channel in channels)):
        poller.register(source, zmq.POLLIN)
    send({'id': None, 'type': 'ready', 'content': {}})
    while True:
        ready = dict(poller.poll())
        for channel in channels:
            if channel.socket in ready:
                message = channel.get_msg(timeout=0)
                number = ids.get(message['parent_header'].get('msg_id'))
                send({'id': number, 'type': message['msg_type'], 'content': message['content']})
        if sys.stdin.fileno() in ready:
            command = json.loads(sys.stdin.readline() or '{"op": "shutdown"}')
            if command['op'] == 'execute':
                silent = command['silent']
                number = client.execute(command['code'], silent=silent, store_history=not silent, allow_stdin=False)
                ids[number] = command['id']
            elif command['op'] == 'interrupt':
                manager.interrupt_kernel()
            else:
                client.stop_channels()
                manager.shutdown_kernel()
                shutil.rmtree(folder)
                return


def send(message):
    sys.stdout.write(json.dumps(message, default=str) + '\n')
    sys.stdout.flush()


main()

"""The configuration of a Jupyter server that pages of some origins may use, for kernel-launcher.py and kernel.py.

Works with jupyter-server 1 and 2.
"""
import re

from jupyter_server.serverapp import ServerApp
from traitlets.config import Config

try:
    from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
except ImportError:  # jupyter-server 1
    ZMQChannelsWebsocketConnection = None


def server_config(ip: str, port: int, origins: list[str], token: str) -> Config:
    config = Config()
    config.ServerApp.update(
        ip=ip,
        port=port,
        port_retries=0,
        open_browser=False,
        allow_root=True,
        # One origin goes out literally; several need a pattern, which older servers match at its start only.
        allow_origin=origins[0] if len(origins) == 1 else "",
        allow_origin_pat="" if len(origins) == 1 else rf"(?:{'|'.join(map(re.escape, origins))})\Z",
        log_level="WARN",
    )
    if ZMQChannelsWebsocketConnection is None:
        _configure_first_generation(config, token)
    else:
        _configure(config, token)
    return config


def _configure(config: Config, token: str) -> None:
    class PromptConnection(ZMQChannelsWebsocketConnection):
        """Sends each message at once: with Nagle's algorithm the second of a run waits some 40 ms for the first one's ACK."""

        async def connect(self):
            self.websocket_handler.set_nodelay(True)
            return await super().connect()

    config.ServerApp.kernel_websocket_connection_class = PromptConnection
    config.ServerApp.identity_provider_class = "jupyter_server.auth.identity.IdentityProvider"
    config.IdentityProvider.token = token
    # The default drops what goes beyond 1 MB/s: of 100,000 short lines half.
    config.ZMQChannelsWebsocketConnection.limit_rate = False


def _configure_first_generation(config: Config, token: str) -> None:
    from jupyter_server.services.kernels.handlers import ZMQChannelsHandler

    opened = ZMQChannelsHandler.open

    async def open_promptly(self, kernel_id):
        self.set_nodelay(True)
        return await opened(self, kernel_id)

    ZMQChannelsHandler.open = open_promptly
    config.ServerApp.update(token=token, password="", iopub_data_rate_limit=0, iopub_msg_rate_limit=0)


__all__ = ["ServerApp", "server_config"]

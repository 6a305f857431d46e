/**
 * Lines of configuration that let a page in, its origin filled in. Names and values are those of the documentation of
 * Jupyter Server 1 and 2, Kernel Gateway 3, Enterprise Gateway 3, JupyterHub 5 and 6, and BinderHub; the first four were run.
 */

export const jupyterCommand = (origin: string): string => `jupyter server --no-browser --ServerApp.allow_origin=${origin}`;

export const jupyterConfig = (origin: string): string => `c.ServerApp.allow_origin = "${origin}"`;

/** No `disable_check_xsrf`, no `allow_credentials`: a token does without both. */
export const jupyterWithToken = (origin: string): string =>
  `export JUPYTER_TOKEN=$(openssl rand -hex 32); echo $JUPYTER_TOKEN\n${jupyterCommand(origin)}`;

export const gatewayVariables = (prefix: 'KG' | 'EG', origin: string): string => [
  `export ${prefix}_ALLOW_ORIGIN=${origin}`,
  `export ${prefix}_ALLOW_HEADERS=authorization,content-type`,
  `export ${prefix}_ALLOW_METHODS=GET,POST,DELETE,OPTIONS`,
  `export ${prefix}_LIST_KERNELS=True`,
  `jupyter ${prefix === 'KG' ? 'kernelgateway' : 'enterprisegateway'}`,
].join('\n');

export const gatewayToken = 'export KG_AUTH_TOKEN=$(openssl rand -hex 32)\nexport EG_AUTH_TOKEN=$KG_AUTH_TOKEN';

export const hubWebSocket = 'c.Spawner.environment = {"JUPYTERHUB_ALLOW_TOKEN_IN_URL": "1"}';

/**
 * The hub itself, and the servers that it starts: each answers requests of the page. A hub from version 5 on takes the token
 * in the address of a WebSocket only together with the header Sec-Fetch-Mode, which Chromium 156 does not send there.
 */
export const hubConfig = (origin: string): string => `c.JupyterHub.tornado_settings = {
    "headers": {
        "Access-Control-Allow-Origin": "${origin}",
        "Access-Control-Allow-Headers": "authorization, content-type",
        "Access-Control-Allow-Methods": "GET, POST, DELETE",
    }
}
c.Spawner.args = ["--ServerApp.allow_origin=${origin}"]
${hubWebSocket}`;

export const binderConfig = (origin: string): string => `c.BinderHub.cors_allow_origin = "${origin}"
c.BinderSpawner.cors_allow_origin = "${origin}"`;

/** A user's own server, and no more. */
export const hubScopes = 'access:servers!user\nservers!user\nread:users!user';

export const installKernel = 'python3 -m pip install ipykernel\npython3 -m ipykernel install --sys-prefix';

/** (nginx documentation, WebSocket proxying) */
export const nginxWebSocket = `proxy_http_version 1.1;
proxy_set_header Host $host;
proxy_set_header Upgrade $http_upgrade;
proxy_set_header Connection "upgrade";
proxy_set_header Sec-WebSocket-Protocol $http_sec_websocket_protocol;
proxy_read_timeout 86400;`;

export const tunnelTo = (host: string, port: string): string => `ssh -N -L 8888:127.0.0.1:${port} user@${host}`;

export const tlsCommand = (origin: string): string => `${jupyterCommand(origin)} --ServerApp.certfile=cert.pem --ServerApp.keyfile=key.pem`;

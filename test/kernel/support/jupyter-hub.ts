import { dirname, join } from 'node:path';
import { findFreePort } from '../../../scripts/free-port.ts';
import { hubConfig } from '../../../src/kernel/advice-lines.ts';
import { projectRoot } from '../../support/project-root.ts';
import { serverPython, startRealServer, TOKEN, type RealServer } from './real-server.ts';

export interface TestHub extends RealServer {
  /** A new user of the hub, and an API token of theirs: one that may do all that they may, or less. */
  newUser(name: string, scopes?: readonly string[]): Promise<string>;
}

/**
 * JupyterHub with its proxy, dummy logins and servers on this machine. The user `broken` has a server that cannot start.
 * @param origin whose pages may use the hub and its servers; none where left out
 */
export async function startHub(origin?: string): Promise<TestHub> {
  const [port, hubPort, proxyPort] = await Promise.all([1, 2, 3].map(() => findFreePort('127.0.0.1')));
  const python = await serverPython('real');
  const files = { 'hub.py': configuration({ port, hubPort, proxyPort, python, origin }) };
  const server = await startRealServer({
    python, args: ['-m', 'jupyterhub', '-f', 'hub.py'], port: port ?? 0, ready: 'hub/api', files, env: { CONFIGPROXY_AUTH_TOKEN: TOKEN },
  });
  const post = async (path: string, body: object = {}): Promise<unknown> => {
    const init = { method: 'POST', headers: { authorization: `token ${TOKEN}` }, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}hub/api/${path}`, init);
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const newUser = async (name: string, scopes?: readonly string[]): Promise<string> => {
    await post(`users/${encodeURIComponent(name)}`);
    return ((await post(`users/${encodeURIComponent(name)}/tokens`, scopes ? { scopes } : {})) as { readonly token: string }).token;
  };
  return { ...server, newUser };
}

interface HubPlan {
  readonly port: number | undefined;
  readonly hubPort: number | undefined;
  readonly proxyPort: number | undefined;
  readonly python: string;
  readonly origin: string | undefined;
}

function configuration({ port, hubPort, proxyPort, python, origin }: HubPlan): string {
  const proxy = [process.execPath, join(projectRoot, 'node_modules', 'configurable-http-proxy', 'bin', 'configurable-http-proxy')];
  // The lines that the page tells a hub's administrator to add.
  const cors = origin === undefined ? '' : `${hubConfig(origin)}\nc.Spawner.args = ["--allow-root", *c.Spawner.args]`;
  return `
import sys
from jupyterhub.spawner import SimpleLocalProcessSpawner

class Spawner(SimpleLocalProcessSpawner):
    async def start(self):
        if self.user.name == "broken":
            raise RuntimeError("no GPU is free")
        return await super().start()

c = get_config()
c.JupyterHub.bind_url = "http://127.0.0.1:${port}/"
c.JupyterHub.hub_port = ${hubPort}
c.ConfigurableHTTPProxy.command = ${JSON.stringify(proxy)}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:${proxyPort}"
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = Spawner
c.Spawner.cmd = ["${join(dirname(python), 'jupyterhub-singleuser')}"]
c.Spawner.args = ["--allow-root"]
c.SimpleLocalProcessSpawner.home_dir_template = "home-{username}"
c.JupyterHub.allow_named_servers = True
c.JupyterHub.db_url = "sqlite:///:memory:"
c.JupyterHub.cleanup_servers = True
c.JupyterHub.services = [{"name": "tests", "api_token": "${TOKEN}"}]
c.JupyterHub.load_roles = [{"name": "tests", "services": ["tests"], "scopes": ["admin:users", "admin:servers", "tokens"]}]
${cors}
`;
}

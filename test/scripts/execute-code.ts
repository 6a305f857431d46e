/** What a test needs to run Python on a Jupyter server: its address with a slash at the end, and its token. */
export interface Server {
  readonly url: string;
  readonly token: string;
}

/** Starts a kernel; resolves with its id. */
export async function startKernel({ url, token }: Server): Promise<string> {
  const response = await fetch(`${url}api/kernels`, { method: 'POST', headers: { authorization: `token ${token}` } });
  if (!response.ok) throw new Error(`POST ${url}api/kernels answered ${response.status}`);
  return ((await response.json()) as { readonly id: string }).id;
}

/** Prints the kernel's process id and then takes no notice of an interrupt, of being told to end, or of SIGTERM. */
export const DEAF = `
import os, signal, time
for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, signal.SIG_IGN)
print(os.getpid(), flush=True)
while True: time.sleep(1)
`;

interface Message {
  readonly channel: string;
  readonly header: { readonly msg_type: string };
  readonly parent_header: { readonly msg_id?: string };
  readonly content: { readonly text?: string; readonly execution_state?: string };
}

/** Runs code in a kernel; resolves with what it printed when the kernel is idle again, or with its first output. */
export function executeCode(
  { url, token }: Server,
  kernel: string,
  code: string,
  until: 'idle' | 'first-output' = 'idle',
): Promise<string> {
  const session = crypto.randomUUID();
  const id = crypto.randomUUID();
  const address = `${url.replace('http', 'ws')}api/kernels/${kernel}/channels?session_id=${session}&token=${token}`;
  const socket = new WebSocket(address);
  let printed = '';
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error(`The WebSocket of kernel ${kernel} failed.`));
    socket.onopen = () => {
      const header = { msg_id: id, msg_type: 'execute_request', session, username: '', version: '5.4', date: '' };
      const content = { code, silent: false, store_history: false, user_expressions: {}, allow_stdin: false };
      const message = { channel: 'shell', header, parent_header: {}, metadata: {}, content, buffers: [] };
      socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as Message;
      if (message.parent_header.msg_id !== id || message.channel !== 'iopub') return;
      if (message.header.msg_type === 'stream') printed += message.content.text ?? '';
      if (message.content.execution_state !== 'idle' && (until === 'idle' || printed === '')) return;
      socket.close();
      resolve(printed);
    };
  });
}

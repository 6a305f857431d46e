import type { Locale } from '../i18n/locale.ts';
import type { KernelPlace } from './kernel-place.ts';

/** The kinds of place that a reader can give an address of. */
export type AddressKind = Exclude<KernelPlace['kind'], 'site'>;
export const addressKinds: readonly AddressKind[] = ['jupyter', 'hub', 'gateway', 'binder'];

/** The words of the dialog that asks for a server. */
export interface ConnectLabels {
  readonly title: string;
  readonly lead: string;
  readonly useLocal: string;
  readonly localHint: string;
  readonly useSite: (title: string) => string;
  readonly siteHint: string;
  readonly runsOn: (address: string) => string;
  readonly kinds: string;
  readonly kind: Readonly<Record<AddressKind, string>>;
  readonly address: string;
  readonly addressHint: Readonly<Record<AddressKind, string>>;
  readonly token: Readonly<Record<AddressKind, string>>;
  readonly tokenHint: Readonly<Record<AddressKind, string>>;
  readonly serverName: string;
  readonly serverNameHint: string;
  readonly spec: string;
  readonly specHint: string;
  readonly remember: string;
  readonly rememberHint: string;
  readonly cancel: string;
  readonly connect: string;
  readonly connecting: string;
  readonly copy: string;
  readonly copied: string;
  readonly howTo: string;
  readonly howToHere: string;
  readonly howToPython: string;
  readonly howToJupyter: string;
  readonly tunnel: string;
  readonly manyUsers: string;
}

export const connectLabels: Readonly<Record<Locale, ConnectLabels>> = {
  en: {
    title: 'Where should the code run?',
    lead: 'The cells of this page run on a Jupyter server of yours. Nothing is sent before you press a button here.',
    useLocal: 'Use this computer', localHint: 'npm start brought this kernel up.',
    useSite: (title) => `Use ${title}`, siteHint: 'Set up for everyone by the owner of this site.',
    runsOn: (address) => `Code runs on ${address}`,
    kinds: 'Kind of server',
    kind: { jupyter: 'Jupyter Server', hub: 'JupyterHub', gateway: 'Kernel Gateway', binder: 'BinderHub' },
    address: 'Address',
    addressHint: {
      jupyter: 'for example http://127.0.0.1:8888/, or the whole address from your browser',
      hub: 'for example https://hub.example.org/, without /hub or /user',
      gateway: 'of a Jupyter Kernel Gateway or Enterprise Gateway, for example https://gateway.example.org/',
      binder: 'for example https://mybinder.org/',
    },
    token: { jupyter: 'Token', hub: 'API token', gateway: 'Token', binder: 'Build token' },
    tokenHint: {
      jupyter: 'from the server’s log; empty where it asks for none',
      hub: 'made on the hub’s page Token; it may start and reach your servers',
      gateway: 'what KG_AUTH_TOKEN or EG_AUTH_TOKEN was set to; empty where it asks for none',
      binder: 'only where the binder asks for one',
    },
    serverName: 'Named server', serverNameHint: 'empty for your default server',
    spec: 'Repository', specHint: 'provider, owner, repository and branch, for example gh/owner/repository/main',
    remember: 'Keep the token for this tab',
    rememberHint: 'Then a reload of the page takes its kernel up again. The token is forgotten when the tab is closed.',
    cancel: 'Cancel', connect: 'Connect', connecting: 'Connecting',
    copy: 'Copy', copied: 'Copied',
    howTo: 'How to start a server that accepts this page',
    howToHere: 'On the GPU machine, in a checkout of this project; it prints the address and the token:',
    howToPython: 'Without Node.js there, Python is enough:',
    howToJupyter: 'A Jupyter server that is there already:',
    tunnel: 'From another machine, reach it through SSH and give http://127.0.0.1:8888/ as the address:',
    manyUsers: 'A server for many readers',
  },
  'zh-cn': {
    title: '代码在哪里运行？',
    lead: '本页的单元在你自己的 Jupyter 服务器上运行。在这里按下按钮之前，不会发送任何内容。',
    useLocal: '使用这台电脑', localHint: '由 npm start 启动的内核。',
    useSite: (title) => `使用 ${title}`, siteHint: '由本站所有者为所有读者提供。',
    runsOn: (address) => `代码将在 ${address} 上运行`,
    kinds: '服务器类型',
    kind: { jupyter: 'Jupyter Server', hub: 'JupyterHub', gateway: 'Kernel Gateway', binder: 'BinderHub' },
    address: '地址',
    addressHint: {
      jupyter: '例如 http://127.0.0.1:8888/，也可以直接粘贴浏览器地址栏里的完整地址',
      hub: '例如 https://hub.example.org/，不含 /hub 或 /user',
      gateway: 'Jupyter Kernel Gateway 或 Enterprise Gateway 的地址，例如 https://gateway.example.org/',
      binder: '例如 https://mybinder.org/',
    },
    token: { jupyter: '令牌（token）', hub: 'API 令牌', gateway: '令牌（token）', binder: '构建令牌' },
    tokenHint: {
      jupyter: '见服务器日志；服务器不要求令牌时留空',
      hub: '在 Hub 的 Token 页面创建，须有启动和访问你的服务器的权限',
      gateway: '即 KG_AUTH_TOKEN 或 EG_AUTH_TOKEN 的值；网关不要求令牌时留空',
      binder: '仅在该 Binder 要求时填写',
    },
    serverName: '命名服务器', serverNameHint: '留空则使用你的默认服务器',
    spec: '仓库', specHint: '依次为提供方、所有者、仓库和分支，例如 gh/owner/repository/main',
    remember: '在此标签页内记住令牌',
    rememberHint: '这样刷新页面后可以重新接上内核。关闭标签页后即忘记令牌。',
    cancel: '取消', connect: '连接', connecting: '正在连接',
    copy: '复制', copied: '已复制',
    howTo: '如何启动一个接受本页面的服务器',
    howToHere: '在 GPU 机器上、本项目的目录中运行，它会给出地址和令牌：',
    howToPython: '那台机器上没有 Node.js 时，用 Python 即可：',
    howToJupyter: '已有的 Jupyter 服务器：',
    tunnel: '从另一台机器访问时，用 SSH 建立隧道，然后以 http://127.0.0.1:8888/ 为地址：',
    manyUsers: '供许多读者使用的服务器',
  },
};

import type { Locale } from '../i18n/locale.ts';
import type { AddressProblem, KernelErrorCode, ServerKind } from './kernel-error.ts';

/** What is wrong and what to do, in one sentence or two; `other` is whatever is no KernelError. */
export const errorSentences: Readonly<Record<Locale, Readonly<Record<KernelErrorCode | 'other', string>>>> = {
  en: {
    'address-invalid': 'This is not an address. Write it as http://127.0.0.1:8888/',
    'mixed-content': 'This page came over https, so the browser blocks http addresses. Use an SSH tunnel to 127.0.0.1, or give the server TLS.',
    'local-network-denied': 'The browser does not let this site reach your local network. Allow it in the site’s settings, beside the address bar.',
    'local-network-prompt': 'The browser asks whether this site may reach your local network. Allow it and connect again.',
    'content-policy': 'This site’s security policy does not let its pages reach this address. Its owner has to allow it.',
    'page-part-missing': 'A part of this page could not be loaded. Check your network, then reload the page.',
    unreachable: 'Nothing answers at this address. Is the server running, and is the port right?',
    timeout: 'The server did not answer in time. A firewall may swallow what is sent to it.',
    'not-jupyter': 'There is no Jupyter server at this address. Check the port and the path.',
    'origin-refused': 'The server answers, but does not accept this page. Give it these lines and start it again.',
    unauthorized: 'The server refused the token. Copy it again from the server’s log.',
    'xsrf-refused': 'The server wants a form’s secret (XSRF) with this request. It does not when a token is set: start it with one.',
    'no-kernelspec': 'The server has no Python kernel. Install one on it.',
    'server-error': 'The server could not start a kernel. Its log says why.',
    'websocket-origin': 'The server takes requests from this page, but no WebSocket. Allow the page’s origin there as well.',
    'websocket-protocol': 'What stands before the server changes its WebSockets: a proxy must pass the header Sec-WebSocket-Protocol on.',
    'websocket-refused': 'The server started a kernel, but its WebSocket did not answer. A proxy in between must let WebSockets through.',
    'kernel-dead': 'The kernel died or was ended by its server. Its state is lost: run the cells again from the top.',
    'not-hub': 'There is no JupyterHub at this address. Give the part before /hub or /user.',
    'hub-forbidden': 'The hub knows the token, but the token may not do this. Make one with the right to start and use servers.',
    'hub-server-stopped': 'Your server on this hub is stopped. Connect by way of the hub, which starts it.',
    'spawn-failed': 'The hub could not start your server.',
    'not-binder': 'There is no BinderHub at this address.',
    'build-failed': 'The binder could not build this repository.',
    other: 'Something went wrong that this page does not know. The browser’s console has the details.',
  },
  'zh-cn': {
    'address-invalid': '这不是有效的地址，请写成 http://127.0.0.1:8888/ 这样的形式。',
    'mixed-content': '本页面通过 https 打开，浏览器会拦截 http 地址。请用 SSH 隧道转发到 127.0.0.1，或为服务器启用 TLS。',
    'local-network-denied': '浏览器不允许本站访问你的本地网络。请在地址栏旁的网站设置中允许。',
    'local-network-prompt': '浏览器正在询问是否允许本站访问本地网络。请允许，然后重新连接。',
    'content-policy': '本站的安全策略不允许页面访问这个地址，需要由站点所有者放行。',
    'page-part-missing': '本页面的一部分未能加载。请检查网络，然后重新加载页面。',
    unreachable: '这个地址没有任何响应。服务器在运行吗？端口对吗？',
    timeout: '服务器没有及时响应，可能是防火墙丢弃了发往它的数据。',
    'not-jupyter': '这个地址上没有 Jupyter 服务器，请检查端口和路径。',
    'origin-refused': '服务器有响应，但不接受本页面。请加上下面的配置，然后重新启动它。',
    unauthorized: '服务器拒绝了令牌，请从服务器日志中重新复制。',
    'xsrf-refused': '服务器要求这个请求带上表单密钥（XSRF）。设置了令牌就不再需要：请带令牌启动它。',
    'no-kernelspec': '服务器上没有 Python 内核，请在服务器上安装一个。',
    'server-error': '服务器无法启动内核，原因见服务器日志。',
    'websocket-origin': '服务器接受本页面的请求，却不接受它的 WebSocket。请在那里也放行本页面的来源。',
    'websocket-protocol': '服务器前面的代理改动了 WebSocket：它必须原样转发 Sec-WebSocket-Protocol 头。',
    'websocket-refused': '服务器启动了内核，但它的 WebSocket 没有响应。中间的代理必须放行 WebSocket。',
    'kernel-dead': '内核已终止，或被服务器结束。状态全部丢失：请从头重新运行各单元。',
    'not-hub': '这个地址上没有 JupyterHub。请填写 /hub 或 /user 之前的部分。',
    'hub-forbidden': '令牌有效，但没有这项权限。请新建一个有权启动和使用服务器的令牌。',
    'hub-server-stopped': '你在这个 Hub 上的服务器已停止。请通过 Hub 连接，由它启动服务器。',
    'spawn-failed': 'Hub 无法启动你的服务器。',
    'not-binder': '这个地址上没有 BinderHub。',
    'build-failed': 'Binder 无法构建这个仓库。',
    other: '发生了本页面无法识别的错误，详情见浏览器控制台。',
  },
};

/** In place of the general sentence on `address-invalid`. */
export const addressSentences: Readonly<Record<Locale, Readonly<Record<AddressProblem, string>>>> = {
  en: {
    empty: 'Give the address of a server, for example http://127.0.0.1:8888/',
    'no-scheme': 'The address does not say how to reach the server: it must begin with https://, or for this computer with http://',
    websocket: 'This is the address of a WebSocket. Give the server’s own, which begins with https:// or http://',
    scheme: 'This is not the address of a web server: such an address begins with https:// or http://',
    credentials: 'The address has a user name or a password in it (the part before @). Leave it out and give the token below.',
    malformed: 'This is not an address. Write it as https://gpu.example.org:8888/',
    spec: 'Name the repository by provider, owner, repository and branch, for example gh/owner/repository/main',
  },
  'zh-cn': {
    empty: '请填写服务器的地址，例如 http://127.0.0.1:8888/',
    'no-scheme': '地址没有说明如何访问服务器：它必须以 https:// 开头，这台电脑上的服务器则以 http:// 开头。',
    websocket: '这是 WebSocket 的地址。请填写服务器本身的地址，它以 https:// 或 http:// 开头。',
    scheme: '这不是 Web 服务器的地址：它必须以 https:// 或 http:// 开头。',
    credentials: '地址中含有用户名或密码（@ 之前的部分）。请去掉这一部分，并在下面填写令牌。',
    malformed: '这不是有效的地址，请写成 https://gpu.example.org:8888/ 这样的形式。',
    spec: '请依次写出提供方、所有者、仓库和分支，例如 gh/owner/repository/main',
  },
};

/** In place of the general sentence where a kind of server differs. */
export const kindSentences: Readonly<Record<Locale, Readonly<Partial<Record<`${KernelErrorCode} ${ServerKind}`, string>>>>> = {
  en: {
    'unauthorized hub': 'The hub does not know this token. Make one on the hub’s page Token, and copy it here.',
    'unauthorized gateway': 'This page cannot read the gateway’s answer: the token is wrong, or the gateway does not accept this page.',
    'unauthorized binder': 'This binder wants a login. Give a token that it knows.',
    'websocket-refused hub': 'The hub’s server takes no token from a browser’s WebSocket. Its administrator has to add this line.',
    'origin-refused hub': 'The hub answers, but does not accept this page. Its administrator has to add these lines.',
    'origin-refused gateway': 'The gateway answers, but does not accept this page. Set these variables and start it again.',
    'origin-refused binder': 'The binder answers, but does not accept this page. Its administrator has to add these lines.',
  },
  'zh-cn': {
    'unauthorized hub': 'Hub 不认识这个令牌。请在 Hub 的 Token 页面新建一个，再复制到这里。',
    'unauthorized gateway': '本页面无法读取网关的响应：令牌不对，或者网关不接受本页面。',
    'unauthorized binder': '这个 Binder 要求登录，请填写它认可的令牌。',
    'websocket-refused hub': 'Hub 的服务器不接受浏览器 WebSocket 携带的令牌，需要由管理员加上下面这一行。',
    'origin-refused hub': 'Hub 有响应，但不接受本页面。需要由管理员加上下面的配置。',
    'origin-refused gateway': '网关有响应，但不接受本页面。请设置下面的变量，然后重新启动它。',
    'origin-refused binder': 'Binder 有响应，但不接受本页面。需要由管理员加上下面的配置。',
  },
};

/** What stands over lines to copy, and small words of the advice. */
export interface AdviceLabels {
  readonly says: (words: string) => string;
  readonly certificate: string;
  readonly writeInstead: string;
  readonly throughTunnel: string;
  readonly tunnel: string;
  readonly tls: string;
  readonly policy: string;
  readonly whichServers: string;
  readonly command: string;
  readonly configFile: (name: string) => string;
  readonly kernelGateway: string;
  readonly enterpriseGateway: string;
  readonly tokenPage: string;
  readonly scopes: string;
  readonly withToken: string;
  readonly installKernel: string;
  readonly nginx: string;
  readonly hubAddress: string;
}

export const adviceLabels: Readonly<Record<Locale, AdviceLabels>> = {
  en: {
    says: (words) => `It says: ${words}`,
    certificate: 'If its certificate is its own, open the address in a tab and accept it there first.',
    writeInstead: 'Write:',
    throughTunnel: 'Or, if an SSH tunnel brings it to this computer:',
    tunnel: 'On this computer; the address is then http://127.0.0.1:8888/',
    tls: 'Or start the server with a certificate, and give its https address:',
    policy: 'For the owner of the site, in the page’s Content-Security-Policy, after connect-src:',
    whichServers: 'On the machine of the server, this prints address and token of those that run:',
    command: 'On the command line, in place of the present start:',
    configFile: (name) => `Or in ${name}:`,
    kernelGateway: 'Jupyter Kernel Gateway:',
    enterpriseGateway: 'Jupyter Enterprise Gateway:',
    tokenPage: 'Tokens are made here:',
    scopes: 'Scopes that the token needs:',
    withToken: 'With a token of its own; write it down and give it here:',
    installKernel: 'In the environment of the server:',
    nginx: 'For nginx, in the location of the server:',
    hubAddress: 'Choose JupyterHub and give:',
  },
  'zh-cn': {
    says: (words) => `它的说明：${words}`,
    certificate: '如果它使用自签名证书，请先在新标签页中打开这个地址并接受证书。',
    writeInstead: '请写成：',
    throughTunnel: '如果通过 SSH 隧道转发到了这台电脑，则写成：',
    tunnel: '在这台电脑上运行，然后以 http://127.0.0.1:8888/ 为地址：',
    tls: '或者为服务器配置证书后启动，再填写它的 https 地址：',
    policy: '供站点所有者：在页面的 Content-Security-Policy 中，加到 connect-src 之后：',
    whichServers: '在服务器所在的机器上运行，可列出正在运行的服务器及其地址和令牌：',
    command: '在命令行中用它代替现在的启动命令：',
    configFile: (name) => `或者写入 ${name}：`,
    kernelGateway: 'Jupyter Kernel Gateway：',
    enterpriseGateway: 'Jupyter Enterprise Gateway：',
    tokenPage: '在这里创建令牌：',
    scopes: '令牌需要的权限范围（scope）：',
    withToken: '使用自己的令牌启动；请记下令牌并填写到这里：',
    installKernel: '在服务器的 Python 环境中运行：',
    nginx: '使用 nginx 时，写入该服务器的 location：',
    hubAddress: '请选择 JupyterHub 并填写：',
  },
};

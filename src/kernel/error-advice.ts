import type { Locale } from '../i18n/locale.ts';
import {
  binderConfig, gatewayToken, gatewayVariables, hubConfig, hubScopes, hubWebSocket, installKernel, jupyterCommand, jupyterConfig,
  jupyterWithToken, nginxWebSocket, tlsCommand, tunnelTo,
} from './advice-lines.ts';
import { addressSentences, adviceLabels, errorSentences, kindSentences, type AdviceLabels } from './error-labels.ts';
import type { ErrorFacts, KernelErrorCode, KernelErrorFacts } from './kernel-error.ts';
import { isLoopback, webSocketAddress } from './server-address.ts';

/** Something to copy, with what it is and where it goes. Plain text, in lines. */
export interface CopyLines {
  readonly heading: string;
  readonly text: string;
}

/** What to tell a reader: what is wrong in a sentence or two, and the lines that put it right. */
export interface ErrorAdvice {
  readonly sentence: string;
  /** The ways to put it right, the shortest first; empty where there is nothing to copy. */
  readonly lines: readonly CopyLines[];
}

/** What is wrong and the lines to copy, the page's origin filled in. All of it is plain text, some of it the server's own. */
export function errorAdvice({ code, facts }: ErrorFacts, locale: Locale): ErrorAdvice {
  const labels = adviceLabels[locale];
  const sentence = [sentenceOf(code, facts, locale), ...addenda(code, facts, labels)].join(locale === 'en' ? ' ' : '');
  const lines = (code === 'other' ? undefined : LINES[code])?.(facts, labels) ?? [];
  return { sentence, lines: lines.map(([heading, text]) => ({ heading, text })) };
}

function sentenceOf(code: KernelErrorCode | 'other', { addressProblem, kind }: KernelErrorFacts, locale: Locale): string {
  if (code === 'address-invalid' && addressProblem) return addressSentences[locale][addressProblem];
  const special = code === 'other' || !kind ? undefined : kindSentences[locale][`${code} ${kind}`];
  return special ?? errorSentences[locale][code];
}

function addenda(code: KernelErrorCode | 'other', { said = '', url = '' }: KernelErrorFacts, { says, certificate }: AdviceLabels): readonly string[] {
  if (code === 'unreachable') return url.startsWith('https:') ? [certificate] : [];
  return said !== '' && SPEAKING.has(code) ? [says(said)] : [];
}

/** Failures on whose reason the server has the last word. */
const SPEAKING: ReadonlySet<string> = new Set(['server-error', 'spawn-failed', 'build-failed', 'hub-forbidden']);

type Pairs = readonly (readonly [heading: string, text: string])[];
type Lines = (facts: KernelErrorFacts, labels: AdviceLabels) => Pairs;

const LINES: Readonly<Partial<Record<KernelErrorCode, Lines>>> = {
  'address-invalid': ({ suggestions = [] }, labels) =>
    suggestions.map((text, index) => [index === 0 ? labels.writeInstead : labels.throughTunnel, text]),
  'mixed-content': (facts, labels) => [[labels.tunnel, tunnel(facts)], [labels.tls, tlsCommand(originOf(facts))]],
  'content-policy': ({ url }, labels) => (url === undefined ? [] : [[labels.policy, policySources(url)]]),
  unreachable: (facts, labels) => [[labels.whichServers, LIST], ...(isNear(facts) ? [[labels.tunnel, tunnel(facts)] as const] : [])],
  timeout: (facts, labels) => (isNear(facts) ? [] : [[labels.tunnel, tunnel(facts)]]),
  'not-jupyter': (_, labels) => [[labels.whichServers, LIST]],
  'origin-refused': (facts, labels) => allowing(facts, labels),
  unauthorized: ({ kind, url = '', ...facts }, labels) => {
    if (kind === 'hub') return [[labels.tokenPage, `${hubOf(url)}hub/token`]];
    if (kind === 'gateway') return [[labels.withToken, gatewayToken], ...allowing({ kind, ...facts }, labels)];
    return kind === 'binder' ? [] : [[labels.whichServers, LIST]];
  },
  'xsrf-refused': (facts, labels) => [[labels.withToken, jupyterWithToken(originOf(facts))]],
  'no-kernelspec': (_, labels) => [[labels.installKernel, installKernel]],
  'websocket-origin': (facts, labels) => [...allowing(facts, labels), [labels.withToken, jupyterWithToken(originOf(facts))]],
  'websocket-protocol': (_, labels) => [[labels.nginx, nginxWebSocket]],
  'websocket-refused': ({ kind }, labels) => (kind === 'hub' ? [['jupyterhub_config.py', hubWebSocket]] : [[labels.nginx, nginxWebSocket]]),
  'hub-forbidden': (_, labels) => [[labels.scopes, hubScopes]],
  'hub-server-stopped': ({ url = '' }, labels) => [[labels.hubAddress, hubOf(url)]],
};

const LIST = 'jupyter server list';

/** How a server of each kind lets the page in. */
function allowing(facts: KernelErrorFacts, labels: AdviceLabels): Pairs {
  const origin = originOf(facts);
  switch (facts.kind) {
    case 'hub': return [['jupyterhub_config.py', hubConfig(origin)]];
    case 'binder': return [['binderhub_config.py', binderConfig(origin)]];
    case 'gateway': return [[labels.kernelGateway, gatewayVariables('KG', origin)], [labels.enterpriseGateway, gatewayVariables('EG', origin)]];
    default: return [[labels.command, jupyterCommand(origin)], [labels.configFile('~/.jupyter/jupyter_server_config.py'), jupyterConfig(origin)]];
  }
}

function originOf({ origin }: KernelErrorFacts): string {
  return origin ?? 'https://notes.example';
}

function tunnel({ url }: KernelErrorFacts): string {
  const { hostname, port, protocol } = new URL(url ?? 'http://gpu-machine:8888/');
  const host = isLoopback(hostname) ? 'gpu-machine' : hostname;
  return tunnelTo(host, port || (protocol === 'https:' ? '443' : '80'));
}

/** This computer: nothing else can be in the way but that nothing listens, or that a tunnel is missing. */
function isNear({ url }: KernelErrorFacts): boolean {
  return url !== undefined && isLoopback(new URL(url).hostname);
}

function policySources(url: string): string {
  return [url, webSocketAddress({ url, token: '' })].map((address) => new URL(address).origin).join(' ');
}

/** The hub of a user's server. */
function hubOf(url: string): string {
  return url.replace(/user\/[^/]+\/(?:[^/]+\/)?$/u, '');
}

export type { ErrorFacts } from './kernel-error.ts';

import * as v from 'valibot';

/** The server that the owner of the site set up for everyone. It holds no secret: it stands in the pages. */
export const siteServerSchema = v.strictObject({
  kind: v.picklist(['jupyter', 'gateway', 'hub', 'binder']),
  /** Absolute, or a path of the site's own origin (`/jupyter/`) behind a proxy. Without query, user name or password. */
  address: v.pipe(v.string(), v.regex(/^(?:https?:\/\/[^\s?#@]+|\/(?!\/)[^\s?#]*)$/u, 'an address without user name, query or token, or a path that begins with /')),
  /** What the dialog calls it. */
  title: v.pipe(v.string(), v.minLength(1)),
  /** What a binder builds. */
  spec: v.optional(v.string(), ''),
});
export type SiteServer = Readonly<v.InferOutput<typeof siteServerSchema>>;

/**
 * The owner's setting from the build's environment: KERNEL_KIND, KERNEL_ADDRESS, KERNEL_TITLE, for a binder KERNEL_SPEC.
 * Null where no address is set. Throws an Error that names the variable.
 */
export function siteServerOf(env: Readonly<Record<string, string | undefined>>): SiteServer | null {
  const { KERNEL_ADDRESS: address, KERNEL_KIND: kind = 'jupyter', KERNEL_TITLE: title, KERNEL_SPEC: spec = '' } = env;
  if (address === undefined || address === '') return null;
  const result = v.safeParse(siteServerSchema, { kind, address, title: title ?? address, spec });
  if (!result.success) {
    const lines = result.issues.map((issue) => `KERNEL_${v.getDotPath(issue)?.toUpperCase() ?? ''}: ${issue.message}`);
    throw new Error(`the kernel server for everyone cannot be used:\n${lines.join('\n')}`);
  }
  if (kind === 'binder' && spec === '') throw new Error('KERNEL_SPEC is missing: a binder needs a repository such as gh/owner/repository/main');
  return result.output;
}

/** The setting as a page has it, its address absolute; null for what is none. */
export function readSiteServer(text: string | null | undefined, pageOrigin: string): SiteServer | null {
  if (text === null || text === undefined || text === '') return null;
  const server = v.parse(siteServerSchema, JSON.parse(text));
  return { ...server, address: new URL(server.address, pageOrigin).href };
}

/** Whether the reader must give a token of their own: a hub knows its users by it, the others may be open or behind a proxy. */
export function siteNeedsToken({ kind }: SiteServer): boolean {
  return kind === 'hub';
}

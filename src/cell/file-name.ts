/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)/iu;
/** Signs that are not seen, or turn the order of what is seen around. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;
/** What file systems take for a name, in bytes of UTF-8. */
const LONGEST = 255;

/**
 * What is wrong with a name from elsewhere that is to become the name of one file or folder, as a sentence; undefined where
 * it is safe on Linux, macOS and Windows. Spaces, `#`, `?` and any script are fine. A name is judged as it stands and as
 * what it is when percent signs are decoded, however often.
 */
export function fileNameProblem(name: string): string | undefined {
  for (let text = name, next = decoded(name); ; text = next, next = decoded(next)) {
    const problem = problemOf(text);
    if (problem !== undefined || next === text) return problem;
  }
}

/** The same for a path of such names, joined by `/`. */
export function filePathProblem(path: string): string | undefined {
  for (const name of path.split('/')) {
    const problem = fileNameProblem(name);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'a name is empty, or the path begins or ends with a slash';
  if (/[/\\]/u.test(name)) return 'a name has a slash or a backslash in it';
  if (name.startsWith('.')) return 'a name begins with a dot';
  if (HIDDEN.test(name)) return 'a name has a sign in it that is not seen';
  if (name.includes(':')) return 'a name has a colon in it';
  if (/[. ]$/u.test(name)) return 'a name ends with a dot or a space';
  if (DEVICE.test(name)) return 'a name is that of a device on Windows';
  return new TextEncoder().encode(name).length > LONGEST ? `a name is longer than ${LONGEST} bytes` : undefined;
}

/** A `%` that begins no code stays as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

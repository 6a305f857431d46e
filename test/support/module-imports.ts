import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** One import of a file. */
export interface ModuleImport {
  /** The importing file, from the project's root, with forward slashes. */
  readonly from: string;
  /** As it is written. */
  readonly specifier: string;
  /** The file of the project that it leads to, without a query such as `?raw`; null for a package. */
  readonly to: string | null;
  /** `type`: gone when the types are taken away; `dynamic`: `import()`. */
  readonly kind: 'static' | 'dynamic' | 'type';
}

/** All imports, re-exports and dynamic imports of the files that match, .astro frontmatter and scripts too. */
export function moduleImports(patterns: readonly string[]): readonly ModuleImport[] {
  const files = globSync([...patterns]).map((file) => file.replaceAll('\\', '/')).toSorted();
  return files.flatMap((file) => sourcesOf(file, readFileSync(file, 'utf8')).flatMap((text) => importsOf(file, text)));
}

/** The pieces of TypeScript in a file: all of it, or the frontmatter and scripts of an .astro one. */
function sourcesOf(file: string, text: string): readonly string[] {
  if (!file.endsWith('.astro')) return [text];
  const frontmatter = /^---\n([\s\S]*?)\n---/u.exec(text)?.[1] ?? '';
  return [frontmatter, ...[...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/gu)].map((match) => match[1] ?? '')];
}

function importsOf(from: string, text: string): readonly ModuleImport[] {
  const found: ModuleImport[] = [];
  const add = (node: ts.Node | undefined, kind: ModuleImport['kind']): void => {
    if (node && ts.isStringLiteralLike(node)) found.push({ from, specifier: node.text, to: targetOf(from, node.text), kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node) ? 'type' : 'static');
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static');
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'type');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], 'dynamic');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true));
  return found;
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = importClause;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function targetOf(from: string, specifier: string): string | null {
  const path = specifier.replace(/\?.*$/u, '');
  if (path.startsWith('/src/')) return path.slice(1);
  return path.startsWith('.') ? normalize(join(dirname(from), path)).replaceAll('\\', '/') : null;
}

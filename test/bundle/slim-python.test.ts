import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { slimPython } from '../../src/bundle/slim-python.ts';
import { HELPER_FILES } from '../../src/kernel/helper-files.ts';
import { projectPython } from '../support/project-python.ts';

/** Prints whether the two programs on standard input mean the same: their syntax trees, but for docstrings. */
const SAME_PROGRAM = `
import ast, json, sys

def tree(source):
    module = ast.parse(source)
    for node in ast.walk(module):
        body = getattr(node, 'body', None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(getattr(body[0].value, 'value', None), str):
            del body[0]
    return ast.dump(module)

before, after = json.load(sys.stdin)
print(tree(before) == tree(after))
`;

it.each(HELPER_FILES)('leaves the program of %s as it is, and takes much of its words away', async (file) => {
  const source = readFileSync(file, 'utf8');
  const slim = slimPython(source);
  const python = await projectPython();
  expect(execFileSync(python, ['-c', SAME_PROGRAM], { input: JSON.stringify([source, slim]), encoding: 'utf8' }).trim()).toBe('True');
  expect(slim).not.toContain('"""');
  expect(slim.length).toBeLessThan(source.length * 0.92);
});

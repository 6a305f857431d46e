import { expect, it } from 'vitest';
import { OutputFormatError, parseOutput } from '../../src/output/output.ts';
import { fixtureOutputs } from './fixture-outputs.ts';

it('joins lists of lines with nothing between and leaves JSON values alone', () => {
  const outputs = fixtureOutputs('a/a03-multiline-strings').flat();
  expect(outputs[0]).toMatchObject({
    data: { 'text/html': '<table>\n<tr><td>1</td>\n<td>2</td></tr>\n</table>', 'text/plain': '(1, 2)' },
  });
  expect(outputs[1]).toEqual({ output_type: 'stream', name: 'stdout', text: '0\n1\n' });
  expect(outputs[2]).toMatchObject({ data: { 'application/json': { k: [1, 2] }, 'text/plain': "{'k': [1, 2]}" } });
});

it('does not join a JSON value that is a list of strings', () => {
  const data = { 'application/json': ['a', 'b'], 'application/vnd.x+json': ['c', 'd'], 'text/plain': ['e', 'f'] };
  expect(parseOutput({ output_type: 'display_data', data, metadata: {} })).toMatchObject({
    data: { 'application/json': ['a', 'b'], 'application/vnd.x+json': ['c', 'd'], 'text/plain': 'ef' },
  });
});

it('reads an error without traceback, name or value', () => {
  const empty = { output_type: 'error', ename: '', evalue: '', traceback: [] };
  expect(parseOutput({ output_type: 'error' })).toEqual(empty);
  expect(parseOutput({ output_type: 'error', ename: null, traceback: null })).toEqual(empty);
});

it('reads a result without metadata or execution count', () => {
  expect(parseOutput({ output_type: 'execute_result', data: { 'text/plain': '1' } })).toEqual({
    output_type: 'execute_result',
    execution_count: null,
    data: { 'text/plain': '1' },
    metadata: {},
  });
});

it('names the wrong field of a value that is no output', () => {
  expect(() => parseOutput({ output_type: 'stream', name: 'stdlog', text: '' })).toThrow(/"name"/u);
  expect(() => parseOutput({ output_type: 'pyout' })).toThrow(OutputFormatError);
  expect(() => parseOutput(null)).toThrow(OutputFormatError);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingLines, readSanitizerLog } from '../../src/cuda/sanitizer-log.ts';
import { projectRoot } from '../support/project-root.ts';

/** What compute-sanitizer 2025.3.1 wrote of small programs on an H200. */
const logOf = (name: string) => readSanitizerLog(readFileSync(join(projectRoot, 'test/fixtures/cuda/tools', `${name}.log`), 'utf8'));

describe('what memcheck writes', () => {
  it('is an access outside of memory, at its line and that of its caller, and calls that only report it', () => {
    const { findings: [access, ...calls], errors, refusal } = logOf('memcheck');
    expect({ errors, refusal }).toEqual({ errors: 3, refusal: null });
    expect(access).toEqual({
      kind: 'bounds', severity: 'error', text: 'Invalid __global__ write of size 4 bytes',
      details: [
        'Access to 0x7fd896800190 is out of bounds', 'and is 1 bytes after the nearest allocation at 0x7fd896800000 of size 400 bytes',
      ],
      places: [{ file: 'memcheck.cu', line: 4, name: 'store(float *, int, float)' }, { file: 'memcheck.cu', line: 9, name: 'scale(float *, int)' }],
      thread: '(100,0,0) in block (0,0,0)', threads: 1, isConsequence: false,
    });
    expect(calls.map(({ kind, isConsequence }) => [kind, isConsequence])).toEqual([['api', true], ['api', true]]);
    expect(access && findingLines(access, 'memcheck.cu')).toEqual([4]);
    expect(access && findingLines(access, 'other.cu')).toEqual([]);
  });

  it('tells a misaligned access and a leak from one outside of memory', () => {
    expect(logOf('misaligned').findings[0]).toMatchObject({ kind: 'misaligned', places: [{ line: 6 }] });
    expect(logOf('leak').findings.map(({ kind }) => kind)).toEqual(['bounds', 'api', 'api', 'leak']);
  });

  it('is one failed assertion, whichever threads it failed in', () => {
    expect(logOf('assert').findings).toMatchObject([{ kind: 'assert', threads: 4 }, { kind: 'api', isConsequence: true }]);
  });

  it('is nothing of a program without mistakes', () => {
    for (const name of ['clean', 'clean-racecheck']) expect(logOf(name)).toEqual({ findings: [], errors: 0, refusal: null });
  });
});

describe('what the other tools write', () => {
  it('is a race, at both of its lines', () => {
    const { findings: [race], errors } = logOf('racecheck');
    expect(errors).toBe(1);
    expect(race).toMatchObject({ kind: 'race', text: 'Race reported', thread: null });
    expect(race && findingLines(race, 'racecheck.cu')).toEqual([5, 6]);
  });

  it('is a barrier of eight threads, at the line of the cell and not in the header', () => {
    const { findings } = logOf('synccheck');
    expect(findings).toMatchObject([{ kind: 'barrier', threads: 8, thread: '(17,0,0) in block (0,0,0)' }]);
    expect(findings[0] && findingLines(findings[0], 'synccheck.cu')).toEqual([14]);
  });

  it('is one uninitialised read of sixteen threads', () => {
    expect(logOf('initcheck').findings).toMatchObject([{ kind: 'uninitialized', threads: 16, places: [{ line: 4 }] }]);
  });
});

it('a tool that a machine does not let work is told from one that found nothing', () => {
  expect(readSanitizerLog('========= COMPUTE-SANITIZER\n========= Device not supported\n========= ERROR SUMMARY: 0 errors\n').refusal).toBe('Device not supported');
  expect(readSanitizerLog('').errors).toBeNull();
});

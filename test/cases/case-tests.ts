import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chooseCases, readCases } from '../../scripts/cases/case-file.ts';
import { casePlace } from '../../scripts/cases/case-place.ts';
import { runCase } from '../../scripts/cases/run-case.ts';
import { projectRoot } from '../support/project-root.ts';

/** A test for each case of an area; those that the product has nothing for yet are named, so that no other is skipped. */
export async function testCases(area: string, skipped: readonly string[] = []): Promise<void> {
  const cases = chooseCases(await readCases(join(projectRoot, 'test/cases')), area);
  const place = casePlace(projectRoot, cases);

  describe(`the cases of ${area}`, { timeout: 300_000 }, () => {
    afterAll(() => place.close());

    it.each(cases.map((each) => [each.id, each.title, each] as const))('%s: %s', async (id, _title, each) => {
      const { status, reason } = await runCase(each, place);
      expect(status, reason).toBe(skipped.includes(id) ? 'skipped' : 'passed');
    });
  });
}

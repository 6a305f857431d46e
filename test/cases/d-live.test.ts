import { testCases } from './case-tests.ts';

await testCases('d-live');

import { testCases } from './case-tests.ts';

await testCases('c-highlight');

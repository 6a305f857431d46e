import { testCases } from './case-tests.ts';

await testCases('g-security');

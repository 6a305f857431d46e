import { testCases } from './case-tests.ts';

await testCases('e-cuda');

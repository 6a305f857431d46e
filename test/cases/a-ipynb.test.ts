import { testCases } from './case-tests.ts';

await testCases('a-ipynb');

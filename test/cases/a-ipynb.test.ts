import { testCases } from './case-tests.ts';

await testCases('a-ipynb', ['a01', 'a18', 'a19']);

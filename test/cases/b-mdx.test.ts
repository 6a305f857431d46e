import { testCases } from './case-tests.ts';

await testCases('b-mdx');

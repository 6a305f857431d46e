import { testCases } from './case-tests.ts';

await testCases('f-offline-search');

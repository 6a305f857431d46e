import { testCases } from './case-tests.ts';

await testCases('f-offline-search', ['f02', 'f09', 'f12']);

import { mutantTests } from './mutant-tests.ts';

/** What runs for every mutant: what is fast to load and reaches most of the code directly. */
export default mutantTests([
  'test/unit/inspect/**/*.test.ts',
  'test/unit/agreement/**/*.test.ts',
  'test/unit/proof/**/*.test.ts',
  'test/unit/trading/*.test.ts',
  'test/unit/wallet/sign*.test.ts',
]);

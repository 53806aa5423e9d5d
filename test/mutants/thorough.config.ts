import { mutantTests } from './mutant-tests.ts';

/** What runs for the mutants that the quick tests left alive: every attack, on every base. */
export default mutantTests(['test/hostile/inspect/*.test.ts']);

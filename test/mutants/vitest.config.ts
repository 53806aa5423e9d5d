import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Comma-separated patterns of the tests that run for each mutant: set by `run.ts`, read here. */
const TESTS = process.env['TOUCHSTONE_MUTANT_TESTS'] ?? 'test/unit/**/*.test.ts';

/** Tests that judge mutants: without processes, windows or a network, and in one world, which loads once. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    environment: 'node',
    isolate: false,
    setupFiles: ['test/support/fast-check-seed.ts'],
    include: TESTS.split(','),
    testTimeout: 60_000,
  },
});

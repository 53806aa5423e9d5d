import { resolve } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Tests that judge mutants: without processes, windows or a network, and in one world, which loads once. */
export function mutantTests(include: readonly string[]): ViteUserConfig {
  return defineConfig({
    root: resolve(import.meta.dirname, '../..'),
    test: {
      environment: 'node',
      isolate: false,
      setupFiles: ['test/support/fast-check-seed.ts'],
      include: [...include],
      testTimeout: 60_000,
    },
  });
}

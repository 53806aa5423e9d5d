import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Project name → how long one test may take: ample, since a slow machine must not fail a sound test. */
const projects = {
  unit: 60_000,
  property: 180_000,
  contract: 60_000,
  architecture: 120_000,
  hostile: 180_000,
  integration: 180_000,
  e2e: 300_000,
  electron: 300_000,
};

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  cacheDir: resolve(import.meta.dirname, '../.cache/vitest'),
  // View models are `*.svelte.ts`; the plugin compiles their runes.
  plugins: [svelte({ configFile: false })],
  // A test that says `@vitest-environment page` has them compiled as for the page, so that they react.
  resolve: {
    alias: { 'vitest-environment-page': resolve(import.meta.dirname, 'support/page-environment.ts') },
  },
  environments: { client: { resolve: { conditions: ['browser', 'module', 'development'] } } },
  test: {
    environment: 'node',
    pool: 'forks',
    // A test that passes only when it is run again is a fault.
    retry: 0,
    projects: Object.entries(projects).map(([name, timeout]) => ({
      extends: true,
      test: {
        name,
        setupFiles: ['test/support/fast-check-seed.ts'],
        include: [`test/${name}/**/*.test.ts`],
        testTimeout: timeout,
        hookTimeout: timeout,
        // Both start whole systems of processes: side by side they would only wait for each other.
        fileParallelism: !['integration', 'e2e', 'electron'].includes(name),
      },
    })),
  },
});

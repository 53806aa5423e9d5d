import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/**
 * Project name → time limit for one test in milliseconds. Generous, so that a slow or busy machine does not fail a
 * sound test, especially for the first five, which run in the background.
 */
const projects = {
  unit: 600_000,
  property: 600_000,
  contract: 600_000,
  architecture: 600_000,
  hostile: 600_000,
  integration: 180_000,
  e2e: 300_000,
  electron: 300_000,
  harness: 300_000,
};

/** Projects that show windows: windows on one screen take the focus from each other, so each file has one to itself. */
const screens = ['e2e', 'electron', 'harness'];
const onScreen = {
  maxWorkers: process.env['TEST_DISPLAYS']?.split(' ').length ?? 1,
  sequence: { groupOrder: 1 },
};

/** Most of its time a test of several processes waits for one of them: more files than processors keep these busy. */
const waiting = { maxWorkers: Math.min(8, availableParallelism() + 1), sequence: { groupOrder: 2 } };

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
    // Files share a few processes, which read the sources once and not for each file. So no test may lean on the state of
    // a module, nor leave anything in it.
    isolate: false,
    // The default leaves one processor idle, of two as well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test that passes only when it is run again is a fault.
    retry: 0,
    projects: Object.entries(projects).map(([name, timeout]) => ({
      extends: true,
      test: {
        name,
        setupFiles: ['test/support/fast-check-seed.ts', 'test/support/own-display.ts'],
        include: [`test/${name}/**/*.test.ts`],
        testTimeout: timeout,
        hookTimeout: timeout,
        ...(screens.includes(name) ? onScreen : {}),
        ...(name === 'integration' ? waiting : {}),
      },
    })),
  },
});

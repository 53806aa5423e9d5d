import { HarnessApp } from './harness-app.ts';
import type { DeskApp } from './desk-app.ts';
import { TouchstoneApp, type AppOptions } from './touchstone-app.ts';

/** The shell that a file runs in which holds for both: `TEST_SHELL`, by itself Chromium's. */
export function testShell(): 'chromium' | 'harness' {
  return process.env['TEST_SHELL'] === 'harness' ? 'harness' : 'chromium';
}

/** Opens the trading window in the shell of this run and waits until its first page stands. */
export function startApp(options: AppOptions = {}): Promise<DeskApp> {
  return testShell() === 'harness' ? HarnessApp.start(options) : TouchstoneApp.start(options);
}

import { HarnessApp } from './harness-app.ts';
import type { DeskApp } from './desk-app.ts';
import { TouchstoneApp, type AppOptions } from './touchstone-app.ts';

/** The shell for files that run in both: `TEST_SHELL`, by default Chromium's. */
export function testShell(): 'chromium' | 'harness' {
  return process.env['TEST_SHELL'] === 'harness' ? 'harness' : 'chromium';
}

/** Opens the trading window in this run's shell and waits for its first page. */
export function startApp(options: AppOptions = {}): Promise<DeskApp> {
  return testShell() === 'harness' ? HarnessApp.start(options) : TouchstoneApp.start(options);
}

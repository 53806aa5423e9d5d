import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { openControl } from './control.ts';

/**
 * Loaded before the application's own entry (`node --import`): from here on `electron` is the harness, and the process
 * looks like Electron's main process. The application's files are read as built.
 */
const harness = new URL('electron.ts', import.meta.url).href;
const version = readFileSync(createRequire(import.meta.url).resolve('electron/package.json'), 'utf8');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: harness, shortCircuit: true } : next(specifier, context),
});
// docs/api/process.md, "process.type" and "process.versions.electron"
Object.defineProperty(process, 'type', { value: 'browser' });
Object.defineProperty(process, 'versions', {
  value: Object.freeze({
    ...process.versions,
    electron: (JSON.parse(version) as { version: string }).version,
  }),
});
openControl();

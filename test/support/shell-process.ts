import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { layFoundations } from '../../src-main/app/foundations.ts';
import { ChromiumShell } from '../../src-main/shell/chromium/chromium-shell.ts';
import type { Gates, WindowGate } from '../../src-main/shell/windows.ts';
import { isSuperuser } from '../../src-main/system/processes.ts';

// The Chromium shell in a process of its own, to be killed while its windows open. It prints which one is being opened.

const [folder = '', executable = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const laid = layFoundations(folder);
if (!laid.ok) throw new Error(laid.failure.code);

const silent: WindowGate = {
  call: () => Promise.resolve(failed(failure('request-refused', { name: 'any', reason: 'nobody is here' }))),
  subscribe: () => undefined,
};
const shell = new ChromiumShell({
  executable,
  headless: false,
  sandboxed: !isSuperuser(),
  builtFolder: fileURLToPath(new URL('../../out', import.meta.url)),
  profilesFolder: join(folder, 'browser'),
  settings: laid.value.settings,
  log: laid.value.log,
  onUserActed: () => undefined,
  onActed: () => undefined,
  onMainClosed: () => undefined,
  onVaultClosed: () => undefined,
  onApprovalClosed: () => undefined,
});
const opening = shell.start({ main: silent, vault: silent, approval: silent } as unknown as Gates);
console.log('main');
await opening;
const another = shell.openApproval();
console.log('approval');
await another;
console.log('open');

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { failureText } from '../src-preload/domain/failure.ts';
import { compose } from './composition/compose.ts';
import { layFoundations } from './composition/foundations.ts';
import { readEnvironment } from './environment.ts';
import { ChromiumShell } from './shell/chromium/chromium-shell.ts';
import { dataFolder } from './system/data-folder.ts';
import { forkHelper } from './system/fork-helper.ts';

/**
 * Composition root of the Chromium shell, run from `out/main`. Ends when the trading window is closed, or on SIGINT,
 * SIGTERM or SIGHUP.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { browser: { type: 'string' }, headless: { type: 'boolean' } } });
  const { browser: executable, headless = false } = values;
  if (executable === undefined) {
    process.stderr.write('Start with: npm start\n');
    return 2;
  }
  const laid = layFoundations(dataFolder(readEnvironment(), process.platform));
  if (!laid.ok) {
    const { what, advice } = failureText(laid.failure);
    process.stderr.write(`${what} ${advice}\n`);
    return 1;
  }
  const foundations = laid.value;
  for (const remark of foundations.remarks) process.stderr.write(`${remark}\n`);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end());
  const shell = new ChromiumShell({
    executable,
    headless,
    builtFolder: fileURLToPath(new URL('..', import.meta.url)),
    profilesFolder: join(foundations.folder, 'browser'),
    settings: foundations.settings,
    log: foundations.log,
    onMainClosed: end,
    onVaultClosed: () => composition.app.vaultClosed(),
    onApprovalClosed: () => composition.app.approvalClosed(),
  });
  const composition = await compose({
    shell: 'chromium',
    foundations,
    windows: shell,
    startHelper: forkHelper,
    entries: {
      practice: fileURLToPath(new URL('practice.js', import.meta.url)),
      keychain: fileURLToPath(new URL('keychain.js', import.meta.url)),
    },
  });
  await composition.app.start();
  await shell.start(composition.gates);
  if (headless) process.stderr.write('Touchstone runs without a window. Stop it with Ctrl-C.\n');
  await ended;
  await shell.stop();
  await composition.app.stop();
  foundations.close();
  return 0;
}

process.exit(await main());

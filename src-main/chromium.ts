import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { failureText, type Failure } from '#domain/failure.ts';
import { layFoundations } from './app/foundations.ts';
import { watchOutput } from './system/output.ts';
import { readEnvironment } from './system/environment.ts';
import { startOffline, startOnline, startsOffline, withoutNetwork } from './starting.ts';
import { ChromiumShell } from './shell/chromium/chromium-shell.ts';
import { launchObstacle } from './shell/chromium/launch-options.ts';
import { LONGEST_STOP_MS } from './shell/windows.ts';
import { systemClock } from './system/clock.ts';
import { dataFolder } from './system/data-folder.ts';
import { forkHelper, isSuperuser, onStopSignal } from './system/processes.ts';

/**
 * Composition root of the Chromium shell, run from `out/main`. Ends when the trading window is closed, or on SIGINT,
 * SIGTERM or SIGHUP.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      browser: { type: 'string' },
      headless: { type: 'boolean' },
      'without-sandbox': { type: 'boolean' },
      offline: { type: 'boolean' },
    },
  });
  const { browser: executable, headless = false } = values;
  const asked = values['without-sandbox'] === true;
  const sandboxed = !asked && !isSuperuser();
  if (executable === undefined) {
    process.stderr.write('Start with: npm start\n');
    return 2;
  }
  const environment = readEnvironment();
  const laid = layFoundations(dataFolder(environment, process.platform));
  if (!laid.ok) return refuse(laid.failure);
  const foundations = laid.value;
  for (const remark of foundations.remarks) process.stderr.write(`${remark}\n`);
  const offline = values.offline === true || startsOffline(foundations.settings);
  if (offline) await withoutNetwork(foundations.log);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  onStopSignal(end);
  if (!sandboxed) process.stderr.write(`${asked ? WITHOUT_SANDBOX : AS_ROOT}\n`);
  const shell = new ChromiumShell({
    executable,
    headless,
    main: offline ? 'offline' : 'trading',
    sandboxed,
    builtFolder: fileURLToPath(new URL('..', import.meta.url)),
    profilesFolder: join(foundations.folder, 'browser'),
    settings: foundations.settings,
    log: foundations.log,
    onUserActed: () => composition.app.userActed(),
    onMainClosed: end,
    onVaultClosed: () => composition.app.vaultClosed(),
    onApprovalClosed: () => composition.app.approvalClosed(),
    onChartClosed: (slot) => composition.app.chartClosed?.(slot),
    onActed: (where, pressed) => composition.app.acted(where, pressed),
  });
  const { keychainService } = environment;
  const keychain = fileURLToPath(new URL('keychain.js', import.meta.url));
  const composition = offline
    ? await startOffline({ foundations, windows: shell, startHelper: forkHelper, keychain, keychainService })
    : await startOnline({
        shell: 'chromium',
        foundations,
        windows: shell,
        startHelper: forkHelper,
        keychainService,
        entries: { practice: fileURLToPath(new URL('practice.js', import.meta.url)), keychain },
      });
  const obstacle = await shell.start(composition.gates).then(
    () => undefined,
    (error: unknown) => {
      const known = launchObstacle(error, executable);
      if (known === undefined) throw error;
      return known;
    },
  );
  if (obstacle === undefined) {
    if (headless) process.stderr.write('Touchstone runs without a window. Stop it with Ctrl-C.\n');
    await ended;
  }
  await shell.stop();
  await Promise.race([composition.app.stop(), systemClock.sleep(LONGEST_STOP_MS)]);
  foundations.close();
  return obstacle === undefined ? 0 : refuse(obstacle);
}

const AS_ROOT =
  'Chromium has no sandbox for root: a flaw in the browser would reach everything. Start Touchstone as an ordinary user to have it.';
const WITHOUT_SANDBOX =
  'Chromium runs without its sandbox, as you asked: a flaw in the browser would reach everything that you can.';

function refuse(obstacle: Failure): number {
  const { what, advice } = failureText(obstacle);
  process.stderr.write(`${what} ${advice}\n`);
  return 1;
}

watchOutput();
process.exit(await main());

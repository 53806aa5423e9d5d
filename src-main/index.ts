import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as electron from 'electron';
import { failureText } from '#domain/failure.ts';
import { layFoundations } from './app/foundations.ts';
import { watchOutput } from './system/output.ts';
import { childEnvironment, readEnvironment } from './system/environment.ts';
import { startOffline, startOnline, startsOffline, withoutNetwork } from './starting.ts';
import { lockAllContents, refusalText, refusedSwitch, refuseLinks } from './shell/electron/hardening.ts';
import { APP_SCHEME } from './shell/electron/electron-window.ts';
import { ElectronShell } from './shell/electron/electron-shell.ts';
import { APP_ID, Ending, followSleep, later, menuTemplate } from './shell/electron/life-cycle.ts';
import { utilityHelpers } from './shell/electron/utility-helpers.ts';
import { dataFolder } from './system/data-folder.ts';

/** Composition root of the Electron shell. */
const { app, dialog, Menu, powerMonitor, protocol } = electron;

watchOutput();
const environment = readEnvironment();
const folder = dataFolder(environment, process.platform);
const allowed = app.isPackaged ? [] : environment.allowedSwitches;
const refused = refusedSwitch(app.commandLine, allowed);
if (refused !== undefined) refuse(refusalText(refused));
else if (!hasOwnFolder())
  refuse(`Touchstone cannot write to its own folder, ${folder}. Make it yours and writable.`);
else if (!app.requestSingleInstanceLock()) app.exit(0);
else {
  // A test of a real runtime without any sandbox passes the switch, which this call would undo.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  // Connections that a page has the browser open ahead of a request bypass the session's locks, so names and addresses
  // are made unresolvable. Main's own connections are Node's.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.setAppUserModelId(APP_ID);
  protocol.registerSchemesAsPrivileged([APP_SCHEME]);
  lockAllContents(app);
  refuseLinks(app);
  app
    .whenReady()
    .then(run)
    .catch((error: unknown) =>
      // A process without a window would keep the lock, and every later start would exit silently.
      refuse(`Touchstone could not start: ${error instanceof Error ? error.message : 'an unknown error'}.`),
    );
}

/**
 * The browser's own files are kept apart from the wallet's, and the lock, which Electron stores among them, is tied to
 * this data folder. Returns whether the folder could be made.
 */
function hasOwnFolder(): boolean {
  const own = join(folder, 'electron');
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
  } catch {
    return false;
  }
  app.setPath('userData', own);
  return true;
}

/** Exits after saying why there will be no window, also to users who started the app from an icon. */
function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  dialog.showErrorBox('Touchstone', reason);
  app.exit(1);
}

async function run(): Promise<void> {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)));
  const laid = layFoundations(folder);
  if (!laid.ok) {
    const { what, advice } = failureText(laid.failure);
    refuse(`${what}\n${advice}`);
    return;
  }
  const foundations = laid.value;
  for (const remark of foundations.remarks) process.stderr.write(`${remark}\n`);
  const offline = process.argv.includes('--offline') || startsOffline(foundations.settings);
  if (offline) await withoutNetwork(foundations.log);
  const shell = new ElectronShell(electron, {
    main: offline ? 'offline' : 'trading',
    builtFolder: fileURLToPath(new URL('..', import.meta.url)),
    settings: foundations.settings,
    onUserActed: () => composition.app.userActed(),
    onMainClosed: () => app.quit(),
    onVaultClosed: () => composition.app.vaultClosed(),
    onApprovalClosed: () => composition.app.approvalClosed(),
    onChartClosed: (slot) => composition.app.chartClosed?.(slot),
    onActed: (where, pressed) => composition.app.acted(where, pressed),
    onBroken: () => {
      foundations.log.error('windows-broken');
      dialog.showErrorBox(
        'Touchstone',
        'The window crashes again and again. Trades that were signed go on at the next start.',
      );
      app.quit();
    },
  });
  const startHelper = utilityHelpers(electron, { environment: childEnvironment(), after: later });
  // Only a test of an unpackaged runtime uses another service name than the user's.
  const keychainService = app.isPackaged ? undefined : environment.keychainService;
  const keychain = fileURLToPath(new URL('keychain.js', import.meta.url));
  const composition = offline
    ? await startOffline({ foundations, windows: shell, startHelper, keychain, keychainService })
    : await startOnline({
        shell: 'electron',
        foundations,
        windows: shell,
        startHelper,
        keychainService,
        entries: { practice: fileURLToPath(new URL('practice.js', import.meta.url)), keychain },
      });
  const ending = new Ending(app, async () => {
    try {
      await composition.app.stop();
    } finally {
      foundations.close();
    }
  });
  app.on('second-instance', () => {
    if (!ending.startedAgain()) shell.showMain();
  });
  followSleep(powerMonitor, composition.app);
  await shell.start(composition.gates);
  for (const text of foundations.remarks) shell.notify({ title: 'Touchstone', text }, () => shell.showMain());
}

import { fileURLToPath } from 'node:url';
import * as electron from 'electron';
import { failureText } from '#domain/failure.ts';
import { layFoundations } from './composition/foundations.ts';
import { readEnvironment } from './environment.ts';
import { startOffline, startOnline, startsOffline, withoutNetwork } from './starting.ts';
import { lockAllContents, refusedSwitch } from './shell/electron/hardening.ts';
import { APP_SCHEME } from './shell/electron/electron-window.ts';
import { ElectronShell, utilityHelpers } from './shell/electron/electron-shell.ts';
import { dataFolder } from './system/data-folder.ts';

/** Composition root of the Electron shell. */
const { app, dialog, protocol } = electron;

const allowed = app.isPackaged ? [] : readEnvironment().allowedSwitches;
const refused = refusedSwitch(app.commandLine, allowed);
if (refused !== undefined) {
  process.stderr.write(`Touchstone does not run with --${refused}.\n`);
  app.exit(1);
} else if (!app.requestSingleInstanceLock()) {
  app.exit(0);
} else {
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([APP_SCHEME]);
  lockAllContents(app);
  void app.whenReady().then(run);
}

async function run(): Promise<void> {
  const laid = layFoundations(dataFolder(readEnvironment(), process.platform));
  if (!laid.ok) {
    const { what, advice } = failureText(laid.failure);
    dialog.showErrorBox('Touchstone', `${what}\n${advice}`);
    app.exit(1);
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
  });
  let stopped = false;
  app.on('second-instance', () => shell.showMain());
  const startHelper = utilityHelpers(electron);
  const keychain = fileURLToPath(new URL('keychain.js', import.meta.url));
  const composition = offline
    ? await startOffline({ foundations, windows: shell, startHelper, keychain })
    : await startOnline({
        shell: 'electron',
        foundations,
        windows: shell,
        startHelper,
        entries: { practice: fileURLToPath(new URL('practice.js', import.meta.url)), keychain },
      });
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void composition.app.stop().finally(() => {
      stopped = true;
      foundations.close();
      app.quit();
    });
  });
  await shell.start(composition.gates);
}

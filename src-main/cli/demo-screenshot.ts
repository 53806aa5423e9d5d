import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failureText, type Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { compose } from '../app/compose.ts';
import { layFoundations } from '../app/foundations.ts';
import { SessionStore } from '../keychain/session-store.ts';
import type { PracticeEndpoints, PracticeHost } from '../ports/system.ts';
import { buildIfStale } from '../setup/build.ts';
import { findChromium } from '../setup/find-runtime.ts';
import { ensureSystemPackages } from '../setup/system-packages.ts';
import { ChromiumShell } from '../shell/chromium/chromium-shell.ts';
import { forkHelper, isSuperuser } from '../system/processes.ts';

/** The market and the wallet that the picture shows. */
export interface SwapViewRequest {
  /** The practice service that runs already. */
  readonly practice: PracticeEndpoints;
  readonly words: string;
  /** Ticker of the token on the receiving side. */
  readonly ticker: string;
  /** The text typed as the amount to pay, in ADA. */
  readonly amount: string;
  /** A folder that is deleted afterwards. */
  readonly folder: string;
}

const project = fileURLToPath(new URL('../../', import.meta.url));
const WAIT_MS = 60_000;

/**
 * Opens the app without a display in an installed Chromium, on the market and the wallet of the demo, types the
 * trade and saves a picture of the swap view. Returns the picture's path, or reports why there is none and returns
 * `undefined`: the trade is done by then, so nothing here fails the demo.
 */
export async function saveSwapView(
  request: SwapViewRequest,
  file: string | undefined,
  say: (line: string) => void,
): Promise<string | undefined> {
  const setup = await ensureSystemPackages('demo', say);
  const executable = findChromium();
  if (executable === undefined) {
    say(`No picture: there is no Chromium. ${setup.instruction ?? ''}`);
    return undefined;
  }
  const path = resolve(file ?? join(project, 'artifacts', 'swap-view.png'));
  mkdirSync(dirname(path), { recursive: true });
  try {
    await buildIfStale(say);
    await photograph(request, executable, path);
  } catch (error) {
    say(
      `No picture: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'the app did not open'}`,
    );
    return undefined;
  }
  say(path);
  return path;
}

async function photograph(request: SwapViewRequest, executable: string, path: string): Promise<void> {
  const foundations = must(layFoundations(join(request.folder, 'app')));
  const shell = new ChromiumShell({
    executable,
    headless: true,
    sandboxed: !isSuperuser(),
    builtFolder: join(project, 'out'),
    profilesFolder: join(foundations.folder, 'browser'),
    settings: foundations.settings,
    log: foundations.log,
    bounds: { width: 1280, height: 800 },
    onUserActed: () => composition.app.userActed(),
    onActed: (where, pressed) => composition.app.acted(where, pressed),
    onMainClosed: () => undefined,
    onVaultClosed: () => composition.app.vaultClosed(),
    onApprovalClosed: () => composition.app.approvalClosed(),
  });
  const composition = await compose({
    shell: 'chromium',
    foundations,
    windows: shell,
    startHelper: forkHelper,
    entries: { practice: '', keychain: '' },
    practice: running(request.practice),
    secrets: new SessionStore(),
  });
  try {
    await composition.app.start();
    await shell.start(composition.gates);
    // The words are already in this process; they go to main's own handler and never into a page.
    must(await composition.app.main.calls['wallet.openVault']({ task: 'import' }));
    must(
      await composition.app.vault.calls['vault.import']({
        phrase: request.words,
        password: request.practice.apiKey,
      }),
    );
    const { main } = await shell.pages();
    if (main === undefined) throw new Error('the trading window did not open');
    const pay = main.getByLabel('Sell, in ADA');
    await pay.waitFor({ timeout: WAIT_MS });
    await main.getByRole('button', { name: /^Buy:/ }).click();
    const picker = main.getByRole('dialog');
    await picker.getByRole('combobox').fill(request.ticker);
    await picker
      .getByRole('option', { name: request.ticker })
      .filter({ has: main.getByTitle('Verified by the service') })
      .first()
      .click();
    await pay.fill(request.amount);
    await main.getByRole('button', { name: 'Review trade' }).waitFor({ timeout: WAIT_MS });
    // The stream of candles is there, and with it the chart.
    await main.getByText('live', { exact: true }).first().waitFor({ timeout: WAIT_MS });
    await main.screenshot({ path });
  } finally {
    await shell.stop();
    await composition.app.stop();
    foundations.close();
  }
}

/** The practice service that the demo has started already. */
function running(endpoints: PracticeEndpoints): PracticeHost {
  return {
    start: () => Promise.resolve(ok(endpoints)),
    stop: () => Promise.resolve(),
    onExit: () => () => undefined,
  };
}

function must<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(failureText(result.failure).what);
  return result.value;
}

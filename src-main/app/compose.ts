import { join } from 'node:path';
import {
  approvalTable,
  chartTable,
  mainTable,
  vaultTable,
  type ChartTable,
  type MainTable,
} from '#contract/index.ts';
import project from '../../package.json' with { type: 'json' };
import { type DeskSlot, eachDeskSlot } from '#domain/chart-slots.ts';
import { failureText } from '#domain/failure.ts';
import { createApp, type App } from './create-app.ts';
import type { AppParts } from './desk-parts.ts';
import { Gate } from '../gate/gate.ts';
import { openSecretStore } from '../keychain/open-secret-store.ts';
import type { Clock, Log, PracticeHost, ReplayHost, StartHelper } from '../ports/system.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import type { ReleaseChannel } from '../release/channel.ts';
import type { Windows } from '../ports/windows.ts';
import type { Gates } from '../shell/windows.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { diskFiles, memoryFiles } from '../system/small-files.ts';
import { cryptoSelfTest } from '../wallet/self-test.ts';
import { connector } from './connector.ts';
import { placeOf } from './folder-names.ts';
import { type Foundations, openProfileStore } from './foundations.ts';
import { knownPools, knownScripts, NAMED_EXCHANGES } from './order-scripts.ts';
import { RELEASE_CHANNEL } from './release-channel.ts';
import { releaseParts } from './release-source.ts';
import { PracticeHelper } from './practice-helper.ts';
import { ReplayHelper } from './replay-helper.ts';

/** One gate for each chart's window: the gate decides which chart a page reaches, not the page. */
function chartGates(app: App, log: Log, newIncident: () => string): NonNullable<Gates['charts']> {
  const gate = (slot: DeskSlot): Gate<ChartTable> =>
    new Gate(chartTable, app.charts[slot], log, newIncident, () => app.objection(slot));
  return eachDeskSlot(gate);
}

/** The parts that differ between the shells, and those that tests replace. */
export interface CompositionParts {
  readonly shell: 'electron' | 'chromium';
  readonly foundations: Foundations;
  readonly windows: Windows;
  readonly startHelper: StartHelper;
  /** Paths of the helpers' entry modules. */
  readonly entries: { readonly practice: string; readonly keychain: string };
  /** Options of practice's command line besides the port and the data folder. */
  readonly practiceOptions?: readonly string[];
  readonly practice?: PracticeHost;
  readonly replay?: ReplayHost;
  /** The keychain service name, instead of the product's own. */
  readonly keychainService?: string | undefined;
  readonly secrets?: SecretStore;
  /** The application's clock; the clients keep the machine's. */
  readonly clock?: Clock;
  readonly pollMs?: number;
  /** Instead of the channel that ships: tests use it to trust practice's releases; neither root passes one. */
  readonly releases?: ReleaseChannel;
  /** Cheaper key derivation, for tests alone; neither root passes one. */
  readonly walletCost?: AppParts['walletCost'];
}

export interface Composition {
  readonly app: App;
  readonly gates: Gates<Gate<MainTable>>;
}

/** Puts the application together from its adapters. @throws Error when the runtime's cryptography fails its self-test. */
export async function compose(parts: CompositionParts): Promise<Composition> {
  const sound = await cryptoSelfTest();
  if (!sound.ok) throw new Error(failureText(sound.failure).what);
  const { foundations, shell, windows, startHelper, entries } = parts;
  const { folder, log, settings } = foundations;
  const secrets =
    parts.secrets ??
    (await openSecretStore({
      start: startHelper,
      entry: entries.keychain,
      files: diskFiles(folder),
      clock: systemClock,
      platform: process.platform,
      ...(parts.keychainService === undefined ? {} : { service: parts.keychainService }),
    }));
  const practice =
    parts.practice ??
    new PracticeHelper(startHelper, entries.practice, [
      '--data',
      join(folder, 'practice'),
      ...(parts.practiceOptions ?? []),
    ]);
  const replay =
    parts.replay ??
    new ReplayHelper(startHelper, entries.practice, {
      replays: join(folder, 'replay'),
      practice: join(folder, 'practice'),
      options: parts.practiceOptions ?? [],
    });
  const appParts: AppParts = {
    version: project.version,
    shell,
    platform: process.platform,
    clock: parts.clock ?? systemClock,
    random: systemRandom,
    log,
    settings,
    secrets,
    place: placeOf(folder),
    windows,
    practice,
    replay,
    connect: connector(systemClock, systemRandom),
    openProfile: (name, session) => openProfileStore(folder, name, session),
    sessionFiles: memoryFiles,
    exchanges: NAMED_EXCHANGES,
    scripts: knownScripts,
    pools: knownPools,
    releases: releaseParts(parts.releases ?? RELEASE_CHANNEL, systemClock, systemRandom),
    ...(parts.pollMs === undefined ? {} : { pollMs: parts.pollMs }),
    ...(parts.walletCost === undefined ? {} : { walletCost: parts.walletCost }),
  };
  const app = createApp(appParts);
  const newIncident = (): string => Buffer.from(systemRandom.bytes(4)).toString('hex');
  return {
    app,
    gates: {
      main: new Gate(mainTable, app.main, log, newIncident, () => app.objection('desk')),
      vault: new Gate(vaultTable, app.vault, log, newIncident),
      approval: new Gate(approvalTable, app.approval, log, newIncident),
      charts: chartGates(app, log, newIncident),
    },
  };
}

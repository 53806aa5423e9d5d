import project from '../../package.json' with { type: 'json' };
import { approvalTable, offlineTable, vaultTable, type OfflineTable } from '#contract/index.ts';
import { failureText } from '#domain/failure.ts';
import { createOfflineApp, type OfflineApp } from './create-offline.ts';
import { PolicyStore } from '../features/vault/policy-store.ts';
import { Gate } from '../gate/gate.ts';
import { openSecretStore } from '../keychain/open-secret-store.ts';
import type { Clock, StartHelper } from '../ports/system.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import type { Windows } from '../ports/windows.ts';
import type { Gates } from '../shell/windows.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { diskFiles, memoryFiles } from '../system/small-files.ts';
import { cryptoSelfTest } from '../wallet/self-test.ts';
import { Wallet } from '../wallet/wallet.ts';
import type { WalletParts } from '../wallet/wallet-access.ts';
import type { Foundations } from './foundations.ts';
import { placeOf } from './folder-names.ts';
import { fileRecord, offlineFolder, PROFILE } from './offline-record.ts';
import { knownScripts, NAMED_EXCHANGES } from './order-scripts.ts';

export interface OfflineCompositionParts {
  readonly foundations: Foundations;
  readonly windows: Windows;
  readonly startHelper: StartHelper;
  /** Path of the entry module of the keychain's helper. */
  readonly keychain: string;
  /** As in `CompositionParts`. */
  readonly keychainService?: string | undefined;
  readonly secrets?: SecretStore;
  readonly clock?: Clock;
  readonly walletCost?: WalletParts['cost'];
}

export interface OfflineComposition {
  readonly app: OfflineApp;
  readonly gates: Gates<Gate<OfflineTable>>;
}

/**
 * Puts together what signs without a network. It loads no client, starts no practice, and its only helper process is the
 * keychain's. @throws Error when the runtime's cryptography fails its self-test.
 */
export async function composeOffline(parts: OfflineCompositionParts): Promise<OfflineComposition> {
  const sound = await cryptoSelfTest();
  if (!sound.ok) throw new Error(failureText(sound.failure).what);
  const { foundations, windows, startHelper, keychain, clock = systemClock } = parts;
  const { folder, log, settings } = foundations;
  const secrets =
    parts.secrets ??
    (await openSecretStore({
      start: startHelper,
      entry: keychain,
      files: diskFiles(folder),
      clock: systemClock,
      platform: process.platform,
      ...(parts.keychainService === undefined ? {} : { service: parts.keychainService }),
    }));
  const files = diskFiles(offlineFolder(folder));
  const wallet = await Wallet.open({
    files,
    sessionFiles: memoryFiles(),
    secrets,
    clock,
    random: systemRandom,
    network: 'mainnet',
    profile: PROFILE,
    ...(parts.walletCost === undefined ? {} : { cost: parts.walletCost }),
  });
  const app = createOfflineApp({
    clock,
    random: systemRandom,
    version: project.version,
    log,
    settings,
    windows,
    wallet,
    record: fileRecord(files),
    policy: new PolicyStore({
      place: placeOf(folder),
      profile: PROFILE,
      files,
      // Where nothing keeps a secret for longer than a session, nothing vouches for a file.
      ...(secrets.status().kind === 'keychain' ? { secrets } : {}),
    }),
    exchanges: NAMED_EXCHANGES.live,
    scripts: (network) => knownScripts('live', network),
  });
  const newIncident = (): string => Buffer.from(systemRandom.bytes(4)).toString('hex');
  return {
    app,
    gates: {
      main: new Gate(offlineTable, app.offline, log, newIncident, () => app.objection('desk')),
      vault: new Gate(vaultTable, app.vault, log, newIncident),
      approval: new Gate(approvalTable, app.approval, log, newIncident),
    },
  };
}

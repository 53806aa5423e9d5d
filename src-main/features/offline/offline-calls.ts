import type { VaultTask } from '#contract/index.ts';
import type { OfflineDeskView } from '#contract/offline.ts';
import type { BroughtKeysView } from '#contract/vault.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DONE, done, type OfflineCalls, type VaultCalls } from '../../gate/handlers.ts';
import { saveFile } from '../../gate/outside.ts';
import { OTHER_DERIVATIONS } from '../../offline/formats/phrase-key.ts';
import { readSigningKey } from '../../offline/formats/signing-key.ts';
import type { Signer } from '../../offline/formats/signer.ts';
import { writeWitnessFile } from '../../offline/formats/witness-file.ts';
import { openOfflineKeys, type OfflineSource } from '../../offline/open-keys.ts';
import { shownCodes, signatureMessage } from '../../offline/shown-codes.ts';
import type { OfflineKeys } from '../../offline/sign.ts';
import { encodeWitnessSet } from '../../cardano/witness.ts';
import type { Windows } from '../../ports/windows.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { OfflineDesk } from './offline-desk.ts';

export interface OfflineCallParts {
  readonly desk: OfflineDesk;
  readonly wallet: Wallet;
  readonly windows: Windows;
  readonly openVault: (task: VaultTask) => Promise<Result<undefined, Failure>>;
  /** The vault window's task of changing the limits of this computer, as they are now. */
  readonly policyTask: () => Promise<VaultTask>;
  /** Keeps a choice for the next start. @throws StorageError */
  readonly keep: (choice: {
    readonly theme?: OfflineDeskView['theme'];
    readonly startOffline?: boolean;
  }) => void;
}

/** The calls open to the page of a computer without a network. */
export function offlineCalls(parts: OfflineCallParts): OfflineCalls {
  const { desk, wallet, windows, openVault, policyTask, keep } = parts;
  return {
    'offline.open': ({ text }) => Promise.resolve(done(desk.open(text))),
    'offline.takeFrames': ({ frames }) => Promise.resolve(done(desk.takeFrames(frames))),
    'offline.putAway': () => {
      desk.putAway();
      return Promise.resolve(DONE);
    },
    'offline.openVault': async ({ task }) => {
      // The user may have opened the keychain since.
      if (wallet.status().state === 'unavailable') await wallet.refresh({ interactive: true });
      const opening = task === 'policy' ? await limitsOf(wallet, policyTask) : taskOf(task, desk, wallet);
      return opening.ok ? done(await openVault(opening.value)) : opening;
    },
    'offline.forgetKeys': () => {
      desk.forgetKeys();
      return Promise.resolve(DONE);
    },
    'offline.review': async () => done(await desk.review()),
    'offline.saveSignatures': async () => {
      const signed = desk.signatures();
      const bundle = desk.bundle();
      if (!signed.ok) return signed;
      if (!bundle.ok) return bundle;
      const [only, ...others] = signed.value;
      const name = `touchstone-${desk.topic.value.signed?.hashes[0]?.slice(0, 16) ?? ''}-signatures`;
      return only && others.length === 0
        ? saveFile(windows, `${name}.witness`, writeWitnessFile(only))
        : saveFile(windows, `${name}.txt`, `${encodeWitnessSet(signed.value)}\n`);
    },
    'offline.saveReceipt': async () => {
      const receipt = desk.receipt();
      const name = `touchstone-${desk.topic.value.signed?.hashes[0]?.slice(0, 16) ?? ''}-receipt.json`;
      return receipt.ok ? saveFile(windows, name, receipt.value) : receipt;
    },
    'offline.codes': (wanted) => {
      const signed = desk.signatures();
      return Promise.resolve(signed.ok ? shownCodes(signatureMessage(signed.value), wanted) : signed);
    },
    'offline.startOffline': ({ offline }) => {
      keep({ startOffline: offline });
      desk.setLook({ startsOffline: offline });
      return Promise.resolve(DONE);
    },
    'offline.setTheme': ({ theme }) => {
      keep({ theme });
      desk.setLook({ theme });
      return Promise.resolve(DONE);
    },
  };
}

/** Limits change with the password of the key that signs. Failures: `no-wallet`, the wallet's trouble. */
async function limitsOf(
  wallet: Wallet,
  policyTask: OfflineCallParts['policyTask'],
): Promise<Result<VaultTask, Failure>> {
  const { state, failure: trouble } = wallet.status();
  if (state !== 'locked' && state !== 'unlocked')
    return failed((state === 'unavailable' ? trouble : undefined) ?? failure('no-wallet'));
  return ok(await policyTask());
}

type TaskName = Exclude<Parameters<OfflineCalls['offline.openVault']>[0]['task'], 'policy'>;

/** Failures: `wallet-exists`, `no-wallet`, the wallet's trouble, `offline-no-bundle`. */
function taskOf(task: TaskName, desk: OfflineDesk, wallet: Wallet): Result<VaultTask, Failure> {
  const { state, failure: trouble } = wallet.status();
  switch (task) {
    case 'create':
      return state === 'none' ? ok({ kind: task, practice: false }) : failed(failure('wallet-exists'));
    case 'import':
    case 'restore':
      return state === 'none' || state === 'unavailable'
        ? ok({ kind: task, practice: false })
        : failed(failure('wallet-exists'));
    case 'backup':
    case 'change-password':
    case 'remove':
      return state === 'locked' || state === 'unlocked'
        ? ok({ kind: task })
        : failed(trouble ?? failure('no-wallet'));
    case 'use-keys': {
      const bundle = desk.bundle();
      if (!bundle.ok) return bundle;
      const { network, address } = bundle.value;
      return ok({ kind: task, network, address });
    }
  }
}

/** The vault window, as far as keys for one bundle are brought there. */
interface KeysWindow {
  current(kind: 'use-keys'): Extract<VaultTask, { readonly kind: 'use-keys' }> | undefined;
  refuse(name: string): Result<never, Failure>;
  finish(): void;
}

/** The vault window's calls about keys that are brought for one bundle. */
export function broughtKeyCalls(
  desk: OfflineDesk,
  vault: KeysWindow,
): Pick<VaultCalls, 'vault.previewKeys' | 'vault.useKeys'> {
  return {
    'vault.previewKeys': ({ keys: brought }) => {
      const task = vault.current('use-keys');
      if (!task) return Promise.resolve(vault.refuse('vault.previewKeys'));
      const keys = openBrought(brought, task.network);
      if (!keys.ok) return Promise.resolve(keys);
      const { address } = keys.value;
      const right = desk.isOfTheWallet(keys.value);
      keys.value.wipe();
      return Promise.resolve(
        ok({
          ...(address === undefined ? {} : { address }),
          right,
          ...(right || address === undefined ? {} : { note: OTHER_DERIVATIONS }),
        }),
      );
    },
    'vault.useKeys': ({ keys: brought }) => {
      const task = vault.current('use-keys');
      const bundle = desk.bundle();
      // Keys are for the bundle that the window was opened for, whichever is on the desk by now.
      if (
        !task ||
        !bundle.ok ||
        bundle.value.address !== task.address ||
        bundle.value.network !== task.network
      )
        return Promise.resolve(vault.refuse('vault.useKeys'));
      const keys = openBrought(brought, task.network);
      if (!keys.ok) return Promise.resolve(keys);
      if (!desk.isOfTheWallet(keys.value)) {
        keys.value.wipe();
        return Promise.resolve(failed(failure('offline-other-keys')));
      }
      desk.bring(keys.value, WHAT[brought.kind]);
      vault.finish();
      return Promise.resolve(DONE);
    },
  };
}

const WHAT: Readonly<Record<BroughtKeysView['kind'], string>> = {
  words: 'Recovery words',
  encrypted: 'Encrypted root key',
  files: 'Key files',
};

/** Failures: `phrase-malformed`, `encrypted-key-…`, `signing-key-malformed`, `address-malformed`, `key-not-ours`. */
function openBrought(brought: BroughtKeysView, network: NetworkName): Result<OfflineKeys, Failure> {
  const source = sourceOf(brought);
  return source.ok ? openOfflineKeys(source.value, network) : source;
}

function sourceOf(brought: BroughtKeysView): Result<OfflineSource, Failure> {
  if (brought.kind !== 'files') return ok(brought);
  const keys: Signer[] = [];
  for (const file of brought.files) {
    const key = readSigningKey(file);
    if (key.ok) keys.push(key.value);
    else {
      for (const other of keys) other.wipe();
      return key;
    }
  }
  return ok({ kind: 'files', keys, address: brought.address });
}

import { type Failure } from '#domain/failure.ts';
import { slotToUnix, type NetworkName } from '#domain/network.ts';
import { ok, type Result } from '#domain/result.ts';
import {
  fewestSignatures,
  keysNamedTwice,
  scriptLines,
  type NativeScript,
} from '../../cardano/native-script.ts';
import { DONE, type OpenProfile, type ProfileMode, type VaultCalls } from '../../gate/handlers.ts';
import { saveFile } from '../../gate/outside.ts';
import { moment } from '#domain/words/phrases.en.ts';
import type { Windows } from '../../ports/windows.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { tasksOf, TOO_SOON } from './vault-work.ts';
import type { VaultWindow } from './vault-window.ts';

const QUICK_PHRASE_LENGTH = 24;

/** Whose wallet it is. */
export interface WalletOwner {
  readonly mode: ProfileMode;
  readonly wallet: Wallet;
}

export interface WalletTaskParts {
  readonly profiles: Pick<OpenProfile<WalletOwner>, 'current'>;
  readonly vault: VaultWindow;
  readonly windows: Windows;
  /** Asks the practice ledger for funds. Failures: `practice-only`, of the ledger. */
  readonly fund: (address: string) => Promise<Result<undefined, Failure>>;
}

function timeOf(slot: number, network: NetworkName): string {
  return moment(BigInt(slotToUnix(network, slot)) * 1_000n);
}

type WalletTaskCalls = Pick<
  VaultCalls,
  | 'vault.newPhrase'
  | 'vault.create'
  | 'vault.quickPractice'
  | 'vault.previewImport'
  | 'vault.import'
  | 'vault.previewWatched'
  | 'vault.watch'
  | 'vault.unwatch'
  | 'vault.restore'
  | 'vault.unlock'
  | 'vault.changePassword'
  | 'vault.backup'
  | 'vault.remove'
  | 'vault.cancel'
>;

/** The vault window's calls about a wallet, with a network or without. Each is refused unless main opened the window for it. */
export function walletTaskCalls({ profiles, vault, windows, fund }: WalletTaskParts): WalletTaskCalls {
  const { during, ending } = tasksOf(profiles, vault);
  return {
    'vault.newPhrase': ({ words }) =>
      during('vault.newPhrase', ['create'], ({ wallet }) => {
        const phrase = wallet.newPhrase(words);
        vault.holdPhrase(phrase);
        return Promise.resolve(ok({ words: [...phrase.words()], prove: [...phrase.positions] }));
      }),
    'vault.create': ({ proof, password }) =>
      during('vault.create', ['create'], ({ wallet }, task) => {
        const { phrase } = vault;
        return phrase
          ? ending(task, (wanted) => wallet.create(phrase, proof, password, wanted))
          : Promise.resolve(vault.refuse('vault.create'));
      }),
    'vault.quickPractice': ({ password }) =>
      during('vault.quickPractice', ['quick-practice'], ({ wallet }, task) =>
        ending(task, async (wanted) => {
          const phrase = wallet.newPhrase(QUICK_PHRASE_LENGTH);
          const words = phrase.words();
          const proof = phrase.positions.map((position) => words[position - 1] ?? '');
          const created = await wallet.create(phrase, proof, password, wanted);
          phrase.wipe();
          if (!created.ok) return created;
          const address = wallet.address(0);
          // Without funds the wallet still exists; the trading window offers to ask for them again.
          if (address.ok) await fund(address.value);
          return DONE;
        }),
      ),
    'vault.previewImport': ({ phrase }) =>
      during('vault.previewImport', ['import'], ({ wallet }) => {
        const address = wallet.previewImport(phrase);
        return Promise.resolve(address.ok ? ok({ address: address.value }) : address);
      }),
    'vault.import': ({ phrase, password }) =>
      during('vault.import', ['import'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.import(phrase, password, wanted)),
      ),
    'vault.previewWatched': ({ watched }) =>
      during('vault.previewWatched', ['watch'], ({ wallet }) => {
        const seen = wallet.previewWatched(watched);
        if (!seen.ok) return Promise.resolve(seen);
        const { addresses, script } = seen.value;
        const signers = script && scriptLines(script.script, (slot) => timeOf(slot, wallet.network));
        const namedTwice = script && namedTwiceIn(script.script);
        return Promise.resolve(
          ok({
            addresses: [...addresses],
            ...(signers && { signers: [...signers] }),
            ...(namedTwice && { namedTwice }),
          }),
        );
      }),
    'vault.watch': ({ watched }) =>
      during('vault.watch', ['watch'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.watch(watched, wanted)),
      ),
    'vault.unwatch': () =>
      during('vault.unwatch', ['unwatch'], ({ wallet }, task) =>
        vault.wasRead ? ending(task, (wanted) => wallet.unwatch(wanted)) : TOO_SOON,
      ),
    'vault.restore': ({ backup, password }) =>
      during('vault.restore', ['restore'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.restoreBackup(backup, password, wanted)),
      ),
    'vault.unlock': ({ password, minutes }) =>
      during('vault.unlock', ['unlock'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.unlock(password, minutes, wanted)),
      ),
    'vault.changePassword': ({ current, next }) =>
      during('vault.changePassword', ['change-password'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.changePassword(current, next, wanted)),
      ),
    'vault.backup': ({ password }) =>
      during('vault.backup', ['backup'], async ({ wallet, mode }, task) => {
        const text = await wallet.exportBackup(password);
        if (vault.current('backup') !== task) return vault.refuse('vault.backup');
        // The window stays open and shows where the file is.
        return text.ok ? saveFile(windows, `touchstone-${mode}-wallet.json`, text.value) : text;
      }),
    'vault.remove': ({ password }) =>
      during('vault.remove', ['remove'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.remove(password, wanted)),
      ),
    'vault.cancel': () => {
      vault.cancel();
      return Promise.resolve(DONE);
    },
  };
}

/** A script that seems to need more people than it does: one signature counts wherever its key is named. */
function namedTwiceIn(script: NativeScript): { readonly keys: number; readonly fewest: number } | undefined {
  const keys = keysNamedTwice(script).size;
  return keys === 0 ? undefined : { keys, fewest: fewestSignatures(script) };
}

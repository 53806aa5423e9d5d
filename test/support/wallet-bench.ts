import { createHash } from 'node:crypto';
import type { Random, SmallFiles } from '../../src-main/ports/system.ts';
import {
  checkSecret,
  type SecretDelete,
  type SecretRead,
  type SecretStore,
  type SecretStoreStatus,
  type SecretTrouble,
  type SecretWrite,
} from '../../src-main/ports/secret-store.ts';
import { memoryFiles } from '../../src-main/system/small-files.ts';
import type { ScryptCost } from '../../src-main/wallet/keystore-format.ts';
import { Wallet } from '../../src-main/wallet/wallet.ts';
import { ManualClock } from './manual-clock.ts';

/** Public test words. Never fund them. */
export const WORDS = 'test walk nut penalty hip pave soap entry language right filter choice';
export const PASSWORD = 'correct horse battery';
/** A derivation that takes no time; the real cost is tested apart. */
export const CHEAP: ScryptCost = { log2N: 1, r: 8, p: 1 };

/** Bytes that repeat from run to run. */
export function seededRandom(seed: number): Random {
  let drawn = 0;
  return {
    bytes(count) {
      const out = new Uint8Array(count);
      for (let at = 0; at < count; at += 32)
        out.set(
          createHash('sha256')
            .update(`${seed} ${drawn++}`)
            .digest()
            .subarray(0, count - at),
          at,
        );
      return out;
    },
  };
}

/** A keychain in memory whose state the test sets. The real one is tested in test/integration/keychain. */
export class TestKeychain implements SecretStore {
  readonly values = new Map<string, string>();
  kind: SecretStoreStatus['kind'] = 'keychain';
  trouble: SecretTrouble | undefined;
  /** Called before each of its answers, which come when it has resolved: by a keychain that answers late. */
  late: (call: 'get' | 'set' | 'delete') => Promise<void> | void = () => undefined;

  async get(name: string): Promise<SecretRead> {
    checkSecret(name);
    await this.late('get');
    const value = this.values.get(name);
    return this.trouble ?? (value === undefined ? { status: 'absent' } : { status: 'value', value });
  }

  async set(name: string, value: string): Promise<SecretWrite> {
    checkSecret(name, value);
    await this.late('set');
    if (!this.trouble) this.values.set(name, value);
    return this.trouble ?? { status: 'stored' };
  }

  async delete(name: string): Promise<SecretDelete> {
    await this.late('delete');
    if (!this.trouble) this.values.delete(name);
    return this.trouble ?? { status: 'deleted' };
  }

  status(): SecretStoreStatus {
    return { kind: this.kind, state: this.trouble?.status ?? 'ready' };
  }

  close(): void {
    this.trouble = { status: 'unavailable' };
  }
}

/** The power went off. */
class PowerCut extends Error {}

/** Everything around a wallet that outlives the process: files, keychain, and a clock. */
export class WalletBench {
  readonly disk: SmallFiles = memoryFiles();
  readonly keychain = new TestKeychain();
  clock = new ManualClock();
  /** Changes to files and keychain that still succeed before the power goes off. */
  changesLeft = Number.POSITIVE_INFINITY;
  #starts = 0;

  /** Restarts the application's wallet, on the data on disk and in the keychain. */
  open(profile = 'live', network: 'mainnet' | 'preprod' = 'mainnet'): Promise<Wallet> {
    this.#starts += 1;
    return Wallet.open({
      profile,
      network,
      files: this.#fragileFiles(),
      sessionFiles: memoryFiles(),
      secrets: this.#fragileKeychain(),
      clock: this.clock,
      random: seededRandom(this.#starts),
      cost: CHEAP,
    });
  }

  async withWallet(words = WORDS, password = PASSWORD): Promise<Wallet> {
    const wallet = await this.open();
    const made = await wallet.import(words, password);
    if (!made.ok) throw new Error(made.failure.code);
    return wallet;
  }

  #spend(): void {
    if (this.changesLeft <= 0) throw new PowerCut();
    this.changesLeft -= 1;
  }

  #fragileFiles(): SmallFiles {
    return {
      read: (name) => this.disk.read(name),
      write: (name, content) => {
        this.#spend();
        this.disk.write(name, content);
      },
      change: (name, next) => {
        this.#spend();
        this.disk.change(name, next);
      },
      remove: (name) => {
        this.#spend();
        this.disk.remove(name);
      },
    };
  }

  #fragileKeychain(): SecretStore {
    const { keychain } = this;
    return {
      get: (name) => keychain.get(name),
      set: async (name, value) => {
        this.#spend();
        return keychain.set(name, value);
      },
      delete: async (name) => {
        this.#spend();
        return keychain.delete(name);
      },
      status: () => keychain.status(),
      close: () => keychain.close(),
    };
  }
}

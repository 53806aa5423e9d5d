import { sumValues, type Value } from '#domain/amount.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { violationsOf } from '../../../src-main/practice/chain/rules.ts';
import {
  decodeTransaction,
  type LedgerTx,
  refKey,
  type TxInput,
  type TxOutput,
} from '../../../src-main/practice/chain/transaction.ts';
import { scriptRules } from '../../../src-main/practice/orders/validator.ts';
import { worldKey } from '../../../src-main/practice/accounts.ts';
import { EXCHANGES, NOW_SLOT } from './cast.ts';

export interface LedgerEntry {
  readonly tx: LedgerTx;
  /** The transaction as the ledger has it, hex. */
  readonly cbor: string;
  readonly height: number;
}

const SCRIPTS = scriptRules(
  EXCHANGES.map((code) => ({ code, batcher: worldKey(1, `batcher ${code}`).keyHash, partialFills: false })),
);

/**
 * A ledger with practice's rules that can be forked: a fork sees all that was before it and keeps to itself what comes
 * after. Each transaction taken is a block.
 */
export class ForkedLedger {
  readonly #below: ForkedLedger | undefined;
  readonly #transactions = new Map<string, LedgerEntry>();
  readonly #spentBy = new Map<string, string>();
  #height: number;

  constructor(below?: ForkedLedger) {
    this.#below = below;
    this.#height = below?.height ?? 1_000;
  }

  get height(): number {
    return this.#height;
  }

  get slot(): number {
    return NOW_SLOT + this.#height - 1_000;
  }

  fork(): ForkedLedger {
    return new ForkedLedger(this);
  }

  /** Puts a transaction into a block without asking any rule: for what was there from the beginning. */
  begin(bytes: Uint8Array): LedgerTx {
    return this.#apply(read(bytes), bytes);
  }

  /** The rules that it breaks, or its hash once it is in a block. */
  submit(bytes: Uint8Array): Result<string, readonly string[]> {
    const decoded = decodeTransaction(bytes);
    if (!decoded.ok) return failed([`not decodable: ${decoded.failure}`]);
    const broken = this.refusals(decoded.value);
    return broken.length > 0 ? failed(broken) : ok(this.#apply(decoded.value, bytes).hash);
  }

  refusals(tx: LedgerTx): readonly string[] {
    return violationsOf(tx, {
      resolve: (ref) => this.resolve(ref),
      wasSpent: (ref) => this.spentBy(refKey(ref)) !== undefined,
      slot: BigInt(this.slot),
      scripts: SCRIPTS,
    }).map(({ rule, text }) => `${rule} ${text}`);
  }

  transaction(hash: string): LedgerEntry | undefined {
    return this.#transactions.get(hash) ?? this.#below?.transaction(hash);
  }

  spentBy(reference: string): string | undefined {
    return this.#spentBy.get(reference) ?? this.#below?.spentBy(reference);
  }

  /** The unspent output of a reference. */
  resolve(ref: TxInput): TxOutput | undefined {
    if (this.spentBy(refKey(ref)) !== undefined) return undefined;
    return this.transaction(ref.txHash)?.tx.outputs[ref.index];
  }

  /** Every unspent output, oldest first. */
  unspent(): readonly { readonly ref: TxInput; readonly output: TxOutput }[] {
    return this.#all().flatMap(({ tx }) =>
      tx.outputs.flatMap((output, index) => {
        const ref = { txHash: tx.hash, index };
        return this.spentBy(refKey(ref)) === undefined ? [{ ref, output }] : [];
      }),
    );
  }

  /** Total value of the outputs of this payment key. */
  heldBy(paymentKey: string): Value {
    return sumValues(
      this.unspent()
        .filter(({ output }) => output.payment.kind === 'key' && output.payment.hash === paymentKey)
        .map(({ output }) => output.value),
    );
  }

  /** Hashes that are in this fork and not below it. */
  news(): readonly string[] {
    return [...this.#transactions.keys()];
  }

  #all(): readonly LedgerEntry[] {
    return [...(this.#below ? this.#below.#all() : []), ...this.#transactions.values()];
  }

  #apply(tx: LedgerTx, bytes: Uint8Array): LedgerTx {
    this.#height += 1;
    this.#transactions.set(tx.hash, { tx, cbor: toHex(bytes), height: this.#height });
    for (const input of tx.inputs) this.#spentBy.set(refKey(input), tx.hash);
    return tx;
  }
}

function read(bytes: Uint8Array): LedgerTx {
  const decoded = decodeTransaction(bytes);
  if (!decoded.ok) throw new Error(decoded.failure);
  return decoded.value;
}

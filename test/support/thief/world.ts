import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { refKey, type TxInput, type TxOutput } from '../../../src-main/practice/chain/transaction.ts';
import { PAYMENT, thief } from './cast.ts';
import type { ForkedLedger } from './forked-ledger.ts';
import { wayOf, type Claims } from './levers.ts';
import type { Vector } from './shapes.ts';
import type { Want } from './want.ts';

export interface Owned {
  readonly ref: TxInput;
  readonly output: TxOutput;
}

/** The claim about an output. `undefined`: the ledger back-end does not know it. */
export interface ToldOutput {
  readonly address: string;
  readonly value: Value;
}

const POORER = 5_000_000n;

/** One world of the thief's: a fork of the ledger, what is said in it, and what he would build next. */
export class ThiefWorld {
  readonly ledger: ForkedLedger;
  readonly claims: Claims;
  want: Want | undefined;
  vector: Vector = {};
  /** Whether the thief is paid at an address that the user has never paid. */
  readonly fresh: boolean;
  /** The thief's overstatement of his own output, so that the sums of the transaction he built match. */
  thiefTold = 0n;
  /** The asset that the user sells. */
  sold: AssetId = ADA;
  /** How many orders the service says that one cancellation takes. */
  mostCancelled = 1_000;
  /** Transactions with our signatures that left the application, complete. */
  readonly held: Uint8Array[] = [];

  constructor(ledger: ForkedLedger, claims: Claims, fresh: boolean) {
    this.ledger = ledger;
    this.claims = claims;
    this.fresh = fresh;
  }

  /** The user's outputs at keys, those that are lied about first, then the largest. */
  ownOutputs(): readonly Owned[] {
    const own = this.ledger.unspent().filter(({ output }) => isKey(output, PAYMENT));
    const rank = ({ ref, output }: Owned): bigint =>
      (this.isTarget(ref) ? 1n << 62n : 0n) + lovelaceIn(output.value);
    return own.toSorted((left, right) => (rank(left) < rank(right) ? 1 : -1));
  }

  thiefOutput(): Owned | undefined {
    return this.ledger.unspent().find(({ output }) => isKey(output, thief.keyHash));
  }

  /** Whether an output is the one of the user's that the ledger lies about: the richest. */
  isTarget(ref: TxInput): boolean {
    if (wayOf(this.claims, 'ledger own output') === '') return false;
    return refKey(ref) === this.#richest();
  }

  /** The ledger back-end's claim about an output. */
  told(ref: TxInput, output: TxOutput): ToldOutput | undefined {
    const { address, value } = output;
    if (isKey(output, PAYMENT) && this.isTarget(ref)) {
      const way = wayOf(this.claims, 'ledger own output');
      if (way.startsWith("a stranger's")) return { address: thief.address, value };
      if (way.startsWith('absent')) return undefined;
      if (way.startsWith('poorer')) return { address, value: withLovelace(value, POORER) };
      if (way.startsWith('richer')) return { address, value: withLovelace(value, 2n * lovelaceIn(value)) };
    }
    if (isKey(output, thief.keyHash)) {
      const way = wayOf(this.claims, "ledger thief's output");
      if (way.startsWith("the user's")) return { address: ownAddressOf(this), value };
      return { address, value: withLovelace(value, lovelaceIn(value) + this.thiefTold) };
    }
    if (output.payment.kind === 'script') {
      const way = wayOf(this.claims, 'ledger order output');
      if (way.startsWith('poorer')) return { address, value: withLovelace(value, POORER / 2n) };
      if (way.startsWith('richer')) return { address, value: withLovelace(value, 2n * lovelaceIn(value)) };
    }
    return { address, value };
  }

  /** Whether the bytes of a transaction are given, by what it made. */
  bytesWay(outputs: readonly TxOutput[], hash: string): string {
    const ways = outputs.map((output, index) => {
      const ref = { txHash: hash, index };
      if (isKey(output, PAYMENT)) return this.isTarget(ref) ? wayOf(this.claims, 'ledger own output') : '';
      if (isKey(output, thief.keyHash)) return wayOf(this.claims, "ledger thief's output");
      return output.payment.kind === 'script' ? wayOf(this.claims, 'ledger order output') : '';
    });
    return ways.find((way) => way !== '') ?? '';
  }

  #richest(): string {
    this.#target ??= this.ledger
      .unspent()
      .filter(({ output }) => isKey(output, PAYMENT))
      .reduce<{ key: string; held: bigint }>(
        (best, { ref, output }) =>
          lovelaceIn(output.value) > best.held ? { key: refKey(ref), held: lovelaceIn(output.value) } : best,
        { key: '', held: -1n },
      ).key;
    return this.#target;
  }
  #target: string | undefined;
}

function isKey(output: TxOutput, hash: string): boolean {
  return output.payment.kind === 'key' && output.payment.hash === hash;
}

function withLovelace(value: Value, lovelace: bigint): Value {
  return new Map([...value, [ADA, lovelace]]);
}

function ownAddressOf(world: ThiefWorld): string {
  return world.ledger.unspent().find(({ output }) => isKey(output, PAYMENT))?.output.address ?? '';
}

import type { Value } from '#domain/amount.ts';
import { parseAddress, parseAddressBytes, type Address } from '../cardano/address.ts';
import type { CborItem } from '../cardano/cbor-scanner.ts';
import { inLedgerOrder, redeemersOf, REWARD, SPEND } from '../cardano/redeemers.ts';
import type { OutputReference, Transaction } from '../cardano/transaction.ts';
import type { OutputDatum } from '../cardano/transaction-output.ts';
import type { ResolvedInput, ResolvedInputs } from '../cardano/resolution.ts';

/** An output's contents, as far as known. */
export interface Holding {
  /** `undefined` unless it is a Shelley address. */
  readonly address: Address | undefined;
  readonly value: Value;
  /** Hex; `undefined` if there is none, or if only its hash is known. */
  readonly datum: string | undefined;
  /** Whether the bytes of the transaction that created it prove it. */
  readonly proven: boolean;
}

/** One input of the transaction. */
export interface Spent {
  readonly reference: OutputReference;
  /** `undefined` if unknown. */
  readonly held: Holding | undefined;
  /** `undefined` when a key spends the input, or a script that takes no redeemer. */
  readonly redeemer: CborItem | undefined;
}

/** A transaction as its scripts see it. */
export interface Execution {
  /** In ledger order. */
  readonly inputs: readonly Spent[];
  readonly outputs: readonly Holding[];
  /** Hashes (hex) of the keys that signed. */
  readonly signers: ReadonlySet<string>;
  /** Redeemers of the withdrawals. */
  readonly withdrawals: readonly CborItem[];
}

/** Combines a transaction with what its inputs hold. */
export function executionOf(tx: Transaction, resolved: ResolvedInputs): Execution {
  const redeemers = redeemersOf(tx);
  const spends = new Map(redeemers.flatMap(({ tag, index, data }) => (tag === SPEND ? [[index, data]] : [])));
  return {
    inputs: inLedgerOrder(tx.body.inputs).map((reference, index) => {
      const input = resolved.get(reference);
      return { reference, held: input && holdingOf(input, tx), redeemer: spends.get(index) };
    }),
    outputs: tx.body.outputs.map(({ addressBytes, value, datum }) => {
      const address = parseAddressBytes(addressBytes);
      return {
        address: address.ok ? address.value : undefined,
        value,
        datum: datumOf(datum, tx),
        proven: true,
      };
    }),
    signers: new Set(tx.witnesses.vkeys.map(({ keyHash }) => keyHash)),
    withdrawals: redeemers.flatMap(({ tag, data }) => (tag === REWARD ? [data] : [])),
  };
}

function holdingOf({ address, value, datum, known }: ResolvedInput, tx: Transaction): Holding {
  const parsed = parseAddress(address);
  return {
    address: parsed.ok ? parsed.value : undefined,
    value,
    datum: datum && datumOf(datum, tx),
    proven: known === 'proven',
  };
}

/** A datum given by hash is in the witnesses of the transaction that spends it. */
function datumOf(datum: OutputDatum, tx: Transaction): string | undefined {
  if (datum.kind === 'inline') return datum.hex;
  return datum.kind === 'hash' ? tx.witnesses.data.get(datum.hash) : undefined;
}

/** Hash (hex) of the script that controls an output; `undefined` if a key does. */
export function scriptOf(holding: Holding | undefined): string | undefined {
  const payment = holding?.address?.payment;
  return payment?.kind === 'script' ? payment.hash : undefined;
}

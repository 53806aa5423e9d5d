import type { Value } from '#domain/amount.ts';
import { parseAddress, parseAddressBytes, type Address } from '../cardano/address.ts';
import type { CborItem } from '../cardano/cbor-scanner.ts';
import { inLedgerOrder, redeemersOf, REWARD, SPEND } from '../cardano/redeemers.ts';
import type { OutputReference, Transaction } from '../cardano/transaction.ts';
import type { OutputDatum } from '../cardano/transaction-output.ts';
import type { ResolvedInput, ResolvedInputs } from '../inspect/resolution.ts';

/** What an output holds, as far as it is known. */
export interface Holding {
  /** `undefined` for an address of another kind than Shelley's. */
  readonly address: Address | undefined;
  readonly value: Value;
  /** Hex; absent where there is none, or where only its hash is known. */
  readonly datum: string | undefined;
  /** Whether the bytes of its transaction prove it. */
  readonly proven: boolean;
}

/** One input, in the ledger's order. */
export interface Spent {
  readonly reference: OutputReference;
  /** `undefined` where nothing says what it holds. */
  readonly held: Holding | undefined;
  /** What its script is handed; `undefined` for an input that a key spends. */
  readonly redeemer: CborItem | undefined;
}

/** A transaction as its scripts see it. */
export interface Execution {
  readonly inputs: readonly Spent[];
  readonly outputs: readonly Holding[];
  /** Hashes (hex) of the keys that signed. */
  readonly signers: ReadonlySet<string>;
  /** What the scripts of withdrawals are handed. */
  readonly withdrawals: readonly CborItem[];
}

/** Puts a transaction together with what its inputs hold. */
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

/** A datum that is named by its hash comes with the transaction that spends it. */
function datumOf(datum: OutputDatum, tx: Transaction): string | undefined {
  if (datum.kind === 'inline') return datum.hex;
  return datum.kind === 'hash' ? tx.witnesses.data.get(datum.hash) : undefined;
}

/** The hash (hex) of the script at whose address something lies; `undefined` for a key's. */
export function scriptOf(holding: Holding | undefined): string | undefined {
  const payment = holding?.address?.payment;
  return payment?.kind === 'script' ? payment.hash : undefined;
}

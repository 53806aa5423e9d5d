import * as CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { ADA, type AssetId } from '#domain/asset.ts';
import { lovelaceIn, quantityIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { draftBytes, witnessSize } from '../../../src-main/practice/chain/draft.ts';
import { minimumFee } from '../../../src-main/practice/chain/parameters.ts';
import {
  decodeTransaction,
  type LedgerTx,
  type TxInput,
  type TxOutput,
} from '../../../src-main/practice/chain/transaction.ts';
import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { account, PAYMENT, signedByOwner } from './cast.ts';
import type { ForkedLedger } from './forked-ledger.ts';

/**
 * The user's loss, from the ledger's own state. The application's inspector has no part in it: the practice ledger
 * reads transactions, another library reads datums, and that an order can be taken back is tried out.
 */

/** An order of the user's on the ledger, and its worst outcome once it is filled. */
export interface LyingOrder {
  readonly holds: Value;
  readonly wanted: AssetId;
  /** Base units of `wanted` that it enforces. */
  readonly least: bigint;
  /** Lovelace that whoever fills it keeps, and that comes back. */
  readonly fee: bigint;
  readonly back: bigint;
}

/**
 * The effect of one transaction: the value that left the user's keys and orders, and the orders that it made for the
 * user.
 */
export interface Taking {
  readonly hash: string;
  readonly left: Value;
  readonly orders: readonly LyingOrder[];
}

/** The effect of each transaction of a fork on the user. */
export function takingsOf(ledger: ForkedLedger): readonly Taking[] {
  return ledger.news().flatMap((hash) => {
    const entry = ledger.transaction(hash);
    return entry ? [takingOf(ledger, entry.tx)] : [];
  });
}

function takingOf(ledger: ForkedLedger, tx: LedgerTx): Taking {
  const spent = tx.inputs.flatMap((ref) => ledger.transaction(ref.txHash)?.tx.outputs[ref.index] ?? []);
  const put = spent.filter((output) => isOwn(output) || orderOf(output) !== undefined);
  const made = tx.outputs.filter(isOwn);
  const orders = tx.outputs.flatMap((output, index) => {
    const order = orderOf(output);
    return order && comesBack(ledger, { txHash: tx.hash, index }, output) ? [order] : [];
  });
  const values = (outputs: readonly TxOutput[]): Value => sumValues(outputs.map(({ value }) => value));
  return { hash: tx.hash, left: subtractValues(values(put), values(made)), orders };
}

function isOwn({ payment, stake }: TxOutput): boolean {
  const paid = payment.kind === 'key' && account.own.paymentKeyHashes.has(payment.hash);
  // A stake part of somebody else's gives nothing of the funds away, only what they earn.
  return paid && stake !== 'pointer';
}

/** Reads a practice order or plan of the user's; `undefined` for any other output. */
function orderOf({ payment, inlineDatum, value }: TxOutput): LyingOrder | undefined {
  if (payment.kind !== 'script' || inlineDatum === undefined) return undefined;
  const datum = CSL.PlutusData.from_hex(inlineDatum).as_constr_plutus_data();
  if (!datum) return undefined;
  const fields = datum.data();
  const bytes = (at: number): string => Buffer.from(fields.get(at).as_bytes() ?? []).toString('hex');
  const number = (at: number): bigint => BigInt(fields.get(at).as_integer()?.to_str() ?? '-1');
  if (fields.len() < 8 || bytes(0) !== PAYMENT) return undefined;
  const wanted = (bytes(2) === '' ? ADA : bytes(2) + bytes(3)) as AssetId;
  if (datum.alternative().to_str() === '0')
    return { holds: value, wanted, least: number(4), fee: number(5), back: number(6) };
  const left = number(5) - number(6);
  return { holds: value, wanted, least: 0n, fee: left * number(10), back: left * number(11) + number(12) };
}

/** Whether the user's key alone gets an output back under the ledger's rules as they are now. */
function comesBack(ledger: ForkedLedger, ref: TxInput, { value }: TxOutput): boolean {
  if (!ledger.resolve(ref)) return true;
  const write = (fee: bigint): Uint8Array =>
    draftBytes(
      {
        inputs: [ref],
        outputs: [{ address: account.address, value: subtractValues(value, new Map([[ADA, fee]])) }],
        requiredSigners: [PAYMENT],
      },
      fee,
    );
  if (lovelaceIn(value) < 2_000_000n) return false;
  const unsigned = write(minimumFee(write(200_000n).length + witnessSize(1) + 4));
  const decoded = decodeTransaction(unsigned);
  const witnesses = decoded.ok ? parseWitnessSet(signedByOwner(decoded.value.hash, [PAYMENT])) : undefined;
  const whole = witnesses?.ok
    ? spliceWitnesses(Buffer.from(unsigned).toString('hex'), witnesses.value)
    : undefined;
  const again = whole?.ok ? decodeTransaction(new Uint8Array(Buffer.from(whole.value, 'hex'))) : undefined;
  return again?.ok === true && ledger.refusals(again.value).length === 0;
}

/** The amount of an asset that a taking sells in orders, as they would be filled. */
export function soldIn({ holds, fee, back }: LyingOrder, pay: AssetId): bigint {
  const sold = quantityIn(holds, pay) - (pay === ADA ? fee + back : 0n);
  return sold > 0n ? sold : 0n;
}

import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../../src-main/practice/chain/transaction.ts';
import { dependentOn } from '../../../src-main/inspect/replacement-inputs.ts';
import {
  GEM,
  myAddress,
  ORDER_SCRIPT,
  orderDatum,
  STAKE,
  writeDraft,
  type DraftOutput,
} from '../../support/good-trade.ts';
import { ForkedLedger } from '../../support/thief/forked-ledger.ts';

/**
 * Histories that a chain may take while an order is moved. Whatever a back-end says of them, the signed replacement is
 * harmless unless the cancellation is on chain: the ledger's own rules see to that.
 */

const address = formatAddress(
  addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }, { kind: 'key', hash: STAKE }),
);
const resting = (lovelace: bigint, minimumReceived: bigint): DraftOutput => ({
  address,
  value: new Map([[ADA, lovelace]]),
  datum: orderDatum({ minimumReceived }),
});
const mine = (lovelace: bigint, gem = 0n): DraftOutput => ({
  address: myAddress,
  value: new Map([[ADA, lovelace], ...(gem > 0n ? [[GEM, gem] as const] : [])]),
});

function written(inputs: readonly string[], outputs: readonly DraftOutput[], fee = 300_000n) {
  return transactionOf(writeDraft({ inputs, outputs, fee, requiredSigners: [] }));
}

function transactionOf(cbor: string) {
  const bytes = hexBytes(cbor);
  const decoded = decodeTransaction(bytes);
  if (!decoded.ok) throw new Error(decoded.failure);
  return { bytes, cbor, tx: decoded.value, hash: decoded.value.hash };
}

const funds = written([`${'01'.repeat(32)}#0`], [mine(900_000_000n)]);
const placed = written([`${'02'.repeat(32)}#0`], [resting(104_000_000n, 831_600n)]);
const ORDER = `${placed.hash}#0`;
const cancel = written([ORDER], [mine(103_700_000n)]);
const fill = written([ORDER], [mine(2_200_000n, 831_600n)]);
const partFill = written([ORDER], [resting(54_000_000n, 415_800n), mine(2_000_000n, 415_800n)]);
/** As a service builds it that knows nothing of the cancellation: from the wallet's other funds alone. */
const unaware = written([`${funds.hash}#0`], [resting(104_000_000n, 900_000n), mine(795_700_000n)]);
const replacement = transactionOf(
  dependentOn(unaware.cbor, {
    cancellation: cancel.hash,
    bytes: cancel.cbor,
    address: myAddress,
    feePerByte: 44n,
  }),
);

type Made = ReturnType<typeof written>;

/** A ledger on which these are, one after the other. */
function chainOf(...transactions: readonly Made[]): ForkedLedger {
  const ledger = new ForkedLedger();
  for (const { bytes } of [funds, placed, ...transactions]) ledger.begin(bytes);
  return ledger;
}

/** Whether the ledger refuses it because something that it spends is not there. */
function lacksInputs(ledger: ForkedLedger, { tx }: Made): boolean {
  return ledger.refusals(tx).some((text) => /BadInputs|already been included/.test(text));
}

describe('the replacement of an order that is moved', () => {
  it('has all that it spends where the cancellation is on chain', () => {
    expect(lacksInputs(chainOf(cancel), replacement)).toBe(false);
  });

  it.each<[string, readonly Made[]]>([
    ['the cancellation was only said to be on chain', []],
    ['the order was filled first', [fill]],
    ['a part of the order was filled first', [partFill]],
  ])('can never enter a chain on which %s', (_name, history) => {
    const ledger = chainOf(...history);
    expect(lacksInputs(ledger, replacement)).toBe(true);
    // A service's own bytes would have gone in: two orders for the money of one.
    expect(lacksInputs(ledger, unaware)).toBe(false);
    // Nor can the cancellation once the order is spent.
    expect(lacksInputs(ledger, cancel)).toBe(history.length > 0);
  });

  it('goes with the cancellation in a rollback, and does not come back when the order is filled then', () => {
    const before = chainOf();
    const dropped = before.fork();
    for (const { bytes } of [cancel, replacement]) dropped.begin(bytes);
    expect(lacksInputs(dropped, fill)).toBe(true);
    const after = before.fork();
    after.begin(fill.bytes);
    expect(lacksInputs(after, replacement)).toBe(true);
    expect(lacksInputs(after, cancel)).toBe(true);
    // Or the cancellation comes back first, and the fill is too late.
    const again = before.fork();
    again.begin(cancel.bytes);
    expect(lacksInputs(again, fill)).toBe(true);
    expect(lacksInputs(again, replacement)).toBe(false);
  });
});

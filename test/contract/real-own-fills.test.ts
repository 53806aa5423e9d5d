import { expect, test } from 'vitest';
import { auditTransaction } from '../../src-main/exchanges/audit.ts';
import { auditOwnFill, parentsOf } from '../../src-main/exchanges/own-fill.ts';
import type { ReadTransactions } from '../../src-main/exchanges/pool-states.ts';
import { parseAddress } from '../../src-main/cardano/address.ts';
import { hexBytes } from '../../src-main/cardano/hex.ts';
import type { Transaction } from '../../src-main/cardano/transaction.ts';
import type { TransactionOutput } from '../../src-main/cardano/transaction-output.ts';
import type { ResolvedInput } from '../../src-main/cardano/resolution.ts';
import { mainnet, realInputs, realTransactions } from '../support/real-fills.ts';

const EXCHANGES = ['Minswap V2', 'Minswap stable', 'SundaeSwap V3', 'WingRiders V2', 'Splash'];
const real = realTransactions();
const fills = [...real.values()].flatMap((tx) =>
  auditTransaction(tx, realInputs(real, tx), mainnet)
    .orders.filter(({ venue = '' }) => EXCHANGES.includes(venue))
    .map((order) => ({ tx, order })),
);

function own({ tx, order }: (typeof fills)[number], parents: ReadTransactions) {
  const audited = auditOwnFill(tx, { reference: order.order }, parents, undefined, mainnet);
  if (!audited.ok) throw new Error(audited.failure);
  const { venue, exact, reason, mustPay, paid, position, proven } = audited.value.fill;
  return { venue, exact, reason, mustPay, paid, position, proven };
}

test('as a user’s own fill, each real one gets the verdict that the audit of anybody’s fill gives it', () => {
  for (const one of fills) {
    const { venue, exact, reason, mustPay, paid, position } = one.order;
    expect(own(one, allParents(one.tx)), one.order.order).toMatchObject({
      ...{ venue, exact, reason, mustPay, paid, position },
    });
  }
  const counts = EXCHANGES.map((exchange) => {
    const atIt = fills.filter(({ order }) => order.venue === exchange);
    const count = (exact: boolean | undefined): number =>
      atIt.filter((one) => own(one, allParents(one.tx)).exact === exact).length;
    return [exchange, { exact: count(true), notExact: count(false), notCheckable: count(undefined) }];
  });
  expect(Object.fromEntries(counts)).toEqual({
    'Minswap V2': { exact: 16, notExact: 0, notCheckable: 1 },
    'Minswap stable': { exact: 1, notExact: 0, notCheckable: 0 },
    'SundaeSwap V3': { exact: 2, notExact: 0, notCheckable: 9 },
    'WingRiders V2': { exact: 0, notExact: 0, notCheckable: 6 },
    Splash: { exact: 13, notExact: 0, notCheckable: 10 },
  });
});

test('none is judged by the explorer’s word: where the parents’ bytes are missing, it is not checkable', () => {
  const proven = fills.filter((one) => {
    const { exact, mustPay, proven: isProven, reason } = own(one, bytesAtHand(one.tx));
    if (isProven) {
      expect(exact).toBe(true);
      return true;
    }
    expect({ exact, mustPay }).toEqual({ exact: undefined, mustPay: undefined });
    expect(reason).toMatch(/./);
    return false;
  });
  // The transactions that made the order and the pool of these are at hand.
  expect(proven.map(({ order }) => order.venue)).toEqual(Array.from({ length: 10 }, () => 'Splash'));
});

function bytesAtHand(tx: Transaction): ReadTransactions {
  return new Map(
    parentsOf(tx).flatMap((hash) => {
      const parent = real.get(hash);
      return parent ? [[hash, parent] as const] : [];
    }),
  );
}

/** The parents; where their bytes are not at hand, the outputs that the explorer lists stand in for them. */
function allParents(tx: Transaction): ReadTransactions {
  const parents = new Map(bytesAtHand(tx));
  for (const [reference, held] of realInputs(real, tx)) {
    const [hash = '', index] = reference.split('#');
    if (real.has(hash)) continue;
    const outputs = [...(parents.get(hash)?.body.outputs ?? [])];
    outputs[Number(index)] = outputOf(held);
    parents.set(hash, { ...tx, bodyHash: hash, isValid: true, body: { ...tx.body, outputs } });
  }
  return parents;
}

function outputOf({ address, value, datum = { kind: 'none' } }: ResolvedInput): TransactionOutput {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new Error(parsed.failure);
  return {
    ...{ addressBytes: hexBytes(parsed.value.hex), value, datum },
    ...{ holdsZero: false, hasReferenceScript: false, span: { start: 0, end: 0 } },
  };
}

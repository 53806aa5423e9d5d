import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { AuditedFill, Neighbours } from '#domain/fill-audit.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { tradesAround, tradesOf, type Executed, type Placed } from '../../../src-main/exchanges/around.ts';
import type { AuditScripts } from '../../../src-main/exchanges/audit.ts';
import { auditOwnFill } from '../../../src-main/exchanges/own-fill.ts';
import {
  neighboursOf,
  seenAround,
  type PoolLine,
  type PoolStep,
} from '../../../src-main/exchanges/pool-line.ts';
import { hashOf } from '../../../src-main/exchanges/pool-states.ts';
import type { OrderTerms } from '../../../src-main/exchanges/order-form.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import { decodeFillAudit, encodeFillAudit } from '../../../src-main/storage/audit-codec.ts';
import { readExecuted } from '../../support/executed.ts';
import { FilledWorld } from '../../support/planted-fills.ts';

const scripts = auditScripts('preprod');
const HASH = /^[0-9a-f]{56}$/;

/** How orders are read in a test: as they are, or else. */
type Reading = (terms: OrderTerms) => OrderTerms | undefined;

/** The scripts, with orders read in another way; `undefined` refuses an order, as the forms refuse one that they do not know. */
function reading(as: Reading): AuditScripts {
  const orders = [...scripts.orders].map(([hash, known]) => {
    const { form } = known;
    if (!form) return [hash, known] as const;
    const read: typeof form.read = (...order) => {
      const terms = form.read(...order);
      const other = terms.ok ? as(terms.value) : undefined;
      return !terms.ok ? terms : other ? ok(other) : failed('it pays somebody whom it does not name');
    };
    return [hash, { ...known, form: { ...form, read } }] as const;
  });
  return { ...scripts, orders: new Map(orders) };
}

/** An owner's orders, refused by their form, or read without a name. */
const unknown: readonly (readonly [string, (owner: string) => AuditScripts])[] = [
  [
    'that their form refuses',
    (owner) => reading((terms) => (terms.ownerPaymentKeyHash === owner ? undefined : terms)),
  ],
  [
    'that name nobody',
    (owner) =>
      reading((terms) =>
        terms.ownerPaymentKeyHash === owner ? { ...terms, ownerPaymentKeyHash: undefined } : terms,
      ),
  ],
];

const world = new FilledWorld(37, () => ({ kind: 'batch', order: 'ledger' }));
const fills = await world.roundTrips(3);
world.practice.tick();

function executed(txHash: string): Executed {
  const { chain } = world.practice;
  const held = chain.state.transaction(txHash)?.tx;
  if (!held) throw new Error(`${txHash} is not on chain`);
  return readExecuted(chain, held.bytes);
}

const all = fills.flatMap(({ txHash, orders }) => {
  if (orders.length < 3) return [];
  const one = executed(txHash);
  const placed = tradesOf(one, scripts);
  return placed[0] ? [{ one, placed, place: placed[0].place }] : [];
});

/** Batches in which one owner trades around another one’s order. */
const batches = all.flatMap((batch) => {
  const [seen] = tradesAround([batch.one], scripts);
  return seen ? [{ ...batch, seen }] : [];
});

function stepOf(one: Executed, place: string): PoolStep {
  const spent = tradesOf(one, scripts).find((trade) => trade.place === place)?.spent;
  if (spent === undefined) throw new Error('the transaction does not use the pool');
  return { ...one, spent, complete: true };
}

/** The trades of another batch at the same pool, before a fill and, under another hash, after it. */
function lineAround(subject: PoolStep, other: PoolStep): PoolLine {
  const again = { ...other, tx: { ...other.tx, bodyHash: 'ee'.repeat(32) } };
  const end = { kind: 'bound' } as const;
  return { before: { steps: [other], end }, subject, after: { steps: [again], end } };
}

/** A batch between the trades of another one at the same pool, and the first of its orders, which buys. */
function pairs() {
  return all.flatMap(({ one, placed, place }) => {
    const other = batches.find((batch) => batch.place === place && batch.one !== one);
    const first = placed.find(({ trade }) => trade.sold.asset === ADA)?.trade.order;
    if (!other || first === undefined) return [];
    return [{ line: lineAround(stepOf(one, place), stepOf(other.one, place)), first, other }];
  });
}

/** The journal's copy of an audit with these neighbours. */
function kept(neighbours: Neighbours): unknown {
  const fill: AuditedFill = {
    ...{ index: 0, order: `${'11'.repeat(32)}#0`, txHash: '22'.repeat(32), venue: 'EXA', exact: true },
    ...{ sold: quantity(1n), mustPay: quantity(1n), paid: quantity(1n), reason: undefined, proven: true },
    ...{ byWitnesses: false, position: 0, ledgerPosition: 0, orders: 1, younger: 0 },
    ...{ since: { kind: 'nothing' }, shortfall: undefined, neighbours },
  };
  const [read] = decodeFillAudit(encodeFillAudit({ at: epochMs(1), fills: [fill] }))?.fills ?? [];
  return read && 'neighbours' in read ? read.neighbours : undefined;
}

function sizes(placed: readonly Placed[]) {
  return placed.map(({ trade: { order, sold, bought } }) => ({ order, sold, bought }));
}

describe.each(unknown)('orders %s', (_, withoutOwner) => {
  it('are nobody’s trades before or after an order of the same batch, and stay trades', () => {
    expect(batches.length).toBeGreaterThan(5);
    for (const { one, seen, placed } of batches) {
      const blind = withoutOwner(seen.trader);
      const found = tradesOf(one, blind);
      expect(sizes(found)).toEqual(sizes(placed));
      for (const { trade } of found) {
        const isOwners = trade.order === seen.before.order || trade.order === seen.after.order;
        if (isOwners) expect(trade.trader).toBeUndefined();
        else expect(trade.trader).toMatch(HASH);
      }
      expect(tradesAround([one], blind)).toEqual([]);
      const parents = new Map(one.tx.body.inputs.map(hashOf).map((hash) => [hash, executed(hash).tx]));
      const own = auditOwnFill(one.tx, { reference: seen.order }, parents, undefined, blind);
      expect(own.ok && own.value.fill.exact).toBe(true);
      expect(own.ok && own.value.fill.around).toBeUndefined();
    }
  });

  it('are nobody’s in the transactions before and after a fill either', () => {
    expect(pairs().length).toBeGreaterThan(3);
    for (const { line, first, other } of pairs()) {
      const { trader } = other.seen;
      const told = neighboursOf(line, first, scripts);
      expect(told.around?.trader).toBe(trader);
      const { around, ...rest } = neighboursOf(line, first, withoutOwner(trader));
      expect(around).toBeUndefined();
      expect(rest).toEqual({ before: told.before, after: told.after });
      for (const seen of seenAround(line, withoutOwner(trader))) expect(seen.trader).toMatch(HASH);
    }
  });
});

it('the journal reads back whatever is found around a fill, whoever’s orders cannot be read', () => {
  const count = { told: 0, silent: 0 };
  for (const { line } of pairs())
    for (let nibble = 0; nibble <= 16; nibble += 1) {
      const isKnown = (hash = ''): boolean => parseInt(hash[0] ?? '0', 16) >= nibble;
      const some = reading((terms) => (isKnown(terms.ownerPaymentKeyHash) ? terms : undefined));
      for (const { trade } of tradesOf(line.subject, some)) {
        const found = neighboursOf(line, trade.order ?? `${'33'.repeat(32)}#0`, some);
        expect(kept(found)).toEqual(found);
        count[found.around ? 'told' : 'silent'] += 1;
      }
    }
  expect(count.told).toBeGreaterThan(10);
  expect(count.silent).toBeGreaterThan(10);
});

it('a transaction that is larger than the ledger takes is not looked into: its traders are unknown', () => {
  const [pair] = pairs();
  if (!pair) throw new Error('a line is wanted');
  const { line, first } = pair;
  const [step] = line.before.steps;
  const [output] = step?.tx.body.outputs.toReversed() ?? [];
  if (!step || !output) throw new Error('a step with an output is wanted');
  const outputs = [...step.tx.body.outputs, ...Array.from({ length: 500 }, () => output)];
  const large = { ...step, tx: { ...step.tx, body: { ...step.tx.body, outputs } } };
  const found = neighboursOf({ ...line, before: { ...line.before, steps: [large] } }, first, scripts);
  expect(neighboursOf(line, first, scripts).before.transactions[0]?.same?.trades).toBe(2);
  expect(found.before.transactions).toEqual([{ txHash: step.tx.bodyHash }]);
  expect(found.around).toBeUndefined();
});

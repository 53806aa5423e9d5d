import { describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import type { MarketAtDecision, Neighbours } from '#domain/fill-audit.ts';
import { failed, ok } from '#domain/result.ts';
import { slot } from '#domain/time.ts';
import { auditScripts } from '../../../src-main/app/order-scripts.ts';
import { isOpen, readNeighbours, withLater } from '../../../src-main/trading/fill-neighbours.ts';
import { chainLedger } from '../../support/chain-ledger.ts';
import { FilledWorld, type SeenFill } from '../../support/planted-fills.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

const scripts = auditScripts('preprod');
const NEVER = new AbortController().signal;
/** More requests than any reading may make: for the fill, its pool's past, and what came after. */
const MOST_REQUESTS = 300;
const MOST_BEFORE = 8;

type OutputName = `${string}#${number}`;
type Lie = (ledger: ScriptedLedger) => void;

/** The world's fills on chain, and a function that reads what was traded around one of them as the app does. */
async function traded(world: FilledWorld, rounds: number, orders: number) {
  const fills = await world.fills(rounds, orders);
  world.practice.tick();
  return { fills, read: readerOf(world) };
}

function readerOf(world: FilledWorld) {
  return async (
    { txHash }: SeenFill,
    order: string,
    { lie, seen, signal = NEVER }: { lie?: Lie; seen?: OutputName; signal?: AbortSignal } = {},
  ): Promise<{ readonly found: Neighbours; readonly asked: number }> => {
    const { ledger, asked } = chainLedger(world.practice.chain);
    lie?.(ledger);
    const fill = {
      ...{ txHash, order: order as OutputName },
      since: seen === undefined ? ({ kind: 'unknown' } as const) : ({ kind: 'several' } as const),
    };
    const decision: MarketAtDecision | undefined =
      seen === undefined
        ? undefined
        : { slot: slot(1), pools: [{ reference: seen, script: '', assets: ['ADA', 'ADA'] as never }] };
    const parts = { ledger, scripts };
    const found = await readNeighbours(fill, order.slice(0, 64), decision, parts, signal);
    return { found, asked: asked() };
  };
}

const unproven = (what: string) => ({ kind: 'failed', failure: failure('neighbours-unproven', { what }) });

describe('what others traded at the pool of a fill', () => {
  it('agrees with the world’s own record about owners who traded on both sides of an order, and names nobody else', async () => {
    const worlds = [
      new FilledWorld(51),
      new FilledWorld(52, () => ({ kind: 'batch', order: 'ledger' })),
      new FilledWorld(53, (random) =>
        random.below(2) === 0 ? { kind: 'sandwich', percent: 20 + random.below(200) } : undefined,
      ),
    ];
    const count = { told: 0, silent: 0, others: 0 };
    for (const world of worlds) {
      const { fills, read } = await traded(world, 2, 20);
      for (const fill of fills)
        for (const { order } of fill.orders) {
          const { found, asked } = await read(fill, order);
          const [truth] = fill.around.filter((one) => one.order === order);
          expect(asked).toBeLessThan(MOST_REQUESTS);
          expect(found.before.end.kind).toMatch(/^(placing|created|bound)$/);
          expect(found.after.end.kind).toMatch(/^(open|bound)$/);
          expect(found.around).toEqual(
            truth && {
              trader: truth.trader,
              before: {
                txHash: truth.before.txHash,
                sold: truth.before.sold.quantity,
                bought: truth.before.bought.quantity,
              },
              after: {
                txHash: truth.after.txHash,
                sold: truth.after.sold.quantity,
                bought: truth.after.bought.quantity,
              },
              lost: truth.lost,
            },
          );
          if (truth) count.told += 1;
          else count.silent += 1;
          if (!truth && found.before.transactions.length + found.after.transactions.length > 0)
            count.others += 1;
        }
    }
    expect(count.told).toBeGreaterThan(5);
    // Others traded around most of those, too.
    expect(count.others).toBeGreaterThan(20);
    expect(count.silent).toBeGreaterThan(30);
  });

  it('goes back to the pool’s state at the decision or to a bound, however long its past is', async () => {
    const { fills, read } = await traded(new FilledWorld(54), 4, 30);
    const last = fills.at(-1);
    const order = last?.orders[0]?.order;
    if (!last || order === undefined) throw new Error('a fill is wanted');
    const never = await read(last, order, { seen: `${'00'.repeat(32)}#0` });
    expect(never.found.before.transactions).toHaveLength(MOST_BEFORE);
    expect(never.found.before.end).toEqual({ kind: 'bound' });
    expect(never.asked).toBeLessThan(MOST_REQUESTS);
    const [first] = fills;
    const onwards = first && (await read(first, first.orders[0]?.order ?? '')).found.after;
    expect([onwards?.transactions.length, onwards?.end.kind]).toEqual([2, 'bound']);
    for (const [at, { txHash }] of never.found.before.transactions.entries()) {
      // Its pool is the first output of each of practice's transactions.
      const seen = await read(last, order, { seen: `${txHash}#0` });
      expect(seen.found.before.end).toEqual({ kind: 'review' });
      expect(seen.found.before.transactions).toEqual(never.found.before.transactions.slice(at + 1));
    }
  });
});

describe('a back-end that', () => {
  const world = new FilledWorld(21, () => ({ kind: 'sandwich', percent: 100 }));
  const prepared = traded(world, 1, 12);

  async function lied(lie: Lie, signal?: AbortSignal) {
    const { fills, read } = await prepared;
    const fill = fills.find(({ around }) => around.length > 0);
    const [seen] = fill?.around ?? [];
    if (!fill || !seen) throw new Error('a fill with trades around it is wanted');
    const lying = await read(fill, seen.order, { lie, ...(signal && { signal }) });
    return { ...lying, seen, fill };
  }

  it('tells the truth: both sides are shown', async () => {
    const { found, seen } = await lied(() => undefined);
    expect(found.before.transactions.at(-1)?.txHash).toBe(seen.before.txHash);
    expect(found.before.transactions.at(-1)?.same?.sold).toBe(seen.before.sold.quantity);
    expect(found.after.transactions[0]?.txHash).toBe(seen.after.txHash);
    expect(found.after.transactions[0]?.opposite?.bought).toBe(seen.after.bought.quantity);
    expect(found.around?.lost).toBe(seen.lost);
  });

  it('withholds who used the pool next: it is believed for now, and asked again later', async () => {
    const { found } = await lied((ledger) => {
      const honest = ledger.transaction.bind(ledger);
      ledger.transaction = async (hash) => {
        const told = await honest(hash);
        const outputs = told.ok && told.value ? told.value.outputs : [];
        return ok({ hash, inputs: [], outputs: outputs.map(({ spentBy: _, ...rest }) => rest) });
      };
    });
    expect(found.after).toEqual({ transactions: [], end: { kind: 'open' } });
    expect([found.around, isOpen(found)]).toEqual([undefined, true]);
  });

  it('cannot say who used the pool next: the result has the reason', async () => {
    const cannot = failure('ledger-cannot-prove', { backEnd: 'Koios', what: 'spender' });
    const { found } = await lied((ledger) => {
      ledger.transaction = () => Promise.resolve(failed(cannot));
    });
    expect(found.after).toEqual({ transactions: [], end: { kind: 'failed', failure: cannot } });
    expect(found.before.transactions.length).toBeGreaterThan(0);
    expect(found.around).toBeUndefined();
  });

  it.each<
    readonly [
      string,
      string,
      (honest: ScriptedLedger, other: string) => ReturnType<ScriptedLedger['transactionCbor']>,
    ]
  >([
    ['the bytes of another transaction', 'other-bytes', (honest, other) => honest.transactionCbor(other)],
    ['no bytes', 'missing', () => Promise.resolve(ok(undefined))],
    ['megabytes', 'too-large', () => Promise.resolve(ok('00'.repeat(1_000_000)))],
    ['nonsense', 'other-bytes', () => Promise.resolve(ok('84a0'))],
  ])(
    'gives %s for the transaction before: the result has the reason, and names nobody',
    async (_, what, answer) => {
      const { seen: truth } = await lied(() => undefined);
      const { found } = await lied((ledger) => {
        const honest = Object.assign(new ScriptedLedger(), { transactionCbor: ledger.transactionCbor });
        ledger.transactionCbor = (hash) =>
          hash === truth.before.txHash ? answer(honest, truth.after.txHash) : honest.transactionCbor(hash);
      });
      expect(found.before).toEqual({ transactions: [], end: unproven(what) });
      expect(found.around).toBeUndefined();
    },
  );

  it('names a bystander as the next one: it is found out', async () => {
    const { fills } = await prepared;
    const other = fills.findLast(({ around }) => around.length > 0)?.around[0];
    const { found, seen } = await lied((ledger) => {
      const honest = ledger.transaction.bind(ledger);
      ledger.transaction = async (hash) => {
        const told = await honest(hash);
        const outputs = told.ok && told.value ? told.value.outputs : [];
        const spentBy = other?.after.txHash ?? '';
        return ok({ hash, inputs: [], outputs: outputs.map((output) => ({ ...output, spentBy })) });
      };
    });
    expect(other?.after.txHash).not.toBe(seen.after.txHash);
    expect(found.after).toEqual({ transactions: [], end: unproven('not-next') });
    expect(found.around).toBeUndefined();
  });

  it('hides what else a transaction spent: its trader stays unknown, and the line is as it was', async () => {
    const { fills, read } = await prepared;
    const { state } = world.practice.chain;
    const parentsOf = (hash: string): readonly string[] =>
      state.transaction(hash)?.tx.inputs.map(({ txHash }) => txHash) ?? [];
    let met = 0;
    for (const fill of fills) {
      const [seen] = fill.around;
      if (!seen) continue;
      const { found: all } = await read(fill, seen.order);
      const line = [...all.before.transactions, ...all.after.transactions].map(({ txHash }) => txHash);
      const pool = state.transaction(seen.before.txHash)?.tx.inputs[0]?.txHash ?? '';
      const known = [...line, fill.txHash, pool, ...parentsOf(fill.txHash)];
      const hidden = parentsOf(seen.before.txHash).filter((hash) => !known.includes(hash));
      if (hidden.length === 0) continue;
      met += 1;
      const { found } = await read(fill, seen.order, {
        lie: (ledger) => {
          const honest = ledger.transactionCbor.bind(ledger);
          ledger.transactionCbor = (hash) =>
            hidden.includes(hash) ? Promise.resolve(ok(undefined)) : honest(hash);
        },
      });
      expect(found.before.transactions.at(-1)).toEqual({ txHash: seen.before.txHash });
      expect(found.around).toBeUndefined();
    }
    expect(met).toBeGreaterThan(0);
  });

  it('never answers: it is waited for until the time is up, and what was read by then is kept', async () => {
    const over = new AbortController();
    const { found } = await lied((ledger) => {
      ledger.transaction = () => {
        over.abort();
        return new Promise(() => undefined);
      };
    }, over.signal);
    expect(found.before.transactions.length).toBeGreaterThan(0);
    expect(found.after.end).toEqual({ kind: 'failed', failure: failure('neighbours-late') });
  });
});

it('a later reading takes the place of an earlier one, unless it shows less', () => {
  const part = (kind: 'review' | 'open' | 'bound') => ({ transactions: [], end: { kind } });
  const broken = { transactions: [], end: { kind: 'failed', failure: failure('neighbours-late') } } as const;
  const earlier = { before: part('review'), after: part('open') };
  const later = { before: part('review'), after: part('bound') };
  expect(withLater(undefined, { before: broken, after: broken })).toEqual({ before: broken, after: broken });
  expect(withLater(earlier, later)).toBe(later);
  expect(withLater(earlier, { before: broken, after: broken })).toBe(earlier);
  expect(withLater(earlier, { before: part('review'), after: broken })).toBe(earlier);
  expect(withLater({ before: broken, after: broken }, { before: broken, after: part('open') }).after).toEqual(
    part('open'),
  );
});

import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { epochMs } from '#domain/time.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { qualityCalls } from '../../../src-main/features/quality/quality-calls.ts';
import { positionsTopic } from '../../../src-main/features/trades/positions.ts';
import type { OpenProfile } from '../../../src-main/gate/handlers.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { SLICE } from '../../../src-main/trading/slices.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must, openTrader, type Trader } from '../../support/trader.ts';

const TRADES = 5 * SLICE + 10;
const temporary = temporaryDirectories();
const traders: Trader[] = [];
afterEach(async () => {
  for (const trader of traders.splice(0)) await trader.close();
});

/** The trading core over a journal of filled trades; nobody is called. */
async function traderOf(): Promise<Trader> {
  const folder = temporary();
  const journal = must(openJournal(join(folder, 'journal.sqlite')));
  for (let at = 0; at < TRADES; at += 1) {
    const time = epochMs(1_000 + at);
    const filled = { state: 'filled', filledTotal: quantity(10n), createdAt: time, updatedAt: time } as const;
    const orders = [{ index: 0, exchange: 'EXA', minimum: undefined, outcome: 'filled', received: 10n }];
    journal.put(journalEntry({ id: `t${at}`, ...filled, orders: orders as never }), journalNote('built'));
  }
  journal.close();
  const nowhere = 'http://127.0.0.1:9';
  const endpoints = { baseUrl: nowhere, ledgerUrl: nowhere, apiKey: 'key-of-nobody' };
  const trader = await openTrader({ endpoints, folder, auditsFills: true });
  traders.push(trader);
  return trader;
}

/** Runs work, and counts what of the journal is read between two turns of the event loop. */
async function readInOneTurn(trader: Trader, work: () => Promise<unknown>) {
  const { journal } = trader;
  const most = { rows: 0, steps: 0 };
  const now = { rows: 0, steps: 0 };
  const all = { rows: 0, steps: 0 };
  const [page, steps] = [journal.page.bind(journal), journal.steps.bind(journal)];
  journal.page = (size, before) => {
    const read = page(size, before);
    now.rows += read.entries.length;
    return read;
  };
  journal.steps = (id) => {
    now.steps += 1;
    return steps(id);
  };
  let over = false;
  const watch = (): void => {
    for (const of of ['rows', 'steps'] as const) {
      most[of] = Math.max(most[of], now[of]);
      all[of] += now[of];
      now[of] = 0;
    }
    if (!over) setImmediate(watch);
  };
  watch();
  await work();
  over = true;
  watch();
  return { most, all };
}

it('a long past is put together a few trades at a time, and others are served in between', async () => {
  const trader = await traderOf();
  const profiles: OpenProfile<Trader> = {
    current: () => ({ ok: true, value: trader }),
    onChange: (listener) => listener(trader),
    onConnected: () => undefined,
  };
  const windows = { saveFile: () => Promise.reject(new Error('nothing is saved')) };
  const parts = { profiles, windows: windows as never, clock: systemClock, budget: undefined as never };
  const calls = qualityCalls(parts);
  const { most, all } = await readInOneTurn(trader, async () => {
    const read = must(await calls['quality.read']({ by: 'venue', days: undefined }));
    expect(read.total?.trades).toBe(TRADES);
  });
  expect(all).toEqual({ rows: TRADES, steps: TRADES });
  expect(most.rows).toBeLessThanOrEqual(SLICE);
  expect(most.steps).toBeLessThanOrEqual(SLICE);
});

it('positions of a long past as well, with what is filled meanwhile', async () => {
  const trader = await traderOf();
  const profiles: OpenProfile<Trader> = {
    current: () => ({ ok: true, value: trader }),
    onChange: (listener) => listener(trader),
    onConnected: () => undefined,
  };
  const topic = positionsTopic(profiles);
  const { most } = await readInOneTurn(trader, async () => {
    must(await trader.trading.fills.executions(0));
    while (topic.value.length === 0) await new Promise((resolve) => void setImmediate(resolve));
  });
  expect(most.steps).toBeLessThanOrEqual(2 * SLICE);
  expect(topic.value).toMatchObject([{ token: SOME_TOKEN, buys: TRADES }]);
});

it('what is asked when the profile closes has no answer that looks whole', async () => {
  const trader = await traderOf();
  const asked = trader.trading.fills.executions(0);
  await trader.trading.stop();
  expect(await asked).toMatchObject({ ok: false, failure: { code: 'request-refused' } });
});

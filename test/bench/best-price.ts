import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import defaults from '../../resources/exchanges.json' with { type: 'json' };
import { assetUnit, type AssetId } from '#domain/asset.ts';
import { systemClock, systemRandom } from '../../src-main/system/clock.ts';
import { BlockfrostLedger } from '../../src-main/ledger/blockfrost/client.ts';
import type { Ledger } from '../../src-main/ports/ledger.ts';
import { poolOutput, scriptHash } from '../../src-main/practice/chain/scripts.ts';
import { SeededRandom } from '../../src-main/practice/market/random.ts';
import { overriding } from '../../src-main/profile/forwarding.ts';
import { baseUrl } from '../support/http-parts.ts';
import { PracticeProcess } from '../support/practice-process.ts';
import { selling } from '../support/sales.ts';
import { must, openFundedTrader, openTrader, type Trader } from '../support/trader.ts';
import { conclude, median, say } from './report.ts';

/**
 * `npm run bench -- best-price`: how long a review of a swap takes on loopback without the best-price check, and with it
 * over 15 (practice's own), 500 and 5,000 pools of the pair, one after the other in the same run. The lists of pools come
 * from a thread of their own, everything else from practice. Exit code 1 when 500 pools add more than the target.
 */

const COUNTS = [500, 5_000] as const;
const ROUNDS = 40;
const TARGET = 0.15;
const SALE = selling(100_000_000n);
const RATE = { concurrency: 8, perSecond: 2_000, burst: 2_000 };
const CODES = defaults.map(({ code }) => code);

const folder = mkdtempSync(join(tmpdir(), 'touchstone-best-price-'));
const workers: Worker[] = [];
const traders: Trader[] = [];
const practice = await PracticeProcess.start({ blockTime: '1s', dialect: 'spec' });

/** Pools of the pair near the market's price, as a Blockfrost lists them, by script. */
function poolLists(token: AssetId, count: number): readonly (readonly [string, readonly object[]])[] {
  const random = SeededRandom.seeded(17, `best-price ${count}`);
  const outputs = Array.from({ length: count }, (_, at) => {
    const exchange = CODES[at % CODES.length] ?? '';
    const ada = Math.floor(10 ** random.between(9, 12));
    const tokens = Math.floor((ada / 0.49) * random.between(0.98, 1.02));
    const id = at.toString(16).padStart(8, '0');
    const made = poolOutput(
      { exchange, token, id, feePpm: 3_000 + random.below(7_000), ada: BigInt(ada), tokens: BigInt(tokens) },
      CODES,
    );
    return { exchange, made, at };
  });
  return CODES.map((code) => [
    scriptHash(code, 'pool'),
    outputs
      .filter(({ exchange }) => exchange === code)
      .map(({ made, at }) => ({
        address: made.address,
        tx_hash: at.toString(16).padStart(64, '0'),
        output_index: 0,
        amount: [...made.value].map(([unit, held]) => ({ unit: assetUnit(unit), quantity: held.toString() })),
        inline_datum: made.datum,
        data_hash: null,
      })),
  ]);
}

async function listingLedger(token: AssetId, count: number): Promise<BlockfrostLedger> {
  const worker = new Worker(new URL('./pool-list-server.ts', import.meta.url), {
    workerData: poolLists(token, count),
  });
  workers.push(worker);
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  return new BlockfrostLedger({
    ...{ base: baseUrl(`http://127.0.0.1:${port}`), clock: systemClock, random: systemRandom, rate: RATE },
  });
}

async function opened(name: string, options: Partial<Parameters<typeof openTrader>[0]>): Promise<Trader> {
  const trader = await openTrader({
    endpoints: practice.endpoints,
    folder: mkdtempSync(join(folder, name)),
    ...options,
  });
  traders.push(trader);
  return trader;
}

/** Ms until the transaction can be shown, and until its price is compared. */
async function reviewMs(trader: Trader, token: AssetId): Promise<readonly [number, number]> {
  const quote = must(
    await trader.trading.estimators.swaps.quote({
      ...SALE,
      receive: token,
      slippageBps: 300,
      excluded: [],
    }),
  );
  const started = performance.now();
  const review = must(await trader.trading.review(quote.id, trader.account));
  const shown = performance.now() - started;
  await review.bestPrice;
  return [shown, performance.now() - started];
}

try {
  const first = mkdtempSync(join(folder, 'plain'));
  const funded = await openFundedTrader({
    ...{ endpoints: practice.endpoints, folder: first, comparesPrices: false },
  });
  traders.push(funded.trader);
  const { token } = funded;
  const kinds: { readonly name: string; readonly pools: number; readonly trader: Trader }[] = [
    { name: 'without the check', pools: 0, trader: funded.trader },
    { name: "practice's own pools", pools: 15, trader: await opened('own', {}) },
  ];
  for (const pools of COUNTS) {
    const listing = await listingLedger(token, pools);
    const throughLedger = (ledger: BlockfrostLedger): Ledger =>
      overriding<Ledger>(ledger, { scriptOutputs: (...asked) => listing.scriptOutputs(...asked) });
    kinds.push({ name: `${pools} pools`, pools, trader: await opened(`of${pools}`, { throughLedger }) });
  }
  for (const { trader } of kinds) for (let warm = 0; warm < 3; warm += 1) await reviewMs(trader, token);
  const times = new Map(kinds.map(({ name }) => [name, [] as (readonly [number, number])[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, trader } of kinds) times.get(name)?.push(await reviewMs(trader, token));
  const medians = (name: string): readonly [number, number] => {
    const rounds = times.get(name) ?? [];
    return [median(rounds.map(([shown]) => shown)), median(rounds.map(([, compared]) => compared))];
  };
  const [plain] = medians('without the check');
  say(
    `Medians of ${ROUNDS} reviews on loopback: ms until shown, what the check adds to that, ms until compared.`,
  );
  const added = new Map<number, number>();
  for (const { name, pools } of kinds) {
    const [ms, compared] = medians(name);
    added.set(pools, ms / plain - 1);
    say(
      `${name.padEnd(24)}${ms.toFixed(1).padStart(8)}${((ms / plain - 1) * 100).toFixed(1).padStart(8)} %${compared.toFixed(1).padStart(10)}`,
    );
  }
  const most = added.get(COUNTS[0]) ?? Number.POSITIVE_INFINITY;
  conclude(
    most <= TARGET ? [] : [`${(most * 100).toFixed(1)} % with ${COUNTS[0]} pools (target ${TARGET * 100} %)`],
    `at most ${TARGET * 100} % with ${COUNTS[0]} pools`,
  );
} finally {
  for (const trader of traders) await trader.close();
  for (const worker of workers) await worker.terminate();
  await practice.stop();
  rmSync(folder, { recursive: true, force: true });
}

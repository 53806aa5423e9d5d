import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { knownPools } from '../../../src-main/app/order-scripts.ts';
import type { KnownPools } from '../../../src-main/exchanges/known-pools.ts';
import type { Pool } from '../../../src-main/exchanges/pool.ts';
import type { Utxo } from '../../../src-main/ports/ledger.ts';
import { bestRoute } from '../../../src-main/exchanges/routing/route.ts';
import { MOST_POOLS } from '../../../src-main/exchanges/routing/reported-pools.ts';
import { bestPrice } from '../../../src-main/trading/best-price.ts';
import { readMarket } from '../../support/read-market.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

const NAME = '47454d';
const TOKEN = ('7e'.repeat(28) + NAME) as AssetId;
const GEM = `581c${'7e'.repeat(28)}43${NAME}`;
const KNOWN = knownPools('live', 'mainnet');
const MINSWAP = 'ea07b733d932129c378af627436e7cbc2ef0bf96e0036bb51b3bde6b';
const SUNDAE = 'e0302560ced2fdcbfcb2602697df970cd0d6a38f94b32703f51c312b';
const WINGRIDERS = 'af97793b8702f381976cec83e303e9ce17781458c73c4bb16fe02b83';
const TRADED = 1_000_000_000n;
/** The scripted ledger's latest block. */
const TIP_MS = 1_000_000n;

/** A natural number as data: a big one in chunks of bytes that Plutus would cut shorter. */
function natural(value: bigint): string {
  if (value < 1n << 64n) return `1b${value.toString(16).padStart(16, '0')}`;
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return `c259${(even.length / 2).toString(16).padStart(4, '0')}${even}`;
}

interface Told {
  readonly script: string;
  readonly ada: bigint;
  readonly tokens: bigint;
  /** The exchange's own token, without which it is no pool. */
  readonly marked?: boolean;
  readonly opens?: bigint;
  /** Instead of a pool's. */
  readonly datum?: string;
}

function markOf(script: string): AssetId {
  return KNOWN.get(script)?.token ?? (`${script}000de140aa` as AssetId);
}

function datumOf({ script, ada, tokens, opens = 0n }: Told): string {
  const pair = { [MINSWAP]: `d8799f4040ffd8799f${GEM}ff`, [SUNDAE]: `9f9f4040ff9f${GEM}ffff` }[script];
  if (script === MINSWAP)
    return `d8799fd87980${pair}00${natural(ada)}${natural(tokens)}181e181ed87a80d87980ff`;
  if (script === SUNDAE) return `d8799f41aa${pair}00181e181ed87a80${natural(opens)}00ff`;
  return `d8799f404040${GEM}181e000000${natural(10_000n)}1a001e8480${'00'.repeat(7)}d87a80d87a80d87980ff`;
}

function output(told: Told, at: number): Utxo {
  const { script, ada, tokens, marked = true } = told;
  return {
    txHash: at.toString(16).padStart(64, '0'),
    index: 0,
    address: formatAddress(addressOf(1, { kind: 'script', hash: script })),
    value: new Map([[ADA, ada], [TOKEN, tokens], ...(marked ? [[markOf(script), 1n] as const] : [])]),
    inlineDatum: told.datum ?? datumOf(told),
  };
}

async function read(told: readonly Told[], known: KnownPools = KNOWN) {
  const ledger = new ScriptedLedger();
  ledger.pools = told.map(output);
  const clock = new ManualClock();
  const task = { sells: ADA, wants: TOKEN, quantity: TRADED, allowed: () => true };
  const reading = await readMarket(task, { ledger, clock, pools: known }, epochMs(clock.now() + 20_000));
  const offer = { kind: 'swap', out: 1_000_000n, fees: 2_000_000n, receive: TOKEN } as const;
  return { reading, said: bestPrice(reading, offer, 50, new Map([[TOKEN, { ticker: 'GEM', decimals: 6 }]])) };
}

/** Known pools whose reading is counted. */
function counted(): { readonly known: KnownPools; readonly count: { read: number } } {
  const count = { read: 0 };
  const known = new Map(
    [...KNOWN].map(([script, entry]) => {
      const { form } = entry;
      if (!form) return [script, entry];
      const read = (...given: Parameters<typeof form.read>) => ((count.read += 1), form.read(...given));
      return [script, { ...entry, form: { ...form, read } }];
    }),
  );
  return { known, count };
}

const deep = (script: string): Told => ({ script, ada: 10n ** 12n, tokens: 10n ** 12n });
const REAL = [MINSWAP, SUNDAE, WINGRIDERS].map(deep);

describe('whoever pays to a pool script', () => {
  it('is no pool without the token of the exchange, however deep', async () => {
    for (const real of REAL) {
      expect((await read([real])).reading).toMatchObject({ pools: 1, unread: 0 });
      const fake = { ...real, tokens: 2n ** 63n, marked: false };
      const { reading, said } = await read([fake]);
      expect(reading).toMatchObject({ pools: 0, unread: 1, route: undefined });
      expect(said.tone).toBe('note');
    }
  });

  it('neither takes the place of a pool that is told of after any number of its own outputs, nor has their data read', async () => {
    const fakes = Array.from({ length: 3 * MOST_POOLS }, () => ({ ...deep(MINSWAP), marked: false }));
    const { known, count } = counted();
    const { reading, said } = await read([...fakes, ...REAL], known);
    expect(reading).toMatchObject({ pools: 3, unread: fakes.length, complete: true });
    expect(said).toMatchObject({ tone: 'warn' });
    expect(count.read).toBe(3);
  });

  it('gives no price by a pool that has not opened: nobody can trade it to the market', async () => {
    const shut = { script: SUNDAE, ada: 10n ** 9n, tokens: 10n ** 15n };
    expect((await read([{ ...shut, opens: TIP_MS }])).said.tone).toBe('warn');
    const { reading, said } = await read([{ ...shut, opens: TIP_MS + 1n }]);
    expect(reading).toMatchObject({ pools: 0, unread: 1 });
    expect(said.tone).toBe('note');
  });
});

describe('a ledger back-end', () => {
  it('breaks nothing with numbers that no ledger holds', async () => {
    for (const huge of [2n ** 64n, 10n ** 400n])
      for (const [ada, tokens] of [
        [1_000n, huge],
        [huge, 1_000n],
        [huge, huge],
      ] as const) {
        const { reading, said } = await read([{ script: MINSWAP, ada, tokens }]);
        expect(reading).toMatchObject({ kind: 'read', pools: 0, unread: 1 });
        expect(said.tone).toBe('note');
      }
  });

  it('has no more data read than a bounded number of bounded ones', async () => {
    const { known, count } = counted();
    const dense = { ...deep(SUNDAE), datum: `9f${'80'.repeat(5_000)}ff` };
    expect((await read([dense, dense], known)).reading).toMatchObject({ pools: 0, unread: 2 });
    expect(count.read).toBe(0);
    const many = Array.from({ length: MOST_POOLS + 10 }, () => ({ ...deep(SUNDAE), datum: '80' }));
    expect((await read(many, known)).reading).toMatchObject({ pools: 0, complete: false });
    expect(count.read).toBe(MOST_POOLS);
  });

  it('has the router compute a bounded number of swaps, whatever the pools', () => {
    const shapes: readonly ((at: number) => readonly [bigint, bigint])[] = [
      () => [10n ** 12n, 10n ** 12n],
      (at) => [10n ** 12n + BigInt(at), 10n ** 12n],
      (at) => [2n ** BigInt(at % 60) + 1n, 2n ** BigInt((at * 7) % 60) + 1n],
      (at) => [1n + BigInt(at), 2n ** 63n],
    ];
    for (const shape of shapes)
      for (const quantity of [1n, TRADED, 10n ** 16n]) {
        let swaps = 0;
        const places = Array.from({ length: MOST_POOLS }, (_, at) => {
          const entry = KNOWN.get(MINSWAP);
          const [ada, tokens] = shape(at);
          const { value, inlineDatum } = output({ script: MINSWAP, ada, tokens }, at);
          const pool = entry?.form?.read({ script: MINSWAP, value, datum: inlineDatum });
          if (pool?.ok !== true) throw new Error('not read');
          const swap: Pool['swap'] = (...given) => ((swaps += 1), pool.value.swap(...given));
          const exchange = ['one', 'two', 'three', 'four'][at % 4] ?? '';
          return { exchange, pool: { ...pool.value, swap }, fee: BigInt(at % 3) };
        });
        bestRoute({ sells: ADA, wants: TOKEN, quantity, places });
        // Each once, and the few best splits in whole units.
        expect(swaps).toBeLessThan(MOST_POOLS + 6 * 4 * 200);
      }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lovelace } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { constantProduct } from '../../../src-main/exchanges/constant-product.ts';
import type { PoolOutput } from '../../../src-main/exchanges/pool.ts';
import type { Utxo } from '../../../src-main/ports/ledger.ts';
import { quoteOn } from '../../../src-main/practice/market/quoting.ts';
import type { Exchange, Pool as PracticePool } from '../../../src-main/practice/market/types.ts';
import { routeBetweenTokens, worthOfLovelace } from '../../../src-main/exchanges/routing/between-tokens.ts';
import type { ReportedPlace } from '../../../src-main/exchanges/routing/reported-pools.ts';
import { bestPrice } from '../../../src-main/trading/best-price.ts';
import type { MarketReading } from '../../../src-main/trading/own-market.ts';
import { readMarket } from '../../support/read-market.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { formNamed, MAINNET_POOLS, minswapV2Output } from '../../support/pool-outputs.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

const SOLD = `${'5a'.repeat(28)}5a` as AssetId;
const WANTED = `${'7e'.repeat(28)}7e` as AssetId;

const venue = fc.record({
  exchange: fc.integer({ min: 0, max: 3 }),
  ada: fc.bigInt({ min: 10n ** 10n, max: 10n ** 13n }),
  permille: fc.bigInt({ min: 950n, max: 1_050n }),
  feePpm: fc.integer({ min: 0, max: 20_000 }),
});
const fees = [2_000_000n, 0n, 1_500_000n, 700_000n] as const;
const exchanges = fees.map((batcherFee, at): Exchange => {
  const code = `X${at}`;
  return {
    code,
    name: code,
    poolFeePpm: 0,
    batcherFee: lovelace(batcherFee),
    deposit: lovelace(0n),
    partialFills: false,
    limit: true,
    dca: true,
  };
});

describe('a route between two tokens through ADA', () => {
  it('is no worse than practice’s, and practice’s is no better', () => {
    const side = fc.array(venue, { minLength: 1, maxLength: 4 });
    const part = fc.bigInt({ min: 10n, max: 3_000n });
    fc.assert(
      fc.property(side, side, part, (selling, buying, permyriad) => {
        const pools = [selling, buying].flatMap((venues, at) =>
          venues.map(({ exchange, ada, permille, feePpm }, index): PracticePool => {
            const tokens = (ada * permille) / 1_000n;
            const token = at === 0 ? SOLD : WANTED;
            return { id: `${at}${index}`, exchange: `X${exchange}`, token, ada, tokens, feePpm };
          }),
        );
        const held = pools.reduce((sum, { token, tokens }) => sum + (token === SOLD ? tokens : 0n), 0n);
        const quantity = (held * permyriad) / 10_000n;
        const places = pools.map(({ exchange, token, ada, tokens, feePpm }): ReportedPlace => ({
          exchange,
          fee: fees[Number(exchange.slice(1))] ?? 0n,
          hops: true,
          outputs: [],
          pool: constantProduct({
            assets: [ADA, token],
            reserves: [ada, tokens],
            fees: [BigInt(feePpm), BigInt(feePpm)],
            of: 1_000_000n,
          }),
        }));
        const theirs = quoteOn(
          {
            exchanges,
            token: (id) => ({ id }) as never,
            pool: (id) => pools.find((one) => one.id === id),
            poolsOf: (token) => pools.filter((one) => one.token === token),
          },
          { tokenIn: SOLD, tokenOut: WANTED, amountIn: quantity },
        );
        const worth = worthOfLovelace(places, WANTED) ?? 0;
        const ours = routeBetweenTokens({
          sells: SOLD,
          wants: WANTED,
          quantity,
          places,
          lovelaceWorth: worth,
          allowed: () => true,
        });
        if (!theirs.ok || !ours) return;
        const { expectedOut, batcherFees } = theirs.value;
        const apart = Number(ours.out - expectedOut) - worth * Number(ours.fees - batcherFees);
        // The proceeds of one more lovelace in between, and the rounding of both legs.
        expect(Math.abs(apart)).toBeLessThanOrEqual(8 + Number(expectedOut) * 1e-9);
      }),
    );
  });
});

const STABLE = formNamed('minswap-stable');
const [FIRST, SECOND] = STABLE.known.stable?.assets ?? [SOLD, WANTED];

function told({ script, value, datum }: PoolOutput, at: number): Utxo {
  return {
    txHash: at.toString(16).padStart(64, '0'),
    index: 0,
    address: formatAddress(addressOf(1, { kind: 'script', hash: script })),
    value,
    ...(datum === undefined ? {} : { inlineDatum: datum }),
  };
}

function read(pools: readonly PoolOutput[], refused: readonly string[] = []): Promise<MarketReading> {
  const ledger = new ScriptedLedger();
  ledger.pools = pools.map(told);
  const clock = new ManualClock();
  const task = {
    sells: FIRST,
    wants: SECOND,
    quantity: 10n ** 10n,
    allowed: (name: string) => !refused.includes(name),
  };
  return readMarket(task, { ledger, clock, pools: MAINNET_POOLS }, epochMs(clock.now() + 20_000));
}

describe('the app’s own view of two tokens', () => {
  const stable = STABLE.write({ reserves: [10n ** 12n, 10n ** 12n], fee: 0n });
  const [first, second] = [FIRST, SECOND].map((token) =>
    minswapV2Output(token, [10n ** 13n, 10n ** 13n], 30n),
  ) as [PoolOutput, PoolOutput];

  it('divides a trade over a stable pool and an order through two pools of one exchange', async () => {
    const both = await read([stable, first, second]);
    if (both.kind !== 'read') throw new Error(String(both.why));
    const alone = await read([stable, second]);
    if (alone.kind !== 'read') throw new Error(String(alone.why));
    expect(alone.route?.parts.map(({ place }) => place.exchange)).toEqual(['Minswap stable']);
    expect(both.route?.out).toBeGreaterThanOrEqual(alone.route?.out ?? 0n);
    const deep = await read([STABLE.write({ reserves: [10n ** 10n, 10n ** 10n], fee: 0n }), first, second]);
    if (deep.kind !== 'read') throw new Error(String(deep.why));
    expect(new Set(deep.route?.parts.map(({ place }) => place.exchange))).toEqual(
      new Set(['Minswap stable', 'Minswap V2']),
    );
    expect(deep.seen).toHaveLength(3);
    const { route } = deep;
    const offer = { kind: 'swap', receive: SECOND, out: (route?.out ?? 0n) / 2n, fees: 0n } as const;
    const said = bestPrice(deep, offer, 50, new Map([[SECOND, { ticker: 'B', decimals: 6 }]]));
    expect(said.tone).toBe('warn');
    expect(said.sentence).toMatch(/through (Minswap stable and Minswap V2|Minswap V2 and Minswap stable),/);
  });

  it('takes no order through two pools where the user allows none', async () => {
    const none = await read([first, second], ['MS2HOP']);
    expect(none).toMatchObject({ kind: 'read', route: undefined });
    const through = await read([first, second]);
    expect(through.kind === 'read' && through.route?.parts.length).toBe(1);
  });

  it('is not compared where nothing says what the exchanges’ fees are worth', async () => {
    expect(await read([stable, first])).toEqual({
      kind: 'unread',
      why: "what the exchanges' fees are worth in the token bought is unknown",
    });
    expect(await read([])).toMatchObject({ kind: 'read', pools: 0, route: undefined });
  });

  it('never throws and never invents, whatever the pools state', async () => {
    const huge = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
    await fc.assert(
      fc.asyncProperty(fc.array(huge, { minLength: 6, maxLength: 6 }), async (held) => {
        const [a = 1n, b = 1n, c = 1n, d = 1n, e = 1n, f = 1n] = held;
        const reading = await read([
          STABLE.write({ reserves: [a, b], fee: 0n }),
          minswapV2Output(FIRST, [c, d], 30n),
          minswapV2Output(SECOND, [e, f], 30n),
        ]);
        expect(reading.kind).toBe('read');
        if (reading.kind !== 'read' || !reading.route) return;
        expect(reading.route.parts.reduce((sum, { sold }) => sum + sold, 0n)).toBe(10n ** 10n);
        expect(reading.route.out).toBeLessThanOrEqual(b + f);
      }),
      { numRuns: 200 },
    );
  });
});

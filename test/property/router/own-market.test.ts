import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { knownPools } from '../../../src-main/app/order-scripts.ts';
import type { Utxo } from '../../../src-main/ports/ledger.ts';
import { poolOutput, scriptHash } from '../../../src-main/practice/chain/scripts.ts';
import { otherSide, sideOf } from '../../../src-main/exchanges/pool.ts';
import { bestPrice, type PriceOffer } from '../../../src-main/trading/best-price.ts';
import type { MarketReading } from '../../../src-main/trading/own-market.ts';
import { readMarket } from '../../support/read-market.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

const TOKEN = ('7e'.repeat(28) + '47454d') as AssetId;
const TOKENS = new Map([[TOKEN, { ticker: 'GEM', decimals: 6 }]]);
const KNOWN = knownPools('practice', 'preprod');
const CODES = ['EXA', 'EXAV2', 'EXB'];
const FEES = new Map([...KNOWN.values()].map(({ exchange, fee }) => [exchange, fee ?? 0n]));

interface Held {
  readonly exchange: string;
  readonly ada: bigint;
  readonly tokens: bigint;
  readonly feePpm: number;
}

/** A pool as practice writes it, at some place on chain. */
function told(pool: Held, at: number): Utxo {
  const id = at.toString(16).padStart(8, '0');
  const { address, value, datum } = poolOutput({ ...pool, token: TOKEN, id }, CODES);
  const txHash = at.toString(16).padStart(64, '0');
  return { txHash, index: 0, address, value, ...(datum === undefined ? {} : { inlineDatum: datum }) };
}

function ledgerWith(pools: readonly Held[]): ScriptedLedger {
  const ledger = new ScriptedLedger();
  ledger.pools = pools.map(told);
  return ledger;
}

function read(
  pools: readonly Held[],
  buys: boolean,
  quantity: bigint,
  clock = new ManualClock(),
): Promise<MarketReading> {
  const task = {
    ...{ sells: buys ? ADA : TOKEN, wants: buys ? TOKEN : ADA, quantity },
    allowed: () => true,
  };
  return readMarket(task, { ledger: ledgerWith(pools), clock, pools: KNOWN }, epochMs(clock.now() + 20_000));
}

const pool = fc.record({
  exchange: fc.constantFrom(...CODES),
  ada: fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
  tokens: fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
  feePpm: fc.integer({ min: 0, max: 20_000 }),
});
const market = fc.record({
  pools: fc.array(pool, { minLength: 1, maxLength: 5 }),
  buys: fc.boolean(),
  quantity: fc.bigInt({ min: 1_000n, max: 10n ** 12n }),
});
const usual = (kind: PriceOffer['kind'], buys: boolean, out: bigint, fees: bigint): PriceOffer => ({
  ...{ kind, out, fees, receive: buys ? TOKEN : ADA },
});

describe('the best-price check', () => {
  it('never speaks of more than what its own route, replayed at the pools, pays beyond the offer after fees', async () => {
    await fc.assert(
      fc.asyncProperty(
        market,
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        fc.bigInt({ min: 0n, max: 5_000_000n }),
        async ({ pools, buys, quantity }, out, fees) => {
          const reading = await read(pools, buys, quantity);
          if (reading.kind !== 'read') throw new Error(String(reading.why));
          const said = bestPrice(reading, usual('swap', buys, out, fees), 50, TOKENS);
          const more = /would have paid ([\d.,\s]+) (?:GEM|ADA) more/.exec(said.sentence)?.[1];
          if (more === undefined) {
            expect(said.tone).toBe('note');
            return;
          }
          const parts = reading.route?.parts ?? [];
          const paid = parts.reduce((sum, { place, sold }) => {
            const side = sideOf(place.pool, buys ? ADA : TOKEN);
            if (side === undefined) throw new Error('another pair');
            const swapped = place.pool.swap(side, sold).out;
            expect(swapped).toBeLessThan(place.pool.reserves[otherSide(side)]);
            return sum + swapped;
          }, 0n);
          expect(parts.reduce((sum, { sold }) => sum + sold, 0n)).toBe(quantity);
          const kept = parts.reduce((sum, { place }) => sum + (FEES.get(place.exchange) ?? 0n), 0n);
          const units = BigInt(Math.round(Number(more.replace(/[^\d.]/g, '')) * 1e6));
          const worth = reading.route?.lovelaceWorth ?? 0;
          const net = Number(paid - out) - worth * Number(kept - fees);
          expect(Number(units)).toBeLessThanOrEqual(net + 1 + Math.abs(net) * 1e-9);
          expect(net).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('finds nothing better than its own route, at the same fees', async () => {
    await fc.assert(
      fc.asyncProperty(market, async ({ pools, buys, quantity }) => {
        const reading = await read(pools, buys, quantity);
        if (reading.kind !== 'read' || !reading.route) return;
        const { out, fees } = reading.route;
        for (const kind of ['swap', 'limit'] as const)
          expect(bestPrice(reading, usual(kind, buys, out, fees), 1, TOKENS)).toMatchObject({
            tone: 'note',
            sentence: expect.stringMatching(/^No /),
          });
      }),
      { numRuns: 100 },
    );
  });

  it('neither fails nor warns, whatever lies at the scripts', async () => {
    const address = formatAddress(addressOf(0, { kind: 'script', hash: scriptHash('EXA', 'pool') }));
    const junk = fc.record({
      txHash: fc.constant('ab'.repeat(32)),
      index: fc.nat(),
      address: fc.oneof(fc.constant(address), fc.string()),
      value: fc
        .array(fc.tuple(fc.constantFrom(ADA, TOKEN), fc.bigInt({ min: 0n, max: 2n ** 64n })))
        .map((held) => new Map(held)),
      inlineDatum: fc.oneof(fc.string(), fc.constantFrom('d8799f4101182aff', '00', '')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(junk), async (outputs) => {
        const ledger = new ScriptedLedger();
        ledger.pools = outputs;
        const clock = new ManualClock();
        const task = { sells: ADA, wants: TOKEN, quantity: 1_000_000n, allowed: () => true };
        const reading = await readMarket(
          task,
          { ledger, clock, pools: KNOWN },
          epochMs(clock.now() + 20_000),
        );
        expect(reading).toMatchObject({ kind: 'read', pools: 0 });
        expect(bestPrice(reading, usual('swap', true, 1n, 0n), 50, TOKENS).tone).toBe('note');
      }),
    );
  });

  it('ends after four seconds, or when the quote does, where a back-end keeps it waiting', async () => {
    const hanging = Object.assign(new ScriptedLedger(), {
      scriptOutputs: () => new Promise(() => undefined),
    });
    for (const [quoteMs, ends] of [
      [20_000, 4_000],
      [1_500, 1_500],
    ] as const) {
      const clock = new ManualClock();
      const task = { sells: ADA, wants: TOKEN, quantity: 1_000_000n, allowed: () => true };
      const reading = readMarket(
        task,
        { ledger: hanging as never, clock, pools: KNOWN },
        epochMs(clock.now() + quoteMs),
      );
      let ended = false;
      void reading.then(() => (ended = true));
      await clock.advance(ends - 1);
      expect(ended).toBe(false);
      await clock.advance(1);
      expect(await reading).toEqual({
        kind: 'unread',
        why: 'the ledger back-end did not report the pools in time',
      });
    }
  });

  it('compares what was listed in time, and leaves time for its proofs', async () => {
    const slow = Object.assign(
      ledgerWith([{ exchange: 'EXA', ada: 10n ** 12n, tokens: 10n ** 12n, feePpm: 0 }]),
      {
        scriptOutputs(this: ScriptedLedger, _: unknown, __: unknown, signal: AbortSignal) {
          const { promise, resolve } = Promise.withResolvers<unknown>();
          signal.addEventListener('abort', () => resolve(ok({ outputs: this.pools, complete: false })));
          return promise;
        },
      },
    );
    const clock = new ManualClock();
    const task = { sells: ADA, wants: TOKEN, quantity: 1_000_000n, allowed: () => true };
    const parts = { ledger: slow as never, clock, pools: KNOWN };
    const reading = readMarket(task, parts, epochMs(clock.now() + 20_000));
    await clock.advance(3_000);
    expect(await reading).toMatchObject({ kind: 'read', pools: 1, complete: false });
  });

  it('is not made where no pools may be used, and where the back-end fails', async () => {
    const clock = new ManualClock();
    const until = epochMs(clock.now() + 20_000);
    const parts = { ledger: ledgerWith([]), clock, pools: KNOWN };
    const task = { sells: TOKEN, wants: ADA, quantity: 1n, allowed: () => true };
    expect(await readMarket({ ...task, allowed: () => false }, parts, until)).toMatchObject({
      why: 'no usable pools are known on this network',
    });
    const failing = Object.assign(ledgerWith([]), {
      scriptOutputs: () => Promise.resolve(failed(failure('ledger-timeout'))),
    });
    const reading = await readMarket(task, { ...parts, ledger: failing }, until);
    expect(reading.kind).toBe('unread');
    const broken = Object.assign(ledgerWith([]), { scriptOutputs: () => Promise.reject(new Error('a bug')) });
    expect(await readMarket(task, { ...parts, ledger: broken }, until)).toMatchObject({
      kind: 'unread',
    });
  });

  it('says what it could not check', async () => {
    const reading = await read(
      [{ exchange: 'EXA', ada: 10n ** 12n, tokens: 10n ** 12n, feePpm: 3_000 }],
      true,
      10n ** 8n,
    );
    if (reading.kind !== 'read') throw new Error(String(reading.why));
    const said = bestPrice(
      {
        ...{ ...reading, unread: 2, complete: false, contradicted: 1 },
        notComputed: new Map([['Splash', 'there is no formula']]),
      },
      usual('swap', true, 10n ** 12n, 0n),
      50,
      TOKENS,
    );
    expect(said).toMatchObject({
      tone: 'note',
      sentence: 'No better price was found in the one pool that the ledger back-end reported at slot 1000.',
      notes: [
        'This is no guarantee: some pools may not have been read.',
        'Left out: 1 pool on which the ledger back-end contradicts itself.',
        'Not checked: 2 outputs at pool scripts that could not be read.',
        'Not checked: there are more pools than were read.',
        'Not checked: Splash, because there is no formula.',
        'Exchanges whose pools this version does not know, and routes through a third token, are not checked.',
      ],
    });
  });
});

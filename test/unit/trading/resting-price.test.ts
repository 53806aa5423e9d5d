import { describe, expect, test } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import type { RestingSale } from '#domain/resting-sale.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { knownPools } from '../../../src-main/app/order-scripts.ts';
import { compareElsewhere, type RestingPriceParts } from '../../../src-main/trading/resting-price.ts';
import { notComputed } from '../../../src-main/exchanges/routing/reported-pools.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { ScriptedLedger } from '../../support/scripted-ledger.ts';

const NAME = '47454d';
const TOKEN = ('7e'.repeat(28) + NAME) as AssetId;
const POOLS = knownPools('live', 'mainnet');
const SUNDAE = 'e0302560ced2fdcbfcb2602697df970cd0d6a38f94b32703f51c312b';
const MINSWAP = 'ea07b733d932129c378af627436e7cbc2ef0bf96e0036bb51b3bde6b';
const ADA_IN = 1_000_000_000n;
/** The codes of the service for two exchanges. */
const codes = new Map([
  ['MIN', 'Minswap V2'],
  ['SUN', 'SundaeSwap V3'],
]);

const natural = (value: bigint): string => `1b${value.toString(16).padStart(16, '0')}`;
const GEM = `581c${'7e'.repeat(28)}43${NAME}`;

/** A pool with a fee of 0.3 % and 10^12 lovelace in it. */
function pool(script: string, tokens: bigint, at: number) {
  const ada = 10n ** 12n;
  const datum =
    script === MINSWAP
      ? `d8799fd87980d8799f4040ffd8799f${GEM}ff00${natural(ada)}${natural(tokens)}181e181ed87a80d87980ff`
      : `d8799f41aa9f9f4040ff9f${GEM}ffff00181e181ed87a80${natural(0n)}00ff`;
  const mark = POOLS.get(script)?.token ?? (`${script}000de140aa` as AssetId);
  return {
    txHash: at.toString(16).padStart(64, '0'),
    index: 0,
    address: formatAddress(addressOf(1, { kind: 'script', hash: script })),
    value: new Map([[ADA, ada] as const, [TOKEN, tokens] as const, [mark, 1n] as const]),
    inlineDatum: datum,
  };
}

function sale(given: Partial<RestingSale> = {}): RestingSale {
  return {
    ...{ id: 'a', sells: ADA, wants: TOKEN, quantity: ADA_IN, asks: 1_000_000_000n },
    ...{ exchanges: ['MIN'], fees: 2_000_000n },
    ...given,
  };
}

interface World {
  readonly sundae?: bigint;
  readonly minswap?: bigint;
  readonly limits?: RestingPriceParts['limits'];
}

async function found({ sundae, minswap, limits }: World, ...sales: readonly RestingSale[]) {
  const ledger = new ScriptedLedger();
  ledger.pools = [
    ...(sundae === undefined ? [] : [pool(SUNDAE, sundae, 1)]),
    ...(minswap === undefined ? [] : [pool(MINSWAP, minswap, 2)]),
  ];
  const parts = { ledger, clock: new ManualClock(), pools: POOLS, scripts: { codes } };
  const all = await compareElsewhere(sales, { ...parts, ...(limits ? { limits } : {}) });
  return { ledger, said: sales.map(({ id }) => all.get(id)) };
}

describe('a limit order', () => {
  test('hears of another exchange whose pools pay more than it asks for', async () => {
    const { said } = await found({ sundae: 1_020_000_000_000n, minswap: 990_000_000_000n }, sale());
    expect(said[0]).toMatchObject({
      kind: 'better',
      more: expect.stringMatching(/^1\.\d\d\u00a0%$/),
      sentence: expect.stringMatching(
        /^The pools of SundaeSwap V3 would pay 1\.\d\d\s% more now than is asked for, after the exchanges' fees, at slot 1000\. What these pools held is the ledger back-end's word\. Not checked: .*Splash/,
      ),
    });
  });

  test('is compared with its own exchange where that pays more than it asks for', async () => {
    const { said } = await found(
      { sundae: 1_040_000_000_000n, minswap: 1_020_000_000_000n },
      sale({ asks: 900_000_000n }),
    );
    expect(said[0]?.sentence).toMatch(
      /^The pools of SundaeSwap V3 would pay (1\.9|2\.0)\d\s% more now than the pools of Minswap V2,/,
    );
  });

  test('hears nothing of a smaller advantage than the user’s share, and is promised nothing', async () => {
    const better = { sundae: 1_020_000_000_000n };
    const small = await found({ ...better, limits: { betterPriceBps: 500 } }, sale());
    expect(small.said[0]).toMatchObject({
      kind: 'none',
      sentence: expect.stringMatching(
        /^The one pool that .* elsewhere at slot 1000 was not found to pay 5\.00\s% more now\. This is no guarantee: some pools may not have been read\./,
      ),
    });
    const shared = await found({ ...better, limits: { betterPriceBps: 50 } }, sale());
    expect(shared.said[0]?.kind).toBe('better');
  });

  test('is not sent to an exchange that the user does not allow', async () => {
    const { said } = await found({ sundae: 2_000_000_000_000n, limits: { exchanges: ['MIN'] } }, sale());
    expect(said[0]?.kind).toBe('unchecked');
  });

  test('counts its fees in its favour only where they are known', async () => {
    const world = { sundae: 1_009_000_000_000n };
    const [known, unknown] = await Promise.all([
      found(world, sale({ fees: 2_000_000n })),
      found(world, sale({ fees: undefined })),
    ]);
    expect([known.said[0]?.kind, unknown.said[0]?.kind]).toEqual(['better', 'none']);
  });
});

test('the next trade of a plan is compared with what its own exchanges would pay', async () => {
  const plan = sale({ asks: undefined, fees: undefined });
  const both = await found({ sundae: 1_020_000_000_000n, minswap: 10n ** 12n }, plan);
  expect(both.said[0]?.sentence).toContain('more now than the pools of Minswap V2');
  const alone = await found({ sundae: 1_020_000_000_000n }, plan);
  expect(alone.said[0]).toMatchObject({
    kind: 'unchecked',
    sentence: 'Not compared with pools elsewhere: no pool of Minswap V2 could be read for this pair.',
  });
});

test('what cannot be compared says why', async () => {
  const tokens = await found({}, sale({ sells: `${'aa'.repeat(28)}01` as AssetId }));
  expect(tokens.said[0]?.sentence).toBe(
    'Not compared with pools elsewhere: the ledger back-end reported none for this pair elsewhere at slot 1000.',
  );
  const none = await found({ minswap: 10n ** 12n }, sale());
  expect(none.said[0]?.sentence).toContain('reported none for this pair elsewhere at slot 1000');
  const ledger = new ScriptedLedger();
  ledger.scriptOutputs = () => Promise.resolve(failed(failure('ledger-unreachable'))) as never;
  const parts = { ledger, clock: new ManualClock(), pools: POOLS, scripts: { codes } };
  const failing = await compareElsewhere([sale()], parts);
  expect(failing.get('a')?.kind).toBe('unchecked');
});

test('sales of one pair take one list of pools, in both directions', async () => {
  const back = sale({ id: 'b', sells: TOKEN, wants: ADA, exchanges: ['SUN'], asks: 900_000_000n });
  const { ledger, said } = await found({ sundae: 1_020_000_000_000n, minswap: 10n ** 12n }, sale(), back);
  expect(ledger.calls.tip).toBe(1);
  expect(said.map((one) => one?.kind)).toEqual(['better', 'better']);
});

test('exchanges that the list of pools does not name are mentioned once, not one by one', () => {
  expect([...notComputed(knownPools('practice', 'preprod'))]).toEqual([
    ["exchanges other than practice's usual ones", 'what they charge is not known'],
  ]);
  expect([...notComputed(POOLS).keys()]).toContain('Splash');
});

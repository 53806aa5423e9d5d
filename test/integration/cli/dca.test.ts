import { describe, expect, test } from 'vitest';
import { FundedPlace } from '../../support/command-line.ts';

// A minute's interval takes half a second.
const place = new FundedPlace({ speed: 120 });
const { keys } = place;

interface PlanJson {
  readonly id: string;
  readonly status: string;
  readonly completed: number;
  readonly tx_hash: string;
  readonly remaining: { readonly base_units: string };
  readonly trades: readonly { readonly sold: { readonly base_units: string } }[];
}

const create = (...args: readonly string[]) =>
  place.json([
    'dca',
    'create',
    ...place.there,
    ...keys,
    '--in',
    'ADA',
    '--out',
    'AMBER',
    '--yes',
    '--slippage',
    '3',
    ...args,
  ]);
const cancel = (...args: readonly string[]) =>
  place.json(['dca', 'cancel', ...place.there, ...keys, '--yes', ...args]);

async function plans(...args: readonly string[]): Promise<readonly PlanJson[]> {
  const { code, json, stderr } = await place.json(['dca', 'list', ...place.there, ...keys, ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return json['plans'] as readonly PlanJson[];
}

async function lovelace(): Promise<bigint> {
  const { json } = await place.json(['balance', ...place.there, ...keys]);
  const amounts = json['amounts'] as readonly { token: string; base_units: string }[];
  return BigInt(amounts.find(({ token }) => token === 'ADA')?.base_units ?? '0');
}

describe('recurring orders on the command line', () => {
  test('one is made, runs to its end, and stays in the list after the service forgot it', async () => {
    const receipt = place.path('plan.json');
    const made = await create(
      '--amount',
      '100.000001',
      '--cycles',
      '2',
      '--every',
      '1min',
      '--wait',
      'filled',
      '--receipt',
      receipt,
    );
    expect(made.json.failure).toBeUndefined();
    expect([made.code, made.json['state']]).toEqual([0, 'filled']);
    expect(made.stderr).toContain(
      'Each       takes the price of its time, at most 3 % worse than the market; no least amount is enforced',
    );
    expect(made.json).toMatchObject({
      side: 'buy',
      every: '1min',
      cycles: 2,
      fee_per_cycle_ada: expect.any(String),
    });
    expect(made.stderr).toMatch(/in 2 trades of 50 ADA, every minute/);
    const verified = await place.json(['verify-receipt', '--receipt', receipt]);
    expect([verified.code, verified.json]).toMatchObject([0, { valid: true, receipts: [{ kind: 'dca' }] }]);
    expect(await plans()).toEqual([]);
    const [ended] = await plans('--status', 'ended');
    expect(ended).toMatchObject({ status: 'finished', completed: 2, tx_hash: made.json['tx_hash'] });
    expect(ended?.trades.map(({ sold }) => sold.base_units)).toEqual(['50000000', '50000001']);
  });

  test('the rest of one comes back, exact to the lovelace', async () => {
    const before = await lovelace();
    const made = await create('--amount', '300', '--cycles', '6', '--every', 'monthly:1');
    expect([made.code, made.json['state']]).toEqual([0, 'placed']);
    let running = await plans();
    for (let tries = 0; running[0]?.completed !== 1 && tries < 30; tries += 1) running = await plans();
    expect(running).toMatchObject([
      {
        status: 'running',
        completed: 1,
        remaining: { base_units: '250000000' },
        tx_hash: made.json['tx_hash'],
      },
    ]);
    const back = await cancel('--plan', running[0]?.id ?? '');
    expect(back.json.failure).toBeUndefined();
    expect([back.code, back.json['completed']]).toEqual([0, 1]);
    const costs = made.json['costs_ada'] as Readonly<Record<string, string>>;
    const units = (ada: unknown): bigint => BigInt(Math.round(Number(ada) * 1e6));
    const spent =
      50_000_000n +
      units(made.json['fee_per_cycle_ada']) +
      units(costs['network_fee']) +
      units(back.json['network_fee_ada']);
    expect(before - (await lovelace())).toBe(spent);
    expect(await plans('--status', 'ended')).toMatchObject([{ status: expect.any(String) }, {}]);
    const again = await cancel('--plan', running[0]?.id ?? '');
    expect([again.code, again.json.failure?.code]).toEqual([1, 'order-already-closed']);
  });

  test('what is not one of the ten intervals is refused before anything is asked', async () => {
    for (const every of ['2min', 'daily', 'hourly:3', 'weekly:2', 'minutely:2']) {
      const refused = await create('--amount', '100', '--cycles', '2', '--every', every);
      expect([every, refused.code, refused.json.failure?.code]).toEqual([every, 2, 'dca-interval-refused']);
    }
    const cycles = await create('--amount', '100', '--cycles', '0', '--every', '1day');
    expect([cycles.code, cycles.json.failure?.code]).toEqual([2, 'dca-cycles-refused']);
    const verb = await place.json(['dca', 'stop']);
    expect(verb.code).toBe(2);
    const small = await create('--amount', '2', '--cycles', '4', '--every', '1day');
    expect([small.code, small.json.failure?.code]).toEqual([1, 'dca-cycle-too-small']);
    const unknown = await cancel('--plan', 'none');
    expect([unknown.code, unknown.json.failure?.code]).toEqual([1, 'order-unknown']);
  });
});

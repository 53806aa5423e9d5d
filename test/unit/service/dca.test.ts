import { describe, expect, test } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { DcaIntent } from '#domain/dca.ts';
import { answeringService } from '../../support/answering-service.ts';
import { codeOf, must } from '../../support/trader.ts';

const token = `279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f534e454b` as AssetId;
const decimals = (asset: AssetId): number => (asset === ADA ? 6 : 3);
const OWNER = 'addr_test1owner';
const intent: DcaIntent = {
  pay: { asset: ADA, quantity: 100_000_001n },
  receive: token,
  interval: 'hourly',
  intervalLength: 4,
  cycles: 10,
  slippageBps: 125,
  exchanges: ['EXA', 'EXBV3'],
};
const record = {
  _id: '65f0',
  user_address: OWNER,
  token_in: '',
  token_out: token,
  amount_in: 10.000001,
  interval: 'hourly',
  interval_length: 4,
  cycles: 10,
  cycles_completed: 3,
  next_execution: '2027-03-01T12:00:00.000Z',
  status: 'ACTIVE',
};

const service = answeringService();

describe('recurring orders on the wire', () => {
  test('are asked for with every digit, and an allow-list only where there is one', async () => {
    service.server.answers({ cbor: '84A0' });
    const built = must(await service.client.dcaCreate(intent, OWNER, decimals));
    expect(built).toMatchObject({ cbor: '84a0', splits: [] });
    must(await service.client.dcaCreate({ ...intent, exchanges: [] }, OWNER, decimals));
    const [first, second] = service.server.seen.map(({ body }) => body.toString());
    expect(first).toBe(
      `{"user_address":"${OWNER}","token_in":"","token_out":"${token}","amount_in":100.000001,"interval":"hourly","interval_length":4,"slippage":1.25,"cycles":10,"dex_allowlist":["EXA","EXBV3"]}`,
    );
    expect(second).not.toContain('dex_allowlist');
    expect(service.server.seen.map(({ url }) => url)).toEqual(['/dca/create', '/dca/create']);
  });

  test('an answer without a transaction is a failure', async () => {
    service.server.answers({ cbor: '' });
    expect(codeOf(await service.client.dcaCreate(intent, OWNER, decimals))).toBe('service-built-nothing');
  });

  test.each([
    ['input_too_small', { code: 'input_too_small', minimum: 7.5 }, 'dca-cycle-too-small'],
    ['no exchange that takes them', 'no_recurring_orders', 'exchange-without-dca'],
    ['an unknown exchange', { error: { code: 'dex_not_found' } }, 'exchange-without-dca'],
    ['no funds', 'not_enough_funds', 'insufficient-funds'],
  ])('a refusal means the plan: %s', async (_name, body, code) => {
    service.server.answers(body, 400);
    expect(codeOf(await service.client.dcaCreate(intent, OWNER, decimals))).toBe(code);
  });

  test('are read as they come, however strange; what lacks what a row needs is left out', async () => {
    service.server.answers([
      record,
      {
        ...record,
        _id: { $oid: 'ab' },
        interval: 'Daily',
        interval_length: 1,
        next_execution: 1_700_000_000,
      },
      { ...record, interval: 'yearly', interval_length: 2, next_execution: 'soon', status: 'PAUSED' },
      {
        ...record,
        tx_hash: 'AB'.repeat(32),
        output_index: '0',
        amount_in: '10.50',
        cycles: '12',
        cycles_completed: 1.5,
        remaining_cycles: 4,
      },
      { ...record, amount_in: -1 },
      { ...record, amount_in: 1e308 },
      { ...record, cycles: -3 },
      { ...record, token_out: '' },
      { ...record, token_in: 'nobody knows' },
      {},
      'nonsense',
      null,
    ]);
    const listed = await service.client.dcaPlans(OWNER);
    const plans = must(listed);
    expect(service.server.seen[0]?.url).toBe(`/dca/${OWNER}`);
    expect(plans).toHaveLength(4);
    expect(listed).toMatchObject({
      leftOut: { code: 'rows-left-out', data: { count: 8, path: 'amount_in' } },
    });
    expect(plans[0]).toMatchObject({
      id: '65f0',
      status: 'ACTIVE',
      sells: ADA,
      buys: token,
      amountPerCycle: '10.000001',
      everyWords: 'every 4 hours',
      cycles: 10,
      completed: 3,
      next: Date.parse('2027-03-01T12:00:00Z'),
      nextWords: undefined,
      txHash: undefined,
    });
    expect(plans[1]).toMatchObject({ id: 'ab', everyWords: 'every day', next: 1_700_000_000_000 });
    expect(plans[2]).toMatchObject({
      interval: undefined,
      everyWords: 'yearly × 2',
      next: undefined,
      nextWords: 'soon',
      status: 'PAUSED',
    });
    expect(plans[3]).toMatchObject({
      txHash: 'ab'.repeat(32),
      outputIndex: 0,
      amountPerCycle: '10.5',
      cycles: 12,
      completed: 8,
      remaining: 4,
    });
  });

  test('two of the three counts give the third', async () => {
    const { cycles: _all, cycles_completed: _made, ...plain } = record;
    service.server.answers([
      { ...plain, cycles: 10 },
      { ...plain, cycles: 10, cycles_completed: 4 },
      { ...plain, cycles: 10, remaining_cycles: 4 },
      { ...plain, cycles_completed: 3, remaining_cycles: 4 },
      { ...plain, remaining_cycles: 4 },
      { ...plain, cycles_completed: 3 },
    ]);
    const listed = await service.client.dcaPlans(OWNER);
    expect(must(listed).map(({ cycles, completed, remaining }) => [cycles, completed, remaining])).toEqual([
      [10, undefined, 10],
      [10, 4, 6],
      [10, 6, 4],
      [7, 3, 4],
      [undefined, undefined, 4],
    ]);
    expect(listed).toMatchObject({ leftOut: { data: { count: 1, path: 'cycles' } } });
  });

  test('a list that is none is a failure', async () => {
    service.server.answers('"gone"');
    expect(codeOf(await service.client.dcaPlans(OWNER))).toBe('service-answer-malformed');
  });
});

import type {
  DcaDetailView,
  DcaHistoryView,
  DcaPlanView,
  DcaRowView,
  DcaTicketInput,
} from '#contract/dca.ts';
import type { NoticeView } from '#contract/notices.ts';
import { ADA } from '#domain/asset.ts';
import {
  cycleAmounts,
  dcaInterval,
  HIGH_FEE_SHARE,
  LIVE_DCA_STATUSES,
  runAfter,
  unsold,
} from '#domain/dca.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, MINUTE_MS } from '#domain/time.ts';
import { addressOfFake, hashOfFake, tokensOfFake, type FakeToken } from './fake-market.ts';

/** The fake exchanges' fee for each trade, the deposit in a plan, and the minimum that one trade sells. Lovelace. */
const FAKE_CYCLE_FEE = 500_000n;
const FAKE_PLAN_DEPOSIT = 2_000_000n;
const LEAST_CYCLE = 1_000_000n;

function tokenOf(pay: string, receive: string): FakeToken | undefined {
  return tokensOfFake.find(({ id }) => id === (pay === ADA ? receive : pay));
}

/** The value of `quantity` base units of one side in the other, at the fake price. */
function brought(quantity: bigint, buys: boolean, token: FakeToken): bigint {
  const scale = 10 ** token.decimals;
  const units = buys
    ? (Number(quantity) / 1e6 / token.price) * scale
    : (Number(quantity) / scale) * token.price * 1e6;
  return BigInt(Math.floor(units));
}

export function fakePlan(
  input: DcaTicketInput,
  held: Pick<DcaPlanView, 'id' | 'at' | 'expiresAt'>,
): Result<DcaPlanView, Failure> {
  const buys = input.pay.asset === ADA;
  const token = tokenOf(input.pay.asset, input.receive);
  if (token === undefined || (!buys && input.receive !== ADA)) return failed(failure('dca-needs-ada'));
  const total = BigInt(input.pay.quantity);
  const parts = cycleAmounts(total, input.cycles);
  const worth = parts && (buys ? parts.each : brought(parts.each, false, token));
  if (parts === undefined || worth === undefined || worth < LEAST_CYCLE)
    return failed(failure('dca-cycle-too-small', { cycles: input.cycles, minimum: '1 ADA' }));
  const interval = dcaInterval(input.every);
  const at = epochMs(held.at);
  const fees = FAKE_CYCLE_FEE * BigInt(input.cycles);
  const share = Number(FAKE_CYCLE_FEE) / Number(worth);
  const ada = fees + FAKE_PLAN_DEPOSIT + (buys ? total : 0n);
  const estimate = (quantity: bigint): NonNullable<DcaPlanView['cycle']> => {
    const expected = brought(quantity, buys, token);
    return {
      expected: String(expected),
      atLeast: String((expected * BigInt(10_000 - input.slippageBps)) / 10_000n),
      impact: Number(quantity) / 1e12,
    };
  };
  return ok({
    ...held,
    side: buys ? 'buy' : 'sell',
    token: token.id,
    pay: input.pay,
    receive: input.receive,
    every: input.every,
    cycles: input.cycles,
    slippageBps: input.slippageBps,
    exchanges: [...input.exchanges],
    perCycle: String(parts.each),
    lastCycle: String(parts.last),
    runs: {
      first: at,
      firstLatest: runAfter(at, interval, 1),
      last: runAfter(at, interval, input.cycles - 1),
      lastLatest: runAfter(at, interval, input.cycles),
    },
    fees: {
      perCycle: String(FAKE_CYCLE_FEE),
      total: String(fees),
      deposit: String(FAKE_PLAN_DEPOSIT),
      share,
      high: share > HIGH_FEE_SHARE,
      networkAbout: '250000',
    },
    locked: [
      { asset: ADA, quantity: String(ada) },
      ...(buys ? [] : [{ asset: token.id, quantity: String(total) }]),
    ],
    cycle: estimate(parts.each),
    lumpSum: estimate(total),
    marketPrice: token.price,
    notices: [],
  });
}

/** A past of that many windows; none: it is shorter than the plan. */
export function fakePast(plan: DcaPlanView, count = 24): DcaHistoryView {
  const token = tokensOfFake.find(({ id }) => id === plan.token);
  const price = (step: number): number => (token?.price ?? 1) * (1 + Math.sin(step / 3) / 10);
  const from = (step: number): number => plan.at - (count - step + 1) * 3_600_000;
  const windows = Array.from({ length: count }, (_, step) => {
    const [average, lumpSum] = [price(step + 0.5), price(step)];
    return { from: from(step), to: from(step + 1), average, lumpSum, advantage: lumpSum / average - 1 };
  });
  const runs = (step: number): DcaHistoryView['best'] => {
    const window = windows[step];
    if (window === undefined) return undefined;
    const { from: begun, to, average } = window;
    return {
      ...window,
      runs: [
        { at: begun, price: average },
        { at: to, price: average },
      ],
    };
  };
  const averages = windows.map(({ average }) => average);
  const time = Array.from({ length: count + 1 }, (_, step) => Math.floor(from(step) / 1000));
  const column = time.map((_, step) => price(step));
  return {
    planId: plan.id,
    token: plan.token,
    side: plan.side,
    period: '1hour',
    candles: { time, open: column, high: column, low: column, close: column, volume: column },
    windows,
    ...(count > 0 && { average: averages.reduce((sum, each) => sum + each, 0) / count }),
    best: runs(averages.indexOf(Math.min(...averages))),
    worst: runs(averages.indexOf(Math.max(...averages))),
    latest: runs(count - 1),
    betterThanLumpSum: windows.filter(({ advantage }) => advantage > 0).length,
    label:
      count > 0 ? 'History of some hours. It says nothing about the future.' : 'The history is too short.',
  };
}

/** An invented plan of 100 ADA in ten trades, the same for the same number. */
export function fakePlanRow(number: number, now: number, change: Partial<DcaRowView> = {}): DcaRowView {
  const token = tokensOfFake[number % 6] ?? tokensOfFake[0];
  if (token === undefined) throw new Error('the fake market is empty');
  const [total, cycles] = [100_000_000n, 10];
  const completed = change.completed ?? 3;
  const status = change.status ?? 'running';
  const rest = unsold(total, cycles, completed);
  const live = LIVE_DCA_STATUSES.includes(status);
  const received = brought(total - rest, true, token);
  const txHash = hashOfFake(`plan ${number}`);
  const back = rest + FAKE_CYCLE_FEE * BigInt(cycles - completed) + FAKE_PLAN_DEPOSIT;
  return {
    id: `${txHash}_0`,
    source: 'here',
    status,
    serviceStatus: 'ACTIVE',
    wallet: addressOfFake('wallet'),
    side: 'buy',
    token: token.id,
    pay: { asset: ADA, quantity: String(total) },
    perCycle: String(total / BigInt(cycles)),
    receive: token.id,
    every: '1day',
    everyWords: 'every day',
    slippageBps: 100,
    exchanges: [],
    cycles,
    completed,
    sold: String(total - rest),
    received: String(received),
    ...(completed > 0 && {
      average: { adaPerToken: token.price.toFixed(9), tokenPerAda: (1 / token.price).toFixed(9) },
    }),
    remaining: { asset: ADA, quantity: String(rest) },
    ...(live && { next: now + 90 * MINUTE_MS }),
    placedAt: now - 3 * 1440 * MINUTE_MS,
    returning: live ? [{ asset: ADA, quantity: String(back) }] : [],
    cancellable: live && status !== 'cancelling',
    txHash,
    outputIndex: 0,
    ...change,
  };
}

export function fakePlanDetail(row: DcaRowView): DcaDetailView {
  const at = (number: number): number => (row.placedAt ?? 0) + number * 1440 * MINUTE_MS;
  return {
    row,
    executed: Array.from({ length: row.completed }, (_, index) => ({
      number: index + 1,
      hash: hashOfFake(`${row.id} ${index}`),
      at: at(index),
      sold: row.perCycle,
      received: String(BigInt(row.received ?? '0') / BigInt(Math.max(1, row.completed))),
      ...(row.average && { price: row.average }),
    })),
    planned: Array.from({ length: row.cycles - row.completed }, (_, index) => ({
      number: row.completed + index + 1,
      at: at(row.completed + index),
      sells: row.perCycle,
    })),
    transactions: row.txHash === undefined ? [] : [{ kind: 'place', hash: row.txHash, at: at(0) }],
    steps: [],
    record: [{ name: 'status', text: row.serviceStatus ?? '' }],
  };
}

export function fakePlanNotice(number: number, plans: readonly string[], at: number): NoticeView {
  return {
    id: `p${number}`,
    about: 'plans',
    kind: plans.length > 1 ? 'several' : 'finished',
    rows: [...plans],
    title: 'Plan finished',
    text: 'All of its trades were made.',
    at: at + number,
  };
}

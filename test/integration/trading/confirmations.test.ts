import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isConfirmed, type Trade } from '#domain/trade.ts';
import { practiceProxy, type Interference, type PracticeProxy } from '../../support/practice-proxy.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import {
  agreementTo,
  amberOf,
  fund,
  must,
  openTrader,
  reviewFor,
  tradeIn,
  until,
  type Trader,
} from '../../support/trader.ts';

const temporary = temporaryDirectories();
let practice: PracticeProcess;
let proxy: PracticeProxy;
let trader: Trader | undefined;

beforeAll(async () => {
  practice = await PracticeProcess.start();
  proxy = await practiceProxy(practice.endpoints);
  const funded = await openTrader({ endpoints: practice.endpoints, folder: temporary() });
  await fund(funded, practice.endpoints);
  await funded.close();
});
afterEach(async () => {
  await trader?.close();
  trader = undefined;
  proxy.interfere();
});
afterAll(async () => {
  await proxy.close();
  await practice.stop();
});

async function opened(folder: string, confirmations: number): Promise<Trader> {
  trader = await openTrader({ endpoints: proxy.endpoints, folder, confirmations });
  trader.trading.start();
  return trader;
}

async function filled(at: Trader): Promise<Trade> {
  const review = must(await reviewFor(at, await amberOf(at)));
  must(await at.trading.accept(review.trade.id, agreementTo(review), at.sign));
  return tradeIn(at, review.trade.id, 'filled');
}

/** The ledger as reported by a back-end whose chain lost the transactions that closed the trade's orders. */
function withoutFillOf(trade: Trade): Interference {
  const fills = trade.orders.map(({ closedBy }) => closedBy ?? '');
  return async ({ url }, forward) => {
    if (fills.some((hash) => url.includes(`/txs/${hash}`)))
      return { status: 404, body: '{"status_code":404,"error":"Not Found","message":"not on this chain"}' };
    const answer = await forward();
    if (!url.includes(`/txs/${trade.bodyHash}/utxos`) || answer.status !== 200) return answer;
    const body = JSON.parse(answer.body) as { outputs: { consumed_by_tx?: string | null }[] };
    const outputs = body.outputs.map((output) => ({ ...output, consumed_by_tx: null }));
    return { ...answer, body: JSON.stringify({ ...body, outputs }) };
  };
}

describe('after the fill, on the practice chain', () => {
  it('confirmations count up block by block, across a restart, until the trade is confirmed', async () => {
    const folder = temporary();
    const counted: number[] = [];
    const counting = ({ trading }: Trader): void => {
      trading.onChange(() => {
        const [told] = trading.trades();
        if (told?.confirmations !== undefined) counted.push(told.confirmations);
      });
    };
    const first = await opened(folder, 12);
    counting(first);
    const trade = await filled(first);
    expect(trade.confirmationsWanted).toBe(12);
    // By the time that anybody looks there may be more of them.
    expect(counted[0]).toBe(1);
    await until(() => Promise.resolve(counted.some((count) => count >= 3)));
    await first.close();
    const second = await opened(folder, 12);
    counting(second);
    await until(() => Promise.resolve(counted.includes(12)));
    expect(counted).toEqual(counted.toSorted((a, b) => a - b));
    expect(second.trading.trade(trade.id)).toMatchObject({ state: 'filled', confirmations: 12 });
    expect(second.trading.steps(trade.id).filter(({ state }) => state === 'filled')).toHaveLength(1);
    expect(second.journal.unconfirmed()).toEqual([]);
  });

  it('a fill that the chain drops is reported, and the trade is filled again once it is back', async () => {
    const at = await opened(temporary(), 20);
    const trade = await filled(at);
    proxy.interfere(withoutFillOf(trade));
    const back = await tradeIn(at, trade.id, 'placed');
    expect(back).toMatchObject({ failure: { code: 'block-rolled-back', data: { of: 'fill' } } });
    proxy.interfere();
    const anew = await tradeIn(at, trade.id, 'filled');
    expect(anew.filledTotal).toBe(trade.filledTotal);
    await until(() => Promise.resolve(isConfirmed(at.trading.trade(trade.id) ?? {})));
    expect(at.trading.trade(trade.id)?.failure).toBeUndefined();
    const states = at.trading.steps(trade.id).map(({ state }) => state);
    expect(states.slice(-4)).toEqual(['placed', 'filled', 'placed', 'filled']);
    expect(states.filter((state) => state === 'submitting')).toHaveLength(1);
  });
});

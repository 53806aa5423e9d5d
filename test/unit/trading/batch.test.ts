import { describe, expect, it, vi } from 'vitest';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { TRADE_STATES, type TradeState } from '#domain/trade.ts';
import type { Finding } from '../../../src-main/inspect/inspection.ts';
import type { Signer } from '../../../src-main/inspect/approved-tx.ts';
import type { BatchQuotes } from '../../../src-main/trading/kinds/quote.ts';
import { Batch } from '../../../src-main/trading/batch.ts';
import { INDEPENDENT } from '../../../src-main/inspect/rules/replacement.ts';
import { held } from '../../support/good-cancel.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { bodyHashOf, ScriptedTrades, type Script } from '../../support/scripted-trades.ts';
import { cancelQuote, levelQuote, movedOrder } from '../../support/batch-quotes.ts';
import { must } from '../../support/trader.ts';

const PATIENCE_MS = 60_000;
const RETRY_MS = 1_000;
const BUSY = failure('service-timeout');
const REFUSED = failure('decimals-unknown');

const warning: Finding = { rule: 'P4', severity: 'warn', message: 'You lose 7 %.' };
const blocking: Finding = { rule: 'V7', severity: 'block', message: 'It pays you too little.' };

/** A batch of as many transactions over scripted trades, on a clock that stands still. */
function batchOf(script: Script = {}, { kind = 'ladder' as BatchQuotes['kind'], count = 3 } = {}) {
  const clock = new ManualClock();
  const trades = new ScriptedTrades(script);
  const places = Array.from({ length: count }, (_, at) => at);
  const planned: BatchQuotes =
    kind === 'ladder'
      ? { kind, quotes: places.map((at) => levelQuote({ id: `level ${at}` })) }
      : kind === 'cancel'
        ? { kind, quotes: places.map((at) => cancelQuote([at], held(10_000_000n), `part ${at}`)) }
        : { kind, ...movedOrder() };
  const { quotes } = planned;
  const { account } = trades;
  const parts = { trading: trades, clock, account, patienceMs: PATIENCE_MS, retryMs: RETRY_MS };
  const batch = new Batch('batch-1', planned, parts);
  const signed: string[] = [];
  const sign: Signer = ({ bodyHash }) => {
    signed.push(bodyHash);
    return Promise.resolve(ok({ witnessSet: 'witnesses', receiptKey: undefined }));
  };
  return {
    batch,
    trades,
    quotes,
    clock,
    signed,
    sign,
    states: () => batch.transactions.map(({ state }) => state),
    /** Lets the batch go on as far as it does by itself: nothing here waits for its end, which a bug could keep away. */
    settle: () => clock.advance(0),
    /** Brings a trade to a state, and lets the batch go on. */
    move: async (...to: Parameters<ScriptedTrades['move']>) => {
      trades.move(...to);
      await clock.advance(0);
    },
  };
}

type World = ReturnType<typeof batchOf>;

/** A batch whose first transaction was agreed to and sent, which waits for it to come on chain. */
async function started(
  ...args: Parameters<typeof batchOf>
): Promise<World & { readonly run: Promise<void> }> {
  const world = batchOf(...args);
  must(await world.batch.first());
  world.trades.move('0.1', 'submitted');
  const run = world.batch.run(world.sign);
  await world.clock.advance(0);
  return { ...world, run };
}

/** A batch whose first transaction is on chain, so that the second is under way. */
async function atSecond(...args: Parameters<typeof batchOf>) {
  const world = await started(...args);
  await world.move('0.1', 'placed');
  return world;
}

/** Only the second transaction (of any attempt) meets it. */
const second =
  <T>(told: T) =>
  (at: number): T | undefined =>
    at === 1 ? told : undefined;

describe('the first transaction of a set', () => {
  it('is built after the agreement on all of them was drawn up, and waits for the user', async () => {
    const { batch, trades, signed } = batchOf();
    expect([batch.state, batch.over, batch.agreement]).toEqual(['waiting', false, undefined]);
    const { signal } = new AbortController();
    const review = must(await batch.first(signal));
    expect(trades.calls).toEqual(['agree 3', 'build 0']);
    expect(trades.examined[0]).toMatchObject({ at: 0, signal });
    expect(trades.examined[0]?.agreement.transactions).toHaveLength(3);
    expect([batch.state, batch.over, batch.failure, signed]).toEqual(['waiting', false, undefined, []]);
    expect(batch.transactions).toEqual([
      { state: 'current', tradeId: '0.1', bodyHash: bodyHashOf('0.1') },
      { state: 'planned' },
      { state: 'planned' },
    ]);
    expect(batch.agreement).toMatchObject({
      batch: { kind: 'ladder' },
      agreement: review.agreement,
      hash: review.agreementHash,
    });
  });

  it('is not asked for where the limits allow no agreement', async () => {
    const { batch, trades, states } = batchOf({ agree: failed(REFUSED) });
    expect(await batch.first()).toEqual(failed(REFUSED));
    expect(trades.calls).toEqual(['agree 3']);
    expect([batch.state, batch.over, batch.failure, batch.agreement]).toEqual([
      'stopped',
      true,
      REFUSED,
      undefined,
    ]);
    expect(states()).toEqual(['left', 'left', 'left']);
  });

  it('ends the batch when it cannot be built, also by a failure that may pass: the user is there to ask again', async () => {
    const { batch, trades, states } = batchOf({ build: () => BUSY });
    expect(await batch.first()).toEqual(failed(BUSY));
    expect(trades.calls).toEqual(['agree 3', 'build 0']);
    expect([batch.state, batch.failure, batch.agreement, states()]).toEqual([
      'stopped',
      BUSY,
      undefined,
      ['left', 'left', 'left'],
    ]);
  });

  it('is left when the batch was stopped while it was built: there is nothing to agree to', async () => {
    const built = Promise.withResolvers<undefined>();
    const { batch, trades, states } = batchOf({ build: () => built.promise });
    const first = batch.first();
    await Promise.resolve();
    batch.stop();
    built.resolve(undefined);
    expect(await first).toEqual(failed(failure('set-stopped')));
    expect(trades.calls).toEqual(['agree 3', 'build 0', 'leave 0.1']);
    expect([batch.state, batch.failure, batch.agreement]).toEqual([
      'stopped',
      failure('set-stopped'),
      undefined,
    ]);
    expect(states()).toEqual(['left', 'left', 'left']);
  });

  it('that a rule blocks ends the batch when it is run all the same', async () => {
    const { batch, trades, sign, states, settle } = batchOf({ build: () => ({ findings: [blocking] }) });
    must(await batch.first());
    void batch.run(sign);
    await settle();
    expect([batch.state, batch.failure?.code, states()]).toEqual([
      'stopped',
      'trade-not-in-that-state',
      ['left', 'left', 'left'],
    ]);
    expect(trades.called('sign')).toEqual([]);
  });
});

describe('a batch that goes well', () => {
  it('builds each transaction when the one before is on chain, and signs it by its own approval', async () => {
    const { batch, trades, move, states, signed } = await started();
    const soFar = trades.calls.length;
    expect(trades.calls).toEqual(['agree 3', 'build 0']);
    expect([batch.state, states()]).toEqual(['running', ['sent', 'planned', 'planned']]);
    await move('0.1', 'placed');
    expect(trades.calls.slice(soFar)).toEqual(['build 1', 'look 1.1', 'accept 1.1', 'sign 1.1']);
    expect(states()).toEqual(['placed', 'sent', 'planned']);
    await move('1.1', 'placed');
    expect(trades.calls.slice(soFar + 4)).toEqual(['build 2', 'look 2.1', 'accept 2.1', 'sign 2.1']);
    expect([batch.state, batch.over]).toEqual(['running', false]);
    await move('2.1', 'placed');
    expect([batch.state, batch.over, batch.failure]).toEqual(['done', true, undefined]);
    expect(signed).toEqual(['1.1', '2.1'].map(bodyHashOf));
    expect(batch.transactions).toEqual(
      ['0.1', '1.1', '2.1'].map((tradeId) => ({ state: 'placed', tradeId, bodyHash: bodyHashOf(tradeId) })),
    );
  });

  it('holds every later transaction against the one agreement that was agreed to', async () => {
    const { batch, trades, move } = await started({ build: () => ({ findings: [warning, warning] }) });
    await move('0.1', 'placed');
    await move('1.1', 'placed');
    await move('2.1', 'placed');
    const [, ...later] = trades.examined;
    expect(later.map(({ at }) => at)).toEqual([1, 2]);
    for (const { agreement } of later) expect(agreement).toBe(batch.agreement?.agreement);
    expect(trades.consents).toEqual(
      ['1.1', '2.1'].map((tradeId) => ({
        bodyHash: bodyHashOf(tradeId),
        summaryHash: `summary of ${tradeId}`,
        agreementHash: batch.agreement?.hash,
        consents: ['P4'],
        worse: false,
      })),
    );
  });

  it('consents to warnings alone, not to what is only reported', async () => {
    const told: Finding = { rule: 'F8', severity: 'info', message: 'It is valid for an hour.' };
    const { trades } = await atSecond({ build: () => ({ findings: [told, warning] }) });
    expect(trades.consents.map(({ consents }) => consents)).toEqual([['P4']]);
  });

  it.each(['placed', 'partly-filled', 'filled', 'closed'] as const)(
    'goes on when a transaction is on chain, however its orders stand: %s',
    async (state) => {
      const { trades, move, states } = await started();
      await move('0.1', state);
      expect(trades.called('sign')).toEqual(['sign 1.1']);
      expect(states()[0]).toBe('placed');
    },
  );

  it('goes on at once where the first is on chain before it is run', async () => {
    const { batch, trades, sign, clock } = batchOf();
    must(await batch.first());
    trades.move('0.1', 'placed');
    void batch.run(sign);
    await clock.advance(0);
    expect(trades.called('sign')).toEqual(['sign 1.1']);
  });

  it('reports each step to its listeners, until they want to hear no more', async () => {
    const { batch, trades, sign, clock, move } = batchOf({}, { count: 2 });
    const told: string[] = [];
    let count = 0;
    const note = (): void => {
      const now = `${batch.state}: ${batch.transactions.map(({ state }) => state).join(' ')}`;
      if (told.at(-1) !== now) told.push(now);
    };
    batch.onChange(note);
    const end = batch.onChange(() => (count += 1));
    must(await batch.first());
    expect(count).toBeGreaterThan(0);
    end();
    count = 0;
    trades.move('0.1', 'submitted');
    void batch.run(sign);
    await clock.advance(0);
    await move('0.1', 'placed');
    await move('1.1', 'placed');
    expect(told).toEqual([
      'waiting: current planned',
      'running: current planned',
      'running: sent planned',
      'running: placed planned',
      'running: placed current',
      'running: placed sent',
      'running: placed placed',
      'done: placed placed',
    ]);
    expect(count).toBe(0);
  });

  it('reports the transaction as soon as it is built', async () => {
    const { batch } = batchOf();
    const ids: (string | undefined)[] = [];
    batch.onChange(() => ids.push(batch.transactions[0]?.tradeId));
    must(await batch.first());
    expect(ids).toEqual([undefined, '0.1']);
  });

  it('runs once, whoever asks again', async () => {
    const { batch, trades, sign, run, move } = await started({}, { count: 2 });
    expect(batch.run(sign)).toBe(run);
    await move('0.1', 'placed');
    await move('1.1', 'placed');
    expect(batch.state).toBe('done');
    expect(batch.run(sign)).toBe(run);
    expect(trades.called('sign')).toEqual(['sign 1.1']);
    expect(batch.state).toBe('done');
  });

  it('is settled when nothing of it is under way', async () => {
    const { batch, move, clock } = await started({}, { count: 2 });
    let settled = false;
    void batch.settled().then(() => (settled = true));
    await move('0.1', 'placed');
    expect(settled).toBe(false);
    await move('1.1', 'placed');
    await clock.advance(0);
    expect(settled).toBe(true);
    await batchOf().batch.settled();
  });
});

describe('waiting for a transaction to come on chain', () => {
  const elsewhere: readonly TradeState[] = TRADE_STATES.filter(
    (state) =>
      !['placed', 'partly-filled', 'filled', 'closed', 'discarded', 'expired', 'refused'].includes(state),
  );

  it.each(elsewhere)('builds nothing while it is %s', async (state) => {
    const { batch, trades, move } = await started();
    await move('0.1', state);
    expect(trades.called('build')).toEqual(['build 0']);
    expect(batch.state).toBe('running');
  });

  it('ends the batch when patience does, not a moment sooner', async () => {
    const { batch, trades, clock, states } = await started();
    await clock.advance(PATIENCE_MS - 1);
    expect([batch.state, states()]).toEqual(['running', ['sent', 'planned', 'planned']]);
    await clock.advance(1);
    expect([batch.state, batch.failure]).toEqual(['stopped', failure('set-expired')]);
    expect(states()).toEqual(['sent', 'left', 'left']);
    expect(trades.called('build')).toEqual(['build 0']);
  });

  it('waits the full time again for each transaction', async () => {
    const { batch, clock, move } = await started();
    await clock.advance(PATIENCE_MS - 1);
    await move('0.1', 'placed');
    await clock.advance(PATIENCE_MS - 1);
    expect(batch.state).toBe('running');
    await clock.advance(1);
    expect([batch.state, batch.failure?.code]).toEqual(['stopped', 'set-expired']);
  });

  it('leaves no listener and no sleeper behind', async () => {
    const world = batchOf({}, { count: 2 });
    const { batch, trades, sign, move, clock } = world;
    const sleeps = vi.spyOn(clock, 'sleep');
    must(await batch.first());
    trades.move('0.1', 'submitted');
    void batch.run(sign);
    await clock.advance(0);
    expect([trades.listening, sleeps.mock.calls.length]).toEqual([1, 1]);
    await move('0.1', 'placed');
    expect([trades.listening, sleeps.mock.calls.length]).toEqual([1, 2]);
    await move('1.1', 'placed');
    expect(trades.listening).toBe(0);
    expect(sleeps.mock.calls.map(([, signal]) => signal?.aborted)).toEqual([true, true]);
  });

  it.each<[TradeState, Failure | undefined, Failure]>([
    ['expired', failure('transaction-expired'), failure('transaction-expired')],
    ['refused', failure('inputs-spent', { by: 'another' }), failure('inputs-spent', { by: 'another' })],
    ['discarded', undefined, failure('trade-not-in-that-state', { state: 'discarded' })],
    // Open, for nothing proves it: the next one cannot be built on it all the same.
    ['submitted', failure('order-filled-first'), failure('order-filled-first')],
  ])('ends the batch when it never gets there: %s', async (state, told, why) => {
    const { batch, trades, move } = await started();
    await move('0.1', state, told ? { failure: told } : {});
    expect([batch.state, batch.failure]).toEqual(['stopped', why]);
    expect(batch.transactions).toEqual([
      { state: 'left', tradeId: '0.1', bodyHash: bodyHashOf('0.1'), failure: why },
      { state: 'left' },
      { state: 'left' },
    ]);
    expect(trades.called('build')).toEqual(['build 0']);
  });

  it('ends a cancellation in parts as well: the next part rests on it', async () => {
    const { batch, move } = await started({}, { kind: 'cancel' });
    await move('0.1', 'expired');
    expect([batch.state, batch.transactions.map(({ state }) => state)]).toEqual([
      'stopped',
      ['left', 'left', 'left'],
    ]);
  });

  it('ends when the journal knows the trade no more', async () => {
    const { batch, trades, states, settle } = await started();
    trades.lose('0.1');
    await settle();
    expect([batch.state, batch.failure?.code, states()]).toEqual([
      'stopped',
      'set-expired',
      ['sent', 'left', 'left'],
    ]);
  });

  it('makes no failure of the batch where it is the last one: all that was agreed to was sent', async () => {
    const late = await atSecond({}, { count: 2 });
    await late.clock.advance(PATIENCE_MS);
    expect([late.batch.state, late.batch.failure, late.states()]).toEqual([
      'done',
      undefined,
      ['placed', 'sent'],
    ]);
    const lost = await atSecond({}, { count: 2 });
    await lost.move('1.1', 'expired', { failure: failure('transaction-expired') });
    expect([lost.batch.state, lost.batch.failure]).toEqual(['done', undefined]);
    expect(lost.batch.transactions[1]).toMatchObject({
      state: 'left',
      failure: failure('transaction-expired'),
    });
  });
});

describe('a later transaction that is not what was agreed to', () => {
  const deviates = (finding: string) => failure('set-deviates', { finding });

  it.each(['ladder', 'cancel'] as const)('ends a batch of the kind %s, unsigned', async (kind) => {
    const { batch, trades, settle } = await atSecond({ build: second({ findings: [warning] }) }, { kind });
    await settle();
    expect([batch.state, batch.failure]).toEqual(['stopped', deviates('You lose 7 %.')]);
    expect(batch.transactions).toEqual([
      { state: 'placed', tradeId: '0.1', bodyHash: bodyHashOf('0.1') },
      {
        state: 'left',
        tradeId: '1.1',
        bodyHash: bodyHashOf('1.1'),
        failure: deviates('You lose 7 %.'),
      },
      { state: 'left' },
    ]);
    expect(trades.calls).toEqual(['agree 3', 'build 0', 'build 1', 'leave 1.1']);
    expect(trades.trade('1.1')?.state).toBe('discarded');
  });

  it.each([
    ['blocks', { findings: [blocking] }, 'It pays you too little.'],
    ['gives less than its quote', { worse: true }, 'It gives less than was agreed to.'],
  ])('ends the batch where a transaction %s', async (_how, built, finding) => {
    const { batch, trades, settle } = await atSecond({ build: second(built) });
    await settle();
    expect([batch.state, batch.failure]).toEqual(['stopped', deviates(finding)]);
    expect(trades.called('accept')).toEqual([]);
  });

  it.each(['ladder', 'cancel'] as const)(
    'ends a batch of the kind %s where the two proofs disagree',
    async (kind) => {
      const why = failure('proofs-disagree', { finding: 'the fee' });
      const { batch, trades, settle } = await atSecond({ accept: second(why) }, { kind });
      await settle();
      expect([batch.state, batch.failure, trades.called('sign')]).toEqual(['stopped', why, []]);
      expect(trades.called('build')).toEqual(['build 0', 'build 1']);
    },
  );
});

describe('a bug in the middle', () => {
  const buggy = (at: number): undefined => {
    if (at === 1) throw new Error('a bug');
  };

  it.each<[string, Script]>([
    ['of a build', { build: buggy }],
    ['of a look at the chain', { overtaken: buggy }],
    ['of an acceptance', { accept: buggy }],
  ])('%s ends the batch, and nothing more is signed', async (_where, script) => {
    const { batch, states, signed, settle } = await atSecond(script);
    await settle();
    expect([batch.state, batch.over, batch.failure]).toEqual([
      'stopped',
      true,
      failure('internal-error', { incident: 'batch' }),
    ]);
    expect([states(), signed]).toEqual([['placed', 'left', 'left'], []]);
  });

  it('of who runs a batch before its first transaction was built is thrown to them', () => {
    const { batch, sign, trades } = batchOf();
    expect(() => batch.run(sign)).toThrow('a batch runs by its agreement');
    expect([batch.state, trades.calls]).toEqual(['waiting', []]);
  });

  it('of who makes a batch of nothing is thrown to them', async () => {
    await expect(batchOf({}, { count: 0 }).batch.first()).rejects.toThrow(
      'the batch has no such transaction',
    );
  });
});

describe('a failure that passes', () => {
  it.each<Failure['code']>([
    'insufficient-funds',
    'inputs-spent',
    'service-timeout',
    'service-unreachable',
    'service-rate-limited',
    'service-paused',
    'ledger-unreachable',
  ])('is waited out: %s', async (code) => {
    const build = (at: number, attempt: number) => (at === 1 && attempt < 3 ? failure(code) : undefined);
    const { batch, trades, clock, states, signed } = await atSecond({ build });
    expect(trades.called('build')).toEqual(['build 0', 'build 1']);
    expect(states()).toEqual(['placed', 'current', 'planned']);
    await clock.advance(RETRY_MS - 1);
    expect(trades.called('build')).toEqual(['build 0', 'build 1']);
    await clock.advance(1);
    expect(trades.called('build')).toEqual(['build 0', 'build 1', 'build 1']);
    await clock.advance(RETRY_MS);
    expect([batch.state, states(), signed]).toEqual([
      'running',
      ['placed', 'sent', 'planned'],
      [bodyHashOf('1.3')],
    ]);
  });

  it.each<[string, Script]>([
    ['the look at the chain', { overtaken: (at, n) => (at === 1 && n === 1 ? BUSY : undefined) }],
    ['the acceptance', { accept: (at, n) => (at === 1 && n === 1 ? BUSY : undefined) }],
  ])('of %s leaves that transaction before another is built', async (_which, script) => {
    const { trades, clock, signed } = await atSecond(script);
    expect(trades.calls.at(-1)).toBe('leave 1.1');
    await clock.advance(RETRY_MS);
    expect(trades.calls.slice(trades.calls.indexOf('leave 1.1'))).toEqual([
      'leave 1.1',
      'build 1',
      'look 1.2',
      'accept 1.2',
      'sign 1.2',
    ]);
    expect(signed).toEqual([bodyHashOf('1.2')]);
  });

  it('is waited out seven times: the eighth attempt is the last', async () => {
    const { batch, trades, clock } = await atSecond({ build: second(BUSY) });
    await clock.advance(6 * RETRY_MS);
    expect([batch.state, trades.called('build').length]).toEqual(['running', 1 + 7]);
    await clock.advance(RETRY_MS);
    expect([batch.state, batch.failure, trades.called('build').length]).toEqual(['stopped', BUSY, 1 + 8]);
    expect(batch.transactions[1]).toEqual({ state: 'left', failure: BUSY });
  });

  it('is not one of those that do not', async () => {
    const { batch, trades, settle } = await atSecond({ build: second(REFUSED) });
    await settle();
    expect([batch.state, batch.failure]).toEqual(['stopped', REFUSED]);
    expect(trades.called('build')).toEqual(['build 0', 'build 1']);
  });
});

describe('a transaction that was signed', () => {
  it.each<[TradeState, Failure]>([
    ['signed', failure('service-did-not-sign')],
    ['assembled', failure('ledger-unreachable')],
    ['assembled', failure('inputs-spent')],
    ['submission-unknown', BUSY],
    // As the watcher notes where a ledger says that the funds are gone.
    ['refused', failure('inputs-spent')],
    ['expired', failure('transaction-expired')],
  ])('is not made again when it is %s after that, whatever the failure', async (state, why) => {
    const { batch, trades, clock, signed } = await atSecond({ send: second({ state, failure: why }) });
    await clock.advance(10 * RETRY_MS);
    expect([batch.state, batch.failure]).toEqual(['stopped', why]);
    expect(trades.called('build')).toEqual(['build 0', 'build 1']);
    expect(signed).toEqual([bodyHashOf('1.1')]);
    expect(batch.transactions[1]).toEqual({
      state: 'left',
      tradeId: '1.1',
      bodyHash: bodyHashOf('1.1'),
      failure: why,
    });
  });

  it('is made again where it was refused before a signature', async () => {
    const accept = (at: number, attempt: number) =>
      at === 1 && attempt === 1 ? failure('inputs-spent') : undefined;
    const { clock, signed } = await atSecond({ keeps: () => 'refused', accept });
    await clock.advance(RETRY_MS);
    expect(signed).toEqual([bodyHashOf('1.2')]);
  });

  it.each(['built', 'approved'] as const)(
    'is feared where the trade cannot be left and still is %s',
    async (state) => {
      const { batch, trades, clock } = await atSecond({ keeps: () => state, accept: second(BUSY) });
      await clock.advance(10 * RETRY_MS);
      expect([batch.state, batch.failure]).toEqual(['stopped', BUSY]);
      expect(trades.called('build')).toEqual(['build 0', 'build 1']);
    },
  );

  it('is feared where the journal knows the trade no more', async () => {
    const { batch, trades, clock } = await atSecond({ keeps: () => 'lost', accept: second(BUSY) });
    await clock.advance(10 * RETRY_MS);
    expect([batch.state, batch.failure]).toEqual(['stopped', BUSY]);
    expect(trades.called('build')).toEqual(['build 0', 'build 1']);
  });
});

describe('a part that failed', () => {
  it('is passed over by a cancellation, whose other parts do not rest on it', async () => {
    const { batch, move, signed } = await atSecond({ build: second(REFUSED) }, { kind: 'cancel' });
    expect(signed).toEqual([bodyHashOf('2.1')]);
    await move('2.1', 'placed');
    expect([batch.state, batch.failure]).toEqual(['done', undefined]);
    expect(batch.transactions.map(({ state, failure: why }) => [state, why])).toEqual([
      ['placed', undefined],
      ['left', REFUSED],
      ['placed', undefined],
    ]);
  });

  it('keeps the name of its transaction, if it came to one', async () => {
    const { batch } = await atSecond({ accept: second(REFUSED) }, { kind: 'cancel' });
    expect(batch.transactions[1]).toEqual({
      state: 'left',
      tradeId: '1.1',
      bodyHash: bodyHashOf('1.1'),
      failure: REFUSED,
    });
  });

  it('ends a ladder', async () => {
    const { batch, states, signed, settle } = await atSecond({ build: second(REFUSED) });
    await settle();
    expect([batch.state, batch.failure, states(), signed]).toEqual([
      'stopped',
      REFUSED,
      ['placed', 'left', 'left'],
      [],
    ]);
  });
});

describe('the move of an order', () => {
  const INDEPENDENT_FUNDS: Finding = { rule: 'V17', severity: 'block', message: INDEPENDENT };
  const move = { kind: 'replace' } as const;

  it.each(['order-filled-first', 'inputs-spent', 'order-already-closed'] as const)(
    'ends where the order was filled before the cancellation, in whole or in part: %s',
    async (code) => {
      const { batch, trades, move: bring, signed } = await started({}, move);
      await bring('0.1', 'submitted', { failure: failure(code) });
      expect([batch.state, batch.failure?.code, signed]).toEqual(['stopped', code, []]);
      expect(trades.called('build')).toEqual(['build 0']);
    },
  );

  it.each(['expired', 'refused'] as const)(
    'ends where the cancellation never gets on chain: %s',
    async (state) => {
      const { batch, move: bring, signed } = await started({}, move);
      await bring('0.1', state);
      expect([batch.state, signed]).toEqual(['stopped', []]);
    },
  );

  it('is asked for again as long as the service builds from other funds, and then given up: nothing is signed', async () => {
    const { batch, trades, clock, signed } = await atSecond(
      { build: second({ findings: [INDEPENDENT_FUNDS] }) },
      move,
    );
    await clock.advance(20 * RETRY_MS);
    expect([batch.state, batch.failure]).toEqual(['stopped', failure('replacement-independent')]);
    expect([trades.called('build').length, signed]).toEqual([9, []]);
  });

  it('goes on once the service builds from what came back', async () => {
    const {
      batch,
      clock,
      move: bring,
      signed,
    } = await atSecond(
      { build: (at, attempt) => (at === 1 && attempt === 1 ? { findings: [INDEPENDENT_FUNDS] } : undefined) },
      move,
    );
    await clock.advance(RETRY_MS);
    expect(signed).toEqual([bodyHashOf('1.2')]);
    await bring('1.2', 'placed');
    expect([batch.state, batch.failure]).toEqual(['done', undefined]);
  });

  it('is never said to be done where the new order was not placed', async () => {
    const { batch, states, settle } = await atSecond({ build: second(REFUSED) }, move);
    await settle();
    expect([batch.state, batch.failure, states()]).toEqual(['stopped', REFUSED, ['placed', 'left']]);
  });
});

describe('a batch that is stopped', () => {
  const STOPPED = failure('set-stopped');

  it('before the user agreed is over at once, and cannot be run', async () => {
    const { batch, trades, sign, states, settle } = batchOf();
    must(await batch.first());
    batch.stop();
    expect([batch.state, batch.over, batch.failure, states()]).toEqual([
      'stopped',
      true,
      STOPPED,
      ['left', 'left', 'left'],
    ]);
    trades.move('0.1', 'placed');
    void batch.run(sign);
    await settle();
    expect([batch.state, trades.called('build')]).toEqual(['stopped', ['build 0']]);
  });

  it('while it waits for the chain builds nothing more; what was sent stays so', async () => {
    const { batch, trades, states, settle } = await started();
    batch.stop();
    expect([batch.state, batch.over, batch.failure]).toEqual(['stopping', false, STOPPED]);
    await settle();
    expect([batch.state, batch.failure, states()]).toEqual(['stopped', STOPPED, ['sent', 'left', 'left']]);
    expect(trades.called('build')).toEqual(['build 0']);
  });

  it('in the moment in which a transaction comes on chain still shows it as placed, and goes no further', async () => {
    const { batch, trades, states, settle } = await started();
    trades.move('0.1', 'placed');
    batch.stop();
    await settle();
    expect([batch.state, batch.failure, states()]).toEqual(['stopped', STOPPED, ['placed', 'left', 'left']]);
    expect(trades.called('build')).toEqual(['build 0']);
  });

  it.each(['ladder', 'cancel'] as const)(
    'while a transaction of the kind %s is built leaves that one, and builds no other',
    async (kind) => {
      const built = Promise.withResolvers<undefined>();
      const { batch, trades, states, signed, settle } = await atSecond(
        { build: second(built.promise) },
        { kind },
      );
      batch.stop();
      expect(trades.examined[1]?.signal?.aborted).toBe(true);
      built.resolve(undefined);
      await settle();
      expect([batch.state, batch.failure, states()]).toEqual([
        'stopped',
        STOPPED,
        ['placed', 'left', 'left'],
      ]);
      expect(trades.called('accept')).toEqual([]);
      expect(trades.called('build')).toEqual(['build 0', 'build 1']);
      expect([trades.trade('1.1')?.state, signed]).toEqual(['discarded', []]);
    },
  );

  it('while the chain is looked at accepts nothing', async () => {
    const looked = Promise.withResolvers<undefined>();
    const { batch, trades, settle } = await atSecond({ overtaken: second(looked.promise) });
    batch.stop();
    looked.resolve(undefined);
    await settle();
    expect(batch.transactions[1]).toMatchObject({ state: 'left', failure: STOPPED });
    expect([batch.state, trades.called('accept'), trades.called('leave')]).toEqual([
      'stopped',
      [],
      ['leave 1.1'],
    ]);
  });

  it('between the acceptance and the signature does not sign', async () => {
    const accepted = Promise.withResolvers<undefined>();
    const { batch, trades, signed, settle } = await atSecond({ accept: second(accepted.promise) });
    batch.stop();
    accepted.resolve(undefined);
    await settle();
    expect([batch.state, batch.failure, signed]).toEqual(['stopped', STOPPED, []]);
    expect(batch.transactions[1]).toMatchObject({ state: 'left', failure: STOPPED });
    expect(trades.trade('1.1')?.state).toBe('discarded');
  });

  it('while a transaction is signed ends after that one, which is sent', async () => {
    const { batch, trades, clock, states } = batchOf();
    must(await batch.first());
    trades.move('0.1', 'placed');
    void batch.run(() => {
      batch.stop();
      return Promise.resolve(ok({ witnessSet: 'witnesses', receiptKey: undefined }));
    });
    await clock.advance(0);
    expect([batch.state, states()]).toEqual(['stopped', ['placed', 'sent', 'left']]);
    expect(trades.called('build')).toEqual(['build 0', 'build 1']);
  });

  it('in the pause before another attempt makes none, and does not wait for its end', async () => {
    const { batch, trades, settle } = await atSecond({ build: second(BUSY) });
    batch.stop();
    await settle();
    expect([batch.state, batch.failure, trades.called('build')]).toEqual([
      'stopped',
      STOPPED,
      ['build 0', 'build 1'],
    ]);
    expect(batch.transactions[1]).toEqual({ state: 'left', failure: STOPPED });
  });

  it('while the last one is waited for is done: there was nothing left to stop', async () => {
    const { batch, states, settle } = await atSecond({}, { count: 2 });
    batch.stop();
    await settle();
    expect([batch.state, states()]).toEqual(['done', ['placed', 'sent']]);
  });

  it('says why it was, by the first who stopped it', async () => {
    const over = failure('set-leave-over');
    const { batch, settle } = await started();
    let told = 0;
    batch.onChange(() => (told += 1));
    batch.stop(over);
    expect(told).toBe(1);
    batch.stop();
    expect(batch.failure).toEqual(over);
    await settle();
    expect([batch.state, batch.failure]).toEqual(['stopped', over]);
    told = 0;
    batch.stop(STOPPED);
    expect([batch.state, batch.failure, told]).toEqual(['stopped', over, 0]);
  });

  it('when it is done stays done', async () => {
    const { batch, move } = await atSecond({}, { count: 2 });
    await move('1.1', 'placed');
    batch.stop();
    expect([batch.state, batch.failure]).toEqual(['done', undefined]);
  });
});

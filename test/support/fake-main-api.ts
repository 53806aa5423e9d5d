import type { MainTable } from '#contract/index.ts';
import type { CallName, InputOf, OutputOf, TopicName } from '#contract/table.ts';
import type { Api } from '../../src-preload/bridge.ts';
import { DEFAULT_PREFERENCES } from '../../src-main/features/settings/preferences.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { QuoteView } from '#contract/swap.ts';
import type { ReviewView } from '#contract/approval.ts';
import type { TokenView } from '#contract/tokens.ts';
import type { TradeView } from '#contract/trades.ts';
import type { DrawingView } from '#contract/charts.ts';
import type { DcaPlanView } from '#contract/dca.ts';
import type { LadderPlanView, LimitQuoteView } from '#contract/limit.ts';
import type { OrderRowView } from '#contract/orders.ts';
import type { AlertView } from '#contract/alerts.ts';
import type { WatchListView } from '#contract/markets.ts';
import type { QualityView } from '#contract/quality.ts';
import { CHART_TOPICS, type ChartSlot, type DeskSlot } from '#domain/chart-slots.ts';
import type { Candle } from '#domain/candle.ts';
import { columnsOf, fakeFigures, fakeHistory, fakeTrending, idleChart, noCandles } from './fake-charts.ts';
import { fakeLadderPlan, fakeLimitQuote } from './fake-limits.ts';
import {
  addressOfFake,
  exchangesOfFake,
  hashOfFake,
  poolsOfFake,
  tokensOfFake,
  type FakeToken,
} from './fake-market.ts';
import { fakeBook, fakeDetail, idleBook } from './fake-orders.ts';
import { fakePast, fakePlan, fakePlanDetail } from './fake-plans.ts';

type Calls = {
  [K in CallName<MainTable>]: (
    input: InputOf<MainTable, K>,
  ) => Promise<Result<OutputOf<MainTable, K>, Failure>>;
};
type Topics = { [K in TopicName<MainTable>]: OutputOf<MainTable, K> };

const ADA = 'ADA';
const FEE = 999_700n;
const NETWORK_FEE = '183241';

/** A transaction's deviations from the default; the two costs in lovelace. */
type Presented = Pick<TradeView, 'pay' | 'receive'> &
  Partial<TradeView> & { readonly exchangeFees?: string; readonly deposits?: string };

/** A cancellation pays its network fee. */
const CANCELLATION: Presented = {
  kind: 'cancel',
  pay: { asset: ADA, quantity: NETWORK_FEE },
  receive: ADA,
};

/** Main as the trading window sees it, derived from the table: a call that is missing does not compile. */
export class FakeMain {
  readonly api: Api<MainTable>;
  readonly asked: { readonly name: string; readonly input: unknown }[] = [];
  /** Calls that answer a failure in place of what they would do. */
  readonly failing = new Map<CallName<MainTable>, Failure>();
  /** Milliseconds for which a quote holds. */
  quoteLife = 20_000;
  /** The inspector's verdict on the next transactions. */
  verdict: ReviewView['verdict'] = 'pass';
  /** Orders that fit into one cancellation. */
  mostCancelled = 40;
  /** Moments of the past at which a plan is tried. */
  pastWindows = 24;
  /** How the filled trades came out. */
  quality: QualityView = { rows: [] };
  readonly #values: Topics;
  readonly #listeners = new Map<string, Set<(value: never) => void>>();
  readonly #now: () => number;
  readonly #notebook = new Map<string, string>();
  readonly #drawings = new Map<string, readonly DrawingView[]>();
  #quotes = new Map<string, QuoteView>();
  readonly #orders = new Map<string, LimitQuoteView | LadderPlanView>();
  readonly #plans = new Map<string, DcaPlanView>();
  #count = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#values = openingValues(now());
    const calls = this.#calls();
    const guarded = Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        (input: never) => {
          this.asked.push({ name, input });
          const refusal = this.failing.get(name as CallName<MainTable>);
          return refusal === undefined ? call(input) : Promise.resolve(failed(refusal));
        },
      ]),
    );
    const on = Object.fromEntries(
      Object.keys(this.#values).map((name) => [
        name,
        (listener: (value: never) => void) => {
          const all = this.#listeners.get(name) ?? new Set();
          this.#listeners.set(name, all.add(listener));
          listener(this.#values[name as keyof Topics] as never);
          return () => all.delete(listener);
        },
      ]),
    );
    this.api = { call: guarded, on } as unknown as Api<MainTable>;
  }

  value<K extends keyof Topics>(topic: K): Topics[K] {
    return this.#values[topic];
  }

  push<K extends keyof Topics>(topic: K, value: Topics[K]): void {
    this.#values[topic] = value;
    this.#tell(topic, value);
  }

  #tell<K extends keyof Topics>(topic: K, value: Topics[K]): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(value as never);
  }

  /** Moves a trade on, as the journal would tell. */
  moveTrade(id: string, change: Partial<TradeView>): void {
    this.push(
      'trades',
      this.value('trades').map((trade) =>
        trade.id === id ? { ...trade, ...change, updatedAt: this.#now() } : trade,
      ),
    );
  }

  /** Sends candles of a live chart, as its stream would. */
  tickChart(slot: ChartSlot, candles: readonly Candle[]): void {
    const topic = CHART_TOPICS[slot];
    const before = this.value(topic);
    this.push(topic, {
      ...before,
      kind: 'delta',
      state: 'live',
      lastMessageAt: this.#now(),
      candles: columnsOf(candles),
    });
  }

  #changeAlert(id: string, change: Partial<AlertView>): Promise<Result<Record<string, never>, Failure>> {
    this.push(
      'alerts',
      this.value('alerts').map((alert) => (alert.id === id ? { ...alert, ...change } : alert)),
    );
    return Promise.resolve(ok({}));
  }

  #changeWindows(change: (slots: readonly DeskSlot[]) => readonly DeskSlot[]): void {
    const windows = this.value('chartWindows');
    this.push('chartWindows', { ...windows, slots: [...change(windows.slots)] });
  }

  #changeList(id: string, change: Partial<WatchListView>): void {
    this.push(
      'watchLists',
      this.value('watchLists').map((list) => (list.id === id ? { ...list, ...change } : list)),
    );
  }

  #quote(input: InputOf<MainTable, 'swap.quote'>): Result<QuoteView, Failure> {
    const buys = input.pay.asset === ADA;
    const token = tokensOfFake.find(({ id }) => id === (buys ? input.receive : input.pay.asset));
    if (token === undefined) return failed(failure('token-unknown'));
    const amount = BigInt(input.pay.quantity);
    const pools = poolsOfFake(token).filter(({ exchange }) => !input.excluded.includes(exchange));
    if (pools.length === 0) return failed(failure('no-pool'));
    const whole = pools.reduce((sum, pool) => sum + pool.ada, 0n);
    const routes = pools.map((pool, index) => {
      const last = index === pools.length - 1;
      const before = pools.slice(0, index).reduce((sum, other) => sum + (amount * other.ada) / whole, 0n);
      const amountIn = last ? amount - before : (amount * pool.ada) / whole;
      const [from, to] = buys ? [pool.ada, pool.tokens] : [pool.tokens, pool.ada];
      const taken = (amountIn * FEE) / 1_000_000n;
      return { exchange: pool.exchange, amountIn, out: (to * taken) / (from + taken), from, to };
    });
    const expected = routes.reduce((sum, { out }) => sum + out, 0n);
    if (expected === 0n) return failed(failure('amount-too-small'));
    const spot = routes.reduce((sum, { amountIn, from, to }) => sum + (to * amountIn) / from, 0n);
    const at = this.#now();
    const quote: QuoteView = {
      id: `q${(this.#count += 1)}`,
      pay: input.pay,
      receive: input.receive,
      slippageBps: input.slippageBps,
      expected: expected.toString(),
      atLeast: ((expected * BigInt(10_000 - input.slippageBps)) / 10_000n).toString(),
      routes: routes.map(({ exchange, amountIn, out }) => ({
        exchange,
        amountIn: amountIn.toString(),
        expectedOut: out.toString(),
      })),
      priceImpact: Number(((spot - expected) * 1_000_000n) / (spot === 0n ? 1n : spot)) / 1e6,
      fees: {
        exchange: { lovelace: '1500000', from: 'estimate' },
        deposits: { lovelace: '2000000', from: 'estimate' },
        network: { lovelace: '250000', built: false },
      },
      net: String(expected),
      notices: [],
      at,
      expiresAt: at + this.quoteLife,
    };
    this.#quotes.set(quote.id, quote);
    return ok(quote);
  }

  #review(quoteId: string): Result<ReviewView, Failure> {
    const quote = this.#quotes.get(quoteId);
    if (quote === undefined) return failed(failure('quote-expired'));
    const orders = quote.routes.length;
    return ok(
      this.#present({
        pay: quote.pay,
        receive: quote.receive,
        slippageBps: quote.slippageBps,
        expected: quote.expected,
        atLeast: quote.atLeast,
        routes: quote.routes,
        exchangeFees: (900_000n * BigInt(orders)).toString(),
        deposits: (2_000_000n * BigInt(orders)).toString(),
        validUntil: this.#now() + 900_000,
        orders: quote.routes.map((route, index) => ({
          index,
          exchange: route.exchange,
          minimum: route.expectedOut,
        })),
      }),
    );
  }

  #held(): { readonly id: string; readonly at: number; readonly expiresAt: number } {
    const at = this.#now();
    return { id: `q${(this.#count += 1)}`, at, expiresAt: at + this.quoteLife };
  }

  #kept<T extends LimitQuoteView | LadderPlanView>(told: Result<T, Failure>): Result<T, Failure> {
    if (told.ok) this.#orders.set(told.value.id, told.value);
    return told;
  }

  #reviewOrder(id: string): Result<ReviewView, Failure> {
    const quote = this.#orders.get(id);
    if (quote === undefined) return failed(failure('quote-unknown'));
    const { atLeast, fees } = 'totals' in quote ? quote.totals : quote;
    return ok(
      this.#present({
        kind: 'limit',
        pay: quote.pay,
        receive: quote.receive,
        expected: atLeast,
        atLeast,
        exchangeFees: fees.batcher ?? '0',
        deposits: fees.deposits ?? '0',
        orders: [{ index: 0, exchange: 'EXA', minimum: atLeast }],
      }),
    );
  }

  #startLadder(planId: string): Result<OutputOf<MainTable, 'ladder.start'>, Failure> {
    const plan = this.#orders.get(planId);
    if (plan === undefined || !('levels' in plan)) return failed(failure('plan-unknown'));
    const review = this.#reviewOrder(planId);
    if (!review.ok) return review;
    const batchId = this.#startBatch('ladder', review.value, plan.levels.length);
    return ok({ batchId, ...review.value });
  }

  /** Those that cannot be cancelled are left out; more than `mostCancelled` take several transactions. */
  #cancel(ids: readonly string[]): Result<OutputOf<MainTable, 'orders.cancel'>, Failure> {
    const { rows } = this.value('orders');
    const able = ids.filter((id) => rows.some((row) => row.id === id && row.cancellable));
    if (able.length === 0) return failed(failure('nothing-to-cancel'));
    const review = this.#present(CANCELLATION);
    const transactions = Math.ceil(able.length / this.mostCancelled);
    if (transactions > 1) this.#startBatch('cancel', review, transactions);
    const left = ids.filter((id) => !able.includes(id));
    return ok({
      ...review,
      transactions,
      orders: able.length,
      leftOut: left.map((id) => ({ id, failure: failure('order-not-cancellable', { status: 'filled' }) })),
    });
  }

  #reviewPlan(planId: string): Result<ReviewView, Failure> {
    const plan = this.#plans.get(planId);
    if (plan === undefined) return failed(failure('plan-unknown'));
    return ok(this.#present({ kind: 'dca', pay: plan.pay, receive: plan.receive }));
  }

  #cancelPlan(id: string): Result<OutputOf<MainTable, 'dca.cancel'>, Failure> {
    const row = this.value('dcaPlans').plans.find((plan) => plan.id === id);
    if (row === undefined) return failed(failure('order-unknown'));
    if (!row.cancellable) return failed(failure('order-not-cancellable', { status: row.status }));
    const review = this.#present(CANCELLATION);
    return ok({ ...review, transactions: 1, orders: 1, leftOut: [], returning: row.returning });
  }

  /** Puts a transaction into the approval window, as its trade tells. */
  #present({ exchangeFees = '0', deposits = '0', ...told }: Presented): ReviewView {
    const tradeId = `t${(this.#count += 1)}`;
    const bodyHash = hashOfFake(tradeId);
    const at = this.#now();
    this.push('trades', [
      {
        id: tradeId,
        kind: 'swap',
        state: this.verdict === 'block' ? 'refused' : 'built',
        slippageBps: 0,
        expected: '0',
        atLeast: '0',
        routes: [],
        costs: { networkFee: NETWORK_FEE, exchangeFees, deposits, otherRecipients: '0' },
        bodyHash,
        orders: [],
        createdAt: at,
        updatedAt: at,
        ...told,
      },
      ...this.value('trades'),
    ]);
    return { tradeId, bodyHash, verdict: this.verdict };
  }

  /** A batch of transactions of which the first was put into the approval window; answers its id. */
  #startBatch(
    kind: 'ladder' | 'cancel' | 'replace',
    { tradeId, bodyHash }: ReviewView,
    transactions: number,
  ): string {
    const id = `s${(this.#count += 1)}`;
    this.push('batch', {
      batch: {
        id,
        kind,
        state: 'waiting',
        transactions: Array.from({ length: transactions }, (_, at) =>
          at === 0 ? ({ state: 'current', tradeId, bodyHash } as const) : ({ state: 'planned' } as const),
        ),
      },
    });
    return id;
  }

  /** Orders change, as journal and service would tell. */
  moveOrders(rows: readonly OrderRowView[], gone: readonly string[] = []): void {
    const before = this.value('orders');
    const changed = new Map(rows.map((row) => [row.id, row]));
    const kept = before.rows.filter(({ id }) => !changed.has(id) && !gone.includes(id));
    // Who listens later gets all of it; who listens now, the delta alone.
    this.#tell('orders', { ...before, kind: 'delta', rows: [...rows], gone: [...gone], at: this.#now() });
    this.#values.orders = {
      ...before,
      kind: 'snapshot',
      rows: [...kept, ...rows],
      gone: [],
      at: this.#now(),
    };
  }

  #calls(): Calls {
    const done = Promise.resolve(ok({}));
    return {
      'app.about': () =>
        Promise.resolve(ok({ version: '0.1.0', shell: 'chromium' as const, platform: 'test' })),
      'app.attend': () => done,
      'replay.play': () => done,
      'replay.pause': () => done,
      'replay.step': () => done,
      'replay.begin': () => done,
      'app.openExplorer': () => done,
      'quality.read': () => Promise.resolve(ok(this.quality)),
      'quality.save': () => Promise.resolve(ok({ saved: true, path: 'executions.csv' })),
      'app.openLink': () => done,
      'limit.estimate': (input) => Promise.resolve(this.#kept(fakeLimitQuote(input, this.#held()))),
      'limit.review': ({ quoteId }) => Promise.resolve(this.#reviewOrder(quoteId)),
      'ladder.plan': (input) => Promise.resolve(this.#kept(fakeLadderPlan(input, this.#held()))),
      'ladder.start': ({ planId }) => Promise.resolve(this.#startLadder(planId)),
      'dca.plan': (input) => {
        const plan = fakePlan(input, this.#held());
        if (plan.ok) this.#plans.set(plan.value.id, plan.value);
        return Promise.resolve(plan);
      },
      'dca.history': ({ planId }) => {
        const plan = this.#plans.get(planId);
        return Promise.resolve(plan ? ok(fakePast(plan, this.pastWindows)) : failed(failure('plan-unknown')));
      },
      'dca.review': ({ planId }) => Promise.resolve(this.#reviewPlan(planId)),
      'dca.refresh': () => done,
      'dca.detail': ({ id }) => {
        const row = this.value('dcaPlans').plans.find((plan) => plan.id === id);
        return Promise.resolve(row ? ok(fakePlanDetail(row)) : failed(failure('order-unknown')));
      },
      'dca.lookedDetail': ({ id }) => {
        const row = this.value('lookedPlans').plans.find((plan) => plan.id === id);
        return Promise.resolve(row ? ok(fakePlanDetail(row)) : failed(failure('order-unknown')));
      },
      'dca.cancel': ({ id }) => Promise.resolve(this.#cancelPlan(id)),
      'dca.openExplorer': () => done,
      'releases.choose': () => done,
      'releases.clear': () => done,
      'releases.openPage': () => done,
      'releases.dismiss': () => done,
      'batch.next': () => done,
      'batch.stop': () => {
        const { batch } = this.value('batch');
        if (batch) this.push('batch', { batch: { ...batch, state: 'stopping' } });
        return done;
      },
      'orders.refresh': () => done,
      'orders.detail': ({ id }) => {
        const row = this.value('orders').rows.find((order) => order.id === id);
        return Promise.resolve(row ? ok(fakeDetail(row)) : failed(failure('order-unknown')));
      },
      'orders.lookedDetail': ({ id }) => {
        const row = this.value('lookedOrders').rows.find((order) => order.id === id);
        return Promise.resolve(row ? ok(fakeDetail(row)) : failed(failure('order-unknown')));
      },
      'look.at': ({ address }) => {
        this.push('look', { address });
        return done;
      },
      'look.refresh': () => done,
      'look.leave': () => {
        this.push('look', {});
        return done;
      },
      'orders.cancel': ({ ids }) => Promise.resolve(this.#cancel(ids)),
      'orders.move': ({ id }) => {
        const row = this.value('orders').rows.find((one) => one.id === id);
        if (row?.movable !== true) return Promise.resolve(failed(failure('order-not-movable')));
        const review = this.#present(CANCELLATION);
        return Promise.resolve(ok({ batchId: this.#startBatch('replace', review, 2), ...review }));
      },
      'orders.openExplorer': () => done,
      'book.watch': ({ token }) => {
        this.push('book', fakeBook(token, this.#now()));
        return done;
      },
      'book.unwatch': () => {
        this.push('book', idleBook);
        return done;
      },
      'alerts.add': ({ token, condition, repeat }) => {
        const id = `alert${(this.#count += 1)}`;
        const made = { id, token, condition, repeat, state: 'on' as const, madeAt: this.#now(), times: 0 };
        this.push('alerts', [made, ...this.value('alerts')]);
        return Promise.resolve(ok({ id }));
      },
      'alerts.setPaused': ({ id, paused }) => this.#changeAlert(id, { state: paused ? 'paused' : 'on' }),
      'alerts.move': ({ id, price }) => this.#changeAlert(id, { condition: { kind: 'price', price } }),
      'alerts.remove': ({ id }) => {
        this.push(
          'alerts',
          this.value('alerts').filter((alert) => alert.id !== id),
        );
        return done;
      },
      'notices.dismiss': () => done,
      'notebook.read': ({ kind, of }) =>
        Promise.resolve(ok({ text: this.#notebook.get(`${kind}.${of}`) ?? '' })),
      'drawings.read': ({ base, quote }) =>
        Promise.resolve(ok({ drawings: [...(this.#drawings.get(`${base}/${quote}`) ?? [])] })),
      'drawings.change': ({ base, quote, put, removed }) => {
        const key = `${base}/${quote}`;
        // As in main, a drawing that was changed keeps its place.
        const next = new Map((this.#drawings.get(key) ?? []).map((drawing) => [drawing.id, drawing]));
        for (const id of removed) next.delete(id);
        for (const drawing of put) next.set(drawing.id, drawing);
        this.#drawings.set(key, [...next.values()]);
        return done;
      },
      'chartWindow.open': ({ slot }) => {
        this.#changeWindows((slots) => (slots.includes(slot) ? slots : [...slots, slot]));
        return done;
      },
      'chartWindow.bringBack': ({ slot }) => {
        this.#changeWindows((slots) => slots.filter((each) => each !== slot));
        return done;
      },
      'chartWindow.show': () => done,
      'notebook.write': ({ kind, of, text }) => {
        this.#notebook.set(`${kind}.${of}`, text);
        return done;
      },
      'preferences.set': (change) => {
        this.push('preferences', { ...this.value('preferences'), ...change } as Topics['preferences']);
        return done;
      },
      'profile.add': () => done,
      'profile.change': () => done,
      'profile.delete': () => done,
      'profile.import': () => done,
      'profile.export': () => Promise.resolve(ok({ saved: true, path: 'touchstone-profile.json' })),
      'preferences.lower': () => done,
      'profile.test': ({ part }) =>
        Promise.resolve(
          ok({
            at: this.#now(),
            lines: [
              {
                of: part,
                about: 'answer' as const,
                verdict: 'fine' as const,
                what: `${part}.example answered.`,
                means: 'The address leads to it.',
              },
            ],
          }),
        ),
      'profile.secrets': () =>
        Promise.resolve(
          ok({
            keychain: 'secret-service' as const,
            secrets: [
              { kind: 'wallet-key' as const, place: 'keychain-and-file' as const, state: 'present' as const },
            ],
          }),
        ),
      'profile.switch': ({ profile }) => {
        const { id: _, colour: __, ...before } = this.value('profile');
        const live = before.profiles.find(({ id }) => id === profile);
        this.push('profile', {
          ...before,
          ...(live
            ? { id: live.id, name: live.name, colour: live.colour, network: live.network }
            : { name: 'Practice', network: 'preprod' }),
          mode: live ? 'live' : 'practice',
          service: live ? 'not-configured' : 'ready',
          hasApiKey: !live,
        });
        return done;
      },
      'wallet.openVault': () => done,
      'wallet.refresh': () => done,
      'wallet.lock': () => {
        this.push('wallet', { ...this.value('wallet'), state: 'locked' });
        return done;
      },
      'wallet.useAddress': () => done,
      'wallet.fund': () => done,
      'balance.refresh': () => done,
      'send.prepare': ({ to, lovelace, tokens }) =>
        Promise.resolve(
          to.startsWith('addr')
            ? ok({
                id: 'payment',
                to,
                toSelf: false,
                sentBefore: false,
                pays: [
                  {
                    asset: 'ADA',
                    quantity: lovelace === undefined || lovelace === 'max' ? '1200000' : lovelace,
                  },
                  ...tokens.map(({ asset, quantity }) => ({ asset, quantity })),
                ],
                fee: '168449',
                least: '969750',
                change: [{ asset: 'ADA', quantity: '90000000' }],
                changeOutputs: 1,
                coins: [`${'ab'.repeat(32)}#0`],
                at: 0,
                expiresAt: 120_000,
              })
            : failed(failure('send-address', { reason: 'it cannot be read' })),
        ),
      'send.review': () => Promise.resolve(ok(this.#present(CANCELLATION))),
      'coins.list': () => Promise.resolve(ok({ coins: [], all: 0 })),
      'coins.note': () => done,
      'tokens.search': ({ query, verifiedOnly }) => {
        const plain = query.toLowerCase().replace(/[\s.]/g, '');
        const mode = /^[0-9a-f]{56}$/.test(plain) ? 'policy' : /^[0-9a-f]{57,}$/.test(plain) ? 'id' : 'name';
        const found = tokensOfFake.filter((token) =>
          mode === 'name'
            ? `${token.ticker} ${token.name}`.toLowerCase().includes(query.toLowerCase())
            : token.id.startsWith(plain),
        );
        const tokens = found
          .filter(({ verified }) => verified || !verifiedOnly)
          .map((token) => ({
            token,
            tickerShared: tokensOfFake.filter(({ ticker }) => ticker === token.ticker).length > 1,
          }));
        return Promise.resolve(ok({ mode: mode as 'name', tokens }));
      },
      'tokens.get': ({ id }) => {
        const token = tokensOfFake.find((known) => known.id === id);
        return Promise.resolve(token ? ok(token) : failed(failure('token-unknown')));
      },
      'tokens.suggested': () => Promise.resolve(ok(tokensOfFake.filter(({ verified }) => verified))),
      'market.get': ({ id }) => {
        const token = tokensOfFake.find((known) => known.id === id);
        if (token === undefined) return Promise.resolve(failed(failure('token-unknown')));
        const scale = 10 ** token.decimals;
        return Promise.resolve(
          ok({
            token,
            priceAda: token.price,
            pools: poolsOfFake(token).map((pool) => ({
              exchange: pool.exchange,
              ada: Number(pool.ada) / 1e6,
              tokens: Number(pool.tokens) / scale,
              poolId: hashOfFake(`${pool.exchange}${token.id}`),
            })),
            pairs: [
              { quote: ADA, ticker: 'ADA', liquidity: 1_240_300.5 },
              { quote: tokensOfFake[1]?.id ?? ADA, ticker: tokensOfFake[1]?.ticker ?? '', liquidity: 83_120 },
            ],
            daily: { buys: 312, sales: 287, volumeAda: 184_220.7 },
            links: { website: 'https://example.org/token' },
            at: this.#now(),
          }),
        );
      },
      'market.stats': ({ id }) => {
        const token = tokensOfFake.find((known) => known.id === id);
        return Promise.resolve(
          token ? ok(fakeFigures(token, this.#now())) : failed(failure('token-unknown')),
        );
      },
      'market.trending': () => Promise.resolve(ok(fakeTrending(this.#now()))),
      'market.attend': ({ tokens }) => {
        const shown = tokensOfFake.filter(({ id }) => tokens.includes(id));
        this.push(
          'marketFigures',
          shown.map((token) => fakeFigures(token, this.#now())),
        );
        return done;
      },
      'market.visited': ({ id }) => {
        const others = this.value('recentTokens').filter((token) => token.id !== id);
        const token = tokensOfFake.find((known) => known.id === id);
        if (token) this.push('recentTokens', [viewOf(token), ...others]);
        return done;
      },
      'watchLists.create': ({ name }) => {
        const id = `l${(this.#count += 1)}`;
        this.push('watchLists', [...this.value('watchLists'), { id, name, tokens: [] }]);
        return Promise.resolve(ok({ id }));
      },
      'watchLists.export': () =>
        Promise.resolve(ok({ saved: true, path: '/tmp/touchstone-watch-lists.json' })),
      'watchLists.import': () => Promise.resolve(ok({})),
      'watchLists.rename': ({ id, name }) => {
        this.#changeList(id, { name });
        return done;
      },
      'watchLists.remove': ({ id }) => {
        this.push(
          'watchLists',
          this.value('watchLists').filter((list) => list.id !== id),
        );
        return done;
      },
      'watchLists.setTokens': ({ id, tokens }) => {
        const known = tokens.flatMap((asset) =>
          tokensOfFake.filter((token) => token.id === asset).map(viewOf),
        );
        this.#changeList(id, { tokens: known });
        return done;
      },
      'watchLists.order': ({ ids }) => {
        const place = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
        this.push(
          'watchLists',
          this.value('watchLists').toSorted((left, right) => place(left.id) - place(right.id)),
        );
        return done;
      },
      'chart.history': ({ base, quote, period, to, count }) =>
        Promise.resolve(ok(fakeHistory(base, quote, period, to, count))),
      'chart.watch': ({ slot, ...pair }) => {
        const key = `w${(this.#count += 1)}`;
        const now = this.#now();
        const { candles } = fakeHistory(pair.base, pair.quote, pair.period, Math.floor(now / 1000), 600);
        const chart = { key, kind: 'snapshot', state: 'live', pair, lastMessageAt: now } as const;
        this.push(CHART_TOPICS[slot], { ...chart, orientation: 'checked', candles });
        return Promise.resolve(ok({ key }));
      },
      'chart.savePicture': ({ name }) => Promise.resolve(ok({ saved: true, path: `Downloads/${name}` })),
      'chart.unwatch': ({ slot }) => {
        this.push(CHART_TOPICS[slot], { ...idleChart, key: `w${(this.#count += 1)}`, candles: noCandles() });
        return done;
      },
      'workspaces.save': (workspace) => {
        const others = this.value('workspaces').filter(({ name }) => name !== workspace.name);
        this.push('workspaces', [...others, workspace]);
        return done;
      },
      'workspaces.rename': ({ name, to }) => {
        this.push(
          'workspaces',
          this.value('workspaces').map((each) => (each.name === name ? { ...each, name: to } : each)),
        );
        return done;
      },
      'workspaces.remove': ({ name }) => {
        this.push(
          'workspaces',
          this.value('workspaces').filter((each) => each.name !== name),
        );
        return done;
      },
      'workspaces.export': ({ name }) => Promise.resolve(ok({ saved: true, path: `Downloads/${name}.json` })),
      'workspaces.import': () => Promise.resolve(ok({})),
      'swap.quote': (input) => Promise.resolve(this.#quote(input)),
      'swap.review': ({ quoteId }) => Promise.resolve(this.#review(quoteId)),
      'swap.ahead': () => Promise.resolve(ok({})),
      'swap.compare': () =>
        Promise.resolve(ok({ tone: 'note', sentence: 'No better price was found in the pools.' })),
      'limit.ahead': () => Promise.resolve(ok({})),
      'swap.abandon': () => done,
      'swap.discard': ({ tradeId }) => {
        this.moveTrade(tradeId, { state: 'discarded' });
        return done;
      },
      'swap.resubmit': () => done,
      'swap.max': ({ pay }) => {
        const held = this.value('balance').amounts?.find(({ token }) => token.id === pay)?.quantity ?? '0';
        const spendable = pay === ADA ? BigInt(held) - 6_000_000n : BigInt(held);
        return Promise.resolve(ok({ quantity: (spendable < 0n ? 0n : spendable).toString() }));
      },
      'trades.assembleLocally': () => done,
      'trades.receipt': () => Promise.resolve(ok({ saved: true, path: '/tmp/receipt.json' })),
      'trades.bundle': () => Promise.resolve(ok({ saved: true, path: '/tmp/bundle.json' })),
      'trades.importSignatures': () => done,
      'trades.importFrames': () => done,
      'trades.bundleCodes': () => Promise.resolve(ok({ needed: 1, round: 1, density: 'easy', codes: [] })),
      'trades.receipts': () => Promise.resolve(ok({ saved: false })),
      'trades.fillAudit': () => Promise.resolve(ok({ underWay: false, fills: [] })),
      'trades.auditFill': () => Promise.resolve(failed(failure('fill-unknown'))),
      'trades.steps': ({ tradeId }) => {
        const trade = this.value('trades').find(({ id }) => id === tradeId);
        const at = trade?.createdAt ?? 0;
        return Promise.resolve(
          ok([
            { at, state: 'built', name: 'built', note: 'checked, 17 rules' },
            { at: at + 4_000, state: 'approved', name: 'approved', note: '' },
          ]),
        );
      },
    };
  }
}

function viewOf({ price: _price, ...token }: FakeToken): TokenView {
  return token;
}

function openingValues(now: number): Topics {
  const ada = {
    id: ADA,
    ticker: 'ADA',
    name: 'ADA',
    verified: true,
    decimals: 6,
    tickerSource: 'fixed' as const,
    decimalsSource: 'fixed' as const,
  };
  const held = tokensOfFake.slice(0, 4);
  return {
    fillAudits: { made: 0 },
    positions: [],
    profile: {
      mode: 'practice',
      name: 'Practice',
      network: 'preprod',
      profiles: [],
      excluded: [],
      service: 'ready',
      serviceHost: '127.0.0.1',
      ledgerHost: '127.0.0.1',
      hasApiKey: true,
      adaUsd: 0.5312,
      adaUsdAt: now,
      exchanges: exchangesOfFake,
    },
    wallet: { state: 'locked', sessionOnly: false, address: addressOfFake('wallet'), autoLockMinutes: 15 },
    balance: {
      amounts: [
        { token: ada, quantity: '1204550000' },
        ...held.map((token, index) => ({ token, quantity: String(830_104n * 10n ** BigInt(index)) })),
      ],
      at: now,
    },
    trades: [],
    orders: { key: 'o1', kind: 'snapshot', rows: [], gone: [] },
    batch: {},
    look: {},
    lookedOrders: { key: 'l1', kind: 'snapshot', rows: [], gone: [] },
    lookedPlans: { plans: [] },
    dcaPlans: { plans: [] },
    book: idleBook,
    alerts: [],
    notices: { list: [], opened: { times: 0 }, byPage: false },
    replay: {},
    releases: { version: '0.1.0', keys: [], news: { state: 'off' }, check: { state: 'open' } },
    workspaces: [],
    chartMain: idleChart,
    chartSecond: idleChart,
    chartThird: idleChart,
    chartFourth: idleChart,
    chartCompare: idleChart,
    chartWindows: { slots: [], asked: [], settings: {}, drawings: 0 },
    watchLists: [
      { id: 'l-first', name: 'Watched', tokens: tokensOfFake.slice(0, 6).map(viewOf) },
      { id: 'l-second', name: 'Stones', tokens: tokensOfFake.slice(6, 9).map(viewOf) },
    ],
    recentTokens: tokensOfFake.slice(0, 3).map(viewOf),
    marketFigures: tokensOfFake.slice(0, 9).map((token) => fakeFigures(token, now)),
    limits: {
      limits: {
        perTrade: '500000000',
        slippageBps: 300,
        verifiedOnly: false,
        exchanges: exchangesOfFake.slice(0, 2).map(({ code }) => code),
        expert: false,
      },
    },
    preferences: { ...DEFAULT_PREFERENCES, slippageBps: 50, autoLockMinutes: 15 },
  };
}

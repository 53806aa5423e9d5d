import type { MainTable } from '../../src-preload/contract/index.ts';
import type { CallName, InputOf, OutputOf, TopicName } from '../../src-preload/contract/table.ts';
import type { Api } from '../../src-preload/bridge.ts';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import type { QuoteView, ReviewView, TradeView } from '../../src-preload/contract/views.ts';
import { addressOfFake, exchangesOfFake, hashOfFake, poolsOfFake, tokensOfFake } from './fake-market.ts';

type Calls = {
  [K in CallName<MainTable>]: (
    input: InputOf<MainTable, K>,
  ) => Promise<Result<OutputOf<MainTable, K>, Failure>>;
};
type Topics = { [K in TopicName<MainTable>]: OutputOf<MainTable, K> };

const ADA = 'ADA';
const FEE = 999_700n;

/** Main as the trading window sees it, derived from the table: a call that is missing does not compile. */
export class FakeMain {
  readonly api: Api<MainTable>;
  readonly asked: { readonly name: string; readonly input: unknown }[] = [];
  /** Calls that answer a failure in place of what they would do. */
  readonly failing = new Map<CallName<MainTable>, Failure>();
  /** Milliseconds for which a quote holds. */
  quoteLife = 20_000;
  /** What `swap.review` adds to its answer. */
  reviewExtra: Partial<ReviewView> = {};
  readonly #values: Topics;
  readonly #listeners = new Map<string, Set<(value: never) => void>>();
  readonly #now: () => number;
  #quotes = new Map<string, QuoteView>();
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

  #quote(input: InputOf<MainTable, 'swap.quote'>): Result<QuoteView, Failure> {
    const token = tokensOfFake.find(({ id }) => id === (input.pay === ADA ? input.receive : input.pay));
    if (token === undefined) return failed(failure('token-unknown'));
    const decimals = input.pay === ADA ? 6 : token.decimals;
    const amount = BigInt(Math.round(Number(input.amount) * 10 ** decimals));
    const pools = poolsOfFake(token).filter(({ exchange }) => !input.excluded.includes(exchange));
    if (pools.length === 0) return failed(failure('no-pool'));
    const whole = pools.reduce((sum, pool) => sum + pool.ada, 0n);
    const routes = pools.map((pool, index) => {
      const last = index === pools.length - 1;
      const before = pools.slice(0, index).reduce((sum, other) => sum + (amount * other.ada) / whole, 0n);
      const amountIn = last ? amount - before : (amount * pool.ada) / whole;
      const [from, to] = input.pay === ADA ? [pool.ada, pool.tokens] : [pool.tokens, pool.ada];
      const taken = (amountIn * FEE) / 1_000_000n;
      return { exchange: pool.exchange, amountIn, out: (to * taken) / (from + taken), from, to };
    });
    const expected = routes.reduce((sum, { out }) => sum + out, 0n);
    if (expected === 0n) return failed(failure('amount-too-small'));
    const spot = routes.reduce((sum, { amountIn, from, to }) => sum + (to * amountIn) / from, 0n);
    const at = this.#now();
    const quote: QuoteView = {
      id: `q${(this.#count += 1)}`,
      pay: { asset: input.pay, quantity: amount.toString() },
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
    const exchangeFees = 900_000n * BigInt(orders);
    const deposits = 2_000_000n * BigInt(orders);
    const paid = quote.pay.asset === ADA ? BigInt(quote.pay.quantity) : 0n;
    const tradeId = `t${(this.#count += 1)}`;
    const shared = {
      pay: quote.pay,
      receive: quote.receive,
      expected: quote.expected,
      atLeast: quote.atLeast,
      bodyHash: hashOfFake(tradeId),
      costs: {
        networkFee: '183241',
        exchangeFees: exchangeFees.toString(),
        deposits: deposits.toString(),
        otherRecipients: '0',
      },
    };
    const at = this.#now();
    this.push('trades', [
      {
        ...shared,
        id: tradeId,
        state: 'built',
        slippageBps: quote.slippageBps,
        routes: quote.routes,
        validUntil: at + 900_000,
        orders: quote.routes.map((route, index) => ({
          index,
          exchange: route.exchange,
          minimum: route.expectedOut,
        })),
        createdAt: at,
        updatedAt: at,
      },
      ...this.value('trades'),
    ]);
    const out = -(paid + exchangeFees + deposits + 183_241n);
    return ok({
      ...shared,
      tradeId,
      sentence: sentenceOf(quote),
      costsSentence: `It costs ${Number(exchangeFees + 183_241n) / 1e6} ADA in fees. A deposit of ${Number(deposits) / 1e6} ADA comes back when the orders are filled.`,
      orders: quote.routes.map((route) => ({
        exchange: route.exchange,
        address: addressOfFake(route.exchange),
        value: [
          {
            asset: ADA,
            quantity: (BigInt(quote.pay.asset === ADA ? route.amountIn : 0) + 2_900_000n).toString(),
          },
        ],
        minimum: ((BigInt(route.expectedOut) * BigInt(10_000 - quote.slippageBps)) / 10_000n).toString(),
        namesOwner: true,
      })),
      netChange: [
        { asset: ADA, quantity: out.toString() },
        ...(quote.pay.asset === ADA ? [] : [{ asset: quote.pay.asset, quantity: `-${quote.pay.quantity}` }]),
      ],
      findings: [],
      rulesRun: 17,
      validUntil: at + 900_000,
      expiresAt: at + 60_000,
      ...this.reviewExtra,
    });
  }

  #calls(): Calls {
    const done = Promise.resolve(ok({}));
    return {
      'app.about': () =>
        Promise.resolve(ok({ version: '0.1.0', shell: 'chromium' as const, platform: 'test' })),
      'app.touch': () => done,
      'app.openExplorer': () => done,
      'app.openLink': () => done,
      'preferences.set': (change) => {
        this.push('preferences', { ...this.value('preferences'), ...change } as Topics['preferences']);
        return done;
      },
      'profile.configureLive': () => done,
      'profile.switch': ({ mode }) => {
        this.push('profile', {
          ...this.value('profile'),
          mode,
          service: mode === 'live' ? 'not-configured' : 'ready',
          network: mode === 'live' ? 'mainnet' : 'preprod',
          hasApiKey: mode === 'practice',
        });
        return done;
      },
      'wallet.openVault': () => done,
      'wallet.refresh': () => done,
      'wallet.lock': () => {
        this.push('wallet', { ...this.value('wallet'), state: 'locked' });
        return done;
      },
      'wallet.fund': () => done,
      'balance.refresh': () => done,
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
      'swap.quote': (input) => Promise.resolve(this.#quote(input)),
      'swap.review': ({ quoteId }) => Promise.resolve(this.#review(quoteId)),
      'swap.accept': ({ tradeId }) => {
        this.moveTrade(tradeId, { state: 'approved' });
        return done;
      },
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
      'trades.steps': ({ tradeId }) => {
        const trade = this.value('trades').find(({ id }) => id === tradeId);
        const at = trade?.createdAt ?? 0;
        return Promise.resolve(
          ok([
            { at, state: 'built', note: 'checked, 17 rules' },
            { at: at + 4_000, state: 'approved', note: '' },
          ]),
        );
      },
    };
  }
}

function sentenceOf(quote: QuoteView): string {
  const label = (id: string): string => tokensOfFake.find((token) => token.id === id)?.ticker ?? 'ADA';
  const decimals = (id: string): number => tokensOfFake.find((token) => token.id === id)?.decimals ?? 6;
  const text = (id: string, units: string): string => `${Number(units) / 10 ** decimals(id)} ${label(id)}`;
  return `You send ${text(quote.pay.asset, quote.pay.quantity)}. You get about ${text(quote.receive, quote.expected)}, at least ${text(quote.receive, quote.atLeast)}.`;
}

function openingValues(now: number): Topics {
  const ada = {
    id: ADA,
    ticker: 'ADA',
    name: 'ADA',
    verified: true,
    decimals: 6,
    decimalsSource: 'fixed' as const,
  };
  const held = tokensOfFake.slice(0, 4);
  return {
    profile: {
      mode: 'practice',
      network: 'preprod',
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
    preferences: {
      theme: 'dark',
      slippageBps: 50,
      excluded: [],
      unlockMinutes: 0,
      autoLockMinutes: 15,
      acknowledged: [],
    },
  };
}

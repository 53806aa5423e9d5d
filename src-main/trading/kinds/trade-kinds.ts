import { lovelaceIn, quantity } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import { parseDecimal } from '#domain/decimal.ts';
import type { Failure } from '#domain/failure.ts';
import type { RouteShare } from '#domain/quote.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Trade } from '#domain/trade.ts';
import type { NetworkName } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import { slippageOf, type AgreedTransaction, type Agreement } from '../../agreement/agreement.ts';
import type { JournalEntry } from '../../ports/journal.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Service } from '../../ports/service.ts';
import { measureOf, type TradeMeasure } from '../policy-facts.ts';
import { cancelOvertaken } from './cancel.ts';
import { judgeAsAsked, judgeSwap, type Agreed, type JudgementContext, type Judgement } from './judgement.ts';
import {
  type Built,
  type CancelQuote,
  type DcaQuote,
  decimalsOf,
  excludedBy,
  type LadderQuote,
  type LimitQuote,
  type Quote,
  type SendQuote,
  type SwapQuote,
  type TradeQuote,
} from './quote.ts';
import { builtPayment, paysList } from './send.ts';
import { boundsOf, enforcedLeast, sumOfBounds } from '../../agreement/bounds.ts';
import type { PolicyLimits } from '../../inspect/policy.ts';

/** The quote of one transaction, by kind. */
interface KindQuotes {
  swap: SwapQuote;
  limit: LimitQuote;
  ladder: LadderQuote;
  dca: DcaQuote;
  cancel: CancelQuote;
  send: SendQuote;
}

type KindName = Quote['kind'];

/** How a trade appears in the journal and in its receipt. */
export interface Journalled {
  readonly trade: Pick<
    Trade,
    'kind' | 'pay' | 'receive' | 'slippageBps' | 'limit' | 'dca' | 'cancels' | 'send' | 'replacement'
  >;
  /** The figures of its quote, base units, and how the service would route it. */
  readonly quoted: {
    readonly expected: bigint;
    readonly atLeast: bigint;
    readonly routes: readonly RouteShare[];
  };
  /** Venues that the user left out. */
  readonly excluded: readonly string[];
}

/** One kind of trade from its quote to its end: with a part missing, it does not compile. */
interface TradeKind<K extends KindName> {
  /** Has the service build the transaction. Never repeated. Failures: those of the service. */
  readonly build: (
    quote: KindQuotes[K],
    address: string,
    service: Service,
    signal?: AbortSignal,
  ) => Promise<Result<Built, Failure>>;
  /** The figures that are checked against the user's limits. */
  readonly measure: (quote: KindQuotes[K], build: Built, agreed: Agreed) => TradeMeasure;
  /** Inspects what was built against what was agreed to. Failure: `transaction-undecodable`. */
  readonly judge: (
    quote: KindQuotes[K],
    build: Built,
    agreed: Agreed,
    context: JudgementContext,
  ) => Result<Judgement, Failure>;
  readonly journal: (quote: KindQuotes[K]) => Journalled;
  /**
   * The meaning, for the trade, of another on-chain transaction that spent its inputs; `undefined` when the trade
   * merely lost its funds. Failures: those of the ledger.
   */
  readonly overtaken: (
    entry: JournalEntry,
    rival: string,
    ledger: Ledger,
    signal?: AbortSignal,
  ) => Promise<Result<Failure | undefined, Failure>>;
}

const swap: TradeKind<'swap'> = {
  build: (quote, address, service, signal) =>
    service.build(quote.order, address, decimalsOf(...quote.tokens), signal),
  measure: (quote, build, agreed) => measureOf(quote, build, agreed),
  judge: judgeSwap,
  journal: (quote) => journalled(quote, { kind: 'swap' }),
  overtaken: losesItsFunds,
};

/** Of one order, of several equal ones, and of each level of a ladder. */
const limitOrder = {
  build: (quote, address, service, signal) =>
    service.limitBuild(quote.order, address, decimalsOf(...quote.tokens), signal),
  measure: (quote, build, agreed) => measureOf(quote, build, agreed),
  judge: judgeAsAsked,
  journal: (quote) => {
    const { terms, task } = quote;
    const limit = task.replaces === undefined ? terms : { ...terms, replaces: task.replaces.order };
    return journalled(quote, { kind: 'limit', limit });
  },
  overtaken: losesItsFunds,
} satisfies TradeKind<'limit'> & TradeKind<'ladder'>;

const dca: TradeKind<'dca'> = {
  build: (quote, address, service, signal) =>
    service.dcaCreate(quote.order, address, decimalsOf(...quote.tokens), signal),
  measure: (quote, build, agreed) => measureOf(quote, build, agreed, quote.order.exchanges),
  judge: judgeAsAsked,
  journal: (quote) => {
    const { interval: every, cycles, amountPerCycle } = quote.task;
    const { exchanges } = quote.order;
    return journalled(quote, {
      kind: 'dca',
      dca: { every, cycles, perCycle: quantity(amountPerCycle), exchanges },
    });
  },
  overtaken: losesItsFunds,
};

const NOTHING = quantity(0n);
/** Placeholder amounts that the journal and receipts keep for an entry that trades nothing. */
const NOTHING_TRADED = { pay: { asset: ADA, quantity: NOTHING }, receive: ADA, slippageBps: 0 } as const;
const NOTHING_QUOTED = { expected: NOTHING, atLeast: NOTHING, routes: [] } as const;
const NOTHING_MEASURED: TradeMeasure = {
  ...NOTHING_TRADED,
  expected: NOTHING,
  priceImpact: undefined,
  tokens: [],
  exchanges: [],
};

const cancel: TradeKind<'cancel'> = {
  build: async (quote, address, service, signal) => {
    const answer = await service.cancel(quote.ids, address, signal);
    if (!answer.ok) return answer;
    const { cbor, call, fee } = answer.value;
    const claimed = fee === undefined ? undefined : parseDecimal(fee, ADA_DECIMALS, 'floor');
    return ok({
      cbor,
      call,
      expected: NOTHING,
      splits: [],
      ...(claimed === undefined || claimed <= 0n ? {} : { cancellationFee: claimed }),
    });
  },
  // Taking an order back uses up none of a limit. Its replacement is judged in the same step, by its own figures: a
  // limit that stopped it later would leave the user with neither order.
  measure: ({ next }, build, agreed) => ({
    ...(next === undefined ? NOTHING_MEASURED : measureOf(next, build, agreed)),
    worth: { atLeast: 0n, exact: true },
  }),
  judge: judgeAsAsked,
  journal: ({ task, replacement }) => ({
    trade: {
      kind: 'cancel',
      ...NOTHING_TRADED,
      cancels: task.orders,
      ...(replacement === undefined ? {} : { replacement }),
    },
    quoted: NOTHING_QUOTED,
    excluded: [],
  }),
  overtaken: cancelOvertaken,
};

const send: TradeKind<'send'> = {
  // The service is not asked: it has no part in a payment, and does not learn of it.
  build: (quote) => Promise.resolve(ok(builtPayment(quote))),
  measure: ({ task: { pays }, toSelf, tokens }) => ({
    ...NOTHING_MEASURED,
    worth: { atLeast: toSelf ? 0n : lovelaceIn(pays), exact: toSelf || pays.size === 1 },
    givenAway: true,
    tokens,
  }),
  judge: judgeAsAsked,
  journal: ({ task: { to, pays } }) => {
    const all = paysList(pays);
    const [main = NOTHING_TRADED.pay] = all.toReversed();
    return {
      trade: { kind: 'send', ...NOTHING_TRADED, pay: main, send: { to, pays: all } },
      quoted: NOTHING_QUOTED,
      excluded: [],
    };
  },
  overtaken: losesItsFunds,
};

/** Every kind of trade, and how each is built, agreed to, judged, journalled and followed. */
export const TRADE_KINDS: { readonly [K in KindName]: TradeKind<K> } = {
  swap,
  limit: limitOrder,
  ladder: limitOrder,
  dca,
  cancel,
  send,
};

/** The kind of a quote, to be asked about that quote. */
export function kindOf<K extends KindName>(quote: { readonly kind: K }): TradeKind<K> {
  return TRADE_KINDS[quote.kind];
}

function journalled(quote: TradeQuote, terms: Pick<Trade, 'kind' | 'limit' | 'dca'>): Journalled {
  const { task, claims, routes } = quote;
  const { pay, receive } = task;
  return {
    trade: { ...terms, pay, receive, slippageBps: slippageOf(task) },
    quoted: { expected: claims.expected ?? 0n, atLeast: enforcedLeast(task) ?? 0n, routes },
    excluded: excludedBy(quote),
  };
}

function losesItsFunds(): Promise<Result<undefined, never>> {
  return Promise.resolve(ok(undefined));
}

/**
 * The agreement that the user makes by asking for a review of these quotes, one transaction each; it is fixed before
 * the service is asked to build any of them. It holds the quoted price, which the user saw and accepted, and no other
 * figure from the service.
 */
export function agreementFor(
  quotes: readonly Quote[],
  network: NetworkName,
  { cost }: PolicyLimits,
  madeAt: EpochMs,
): Agreement {
  const transactions = quotes.map((quote): AgreedTransaction => {
    const { task } = quote;
    return { task, bounds: boundsOf(task, cost) };
  });
  const tokens = new Map(
    quotes
      .flatMap(({ tokens: named }) => named)
      .map(({ id, ticker, decimals }) => [id, { id, ticker, decimals }]),
  );
  return {
    network,
    madeAt,
    transactions,
    whole: sumOfBounds(transactions.map(({ bounds }) => bounds)),
    tokens: [...tokens.values()],
  };
}

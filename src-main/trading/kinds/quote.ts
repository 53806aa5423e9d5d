import { LARGEST_QUANTITY } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaIntent } from '#domain/dca.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { LimitPrice, OrderPart } from '#domain/limit-price.ts';
import { keepNewest } from '#domain/newest.ts';
import type { LimitIntent } from '#domain/order.ts';
import type { Build, Estimate, RouteShare, Sale, SwapIntent } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Sentence } from '#domain/sentences/sentence.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import type { LimitTerms, Trade } from '#domain/trade.ts';
import type {
  CancelTask,
  LimitTask,
  RecurringTask,
  SendTask,
  SwapTask,
  Task,
  TradeTask,
} from '../../agreement/agreement.ts';
import type { OwnKeys, TokenWording } from '../../inspect/inspection-input.ts';
import type { ServiceClaims } from '../../inspect/terms.ts';
import type { Clock } from '../../ports/system.ts';
import type { DecimalsOf, Service } from '../../ports/service.ts';
import type { PaymentDraft } from './payment-draft.ts';
import type { SwapFees } from './swap-fees.ts';

/**
 * Why this cannot be sold; `undefined` if it can. If the token's decimals are not those used to read the amount, its
 * base units are not what was typed. Failures: `decimals-changed`, `amount-malformed`, `amount-too-large`.
 */
export function faultOfSale(
  { pay: { quantity }, payDecimals }: Sale,
  { id, ticker, decimals }: Token,
): Failure | undefined {
  if (payDecimals !== decimals)
    return failure('decimals-changed', { token: ticker || id, read: payDecimals, now: decimals });
  if (quantity > LARGEST_QUANTITY)
    return failure('amount-too-large', { most: `${formatDecimal(LARGEST_QUANTITY, decimals)} ${ticker}` });
  if (quantity > 0n) return undefined;
  return failure('amount-malformed', { text: formatDecimal(quantity, decimals).slice(0, 40) });
}

/** Common to the quotes of all kinds: they can be reviewed by their id until they expire. */
interface Reviewable<Wanted extends Task> {
  readonly id: string;
  /** The task that the user agrees to by asking for a review. */
  readonly task: Wanted;
  /** The service's figures, as far as it states any before it builds. */
  readonly claims: ServiceClaims;
  /** Tokens that its amounts are of. */
  readonly tokens: readonly Token[];
  readonly notices: readonly Sentence[];
  readonly at: EpochMs;
  readonly expiresAt: EpochMs;
  /** Bech32: the one of the wallet's addresses that it is built for; absent: the one that trades. */
  readonly owner?: string;
}

/** ADA for one whole token of either side, as the service states it; `undefined` when it does not. */
export interface SpotPrices {
  readonly pay: number | undefined;
  readonly receive: number | undefined;
}

/** A quote that sells one asset for another. */
interface PricedQuote<Wanted extends TradeTask> extends Reviewable<Wanted> {
  /** How the service would route it; none where it was not asked. */
  readonly routes: readonly RouteShare[];
  readonly payToken: Token;
  readonly receiveToken: Token;
  readonly spot: SpotPrices;
  /** Fraction; `undefined` when the spot price is not known. */
  readonly priceImpact: number | undefined;
}

export interface SwapQuote extends PricedQuote<SwapTask>, Pick<Estimate, 'statedFees'> {
  readonly kind: 'swap';
  /** As the service is asked for it. */
  readonly order: SwapIntent;
  /** Its likely cost, before anything is built. */
  readonly fees: SwapFees;
}

interface PricedOrders extends PricedQuote<LimitTask> {
  readonly order: LimitIntent;
  /** The amount that each order sells and the minimum that it must bring. */
  readonly parts: readonly OrderPart[];
}

/** One limit order, or equal ones in one transaction. */
export interface LimitQuote extends PricedOrders {
  readonly kind: 'limit';
  readonly terms: LimitTerms;
}

/** A limit order that is moved to another price. */
export interface MovedOrder {
  /** As it was. */
  readonly from: LimitPrice;
  /** The cancellation of it, and the one that takes its place. */
  readonly quotes: readonly [CancelQuote, LimitQuote];
}

/** One level of a ladder: a limit order at a place among others. */
export interface LadderQuote extends PricedOrders {
  readonly kind: 'ladder';
  readonly terms: LimitTerms & Required<Pick<LimitTerms, 'level'>>;
}

export interface DcaQuote extends PricedQuote<RecurringTask> {
  readonly kind: 'dca';
  readonly order: DcaIntent;
}

/** Orders to be taken back: nothing is traded, so there is no price. */
export interface CancelQuote extends Reviewable<CancelTask> {
  readonly kind: 'cancel';
  /** The service's ids of the task's orders, in the same sequence. */
  readonly ids: readonly string[];
  /** The order that is to replace its only one. */
  readonly replacement?: NonNullable<Trade['replacement']>;
  /** The same as it is priced: what a limit would say of it must be known before its order is taken back. */
  readonly next?: LimitQuote;
}

/** A payment, as the app itself drafted it. */
export interface SendQuote extends Reviewable<SendTask> {
  readonly kind: 'send';
  /** Whether it goes to an address of this wallet. */
  readonly toSelf: boolean;
  readonly draft: PaymentDraft;
  /** How many coins of the wallet could not be read; they are not counted. */
  readonly leftOut: Failure | undefined;
}

/** A quote that can be reviewed: one transaction that is not built yet. */
export type Quote = SwapQuote | LimitQuote | LadderQuote | DcaQuote | CancelQuote | SendQuote;

/** Quotes that are reviewed together and built one after the other. */
export type BatchQuotes =
  | { readonly kind: 'ladder'; readonly quotes: readonly LadderQuote[] }
  | { readonly kind: 'cancel'; readonly quotes: readonly CancelQuote[] }
  | ({ readonly kind: 'replace' } & MovedOrder);

/** A quote of whatever sells one asset for another. */
export type TradeQuote = Exclude<Quote, CancelQuote | SendQuote>;

/** The built transaction, and the cancellation cost besides the network fee that the service claims, lovelace. */
export interface Built extends Build {
  readonly cancellationFee?: bigint;
}

export interface QuoteParts {
  readonly service: Service;
  readonly clock: Clock;
  readonly token: (id: AssetId, signal?: AbortSignal) => Promise<Result<Token, Failure>>;
  readonly newId: () => string;
}

/** Whose trade it is. */
export interface TradingAccount {
  /** Bech32 base address: the buyer. A service builds for one. */
  readonly address: string;
  /** All of the wallet's addresses, that one first: payments are made from them together. */
  readonly addresses: readonly string[];
  readonly own: OwnKeys;
}

const KEPT_QUOTES = 64;
/** Milliseconds for which a quote that is renewed may be reviewed. */
const RENEWED_MS = 120_000;

/** The latest quotes, so that a review can name one by its id. */
export class QuoteBook {
  readonly #clock: Clock;
  readonly #quotes = new Map<string, Quote>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep(quote: Quote): void {
    keepNewest(this.#quotes, quote.id, quote, KEPT_QUOTES);
  }

  /** A quote that may still be reviewed. Failures: `quote-unknown`, `quote-expired`. */
  fresh(quoteId: string): Result<Quote, Failure> {
    const quote = this.#quotes.get(quoteId);
    if (!quote) return failed(failure('quote-unknown'));
    return this.#clock.now() < quote.expiresAt ? ok(quote) : failed(failure('quote-expired'));
  }

  /** Makes a quote reviewable from now on; answers its id. For prices that do not age. */
  renew(quote: Quote): string {
    const at = this.#clock.now();
    this.keep({ ...quote, at, expiresAt: epochMs(at + RENEWED_MS) });
    return quote.id;
  }
}

/** The decimals of a quote's two assets. @throws RangeError for another asset: a bug of the caller. */
export function decimalsOf(...tokens: readonly Token[]): DecimalsOf {
  return (asset) => {
    const token = tokens.find((one) => one.id === asset);
    if (!token) throw new RangeError('the asset is not one of this quote');
    return token.decimals;
  };
}

/** Exchanges that the user left out; a recurring order names those that it may use instead. */
export function excludedBy(quote: TradeQuote): readonly string[] {
  return quote.kind === 'dca' ? [] : quote.order.excluded;
}

/** How the amounts of a quote are written. */
export function wordingOf({ tokens }: Pick<Quote, 'tokens'>): ReadonlyMap<AssetId, TokenWording> {
  return new Map(tokens.map(({ id, ticker, decimals }) => [id, { ticker, decimals }]));
}

/** The account as a quote's transaction is built for: an order is taken back by the address that owns it. */
export function actingFor({ owner }: Pick<Quote, 'owner'>, account: TradingAccount): TradingAccount {
  return owner === undefined ? account : { ...account, address: owner };
}

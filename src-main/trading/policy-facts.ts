import { lovelaceIn, type Amount } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { formatDecimal, numberToUnits } from '#domain/decimal.ts';
import { isExchangeCode } from '#domain/exchange.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { Build } from '#domain/quote.ts';
import { offMarket, worstOffMarket, type OffMarket } from '#domain/off-market.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import type { Token } from '#domain/token.ts';
import { isRenamed } from '#domain/words/names.ts';
import { slippageOf, type Task } from '../agreement/agreement.ts';
import type { PolicyFacts, PolicyLimits, TokenFact, WorthTogether } from '../inspect/policy.ts';
import { assetText } from '../inspect/wording.ts';
import type { Agreed } from './kinds/judgement.ts';
import { excludedBy, type TradeQuote } from './kinds/quote.ts';
import type { SignedRecord } from './signed-record.ts';

/** The figures of a trade to measure against limits. Base units. */
export interface TradeMeasure {
  readonly pay: Amount;
  readonly receive: AssetId;
  readonly expected: bigint;
  readonly slippageBps?: number;
  /** Fraction; `undefined` when it is not known. */
  readonly priceImpact: number | undefined;
  /** The worth of a payment of more than ADA, lovelace, as far as it is known. */
  readonly worth?: { readonly atLeast: bigint; readonly exact: boolean };
  /** Tokens that are given away: it does not matter whether they are verified. */
  readonly givenAway?: boolean;
  /** Both sides' tokens. */
  readonly tokens: readonly Token[];
  /** ADA for one whole token, where it is known. */
  readonly spotPrices?: ReadonlyMap<AssetId, number>;
  /** Exchanges that the service says it routes over, in the quote and in the build. */
  readonly exchanges: readonly string[];
  /** Why the price of a limit order must be asked about. */
  readonly offMarket?: OffMarket | undefined;
  /** Exchanges that the user left out. */
  readonly excluded?: readonly string[];
  /** The only exchanges that the user chose; none: any. */
  readonly chosen?: readonly string[];
}

/** The measurable figures of a built trade. `chosen`: the only exchanges that the user chose for it, if any. */
export function measureOf(
  quote: TradeQuote,
  build: Build,
  agreed: Agreed,
  chosen: readonly string[] = [],
): TradeMeasure {
  const { task, claims, routes, priceImpact, payToken, receiveToken, spot } = quote;
  return {
    pay: task.pay,
    receive: task.receive,
    expected: claims.expected ?? 0n,
    slippageBps: slippageOf(task),
    priceImpact,
    tokens: [payToken, receiveToken],
    excluded: excludedBy(quote),
    chosen,
    exchanges: [...chosen, ...[...routes, ...build.splits].map(({ exchange }) => exchange)],
    spotPrices: new Map(
      [[payToken.id, spot.pay] as const, [receiveToken.id, spot.receive] as const].flatMap(
        ([asset, price]) => (price === undefined ? [] : [[asset, price] as const]),
      ),
    ),
    offMarket: worstPrice(quote, agreed),
  };
}

/**
 * The largest deviation from the market among the limit orders of an agreement; checked once, with its first
 * transaction.
 */
function worstPrice(
  { spot, payToken, receiveToken }: TradeQuote,
  { agreement, at }: Agreed,
): OffMarket | undefined {
  if (at > 0) return undefined;
  return worstOffMarket(
    agreement.transactions.map(({ task }) => {
      if (task.kind !== 'limit') return undefined;
      const { pay, atLeast } = task;
      return pay.asset === ADA
        ? offMarket('buy', { lovelace: pay.quantity, units: atLeast }, receiveToken.decimals, spot.receive)
        : offMarket('sell', { lovelace: atLeast, units: pay.quantity }, payToken.decimals, spot.pay);
    }),
  );
}

/** Digits kept of a price: no market's price of the smallest token needs more. */
const PRICE_PLACES = 18;
/** A name of up to three words without a stop between them: the service could otherwise write whole sentences. */
const EXCHANGE_NAME = /^(?=.{1,40}$)[\w-]+(?:[.:][\w-]+)*(?: [\w-]+(?:[.:][\w-]+)*){0,2}$/;

/**
 * One trade's figures for checking against the user's limits. Pure except for the record, which is read at the time of
 * the call.
 */
export function policyFacts(
  limits: PolicyLimits,
  trade: TradeMeasure,
  record: SignedRecord,
  namesakes: (id: AssetId, ticker: string) => readonly AssetId[] = () => [],
  agreed?: Agreed,
): PolicyFacts {
  const worth = trade.worth?.atLeast ?? worthOf(trade);
  return {
    limits,
    worth,
    ...(agreed === undefined ? {} : worthTogether(trade, worth, agreed)),
    ...(trade.worth?.exact === false ? { worthIsLeast: true } : {}),
    signedToday: record.worthOfDay(),
    slippageBps: trade.slippageBps,
    // To a hundredth of a basis point, so that binary fractions do not lift 1 % above 1 %.
    impactBps: trade.priceImpact === undefined ? undefined : Math.round(trade.priceImpact * 1_000_000) / 100,
    ...(trade.offMarket === undefined ? {} : { offMarket: trade.offMarket }),
    unverified:
      trade.givenAway === true
        ? []
        : trade.tokens.filter(({ id, verified }) => id !== ADA && !verified).map(nameOf),
    tokens: trade.tokens
      .filter(({ id }) => id !== ADA)
      .map((token) => ({
        ...writtenBefore(token, record),
        ...namesakesOf(token, record, namesakes),
        id: token.id,
        name: nameOf(token),
        verified: token.verified,
        decimals: token.decimals,
        decimalsFromService: token.decimalsSource === 'service',
        tickerFromService: token.tickerSource === 'service',
        ...(token.tickerClaims === undefined ? {} : { tickerClaims: token.tickerClaims }),
        traded: record.tokens.has(token.id),
      })),
    exchanges: [...new Set(trade.exchanges)].map((exchange) =>
      isExchangeCode(exchange) || EXCHANGE_NAME.test(exchange)
        ? exchange
        : 'An exchange without a readable name',
    ),
    excluded: trade.excluded ?? [],
    chosen: trade.chosen ?? [],
    codesAt: record.codesAt,
    seenRecipients: new Set(record.recipients),
    sentTo: new Set(record.sentTo),
    seenScripts: new Set(record.scripts),
  };
}

/** In what the journal has the token differently, and whether it was agreed to. */
function writtenBefore(
  { id, ticker, tickerSource, tickerClaims, decimals }: Token,
  record: SignedRecord,
): Pick<TokenFact, 'decimalsBefore' | 'tickerChanged' | 'agreed'> {
  const first = record.writtenAs(id);
  if (first === undefined) return {};
  const { ticker: before } = first;
  const others = (claim = ''): boolean => isRenamed(before, claim);
  // The service's word first: no confirmation of the ledger covers it.
  const stated = tickerSource === 'ledger' ? undefined : [tickerClaims?.service, ticker].find(others);
  const now = stated ?? [ticker, tickerClaims?.ledger].find(others);
  return {
    ...(first.decimals === decimals ? {} : { decimalsBefore: first.decimals }),
    ...(now === undefined ? {} : { tickerChanged: { before, now, byLedger: stated === undefined } }),
    // Who agreed to a token by its id alone, or by its former name, has not agreed to the name that it has now.
    ...(first.agreed && now === undefined && (ticker === '' || before !== '') ? { agreed: true } : {}),
  };
}

/** Those of the journal first: of a thousand that strangers mint, none may hide the one that the user knows. */
function namesakesOf(
  { id, ticker, tickerClaims }: Token,
  record: SignedRecord,
  others: (id: AssetId, ticker: string) => readonly AssetId[],
): Pick<TokenFact, 'namesakes' | 'agreedNamesakes'> {
  const claims = [ticker, tickerClaims?.service ?? '', tickerClaims?.ledger ?? ''].filter(
    (one) => one !== '',
  );
  const found = new Set([
    ...record.namesakes(id, claims),
    ...claims.flatMap((one) => others(id, one)).toSorted(),
  ]);
  const agreed = [...found].filter((other) => record.writtenAs(other)?.agreed === true);
  return {
    ...(found.size === 0 ? {} : { namesakes: [...found] }),
    ...(agreed.length === 0 ? {} : { agreedNamesakes: agreed }),
  };
}

function nameOf({ id, ticker, decimals }: Token): string {
  return assetText(id, new Map([[id, { ticker, decimals }]]));
}

/**
 * The worth of a trade in lovelace, rounded up: the ADA paid, or else the highest of the ADA expected, the payment at
 * its spot price, and the expected proceeds at theirs. A service cannot get around the limits by understating one of
 * them. `undefined` when none is known.
 */
export function worthOf({ pay, receive, expected, tokens, spotPrices }: TradeMeasure): bigint | undefined {
  if (pay.asset === ADA) return pay.quantity;
  const priced = (asset: AssetId, quantity: bigint): bigint | undefined => {
    const token = tokens.find(({ id }) => id === asset);
    const price = spotPrices?.get(asset);
    if (!token || price === undefined || !(price > 0)) return undefined;
    const scaled = numberToUnits(price, PRICE_PLACES, 'ceil');
    return scaled === undefined
      ? undefined
      : mulDivCeil(
          quantity * 10n ** BigInt(ADA_DECIMALS),
          scaled,
          10n ** BigInt(PRICE_PLACES + token.decimals),
        );
  };
  const known = [
    receive === ADA ? expected : priced(receive, expected),
    priced(pay.asset, pay.quantity),
  ].filter((worth) => worth !== undefined);
  return known.reduce<bigint | undefined>(
    (most, worth) => (most === undefined || worth > most ? worth : most),
    undefined,
  );
}

/** The worth of all that one approval covers: of the transaction that was built as it was measured, of others by their tasks. */
function worthTogether(
  trade: TradeMeasure,
  own: bigint | undefined,
  { agreement: { transactions }, at }: Agreed,
): { readonly together?: WorthTogether } {
  if (transactions.length < 2) return {};
  const worth = transactions.map(({ task }, index) => (index === at ? own : worthOfTask(task, trade)));
  return { together: { at, worth } };
}

function worthOfTask(task: Task, { tokens, spotPrices }: TradeMeasure): bigint | undefined {
  switch (task.kind) {
    case 'cancel':
      return 0n;
    case 'send':
      return lovelaceIn(task.pays);
    case 'swap':
    case 'limit':
    case 'dca': {
      const { pay, receive } = task;
      const expected = task.kind === 'swap' ? task.expected : task.kind === 'limit' ? task.atLeast : 0n;
      const measure = { pay, receive, expected, priceImpact: undefined, tokens, exchanges: [] };
      return worthOf(spotPrices === undefined ? measure : { ...measure, spotPrices });
    }
  }
}

/**
 * Whether a trade that was judged some time ago may still be signed: the limits are the same, and what was signed
 * meanwhile leaves room for it. Failures: `limits-outdated`, `limit-used-up`.
 */
export function limitsTrouble(
  judged: PolicyFacts,
  inForce: PolicyLimits,
  tradeId: string,
  record: SignedRecord,
): Failure | undefined {
  if (judged.limits !== inForce) return failure('limits-outdated');
  const { perDay } = inForce;
  const worth = judged.worth ?? 0n;
  if (perDay === undefined || worth === 0n) return undefined;
  const left = perDay - record.worthOfDay(tradeId);
  if (worth <= left) return undefined;
  return failure('limit-used-up', { left: formatDecimal(left > 0n ? left : 0n, ADA_DECIMALS) });
}

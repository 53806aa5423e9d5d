import { quantity, type Quantity } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { numberToUnits } from '#domain/decimal.ts';
import type { Estimate, SwapIntent } from '#domain/quote.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import { quotedTicker, shortened, shownName } from '#domain/words/names.ts';
import type { PoolInfo, Token } from '#domain/token.ts';
import { mulDivFloor, partsPerMillion, WHOLE_BPS } from '#domain/ratio.ts';
import { keepNewest } from '#domain/newest.ts';
import type { StatedFees } from '../../inspect/terms.ts';
import type { DecimalsOf, Service } from '../../ports/service.ts';
import type { Quote, SpotPrices } from './quote.ts';

/** Shares of a route may differ from the amount by this many parts per million before it is mentioned. */
const SHARE_TOLERANCE_PPM = 10;
/** How far the service's minimum may fall below the requested tolerance before it is mentioned. */
const FLOOR_TOLERANCE_PPM = 500;

/**
 * The least that a tolerance (basis points) leaves of what is expected, base units. Rounded down to whole units, as
 * exchanges do; less than that is accepted of nobody.
 */
export function atLeastOf(expected: bigint, slippageBps: number): Quantity {
  return quantity(mulDivFloor(expected, WHOLE_BPS - BigInt(slippageBps), WHOLE_BPS));
}

/** The amount expected of which the tolerance (basis points) leaves exactly that least, rounded down: never more. */
export function expectedOfLeast(atLeast: bigint, slippageBps: number): Quantity {
  return quantity(mulDivFloor(atLeast, WHOLE_BPS, WHOLE_BPS - BigInt(slippageBps)));
}

/** The least of an estimate: by the tolerance, or the service's lowest total where it promises less than that. */
export function leastOf({ expected, lowest }: Estimate, slippageBps: number): Quantity {
  const tolerated = atLeastOf(expected, slippageBps);
  return lowest < tolerated ? lowest : tolerated;
}

/** Notices about a quote for the user, in words, most serious first. */
export function quoteNotices(
  intent: SwapIntent,
  estimate: Estimate,
  tokens: readonly Token[],
  impact: number | undefined,
): readonly Sentence[] {
  return [
    ...impactNotice(impact),
    ...unverifiedNotices(tokens),
    ...floorNotice(intent, estimate),
    ...shareNotice(intent, estimate),
    ...(impact === undefined ? [sentence('quote/impact-unknown')] : []),
  ];
}

export function unverifiedNotices(tokens: readonly Token[]): readonly Sentence[] {
  return tokens.flatMap((token) => {
    const { id, verified, tickerClaims } = token;
    if (tickerClaims !== undefined) {
      const [service, ledger] = [quotedTicker(tickerClaims.service), quotedTicker(tickerClaims.ledger)];
      return [sentence('quote/ticker-disputed', { id: shortened(id), service, ledger })];
    }
    return verified ? [] : [sentence('quote/unverified', { name: shownName(token) })];
  });
}

function impactNotice(impact: number | undefined): readonly Sentence[] {
  if (impact === undefined || impact < 0.01) return [];
  const percent = `${(impact * 100).toFixed(impact < 0.1 ? 1 : 0)} %`;
  if (impact >= 0.1) return [sentence('quote/loses', { percent })];
  return [sentence(impact >= 0.05 ? 'quote/high-impact' : 'quote/impact', { percent })];
}

/** Some services promise less than the tolerance asked for would give. */
function floorNotice(intent: SwapIntent, estimate: Estimate): readonly Sentence[] {
  const { expected, lowest } = estimate;
  const asked = atLeastOf(expected, intent.slippageBps);
  if (lowest >= asked || expected === 0n) return [];
  if (partsPerMillion(asked - lowest, expected) < FLOOR_TOLERANCE_PPM) return [];
  const gap = partsPerMillion(expected - lowest, expected) / 10_000;
  return [
    sentence('quote/minimum', {
      gap: `${gap.toFixed(1)} %`,
      allowed: `${(intent.slippageBps / 100).toFixed(2)} %`,
    }),
  ];
}

function shareNotice(intent: SwapIntent, estimate: Estimate): readonly Sentence[] {
  if (estimate.routes.length === 0) return [sentence('quote/no-exchanges')];
  const routed = estimate.routes.reduce((sum, share) => sum + share.amountIn, 0n);
  const gap = routed > intent.pay.quantity ? routed - intent.pay.quantity : intent.pay.quantity - routed;
  const rounding = BigInt(estimate.routes.length);
  if (gap <= rounding || partsPerMillion(gap, intent.pay.quantity) <= SHARE_TOLERANCE_PPM) return [];
  return [sentence('quote/shares')];
}

/**
 * ADA for one whole token, as the service averages it, else as its pools together price it; `undefined` when
 * neither is known. For display only.
 */
export async function spotPrice(
  asset: AssetId,
  service: Service,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (asset === ADA) return 1;
  const average = await service.averagePrice(asset, signal);
  if (average.ok && average.value > 0) return average.value;
  const pools = await service.pools(asset, signal);
  return pools.ok ? priceOfPools(pools.value) : undefined;
}

/** The price at which all pools together hold as much value in ADA as in tokens. */
export function priceOfPools(pools: readonly PoolInfo[]): number | undefined {
  const ada = pools.reduce((sum, pool) => sum + pool.ada, 0);
  const tokens = pools.reduce((sum, pool) => sum + pool.tokens, 0);
  return ada > 0 && tokens > 0 ? ada / tokens : undefined;
}

/**
 * Fraction by which the expected output is worth less than the input at the spot prices (ADA for a whole token):
 * 0.0031 is 0.31 %. Never negative: a price better than the average is no impact.
 */
export function priceImpact(
  { pay, receive }: Pick<SwapIntent, 'pay' | 'receive'>,
  expected: bigint,
  decimals: DecimalsOf,
  spot: SpotPrices,
): number | undefined {
  if (spot.pay === undefined || spot.receive === undefined) return undefined;
  const paid = whole(pay.quantity, pay.asset, decimals) * spot.pay;
  const got = whole(expected, receive, decimals) * spot.receive;
  if (!(paid > 0)) return undefined;
  return Math.max(0, 1 - got / paid);
}

function whole(units: bigint, asset: AssetId, decimals: DecimalsOf): number {
  return Number(units) / 10 ** (asset === ADA ? ADA_DECIMALS : decimals(asset));
}

/** The fees of the orders, lovelace, where the service states them with their deposits; what cannot be a fee is not stated. */
export function ordersFees(stated: Estimate['statedFees']): StatedFees | undefined {
  const [batcher, deposits] = [statedLovelace(stated?.batcher), statedLovelace(stated?.deposits)];
  return batcher === undefined || deposits === undefined ? undefined : { batcher, deposits };
}

/** A fee that the service states in ADA, lovelace rounded up; `undefined` where it states none, or what cannot be one. */
export function statedLovelace(figure: number | undefined): Quantity | undefined {
  const units = figure === undefined ? undefined : numberToUnits(figure, ADA_DECIMALS, 'ceil');
  return units === undefined || units < 0n ? undefined : quantity(units);
}

/** Prices that the service stated, ADA and USD as it writes them. */
export interface ReportedPrices {
  readonly adaInUsd: number | undefined;
  /** ADA for one whole token. */
  readonly payInAda: number | undefined;
  readonly receiveInAda: number | undefined;
}

const KEPT_NOTES = 64;

/**
 * Notes the price of ADA while a trade is reviewed, for its receipt. Nothing ever waits for it: what the service has
 * not answered by the time of the signature is left out.
 */
export class PriceNotes {
  readonly #service: Service;
  readonly #adaInUsd = new Map<string, number | undefined>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Asks once for each quote. */
  ask(quoteId: string): void {
    if (this.#adaInUsd.has(quoteId)) return;
    keepNewest(this.#adaInUsd, quoteId, undefined, KEPT_NOTES);
    void this.#service.adaValue().then((answer) => {
      if (answer.ok) this.#adaInUsd.set(quoteId, answer.value);
    });
  }

  /** The prices known so far. */
  of(quote: Quote): ReportedPrices {
    // A cancellation or a payment moves ADA alone, as far as its price goes.
    const spot = 'spot' in quote ? quote.spot : { pay: 1, receive: 1 };
    return { adaInUsd: this.#adaInUsd.get(quote.id), payInAda: spot.pay, receiveInAda: spot.receive };
  }
}

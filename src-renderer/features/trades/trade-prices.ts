import type { TradeView } from '#contract/trades.ts';
import { ADA } from '#domain/asset.ts';
import { averagePrice, beyondPromise, isNoDifference } from '#domain/fill.ts';
import { tokenLabel, type TokenShape } from '../../format/amount.ts';
import { showPercent } from '../../format/decimal-text.ts';
import { showDollars, showNumber, showPriceText } from '../../format/price.ts';
import { type Away, words } from './words.ts';

/** A price or a difference between prices, and its source. */
export interface PriceFact {
  readonly name: string;
  readonly text: string;
  /** `ledger`: from payments on chain. `service`: the service's claim. */
  readonly from: 'ledger' | 'service';
}

/** The market as known when the facts are shown. */
export interface MarketNow {
  /** ADA for one whole token. */
  readonly price: number | undefined;
  readonly adaUsd: number | undefined;
}

/** Prices of a market swap or limit order between ADA and a token. */
export function priceFacts(
  trade: TradeView,
  pay: TokenShape,
  receive: TokenShape,
  { price: market, adaUsd }: MarketNow,
): readonly PriceFact[] {
  const buys = pay.id === ADA;
  if ((trade.kind !== 'swap' && trade.kind !== 'limit') || buys === (receive.id === ADA)) return [];
  const token = tokenLabel(buys ? receive : pay);
  const paid = BigInt(trade.pay.quantity);
  const { decimals } = buys ? receive : pay;
  const asked = BigInt(trade.kind === 'swap' ? trade.expected : trade.atLeast);
  const priceAt = (units: bigint): string | undefined => {
    const price = averagePrice(buys ? 'buy' : 'sell', paid, units, decimals);
    return price && showPriceText(price, DIGITS).text;
  };
  const filled = trade.state === 'filled' && trade.filledTotal ? BigInt(trade.filledTotal) : 0n;
  /** How far the market is from the price of getting `units`, as a rough guide. */
  const awayFrom = (units: bigint): Away | undefined => {
    if (units <= 0n) return undefined;
    const [tokens, lovelace] = buys ? [units, paid] : [paid, units];
    const whole = Number(tokens) / 10 ** decimals;
    const away = Number(lovelace) / 1e6 / whole / (market ?? 1) - 1;
    if (isNoDifference(away)) return 'same';
    return { share: showPercent(Math.abs(away)), below: away > 0, of: filled > 0n ? 'fill' : 'price' };
  };
  const facts: PriceFact[] = [];
  const add = (name: string, text: string | undefined, from: PriceFact['from']): void => {
    if (text !== undefined) facts.push({ name, text, from });
  };
  const quoted = priceAt(asked);
  if (filled > 0n) {
    add(words.averageFill, words.perToken({ price: priceAt(filled) ?? '', token }), 'ledger');
    const beyond = beyondPromise({ pay: paid, promised: asked, sold: paid, received: filled });
    if (beyond !== undefined)
      add(trade.kind === 'swap' ? words.againstQuote : words.againstLimit, differenceText(beyond), 'ledger');
    const lovelace = buys ? paid : filled;
    const worth = adaUsd === undefined ? undefined : showDollars((Number(lovelace) / 1e6) * adaUsd)?.text;
    add(words.worthNow, worth && words.aboutDollars({ worth }), 'service');
  }
  const price = quoted === undefined ? undefined : words.perToken({ price: quoted, token });
  if (trade.kind === 'swap') add(words.quoted, price, 'service');
  else add(words.limitPrice, price, 'ledger');
  if (market !== undefined && market > 0) {
    const away = awayFrom(filled || asked);
    const shown = showNumber(market, DIGITS)?.text ?? '';
    add(words.market, words.marketNow({ price: shown, token, ...(away && { away }) }), 'service');
  }
  return facts;
}

const DIGITS = 6;

/** `0.52 % better`: more was received than expected. */
function differenceText(difference: number): string {
  if (isNoDifference(difference)) return words.noDifference;
  const share = showPercent(Math.abs(difference));
  return difference > 0 ? words.better({ share }) : words.worse({ share });
}

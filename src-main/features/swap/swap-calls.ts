import type { QuoteView } from '#contract/swap.ts';
import type { Quantity } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { inLanguage } from '#domain/sentences/sentence.ts';
import type { Language } from '#domain/words/catalogue.ts';
import { DONE, done, withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import type { Locale } from '../../gate/locale.ts';
import {
  amountView,
  readAsset,
  readSale,
  routesView,
  SHORT,
  textOf,
  USUAL_NETWORK_FEE,
  longWords,
} from '../../gate/wire.ts';
import type { SwapQuote } from '../../trading/kinds/quote.ts';
import { netReceived, type KnownFee } from '../../trading/kinds/swap-fees.ts';
import type { ApprovalWindow } from '../approval/approval-window.ts';
import type { ReviewProfile, Reviews } from '../approval/review.ts';

export interface SwapParts {
  readonly profiles: OpenProfile<ReviewProfile>;
  readonly approval: ApprovalWindow;
  readonly reviews: Reviews;
  /** Remembers exchange codes that are seen for the first time. */
  readonly learn: (exchanges: readonly string[]) => void;
  readonly mostPayable: (asset: AssetId) => Quantity;
  readonly locale: Locale;
}

export function swapCalls({
  profiles,
  approval,
  reviews,
  learn,
  mostPayable,
  locale,
}: SwapParts): MainCalls<'swap'> {
  const handler = withProfile(profiles);
  return {
    'swap.quote': handler(async (ticket, { trading }) => {
      trading.dropAhead();
      const sale = readSale(ticket);
      if (!sale.ok) return sale;
      const quote = await trading.estimators.swaps.quote({ ...ticket, ...sale.value });
      if (!quote.ok) return quote;
      learn(quote.value.routes.map(({ exchange }) => exchange));
      return ok(quoteView(quote.value, locale.language));
    }),
    'swap.review': handler(async ({ quoteId }, profile) => {
      const quote = profile.trading.quotes.fresh(quoteId);
      if (!quote.ok) return quote;
      if (quote.value.kind !== 'swap') return failed(failure('quote-unknown'));
      return reviews.trade(quoteId, quote.value.tokens, profile);
    }),
    'swap.ahead': handler(({ quoteId }, profile) => reviews.ahead(quoteId, 'swap', profile)),
    'swap.compare': handler(async ({ quoteId }, { trading }) => {
      const found = await trading.compare(quoteId);
      if (!found.ok) return found;
      const { tone, said } = found.value;
      return ok({ tone, sentence: longWords(inLanguage(locale.language, ...said.sentence)) });
    }),
    'swap.abandon': () => {
      approval.abandon();
      return Promise.resolve(DONE);
    },
    'swap.discard': handler(async ({ tradeId }, { trading }) => {
      if (await approval.leaveTrade(tradeId)) return DONE;
      return done(await trading.discard(tradeId));
    }),
    'swap.resubmit': handler(async ({ tradeId }, { trading }) => done(await trading.resubmit(tradeId))),
    'swap.max': ({ pay }) => {
      const asset = readAsset(pay);
      return Promise.resolve(asset.ok ? ok({ quantity: String(mostPayable(asset.value)) }) : asset);
    },
  };
}

function quoteView(quote: SwapQuote, language: Language): QuoteView {
  const { task, routes } = quote;
  const { exchange, deposits, network } = quote.fees;
  const networkFee = network ?? USUAL_NETWORK_FEE;
  return {
    id: quote.id,
    pay: amountView(task.pay.asset, task.pay.quantity),
    receive: task.receive,
    slippageBps: task.slippageBps,
    expected: String(task.expected),
    atLeast: String(task.atLeast),
    routes: routesView(routes),
    priceImpact: quote.priceImpact,
    fees: {
      exchange: feeView(exchange),
      deposits: feeView(deposits),
      network: { lovelace: String(networkFee), built: network !== undefined },
    },
    net: textOf(netReceived(task, task.expected, exchange?.lovelace, networkFee)),
    notices: quote.notices.map((notice) => inLanguage(language, notice).slice(0, SHORT)),
    at: quote.at,
    expiresAt: quote.expiresAt,
  };
}

function feeView(fee: KnownFee | undefined): QuoteView['fees']['exchange'] {
  return fee && { lovelace: String(fee.lovelace), from: fee.from };
}

import type { LastFillAuditView, TradeView } from '#contract/trades.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { dated } from '#domain/time.ts';
import type { Trade, TradeCosts } from '#domain/trade.ts';
import { done, withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { saveWithin, type SaveBudget } from '../../gate/outside.ts';
import type { Locale } from '../../gate/locale.ts';
import { Topic } from '../../gate/topic.ts';
import { amountView, exchangeView, failureView, routesView, textOf } from '../../gate/wire.ts';
import { stepsView } from '../../market/listed-rows.ts';
import type { Windows } from '../../ports/windows.ts';
import { bodyHashesOf, readOfflineBundle } from '../../offline/bundle.ts';
import { bundleMessage, signRequestMessage } from '../../offline/carried.ts';
import { shownCodes, signaturesInFrames } from '../../offline/shown-codes.ts';
import { readWitnessFiles } from '../../offline/formats/witness-file.ts';
import { receiptsText, receiptText } from '../../receipt/receipt.ts';
import type { Trading } from '../../trading/trading.ts';
import { auditView } from './fill-audit-view.ts';

export interface TradeProfile {
  readonly trading: Trading;
}

export interface TradeParts {
  readonly profiles: OpenProfile<TradeProfile>;
  readonly windows: Windows;
  readonly budget: SaveBudget;
  readonly locale: Locale;
}

/** The trades of the open profile. */
export function tradesTopic(profiles: OpenProfile<TradeProfile>): Topic<TradeView[]> {
  const topic = new Topic<TradeView[]>([]);
  let end: () => void = () => undefined;
  profiles.onChange((profile) => {
    end();
    if (!profile) return;
    const show = (): void => topic.set(profile.trading.trades().map(tradeView));
    end = profile.trading.onChange(show);
    show();
  });
  return topic;
}

/** Which trade's fills were audited last. */
export function fillAuditsTopic(profiles: OpenProfile<TradeProfile>): Topic<LastFillAuditView> {
  const topic = new Topic<LastFillAuditView>({ made: 0 });
  let end: () => void = () => undefined;
  profiles.onChange((profile) => {
    end();
    end = () => undefined;
    if (profile)
      end = profile.trading.fills.onAudit((tradeId) => topic.set({ tradeId, made: topic.value.made + 1 }));
  });
  return topic;
}

/** The trading window's calls on existing trades. */
export function tradeCalls({ profiles, windows, budget, locale }: TradeParts): MainCalls<'trades'> {
  const handler = withProfile(profiles);
  return {
    'trades.steps': handler(({ tradeId }, { trading }) =>
      ok(stepsView(trading.steps(tradeId), locale.language)),
    ),
    'trades.fillAudit': handler(({ tradeId }, { trading }) =>
      auditView(trading.fills.of(tradeId), locale.language),
    ),
    'trades.auditFill': handler(async ({ tradeId }, { trading }) =>
      auditView(await trading.fills.again(tradeId), locale.language),
    ),
    'trades.assembleLocally': handler(async ({ tradeId }, { trading }) =>
      done(await trading.assembleLocally(tradeId)),
    ),
    'trades.bundle': handler(({ tradeId }, { trading }) => {
      const out = trading.elsewhere.again(tradeId);
      return out.ok ? saveWithin(budget, windows, out.value.fileName, out.value.text) : out;
    }),
    'trades.importSignatures': handler(async ({ tradeId, files }, { trading }) => {
      const witnesses = readWitnessFiles(files);
      return witnesses.ok ? done(await trading.elsewhere.takeIn(tradeId, witnesses.value)) : witnesses;
    }),
    'trades.bundleCodes': handler(({ tradeId, device, ...wanted }, { trading }) => {
      const out = trading.elsewhere.again(tradeId);
      const bundle = out.ok ? readOfflineBundle(out.value.text) : out;
      if (!out.ok || !bundle.ok) return bundle.ok ? failed(failure('trade-unknown')) : bundle;
      if (device === undefined) return shownCodes(bundleMessage(bundle.value), wanted);
      const at = bodyHashesOf(bundle.value).indexOf(out.value.trade.bodyHash);
      const request = signRequestMessage(bundle.value, at, device);
      return request.ok ? shownCodes(request.value, wanted) : request;
    }),
    'trades.importFrames': handler(async ({ tradeId, frames }, { trading }) => {
      const witnesses = signaturesInFrames(frames);
      return witnesses.ok ? done(await trading.elsewhere.takeIn(tradeId, witnesses.value)) : witnesses;
    }),
    'trades.receipt': handler(async ({ tradeId }, profile) => {
      const records = recordsOf(profile, tradeId);
      if (!records.ok) return records;
      const name = `touchstone-receipt-${tradeId.slice(0, 16)}.json`;
      return saveWithin(budget, windows, name, receiptText(records.value.flat()));
    }),
    'trades.receipts': handler(async (_, profile) => {
      const records = recordsOf(profile);
      if (!records.ok) return records;
      return saveWithin(budget, windows, 'touchstone-receipts.json', receiptsText(records.value));
    }),
  };
}

/** The receipts' texts, trade by trade. */
function recordsOf(
  { trading }: TradeProfile,
  tradeId?: string,
): Result<readonly (readonly string[])[], Failure> {
  const rows = trading.receipts(tradeId);
  if (rows.length === 0) return failed(failure('receipt-missing'));
  const byTrade = Map.groupBy(rows, (row) => row.tradeId);
  return ok([...byTrade.values()].map((records) => records.map(({ text }) => text)));
}

/** A trade as the trading window shows it. */
export function tradeView(trade: Trade): TradeView {
  return {
    id: trade.id,
    kind: trade.kind,
    state: trade.state,
    pay: amountView(trade.pay.asset, trade.pay.quantity),
    receive: trade.receive,
    slippageBps: trade.slippageBps,
    expected: String(trade.expected),
    atLeast: String(trade.atLeast),
    routes: routesView(trade.routes),
    costs: costsView(trade.costs),
    bodyHash: trade.bodyHash,
    validUntil: trade.validUntil === undefined ? undefined : dated(trade.validUntil),
    cancels: trade.cancels?.length,
    send: trade.send && {
      to: trade.send.to,
      pays: trade.send.pays.map(({ asset, quantity }) => amountView(asset, quantity)),
    },
    orders: trade.orders.map((order) => ({
      index: order.index,
      exchange: exchangeView(order.exchange),
      minimum: textOf(order.minimum),
      closedBy: order.closedBy,
      outcome: order.outcome,
      received: textOf(order.received),
    })),
    createdAt: trade.createdAt,
    updatedAt: trade.updatedAt,
    failure: trade.failure && failureView(trade.failure),
    assembledBy: trade.assembledBy,
    filledTotal: textOf(trade.filledTotal),
    hasReceipt: trade.hasReceipt === true,
    exported: trade.exported,
    confirmations: trade.confirmations,
    confirmationsWanted: trade.confirmationsWanted,
  };
}

function costsView(costs: TradeCosts): TradeView['costs'] {
  return {
    networkFee: String(costs.networkFee),
    exchangeFees: String(costs.exchangeFees),
    deposits: String(costs.deposits),
    otherRecipients: String(costs.otherRecipients),
  };
}

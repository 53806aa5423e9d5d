import type {
  AuditedFillView,
  FillAuditView,
  NeighbourPartView,
  ShortfallView,
  TradedSumView,
} from '#contract/trades.ts';
import type { Failure } from '#domain/failure.ts';
import type {
  AuditedFill,
  NeighbourPart,
  Neighbours,
  TradeAround,
  TradedSum,
  UnauditedFill,
} from '#domain/fill-audit.ts';
import { ok, type Result } from '#domain/result.ts';
import { clauseIn } from '#domain/sentences/clauses.ts';
import type { Language } from '#domain/words/catalogue.ts';
import { exchangeView, failureView, SHORT, textOf } from '../../gate/wire.ts';
import type { TradeAudit, TradeShortfall } from '../../trading/trade-shortfall.ts';

type FillView = FillAuditView['fills'][number];

/** The audit of a trade's fills as the trading window shows it. `language`: what it speaks. */
export function auditView(
  known: Result<TradeAudit, Failure>,
  language: Language,
): Result<FillAuditView, Failure> {
  if (!known.ok) return known;
  const { underWay, audit, shortfall } = known.value;
  return ok({
    underWay,
    at: audit?.at,
    fills: (audit?.fills ?? []).map((fill) => fillView(fill, language)),
    shortfall: shortfall && shortfallView(shortfall),
  });
}

function fillView(fill: AuditedFill | UnauditedFill, language: Language): FillView {
  if ('failure' in fill)
    return { kind: 'unaudited', index: fill.index, txHash: fill.txHash, failure: failureView(fill.failure) };
  const { index, txHash, exact, proven, byWitnesses, position, ledgerPosition, orders, younger, since } =
    fill;
  return {
    kind: 'audited',
    ...{ index, txHash, exact, proven, byWitnesses, position, ledgerPosition, orders, younger },
    exchange: exchangeView(fill.venue),
    mustPay: textOf(fill.mustPay),
    paid: textOf(fill.paid),
    reason: fill.reason && clauseIn(language, fill.reason).slice(0, SHORT),
    since: since.kind,
    between: since.kind === 'one' ? since.txHash : undefined,
    around: fill.around && { lost: String(fill.around.lost) },
    neighbours: fill.neighbours && neighboursView(fill.neighbours),
  };
}

function neighboursView({ before, after, around }: Neighbours): NonNullable<AuditedFillView['neighbours']> {
  const trade = ({ txHash, sold, bought }: TradeAround) => ({
    ...{ txHash, sold: String(sold), bought: String(bought) },
  });
  return {
    before: partView(before),
    after: partView(after),
    around: around && {
      ...{ before: trade(around.before), after: trade(around.after), lost: textOf(around.lost) },
    },
  };
}

function partView({ transactions, end }: NeighbourPart): NeighbourPartView {
  const sum = (traded: TradedSum | undefined): TradedSumView | undefined =>
    traded && { trades: traded.trades, sold: String(traded.sold), bought: String(traded.bought) };
  return {
    transactions: transactions.map(({ txHash, same, opposite }) => ({
      ...{ txHash, same: sum(same), opposite: sum(opposite) },
    })),
    end: end.kind,
    ...(end.kind === 'failed' && { failure: failureView(end.failure) }),
  };
}

function shortfallView({ parts, fees, ...known }: TradeShortfall): ShortfallView {
  const { delay, ordering, impact, poolFee, underpaid, rest } = parts;
  return {
    paper: String(known.paper),
    paid: String(known.paid),
    sinceDecision: known.sinceDecision,
    parts: {
      ...{ delay: String(delay), ordering: String(ordering), impact: String(impact) },
      ...{ poolFee: String(poolFee), underpaid: String(underpaid), rest: String(rest) },
    },
    fees: fees.map(({ name, lovelace, inBought }) => ({
      ...{ name, lovelace: String(lovelace), inBought: textOf(inBought) },
    })),
    total: String(known.total),
    ppm: known.ppm,
  };
}

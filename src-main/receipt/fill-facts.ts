import type { AssetId } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { AuditedFill, MarketAtDecision, Shortfall } from '#domain/fill-audit.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { slot } from '#domain/time.ts';
import type { OutputName } from '#domain/trade.ts';
import type { AuditScripts } from '../exchanges/audit.ts';
import { auditOwnFill, decisionPoolsOf, parentsOf, readWithHash } from '../exchanges/own-fill.ts';
import type { Transaction } from '../cardano/transaction.ts';
import type { FillEvidence, FillFacts } from './price-fields.ts';
import type { SignedContent } from './receipt.ts';

/**
 * The facts that follow from a fill's bytes, those of the transactions before it, and the first record of the trade's
 * receipt: the writer of a receipt and its verifier compute them alike. Pure, and never throws. The failure, a clause,
 * describes the fault in the bytes.
 */
export function fillFacts(
  opening: SignedContent,
  evidence: FillEvidence,
  scripts: AuditScripts,
): Result<FillFacts, string> {
  const { index, madeBy, fill, parents } = evidence;
  const { hash, cbor } = opening.transaction;
  if (!opening.effect.orders.some((order) => order.index === index))
    return failed('the trade has no such order');
  const tx = readWithHash(fill.hash, fill.cbor);
  if (!tx.ok) return failed(`of the fill, ${tx.failure}`);
  const decision = decisionOf(opening);
  const wanted = neededFor(tx.value, decision);
  wanted.delete(hash);
  const own = readWithHash(hash, cbor);
  if (!own.ok) return failed(`of the trade, ${own.failure}`);
  const read = new Map([[hash, own.value]]);
  for (const parent of parents) {
    if (!wanted.delete(parent.hash)) return failed('a transaction is there that it does not rest on');
    const before = readWithHash(parent.hash, parent.cbor);
    if (!before.ok) return failed(`of a transaction before it, ${before.failure}`);
    read.set(parent.hash, before.value);
  }
  const order = madeBy === null ? { reference: `${hash}#${index}` as const } : { madeBy };
  const audited = auditOwnFill(tx.value, order, read, decision, scripts);
  return audited.ok ? ok(factsOf(audited.value.fill)) : audited;
}

/** Hashes of the transactions whose bytes a fill's audit rests on, besides the trade's own and the fill's. */
export function parentsNeeded(
  opening: SignedContent,
  { hash, cbor }: FillEvidence['fill'],
): readonly string[] {
  const tx = readWithHash(hash, cbor);
  const needed = tx.ok ? neededFor(tx.value, decisionOf(opening)) : new Set<string>();
  needed.delete(opening.transaction.hash);
  return [...needed];
}

function neededFor(tx: Transaction, decision: MarketAtDecision | undefined): Set<string> {
  return new Set([...parentsOf(tx), ...decisionPoolsOf(tx, decision)]);
}

/** The pools named when the trade was signed; `undefined` if none were. */
function decisionOf({ market }: SignedContent): MarketAtDecision | undefined {
  const read = market?.read;
  if (!read || read.seen.length === 0) return undefined;
  const pools = read.seen.map(({ reference, script, assets }) => ({
    reference: reference as OutputName,
    script,
    assets: assets as [AssetId, AssetId],
  }));
  return { slot: slot(read.slot), pools };
}

function factsOf(fill: Omit<AuditedFill, 'index' | 'younger'>): FillFacts {
  const { order, venue, reason, exact, proven, position, ledgerPosition, orders, since, shortfall } = fill;
  return {
    order,
    venue: venue ?? null,
    sold: units(fill.sold),
    mustPay: units(fill.mustPay),
    paid: units(fill.paid),
    exact: exact ?? null,
    reason: reason ?? null,
    proven,
    position: position ?? null,
    ledgerPosition,
    orders,
    since: since.kind,
    shortfall: shortfall ? shortfallFacts(shortfall) : null,
  };
}

function shortfallFacts({ paper, paid, since, parts }: Shortfall): NonNullable<FillFacts['shortfall']> {
  const part = (size: bigint) => ({ units: String(size), percent: percent(size, paper) });
  return {
    since,
    paper: String(paper),
    total: part(paper - paid),
    delay: part(parts.delay),
    ordering: part(parts.ordering),
    impact: part(parts.impact),
    poolFee: part(parts.poolFee),
    underpaid: part(parts.underpaid),
    rest: part(parts.rest),
  };
}

const PERCENT_PLACES = 4;

/** Of `whole`, in percent, rounded towards zero. */
function percent(size: bigint, whole: bigint): string {
  if (whole <= 0n) return '0';
  return formatDecimal((size * 100n * 10n ** BigInt(PERCENT_PLACES)) / whole, PERCENT_PLACES);
}

function units(size: bigint | undefined): string | null {
  return size === undefined ? null : String(size);
}

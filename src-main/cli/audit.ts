import { assetUnit } from '#domain/asset.ts';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { NeighboursEnd } from '#domain/fill-audit.ts';
import type { PoolTrade } from '../exchanges/around.ts';
import { auditTransaction, tally, type Audit } from '../exchanges/audit.ts';
import type { AuditedOrder } from '../exchanges/audited-order.ts';
import { seenAround, type PoolLinePart, type SeenAround } from '../exchanges/pool-line.ts';
import { decodeTransaction, type Transaction } from '../cardano/transaction.ts';
import { auditScripts } from '../app/order-scripts.ts';
import type { ResolvedInputs } from '../cardano/resolution.ts';
import { amountText } from '../inspect/wording.ts';
import type { OpenLedger } from '../ledger/back-ends.ts';
import { resolveInputs } from '../trading/input-resolver.ts';
import { neighboursAt, type LineAtPool } from './audit-neighbours.ts';
import { resolveBundle } from './bundle-inputs.ts';
import { connectLedger, readNetwork, requireLedger } from './connection.ts';
import { readBundle } from './inspect-bundle.ts';
import { readBundleFile } from './inspect.ts';
import { command, type Values } from './options.ts';
import { UsageError, type ExitCode } from './terminal.ts';
import { auditWords, usage } from './words.ts';
import { tables } from './option-tables.ts';

const NOT_CHECKABLE: ExitCode = 3;
const NOT_EXACT: ExitCode = 4;
const UNREADABLE: ExitCode = 2;

/**
 * `audit`: what an exchange had to pay for each fill by its own formula, and what it did pay. Exit codes: 0 all exact (or no
 * order executed), 3 some cannot be checked, 4 some are not exact, 2 unreadable, 1 the ledger does not answer.
 */
export const auditCommand = command(tables.audit, async ({ values, terminal, interruption }) => {
  const subject = await subjectOf(values, interruption.signal);
  if (!subject.ok) {
    const unanswered = subject.failure.code.startsWith('ledger-') || subject.failure.code === 'wrong-network';
    terminal.failure(subject.failure);
    return unanswered ? 1 : UNREADABLE;
  }
  const { tx, resolved, network, unreadableParents, neighbours } = subject.value;
  if (unreadableParents > 0) terminal.progress(auditWords.unreadableParents(unreadableParents));
  const scripts = auditScripts(network);
  const audit = auditTransaction(tx, resolved, scripts);
  const seen = neighbours?.flatMap(({ line }) => seenAround(line, scripts));
  terminal.result(auditJson(audit, seen, neighbours), [
    ...auditLines(audit),
    ...(seen ?? []).flatMap(aroundLines),
    ...(neighbours ?? []).flatMap(neighbourLines),
  ]);
  const { notExact, notCheckable } = tally(audit.orders);
  return notExact > 0 ? NOT_EXACT : notCheckable > 0 ? NOT_CHECKABLE : 0;
});

/** The transaction to audit, and what its inputs hold. */
interface Subject {
  readonly tx: Transaction;
  readonly resolved: ResolvedInputs;
  readonly network: NetworkName;
  readonly unreadableParents: number;
  /** The transactions before and after it at its pools; absent if no back-end was asked. */
  readonly neighbours?: readonly LineAtPool[];
}

async function subjectOf(
  values: Values<typeof tables.audit>,
  signal: AbortSignal,
): Promise<Result<Subject, Failure>> {
  const { bundle, tx, ...connection } = values;
  if (bundle !== undefined) {
    if (tx !== undefined) throw new UsageError(usage.auditOf);
    return fromBundle(bundle);
  }
  if (tx === undefined) throw new UsageError(usage.auditOf);
  const hash = tx.trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new UsageError(usage.txHash);
  const opened = connectLedger(requireLedger(connection));
  try {
    return await fromLedger(
      hash,
      opened,
      values.network === undefined ? undefined : readNetwork(values),
      signal,
    );
  } finally {
    await opened.close();
  }
}

async function fromBundle(path: string): Promise<Result<Subject, Failure>> {
  const text = await readBundleFile(path);
  const bundle = text.ok ? readBundle(text.value) : text;
  if (!bundle.ok) return bundle;
  const decoded = decode(bundle.value.tx);
  if (!decoded.ok) return decoded;
  const found = resolveBundle(bundle.value, decoded.value.body.inputs);
  const [objection] = found.objections;
  if (objection !== undefined) return unreadable(objection.replace(/\.$/, ''));
  return ok({
    tx: decoded.value,
    resolved: found.resolved,
    network: bundle.value.network,
    unreadableParents: found.unreadable,
  });
}

/** The hash proves the transaction's bytes; its parents' bytes prove what it spends. */
async function fromLedger(
  hash: string,
  opened: OpenLedger,
  named: NetworkName | undefined,
  signal: AbortSignal,
): Promise<Result<Subject, Failure>> {
  const { ledger, secondSource, lacks } = opened;
  if (lacks) return failed(lacks);
  const network = await ledger.network(signal);
  if (!network.ok) return network;
  if (named !== undefined && named !== network.value)
    return failed(failure('wrong-network', { found: network.value, expected: named }));
  const cbor = await ledger.transactionCbor(hash, signal);
  if (!cbor.ok) return cbor;
  if (cbor.value === undefined) return unreadable('the ledger back-end has no transaction with this hash');
  const decoded = decode(cbor.value);
  if (!decoded.ok) return decoded;
  if (decoded.value.bodyHash !== hash) return unreadable('the ledger back-end sent a different transaction');
  const found = await resolveInputs(decoded.value.body.inputs, ledger, { second: secondSource, signal });
  if (!found.ok) return found;
  const scripts = auditScripts(network.value);
  const neighbours = await neighboursAt(decoded.value, found.value, opened, scripts, signal);
  const { resolved } = found.value;
  return ok({ tx: decoded.value, resolved, network: network.value, unreadableParents: 0, neighbours });
}

function decode(cbor: string): Result<Transaction, Failure> {
  const decoded = decodeTransaction(cbor, { historic: true });
  return decoded.ok ? decoded : unreadable(`it is not a single plain transaction (${decoded.failure})`);
}

function unreadable(reason: string): Result<never, Failure> {
  return failed(failure('audit-unreadable', { reason }));
}

/** Quantities are decimal strings of base units; anything unknown is `null`. */
function auditJson(
  { txHash, orders }: Audit,
  seen: readonly SeenAround[] | undefined,
  neighbours: readonly LineAtPool[] | undefined,
): object {
  const digits = (value: bigint | undefined): string | null => value?.toString() ?? null;
  return {
    txHash,
    orders: orders.map((order) => ({
      order: order.order,
      venue: order.venue ?? null,
      soldUnit: order.sold ? assetUnit(order.sold.asset) : null,
      sold: digits(order.sold?.quantity),
      boughtUnit: order.bought === undefined ? null : assetUnit(order.bought),
      mustPay: digits(order.mustPay),
      paid: digits(order.paid),
      exact: order.exact ?? null,
      ...(order.reason === undefined ? {} : { reason: order.reason }),
      position: order.position ?? null,
      ledgerPosition: order.ledgerPosition,
      proven: order.proven,
    })),
    ...(seen && { seen: seen.map(aroundJson) }),
    ...(neighbours && {
      neighbours: neighbours.map(({ pool, line }) => ({
        ...{ pool, before: partJson(line.before), after: partJson(line.after) },
      })),
    }),
  };
}

function partJson({ steps, end }: PoolLinePart): object {
  return {
    transactions: steps.map(({ tx }) => tx.bodyHash),
    end: end.kind,
    ...(end.kind === 'failed' && { failure: end.failure.code }),
  };
}

function neighbourLines({ pool, line: { before, after } }: LineAtPool): readonly string[] {
  const notRead = (end: NeighboursEnd, side: 'before' | 'after'): readonly string[] =>
    end.kind === 'failed' ? [auditWords.notRead(side, failureText(end.failure).what)] : [];
  return [
    auditWords.neighbours(pool, before.steps.length, after.steps.length),
    ...notRead(before.end, 'before'),
    ...notRead(after.end, 'after'),
  ];
}

function aroundJson({ order, trader, before, after, lost }: SeenAround): object {
  return {
    order,
    trader,
    before: tradeJson(before),
    after: tradeJson(after),
    lost: lost?.toString() ?? null,
  };
}

function tradeJson({ txHash, sold, bought }: PoolTrade): object {
  return {
    tx: txHash,
    soldUnit: assetUnit(sold.asset),
    sold: String(sold.quantity),
    boughtUnit: assetUnit(bought.asset),
    bought: String(bought.quantity),
  };
}

function aroundLines({ order, trader, before, after, lost }: SeenAround): readonly string[] {
  const trade = ({ txHash, sold, bought }: PoolTrade): string =>
    auditWords.trade(
      txHash,
      amountText(sold.asset, sold.quantity),
      amountText(bought.asset, bought.quantity),
    );
  return [
    auditWords.around(order, trader),
    auditWords.before(trade(before)),
    auditWords.after(trade(after)),
    ...(lost === undefined ? [] : [auditWords.lost(amountText(before.bought.asset, lost))]),
  ];
}

function auditLines({ txHash, orders }: Audit): readonly string[] {
  if (orders.length === 0) return [auditWords.nothing(txHash)];
  return [auditWords.subject(txHash), ...orders.flatMap(orderLines), auditWords.summary(tally(orders))];
}

function orderLines(audited: AuditedOrder): readonly string[] {
  const { order, venue, sold, bought, mustPay, paid, exact, reason, position, ledgerPosition } = audited;
  const amount = (quantity: bigint): string =>
    bought === undefined ? String(quantity) : amountText(bought, quantity);
  return [
    auditWords.order(order, venue, exact),
    ...(sold === undefined ? [] : [auditWords.sold(amountText(sold.asset, sold.quantity))]),
    ...(mustPay === undefined || paid === undefined
      ? []
      : [auditWords.paid(amount(mustPay), amount(paid), paid - mustPay, amount)]),
    ...(reason === undefined ? [] : [auditWords.reason(reason)]),
    ...(position === undefined ? [] : [auditWords.place(position, ledgerPosition)]),
    ...(mustPay !== undefined && !audited.proven ? [auditWords.notProven] : []),
  ];
}

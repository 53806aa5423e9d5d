import type { Value } from '../../src-preload/domain/amount.ts';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import type { OutputName } from '../../src-preload/domain/trade.ts';
import type { OwnKeys } from '../inspect/inspection-input.ts';
import type { RestingOrder } from '../inspect/resting-order.ts';
import type { ChainOutput, Ledger, OutputRef } from '../ports/ledger.ts';
import { restOf, type PartReader } from './partial-fill.ts';

/** Parts of an order that are followed; no order is filled in more. */
const MOST_PARTS = 1_000;

/** An order as the ledger has it now. */
export interface FoundOrder {
  readonly output: OutputName;
  readonly holds: Value;
  readonly order: RestingOrder;
  /** How many parts of it were carried out so far. */
  readonly parts: number;
}

export interface FinderParts {
  readonly ledger: Ledger;
  readonly parts: PartReader;
  readonly own: OwnKeys;
  /** Bech32 address of the owner. */
  readonly owner: string;
}

/**
 * Finds on the ledger where an order lies now, from the output that placed it through the parts that were filled, and
 * that its datum names the account as its owner. Failures: `order-not-on-chain`, `order-already-closed`,
 * `order-not-yours`, those of the ledger.
 */
export async function findOrder(
  first: OutputRef,
  { ledger, parts, own, owner }: FinderParts,
  signal?: AbortSignal,
): Promise<Result<FoundOrder, Failure>> {
  const placed = await ledger.transaction(first.txHash, signal);
  if (!placed.ok) return placed;
  let at: ChainOutput | undefined = placed.value?.outputs.find(({ index }) => index === first.index);
  if (!at) return failed(failure('order-not-on-chain'));
  const order = parts(at);
  if (!order || !own.paymentKeyHashes.has(order.terms.ownerPaymentKeyHash))
    return failed(failure('order-not-yours'));
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const now = parts(at);
    if (!now) return failed(failure('order-already-closed'));
    if (at.spentBy === undefined)
      return ok({ output: `${at.txHash}#${at.index}`, holds: at.value, order: now, parts: part });
    const spending = await ledger.transaction(at.spentBy, signal);
    if (!spending.ok) return spending;
    if (spending.value === undefined) return failed(failure('order-not-on-chain'));
    const { sells, terms } = now;
    if (!sells || terms.wanted === undefined) return failed(failure('order-already-closed'));
    const pair = { pay: { asset: sells.asset }, receive: terms.wanted };
    const rest = restOf(at, spending.value, pair, owner, parts, new Set());
    if (!rest) return failed(failure('order-already-closed'));
    at = rest.output;
  }
  return failed(failure('order-already-closed'));
}

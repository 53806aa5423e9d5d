import { quantityIn, sumValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { ADA_TOKEN, type Token } from '#domain/token.ts';
import { valueText } from '../../inspect/wording.ts';
import type { Clock } from '../../ports/system.ts';
import type { Ledger, OutputRef, ReferenceSource } from '../../ports/ledger.ts';
import type { Service } from '../../ports/service.ts';
import { planCancel } from './cancel-plan.ts';
import { ownerAmong, type FoundOrder } from '../order-finder.ts';
import { findOrders, type Progress } from '../order-search.ts';
import type { PartReader } from '../partial-fill.ts';
import type { CancelQuote, TradingAccount } from './quote.ts';
import type { JournalEntry } from '../../ports/journal.ts';

const CANCEL_LIFETIME_MS = 120_000;

/** An order to be taken back: by which name its list has it, by which the service, and where it was placed. */
export interface CancelTarget {
  readonly id: string;
  readonly serviceId: string | undefined;
  readonly placed: OutputRef | undefined;
  /**
   * Minimum that the output must still hold after the given number of its parts was executed; absent: the ledger's word
   * is accepted.
   */
  readonly mustHold?: (parts: number) => Value;
}

/** Which orders are to be taken back, and by whom. */
export interface CancelRequest {
  readonly targets: readonly CancelTarget[];
  readonly account: TradingAccount;
  /** Called while many orders take their time: as they are found, then as they are divided over transactions. */
  readonly progress?: CancelProgress;
}

export interface CancelProgress {
  readonly found: Progress;
  readonly divided: Progress;
}

export interface LeftOut {
  readonly id: string;
  readonly failure: Failure;
}

/** Cancellations to be reviewed one by one, each a quote; and what is left out of them. */
export interface PreparedCancel {
  readonly quotes: readonly CancelQuote[];
  /** The orders as the ledger has them, those left out for their size among them. */
  readonly found: readonly FoundOrder[];
  readonly orders: number;
  readonly left: readonly LeftOut[];
}

export interface CancellationParts {
  readonly service: Service;
  readonly ledger: Ledger;
  /** For orders whose datum the first back-end does not have. */
  readonly second?: ReferenceSource | undefined;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly parts: PartReader;
  /** The bytes (hex) of a transaction in the journal. */
  readonly ownBytes: (txHash: string) => string | undefined;
  readonly token: (id: AssetId, signal?: AbortSignal) => Promise<Result<Token, Failure>>;
}

/**
 * Prepares cancellations: what must be taken back is found on the ledger, from the outputs that the journal (or, for
 * orders of other programs, the service) names, before the service is asked to build anything.
 */
export class Cancellations {
  readonly #parts: CancellationParts;

  constructor(parts: CancellationParts) {
    this.#parts = parts;
  }

  /** Failures: `nothing-to-cancel` (with the first reason in its detail), those of the service and the ledger. */
  async prepare(
    { targets, account, progress }: CancelRequest,
    signal?: AbortSignal,
  ): Promise<Result<PreparedCancel, Failure>> {
    const { service, ledger, second, ownBytes, parts } = this.#parts;
    const own = { own: account.own, owner: ownerAmong([account.address, ...account.addresses]) };
    const placed = targets.flatMap((target) => (isNamed(target) ? target.placed : []));
    const searched = await findOrders(
      placed,
      { ledger, second, ownBytes, parts, ...own },
      signal,
      progress?.found,
    );
    if (!searched.ok) return searched;
    const { found, left } = sorted(targets, searched.value);
    if (found.size === 0) return failed(left[0]?.failure ?? failure('nothing-to-cancel'));
    // A service builds for one address, so that each owner's orders take a transaction of their own.
    const owners = Map.groupBy(found.keys(), (id) => found.get(id)?.owner ?? account.address);
    const chunks: (readonly string[])[] = [];
    let before = 0;
    for (const [owner, owned] of owners) {
      const plan = await planCancel(
        owned,
        (ids) => service.cancel(ids, owner, signal),
        (done) => progress?.divided(before + done, found.size),
      );
      if (!plan.ok) return plan;
      before += owned.length;
      chunks.push(...plan.value.chunks);
      for (const { id, failure: why } of plan.value.left)
        left.push({ id: found.get(id)?.id ?? id, failure: why });
    }
    if (chunks.length === 0) return failed(left[0]?.failure ?? failure('nothing-to-cancel'));
    const named = await this.#tokensOf([...found.values()], signal);
    const quotes = chunks.map((ids) => this.#quote(ids, found, named));
    const orders = chunks.reduce((sum, ids) => sum + ids.length, 0);
    return ok({ quotes, found: [...found.values()], orders, left });
  }

  #quote(
    ids: readonly string[],
    found: ReadonlyMap<string, FoundOrder>,
    named: readonly Token[],
  ): CancelQuote {
    const { clock, newId } = this.#parts;
    const orders = ids.flatMap((id) => found.get(id) ?? []);
    const [first] = orders;
    const at = clock.now();
    return {
      kind: 'cancel',
      id: newId(),
      tokens: [...named, ADA_TOKEN],
      task: {
        kind: 'cancel',
        orders: orders.map(({ output }) => output),
        holds: sumValues(orders.map(({ holds }) => holds)),
      },
      claims: {},
      ids,
      notices: [],
      ...(first && { owner: first.owner }),
      at,
      expiresAt: epochMs(at + CANCEL_LIFETIME_MS),
    };
  }

  /** Tokens by their names, as far as they are known: without, their ids are shown. */
  async #tokensOf(orders: readonly FoundOrder[], signal?: AbortSignal): Promise<readonly Token[]> {
    const ids = new Set(orders.flatMap(({ holds }) => [...holds.keys()].filter((id) => id !== ADA)));
    const tokens = await Promise.all([...ids].map((id) => this.#parts.token(id, signal)));
    return tokens.flatMap((token) =>
      token.ok && token.value.decimalsSource !== 'unknown' ? token.value : [],
    );
  }
}

type NamedTarget = CancelTarget & { readonly serviceId: string; readonly placed: OutputRef };

function isNamed(target: CancelTarget): target is NamedTarget {
  return target.serviceId !== undefined && target.serviceId !== '' && target.placed !== undefined;
}

/** The orders to take back, by the service's names, and why others are left out; `searched` has one for each named target. */
function sorted(
  targets: readonly CancelTarget[],
  searched: readonly Result<FoundOrder, Failure>[],
): {
  readonly found: ReadonlyMap<string, FoundOrder & { readonly id: string }>;
  readonly left: LeftOut[];
} {
  const left: LeftOut[] = [];
  const found = new Map<string, FoundOrder & { readonly id: string }>();
  const outputs = new Set<string>();
  const results = searched.values();
  for (const target of targets) {
    const { id, mustHold } = target;
    const order = isNamed(target) ? results.next().value : undefined;
    if (!isNamed(target) || order === undefined) {
      left.push({ id, failure: failure(target.placed ? 'order-unknown' : 'order-not-on-chain') });
      continue;
    }
    const lack = order.ok ? mustHold && shortfall(order.value, mustHold(order.value.parts)) : order.failure;
    if (!order.ok || lack) {
      if (lack) left.push({ id, failure: lack });
      continue;
    }
    // A service may list an order twice. It counts once: what may be kept for a cancellation grows with the orders.
    if (outputs.has(order.value.output)) continue;
    if (found.has(target.serviceId)) {
      left.push({ id, failure: failure('order-unknown') });
      continue;
    }
    outputs.add(order.value.output);
    found.set(target.serviceId, { ...order.value, id });
  }
  return { found, left };
}

/** Why an order holds less than it must, with both figures; what it holds beyond that is its owner's, too. */
function shortfall({ holds }: FoundOrder, expected: Value): Failure | undefined {
  const short = [...expected].some(([asset, least]) => quantityIn(holds, asset) < least);
  return short
    ? failure('dca-rest-differs', { expected: valueText(expected), found: valueText(holds) })
    : undefined;
}

/**
 * The meaning, for a cancellation, of an on-chain transaction that spent its inputs first. If that transaction took
 * orders that the cancellation was meant to take back, and nothing of the owner's, the exchange was faster: the trade
 * went through. `undefined` when the entry is not a cancellation, or lost other funds. Failures: those of the ledger.
 */
export async function cancelOvertaken(
  { trade, bytes }: JournalEntry,
  rival: string,
  ledger: Ledger,
  signal?: AbortSignal,
): Promise<Result<Failure | undefined, Failure>> {
  const { cancels } = trade;
  if (cancels === undefined) return ok(undefined);
  const faster = await ledger.transaction(rival, signal, () => false);
  if (!faster.ok) return faster;
  const inputs = faster.value?.inputs ?? [];
  const taken = inputs.filter(({ txHash, index }) => cancels.includes(`${txHash}#${index}`));
  if (taken.length === 0) return ok(undefined);
  if (inputs.some(({ address }) => address === bytes.owner)) return ok(failure('order-already-closed'));
  return ok(failure('order-filled-first', { several: cancels.length > 1 }));
}

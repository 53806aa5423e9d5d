import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { MOST_CYCLES } from '#domain/dca.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { PlacedOrder } from '#domain/trade.ts';
import type { ChainOutput, ChainTx, Ledger } from '../ports/ledger.ts';
import type { RestingOrder } from '../inspect/resting-order.ts';

/** Parts of an order from which on the oldest ones are remembered; the newest may still be rolled back. */
const RECENT_PARTS = 15;

/**
 * The older parts of orders that are filled in many, as a recurring order is for years: each spends what the one before
 * it made, so while the newest one remembered is on chain, so are all, and none has to be asked for again.
 */
export class FollowedParts {
  readonly #known = new Map<
    string,
    { readonly newest: string; readonly closings: ReadonlyMap<string, ChainTx> }
  >();

  /** The record of a trade, available while the chain still has it. Failures: those of the ledger. */
  async of(
    tradeId: string,
    ledger: Ledger,
    signal?: AbortSignal,
  ): Promise<Result<Map<string, ChainTx>, Failure>> {
    const known = this.#known.get(tradeId);
    if (!known) return ok(new Map());
    const included = await ledger.inclusion(known.newest, signal);
    if (!included.ok) return included;
    if (included.value !== undefined) return ok(new Map(known.closings));
    this.#known.delete(tradeId);
    return ok(new Map());
  }

  /** Remembers the older parts of a trade's one order; an end is followed to its last confirmation in full. */
  note(tradeId: string, orders: readonly PlacedOrder[], closings: ReadonlyMap<string, ChainTx>): void {
    const [order, ...others] = orders;
    const old = (order?.fills ?? []).slice(0, -RECENT_PARTS).map(({ hash }) => hash);
    const newest = old.at(-1);
    if (newest === undefined || others.length > 0) return;
    const older = old.flatMap((hash) => {
      const closing = closings.get(hash);
      return closing ? [[hash, closing] as const] : [];
    });
    this.#known.set(tradeId, { newest, closings: new Map(older) });
  }
}

/** Most parts of an order that are followed: no plan has more trades. A lying ledger could name parts for ever. */
export const MOST_PARTS = MOST_CYCLES;

/** An output with the datum that it names by its hash, where that was found. */
export interface SeenOutput extends ChainOutput {
  /** Hex. */
  readonly datum?: string;
}

/** Reads an output as an order; `undefined` for one that is none, or cannot be read. */
export type PartReader = (output: SeenOutput) => RestingOrder | undefined;

export const NO_PARTS: PartReader = () => undefined;

/** Reads each output only once, for a search that meets the same ones repeatedly. */
export function readingOnce(read: PartReader): PartReader {
  const known = new WeakMap<SeenOutput, ReturnType<PartReader>>();
  return (output) => {
    if (!known.has(output)) known.set(output, read(output));
    return known.get(output);
  };
}

/** An order's pair: the asset it sells, and the one it wants. */
export interface TradedPair {
  readonly pay: { readonly asset: AssetId };
  /** `undefined` where it is not known: what was paid for a part is then not known either. */
  readonly receive: AssetId | undefined;
}

/** An order that continues as another output after a part of it was filled. */
export interface Rest {
  readonly output: ChainOutput;
  /** The amount of the order that the fill took, and the payment for it. */
  readonly sold: bigint;
  readonly received: bigint;
  /** Whether what was paid waits in the order; else the owner has it. */
  readonly waits: boolean;
}

/**
 * The output in which an order continues in the transaction that spent it: at the same script, for the same owner and
 * asset, with less to sell. Each output continues one order only: those in `taken` are spoken for.
 */
export function restOf(
  before: ChainOutput,
  spending: ChainTx,
  { pay, receive }: TradedPair,
  owner: string,
  read: PartReader,
  taken: ReadonlySet<ChainOutput>,
): Rest | undefined {
  const order = read(before);
  const left = order?.sells;
  if (!order || left?.asset !== pay.asset) return undefined;
  for (const output of spending.outputs) {
    if (taken.has(output) || output.address !== before.address) continue;
    const rest = read(output);
    if (!rest || !isSameOrder(rest, order) || rest.sells?.asset !== pay.asset) continue;
    const sold = left.quantity - rest.sells.quantity;
    if (sold <= 0n) continue;
    const paidIn = rest.waiting - order.waiting;
    return paidIn > 0n
      ? { output, sold, received: paidIn, waits: true }
      : {
          output,
          sold,
          received: paidOut(spending, owner, receive) - handedBack(rest, order, receive),
          waits: false,
        };
  }
  return undefined;
}

function isSameOrder({ terms: rest }: RestingOrder, { terms: order }: RestingOrder): boolean {
  return (
    rest.ownerPaymentKeyHash === order.ownerPaymentKeyHash &&
    rest.ownerScriptHash === order.ownerScriptHash &&
    rest.ownerStakeKeyHash === order.ownerStakeKeyHash &&
    rest.wanted === order.wanted &&
    rest.minimumReceived <= order.minimumReceived
  );
}

/** Lovelace of the deposit that a part of a recurring order gives back besides what it bought. */
function handedBack(
  { terms: rest }: RestingOrder,
  { terms: order }: RestingOrder,
  wanted: AssetId | undefined,
): bigint {
  return wanted === ADA ? (order.deposit ?? 0n) - (rest.deposit ?? 0n) : 0n;
}

/**
 * Where a part is paid out at once, it is in an output of the owner's. A plan that places an order with each trade pays
 * nothing out itself: what that order brings comes later, by another transaction, and is not followed from here.
 */
function paidOut({ outputs }: ChainTx, owner: string, wanted: AssetId | undefined): bigint {
  if (wanted === undefined) return 0n;
  return outputs
    .filter(({ address }) => address === owner)
    .reduce((sum, { value }) => sum + quantityIn(value, wanted), 0n);
}

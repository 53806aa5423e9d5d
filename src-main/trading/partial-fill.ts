import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { ChainOutput, ChainTx } from '../ports/ledger.ts';
import type { RestingOrder } from '../inspect/resting-order.ts';
import type { SeenOutput } from './hashed-datum.ts';

/** Reads an output as an order; `undefined` for one that is none, or cannot be read. */
export type PartReader = (output: SeenOutput) => RestingOrder | undefined;

export const NO_PARTS: PartReader = () => undefined;

/** What an order trades: the asset that it sells, and the one that it wants. */
export interface TradedPair {
  readonly pay: { readonly asset: AssetId };
  readonly receive: AssetId;
}

/** An order that goes on as another output after a part of it was filled. */
export interface Rest {
  readonly output: ChainOutput;
  /** What the part took of what the order sells, and what it paid for that. */
  readonly sold: bigint;
  readonly received: bigint;
  /** Whether what was paid waits in the order; else the owner has it. */
  readonly waits: boolean;
}

/**
 * The output with which an order goes on in the transaction that spent it: at the same script, for the same owner and
 * asset, with less to sell. Each output goes on for one order only: those in `taken` are spoken for.
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
    rest.ownerStakeKeyHash === order.ownerStakeKeyHash &&
    rest.wanted === order.wanted &&
    rest.minimumReceived <= order.minimumReceived
  );
}

/** Lovelace of the deposit that a part of a recurring order gives back beside what it bought. */
function handedBack({ terms: rest }: RestingOrder, { terms: order }: RestingOrder, wanted: AssetId): bigint {
  return wanted === ADA ? (order.deposit ?? 0n) - (rest.deposit ?? 0n) : 0n;
}

/** Where a part is paid out at once, it stands in an output of the owner's. */
function paidOut({ outputs }: ChainTx, owner: string, wanted: AssetId): bigint {
  return outputs
    .filter(({ address }) => address === owner)
    .reduce((sum, { value }) => sum + quantityIn(value, wanted), 0n);
}

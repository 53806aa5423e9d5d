import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { bothWays, type PriceBothWays, type Side } from '#domain/limit-price.ts';
import type { EpochMs } from '#domain/time.ts';
import type { OrderFill } from '#domain/trade.ts';

/** What a list tells of an order or a recurring order alike, from whichever source; base units. */
export interface ListedRow {
  readonly id: string;
  readonly source: 'here' | 'external';
  /** What the service calls its status; absent while it has not told the row. */
  readonly told: string | undefined;
  /** Bech32. */
  readonly wallet: string;
  readonly side: Side;
  /** The side that is not ADA; of two tokens the one paid. */
  readonly token: AssetId;
  readonly decimals: number;
  /** All that is sold, over all fills. */
  readonly pay: { readonly asset: AssetId; readonly quantity: bigint };
  readonly receive: AssetId;
  /** Of `pay`, so far. */
  readonly sold: bigint;
  readonly received: bigint | undefined;
  readonly placedAt: EpochMs | undefined;
  readonly updatedAt: EpochMs | undefined;
  /** What a cancellation would bring back, ADA first; while it is live only. */
  readonly returning: readonly { readonly asset: AssetId; readonly quantity: bigint }[];
  readonly cancellable: boolean;
  readonly tradeId: string | undefined;
  readonly cancelTradeId: string | undefined;
  readonly txHash: string | undefined;
  readonly outputIndex: number | undefined;
  readonly failure: Failure | undefined;
  /** Transactions that filled it, oldest first. */
  readonly fills: readonly OrderFill[];
  readonly closedBy: string | undefined;
  /** The service's record, as it came. */
  readonly service: { readonly record: readonly (readonly [name: string, text: string])[] } | undefined;
}

/** The output that it was placed in. */
export function outputOf({
  txHash,
  outputIndex,
}: Pick<ListedRow, 'txHash' | 'outputIndex'>):
  { readonly txHash: string; readonly index: number } | undefined {
  return txHash === undefined || outputIndex === undefined ? undefined : { txHash, index: outputIndex };
}

export function sidesOf(pay: AssetId, receive: AssetId): Pick<ListedRow, 'side' | 'token'> {
  return pay === ADA ? { side: 'buy', token: receive } : { side: 'sell', token: pay };
}

/** The price of a part of a row, both ways round; `undefined` where nothing was traded, or no side is ADA. */
export function pricePaid(
  { side, decimals, pay, receive }: Pick<ListedRow, 'side' | 'decimals' | 'pay' | 'receive'>,
  sold: bigint,
  received: bigint | undefined,
): PriceBothWays | undefined {
  if (sold <= 0n || received === undefined || received <= 0n) return undefined;
  if (pay.asset !== ADA && receive !== ADA) return undefined;
  const price = side === 'buy' ? { lovelace: sold, units: received } : { lovelace: received, units: sold };
  return bothWays(side, price, decimals);
}

/** What the service tells of where a row comes from. */
interface ToldRecord {
  readonly id: string;
  readonly txHash?: string | undefined;
  readonly outputIndex?: number | undefined;
}

/** A name in the list for what the service alone knows: its output, else its id after `prefix`, else `nameless`. */
export function freshName(
  { id, txHash, outputIndex }: ToldRecord,
  { prefix, nameless }: { readonly prefix: string; readonly nameless: string },
  names: Set<string>,
): string {
  const plain = id.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 90);
  const output = txHash === undefined || outputIndex === undefined ? undefined : `${txHash}_${outputIndex}`;
  const first = output ?? (plain === '' ? nameless : `${prefix}-${plain}`);
  let name = first;
  for (let copy = 2; names.has(name); copy += 1) name = `${first}-${copy}`;
  names.add(name);
  return name;
}

/** A service's word for a status as it is looked up: capitals, joined by underscores. */
export function statusWord(told: string): string {
  return told.toUpperCase().replace(/[\s-]+/g, '_');
}

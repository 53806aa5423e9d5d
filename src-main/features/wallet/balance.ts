import { addValues, lovelaceIn, quantity, type Quantity, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { USUAL_PARAMETERS } from '../../inspect/inspection-input.ts';
import type { Ledger, Utxo } from '../../ports/ledger.ts';
import { leastIn, leastWith } from '../../trading/kinds/payment-draft.ts';

/** Lovelace that a trade may need besides what it sells: fees and deposits of two orders, network fee, change. */
const ADA_RESERVE = 12_000_000n;
/** The longest address, since any of the wallet's may take the change: with a payment and a stake part, hex. */
const LONGEST_ADDRESS = '00'.repeat(57);

export interface Holding {
  readonly token: Token;
  readonly quantity: Quantity;
}

export interface WalletBalance {
  readonly total: Value;
  /** ADA first, then by ticker. */
  readonly holdings: readonly Holding[];
  /** Each address that holds something, in the order in which they were named. */
  readonly byAddress: ReadonlyMap<string, Value>;
  /** How many coins are not in it because they could not be read. */
  readonly leftOut: Failure | undefined;
}

/** Everything at the addresses of a wallet. Failures: of the ledger. */
export async function readBalance(
  addresses: readonly string[],
  ledger: Ledger,
  token: (id: AssetId) => Promise<Token>,
  signal?: AbortSignal,
): Promise<Result<WalletBalance, Failure>> {
  const utxos = await ledger.utxosAt(addresses, signal);
  if (!utxos.ok) return utxos;
  const total = sumOf(utxos.value);
  const holdings = await Promise.all(
    Array.from(total, async ([id, units]) => ({ token: await token(id), quantity: quantity(units) })),
  );
  const places = Map.groupBy(utxos.value, ({ address }) => address);
  const byAddress = addresses.flatMap((address) => {
    const held = places.get(address);
    return held ? [[address, sumOf(held)] as const] : [];
  });
  return ok({
    ...{ total, holdings: holdings.toSorted(byName), byAddress: new Map(byAddress) },
    leftOut: utxos.leftOut,
  });
}

/**
 * The most of an asset that a trade may sell, so that its costs can still be paid. Base units. The tokens that stay keep
 * the least ADA that the network asks for with them: no more than came with them, so that nobody's gift takes any away.
 */
export function mostPayable(total: Value, asset: AssetId): Quantity {
  if (asset !== ADA) return quantity(total.get(asset) ?? 0n);
  const tokens: Value = new Map([...total].filter(([id]) => id !== ADA));
  const change = leastIn(LONGEST_ADDRESS, new Map(), USUAL_PARAMETERS);
  const besides = leastWith(tokens, LONGEST_ADDRESS, USUAL_PARAMETERS) - change;
  const left = lovelaceIn(total) - ADA_RESERVE - (besides > 0n ? besides : 0n);
  return quantity(left > 0n ? left : 0n);
}

function sumOf(utxos: readonly Utxo[]): Value {
  return utxos.reduce<Value>((sum, utxo) => addValues(sum, utxo.value), new Map());
}

function byName(left: Holding, right: Holding): number {
  if (left.token.id === ADA || right.token.id === ADA) return left.token.id === ADA ? -1 : 1;
  const names = [left, right].map(({ token }) => token.ticker || token.name || token.id);
  return (names[0] ?? '').localeCompare(names[1] ?? '', 'en') || (left.token.id < right.token.id ? -1 : 1);
}

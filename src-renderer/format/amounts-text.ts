import { ADA } from '#domain/asset.ts';
import { grouped } from '#domain/decimal.ts';
import { amountText, type TokenShape } from './amount.ts';

/** Amounts one after the other: `26.4 ADA, 1,204 AMBER and 5 more`. */
export function amountsText(
  amounts: readonly { readonly asset: string; readonly quantity: bigint }[],
  shapeOf: (id: string) => TokenShape,
  most = 2,
): string {
  const held = amounts.filter(({ asset, quantity }) => quantity > 0n || asset === ADA);
  const shown = held.slice(0, most).map(({ asset, quantity }) => amountText(quantity, shapeOf(asset)));
  const more = held.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${grouped(String(more))} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** What comes back when something is cancelled, as main writes it. */
export function returningText(
  amounts: readonly { readonly asset: string; readonly quantity: string }[],
  shapeOf: (id: string) => TokenShape,
): string {
  return amountsText(
    amounts.map(({ asset, quantity }) => ({ asset, quantity: BigInt(quantity) })),
    shapeOf,
    4,
  );
}

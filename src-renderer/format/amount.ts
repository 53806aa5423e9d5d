import { ADA } from '#domain/asset.ts';
import { grouped } from '#domain/decimal.ts';
import { withoutHidden } from '#domain/words/hidden.ts';
import { localFigure, localTicker } from './figures.ts';
import { showDecimal, type DecimalOptions, type Shown } from './decimal-text.ts';
import { texts } from './texts.ts';

/** The properties of a token that are needed to show an amount of it. */
export interface TokenShape {
  readonly id: string;
  readonly ticker: string;
  readonly name: string;
  readonly decimals: number;
}

/**
 * A token's label: its ticker, else its name, else the head of its policy. Control characters and marks that turn
 * the direction of text are taken out, and a long label is cut: it is text of strangers.
 */
export function tokenLabel(token: Pick<TokenShape, 'id' | 'ticker' | 'name'>): string {
  const clean = plainText(token.ticker) || plainText(token.name);
  if (clean === '') return token.id === ADA ? 'ADA' : `${token.id.slice(0, 6)}…`;
  const letters = Array.from(clean);
  return letters.length > 16 ? `${letters.slice(0, 15).join('')}…` : clean;
}

/** Text of strangers without characters that hide or steer. */
export function plainText(text: string): string {
  return withoutHidden(text).trim();
}

/** Base units of a token without its label. Proceeds are rounded down; pass `ceil` for costs. */
export function showAmount(units: bigint, token: TokenShape, options: DecimalOptions = {}): Shown {
  return showDecimal(units, token.decimals, options);
}

/** Base units of a token followed by its label: `1,204.55 ADA`. */
export function amountText(units: bigint, token: TokenShape, options: DecimalOptions = {}): string {
  return `${showAmount(units, token, options).text}\u00a0${localTicker(tokenLabel(token))}`;
}

/** Lovelace as `2.17 ADA`; costs are rounded up. */
export function adaText(lovelace: bigint, options: DecimalOptions = {}): string {
  return `${showDecimal(lovelace, 6, options).text}\u00a0ADA`;
}

/** A hash, address or id with its middle cut out: `addr_test1qp…7k2m`. Short texts stay whole. */
export function middleCut(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** Amounts one after the other: `26.4 ADA, 1,204 AMBER and 5 more`. */
export function amountsText(
  amounts: readonly { readonly asset: string; readonly quantity: bigint }[],
  shapeOf: (id: string) => TokenShape,
  most = 2,
): string {
  const held = amounts.filter(({ asset, quantity }) => quantity > 0n || asset === ADA);
  const shown = held.slice(0, most).map(({ asset, quantity }) => amountText(quantity, shapeOf(asset)));
  const more = held.length - shown.length;
  if (more > 0) return texts.andMore({ shown: shown.join(', '), more: localFigure(grouped(String(more))) });
  return shown.length < 2
    ? shown.join('')
    : texts.and({ first: shown.slice(0, -1).join(', '), last: shown.at(-1) ?? '' });
}

/** Amounts returned by a cancellation, as main writes them. */
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

/** Amounts sold and received: `40 ADA brought 332.5 AMBER`. Both in base units. */
export function broughtText(
  { sold, received }: { readonly sold: string; readonly received: string },
  pays: TokenShape,
  receives: TokenShape,
): string {
  const options = { significant: 12 } as const;
  return texts.brought({
    sold: amountText(BigInt(sold), pays, options),
    received: amountText(BigInt(received), receives, options),
  });
}

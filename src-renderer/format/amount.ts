import { ADA } from '#domain/asset.ts';
import { showDecimal, type DecimalOptions, type Shown } from './decimal-text.ts';

/** What is needed to show an amount of a token. */
export interface TokenShape {
  readonly id: string;
  readonly ticker: string;
  readonly name: string;
  readonly decimals: number;
}

const CONTROL_OR_DIRECTION = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

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

/** Text of strangers without control characters and direction marks. */
export function plainText(text: string): string {
  return text.replace(CONTROL_OR_DIRECTION, '').trim();
}

/** Base units of a token without its label. What comes in is cut down; pass `ceil` for what it costs. */
export function showAmount(units: bigint, token: TokenShape, options: DecimalOptions = {}): Shown {
  return showDecimal(units, token.decimals, options);
}

/** Base units of a token followed by its label: `1,204.55 ADA`. */
export function amountText(units: bigint, token: TokenShape, options: DecimalOptions = {}): string {
  return `${showAmount(units, token, options).text}\u00a0${tokenLabel(token)}`;
}

/** Lovelace as `2.17 ADA`; costs are rounded up. */
export function adaText(lovelace: bigint, options: DecimalOptions = {}): string {
  return `${showDecimal(lovelace, 6, options).text}\u00a0ADA`;
}

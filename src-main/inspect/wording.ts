import type { Value } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { amount, amounts } from '#domain/words/phrases.en.ts';
import type { ShownAmount } from '#domain/words/figures.ts';
import { isPlainTicker, lettersOf, shortId } from '#domain/words/names.ts';
import type { TokenWording } from './inspection-input.ts';

/** Token names that the words may use; what is absent is shown in base units with its id. */
export type TokenWords = ReadonlyMap<AssetId, TokenWording> | undefined;
const NO_NAMES: NonNullable<TokenWords> = new Map();

/** `12.5 ADA`, `832.1 TICKER`, or `17 base units of 3fa1…c27e`. Never rounds. */
export function amountText(asset: AssetId, quantity: bigint, tokens: TokenWords = NO_NAMES): string {
  return amount(shownAmount(asset, quantity, tokens));
}

/** An amount as sentences hold it. */
export function shownAmount(asset: AssetId, quantity: bigint, tokens: TokenWords = NO_NAMES): ShownAmount {
  if (asset === ADA) return { units: quantity, decimals: ADA_DECIMALS, name: 'ADA', named: true };
  const token = tokens.get(asset);
  return token
    ? { units: quantity, decimals: token.decimals, name: tokenName(asset, token, tokens), named: true }
    : { units: quantity, decimals: 0, name: shortId(asset), named: false };
}

/** Lovelace as sentences hold it. */
export function shownAda(lovelace: bigint): ShownAmount {
  return shownAmount(ADA, lovelace);
}

/** The asset's name: its ticker where known, else its shortened id. */
export function assetText(asset: AssetId, tokens: TokenWords = NO_NAMES): string {
  if (asset === ADA) return 'ADA';
  const token = tokens.get(asset);
  return token ? tokenName(asset, token, tokens) : shortId(asset);
}

/** Every amount of a value, ADA first. */
export function valueText(value: Value, tokens?: TokenWords): string {
  return amounts(shownValue(value, tokens));
}

/** The same as sentences hold it. */
export function shownValue(value: Value, tokens?: TokenWords): readonly ShownAmount[] {
  const parts = Array.from(value, ([asset, quantity]) => {
    const shown = shownAmount(asset, quantity, tokens);
    return { asset, shown, text: amount(shown) };
  });
  parts.sort(
    (left, right) =>
      Number(right.asset === ADA) - Number(left.asset === ADA) || left.text.localeCompare(right.text, 'en'),
  );
  return parts.map(({ shown }) => shown);
}

/** Basis points as percent, to a hundredth of a basis point: `0.3101 %`. */
export function percentText(basisPoints: number): string {
  return `${Math.round(basisPoints * 100) / 10_000} %`;
}

/**
 * A ticker is the service's text: one that is not readable, that could be taken for ADA, or that two tokens of the
 * same sentences have, falls back to the id.
 */
function tokenName(asset: AssetId, { ticker }: TokenWording, tokens: NonNullable<TokenWords>): string {
  if (!isPlainTicker(ticker)) return shortId(asset);
  const plain = lettersOf(ticker);
  const shared = [...tokens].some(
    ([other, { ticker: theirs }]) => other !== asset && other !== ADA && lettersOf(theirs) === plain,
  );
  return shared ? shortId(asset) : ticker;
}

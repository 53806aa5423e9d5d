import { germanFigure } from '#domain/words/figures.ts';
import { englishTicker, germanTicker } from '#domain/words/names.ts';
import type { DecimalMark } from '#domain/typed-number.ts';
import { pageLanguage } from '../words/in-language.ts';

/** The decimal separator of this page. */
export function decimalMark(): DecimalMark {
  return pageLanguage() === 'de' ? ',' : '.';
}

/** A figure as English writes it (`1,204.55`), in the writing of the page's language. */
export function localFigure(english: string): string {
  return pageLanguage() === 'de' ? germanFigure(english) : english;
}

/** A ticker that follows a figure: in quotation marks if it reads as a size in the page's language. */
export function localTicker(ticker: string): string {
  return pageLanguage() === 'de' ? germanTicker(ticker) : englishTicker(ticker);
}

/** A plain decimal (`1204.55`) as it is typed in this page, ungrouped: `1204,55` in German. */
export function asTyped(plain: string): string {
  return decimalMark() === '.' ? plain : plain.replace('.', ',');
}

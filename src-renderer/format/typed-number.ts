import {
  ambiguousNumber,
  readBasisPoints as basisPointsWith,
  readCount as countWith,
  readNumber as numberWith,
  readUnits as unitsWith,
  type NumberReading,
  type RangeReading,
  type UnitsReading,
} from '#domain/typed-number.ts';
import { decimalMark } from './figures.ts';

/**
 * Numbers typed in a page are read as the page prints them: with a decimal comma in German. See
 * `#domain/typed-number`.
 */
export function readNumber(typed: string): NumberReading {
  return numberWith(typed, decimalMark());
}

export function readUnits(typed: string, decimals: number): UnitsReading {
  return unitsWith(typed, decimals, decimalMark());
}

export function readBasisPoints(typed: string, most: number): RangeReading {
  return basisPointsWith(typed, most, decimalMark());
}

export function readCount(typed: string, least: number, most: number): RangeReading {
  return countWith(typed, least, most, decimalMark());
}

export function valueOf(reading: RangeReading): number | undefined {
  return reading.kind === 'value' ? reading.value : undefined;
}

export { ambiguousNumber };

import { formatDecimal, grouped } from '../decimal.ts';

/**
 * An amount for a sentence. `named`: `name` is a ticker that may be shown, and the amount is written with the token's
 * decimals; otherwise `name` is a shortened id, and the amount is in base units. `name` is empty if there is none.
 */
export interface ShownAmount {
  readonly units: bigint;
  readonly decimals: number;
  readonly name: string;
  readonly named: boolean;
}

/** `1,204.55`, as English writes it. Never rounds. */
export function figureOf({ units, decimals, named }: ShownAmount): string {
  return grouped(named ? formatDecimal(units, decimals) : units.toString());
}

/** The German thousands separator: it prevents line breaks, and no name that may be shown contains it. */
const NARROW_SPACE = '\u202f';
/** A figure as English writes it, at the start of a value: not a version, a time, or the start of a name. */
const ENGLISH_FIGURE = /^([-+−]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(?![\d.,:\p{L}])/u;

/**
 * The figure at the start of a value, in German notation: `1,204.55 ADA` is `1\u202f204,55 ADA`. The rest, and a value
 * without such a figure, stays unchanged. Only for a value before it is put into a sentence: names come from
 * strangers, and may contain anything.
 */
export function germanFigure(english: string): string {
  return english.replace(ENGLISH_FIGURE, (_, sign: string, whole: string, fraction?: string) => {
    const spaced = sign + whole.replaceAll(',', NARROW_SPACE);
    return fraction === undefined ? spaced : `${spaced},${fraction}`;
  });
}

/** Notation of figures in the texts of a language: around a figure, and the figure itself. */
interface Writing {
  readonly runs: RegExp;
  readonly whole: RegExp;
  readonly point: string;
}

/** Names that begin with a letter are compared as they are, with what digits they have. */
const ENGLISH: Writing = {
  runs: /\p{L}[\p{L}\p{N}._+$-]*|[-+−]?\d(?:[\d.,:]*\d)?/gu,
  whole: /^[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/,
  point: '.',
};
const GERMAN: Writing = {
  runs: /\p{L}[\p{L}\p{N}._+$-]*|[-+−]?\d(?:[\d.,:\u202f]*\d)?/gu,
  whole: /^[-+−]?(?:\d{1,3}(?:\u202f\d{3})+|\d+)(?:,\d+)?$/,
  point: ',',
};

/**
 * Whether a German text has the same figures as the English one, as often and in the same order: amounts paid and
 * received must not change places. Numbers, dates, addresses and hashes have digits, which are never translated.
 * Digits that are not a figure of their language, such as a name of digits and commas, are compared literally and equal
 * no figure.
 */
export function sameFigures(english: string, german: string): boolean {
  return figuresIn(english, ENGLISH) === figuresIn(german, GERMAN);
}

function figuresIn(text: string, { runs, whole, point }: Writing): string {
  return (text.match(runs) ?? [])
    .filter((run) => /\d/.test(run))
    .map((run) => (whole.test(run) ? `=${canonical(run, point)}` : `?${run.replace(/[._+$-]+$/, '')}`))
    .join(' ');
}

function canonical(figure: string, point: string): string {
  const [whole = '', fraction] = figure.split(point);
  const digits = whole.replace(/[,\u202f]/g, '');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

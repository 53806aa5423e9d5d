import { SeededRandom } from '../market/random.ts';
import { type Fields, type Variation, type VariationName, VARIATIONS } from './wild.ts';

/**
 * The service's response format: `spec` has exactly the specification's fields, `wild` what services of this kind
 * send.
 */
export type Dialect = 'spec' | 'wild';

const ALL = Object.entries(VARIATIONS) as readonly (readonly [VariationName, Variation])[];

/** The names of all variations of the wild dialect. */
export const VARIATION_NAMES = ALL.map(([name]) => name);

/** How answers are written in a dialect. In the wild one the world's seed picks the variations of each answer. */
export class Wire {
  readonly dialect: Dialect;
  readonly #seed: number;
  readonly #named: readonly string[] | undefined;

  /**
   * `named`: these variations are used wherever they apply (of a group the first), and no others; absent: those that
   * the seed picks.
   */
  constructor(dialect: Dialect, seed = 0, named?: readonly string[]) {
    this.dialect = dialect;
    this.#seed = seed;
    this.#named = named;
  }

  /** Whether an answer has a variation. `subject` is what was asked for: the same always has the same ones. */
  uses(name: VariationName, subject: string): boolean {
    if (this.dialect === 'spec') return false;
    const { group, onlyNamed }: Variation = VARIATIONS[name];
    const rivals = ALL.filter(([, rival]) => rival.group === group).map(([rival]) => rival);
    const named = this.#named;
    if (named)
      return (
        named.includes(name) && (group === undefined || rivals.find((one) => named.includes(one)) === name)
      );
    if (onlyNamed) return false;
    if (group === undefined) return this.#chance(name, subject) < 0.5;
    // One place more: an answer may have none of them.
    return rivals[Math.floor(this.#chance(group, subject) * (rivals.length + 1))] === name;
  }

  /** An answer of the path that `pattern` describes. */
  answer(pattern: string, subject: string, json: unknown): unknown {
    return this.#of(pattern, subject).reduce(
      (written, { write }) => (write ? write(written) : written),
      json,
    );
  }

  /** How candles are written, in an answer of the charts and in the stream. */
  candles(subject: string): (candle: Fields) => Fields {
    const writers = this.#of('/charts', subject).flatMap(({ candle }) => candle ?? []);
    return (candle) => writers.reduce((written, write) => write(written), candle);
  }

  /** The answer sent instead of an error; `undefined` if the error itself is sent. */
  refusal(
    pattern: string,
    subject: string,
    code: string,
  ): { readonly status: number; readonly json: unknown } | undefined {
    for (const { refusal } of this.#of(pattern, subject)) {
      const answer = refusal?.(code);
      if (answer) return answer;
    }
    return undefined;
  }

  #of(pattern: string, subject: string): readonly Variation[] {
    if (this.dialect === 'spec') return [];
    return ALL.flatMap(([name, variation]) =>
      variation.of.includes(pattern) && this.uses(name, subject) ? [variation] : [],
    );
  }

  #chance(name: string, subject: string): number {
    return SeededRandom.seeded(this.#seed, `${name} of ${subject}`).unit();
  }
}

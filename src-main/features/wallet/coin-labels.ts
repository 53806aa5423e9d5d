import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SettingsStore } from '../../ports/journal.ts';

/** What the user noted of a coin. */
interface CoinNote {
  readonly label: string;
  /** It is not spent by payments, and a transaction that spends it all the same is asked about. */
  readonly frozen: boolean;
}

const MOST_NOTES = 1_000;
const LONGEST_LABEL = 60;

/** The notes on the coins of one profile, by `hash#index`, kept in the settings. What is stored and unfit is left out. */
export class CoinLabels {
  readonly #settings: SettingsStore;
  readonly #key: string;
  #notes: ReadonlyMap<string, CoinNote>;

  /** `profile` is the profile's name. */
  constructor(settings: SettingsStore, profile: string) {
    this.#settings = settings;
    this.#key = keyOf(profile);
    this.#notes = readNotes(settings.get(this.#key));
  }

  /** Removes what is kept for a profile. @throws StorageError */
  static forget(settings: SettingsStore, profile: string): void {
    settings.set(keyOf(profile), undefined);
  }

  of(coin: string): CoinNote | undefined {
    return this.#notes.get(coin);
  }

  /** Labels of the coins that are frozen. */
  frozen(): ReadonlyMap<string, string> {
    return new Map([...this.#notes].flatMap(([coin, { label, frozen }]) => (frozen ? [[coin, label]] : [])));
  }

  /** Replaces what is noted of a coin; an empty label of a coin that is not frozen removes it. Failure: `coin-labels-full`. */
  note(coin: string, { label, frozen }: CoinNote): Result<undefined, Failure> {
    const notes = new Map(this.#notes);
    const plain = label.trim().slice(0, LONGEST_LABEL);
    if (plain === '' && !frozen) notes.delete(coin);
    else notes.set(coin, { label: plain, frozen });
    if (notes.size > MOST_NOTES) return failed(failure('coin-labels-full', { most: MOST_NOTES }));
    this.#settings.set(
      this.#key,
      [...notes].map(([output, one]) => ({ output, ...one })),
    );
    this.#notes = notes;
    return ok(undefined);
  }
}

function keyOf(profile: string): string {
  return `coins.${profile}`;
}

function readNotes(stored: unknown): ReadonlyMap<string, CoinNote> {
  if (!Array.isArray(stored)) return new Map();
  const notes = stored.flatMap((item: unknown): (readonly [string, CoinNote])[] => {
    const { output, label, frozen } = (item ?? {}) as Readonly<Record<string, unknown>>;
    const fits = typeof output === 'string' && /^[0-9a-f]{64}#(0|[1-9]\d{0,4})$/.test(output);
    if (!fits || typeof label !== 'string' || typeof frozen !== 'boolean') return [];
    return [[output, { label: label.slice(0, LONGEST_LABEL), frozen }]];
  });
  return new Map(notes.slice(0, MOST_NOTES));
}

import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { KeptList } from '../../ports/kept-entries.ts';

/** The user's note on a coin. */
interface CoinNote {
  readonly label: string;
  /** It is not spent by payments, and a transaction that spends it all the same is asked about. */
  readonly frozen: boolean;
}

const MOST_NOTES = 1_000;
const LONGEST_LABEL = 60;

interface KeptNote extends CoinNote {
  readonly output: string;
}

/** The notes on the coins of one profile, by `hash#index`, kept in the settings. */
export class CoinLabels {
  readonly #kept: KeptList<KeptNote>;
  #notes: ReadonlyMap<string, KeptNote>;

  /** `profile` is the profile's name. */
  constructor(settings: SettingsStore, profile: string) {
    const reading = { read: readNote, idOf: ({ output }: KeptNote) => output, most: MOST_NOTES };
    this.#kept = new KeptList(settings, keyOf(profile), reading);
    this.#notes = new Map(this.#kept.entries.map((note) => [note.output, note]));
  }

  /** Removes what is kept for a profile. @throws StorageError */
  static forget(settings: SettingsStore, profile: string): void {
    settings.set(keyOf(profile), undefined);
  }

  of(coin: string): CoinNote | undefined {
    const note = this.#notes.get(coin);
    return note && { label: note.label, frozen: note.frozen };
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
    else notes.set(coin, { output: coin, label: plain, frozen });
    if (notes.size > MOST_NOTES) return failed(failure('coin-labels-full', { most: MOST_NOTES }));
    this.#kept.keep([...notes.values()]);
    this.#notes = notes;
    return ok(undefined);
  }
}

function keyOf(profile: string): string {
  return `coins.${profile}`;
}

function readNote(item: unknown): KeptNote | undefined {
  const { output, label, frozen } = (item ?? {}) as Readonly<Record<string, unknown>>;
  const fits = typeof output === 'string' && /^[0-9a-f]{64}#(0|[1-9]\d{0,4})$/.test(output);
  if (!fits || typeof frozen !== 'boolean') return undefined;
  // Whatever else a note says, a frozen coin is not spent.
  if (typeof label !== 'string') return frozen ? { output, label: '', frozen } : undefined;
  return { output, label: label.slice(0, LONGEST_LABEL), frozen };
}

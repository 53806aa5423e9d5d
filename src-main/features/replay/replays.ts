import * as v from 'valibot';
import type { ReplayView } from '#contract/replay.ts';
import { epochMs, type EpochMs, DAY_MS } from '#domain/time.ts';
import { Topic } from '../../gate/topic.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import {
  type Clock,
  REPLAY_BLOCK_MS,
  type ReplayHost,
  type ReplaySession,
  type ReplayState,
  type ReplaySteering,
} from '../../ports/system.ts';

const SESSION = 'replay.session';
const OPEN = 'replay.open';
/**
 * Data that does not stream is requested again once it is older than this by the replay's time: soon, but not too
 * often.
 */
const OLD_MS = 30_000;
const ASKED_AFTER_MS = 400;
const ASKED_EVERY_MS = 20_000;
/** Where the first replay begins: this many days ago. */
const FIRST_DAYS_AGO = 90;

const storedSession = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/)),
  day: v.pipe(v.number(), v.safeInteger(), v.transform(epochMs)),
});

/** The application's clock, which is set to a moment of the replay while one is open. */
interface ReplayedClock extends Pick<Clock, 'now' | 'monotonic'> {
  show(moment: EpochMs | undefined): void;
}

/** The replay: which session of it is kept, how it stands, and the application's clock while it is open. */
export class Replays {
  readonly host: ReplayHost;
  readonly topic = new Topic<ReplayView>({});
  readonly #settings: SettingsStore;
  readonly #clock: ReplayedClock;
  #open = false;
  #state: ReplayState | undefined;
  readonly #askAnew: () => void;
  #askedAt = 0;
  #asked = Number.NEGATIVE_INFINITY;
  #asking: ReturnType<typeof setTimeout> | undefined;
  /** While something must not age: the speed to go on with, once it is over. */
  #held: number | undefined;

  /** `askAnew`: what is on screen is out of date. */
  constructor(host: ReplayHost, settings: SettingsStore, clock: ReplayedClock, askAnew: () => void) {
    this.host = host;
    this.#settings = settings;
    this.#clock = clock;
    this.#askAnew = askAnew;
    host.onState((state) => this.#take(state));
  }

  /** Whether the replay was the profile that was open last. */
  get wasOpen(): boolean {
    return this.#settings.get(OPEN) === true;
  }

  /** The session that is open or would be opened. */
  get session(): ReplaySession {
    const stored = v.safeParse(storedSession, this.#settings.get(SESSION));
    if (stored.success) return stored.output;
    const today = Math.floor(this.#clock.now() / DAY_MS) * DAY_MS;
    return { id: '1', day: epochMs(today - FIRST_DAYS_AGO * DAY_MS) };
  }

  /** @throws StorageError */
  remember(open: boolean): void {
    if (open !== this.wasOpen) this.#settings.set(OPEN, open);
  }

  /** A new session that begins on a day; nothing of the one before is in it. @throws StorageError */
  begin(day: EpochMs): void {
    this.#settings.set(SESSION, { id: String(Number(this.session.id) + 1), day });
  }

  /** The profile of the replay is being opened: from now on it is the replay's time. */
  opened(): void {
    const { session } = this;
    this.#settings.set(SESSION, session);
    this.#open = true;
    this.#askedAt = session.day;
    this.#clock.show(session.day);
    this.host.choose(session);
    this.#show();
  }

  closed(): void {
    clearTimeout(this.#asking);
    this.#asking = undefined;
    this.#open = false;
    this.#state = undefined;
    this.#held = undefined;
    this.#clock.show(undefined);
    this.#show();
  }

  get state(): ReplayState | undefined {
    return this.#state;
  }

  steer(asked: ReplaySteering): void {
    this.#held = undefined;
    this.host.steer(asked);
  }

  /** A sent transaction arrives with the next block, so a paused replay is stepped to it. */
  blockIfPaused(): void {
    const state = this.#state;
    if (state && !state.playing) this.host.steer({ do: 'jump', to: state.at + REPLAY_BLOCK_MS });
  }

  /** Pauses while an approval is open, and then continues: a transaction must not expire while the user decides. */
  hold(wanted: boolean): void {
    if (wanted && this.#state?.playing === true) {
      this.#held = this.#state.speed;
      this.host.steer({ do: 'pause' });
    } else if (!wanted && this.#held !== undefined) {
      this.host.steer({ do: 'play', speed: this.#held });
      this.#held = undefined;
    } else return;
    this.#show();
  }

  #take(state: ReplayState): void {
    if (!this.#open) return;
    this.#state = state;
    this.#clock.show(state.at);
    this.#show();
    if (this.#asking !== undefined || Math.abs(state.at - this.#askedAt) < OLD_MS) return;
    const due = this.#asked + ASKED_EVERY_MS - this.#clock.monotonic();
    this.#asking = setTimeout(
      () => {
        this.#asking = undefined;
        this.#asked = this.#clock.monotonic();
        this.#askedAt = this.#state?.at ?? 0;
        this.#askAnew();
      },
      Math.max(ASKED_AFTER_MS, due),
    );
  }

  #show(): void {
    const stands = this.#open && this.#state ? { ...this.#state, held: this.#held !== undefined } : undefined;
    this.topic.set(stands ? { replay: stands } : {});
  }
}

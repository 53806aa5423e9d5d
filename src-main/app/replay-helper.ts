import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { removeTree } from '../system/held-files.ts';
import type {
  PracticeEndpoints,
  ReplayHost,
  ReplaySession,
  ReplayState,
  ReplaySteering,
  StartHelper,
} from '../ports/system.ts';
import { PracticeHelper } from './practice-helper.ts';

const moment = v.pipe(v.number(), v.safeInteger(), v.transform(epochMs));
/** Practice's report on a replay. */
const stated = v.object({
  type: v.literal('replay'),
  at: moment,
  from: moment,
  first: moment,
  end: moment,
  playing: v.boolean(),
  speed: v.number(),
});

/** Where the worlds of practice and of replays are kept, and what else practice is started with. */
interface ReplayPlaces {
  readonly replays: string;
  readonly practice: string;
  readonly options: readonly string[];
}

/** A replay as a helper process: practice, with a day and a clock that is steered. Its history is the practice world's. */
export class ReplayHelper implements ReplayHost {
  readonly #helper: PracticeHelper;
  readonly #folder: string;
  readonly #listeners = new Set<(state: ReplayState) => void>();
  #session: ReplaySession | undefined;

  constructor(start: StartHelper, entry: string, { replays, practice, options }: ReplayPlaces) {
    this.#folder = replays;
    const line = (): readonly string[] => {
      const { id, day } = this.#chosen();
      const at = new Date(day).toISOString().slice(0, 10);
      const place = ['--data', join(replays, id), '--history', practice];
      return [...place, '--at', at, '--paused', ...options];
    };
    this.#helper = new PracticeHelper(start, entry, line, (message) => {
      const read = v.safeParse(stated, message);
      if (!read.success) return;
      const { type: _, ...state } = read.output;
      for (const listener of this.#listeners) listener(state);
    });
  }

  choose(session: ReplaySession): void {
    this.#session = session;
  }

  start(): Promise<Result<PracticeEndpoints, Failure>> {
    this.#removeOthers(this.#chosen().id);
    return this.#helper.start();
  }

  stop(): Promise<void> {
    return this.#helper.stop();
  }

  onExit(listener: (why?: Failure) => void): () => void {
    return this.#helper.onExit(listener);
  }

  steer(asked: ReplaySteering): void {
    this.#helper.send({ type: 'replay', ...asked });
  }

  onState(listener: (state: ReplayState) => void): void {
    this.#listeners.add(listener);
  }

  #chosen(): ReplaySession {
    if (!this.#session) throw new Error('no replay was chosen');
    return this.#session;
  }

  /** Worlds that no one returns to. One that cannot be removed now is removed later. */
  #removeOthers(current: string): void {
    if (!existsSync(this.#folder)) return;
    for (const name of readdirSync(this.#folder)) if (name !== current) removeTree(join(this.#folder, name));
  }
}

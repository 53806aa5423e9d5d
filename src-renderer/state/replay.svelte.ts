import { createContext } from 'svelte';
import type { REPLAY_SPEEDS, ReplayView } from '#contract/replay.ts';
import type { Answer, MainApi, MainInput } from '../client/main-api.ts';
import type { Clock } from './clock.svelte.ts';
import type { Profile } from './profile.svelte.ts';

type ReplaySpeed = (typeof REPLAY_SPEEDS)[number];
type ReplayStep = MainInput<'replay.step'>['to'];

/** Faster than this, a price has changed before it is read. */
const FASTEST_TO_TRADE = 5;

/** The replay, while its profile is open. The page's clock is then the replay's. */
export class Replay {
  /** Absent while no replay is open, and while one starts. */
  view = $state.raw<ReplayView['replay']>();
  /** The speed that it plays at, or would. */
  speed = $state<ReplaySpeed>(1);
  readonly ended = $derived(this.view !== undefined && this.view.at >= this.view.end);
  readonly #api: MainApi;

  constructor(api: MainApi, clock: Clock, profile: Profile) {
    this.#api = api;
    api.on.replay(({ replay }) => {
      this.view = replay;
      clock.follow(replay?.at);
      profile.replayFast = replay?.playing === true && replay.speed > FASTEST_TO_TRADE;
    });
  }

  /** Plays or pauses. */
  toggle(): Promise<Answer<unknown>> {
    return this.view?.playing === true || this.view?.held === true
      ? this.#api.call['replay.pause']({})
      : this.#api.call['replay.play']({ speed: this.speed });
  }

  /** A running replay continues at the new speed. */
  async setSpeed(speed: ReplaySpeed): Promise<Answer<unknown> | undefined> {
    this.speed = speed;
    return this.view?.playing === true ? await this.#api.call['replay.play']({ speed }) : undefined;
  }

  step(to: ReplayStep): Promise<Answer<unknown>> {
    return this.#api.call['replay.step']({ to });
  }

  /** Begins a new session on a day: milliseconds, UTC. */
  begin(day: number): Promise<Answer<unknown>> {
    return this.#api.call['replay.begin']({ day });
  }
}

export const [useReplay, provideReplay] = createContext<Replay>();

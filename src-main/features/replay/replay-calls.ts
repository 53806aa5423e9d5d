import { bucketEnd, bucketStart, type ChartPeriod, PERIOD_SECONDS } from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs, DAY_MS } from '#domain/time.ts';
import { DONE, done, type MainCalls } from '../../gate/handlers.ts';
import { REPLAY_BLOCK_MS, type ReplayState, type ReplaySteering } from '../../ports/system.ts';

interface ReplayParts {
  readonly replays: {
    /** `undefined` while no replay is open. */
    readonly state: ReplayState | undefined;
    steer(asked: ReplaySteering): void;
  };
  /** Opens a new session from that moment on. */
  readonly begin: (day: EpochMs) => Promise<Result<undefined, Failure>>;
}

/** The calls that steer the replay. */
export function replayCalls({ replays, begin }: ReplayParts): MainCalls<'replay'> {
  const steered = (
    asked: (state: ReplayState) => ReplaySteering,
  ): Promise<Result<typeof DONE.value, Failure>> => {
    const { state } = replays;
    if (!state) return Promise.resolve(failed(failure('replay-closed')));
    replays.steer(asked(state));
    return Promise.resolve(DONE);
  };
  return {
    'replay.play': ({ speed }) => steered(() => ({ do: 'play', speed })),
    'replay.pause': () => steered(() => ({ do: 'pause' })),
    'replay.step': ({ to }) =>
      steered(({ at }) => ({ do: 'jump', to: to === 'block' ? at + REPLAY_BLOCK_MS : endOf(to, at) })),
    'replay.begin': async ({ day }) => {
      const { state } = replays;
      if (!state) return failed(failure('replay-closed'));
      const start = Math.floor(day / DAY_MS) * DAY_MS;
      if (start < state.first || start >= state.end) return failed(failure('replay-day-unknown'));
      return done(await begin(epochMs(start)));
    },
  };
}

/** Where the candle of a moment ends, or a day later if that is earlier. */
function endOf(period: ChartPeriod, at: EpochMs): number {
  const start = bucketStart(Math.floor(at / 1000), period);
  const end = bucketEnd(start, PERIOD_SECONDS[period]) * 1000;
  return Math.min(end, at + DAY_MS);
}

import * as v from 'valibot';
import { CHART_PERIODS } from '#domain/candle.ts';
import { epoch, none } from './codec.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

/** State of the replay; absent while none is open. Times are of the replay. */
export const replay = v.strictObject({
  replay: v.optional(
    v.strictObject({
      at: epoch,
      from: epoch,
      /** The earliest moment at which a replay can begin, and where the history ends. */
      first: epoch,
      end: epoch,
      playing: v.boolean(),
      /** How many times faster than real time. */
      speed: v.number(),
      /** It waits for an approval, and then plays on. */
      held: v.boolean(),
    }),
  ),
});
export type ReplayView = v.InferOutput<typeof replay>;

/** The speeds that can be chosen. */
export const REPLAY_SPEEDS = [1, 5, 20, 60, 200, 600] as const;

const STEPPED = ['block', ...CHART_PERIODS] as const;

/** The trading window's calls and topics for the replay. Failure of each: `replay-closed`. */
export const deskReplay = {
  /** The replay of practice's history. */
  replay: topic(replay),
  'replay.play': quiet(v.strictObject({ speed: v.picklist(REPLAY_SPEEDS) }), none),
  'replay.pause': quiet(none, none),
  /** To the next block, or to the end of the candle of that period; at most a day ahead. */
  'replay.step': quiet(v.strictObject({ to: v.picklist(STEPPED) }), none),
  /** A new session from the beginning of that day on (UTC): the wallet is empty, and so is the journal. Failure besides: `replay-day-unknown`. */
  'replay.begin': acting(v.strictObject({ day: epoch }), none, 60_000),
} as const satisfies DeskTable;

import * as v from 'valibot';
import { count } from './codec.ts';

/** One code holds at most 4,296 characters. */
const MOST_FRAME = 4_296;

/** Texts of codes, as they were read. */
export const readFrames = v.pipe(v.array(v.pipe(v.string(), v.maxLength(MOST_FRAME))), v.maxLength(100));

/** Bytes of a message that one code carries. */
const bytesPerCode = v.pipe(v.number(), v.integer(), v.minValue(50), v.maxValue(1_000));

/** Animated codes are made some at a time: which to start with, from 0. */
export const codesWanted = { bytesPerCode, from: v.pipe(count, v.maxValue(20_000)) };

/** Fingerprint of a device's master key, by which the device recognises its requests: eight hex digits, not all 0. */
export const masterFingerprint = v.pipe(v.string(), v.regex(/^(?!0{8})[0-9a-f]{8}$/));

/** Codes to be shown one after another. */
export const shownCodes = v.strictObject({
  /** Frames without which the message is not whole; 1: it is not animated. */
  needed: count,
  /** How many there are before they begin again. */
  round: count,
  /** How hard they are to film from a screen. */
  density: v.picklist(['easy', 'dense', 'too-dense']),
  codes: v.pipe(
    v.array(
      v.strictObject({
        /** Modules a side, the light margin included. */
        side: v.pipe(count, v.maxValue(200)),
        /** Row by row, the highest bit first, 1 where dark; Base64. */
        bits: v.pipe(v.string(), v.maxLength(8_000)),
      }),
    ),
    v.maxLength(50),
  ),
});
export type ShownCodesView = v.InferOutput<typeof shownCodes>;

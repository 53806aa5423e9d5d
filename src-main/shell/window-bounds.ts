import * as v from 'valibot';

/** Place and size of a window, in CSS pixels. */
export interface WindowBounds {
  readonly width: number;
  readonly height: number;
  readonly left?: number;
  readonly top?: number;
}

const bounds = v.object({
  width: v.pipe(v.number(), v.integer(), v.minValue(640), v.maxValue(16_384)),
  height: v.pipe(v.number(), v.integer(), v.minValue(480), v.maxValue(16_384)),
  left: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-16_384), v.maxValue(16_384))),
  top: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-16_384), v.maxValue(16_384))),
});

/** Kept window bounds, or `undefined` when there are none that make sense. */
export function readBounds(kept: unknown): WindowBounds | undefined {
  const read = v.safeParse(bounds, kept);
  if (!read.success) return undefined;
  const { width, height, left, top } = read.output;
  return { width, height, ...(left === undefined ? {} : { left }), ...(top === undefined ? {} : { top }) };
}

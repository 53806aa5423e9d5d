import * as v from 'valibot';
import { count, epoch, finite, savedFile, shortText } from './codec.ts';
import { acting, type DeskTable, quiet } from './table.ts';

/** How well filled trades came out, put together by what they have in common. Ratios are in parts per million. */

/** By what they are put together. */
const group = v.picklist(['venue', 'token', 'size', 'kind', 'month']);
export type QualityGroup = v.InferOutput<typeof group>;

/** `days`: only what was filled within so many days; absent: all. */
export const qualityWanted = v.strictObject({
  by: group,
  days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_650))),
});
export type QualityWanted = v.InferOutput<typeof qualityWanted>;

/** Who reads the file: programs, or spreadsheets of a locale with this sign before decimals. */
export const qualityFile = v.strictObject({
  ...qualityWanted.entries,
  form: v.picklist(['plain', 'point', 'comma']),
});
export type QualityFile = v.InferOutput<typeof qualityFile>;

/** A figure that `of` trades have. */
const spread = v.strictObject({ of: count, median: finite, worst: finite });
export type SpreadView = v.InferOutput<typeof spread>;

const row = v.strictObject({
  /** Codes of exchanges joined by `+`, an asset id, a size, a kind, or a month (UTC). */
  key: shortText,
  trades: count,
  fills: count,
  checkable: count,
  exact: count,
  shortfall: v.optional(spread),
  quoted: v.optional(spread),
  used: v.optional(spread),
  /** Milliseconds. */
  took: v.optional(spread),
  better: v.optional(spread),
});
export type QualityRowView = v.InferOutput<typeof row>;

export const quality = v.strictObject({
  rows: v.array(row),
  /** All of them in one row; absent while there are none. */
  total: v.optional(row),
  /** When the oldest and the newest of them were filled. */
  from: v.optional(epoch),
  to: v.optional(epoch),
});
export type QualityView = v.InferOutput<typeof quality>;

/** The trading window's calls for the quality of fills. */
export const deskQuality = {
  /** How well the filled trades of the profile came out. Failures: `storage-…`. */
  'quality.read': quiet(qualityWanted, quality, 30_000),
  /** Saves the same as a CSV file. Failures: `saving-paused`, `storage-…`. */
  'quality.save': acting(qualityFile, savedFile, 300_000),
} as const satisfies DeskTable;

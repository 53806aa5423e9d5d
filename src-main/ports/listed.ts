import type { Failure } from '#domain/failure.ts';

/** A list as far as it could be read. `leftOut` says how many rows are missing, and why, when some could not be. */
export type Listed<Row> =
  | { readonly ok: true; readonly value: readonly Row[]; readonly leftOut?: Failure | undefined }
  | { readonly ok: false; readonly failure: Failure };

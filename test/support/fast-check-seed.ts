import fc from 'fast-check';

/**
 * Properties are tried on the same inputs in every run, so that a run on one machine says the same as on another.
 * `FC_SEED=random` explores further; a failure prints its seed, and `FC_SEED=<seed>` repeats it.
 */
const wanted = process.env['FC_SEED'];
if (wanted !== 'random') fc.configureGlobal({ seed: wanted === undefined ? 20_261_121 : Number(wanted) });

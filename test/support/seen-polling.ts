import type { ChartPace } from '../../src-main/features/charts/live-series.ts';

/** A page that is always seen, on hosts that take the key. */
export const seenPolling: ChartPace = { state: 'active', allowed: () => Promise.resolve() };

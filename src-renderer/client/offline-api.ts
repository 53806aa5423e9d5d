import type { OfflineTable } from '#contract/index.ts';
import type { Api } from '../../src-preload/bridge.ts';

/** Everything that the page of a computer without a network can ask of main. */
export type OfflineApi = Api<OfflineTable>;

/** The API that the preload put on this window. @throws Error when the page was opened outside Touchstone. */
export function offlineApi(): OfflineApi {
  const api = (window as { touchstone?: unknown }).touchstone;
  if (api === undefined) throw new Error('This page runs inside Touchstone only.');
  return api as OfflineApi;
}

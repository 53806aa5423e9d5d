import type { OutputOf, VaultTable } from '#contract/index.ts';
import type { Api } from '../../src-preload/bridge.ts';

/** Everything that the vault window can ask of main. */
export type VaultApi = Api<VaultTable>;
export type VaultTaskView = OutputOf<VaultTable, 'task'>;

/** The API that the preload put on this window. @throws Error when the page was opened outside Touchstone. */
export function vaultApi(): VaultApi {
  const api = (window as { touchstone?: unknown }).touchstone;
  if (api === undefined) throw new Error('This page runs inside Touchstone only.');
  return api as VaultApi;
}

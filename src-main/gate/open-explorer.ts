import type { NetworkName } from '#domain/network.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { Windows } from '../ports/windows.ts';
import type { Profile } from '../profile/profile.ts';
import { DONE } from './calls.ts';

/** The only pages that are opened for a transaction; its hash is put behind them. */
const EXPLORERS: Readonly<Record<NetworkName, string>> = {
  mainnet: 'https://cardanoscan.io/transaction/',
  preprod: 'https://preprod.cardanoscan.io/transaction/',
  preview: 'https://preview.cardanoscan.io/transaction/',
};

/** Opens a transaction's page. Failure: `explorer-none` for practice, whose chain nobody else knows. */
export async function openExplorer(
  { mode, network }: Pick<Profile, 'mode' | 'network'>,
  hash: string,
  windows: Windows,
): Promise<Result<typeof DONE.value, Failure>> {
  if (mode === 'practice') return failed(failure('explorer-none'));
  await windows.openExternal(EXPLORERS[network] + hash);
  return DONE;
}

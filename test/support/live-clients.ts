import { BlockfrostLedger } from '../../src-main/ledger/blockfrost/client.ts';
import { ServiceClient } from '../../src-main/service/service-client.ts';
import { systemClock, systemRandom } from '../../src-main/system/clock.ts';
import { accessKey, baseUrl } from './http-parts.ts';
import type { PracticeEndpoints } from './practice-process.ts';

/** Tests poll faster than people trade. */
const RATE = { concurrency: 4, perSecond: 100, burst: 100 };
const MACHINE = { clock: systemClock, random: systemRandom, rate: RATE };

/** The clients of live mode, as the application wires them, for a running practice service. */
export function liveClients(endpoints: PracticeEndpoints): {
  readonly service: ServiceClient;
  readonly ledger: BlockfrostLedger;
  close(): Promise<void>;
} {
  const key = accessKey(endpoints.apiKey);
  const service = new ServiceClient({ ...MACHINE, base: baseUrl(endpoints.baseUrl, false), key });
  const ledger = new BlockfrostLedger({ ...MACHINE, base: baseUrl(endpoints.ledgerUrl) });
  return {
    service,
    ledger,
    close: async () => {
      await Promise.all([service.close(), ledger.close()]);
    },
  };
}

/** The value of a success; throws with the failure otherwise. */
export function need<T>(outcome: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

/** Asks the practice faucet for funds; answers the transaction's hash. */
export async function askFaucet(endpoints: PracticeEndpoints, address: string): Promise<string> {
  const response = await fetch(`${endpoints.ledgerUrl}/practice/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  });
  return ((await response.json()) as { tx_hash: string }).tx_hash;
}

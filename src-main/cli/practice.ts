import { fileURLToPath } from 'node:url';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { connector } from '../composition/connector.ts';
import { PracticeHelper } from '../composition/practice-helper.ts';
import type { PracticeEndpoints } from '../ports/practice-host.ts';
import { systemClock } from '../system/clock.ts';
import { forkHelper } from '../system/processes.ts';
import { systemRandom } from '../system/random.ts';

const ENTRY = fileURLToPath(new URL('../practice/main.ts', import.meta.url));

/** A practice service of a command's own: in a process beside it, on this machine only, in memory. */
export interface OwnPractice {
  readonly endpoints: PracticeEndpoints;
  /** Funds an address from the faucet. Failures: `ledger-…`. */
  fund(address: string): Promise<Result<void, Failure>>;
  stop(): Promise<void>;
}

/** Starts practice with some of its options. It ends with this process, however that ends. Failure: `practice-unavailable`. */
export async function startPractice(options: readonly string[]): Promise<Result<OwnPractice, Failure>> {
  const helper = new PracticeHelper(forkHelper, ENTRY, options);
  const started = await helper.start();
  if (!started.ok) return started;
  const endpoints = started.value;
  const { ledgerUrl, apiKey } = endpoints;
  return ok({
    endpoints,
    fund: (address) => connector(systemClock, systemRandom).fund(ledgerUrl, apiKey, address),
    stop: () => helper.stop(),
  });
}

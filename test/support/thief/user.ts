import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import type { AssetId } from '#domain/asset.ts';
import { knownScripts, provenScripts } from '../../../src-main/app/order-scripts.ts';
import { parseAccessKey } from '../../../src-main/http/access-key.ts';
import { parseBaseUrl } from '../../../src-main/http/base-url.ts';
import { consent } from '../../../src-main/cli/trade.ts';
import { BlockfrostLedger } from '../../../src-main/ledger/blockfrost/client.ts';
import { TokenCatalogue } from '../../../src-main/market/token-catalogue.ts';
import type { Clock, Log, Random } from '../../../src-main/ports/system.ts';
import { lendReceiptKey } from '../../../src-main/receipt/receipt-key.ts';
import { ServiceClient } from '../../../src-main/service/service-client.ts';
import type { SigningRequest } from '../../../src-main/trading/commitment.ts';
import type { Consent, Review } from '../../../src-main/trading/reviewer.ts';
import { Trading } from '../../../src-main/trading/trading.ts';
import { signingBy } from '../trader.ts';
import { NOW, signedByOwner } from './cast.ts';
import { answerLedger } from './ledger-answers.ts';
import { MemoryJournal, type Kept } from './memory-journal.ts';
import { answerService, type ListedOrder } from './service-answers.ts';
import { answerFor } from './transport.ts';
import type { ThiefWorld } from './world.ts';

const SERVICE = 'http://127.0.0.1:1';
const LEDGER = 'http://127.0.0.1:2';
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const UNBOUND = { concurrency: 1_000, perSecond: 1e9, burst: 1e9 };
/** Practice's exchanges, and the real ones beside them. */
export const SCRIPTS = {
  known: new Map([...knownScripts('live', 'mainnet').known, ...knownScripts('practice', 'preprod').known]),
  listed: new Map([...provenScripts('live', 'mainnet'), ...provenScripts('practice', 'preprod')]),
  complete: true,
};
/** Waits that are as long as this never end: nothing here takes its time. */
const LONG_MS = 5_000;

/** Milliseconds of a short sleep that pass with each turn of the event loop. */
const TURN_MS = 50;

/** The wall clock stands still, and a short sleep lasts a few turns of the event loop. */
class QuickClock implements Clock {
  #monotonic = 0;

  now() {
    return NOW;
  }

  monotonic(): number {
    this.#monotonic += 1;
    return this.#monotonic;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      let left = Math.ceil(ms / TURN_MS);
      const turn = (): void => {
        left -= 1;
        if (signal?.aborted) return;
        if (left <= 0) resolve();
        else setImmediate(turn);
      };
      signal?.addEventListener('abort', () => resolve(), { once: true });
      if (ms < LONG_MS) setImmediate(turn);
    });
  }
}

export const quickClock: Clock = new QuickClock();

/** Numbers that never repeat; nothing here rests on their being unpredictable. */
function countedRandom(): Random {
  let drawn = 0;
  return {
    bytes(count) {
      const bytes = new Uint8Array(count);
      drawn += 1;
      for (let at = 0; at < Math.min(count, 6); at += 1) bytes[at] = Math.floor(drawn / 256 ** at) % 256;
      return bytes;
    },
  };
}

/** The trading core over a thief's world, and the user who signs with the account's own keys. */
export interface User {
  readonly trading: Trading;
  readonly service: ServiceClient;
  /** The token as shown to the user, with the decimals that typed amounts are read with. */
  readonly token: (id: AssetId) => Promise<Result<Token, Failure>>;
  readonly journal: MemoryJournal;
  readonly sign: SigningRequest;
  /** Hashes of what the user's keys signed, in order. */
  readonly signed: string[];
  close(): Promise<void>;
}

export function openUser(world: ThiefWorld, journal: Kept, listed: readonly ListedOrder[]): User {
  answerFor(SERVICE, (call) => answerService(world, listed, call));
  answerFor(LEDGER, (call) => answerLedger(world, call));
  const random = countedRandom();
  const parts = { clock: quickClock, random, rate: UNBOUND };
  const service = new ServiceClient({
    ...parts,
    base: must(parseBaseUrl(SERVICE)),
    key: must(parseAccessKey('thief-test-key')),
  });
  const ledger = new BlockfrostLedger({ ...parts, base: must(parseBaseUrl(LEDGER)) });
  const catalogue = new TokenCatalogue(service, ledger, quickClock);
  const kept = new MemoryJournal(journal);
  const signed: string[] = [];
  const trading = new Trading({
    service,
    ledger,
    journal: kept,
    clock: quickClock,
    random,
    log: SILENT,
    network: 'preprod',
    scripts: SCRIPTS,
    token: (id) => catalogue.get(id),
    pollMs: 500,
    confirmations: 1,
    version: 'test',
  });
  return {
    trading,
    service,
    token: (id) => catalogue.get(id),
    journal: kept,
    signed,
    sign: signingBy((approved) => {
      const redeemed = approved.redeem(quickClock.now());
      if (!redeemed.ok) return Promise.resolve(redeemed);
      const { bodyHash, signers } = approved;
      signed.push(bodyHash);
      return Promise.resolve(
        ok({
          witnessSet: signedByOwner(bodyHash, signers),
          receiptKey: lendReceiptKey(new Uint8Array(96), random.bytes(32), 'preprod', bodyHash),
        }),
      );
    }),
    close: async () => {
      await trading.stop();
      await Promise.all([service.close(), ledger.close()]);
    },
  };
}

const NEVER = new AbortController().signal;

/** Whether somebody who says yes to everything but warnings about money signs this: `--yes` of the command line. */
export async function saysYes(review: Review): Promise<boolean> {
  if (review.trade.state === 'refused') return false;
  return (await consent(review, { acceptedWarnings: [] }, NEVER)) === undefined;
}

export function agreementTo({ inspection, agreementHash, worseThanQuote }: Review): Consent {
  const { bodyHash, summaryHash, report } = inspection;
  const warnings = report.findings.filter(({ severity }) => severity === 'warn');
  return {
    bodyHash,
    summaryHash,
    agreementHash,
    consents: warnings.map(({ rule }) => rule),
    worse: worseThanQuote !== undefined,
  };
}

export function must<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.code} ${JSON.stringify(result.failure.data ?? {})}`);
}

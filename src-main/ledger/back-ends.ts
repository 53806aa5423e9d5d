import { LEDGER_API_TABLE, type LedgerApi } from '#domain/ledger-apis.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { parseBaseUrl, type BaseUrl } from '../http/base-url.ts';
import type { Ledger, ReferenceSource, StatedClock } from '../ports/ledger.ts';
import { BlockfrostLedger } from './blockfrost/client.ts';
import { completed, submittingBy } from './joined.ts';
import { KoiosLedger } from './koios/client.ts';
import type { BackEnd, BackEndOptions } from './ledger-read.ts';
import { OgmiosLedger } from './ogmios/client.ts';
import { SubmitApi } from './submit-api/client.ts';

/** The client of each API. Their capabilities are in `LEDGER_API_TABLE`. */
export const BACK_ENDS: { readonly [Api in LedgerApi]: (options: BackEndOptions) => BackEnd } = {
  koios: (options) => new KoiosLedger(options),
  blockfrost: (options) => new BlockfrostLedger(options),
  ogmios: (options) => new OgmiosLedger(options),
};

/** APIs whose address may be written as a WebSocket's. */
const SOCKETS: ReadonlySet<LedgerApi> = new Set(['ogmios']);

/** Checks a back-end's address. Failure: `service-address-refused`. */
export function parseLedgerUrl(url: string, api: LedgerApi): Result<BaseUrl, Failure> {
  const plain = SOCKETS.has(api) ? url.trim().replace(/^ws(?=s?:\/\/)/i, 'http') : url;
  return parseBaseUrl(plain, { pathAllowed: true });
}

type Common = Pick<BackEndOptions, 'clock' | 'random'>;
type Place = Omit<BackEndOptions, keyof Common> & { readonly api: LedgerApi };

export interface LedgerPlaces {
  readonly first: Place;
  /** A submit API that takes the place of the first back-end's own way to submit. */
  readonly submit?: Omit<Place, 'api' | 'key'> | undefined;
  /** A back-end run by somebody else. */
  readonly second?: Place | undefined;
}

/** The ledger as trading sees it. */
export interface OpenLedger {
  readonly ledger: Ledger & StatedClock;
  readonly secondSource: ReferenceSource | undefined;
  /** `ledger-cannot-prove` if these back-ends lack the history that every trade needs. */
  readonly lacks: Failure | undefined;
  close(): Promise<void>;
}

/**
 * Opens the back-ends that were chosen. A first one without history is completed by a second one that has it: then the
 * two change places as witnesses, so that neither vouches for its own word.
 */
export function openLedger(places: LedgerPlaces, common: Common): OpenLedger {
  const { first: at, second: other, submit: companion } = places;
  const first = BACK_ENDS[at.api]({ ...common, ...at });
  const second = other && BACK_ENDS[other.api]({ ...common, ...other });
  const submitApi = companion && new SubmitApi({ ...common, ...companion });
  const { history, name } = LEDGER_API_TABLE[at.api];
  const helps = !history && other !== undefined && LEDGER_API_TABLE[other.api].history;
  const taking = submitApi === undefined ? first : submittingBy(first, submitApi);
  return {
    ledger: second !== undefined && helps ? completed(taking, second) : taking,
    secondSource: helps ? first : second,
    lacks: history || helps ? undefined : failure('ledger-cannot-prove', { backEnd: name, what: 'history' }),
    async close() {
      await Promise.all([first.close(), second?.close(), submitApi?.close()]);
    },
  };
}

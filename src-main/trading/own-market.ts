import { valuesEqual } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failureText, type Failure } from '#domain/failure.ts';
import type { Slot } from '#domain/time.ts';
import { parseAddress } from '../cardano/address.ts';
import { proveInput } from '../inspect/resolution.ts';
import type { KnownPools } from '../pools/known-pools.ts';
import type { Ledger, Utxo } from '../ports/ledger.ts';
import type { Clock } from '../ports/system.ts';
import { bestRoute, type Route } from '../router/route.ts';
import {
  notComputed,
  placesOf,
  routableScripts,
  type ToldOutput,
  type ToldPlace,
} from '../router/told-pools.ts';

/** What is traded, and what may be used for it. */
export interface MarketTask {
  readonly sells: AssetId;
  readonly wants: AssetId;
  /** Base units of `sells`. */
  readonly quantity: bigint;
  /** Whether the user lets an exchange be used; by the name that the list of pools has for it. */
  readonly allowed: (exchange: string) => boolean;
}

/** The app's own view of a market: pools as a ledger back-end tells of them, and the best route over them. */
export type MarketReading =
  | {
      readonly kind: 'read';
      /** The ledger's latest block when they were read. */
      readonly slot: Slot;
      /** `undefined` if no pool of the pair pays anything. */
      readonly route: Route | undefined;
      /** Pools of the pair that were read. */
      readonly pools: number;
      /** Outputs at pool scripts that could not be read as pools. */
      readonly unread: number;
      /** False if there are more outputs than were read. */
      readonly complete: boolean;
      /** Whether the bytes of their transactions prove what the route's pools held. */
      readonly proven: boolean;
      /** Pools whose transactions' bytes hold something else than what was told of them: left out. */
      readonly contradicted: number;
      /** Exchanges whose pools cannot be computed with, and why, as a clause. */
      readonly notComputed: ReadonlyMap<string, string>;
    }
  /** `why`: a clause. */
  | { readonly kind: 'unread'; readonly why: string };

export interface OwnMarketParts {
  readonly ledger: Pick<Ledger, 'tip' | 'scriptOutputs' | 'transactionCbor'>;
  readonly clock: Clock;
  readonly pools: KnownPools;
}

/** Milliseconds that the pools are waited for. */
const READING_MS = 4_000;
/** How long outputs are listed: what has come by then is compared, and the rest of the time is for its proofs. */
const LISTING_MS = 3_000;
const LATE = 'the ledger back-end did not tell of the pools in time';
/** How often a route is looked for again without the pools that turned out to be told wrongly. */
const MOST_ROUNDS = 4;

/**
 * Reads the pools of a pair and finds the best route over them. Takes at most `READING_MS`, and ends before `until`. Never
 * fails and never throws: a back-end that lies, hangs or answers nonsense can at most leave the trade unchecked, which is
 * said, and never stand in its way.
 */
export async function readMarket(
  task: MarketTask,
  parts: OwnMarketParts,
  until: number,
  signal?: AbortSignal,
): Promise<MarketReading> {
  const { clock } = parts;
  const over = new AbortController();
  const given = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  const left = Math.min(READING_MS, until - clock.now());
  const late = clock.sleep(Math.max(0, left), given).then(() => unread(LATE));
  const reading = readPools(task, parts, given, Math.min(LISTING_MS, left)).catch(() =>
    unread('its pools could not be computed with'),
  );
  try {
    return await Promise.race([reading, late]);
  } finally {
    over.abort();
  }
}

async function readPools(
  { sells, wants, quantity, allowed }: MarketTask,
  { ledger, clock, pools: known }: OwnMarketParts,
  signal: AbortSignal,
  listingMs: number,
): Promise<MarketReading> {
  // Without ADA on either side nothing says what the exchanges' fees, which are in ADA, are worth in this trade.
  if (sells !== ADA && wants !== ADA) return unread('only trades between ADA and a token are compared');
  const scripts = routableScripts(known, allowed);
  if (scripts.length === 0) return unread('no pools that may be used are known on this network');
  const enough = new AbortController();
  void clock.sleep(Math.max(0, listingMs), signal).then(() => enough.abort());
  const [tip, listed] = await Promise.all([
    ledger.tip(signal),
    ledger.scriptOutputs(scripts, sells === ADA ? wants : sells, enough.signal),
  ]);
  if (!tip.ok) return unread(clause(tip.failure));
  if (!listed.ok) return unread(enough.signal.aborted ? LATE : clause(listed.failure));
  const told = listed.value.outputs.flatMap(toldOutput);
  const { places: read, unread: strange, complete } = placesOf(told, known, tip.value.time);
  let places = read.filter(({ pool }) => pool.assets.includes(sells) && pool.assets.includes(wants));
  const pools = places.length;
  let contradicted = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const route = bestRoute({ sells, wants, quantity, places });
    const proofs = await Promise.all(
      (route?.parts ?? []).map(async ({ place }) => ({
        place,
        proof: await proofOf((place as ToldPlace).told, ledger, signal),
      })),
    );
    const wrong = new Set(proofs.filter(({ proof }) => proof === 'contradicted').map(({ place }) => place));
    if (wrong.size === 0)
      return {
        ...{ kind: 'read', slot: tip.value.slot, route, pools: pools - contradicted, unread: strange },
        complete: listed.value.complete && complete,
        proven: proofs.every(({ proof }) => proof === 'proven'),
        contradicted,
        notComputed: notComputed(known),
      };
    contradicted += wrong.size;
    places = places.filter((place) => !wrong.has(place));
  }
  return unread('the ledger back-end contradicts itself about the pools');
}

function unread(why: string): MarketReading {
  return { kind: 'unread', why };
}

/** A failure's sentence as a clause. */
function clause(failure: Failure): string {
  const { what } = failureText(failure);
  return `${what.slice(0, 1).toLowerCase()}${what.slice(1).replace(/\.$/, '')}`;
}

function toldOutput({ txHash, index, address, value, inlineDatum }: Utxo): readonly ToldOutput[] {
  const script = scriptOf(address);
  return script === undefined ? [] : [{ reference: `${txHash}#${index}`, script, value, datum: inlineDatum }];
}

function scriptOf(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed.ok && parsed.value.payment.kind === 'script' ? parsed.value.payment.hash : undefined;
}

/**
 * Compares what was told of an output with its transaction's bytes. They prove what the output holds, not that the
 * transaction is on chain, nor that nothing has spent the output: both stay the back-end's word.
 */
async function proofOf(
  { reference, script, value, datum }: ToldOutput,
  ledger: Pick<Ledger, 'transactionCbor'>,
  signal: AbortSignal,
): Promise<'proven' | 'told' | 'contradicted'> {
  const cut = reference.indexOf('#');
  const cbor = await ledger.transactionCbor(reference.slice(0, cut), signal);
  if (!cbor.ok || cbor.value === undefined) return 'told';
  const proven = proveInput(reference as `${string}#${number}`, cbor.value);
  if (!proven.ok) return 'contradicted';
  const { address, value: held, datum: named } = proven.value;
  const same =
    scriptOf(address) === script &&
    valuesEqual(held, value) &&
    (named?.kind === 'inline' ? named.hex : undefined) === datum;
  return same ? 'proven' : 'contradicted';
}

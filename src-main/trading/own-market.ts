import { valuesEqual } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { MarketAtDecision, SeenPool } from '#domain/fill-audit.ts';
import type { Slot } from '#domain/time.ts';
import { parseAddress } from '../cardano/address.ts';
import { proveInput } from '../cardano/resolution.ts';
import type { KnownPools } from '../exchanges/known-pools.ts';
import type { Ledger, Utxo } from '../ports/ledger.ts';
import type { Clock } from '../ports/system.ts';
import { routeBetweenTokens, worthOfLovelace } from '../exchanges/routing/between-tokens.ts';
import { bestRoute, type Route } from '../exchanges/routing/route.ts';
import {
  notComputed,
  placesOf,
  routableScripts,
  type ReportedOutput,
  type ReportedPlace,
} from '../exchanges/routing/reported-pools.ts';

/** The trade to price, and the resources that may be used for it. */
export interface MarketTask {
  readonly sells: AssetId;
  readonly wants: AssetId;
  /** Base units of `sells`. */
  readonly quantity: bigint;
  /** Whether the user allows an exchange, by its name in the list of pools. */
  readonly allowed: (exchange: string) => boolean;
  /** The most orders it may be divided into; one for each exchange if absent. */
  readonly mostOrders?: number;
}

/** The app's own view of a market: the pools that a ledger back-end reports, and the best route over them. */
export type MarketReading =
  | {
      readonly kind: 'read';
      /** The latest block when they were read. */
      readonly slot: Slot;
      /** `undefined` if no pool of the pair pays anything. */
      readonly route: Route | undefined;
      /** Pools of the pair that were read. */
      readonly pools: number;
      /** The same pools by their outputs, those of the route first; at most `MOST_SEEN`. */
      readonly seen: readonly SeenPool[];
      /** Outputs at pool scripts that could not be read as pools. */
      readonly unread: number;
      /** False if there are more outputs than were read. */
      readonly complete: boolean;
      /** Whether the bytes of their transactions prove what the route's pools held. */
      readonly proven: boolean;
      /** Pools left out because their transactions' bytes contradict what was reported. */
      readonly contradicted: number;
      /** Exchanges whose pools are not computable, each with the reason as a clause. */
      readonly notComputed: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'unread'; readonly why: Unread };

/** Why there is no reading: a clause, or the ledger back-end's failure. */
type Unread = string | Failure;

export interface OwnMarketParts {
  readonly ledger: Pick<Ledger, 'tip' | 'scriptOutputs' | 'transactionCbor'>;
  readonly clock: Clock;
  readonly pools: KnownPools;
}

/** How long the reading may take, in milliseconds. */
const READING_MS = 4_000;
/** Time limit for listing outputs. Those received by then are compared; the remaining time is for proofs. */
const LISTING_MS = 3_000;
/** More pools of one pair than any exchange has. */
const MOST_SEEN = 64;
const LATE = 'the ledger back-end did not report the pools in time';
/** How often routing is repeated without pools that turned out to be misreported. */
const MOST_ROUNDS = 4;

/**
 * Reads the pools of a pair once, and finds the best route over them for each task; all trade the same two assets. The
 * readings are in their order. Takes at most `READING_MS`, and ends before `until`. Never fails and never throws: a
 * back-end that lies, hangs or answers nonsense can leave the price unchecked, in which case the user is informed, but
 * it can never stand in the way of the trade.
 */
export async function readMarkets(
  tasks: readonly MarketTask[],
  parts: OwnMarketParts,
  until: number,
  signal?: AbortSignal,
): Promise<readonly MarketReading[]> {
  const { clock } = parts;
  const over = new AbortController();
  const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  const left = Math.min(READING_MS, until - clock.now());
  const all = (why: Unread): readonly MarketReading[] => tasks.map(() => unread(why));
  const late = clock.sleep(Math.max(0, left), either).then(() => all(LATE));
  const reading = readPools(tasks, parts, either, Math.min(LISTING_MS, left)).then(
    (read) => (isUnread(read) ? all(read) : read),
    () => all('its pools could not be computed'),
  );
  try {
    return await Promise.race([reading, late]);
  } finally {
    over.abort();
  }
}

/** The readings, or why there is none. */
async function readPools(
  tasks: readonly MarketTask[],
  { ledger, clock, pools: known }: OwnMarketParts,
  signal: AbortSignal,
  listingMs: number,
): Promise<readonly MarketReading[] | Unread> {
  const [first] = tasks;
  if (!first) return [];
  const { sells, wants } = first;
  const scripts = routableScripts(known, (exchange) => tasks.some(({ allowed }) => allowed(exchange)));
  if (scripts.length === 0) return 'no usable pools are known on this network';
  const enough = new AbortController();
  void clock.sleep(Math.max(0, listingMs), signal).then(() => enough.abort());
  const tokens = [sells, wants].filter((asset) => asset !== ADA);
  const [tip, ...lists] = await Promise.all([
    ledger.tip(signal),
    ...tokens.map((token) => ledger.scriptOutputs(scripts, token, enough.signal)),
  ]);
  if (!tip.ok) return tip.failure;
  const outputs = new Map<string, ReportedOutput>();
  for (const listed of lists) {
    if (!listed.ok) return enough.signal.aborted ? LATE : listed.failure;
    for (const output of listed.value.outputs.flatMap(reportedOutput)) outputs.set(output.reference, output);
  }
  const { places, unread: strange, complete } = placesOf([...outputs.values()], known, tip.value.time);
  const traded = [ADA, sells, wants];
  // Between two tokens, their pools with ADA count too: an order may go through them, and they say what fees are worth.
  const pair = places.filter(({ pool }) => pool.assets.every((asset) => traded.includes(asset)));
  const lovelaceWorth = tokens.length === 2 ? worthOfLovelace(pair, wants) : 1;
  if (lovelaceWorth === undefined && pair.length > 0)
    return "what the exchanges' fees are worth in the token bought is unknown";
  const proofs = new Map<ReportedOutput, Promise<Proof>>();
  const prove = (output: ReportedOutput): Promise<Proof> => {
    const proof = proofs.get(output) ?? proofOf(output, ledger, signal);
    proofs.set(output, proof);
    return proof;
  };
  const listing = {
    slot: tip.value.slot,
    unread: strange,
    complete: complete && lists.every((listed) => listed.ok && listed.value.complete),
    notComputed: notComputed(known),
  };
  return Promise.all(
    tasks.map(async (task): Promise<MarketReading> => {
      const routed = await provenRoute(
        { ...task, lovelaceWorth: lovelaceWorth ?? 0 },
        pair.filter(({ exchange }) => task.allowed(exchange)),
        prove,
      );
      return routed
        ? { kind: 'read', ...listing, ...routed }
        : unread('the ledger back-end contradicts itself about the pools');
    }),
  );
}

/** `lovelaceWorth`: what a lovelace of fees is worth between two tokens, in base units of the one bought. */
interface ValuedTask extends MarketTask {
  readonly lovelaceWorth: number;
}

/** The best route over pools that no transaction's bytes contradict; `undefined` if too many do. */
async function provenRoute(
  task: ValuedTask,
  reported: readonly ReportedPlace[],
  prove: (output: ReportedOutput) => Promise<Proof>,
) {
  let places = reported;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const route = routeOver(task, places);
    const proofs = await Promise.all(
      outputsOf(route).map(async (output) => ({ output, proof: await prove(output) })),
    );
    const wrong = new Set(proofs.filter(({ proof }) => proof === 'contradicted').map(({ output }) => output));
    if (wrong.size === 0)
      return {
        ...{ route, pools: places.length, contradicted: reported.length - places.length },
        seen: seenPools(places, route),
        proven: proofs.every(({ proof }) => proof === 'proven'),
      };
    places = places.filter(({ outputs }) => !outputs.some((output) => wrong.has(output)));
  }
  return undefined;
}

function routeOver(task: ValuedTask, places: readonly ReportedPlace[]): Route | undefined {
  const { sells, wants, quantity, mostOrders, allowed, lovelaceWorth } = task;
  const most = mostOrders === undefined ? {} : { mostOrders };
  return sells === ADA || wants === ADA
    ? bestRoute({ sells, wants, quantity, places, ...most })
    : routeBetweenTokens({ sells, wants, quantity, places, allowed, lovelaceWorth, ...most });
}

function outputsOf(route: Route | undefined): readonly ReportedOutput[] {
  return (route?.parts ?? []).flatMap(({ place }) => (place as ReportedPlace).outputs);
}

/** The part of a reading that is kept with the trade; `undefined` if no pool was read. */
export function marketAtDecision(reading: MarketReading, better?: number): MarketAtDecision | undefined {
  if (reading.kind === 'unread' || reading.seen.length === 0) return undefined;
  return { slot: reading.slot, pools: reading.seen, ...(better === undefined ? {} : { better }) };
}

function seenPools(places: readonly ReportedPlace[], route: Route | undefined): readonly SeenPool[] {
  const used = new Set(outputsOf(route));
  const isUsed = ({ outputs }: ReportedPlace): boolean => outputs.some((output) => used.has(output));
  return places
    .toSorted((left, right) => Number(isUsed(right)) - Number(isUsed(left)))
    .slice(0, MOST_SEEN)
    .flatMap(({ outputs, pool: { assets } }) =>
      outputs.map(({ reference, script }) => ({
        reference: reference as `${string}#${number}`,
        script,
        assets,
      })),
    );
}

function isUnread(read: readonly MarketReading[] | Unread): read is Unread {
  return typeof read === 'string' || 'code' in read;
}

function unread(why: Unread): MarketReading {
  return { kind: 'unread', why };
}

function reportedOutput({ txHash, index, address, value, inlineDatum }: Utxo): readonly ReportedOutput[] {
  const script = scriptOf(address);
  return script === undefined ? [] : [{ reference: `${txHash}#${index}`, script, value, datum: inlineDatum }];
}

function scriptOf(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed.ok && parsed.value.payment.kind === 'script' ? parsed.value.payment.hash : undefined;
}

type Proof = 'proven' | 'reported' | 'contradicted';

/**
 * Compares a reported output with its transaction's bytes. They prove what the output holds, but not that the transaction
 * is on chain or that the output is unspent: for both there is only the back-end's word.
 */
async function proofOf(
  { reference, script, value, datum }: ReportedOutput,
  ledger: Pick<Ledger, 'transactionCbor'>,
  signal: AbortSignal,
): Promise<Proof> {
  const cut = reference.indexOf('#');
  const cbor = await ledger.transactionCbor(reference.slice(0, cut), signal);
  if (!cbor.ok || cbor.value === undefined) return 'reported';
  const proven = proveInput(reference as `${string}#${number}`, cbor.value);
  if (!proven.ok) return 'contradicted';
  const { address, value: held, datum: named } = proven.value;
  const same =
    scriptOf(address) === script &&
    valuesEqual(held, value) &&
    (named?.kind === 'inline' ? named.hex : undefined) === datum;
  return same ? 'proven' : 'contradicted';
}

import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Trade } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { parseAddress } from '../cardano/address.ts';
import { assembleLocally } from '../inspect/after-signing.ts';
import { gatherSignatures, isSignatureOver, type ReturnedSignature } from '../inspect/returned-signatures.ts';
import {
  bodyHashesOf,
  bundleText,
  fingerprintOf,
  readOfflineBundle,
  SHORTEST_VALIDITY_MS,
  type OfflineBundle,
} from '../offline/bundle.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Claim, Clearance } from './clearance.ts';
import type { CommitmentParts, SignedNow } from './commitment.ts';
import { followOnce } from './follower.ts';
import type { Consent, Review, Reviewer } from './reviewer.ts';

interface ElsewhereParts extends CommitmentParts {
  readonly reviews: Reviewer;
  /** Works on a trade that nobody else works on. */
  readonly work: (
    tradeId: string,
    work: (entry: JournalEntry) => Promise<Result<Trade, Failure>>,
  ) => Promise<Result<Trade, Failure>>;
  readonly clearance: Clearance;
  /** Has a signed trade assembled and sends it. */
  readonly complete: (
    entry: JournalEntry,
    signal: AbortSignal | undefined,
    now: SignedNow,
  ) => Promise<Result<Trade, Failure>>;
}

/** A trade that was handed out, and the bundle to be signed. */
export interface HandedOut {
  readonly trade: Trade;
  readonly fingerprint: string;
  /** The bundle as the text of a file, and what that file is called. */
  readonly text: string;
  readonly fileName: string;
}

/** Everything that leaves together with a transaction. */
export interface Along {
  /** Trades under the same agreement, in its order: all leave in one bundle, or none. */
  readonly others?: readonly string[];
  /** Where the keys are, for devices that derive them. */
  readonly paths?: OfflineBundle['paths'];
}

/** The result of one trade's signatures from a bundle. */
export interface TakenIn {
  readonly tradeId: string;
  readonly outcome: Result<Trade, Failure>;
}

/** A trade about to leave, and what was shown of it. */
interface Leaving {
  readonly entry: JournalEntry;
  readonly review: Review;
}

/** Trades whose keys are on another machine: they leave as a bundle, and come back as signatures. */
export class SignedElsewhere {
  readonly #parts: ElsewhereParts;

  constructor(parts: ElsewhereParts) {
    this.#parts = parts;
  }

  /**
   * Hands reviewed transactions out to be signed elsewhere. The signing machine asks for consent to their warnings.
   * They are saved as `exported` before anyone gets them: from then on they may reach the chain without us, and are
   * followed until they do or expire. Failures: `trade-not-in-that-state`, `inspection-blocked` (something else was
   * shown), `offline-too-late`, `offline-unproven`, and any that would prevent sending.
   */
  async handOut(
    tradeId: string,
    shown: Pick<Consent, 'bodyHash' | 'agreementHash'>,
    { others = [], paths = [] }: Along = {},
    signal?: AbortSignal,
  ): Promise<Result<HandedOut, Failure>> {
    let handout: { readonly fingerprint: string; readonly text: string } | undefined;
    const exported = await this.#workOnAll([tradeId, ...others], [], async (leaving) => {
      const [first] = leaving;
      if (!first) return failed(failure('trade-unknown'));
      const same = leaving.every(({ review }) => review.agreementHash === shown.agreementHash);
      if (!same || shown.bodyHash !== first.entry.trade.bodyHash)
        return failed(failure('inspection-blocked', { finding: 'Something else was shown.', rule: 'S1' }));
      const bundle = this.#bundleOf(first, leaving, paths);
      if (!bundle.ok) return bundle;
      const cleared = await this.#clearAll(leaving, signal);
      if (!cleared.ok) return cleared;
      const claimed = cleared.value();
      if (!claimed.ok) return claimed;
      const fingerprint = fingerprintOf(bundle.value);
      const text = bundleText(bundle.value);
      const trade = this.#recordAll(first.entry, leaving, { fingerprint, text });
      handout = { fingerprint, text };
      return ok(trade);
    });
    if (!exported.ok) return exported;
    return handout ? ok(handedOut(exported.value, handout)) : failed(failure('internal-error'));
  }

  /** The bundle of a trade that is out, to be shown or saved once more. Failures: `trade-unknown`, `trade-not-in-that-state`. */
  again(tradeId: string): Result<HandedOut, Failure> {
    const entry = this.#parts.book.get(tradeId);
    return entry ? bundleAgain(entry) : failed(failure('trade-unknown'));
  }

  /**
   * Takes in the signatures of a trade that was handed out, and of those that left with it. Each signature goes to the
   * transaction that it signs; a transaction that is no longer out needs none. Failures: `witness-of-another` if one
   * signs no transaction of the bundle; then nothing is taken. The answer has the result for each trade that is still
   * out, `tradeId`'s first.
   */
  async takeInAll(
    tradeId: string,
    returned: readonly ReturnedSignature[],
    signal?: AbortSignal,
  ): Promise<Result<readonly TakenIn[], Failure>> {
    const entry = this.#parts.book.get(tradeId);
    if (!entry) return failed(failure('trade-unknown'));
    const waiting = [entry, ...this.#outWith(entry)];
    const bundle = readOfflineBundle(entry.bytes.bundle ?? '');
    const hashes = bundle.ok ? bodyHashesOf(bundle.value).flatMap((hash) => hash ?? []) : [];
    const overOne = returned.every((witness) =>
      [entry.trade.bodyHash, ...hashes].some((hash) => isSignatureOver(hash, witness)),
    );
    if (returned.length === 0 || !overOne) return failed(failure('witness-of-another'));
    const taken: TakenIn[] = [];
    // One after the other: if one cannot be sent, the next one's signatures must not be lost.
    for (const { trade } of waiting) {
      const own = returned.filter((witness) => isSignatureOver(trade.bodyHash, witness));
      taken.push({ tradeId: trade.id, outcome: await this.#takeInOne(trade.id, own, signal) });
    }
    return ok(taken);
  }

  /**
   * The same for a single trade, with its result. Each signature is verified against the body's hash and the
   * required keys; those of an incomplete set are kept. Once all are here, the trade is assembled and sent like one
   * signed here. Failures: `trade-not-in-that-state`, `witness-of-another`, `witness-of-stranger`,
   * `witness-incomplete`, those of assembling and sending.
   */
  async takeIn(
    tradeId: string,
    returned: readonly ReturnedSignature[],
    signal?: AbortSignal,
  ): Promise<Result<Trade, Failure>> {
    const all = await this.takeInAll(tradeId, returned, signal);
    if (!all.ok) return all;
    const [own, ...others] = all.value.map(({ outcome }) => outcome);
    if (!own) return failed(failure('trade-unknown'));
    // Trouble with another trade is reported too, since nobody is looking at that one now. Missing signatures are no
    // trouble.
    const trouble = others.find((went) => !went.ok && went.failure.code !== 'witness-incomplete');
    return own.ok ? (trouble ?? own) : own;
  }

  #takeInOne(
    tradeId: string,
    returned: readonly ReturnedSignature[],
    signal?: AbortSignal,
  ): Promise<Result<Trade, Failure>> {
    return this.#parts.work(tradeId, async (entry) => {
      if (entry.trade.state !== 'exported')
        return failed(failure('trade-not-in-that-state', { state: entry.trade.state }));
      const { unsignedCbor, ownSigners, gathered } = entry.bytes;
      const found = gatherSignatures(unsignedCbor, ownSigners, gathered, returned);
      if (!found.ok) return found;
      const { book } = this.#parts;
      const { there, needed, enough, witnessSet } = found.value;
      if (!enough) {
        const note = journalNote('gathered', { there: String(there), needed: String(needed) });
        if (returned.length > 0)
          await book.whenFree(() =>
            book.record(entry, 'exported', note, { bytes: { gathered: witnessSet } }),
          );
        return failed(failure('witness-incomplete', { there, needed }));
      }
      return this.#signed(entry, witnessSet, signal);
    });
  }

  /** The other trades that left in the same bundle and are still out. */
  #outWith({ trade: { id, exported } }: JournalEntry): readonly JournalEntry[] {
    if (exported === undefined) return [];
    return this.#parts.book
      .openEntries()
      .filter(({ trade }) => trade.id !== id && trade.state === 'exported' && trade.exported === exported);
  }

  /** Works on several trades that nobody else is working on. */
  async #workOnAll(
    ids: readonly string[],
    held: readonly Leaving[],
    work: (all: readonly Leaving[]) => Promise<Result<Trade, Failure>>,
  ): Promise<Result<Trade, Failure>> {
    const [id, ...rest] = ids;
    if (id === undefined) return work(held);
    return this.#parts.work(id, async (entry) => {
      const review = this.#parts.reviews.waiting(entry.trade);
      return review.ok ? this.#workOnAll(rest, [...held, { entry, review: review.value }], work) : review;
    });
  }

  async #clearAll(all: readonly Leaving[], signal?: AbortSignal): Promise<Result<Claim, Failure>> {
    const claims: { readonly entry: JournalEntry; readonly claim: Claim }[] = [];
    for (const { entry, review } of all) {
      const one = await this.#parts.clearance.clear(entry, review, signal);
      if (!one.ok) return one;
      claims.push({ entry, claim: one.value });
    }
    return ok(() => this.#claimAll(claims));
  }

  /** All of them, or none. */
  #claimAll(
    all: readonly { readonly entry: JournalEntry; readonly claim: Claim }[],
  ): Result<undefined, Failure> {
    for (const [at, { claim }] of all.entries()) {
      const one = claim();
      if (one.ok) continue;
      for (const { entry } of all.slice(0, at)) this.#parts.clearance.release(entry);
      return one;
    }
    return ok(undefined);
  }

  /** Records them as handed out. Returns the first as it is now. */
  #recordAll(
    first: JournalEntry,
    all: readonly Leaving[],
    { fingerprint, text }: { readonly fingerprint: string; readonly text: string },
  ): Trade {
    const { book, checkpoint, clearance, reviews } = this.#parts;
    const note = journalNote('handedOut', { fingerprint });
    let { trade } = first;
    for (const [at, { entry }] of all.entries())
      try {
        const changes = { trade: { failure: undefined, exported: fingerprint }, bytes: { bundle: text } };
        const next = book.record(entry, 'exported', note, changes);
        if (at === 0) ({ trade } = next);
        reviews.forget(entry.trade.id);
        checkpoint('exported-journalled');
      } catch (error) {
        // Nobody got these: anything not recorded as handed out was not handed out.
        for (const unrecorded of all.slice(at)) clearance.release(unrecorded.entry);
        throw error;
      }
    return trade;
  }

  async #signed(entry: JournalEntry, set: string, signal?: AbortSignal): Promise<Result<Trade, Failure>> {
    const { book, clock, checkpoint } = this.#parts;
    const own = assembleLocally(entry.bytes.unsignedCbor, set, entry.bytes.ownSigners);
    if (!own.ok) return own;
    // Whoever signed it can have sent it, too.
    const looked = await followOnce(entry, this.#parts, clock.now(), signal);
    if (!looked.ok) return looked;
    if (looked.value.trade.state !== 'exported') return ok(looked.value.trade);
    const note = journalNote('signedElsewhere', { fingerprint: entry.trade.exported ?? '' });
    const changes = { trade: { failure: undefined }, bytes: { witnessSet: set } };
    const signed = await book.whenFree(() => book.record(looked.value, 'signed', note, changes));
    checkpoint('signed-journalled');
    return this.#parts.complete(signed, signal, { transaction: own.value });
  }

  #bundleOf(
    { entry: { bytes }, review: { input: first, agreement, tip } }: Leaving,
    all: readonly Leaving[],
    paths: OfflineBundle['paths'],
  ): Result<OfflineBundle, Failure> {
    const now = this.#parts.clock.now();
    const ends = all.map(({ entry: { trade } }) => trade.validUntil ?? Number.POSITIVE_INFINITY);
    const left = Math.min(...ends) - now;
    if (left < SHORTEST_VALIDITY_MS)
      return failed(failure('offline-too-late', { left: Math.max(0, Math.floor(left / 60_000)) }));
    const proofs = new Map<string, string>();
    for (const { review } of all)
      for (const [reference, { known }] of review.input.resolved) {
        const hash = reference.slice(0, 64);
        const parent = review.input.parents?.get(hash);
        if (known !== 'proven' || parent === undefined) return failed(failure('offline-unproven'));
        proofs.set(hash, parent);
      }
    const signers = new Set(all.flatMap(({ entry }) => entry.bytes.ownSigners));
    const places = paths.filter(({ keyHash }) => signers.has(keyHash));
    const others = otherAddresses(bytes.owner, all, signers, new Set(places.map(({ keyHash }) => keyHash)));
    return ok({
      network: first.network,
      exportedAt: now,
      tipSlot: tip.slot,
      address: bytes.owner,
      ...(others.length === 0 ? {} : { addresses: others }),
      paths: places,
      agreement,
      transactions: all.map(({ entry, review: { input } }) => ({
        at: input.agreed.at,
        cbor: entry.bytes.unsignedCbor,
      })),
      parents: [...proofs.values()],
    });
  }
}

/** The wallet's addresses besides the first whose keys sign, unless a path names the key. */
function otherAddresses(
  first: string,
  all: readonly Leaving[],
  signers: ReadonlySet<string>,
  named: ReadonlySet<string>,
): readonly string[] {
  const found = all.flatMap(({ entry, review }) => [
    entry.bytes.owner,
    ...[...review.input.resolved.values()].map(({ address }) => address),
  ]);
  return [...new Set(found)].filter((text) => {
    const parsed = parseAddress(text);
    if (text === first || !parsed.ok || parsed.value.payment.kind !== 'key') return false;
    const { hash } = parsed.value.payment;
    return signers.has(hash) && !named.has(hash);
  });
}

/** The bundle that a trade of the journal is out in. Failure: `trade-not-in-that-state`. */
export function bundleAgain({ trade, bytes: { bundle: text } }: JournalEntry): Result<HandedOut, Failure> {
  const { exported: fingerprint } = trade;
  return trade.state === 'exported' && fingerprint !== undefined && text !== undefined
    ? ok(handedOut(trade, { fingerprint, text }))
    : failed(failure('trade-not-in-that-state', { state: trade.state }));
}

function handedOut(trade: Trade, bundle: Pick<HandedOut, 'fingerprint' | 'text'>): HandedOut {
  return { trade, ...bundle, fileName: `touchstone-${trade.bodyHash.slice(0, 16)}-bundle.json` };
}

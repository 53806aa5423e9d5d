import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Trade } from '#domain/trade.ts';
import { assembleLocally } from '../inspect/after-signing.ts';
import { gatherSignatures, type ReturnedSignature } from '../inspect/returned-signatures.ts';
import { bundleText, fingerprintOf, type BundledPath, type OfflineBundle } from '../offline/bundle.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Clearance } from './clearance.ts';
import type { CommitmentParts } from './commitment.ts';
import { followOnce } from './follower.ts';
import type { Consent, Review, Reviewer } from './reviewer.ts';

/** Milliseconds that a transaction must still be valid for: to carry it to another machine, read it there and return. */
const SHORTEST_VALIDITY_MS = 5 * 60_000;

interface ElsewhereParts extends CommitmentParts {
  readonly reviews: Reviewer;
  /** Works on a trade that nobody else works on. */
  readonly work: (
    tradeId: string,
    work: (entry: JournalEntry) => Promise<Result<Trade, Failure>>,
  ) => Promise<Result<Trade, Failure>>;
  readonly clearance: Clearance;
  /** Has a signed trade assembled and sends it. */
  readonly complete: (entry: JournalEntry, signal?: AbortSignal) => Promise<Result<Trade, Failure>>;
}

/** A trade that was handed out, and the bundle to be signed. */
export interface HandedOut {
  readonly trade: Trade;
  readonly fingerprint: string;
  /** The bundle as the text of a file, and what that file is called. */
  readonly text: string;
  readonly fileName: string;
}

/** Trades whose keys are on another machine: they leave as a bundle, and come back as signatures. */
export class SignedElsewhere {
  readonly #parts: ElsewhereParts;

  constructor(parts: ElsewhereParts) {
    this.#parts = parts;
  }

  /**
   * Hands a reviewed transaction out to be signed elsewhere. What its warnings ask is asked there, by the machine that
   * signs. It is on disk as `exported` before anybody gets it: from then on it may reach the chain without us, and is
   * followed until it does or expires. `paths`: where the keys are, for devices that derive them.
   * Failures: `trade-not-in-that-state`, `inspection-blocked` (something else was shown), `offline-too-late`,
   * `offline-unproven`, and all that would keep it from being sent.
   */
  async handOut(
    tradeId: string,
    shown: Pick<Consent, 'bodyHash' | 'agreementHash'>,
    paths: readonly BundledPath[] = [],
    signal?: AbortSignal,
  ): Promise<Result<HandedOut, Failure>> {
    let made: { readonly fingerprint: string; readonly text: string } | undefined;
    const exported = await this.#parts.work(tradeId, async (entry) => {
      const waiting = this.#parts.reviews.waiting(entry.trade);
      if (!waiting.ok) return waiting;
      const review = waiting.value;
      if (shown.bodyHash !== entry.trade.bodyHash || shown.agreementHash !== review.agreementHash)
        return failed(failure('inspection-blocked', { finding: 'Something else was shown.', rule: 'S1' }));
      const bundle = this.#bundleOf(entry, review, paths);
      if (!bundle.ok) return bundle;
      const claimed = await this.#parts.clearance.claim(entry, review, signal);
      if (!claimed.ok) return claimed;
      const fingerprint = fingerprintOf(bundle.value);
      const text = bundleText(bundle.value);
      try {
        const { book, checkpoint } = this.#parts;
        const note = `handed out to be signed elsewhere (${fingerprint}); it may reach the chain from now on`;
        const changes = { trade: { failure: undefined, exported: fingerprint }, bytes: { bundle: text } };
        const next = book.record(entry, 'exported', note, changes);
        this.#parts.reviews.forget(tradeId);
        checkpoint('exported-journalled');
        made = { fingerprint, text };
        return ok(next.trade);
      } catch (error) {
        // Nobody got it: what could not be recorded as handed out was not.
        this.#parts.clearance.release(entry);
        throw error;
      }
    });
    if (!exported.ok) return exported;
    return made ? ok(handedOut(exported.value, made)) : failed(failure('internal-error'));
  }

  /** The bundle of a trade that is out, to be shown or saved once more. Failures: `trade-unknown`, `trade-not-in-that-state`. */
  again(tradeId: string): Result<HandedOut, Failure> {
    const entry = this.#parts.book.get(tradeId);
    if (!entry) return failed(failure('trade-unknown'));
    const { trade } = entry;
    const { exported: fingerprint } = trade;
    const { bundle: text } = entry.bytes;
    if (trade.state !== 'exported' || fingerprint === undefined || text === undefined)
      return failed(failure('trade-not-in-that-state', { state: trade.state }));
    return ok(handedOut(trade, { fingerprint, text }));
  }

  /**
   * Takes the signatures of a trade that was handed out. Each is verified against the body's hash and the keys that it
   * needs; those of an incomplete set are kept. Once all are here, the trade is put together and sent as one that was
   * signed here. Failures: `trade-not-in-that-state`, `witness-of-another`, `witness-of-stranger`, `witness-incomplete`,
   * those of assembling and sending.
   */
  takeIn(
    tradeId: string,
    returned: readonly ReturnedSignature[],
    signal?: AbortSignal,
  ): Promise<Result<Trade, Failure>> {
    return this.#parts.work(tradeId, async (entry) => {
      if (entry.trade.state !== 'exported')
        return failed(failure('trade-not-in-that-state', { state: entry.trade.state }));
      const { ownSigners, gathered } = entry.bytes;
      const found = gatherSignatures(entry.trade.bodyHash, ownSigners, gathered, returned);
      if (!found.ok) return found;
      const { there, witnessSet } = found.value;
      if (there < ownSigners.length) {
        const note = `signatures of ${there} of ${ownSigners.length} keys came back`;
        this.#parts.book.record(entry, 'exported', note, { bytes: { gathered: witnessSet } });
        return failed(failure('witness-incomplete', { there, needed: ownSigners.length }));
      }
      return this.#signed(entry, witnessSet, signal);
    });
  }

  async #signed(entry: JournalEntry, set: string, signal?: AbortSignal): Promise<Result<Trade, Failure>> {
    const { book, clock, checkpoint } = this.#parts;
    const own = assembleLocally(entry.bytes.unsignedCbor, set, entry.bytes.ownSigners);
    if (!own.ok) return own;
    // Whoever signed it can have sent it, too.
    const looked = await followOnce(entry, this.#parts, clock.now(), signal);
    if (!looked.ok) return looked;
    if (looked.value.trade.state !== 'exported') return ok(looked.value.trade);
    const note = `signed elsewhere (${entry.trade.exported ?? ''}); its signatures are right`;
    const signed = book.record(looked.value, 'signed', note, {
      trade: { failure: undefined },
      bytes: { witnessSet: set },
    });
    checkpoint('signed-journalled');
    return this.#parts.complete(signed, signal);
  }

  #bundleOf(
    { trade, bytes }: JournalEntry,
    review: Review,
    paths: readonly BundledPath[],
  ): Result<OfflineBundle, Failure> {
    const { input, agreement, tip } = review;
    const now = this.#parts.clock.now();
    const left = trade.validUntil === undefined ? Number.POSITIVE_INFINITY : trade.validUntil - now;
    if (left < SHORTEST_VALIDITY_MS)
      return failed(failure('offline-too-late', { left: Math.max(0, Math.floor(left / 60_000)) }));
    const spent = [...input.resolved];
    const parents = input.parents ?? new Map<string, string>();
    const proven = spent.every(
      ([reference, { known }]) => known === 'proven' && parents.has(reference.slice(0, 64)),
    );
    if (!proven) return failed(failure('offline-unproven'));
    return ok({
      network: input.network,
      exportedAt: now,
      tipSlot: tip.slot,
      address: bytes.owner,
      paths: paths.filter(({ keyHash }) => bytes.ownSigners.includes(keyHash)),
      agreement,
      transactions: [{ at: input.agreed.at, cbor: bytes.unsignedCbor }],
      parents: [...new Set(spent.map(([reference]) => reference.slice(0, 64)))].map(
        (hash) => parents.get(hash) ?? '',
      ),
    });
  }
}

function handedOut(trade: Trade, made: Pick<HandedOut, 'fingerprint' | 'text'>): HandedOut {
  return { trade, ...made, fileName: `touchstone-${trade.bodyHash.slice(0, 16)}-bundle.json` };
}

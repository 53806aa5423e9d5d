import type { Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { JournalEntry, SignatureClaims } from '../ports/journal.ts';
import { TRADE_KINDS } from './kinds/trade-kinds.ts';
import { limitsTrouble } from './policy-facts.ts';
import type { Review, ReviewParts } from './reviewer.ts';
import { findRivals } from './rival.ts';
import type { SignedRecord } from './signed-record.ts';
import { checkNotOnChain, checkSendable, type SubmissionParts } from './submission.ts';

interface ClearanceParts extends Pick<SubmissionParts, 'ledger' | 'network'> {
  readonly policy: ReviewParts['policy'];
  readonly record: SignedRecord;
  readonly claims: SignatureClaims | undefined;
}

/** Takes a transaction for its trade; it is signed, or released. */
export type Claim = () => Result<undefined, Failure>;

/** Whether a reviewed transaction may be signed now, here or elsewhere. */
export class Clearance {
  readonly #parts: ClearanceParts;

  constructor(parts: ClearanceParts) {
    this.#parts = parts;
  }

  /**
   * Asks whether the transaction could be sent and which limits are in force: a signature that is out cannot be called
   * back. The answer takes the transaction for this trade by the journal of that moment. It is called right before the
   * step on disk, with nothing awaited in between, not even the call itself: trades signed side by side count each other.
   * Failures: `already-on-chain`, those of rule T1 and of the limits; then `limits-outdated`, `limit-used-up`,
   * `signed-elsewhere`.
   */
  async clear(entry: JournalEntry, review: Review, signal?: AbortSignal): Promise<Result<Claim, Failure>> {
    const { ledger, policy, record, claims } = this.#parts;
    const { id, bodyHash } = entry.trade;
    const fresh = await checkNotOnChain(entry, ledger, signal);
    if (!fresh.ok) return fresh;
    const sendable = await this.#sendable(entry, signal);
    if (!sendable.ok) return sendable;
    const limits = await policy();
    if (!limits.ok) return limits;
    return ok(() => {
      const judged = review.input.policy;
      const trouble = judged && limitsTrouble(judged, limits.value, id, record);
      if (trouble) return failed(trouble);
      return claims?.claim(bodyHash, id) ?? ok(undefined);
    });
  }

  /** The trade was not signed after all. */
  release({ trade: { id, bodyHash } }: JournalEntry): void {
    this.#parts.claims?.release(bodyHash, id);
  }

  /** Rule T1, before anything is signed. Of a cancellation that an exchange overtook, the failure says so. */
  async #sendable(entry: JournalEntry, signal?: AbortSignal): Promise<Result<undefined, Failure>> {
    const { ledger } = this.#parts;
    const sendable = await checkSendable(entry, this.#parts, signal);
    if (sendable.ok || sendable.failure.code !== 'inputs-spent') return sendable;
    const rivals = await findRivals(entry, ledger, signal);
    for (const rival of rivals.ok ? rivals.value : []) {
      const overtaken = await TRADE_KINDS[entry.trade.kind].overtaken(entry, rival, ledger, signal);
      if (overtaken.ok && overtaken.value) return failed(overtaken.value);
    }
    return sendable;
  }
}

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

/** Whether a reviewed transaction may be signed now, here or elsewhere. */
export class Clearance {
  readonly #parts: ClearanceParts;

  constructor(parts: ClearanceParts) {
    this.#parts = parts;
  }

  /**
   * Takes the transaction for this trade, to be signed at once. A signature that is out cannot be called back: whatever
   * would keep it from being sent is asked before. From the limits to the caller's next step on disk nothing is awaited:
   * trades signed side by side count each other. Failures: `already-on-chain`, `signed-elsewhere`, `limits-outdated`,
   * `limit-used-up`, those of rule T1 and of the limits.
   */
  async claim(
    entry: JournalEntry,
    review: Review,
    signal?: AbortSignal,
  ): Promise<Result<undefined, Failure>> {
    const { ledger, policy, record, claims } = this.#parts;
    const { id, bodyHash } = entry.trade;
    const fresh = await checkNotOnChain(entry, ledger, signal);
    if (!fresh.ok) return fresh;
    const sendable = await this.#sendable(entry, signal);
    if (!sendable.ok) return sendable;
    const limits = await policy();
    if (!limits.ok) return limits;
    const judged = review.input.policy;
    const trouble = judged && limitsTrouble(judged, limits.value, id, record);
    if (trouble) return failed(trouble);
    return claims?.claim(bodyHash, id) ?? ok(undefined);
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

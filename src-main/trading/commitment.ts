import { type Failure, failure, failureText } from '#domain/failure.ts';
import type { RoundTrip } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Trade } from '#domain/trade.ts';
import { journalNote, type JournalNote } from '#domain/sentences/journal.ts';
import { approve, type ApprovedTx, type Signer } from '../inspect/approved-tx.ts';
import {
  assembleLocally,
  inspectedReading,
  localAssembly,
  verifySigned,
  type SignedTransaction,
  type Unsigned,
} from '../inspect/after-signing.ts';
import { groundsOf } from '../inspect/rules/second-proof.ts';
import type { Clock } from '../ports/system.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Service } from '../ports/service.ts';
import { isLentFor, type Signature } from '../receipt/receipt-key.ts';
import { orStorageFailure } from '../ports/storage-trouble.ts';
import {
  assembledReceipt,
  notAssembledReceipt,
  signedReceipt,
  type ReceiptParts,
  type SignedFacts,
} from './receipts.ts';
import type { ReportedPrices } from './kinds/market-price.ts';
import type { Review, Consent } from './reviewer.ts';
import { checkSendable, submitSame, type SubmissionParts } from './submission.ts';
import type { TradeBook } from './trade-book.ts';
import { unlessAlarmed } from './trade-machine.ts';

const LONGEST_EVIDENCE = 65_536;

/** The transaction of a trade that was signed just now. */
export interface SignedNow {
  /** With our signatures, as verified before they were journalled. */
  readonly transaction: SignedTransaction;
  /** Absent where it was signed elsewhere. */
  readonly review?: Review;
}

/** Who signs a trade, and whether it is still to be signed. */
export interface SigningRequest {
  readonly signer: Signer;
  /**
   * Asked right before the key acts, and when the signature is there, until it is journalled: without leave it is dropped.
   */
  readonly mayStillSign: (signatureIsThere: boolean) => Result<undefined, Failure>;
  /** Called once the signature is journalled: assembling and sending follow. */
  readonly onSigned?: () => void;
}

export interface CommitmentParts extends SubmissionParts {
  readonly service: Service;
  readonly clock: Clock;
  readonly receipts: ReceiptParts;
  /** Prices as far as the service has stated them by now; nothing waits for them. */
  readonly pricesOf: (review: Review) => ReportedPrices;
}

/**
 * From the user's agreement to the signed journal entry (rules S1, S2). Failures: `consent-missing`,
 * `inspection-blocked`, `approval-expired`, of the signing and of the journal once the key was asked for. A signing that
 * does not happen (wrong password, window closed) leaves the trade as it was. Once this succeeds the transaction may
 * reach the chain. @throws StorageError while no key was asked for: all of it can be done again
 */
export async function signAccepted(
  entry: JournalEntry,
  review: Review,
  consent: Consent,
  signing: SigningRequest,
  parts: CommitmentParts,
): Promise<Result<{ readonly entry: JournalEntry; readonly now: SignedNow }, Failure>> {
  const { inspection } = review;
  const { book, clock, checkpoint } = parts;
  const missing = missingConsent(review, consent);
  if (missing) return failed(missing);
  const unsigned = inspectedReading(inspection, entry.bytes.unsignedCbor);
  // As it stood when the user agreed: nothing waits for it.
  const market = review.compared?.();
  const own = groundsOf(review.input, inspection.report.summary.atLeast);
  if (!own) throw new Error("the app's own trades are agreed to");
  const grounds = { ...own, agreement: review.agreement };
  const acceptance = {
    bodyHash: consent.bodyHash,
    summaryHash: consent.summaryHash,
    agreementHash: consent.agreementHash,
    subject: inspection.subject,
    acceptedWarnings: consent.consents,
    acceptedAt: clock.now(),
    expiresAt: review.expiresAt,
  };
  const approved = approve(inspection, acceptance, grounds);
  if (!approved.ok) {
    // Both proofs' findings stay with the trade, for a report.
    if (approved.failure.code === 'proofs-disagree')
      book.record(entry, 'refused', journalNote('proofs'), { trade: { failure: approved.failure } });
    return approved;
  }
  const accepted = book.record(entry, 'approved', journalNote('accepted'), { trade: { failure: undefined } });
  checkpoint('approved-journalled');
  const facts = { review, consent, provenBy: grounds, market };
  return orStorageFailure(() =>
    sign(accepted, { unsigned, approved: approved.value, facts }, signing, parts),
  );
}

/** A transaction that may be signed, and the facts for its receipt. */
interface ToSign {
  readonly unsigned: Unsigned;
  readonly approved: ApprovedTx;
  readonly facts: Pick<SignedFacts, 'review' | 'consent' | 'provenBy' | 'market'>;
}

async function sign(
  accepted: JournalEntry,
  { unsigned, approved, facts }: ToSign,
  signing: SigningRequest,
  { book, clock, checkpoint, receipts, pricesOf }: CommitmentParts,
): ReturnType<typeof signAccepted> {
  const dropped = (why: Failure): Result<never, Failure> => {
    book.record(accepted, 'built', journalNote('notSigned', { code: why.code }));
    return failed(why);
  };
  const made = await signSafely(signing, approved);
  checkpoint('signature-made');
  if (!made.ok) return book.whenFree(() => dropped(made.failure));
  const { witnessSet, receiptKey: key } = made.value;
  const own = assembleLocally(unsigned, witnessSet, accepted.bytes.ownSigners);
  if (!own.ok) {
    const why = { trade: { failure: own.failure } };
    await book.whenFree(() => book.record(accepted, 'refused', journalNote('ownSignature'), why));
    return own;
  }
  // A wallet lends one with each signature: without it, this one did not come from the wallet.
  if (!key || !isLentFor(key, receipts.network, approved.bodyHash)) {
    await book.whenFree(() => book.record(accepted, 'built', journalNote('noReceiptKey')));
    return failed(failure('internal-error', { incident: 'receipt' }));
  }
  const signedBy = { cbor: own.value.cbor, key, at: clock.now() };
  const bytes = {
    witnessSet,
    receiptSeed: key.seed,
    addendumSeed: key.addendum.seed,
  };
  const prices = pricesOf(facts.review);
  const receipt = signedReceipt(accepted, { ...facts, prices, ...signedBy }, receipts);
  const signed = await book.whenFree(() => {
    // The user may have left while another program held the journal.
    const wanted = signing.mayStillSign(true);
    if (!wanted.ok) return dropped(wanted.failure);
    const changes = { trade: { hasReceipt: true as const }, bytes };
    return ok(book.record(accepted, 'signed', journalNote('signed'), changes, receipt));
  });
  if (!signed.ok) return signed;
  checkpoint('signed-journalled');
  signing.onSigned?.();
  return ok({ entry: signed.value, now: { review: facts.review, transaction: own.value } });
}

/** Signs, unless that is no longer wanted, also once the key has been opened. Failures: of the two of the request. */
export async function signIfWanted(
  { signer, mayStillSign }: SigningRequest,
  approved: ApprovedTx,
): Promise<Result<Signature, Failure>> {
  const before = mayStillSign(false);
  if (!before.ok) return before;
  const signed = await signer(approved);
  const after = mayStillSign(true);
  return after.ok ? signed : after;
}

/** A signer that throws has not signed: its bug must not leave the trade half-way. */
async function signSafely(
  signing: SigningRequest,
  approved: ApprovedTx,
): Promise<Result<Signature, Failure>> {
  try {
    return await signIfWanted(signing, approved);
  } catch {
    return failed(failure('internal-error', { incident: 'signer' }));
  }
}

/**
 * Has the service put the signed transaction together: its `/swap/sign` must pass rules A1 to A3. Whatever else comes
 * back is kept as evidence and never used, and the trade stays `signed`: the failure says whether the transaction can
 * be put together here (`data.here`, rule A4), which is offered and not done unasked.
 * `review`: of a trade that was signed just now. Failures: `service-changed-transaction` (with the rule),
 * `signature-incomplete`, `service-did-not-sign`.
 */
export async function assemble(
  entry: JournalEntry,
  parts: CommitmentParts,
  {
    review,
    signal,
  }: { readonly review?: Review | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Result<JournalEntry, Failure>> {
  const { book, service, clock, checkpoint, receipts } = parts;
  const { unsignedCbor, witnessSet, ownSigners, foreignSigners } = entry.bytes;
  if (witnessSet === undefined) throw new RangeError('only a signed trade can be assembled');
  const needed = [...ownSigners, ...foreignSigners];
  const unsigned = review ? inspectedReading(review.inspection, unsignedCbor) : unsignedCbor;
  const answer = await service.sign(unsignedCbor, witnessSet, signal);
  checkpoint('sign-answered');
  const call = answer.ok ? answer.value.call : undefined;
  const verified = answer.ok ? verifySigned(unsigned, answer.value.cbor, witnessSet, needed) : answer;
  if (verified.ok) {
    const done = { transaction: verified.value, by: 'service', call } as const;
    return ok(await book.whenFree(() => keepAssembled(entry, done, parts)));
  }
  const answered = answer.ok ? answer.value.cbor : undefined;
  const why = whyNotAssembled(entry, verified.failure, answered !== undefined);
  const evidence = { found: verified.failure, answer: answered, call, at: clock.now() };
  const changes = {
    // That the service cheated once is not forgotten for a later failure of another kind.
    trade: { failure: unlessAlarmed(entry, why) },
    bytes: answered === undefined ? {} : { serviceAnswer: answered.slice(0, LONGEST_EVIDENCE) },
  };
  const receipt = notAssembledReceipt(entry, evidence, receipts, openingOf(entry, book));
  const note = journalNote('notAssembled', { code: verified.failure.code });
  await book.whenFree(() => book.record(entry, 'signed', note, changes, receipt));
  checkpoint('not-assembled-journalled');
  return failed(why);
}

/**
 * Rule A4, when the user takes the offer: puts our signatures in here, byte for byte as inspected. Failures:
 * `trade-not-in-that-state` unless the trade is `signed`, `signature-incomplete` when a key of others has to sign.
 */
export function assembleHere(
  entry: JournalEntry,
  parts: CommitmentParts,
  now?: SignedNow,
): Result<JournalEntry, Failure> {
  const { unsignedCbor, witnessSet, ownSigners, foreignSigners } = entry.bytes;
  if (entry.trade.state !== 'signed' || witnessSet === undefined)
    return failed(failure('trade-not-in-that-state', { state: entry.trade.state }));
  if (!localAssembly.possible(foreignSigners)) return failed(failure('signature-incomplete', { rule: 'A4' }));
  const local = now ? ok(now.transaction) : assembleLocally(unsignedCbor, witnessSet, ownSigners);
  if (!local.ok) return local;
  return ok(keepAssembled(entry, { transaction: local.value, by: 'local', call: undefined }, parts));
}

/** @throws TypeError for the transaction of another trade */
function keepAssembled(
  entry: JournalEntry,
  done: {
    readonly transaction: SignedTransaction;
    readonly by: 'service' | 'local';
    readonly call: RoundTrip | undefined;
  },
  { book, clock, checkpoint, receipts }: CommitmentParts,
): JournalEntry {
  const { transaction, by, call } = done;
  const { bodyHash, cbor } = transaction;
  if (bodyHash !== entry.trade.bodyHash) throw new TypeError('the signed transaction is of another trade');
  const note =
    by === 'service'
      ? journalNote('byService')
      : entry.trade.kind === 'send'
        ? journalNote('byUs')
        : journalNote('byChoice');
  const assembled = book.record(
    entry,
    'assembled',
    note,
    { trade: { assembledBy: by, failure: alarmOf(entry) }, bytes: { signedCbor: cbor } },
    assembledReceipt(entry, { cbor, by, call, at: clock.now() }, receipts, openingOf(entry, book)),
  );
  checkpoint('assembled-journalled');
  return assembled;
}

/** Hash of the trade's first receipt record; `undefined` for a trade that was signed before there were receipts. */
function openingOf({ trade }: JournalEntry, book: TradeBook): string | undefined {
  return book.receipts(trade.id)[0]?.hash;
}

/** That the service sent another transaction back stays with the trade for good; the offer next to it is used up. */
function alarmOf({ trade }: JournalEntry): Failure | undefined {
  if (trade.failure?.code !== 'service-changed-transaction') return undefined;
  const { here: _used, ...data } = trade.failure.data ?? {};
  return { ...trade.failure, data };
}

/**
 * An answer that is another transaction, or none at all, is a changed one; one that lacks a signature is not. `here`
 * says whether rule A4 offers to do without the service.
 */
function whyNotAssembled({ bytes }: JournalEntry, found: Failure, answered: boolean): Failure {
  const here = localAssembly.possible(bytes.foreignSigners);
  if (!answered)
    return failure('service-did-not-sign', { reason: found.code, told: failureText(found).what, here });
  const rule = found.data?.['rule'] ?? 'A1';
  if (found.code === 'signature-incomplete') return failure(found.code, { rule, here });
  const part = found.data?.['part'] ?? 'what came is not a transaction';
  return failure('service-changed-transaction', { rule, part, here });
}

/**
 * Sends an assembled trade after rule T1. Failures: `transaction-expired`, `inputs-spent`, those of the ledger and
 * its refusal, which is journalled with the trade. An unknown outcome is no failure: the trade says so.
 */
export async function send(
  entry: JournalEntry,
  parts: SubmissionParts,
  note: JournalNote,
  signal?: AbortSignal,
): Promise<Result<Trade, Failure>> {
  const sendable = await checkSendable(entry, parts, signal);
  if (!sendable.ok) {
    const why = { trade: { failure: sendable.failure } };
    const note = journalNote('notSent', { code: sendable.failure.code });
    await parts.book.whenFree(() => parts.book.record(entry, entry.trade.state, note, why));
    return sendable;
  }
  const { trade } = await submitSame(entry, parts, note, signal);
  if (trade.state === 'assembled' && trade.failure) return failed(trade.failure);
  return ok(trade);
}

/** Consents that are required but missing: one for each warning, and one for a price below the quote's. */
function missingConsent(
  { inspection, worseThanQuote }: Review,
  { consents, worse }: Consent,
): Failure | undefined {
  const warning = inspection.report.findings.find(
    ({ rule, severity }) => severity === 'warn' && !consents.includes(rule),
  );
  if (warning) return failure('consent-missing', { finding: warning.message, rule: warning.rule });
  if (worseThanQuote && !worse)
    return failure('consent-missing', { finding: 'The built transaction gives less than the quote.' });
  return undefined;
}

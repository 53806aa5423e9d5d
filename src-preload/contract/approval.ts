import * as v from 'valibot';
import { LANGUAGES } from '#domain/words/catalogue.ts';
import {
  assetId,
  count,
  epoch,
  failure,
  finite,
  hash32,
  identifier,
  longText,
  none,
  savedFile,
  secretText,
  shortText,
  units,
} from './codec.ts';
import { profileMark } from './profile.ts';
import { acting, call, type DeskTable, topic } from './table.ts';

/**
 * The table of the approval window: its own page in its own session, where one transaction is shown and agreed to.
 * Every text here is made in main from the decoded bytes; none comes from the trading window, and none from the
 * service's JSON except the prices marked as its word.
 */

const lines = v.array(longText);

/** An amount in words: one line of the content of an input or output. */
const place = v.strictObject({
  /** `#0`, or `hash#index` of an input. */
  name: shortText,
  /** Whole Bech32 address, or hex where there is no such text. */
  address: longText,
  /** "yours", "order at EXA", "somebody else", … */
  whose: shortText,
  tone: v.picklist(['own', 'order', 'foreign', 'unknown']),
  amounts: lines,
  /** Remarks: the source of its value, the content of its datum. */
  notes: lines,
  /** Raw bytes of its datum, hex. */
  datum: v.optional(v.string()),
});
export type ApprovalPlace = v.InferOutput<typeof place>;

const approvalFinding = v.strictObject({
  rule: shortText,
  severity: v.picklist(['block', 'warn', 'info']),
  sentence: longText,
});

/**
 * Present when one agreement covers several transactions; the other fields show one of them. If all are in one bundle,
 * each entry was read from its own bytes. Otherwise each is built once the one before it is on chain, is inspected by
 * its own bytes, and is signed, or handed out, only if it does what its entry here says within the bounds that
 * `sentences` name; anything else ends the batch.
 */
const approvalBatch = v.strictObject({
  /** Which transaction the other fields show, from 0. */
  at: count,
  sentences: lines,
  /** All of them in their order, the first included. */
  transactions: v.array(v.strictObject({ title: shortText, lines })),
});

const approvalTask = v.variant('kind', [
  v.strictObject({ kind: v.literal('idle') }),
  /** As in the vault window's table. */
  v.strictObject({ kind: v.literal('left'), why: failure }),
  v.strictObject({
    kind: v.literal('transaction'),
    tradeId: identifier,
    practice: v.boolean(),
    /** The profile whose wallet signs. */
    profile: profileMark,
    /** "Swap on the practice network". */
    title: shortText,
    verdict: v.picklist(['pass', 'warn', 'block']),
    /** A single swap or limit order at a glance: side, amount, price and all costs. */
    headline: v.optional(longText),
    /** One sentence each, in the order in which they are read. */
    sentences: lines,
    /** The tokens that the sentences name, by their whole ids. */
    tokens: v.array(v.strictObject({ name: shortText, id: assetId })),
    /** Of a payment, from the bytes: amount and recipient. The whole address, to be compared. */
    payment: v.optional(v.strictObject({ what: longText, to: longText })),
    findings: v.array(approvalFinding),
    /** All that does not come back, as one figure; absent for anything that is not a trade of the app's own. */
    totalCost: v.optional(longText),
    /**
     * Prices of a single swap or limit order, and what each rests on: the checked bytes, or the service's word, which
     * no verdict depends on. Absent if there are none.
     */
    prices: v.optional(
      v.array(v.strictObject({ name: shortText, text: longText, from: v.picklist(['bytes', 'service']) })),
    ),
    /**
     * Proceeds in pools read by the app itself; absent if there is no comparison. It arrives while the user reads. It
     * rests on a ledger back-end's word, so it is shown without asking for consent.
     */
    bestPrice: v.optional(
      v.strictObject({ tone: v.picklist(['pending', 'warn', 'note']), sentence: longText, notes: lines }),
    ),
    /** The scope of the approval, fixed before the service was asked: its hash, and its bounds in words. */
    agreement: v.strictObject({ hash: hash32, lines }),
    batch: v.optional(approvalBatch),
    /** Said when the built transaction gives less than the quote that the user saw; it needs its own consent. */
    worseThanQuote: v.optional(longText),
    bodyHash: hash32,
    /** The subject that the approval is bound to: figures, order terms and findings, as hashed by the inspector. */
    summaryHash: hash32,
    /**
     * Present where the texts are translations. The approval is bound to the English ones; `shownHash` (SHA-256)
     * covers every text as shown here. `english` has the sentences about money, for readers who do not know the
     * language and would misread its figures. `untranslated`: sentences shown in English, because their translation is
     * missing or has other figures.
     */
    translated: v.optional(
      v.strictObject({
        language: v.picklist(LANGUAGES),
        shownHash: hash32,
        english: lines,
        untranslated: lines,
      }),
    ),
    /** Whether the password must be typed here; not while a time-limited unlock runs. */
    asksPassword: v.boolean(),
    /** The wallet is watch-only: this can be read and saved, and not signed here. */
    watchOnly: v.boolean(),
    /** It came in a bundle, to a computer without a network. */
    offline: v.boolean(),
    /** When these bytes can no longer be approved. */
    expiresAt: epoch,
    /** When the transaction can no longer enter the chain; absent: never. */
    validUntil: v.optional(epoch),
    /** Change of the wallet by asset, in words with their sign. */
    netChange: lines,
    /** Order terms, one block of lines an order. */
    orders: v.array(v.strictObject({ title: shortText, lines })),
    inputs: v.array(place),
    collateral: v.array(place),
    outputs: v.array(place),
    /** Every other field of the transaction: name and text. */
    fields: v.array(v.strictObject({ name: shortText, text: longText })),
    /** Every rule that ran: its subject, whether it holds, and its limits. */
    rules: v.array(
      v.strictObject({
        rule: shortText,
        outcome: v.picklist(['holds', 'asks', 'blocks']),
        holds: longText,
        leavesOut: longText,
      }),
    ),
    /** The exact transaction, hex. */
    cbor: v.string(),
  }),
]);
export type ApprovalTask = v.InferOutput<typeof approvalTask>;

export const approvalTable = {
  task: topic(
    v.strictObject({
      task: approvalTask,
      /** Whether the window is shown to the user; one that was made ahead draws its task while it is hidden. */
      inView: v.boolean(),
      theme: v.picklist(['dark', 'light', 'system']),
    }),
  ),
  /**
   * The user agrees to exactly what is shown. `consents` are the rules of the warnings agreed to one by one, and
   * `worse` the lower price. The password is asked for unless the task says otherwise. `agreementHash` is that of the
   * agreement shown, `shownHash` that of the texts, where they are translations.
   */
  'approval.approve': call(
    v.strictObject({
      bodyHash: hash32,
      summaryHash: hash32,
      agreementHash: hash32,
      shownHash: v.optional(hash32),
      consents: v.pipe(v.array(shortText), v.maxLength(100)),
      worse: v.boolean(),
      password: v.optional(secretText),
    }),
    none,
    120_000,
  ),
  /**
   * Hands what is shown out to be signed elsewhere, where the wallet is watch-only, and saves it as a bundle to a file of
   * the user's choice. It may reach the chain from then on, and the trading window follows it.
   */
  'approval.export': call(
    v.strictObject({
      bodyHash: hash32,
      summaryHash: hash32,
      agreementHash: hash32,
      shownHash: v.optional(hash32),
    }),
    savedFile,
    300_000,
  ),
  'approval.cancel': call(none, none),
  /** Saves the transaction's bytes, or all that is shown as JSON, to a file of the user's choice. */
  'approval.save': call(v.strictObject({ what: v.picklist(['transaction', 'report']) }), savedFile, 300_000),
} as const;

export type ApprovalTable = typeof approvalTable;

/**
 * Figures of a transaction that was built for a quote before its review, read from the bytes; `{}` where none is built
 * ahead. `net` is the expected amount less the fees, in base units of the asset received; `fromMarket` is the fraction
 * by which the price is above the service's market price.
 */
export const ahead = v.strictObject({
  built: v.optional(
    v.strictObject({
      verdict: v.picklist(['pass', 'warn', 'block']),
      /** Absent of a blocked one. */
      figures: v.optional(
        v.strictObject({
          exchange: units,
          deposits: units,
          network: units,
          atLeast: units,
          net: v.optional(units),
          fromMarket: v.optional(finite),
        }),
      ),
    }),
  ),
});
export type AheadView = v.InferOutput<typeof ahead>;

/**
 * The trading window's part of a review: which trade it is, and the inspector's verdict. Only the approval window
 * shows the effects of the transaction.
 */
export const review = v.strictObject({
  tradeId: identifier,
  bodyHash: hash32,
  verdict: v.picklist(['pass', 'warn', 'block']),
});
export type ReviewView = v.InferOutput<typeof review>;

/**
 * A batch: a ladder, a bulk cancellation in several parts, or the move of a limit order. Each transaction spends the change of the one before it,
 * so the next is built when that is on chain. The user agrees once, in the approval window, to all of them as listed
 * there; each is inspected against that by its own bytes before a key touches it.
 */
export const batchProgress = v.strictObject({
  id: identifier,
  kind: v.picklist(['ladder', 'cancel', 'replace']),
  /**
   * `waiting`: shown in the approval window, not agreed to yet. `running`. `stopping`: the user stopped it, and one
   * transaction is still being finished. `next`: for a watched wallet, the last exported transaction is on chain, and
   * the next one can be requested. `stopped`: ended before its last transaction, by the user or by `failure`; orders
   * already placed stay. `done`: every transaction is on its way or on chain.
   */
  state: v.picklist(['waiting', 'running', 'next', 'stopping', 'stopped', 'done']),
  transactions: v.array(
    v.strictObject({
      /** `planned`: not built. `current`: being built, inspected, signed or sent. `sent`: on its way. `placed`: on chain. */
      state: v.picklist(['planned', 'current', 'sent', 'placed', 'left']),
      tradeId: v.optional(identifier),
      bodyHash: v.optional(hash32),
      failure: v.optional(failure),
    }),
  ),
  failure: v.optional(failure),
});
export type BatchProgressView = v.InferOutput<typeof batchProgress>;

/** Orders of a cancellation that were looked up on the ledger, then divided over transactions. */
export const batchPlanning = v.strictObject({
  step: v.picklist(['looked-up', 'divided']),
  done: v.pipe(v.number(), v.integer(), v.minValue(0)),
  of: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type BatchPlanning = v.InferOutput<typeof batchPlanning>;

/** The trading window's calls and topics for batches, whose transactions one approval covers. */
export const deskApproval = {
  /**
   * The batch under way, or the last one; absent: none since the profile was opened. `planning`: how far the planning of
   * a cancellation of many orders is.
   */
  batch: topic(v.strictObject({ batch: v.optional(batchProgress), planning: v.optional(batchPlanning) })),
  /** Ends the batch after the transaction in progress. Orders already placed stay. */
  'batch.stop': acting(v.strictObject({ id: identifier }), none),
  /** Builds the next transaction of a batch whose key is elsewhere, and shows it in the approval window. */
  'batch.next': acting(v.strictObject({ id: identifier }), none, 60_000),
} as const satisfies DeskTable;

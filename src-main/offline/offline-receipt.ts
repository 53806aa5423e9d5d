import type { EpochMs } from '#domain/time.ts';
import { dated } from '#domain/time.ts';
import { slotToUnix } from '#domain/network.ts';
import { assembleLocally } from '../inspect/after-signing.ts';
import { factsOf } from '../inspect/inspect-transaction.ts';
import { groundsOf } from '../inspect/rules/second-proof.ts';
import { signedContent } from '../inspect/signed-content.ts';
import { summaryText } from '../inspect/summary.ts';
import { isLentFor, type LentReceiptKey } from '../receipt/receipt-key.ts';
import { OFFLINE_VERSION, RECEIPT_FORMAT, writeRecord, type ReceiptRecord } from '../receipt/receipt.ts';
import type { JudgedBundle, JudgedTransaction } from './judge.ts';

/** A signature made on a machine without a network, and the key of its receipt. */
export interface SignedOffline {
  /** CIP-30 witness set, hex. */
  readonly witnessSet: string;
  /** Rules whose warnings the user accepted. */
  readonly consents: readonly string[];
  readonly at: EpochMs;
  readonly key: LentReceiptKey;
  /** Version of the application. */
  readonly app: string;
  /** The receipt of the transaction signed before it in the same bundle. */
  readonly after: ReceiptRecord | undefined;
}

/**
 * The receipt of a transaction in a bundle: what was accepted and signed here. It has no quote and no call, since none
 * was seen, and the build time is the bundle's word. It is chained only to receipts of the same bundle: the journal it
 * belongs to is on another machine. `undefined` for a script's wallet, for which no single key speaks. @throws TypeError
 * for the signatures, or the key, of another transaction
 */
export function offlineReceipt(
  { bundle, fingerprint }: JudgedBundle,
  { inspection, input }: JudgedTransaction,
  { witnessSet, consents, at, key, app, after }: SignedOffline,
): ReceiptRecord | undefined {
  const { report, bodyHash } = inspection;
  const grounds = groundsOf(input, report.summary.atLeast);
  if (input.own.script || !grounds) return undefined;
  const signed = assembleLocally(factsOf(inspection).tx, witnessSet, report.effect.ownSigners);
  if (!signed.ok || !isLentFor(key, bundle.network, bodyHash))
    throw new TypeError('the signatures or the key of a receipt are of another transaction');
  const words = summaryText(report.summary, input.tokens);
  const { validUntil } = report.effect;
  return writeRecord(
    {
      format: RECEIPT_FORMAT,
      version: OFFLINE_VERSION,
      position: after ? after.content.position + 1 : 0,
      previous: after?.hash ?? null,
      app,
      network: bundle.network,
      tradeId: `offline-${bodyHash.slice(0, 16)}`,
      at,
      kind: 'signed',
      tradeKind: input.terms.kind,
      times: {
        quoted: null,
        built: bundle.exportedAt,
        signed: at,
        validUntil:
          validUntil === undefined ? null : (dated(slotToUnix(bundle.network, validUntil) * 1_000) ?? null),
      },
      seal: key.seal,
      calls: { build: null },
      quote: null,
      bundle: fingerprint,
      ...signedContent({
        inspection,
        input,
        cbor: signed.value.cbor,
        address: bundle.address,
        sentence: [words.send, words.receive, words.tokens].filter((sentence) => sentence !== '').join(' '),
        costs: [words.costs, words.returns].filter((sentence) => sentence !== '').join(' '),
        lessThanQuote: false,
        consents,
        provenBy: grounds,
      }),
      prices: { adaInUsd: null, payInAda: null, receiveInAda: null, impactBps: null },
    },
    key.seed,
  );
}

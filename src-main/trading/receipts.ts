import type { Failure } from '#domain/failure.ts';
import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import type { Value } from '#domain/amount.ts';
import type { RoundTrip } from '#domain/quote.ts';
import type { NetworkName } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Effect } from '../inspect/inspection.ts';
import { ruleTable } from '../inspect/rule-table.ts';
import type { JournalEntry, ReceiptLink, ReceiptRow } from '../ports/journal.ts';
import { ownPaymentKeys, paymentKeyOf } from '../receipt/transaction.ts';
import { canonicalHash, sha256, type LentReceiptKey } from '../receipt/receipt-key.ts';
import {
  type LaterContent,
  RECEIPT_FORMAT,
  RECEIPT_VERSION,
  type ReceiptContent,
  recordText,
  type SignedContent,
  writeRecord,
} from '../receipt/receipt.ts';
import type { Agreement, ShownClaims } from '../agreement/agreement.ts';
import { agreementJson, claimsJson } from '../agreement/agreement-json.ts';
import type { Consent, Review } from './reviewer.ts';
import { kindOf } from './kinds/trade-kinds.ts';
import type { WriteReceipt } from './trade-book.ts';
import type { ReportedPrices } from './kinds/market-price.ts';

/** What the receipts of a profile need besides its trades. */
export interface ReceiptParts {
  /** Version of the application. */
  readonly version: string;
  readonly network: NetworkName;
  /** The key for the receipt of a transaction that was signed just now, handed out once. */
  readonly takeKey: (bodyHash: string) => LentReceiptKey | undefined;
}

/** What the first record of a receipt is made from. */
export interface SignedFacts {
  readonly review: Review;
  readonly consent: Consent;
  /** The transaction with our signatures, hex. */
  readonly cbor: string;
  readonly prices: ReportedPrices;
  readonly key: LentReceiptKey;
  readonly at: EpochMs;
  /** What the sentences and costs are proven by; a record without it is of the first version. */
  readonly agreed?: AgreedFacts;
}

/** What the second proof said yes to. */
export interface AgreedFacts {
  readonly agreement: Agreement;
  /** Which transaction of the agreement this is. */
  readonly place: number;
  readonly claims: ShownClaims;
  /** Raw bytes (hex) of the transactions that made what is spent or put up as collateral, by their hash. */
  readonly parents: ReadonlyMap<string, string>;
}

/** The record of what was accepted and signed: the first of a trade's receipt. */
export function signedReceipt(entry: JournalEntry, facts: SignedFacts, parts: ReceiptParts): WriteReceipt {
  const { trade, bytes } = entry;
  const { review, at, key } = facts;
  const { quote, input } = review;
  const { effect } = review.inspection.report;
  const resolved = [...new Set(bytes.inputs.map(({ txHash, index }) => `${txHash}#${index}`))].map(
    (reference) => ({ reference, ...input.resolved.get(reference) }),
  );
  return (link) =>
    row(
      {
        ...common(link, parts, trade.id, at, facts.agreed ? RECEIPT_VERSION : FIRST_VERSION),
        kind: 'signed',
        tradeKind: input.terms.kind,
        times: {
          quoted: quote.at,
          built: trade.createdAt,
          signed: at,
          validUntil: trade.validUntil ?? null,
        },
        seal: key.seal,
        transaction: transactionOf(trade.bodyHash, facts.cbor),
        signers: { own: [...bytes.ownSigners], others: [...bytes.foreignSigners] },
        calls: { build: review.buildCall },
        quote: quoteOf(review),
        accepted: acceptedOf(review, facts.consent),
        effect: effectOf(effect),
        inputs: resolved.map(({ reference, address = '', value = new Map(), known = 'told' }) => ({
          reference,
          address,
          value: amounts(value),
          known,
          own: input.own.paymentKeyHashes.has(paymentKeyOf(address) ?? ''),
        })),
        account: {
          address: bytes.owner,
          paymentKeys: ownPaymentKeys(
            facts.cbor,
            resolved.map(({ address = '' }) => address),
            input.own.paymentKeyHashes,
          ),
        },
        prices: pricesOf(facts.prices, quote.kind === 'cancel' ? undefined : quote.priceImpact),
        ...(facts.agreed ? { agreed: agreedOf(facts.agreed, review) } : {}),
      },
      key.seed,
    );
}

/** What became of a call to `/swap/sign`, or that none was made. */
export interface SignCall {
  readonly call: RoundTrip | undefined;
  readonly at: EpochMs;
}

/** The record of the bytes that are sent: the last of a receipt. `undefined` for a trade older than receipts. */
export function assembledReceipt(
  entry: JournalEntry,
  { cbor, by, call, at }: SignCall & { readonly cbor: string; readonly by: 'service' | 'local' },
  parts: ReceiptParts,
  opening: string | undefined,
): WriteReceipt | undefined {
  const { bodyHash } = entry.trade;
  return later(entry, parts, opening, at, {
    kind: 'assembled',
    by,
    calls: { sign: call ?? null },
    transaction: transactionOf(bodyHash, cbor),
  });
}

/** The record of a service that failed or cheated after it was sent our signatures. */
export function notAssembledReceipt(
  entry: JournalEntry,
  { found, answer, call, at }: SignCall & { readonly found: Failure; readonly answer: string | undefined },
  parts: ReceiptParts,
  opening: string | undefined,
): WriteReceipt | undefined {
  const rule = found.data?.['rule'];
  return later(entry, parts, opening, at, {
    kind: 'not-assembled',
    failure: found.code,
    rule: typeof rule === 'string' ? rule : null,
    calls: { sign: call ?? null },
    answerHash: answer === undefined ? null : sha256(Buffer.from(answer, 'hex')),
  });
}

type Said<Content extends ReceiptContent> = Content extends LaterContent
  ? Omit<Content, keyof ReturnType<typeof common> | 'opening'>
  : never;

function later(
  { trade, bytes }: JournalEntry,
  parts: ReceiptParts,
  opening: string | undefined,
  at: EpochMs,
  said: Said<LaterContent>,
): WriteReceipt | undefined {
  const { receiptSeed } = bytes;
  if (receiptSeed === undefined || opening === undefined) return undefined;
  return (link) => row({ ...common(link, parts, trade.id, at), opening, ...said }, receiptSeed);
}

function row(content: ReceiptContent, seed: string): ReceiptRow {
  const record = writeRecord(content, seed);
  const { position, tradeId } = content;
  return { position, tradeId, hash: record.hash, text: recordText(record) };
}

/** The version without an agreement. */
const FIRST_VERSION = 1;

function common(
  { position, previous }: ReceiptLink,
  parts: ReceiptParts,
  tradeId: string,
  at: EpochMs,
  version: 1 | typeof RECEIPT_VERSION = RECEIPT_VERSION,
) {
  return {
    format: RECEIPT_FORMAT,
    version,
    position,
    previous: previous ?? null,
    app: parts.version,
    network: parts.network,
    tradeId,
    at,
  } as const;
}

function transactionOf(hash: string, cbor: string): SignedContent['transaction'] {
  return { hash, signedHash: sha256(Buffer.from(cbor, 'hex')), cbor };
}

function quoteOf({ quote }: Review): SignedContent['quote'] {
  const { trade, quoted, excluded } = kindOf(quote).journal(quote);
  return {
    pay: { asset: trade.pay.asset, quantity: String(trade.pay.quantity) },
    receive: trade.receive,
    slippageBps: trade.slippageBps,
    expected: String(quoted.expected),
    atLeast: String(quoted.atLeast),
    routes: quoted.routes.map(({ exchange, amountIn, expectedOut }) => ({
      exchange: cut(exchange),
      amountIn: String(amountIn),
      expectedOut: String(expectedOut),
    })),
    excluded: excluded.map(cut),
  };
}

function acceptedOf(
  { inspection, sentence, costsSentence, worseThanQuote }: Review,
  { consents }: Consent,
): SignedContent['accepted'] {
  const { findings, rulesRun } = inspection.report;
  return {
    sentence: cut(sentence),
    costs: cut(costsSentence),
    summaryHash: inspection.summaryHash,
    lessThanQuote: worseThanQuote !== undefined,
    findings: findings.map(({ rule, severity, message }) => ({
      rule,
      severity,
      message: cut(message),
      consented: severity === 'warn' && consents.includes(rule),
    })),
    rules: { run: [...rulesRun], table: ruleTableHash() },
  };
}

/** Names the version of the rules: a hash of what they say that they hold and leave out. */
function ruleTableHash(): string {
  return canonicalHash(ruleTable.map(({ id, holds, leavesOut }) => ({ id, holds, leavesOut })));
}

function effectOf(effect: Effect): SignedContent['effect'] {
  return {
    net: amounts(effect.net),
    change: amounts(effect.change),
    networkFee: String(effect.networkFee),
    exchangeFees: String(effect.batcherFees),
    deposits: String(effect.deposits),
    minimumReceived: effect.minimumReceived === undefined ? null : String(effect.minimumReceived),
    orders: effect.orders.map(({ index, exchange, address, value, form, terms }) => ({
      index,
      exchange: exchange === undefined ? null : cut(exchange),
      address,
      value: amounts(value),
      form: form ?? null,
      owner: terms?.ownerPaymentKeyHash ?? null,
      ownerStake: terms?.ownerStakeKeyHash ?? null,
      wanted: terms?.wanted ?? null,
      minimumReceived: terms === undefined ? null : String(terms.minimumReceived),
    })),
    recipients: effect.recipients.map(({ index, address, value }) => ({
      index,
      address,
      value: amounts(value),
    })),
    validFrom: effect.validFrom ?? null,
    validUntil: effect.validUntil ?? null,
  };
}

/** Parents that no network takes are no transactions; what they would prove is attested instead. */
const MOST_PARENT = 32_768;

function agreedOf(
  { agreement, place, claims, parents }: AgreedFacts,
  { input }: Review,
): NonNullable<SignedContent['agreed']> {
  const spent = [...input.resolved];
  const needed = [...new Set(spent.map(([reference]) => reference.slice(0, 64)))].toSorted();
  const kept = needed.flatMap((hash) => {
    const cbor = parents.get(hash);
    return cbor === undefined || cbor.length > MOST_PARENT ? [] : [{ hash, cbor }];
  });
  const proven = new Set(kept.map(({ hash }) => hash));
  return {
    agreement: agreementJson(agreement),
    place,
    claims: claimsJson(claims),
    parents: kept,
    told: spent
      .filter(([reference]) => !proven.has(reference.slice(0, 64)))
      .map(([reference, { address, value }]) => ({ reference, address, value: amounts(value) })),
    stakeKeys: [...input.own.stakeKeyHashes].toSorted(),
  };
}

function pricesOf(prices: ReportedPrices, impact: number | undefined): SignedContent['prices'] {
  return {
    adaInUsd: decimalText(prices.adaInUsd),
    payInAda: decimalText(prices.payInAda),
    receiveInAda: decimalText(prices.receiveInAda),
    impactBps: impact === undefined || !Number.isFinite(impact) ? null : Math.round(impact * 10_000) || 0,
  };
}

const PRICE_PLACES = 18;

/** The figure that the service wrote, as text; null when there is none. */
function decimalText(price: number | undefined): string | null {
  const digits = price === undefined ? undefined : parseDecimal(String(price), PRICE_PLACES, 'nearest');
  return digits === undefined ? null : formatDecimal(digits, PRICE_PLACES);
}

function amounts(value: Value): { asset: string; quantity: string }[] {
  return Array.from(value, ([asset, quantity]) => ({ asset, quantity: String(quantity) }));
}

/** Texts of others are well-formed and short in a receipt. */
function cut(text: string): string {
  return text.slice(0, 4_000).toWellFormed();
}

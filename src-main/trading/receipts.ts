import type { Failure } from '#domain/failure.ts';
import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import type { RoundTrip } from '#domain/quote.ts';
import type { NetworkName } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import type { JournalEntry, ReceiptLink, ReceiptRow } from '../ports/journal.ts';
import { cut, type ProvenBy, signedContent, transactionOf } from '../inspect/signed-content.ts';
import { sha256, type LentReceiptKey } from '../receipt/receipt-key.ts';
import {
  type LaterContent,
  RECEIPT_FORMAT,
  RECEIPT_VERSION,
  type ReceiptContent,
  recordText,
  type SignedContent,
  writeRecord,
} from '../receipt/receipt.ts';
import type { Consent, Review } from './reviewer.ts';
import { kindOf } from './kinds/trade-kinds.ts';
import type { WriteReceipt } from './trade-book.ts';
import type { BestPrice } from './best-price.ts';
import type { ReportedPrices } from './kinds/market-price.ts';
import { isMarket, type Market } from '../receipt/price-fields.ts';
import type { ReportedPlace } from '../exchanges/routing/reported-pools.ts';
import type { Route } from '../exchanges/routing/route.ts';

/** The inputs for a profile's receipts, besides its trades. */
export interface ReceiptParts {
  /** Version of the application. */
  readonly version: string;
  readonly network: NetworkName;
}

/** The facts that make up the first record of a receipt. */
export interface SignedFacts {
  readonly review: Review;
  readonly consent: Consent;
  /** The transaction with our signatures, hex. */
  readonly cbor: string;
  readonly prices: ReportedPrices;
  readonly key: LentReceiptKey;
  readonly at: EpochMs;
  /** The facts that prove the sentences and costs. */
  readonly provenBy: ProvenBy;
  /** The price finding at that time; absent if there was none. */
  readonly market?: BestPrice | undefined;
}

/** The record of what was accepted and signed: the first of a trade's receipt. */
export function signedReceipt(entry: JournalEntry, facts: SignedFacts, parts: ReceiptParts): WriteReceipt {
  const { trade, bytes } = entry;
  const { review, at, key } = facts;
  const { quote, input } = review;
  return (link) =>
    row(
      {
        ...common(link, parts, trade.id, at),
        kind: 'signed',
        tradeKind: input.terms.kind,
        times: {
          quoted: quote.at,
          built: trade.createdAt,
          signed: at,
          validUntil: trade.validUntil ?? null,
        },
        seal: key.seal,
        calls: { build: review.buildCall },
        quote: quoteOf(review),
        ...signedContent({
          inspection: review.inspection,
          input,
          cbor: facts.cbor,
          address: bytes.owner,
          sentence: review.sentence,
          costs: review.costsSentence,
          lessThanQuote: review.worseThanQuote !== undefined,
          consents: facts.consent.consents,
          provenBy: facts.provenBy,
        }),
        market: facts.market ? marketOf(facts.market) : null,
        addendumKey: key.addendum.publicKey,
        prices: pricesOf(facts.prices, 'priceImpact' in quote ? quote.priceImpact : undefined),
      },
      key.seed,
    );
}

/** The outcome of a call to `/swap/sign`, or that none was made. */
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
  content: Said<LaterContent>,
): WriteReceipt | undefined {
  const { receiptSeed } = bytes;
  if (receiptSeed === undefined || opening === undefined) return undefined;
  return (link) => row({ ...common(link, parts, trade.id, at), opening, ...content }, receiptSeed);
}

/** A record as the journal keeps it. `seed`: of the key that signs it. */
export function row(content: ReceiptContent, seed: string): ReceiptRow {
  const record = writeRecord(content, seed);
  const { position, tradeId } = content;
  return { position, tradeId, hash: record.hash, text: recordText(record) };
}

/** The fields that place a record in its chain, common to all records. */
export function common(
  { position, previous }: ReceiptLink,
  parts: ReceiptParts,
  tradeId: string,
  at: EpochMs,
) {
  return {
    format: RECEIPT_FORMAT,
    version: RECEIPT_VERSION,
    position,
    previous: previous ?? null,
    app: parts.version,
    network: parts.network,
    tradeId,
    at,
  } as const;
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

/** The price finding for the record of the signature; null if it does not fit there. */
function marketOf({ tone, sentence, notes, read }: BestPrice): Market | null {
  const found: Market = {
    sentence: cut(sentence),
    warned: tone === 'warn',
    notes: notes.map(cut),
    read: read ? readOf(read) : null,
  };
  return isMarket(found) ? found : null;
}

function readOf({ reading, better }: NonNullable<BestPrice['read']>): Market['read'] {
  const { slot, pools, seen, unread, contradicted, complete, route, proven } = reading;
  return {
    slot,
    pools,
    seen: seen.map(({ reference, script, assets: [first, second] }) => ({
      reference,
      script,
      assets: [first, second],
    })),
    unread,
    contradicted,
    complete,
    route: route ? routeOf(route, proven) : null,
    betterPpm: better === undefined ? null : Math.min(better, Number.MAX_SAFE_INTEGER),
  };
}

/** The places of a reading are those of reported outputs. */
function routeOf({ parts, out, fees }: Route, poolsProven: boolean): NonNullable<Market['read']>['route'] {
  return {
    parts: parts.map(({ place, sold, out: paid }) => ({
      pools: (place as ReportedPlace).outputs.map(({ reference }) => reference),
      assets: [place.pool.assets[0], place.pool.assets[1]],
      exchange: cut(place.exchange),
      sold: String(sold),
      out: String(paid),
    })),
    out: String(out),
    fees: String(fees),
    poolsProven,
  };
}

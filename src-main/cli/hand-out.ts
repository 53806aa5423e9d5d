import { resolve } from 'node:path';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { writeTransactionFile } from '../offline/formats/text-envelope.ts';
import { buildTogether, type BuiltTogether } from '../trading/built-together.ts';
import type { Agreed } from '../trading/kinds/judgement.ts';
import type { CancelQuote, Quote } from '../trading/kinds/quote.ts';
import type { Review } from '../trading/reviewer.ts';
import type { HandedOut } from '../trading/signed-elsewhere.ts';
import { OWN_KEY_INDEXES } from '../wallet/account.ts';
import { checkNew, numbered, writeNewFiles, type NewFile } from './options.ts';
import type { ExitCode } from './terminal.ts';
import { tradeFacts } from './trade-report.ts';
import { movedPrice, reportReview } from './trade.ts';
import { type TraderStage } from './trader.ts';
import { offlineWords } from './words.ts';

/** The quote to export, and its place among the rounds. */
export interface Wanted {
  readonly quote: Quote;
  readonly lines: readonly string[];
  /** The agreement, if it covers several transactions. */
  readonly agreed?: Agreed;
  /** All of them, if they may leave in one bundle. */
  readonly parts?: readonly CancelQuote[];
  readonly round: number;
  readonly rounds: number;
}

/** The files to write. */
interface Written {
  readonly path: string;
  /** For just the transactions, as cardano-cli reads them. */
  readonly txFile: string | undefined;
}

/** Reviews the transactions, records them as exported, and writes the bundle. */
export async function handOut(wanted: Wanted, written: Written, stage: TraderStage): Promise<ExitCode> {
  const { trading, keys, terminal, interruption } = stage;
  const { signal } = interruption;
  const account = keys.wallet.account();
  if (!account.ok) return terminal.failure(account.failure);
  for (const line of wanted.lines) terminal.progress(`  ${line}`);
  if (wanted.rounds > 1) terminal.progress(offlineWords.rounds(wanted.round, wanted.rounds));
  const quoteId = wanted.quote.kind === 'swap' ? wanted.quote.id : trading.quotes.renew(wanted.quote);
  const review = await trading.examine(quoteId, account.value, signal, wanted.agreed);
  if (!review.ok) return terminal.failure(review.failure);
  const built: BuiltTogether = wanted.parts
    ? await buildTogether(trading, wanted.parts, review.value, account.value, signal)
    : { reviews: [review.value], later: 0 };
  for (const one of built.reviews) await reportReview(one, terminal);
  const rounds = wanted.parts ? built.later + 1 : wanted.rounds;
  if (wanted.parts) terminal.progress(offlineWords.together(built.reviews.length, built.later));
  const { txFile } = written;
  const txFiles =
    txFile === undefined ? [] : built.reviews.map((_, at) => (at === 0 ? txFile : numbered(txFile, at + 1)));
  for (const name of txFiles) checkNew(name, 'tx-file');
  const refusal = refusalOf(built, signal);
  const [first, ...others] = built.reviews.map(({ trade }) => trade.id);
  const out =
    refusal === undefined && first !== undefined
      ? await trading.elsewhere.handOut(
          first,
          { bodyHash: review.value.trade.bodyHash, agreementHash: review.value.agreementHash },
          { others, paths: keys.wallet.keyPlaces(OWN_KEY_INDEXES) },
          signal,
        )
      : failed(refusal ?? failure('internal-error'));
  if (!out.ok) {
    for (const { trade } of built.reviews)
      if (trading.trade(trade.id)?.state === 'built') await trading.discard(trade.id);
    return terminal.failure(out.failure, tradeFacts(trading.trade(review.value.trade.id)));
  }
  return write(out.value, built.reviews, { path: written.path, txFiles, round: wanted.round, rounds }, stage);
}

function refusalOf({ reviews }: BuiltTogether, signal: AbortSignal): ReturnType<typeof failure> | undefined {
  const worse = reviews.find(({ worseThanQuote }) => worseThanQuote !== undefined);
  return (
    reviews.find(({ trade }) => trade.failure)?.trade.failure ??
    (signal.aborted ? failure('trade-declined') : undefined) ??
    (worse && movedPrice(worse))
  );
}

interface Files {
  readonly path: string;
  readonly txFiles: readonly string[];
  readonly round: number;
  readonly rounds: number;
}

function write(
  { trade, fingerprint, text }: HandedOut,
  reviews: readonly Review[],
  { path, txFiles, round, rounds }: Files,
  { terminal, trading, journalFile }: TraderStage,
): ExitCode {
  const recorded = { ...tradeFacts(trade), fingerprint, journal: journalFile };
  // Said first: whoever stops the command here finds the bundle again by this hash.
  terminal.progress(offlineWords.recorded(trade.bodyHash));
  const written = writeNewFiles([
    { path, content: text },
    ...txFiles.map((name, at) => transactionFile(name, reviews[at]?.inspection.cbor ?? '')),
  ]);
  if (!written.ok)
    return terminal.failure(
      failure('bundle-not-written', { ...written.failure.data, trade: trade.bodyHash }),
      recorded,
    );
  const files = txFiles.map((name) => resolve(name));
  const ends = reviews.flatMap((review) => review.trade.validUntil ?? []);
  const validUntil = ends.length === 0 ? undefined : new Date(Math.min(...ends)).toISOString();
  terminal.result(
    {
      ...recorded,
      bundle: resolve(path),
      ...(reviews.length === 1
        ? {}
        : { trades: reviews.map((review) => tradeFacts(trading.trade(review.trade.id))) }),
      ...(files.length === 0 ? {} : files.length === 1 ? { tx_file: files[0] } : { tx_files: files }),
      ...(validUntil === undefined ? {} : { valid_until: validUntil }),
      round,
      rounds,
    },
    [
      offlineWords.written(path),
      offlineWords.fingerprint(fingerprint),
      ...(validUntil === undefined ? [] : [offlineWords.validUntil(validUntil)]),
      ...(rounds > round ? [offlineWords.nextRound(round + 1, rounds)] : []),
    ],
  );
  return 0;
}

/** The file of a transaction (hex), as cardano-cli reads it. */
export function transactionFile(path: string, cbor: string): NewFile {
  return { path, content: writeTransactionFile(cbor) };
}

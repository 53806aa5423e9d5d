import { resolve } from 'node:path';
import type { AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { BundledPath } from '../offline/bundle.ts';
import { writeTransactionFile } from '../offline/formats/text-envelope.ts';
import type { Agreed } from '../trading/kinds/judgement.ts';
import type { Quote } from '../trading/kinds/quote.ts';
import type { HandedOut } from '../trading/signed-elsewhere.ts';
import { readAccountKey } from '../wallet/account-key.ts';
import { OWN_KEY_INDEXES, PublicAccount } from '../wallet/account.ts';
import { cancelLines, readSelection, selectionOptions, selectOrders, targetOf } from './cancel.ts';
import type { Connection } from './connection.ts';
import { dcaLines, dcaOrderOptions, findDca, readDca } from './dca-create.ts';
import { planCancellation, readPlanName } from './dca-plans.ts';
import { askLadder, askLimit, ladderLines, limitLines } from './limit.ts';
import { findLimit, limitOrderOptions, readLimit } from './limit-order.ts';
import {
  checkNew,
  command,
  required,
  writeNewFile,
  type Command,
  type OptionTable,
  type Values,
} from './options.ts';
import { listOrders } from './orders.ts';
import type { KeySource } from './session-wallet.ts';
import { UsageError, type ExitCode } from './terminal.ts';
import { findToken } from './tokens.ts';
import { quoteLines, tradeFacts } from './trade-report.ts';
import { movedPrice, reportReview } from './trade.ts';
import { accountOf, coreOptions, withTraderOf, type TraderStage } from './trader.ts';
import { wholeNumber } from './typed-numbers.ts';
import { findOrder, orderOptions, readOrder } from './typed-order.ts';
import { offlineWords, takes, usage } from './words.ts';

const exportOptions = {
  ...coreOptions,
  address: { type: 'string' },
  'account-key': { type: 'string' },
  bundle: { type: 'string' },
  'tx-file': { type: 'string' },
} as const;

/** One transaction to be exported, and which of how many it is that take a round each. */
interface Wanted {
  readonly quote: Quote;
  readonly lines: readonly string[];
  /** The agreement where it covers several transactions. */
  readonly agreed?: Agreed;
  readonly round: number;
  readonly rounds: number;
}

/** How one kind of trade is asked for, once its options were read. */
interface Asking<Prepared> {
  /** Asks the service for what is needed before the wallet is opened. */
  readonly prepare: (connection: Connection) => Promise<Result<Prepared, Failure>>;
  readonly ask: (prepared: Prepared, stage: TraderStage) => Promise<Result<Wanted, Failure>>;
}

/** `export swap`: has one trade built, inspects it, and writes it as a bundle to be signed on another machine. */
export const exportSwapCommand = exporting(orderOptions, (values) => {
  const order = readOrder(values);
  return {
    prepare: (connection) => findOrder(order, connection),
    ask: async (request, { trading, interruption: { signal } }) => {
      const quote = await trading.estimate({ kind: 'swap', ...request }, signal);
      return quote.ok ? ok(once(quote.value, quoteLines(quote.value))) : quote;
    },
  };
});

/**
 * `export limit`: one order, equal ones in one transaction, or one level of a ladder, whose transactions spend each
 * other's change and so take a round each.
 */
export const exportLimitCommand = exporting(
  { ...limitOrderOptions, level: { type: 'string' } } as const,
  (values) => {
    const typed = readLimit(values);
    const level = readLevel(values.level, typed.ladder?.count);
    return {
      prepare: (connection) => findLimit(typed, connection),
      ask: async (order, { trading, interruption: { signal } }) => {
        if (order.kind === 'single') {
          const estimate = await askLimit(trading, order.request, typed.offMarket, signal);
          return estimate.ok ? ok(once(estimate.value.quote, limitLines(estimate.value))) : estimate;
        }
        const plan = await askLadder(trading, order.request, typed.offMarket, signal);
        if (!plan.ok) return plan;
        const quotes = plan.value.levels.map(({ quote }) => quote);
        const agreement = await trading.agree(quotes);
        if (!agreement.ok) return agreement;
        const quote = quotes[level - 1];
        if (!quote) return failed(failure('plan-unknown'));
        return ok({
          quote,
          lines: ladderLines(plan.value),
          agreed: { agreement: agreement.value, at: level - 1 },
          round: level,
          rounds: quotes.length,
        });
      },
    };
  },
);

/** `export dca`: a recurring order. */
export const exportDcaCommand = exporting(dcaOrderOptions, (values) => {
  const typed = readDca(values);
  return {
    prepare: (connection) => findDca(typed, connection),
    ask: async (request, { trading, keys, interruption: { signal } }) => {
      const address = keys.wallet.address(0);
      const asked = { ...request, address: address.ok ? address.value : undefined };
      const plan = await trading.estimate({ kind: 'dca', ...asked }, signal);
      return plan.ok ? ok(once(plan.value.quote, dcaLines(plan.value))) : plan;
    },
  };
});

/** `export cancel`: as many orders as one transaction takes; what is left is exported in the next round. */
const cancelOptions = { ...selectionOptions, plan: { type: 'string' } } as const;

export const exportCancelCommand = exporting(cancelOptions, (values) => {
  if (values.plan !== undefined) return cancellingPlan(values);
  const selection = readSelection(values);
  return {
    prepare: async (connection): Promise<Result<AssetId | undefined, Failure>> => {
      const named = selection.kind === 'all' ? selection.pair : undefined;
      if (named === undefined) return ok(undefined);
      const token = await findToken(named, connection);
      return token.ok ? ok(token.value.id) : token;
    },
    ask: async (pair, { trading, keys, connection, interruption: { signal } }) => {
      const account = accountOf(keys.wallet);
      if (!account.ok) return account;
      const listed = await listOrders(account.value.address, trading.allTrades(), connection, signal);
      if (!listed.ok) return listed;
      const { rows, left } = selectOrders(listed.value.rows, selection, pair, Date.now());
      if (rows.length === 0) return failed(left[0]?.failure ?? failure('nothing-to-cancel'));
      const targets = rows.map(targetOf);
      const prepared = await trading.estimate({ kind: 'cancel', targets, account: account.value }, signal);
      if (!prepared.ok) return prepared;
      const [quote, ...later] = prepared.value.quotes;
      if (!quote) return failed(prepared.value.left[0]?.failure ?? failure('nothing-to-cancel'));
      const lines = cancelLines(quote, quote.outputs.length);
      return ok({ quote, lines, round: 1, rounds: later.length + 1 });
    },
  };
});

/** `export cancel --plan`: the cancellation of a recurring order. @throws UsageError where orders are named besides. */
function cancellingPlan(values: Values<typeof cancelOptions>): Asking<AssetId | undefined> {
  const name = readPlanName(values);
  if (Object.keys(selectionOptions).some((option) => Object.hasOwn(values, option)))
    throw new UsageError(usage.planAlone);
  return {
    prepare: () => Promise.resolve(ok(undefined)),
    ask: async (_, { trading, keys, connection, interruption: { signal } }) => {
      const account = accountOf(keys.wallet);
      if (!account.ok) return account;
      const found = await planCancellation(name, account.value, { trading, connection, signal });
      return found.ok ? ok(once(found.value.quote, [found.value.line])) : found;
    },
  };
}

function once(quote: Quote, lines: readonly string[]): Wanted {
  return { quote, lines, round: 1, rounds: 1 };
}

/** Which level of a ladder is exported, from 1. @throws UsageError */
function readLevel(typed: string | undefined, count: number | undefined): number {
  if (typed === undefined) return 1;
  const level = count === undefined ? undefined : wholeNumber('level', typed, 1, count);
  if (level === undefined) throw new UsageError(usage.level);
  return level;
}

function exporting<Own extends OptionTable, Prepared>(
  own: Own,
  read: (values: Values<Own>) => Asking<Prepared>,
): Command {
  return command({ ...exportOptions, ...own }, async (run) => {
    const values: Values<typeof exportOptions> = run.values;
    const path = required(values, 'bundle', takes.offlineBundle);
    checkNew(path, 'bundle');
    const txFile = values['tx-file'];
    if (txFile !== undefined) checkNew(txFile, 'tx-file');
    const source = readWatchedSource(values);
    const { prepare, ask } = read(run.values as Values<Own>);
    return withTraderOf(source, { ...run, values }, prepare, async (stage, prepared) => {
      const wanted = await ask(prepared, stage);
      if (!wanted.ok) return stage.terminal.failure(wanted.failure);
      return handOut(wanted.value, { path, txFile, source }, stage);
    });
  });
}

/** @throws UsageError unless the wallet is named, by one of the two ways. */
function readWatchedSource(values: Values<typeof exportOptions>): Extract<KeySource, { kind: 'watched' }> {
  const { address } = values;
  const key = values['account-key'];
  if ((address === undefined) === (key === undefined)) throw new UsageError(usage.watchedSource);
  const text = (address ?? key ?? '').trim();
  // An account's key that has the place of an address, or the other way round, is a slip worth naming.
  if (address !== undefined && !/^addr(_test)?1/i.test(text)) throw new UsageError(usage.watchedSource);
  return { kind: 'watched', text };
}

/** What is written, and whose trade it is. */
interface Written {
  readonly path: string;
  /** For the transaction alone, as cardano-cli reads it. */
  readonly txFile: string | undefined;
  readonly source: Extract<KeySource, { kind: 'watched' }>;
}

/** Reviews the trade, records it as exported, and writes the bundle. */
async function handOut(
  { quote, lines, agreed, round, rounds }: Wanted,
  { path, txFile, source }: Written,
  { trading, keys, connection, terminal, interruption, journalFile }: TraderStage,
): Promise<ExitCode> {
  const { signal } = interruption;
  const account = accountOf(keys.wallet);
  if (!account.ok) return terminal.failure(account.failure);
  for (const line of lines) terminal.progress(`  ${line}`);
  if (rounds > 1) terminal.progress(offlineWords.rounds(round, rounds));
  const quoteId = quote.kind === 'swap' ? quote.id : trading.renew(quote);
  const review = await trading.examine(quoteId, account.value, signal, agreed);
  if (!review.ok) return terminal.failure(review.failure);
  reportReview(review.value, terminal);
  const { trade } = review.value;
  const refusal =
    trade.failure ??
    (signal.aborted ? failure('trade-declined') : undefined) ??
    (review.value.worseThanQuote === undefined ? undefined : movedPrice(review.value));
  const out =
    refusal === undefined
      ? await trading.elsewhere.handOut(
          trade.id,
          { bodyHash: trade.bodyHash, agreementHash: review.value.agreementHash },
          pathsOf(source, connection),
          signal,
        )
      : failed(refusal);
  if (!out.ok) {
    if (trading.trade(trade.id)?.state === 'built') await trading.discard(trade.id);
    return terminal.failure(out.failure, tradeFacts(trading.trade(trade.id)));
  }
  writeNewFile(path, out.value.text, 'bundle');
  if (txFile !== undefined)
    writeNewFile(txFile, writeTransactionFile(review.value.inspection.cbor), 'tx-file');
  return report(out.value, { path, txFile, round, rounds, journalFile }, terminal);
}

function report(
  { trade, fingerprint }: HandedOut,
  at: {
    readonly path: string;
    readonly txFile: string | undefined;
    readonly round: number;
    readonly rounds: number;
    readonly journalFile: string;
  },
  terminal: TraderStage['terminal'],
): ExitCode {
  const { path, txFile, round, rounds, journalFile: journal } = at;
  const validUntil = trade.validUntil === undefined ? undefined : new Date(trade.validUntil).toISOString();
  terminal.result(
    {
      ...tradeFacts(trade),
      bundle: resolve(path),
      ...(txFile === undefined ? {} : { tx_file: resolve(txFile) }),
      fingerprint,
      ...(validUntil === undefined ? {} : { valid_until: validUntil }),
      round,
      rounds,
      journal,
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

/** Where the keys of an account are (CIP-1852), for devices that derive them; an address alone does not say. */
function pathsOf(
  { text }: Extract<KeySource, { kind: 'watched' }>,
  { network }: Connection,
): readonly BundledPath[] {
  const key = readAccountKey(text);
  if (!key.ok) return [];
  const account = new PublicAccount(key.value, network);
  return account.paths(OWN_KEY_INDEXES).map((path) => ({
    keyHash: account.keyHash(path),
    path: `1852'/1815'/0'/${path.role}/${path.index}`,
  }));
}

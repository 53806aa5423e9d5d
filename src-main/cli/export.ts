import type { AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Quote } from '../trading/kinds/quote.ts';
import { cancelLines, readSelection, reportingPlan, selectOrders, targetOf } from './cancel.ts';
import type { Connection } from './connection.ts';
import { dcaLines, findDca, readDca } from './dca-create.ts';
import { planCancellation, readPlanName } from './dca-plans.ts';
import { handOut, type Wanted } from './hand-out.ts';
import { askLadder, askLimit, ladderLines, limitLines } from './limit.ts';
import { findLimit, readLimit } from './limit-order.ts';
import { checkNew, command, readTextFile, required, type Command, type Values } from './options.ts';
import { listOrders } from './orders.ts';
import type { KeySource } from './session-wallet.ts';
import { UsageError } from './terminal.ts';
import { findToken } from './tokens.ts';
import { askSend, findSent, readSend, sendLines } from './send.ts';
import { quoteLines } from './trade-report.ts';
import { sayElsewhere, withTraderOf, type TraderStage } from './trader.ts';
import { wholeNumber } from './typed-numbers.ts';
import { findOrder, readOrder } from './typed-order.ts';
import { progress as words, takes, usage } from './words.ts';
import {
  type exportOptions,
  selectionOptions,
  type watchedOptions,
  type OptionTable,
} from './option-groups.ts';
import { tables } from './option-tables.ts';

/** Bundles hold account numbers of at most four digits. */
const MOST_ACCOUNT = 9_999;

/** How one kind of trade is asked for, once its options were read. */
interface Asking<Prepared> {
  /** Asks the service for what is needed before the wallet is opened. */
  readonly prepare: (connection: Connection) => Promise<Result<Prepared, Failure>>;
  readonly ask: (prepared: Prepared, stage: TraderStage) => Promise<Result<Wanted, Failure>>;
  /** Whether a service builds it, from one address. */
  readonly trades?: true;
}

/** `export swap`: has one trade built, inspects it, and writes it as a bundle to be signed on another machine. */
export const exportSwapCommand = exporting(tables['export swap'], (values) => {
  const order = readOrder(values);
  return {
    trades: true,
    prepare: (connection) => findOrder(order, connection),
    ask: async (request, { trading, interruption: { signal } }) => {
      const quote = await trading.estimators.swaps.quote(request, signal);
      return quote.ok ? ok(once(quote.value, quoteLines(quote.value))) : quote;
    },
  };
});

/**
 * `export limit`: one order, equal ones in one transaction, or one level of a ladder, whose transactions spend each
 * other's change and so take a round each.
 */
export const exportLimitCommand = exporting(tables['export limit'], (values) => {
  const typed = readLimit(values);
  const level = readLevel(values.level, typed.ladder?.count);
  return {
    trades: true,
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
});

/** `export dca`: a recurring order. */
export const exportDcaCommand = exporting(tables['export dca'], (values) => {
  const typed = readDca(values);
  return {
    trades: true,
    prepare: (connection) => findDca(typed, connection),
    ask: async (request, { trading, keys, interruption: { signal } }) => {
      const address = keys.wallet.address(0);
      const asked = { ...request, address: address.ok ? address.value : undefined };
      const plan = await trading.estimators.recurring.plan(asked, signal);
      return plan.ok ? ok(once(plan.value.quote, dcaLines(plan.value))) : plan;
    },
  };
});

/** `export send`: a payment, which may spend from all addresses of the wallet. */
export const exportSendCommand = exporting(tables['export send'], (values) => {
  const typed = readSend(values);
  return {
    prepare: (connection) => findSent(typed, connection),
    ask: async (wish, { trading, keys, interruption: { signal } }) => {
      const quote = await askSend(wish, keys.wallet, trading, signal);
      return quote.ok ? ok(once(quote.value, sendLines(quote.value))) : quote;
    },
  };
});

/**
 * `export cancel`: in as many transactions as it takes. Those that do not need what another spends share one bundle; the
 * rest are exported in later rounds.
 */
export const exportCancelCommand = exporting(tables['export cancel'], (values) => {
  if (values.plan !== undefined) return cancellingPlan(values);
  const selection = readSelection(values);
  return {
    prepare: async (connection): Promise<Result<AssetId | undefined, Failure>> => {
      const named = selection.kind === 'all' ? selection.pair : undefined;
      if (named === undefined) return ok(undefined);
      const token = await findToken(named, connection);
      return token.ok ? ok(token.value.id) : token;
    },
    ask: async (pair, { trading, keys, connection, terminal, interruption: { signal } }) => {
      const account = keys.wallet.account();
      if (!account.ok) return account;
      terminal.progress(words.listingOrders);
      const listed = await listOrders(account.value.addresses, trading.allTrades(), connection, signal);
      if (!listed.ok) return listed;
      const { rows, left } = selectOrders(listed.value.rows, selection, pair, Date.now());
      if (rows.length === 0) return failed(left[0]?.failure ?? failure('nothing-to-cancel'));
      const targets = rows.map(targetOf);
      const progress = reportingPlan(terminal);
      const prepared = await trading.estimators.cancellations.prepare(
        { targets, account: account.value, progress },
        signal,
      );
      if (!prepared.ok) return prepared;
      const { quotes } = prepared.value;
      const [quote, ...others] = quotes;
      if (!quote) return failed(prepared.value.left[0]?.failure ?? failure('nothing-to-cancel'));
      const lines = quotes.flatMap((one) => cancelLines(one, one.task.orders.length));
      if (others.length === 0) return ok(once(quote, lines));
      const agreement = await trading.agree(quotes);
      if (!agreement.ok) return agreement;
      const agreed = { agreement: agreement.value, at: 0 };
      return ok({ ...once(quote, lines), agreed, parts: quotes });
    },
  };
});

/** `export cancel --plan`: the cancellation of a recurring order. @throws UsageError where orders are named besides. */
function cancellingPlan(values: Values<(typeof tables)['export cancel']>): Asking<AssetId | undefined> {
  const name = readPlanName(values);
  if (Object.keys(selectionOptions).some((option) => Object.hasOwn(values, option)))
    throw new UsageError(usage.planAlone);
  return {
    prepare: () => Promise.resolve(ok(undefined)),
    ask: async (_, { trading, keys, connection, interruption: { signal } }) => {
      const account = keys.wallet.account();
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
  table: typeof exportOptions & Own,
  read: (values: Values<Own>) => Asking<Prepared>,
): Command {
  return command(table, async (run) => {
    const values: Values<typeof exportOptions> = run.values;
    const path = required(values, 'bundle', takes.offlineBundle);
    checkNew(path, 'bundle');
    const txFile = values['tx-file'];
    if (txFile !== undefined) checkNew(txFile, 'tx-file');
    const source = readWatchedSource(values);
    const { prepare, ask, trades } = read(run.values as Values<Own>);
    return withTraderOf(source, { ...run, values }, prepare, async (stage, prepared) => {
      if (trades) await sayElsewhere(stage);
      const wanted = await ask(prepared, stage);
      if (!wanted.ok) return stage.terminal.failure(wanted.failure);
      return handOut(wanted.value, { path, txFile }, stage);
    });
  });
}

/** @throws UsageError unless the wallet is named in exactly one of the three ways; a script may also have an address. */
export function readWatchedSource(
  values: Values<typeof watchedOptions>,
): Extract<KeySource, { kind: 'watched' }> {
  const { address, account } = values;
  const key = values['account-key'];
  if (account !== undefined && key === undefined) throw new UsageError(usage.accountOfKey);
  if (values['native-script'] !== undefined) {
    if (key !== undefined) throw new UsageError(usage.watchedSource);
    const script = readTextFile(values, 'native-script', takes.nativeScript);
    if (!script.trimStart().startsWith('{')) throw new UsageError(usage.nativeScript);
    return { kind: 'watched', text: `${address ?? ''} ${script}`.trim() };
  }
  if ((address === undefined) === (key === undefined)) throw new UsageError(usage.watchedSource);
  const text = (address ?? key ?? '').trim();
  // An account's key that has the place of an address, or the other way round, is a slip worth naming.
  if (address !== undefined && !/^addr(_test)?1/i.test(text)) throw new UsageError(usage.watchedSource);
  if (account === undefined) return { kind: 'watched', text };
  const number = wholeNumber('account', account, 0, MOST_ACCOUNT);
  if (number === undefined) throw new UsageError(usage.wholeNumber('account', 0, MOST_ACCOUNT));
  return { kind: 'watched', text: `${text} ${number}` };
}

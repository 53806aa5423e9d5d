import { formatDecimal } from '#domain/decimal.ts';
import { runAfter } from '#domain/dca.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { recurringPriceWords } from '#domain/order-words.ts';
import { ok } from '#domain/result.ts';
import { isLive } from '../features/dca/merge-plans.ts';
import type { PlanRow } from '../features/dca/plan-row.ts';
import { outputOf } from '../market/listed-row.ts';
import type { CancelTarget } from '../trading/kinds/cancel.ts';
import { type DcaPlan, restRule } from '../trading/kinds/dca-plan.ts';
import type { Trading } from '../trading/trading.ts';
import { dcaOrderOptions, findDca, readDca } from './dca-order.ts';
import type { Interruption } from './interruption.ts';
import { required, text, type OptionTable, type Values } from './options.ts';
import { readTrades } from './order-rows.ts';
import { place } from './place.ts';
import { listPlans, planJson, planLine } from './plan-rows.ts';
import { readReceiptFile, receiptOptions } from './receipt-file.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';
import { accountOf, runTrade } from './trade.ts';
import { defaultJournal, openTrader } from './trader.ts';
import { addressOptions, withAddress } from './with-address.ts';
import { readConsents, traderOptions, withTrader } from './with-trader.ts';

/** The verbs of `dca`, with the options of each. */
export const dcaVerbs: Readonly<
  Record<
    string,
    {
      readonly options: OptionTable;
      readonly run: (values: Values, terminal: Terminal, interruption: Interruption) => Promise<ExitCode>;
    }
  >
> = {
  create: { options: { ...traderOptions, ...dcaOrderOptions, ...receiptOptions }, run: create },
  list: {
    options: { ...addressOptions, status: { type: 'string' }, journal: { type: 'string' } },
    run: list,
  },
  cancel: { options: { ...traderOptions, plan: { type: 'string' } }, run: cancel },
};

/** `dca create`: locks the total of a recurring order. */
async function create(values: Values, terminal: Terminal, interruption: Interruption): Promise<ExitCode> {
  const typed = readDca(values);
  const consents = readConsents(values, 'placed');
  const receipt = readReceiptFile(values);
  return withTrader(
    { values, terminal, interruption },
    (connection) => findDca(typed, connection),
    (stage, request) => {
      const address = stage.keys.wallet.address(0);
      const asked = { ...request, address: address.ok ? address.value : undefined };
      return place(
        {
          ask: (trading, signal) => trading.estimate({ kind: 'dca', ...asked }, signal),
          lines: linesOf,
          facts: factsOf,
        },
        consents,
        receipt,
        stage,
      );
    },
  );
}

function linesOf(plan: DcaPlan): readonly string[] {
  const { quote, market, interval, terms, last, fees, cycle, lumpSum, at } = plan;
  const { payToken } = market;
  const each = amountWithTicker(terms.perCycle, payToken);
  const end = runAfter(at, interval, terms.cycles - 1);
  return [
    `You sell   ${amountWithTicker(quote.intent.pay.quantity, payToken)} in ${terms.cycles} trades of ${each}, ${interval.words}`,
    ...(last === terms.perCycle ? [] : [`The last   ${amountWithTicker(last, payToken)}`]),
    `Runs       from about ${dateText(at)} to ${dateText(end)}, one interval later at the latest`,
    `Each       ${recurringPriceWords(`${quote.intent.slippageBps / 100} %`)}`,
    `One trade  about ${amountWithTicker(cycle.expected, market.receiveToken)} now${impactText(cycle.impact)}`,
    ...(lumpSum === undefined
      ? []
      : [
          `At once    about ${amountWithTicker(lumpSum.expected, market.receiveToken)}${impactText(lumpSum.impact)}`,
        ]),
    ...(fees.perCycle === undefined
      ? []
      : [
          `Fees       ${formatDecimal(fees.perCycle, 6)} ADA each, ${formatDecimal(fees.perCycle * BigInt(terms.cycles), 6)} ADA in all${fees.share === undefined ? '' : ` (${(fees.share * 100).toFixed(2)} %)`}`,
        ]),
    ...quote.notices.map((notice) => `Note: ${notice}`),
  ];
}

function factsOf({ market, interval, terms, last, fees, at }: DcaPlan): Readonly<Record<string, unknown>> {
  return {
    side: market.side,
    every: interval.id,
    cycles: terms.cycles,
    per_cycle: amountJson(terms.perCycle, market.payToken),
    last_cycle: amountJson(last, market.payToken),
    first_run: dateText(at),
    last_run: dateText(runAfter(at, interval, terms.cycles - 1)),
    ...(fees.perCycle === undefined ? {} : { fee_per_cycle_ada: formatDecimal(fees.perCycle, 6) }),
    ...(fees.share === undefined ? {} : { fee_share: fees.share }),
  };
}

function dateText(at: number): string {
  return new Date(at).toISOString();
}

function impactText(impact: number | undefined): string {
  return impact === undefined ? '' : ` (price impact ${(impact * 100).toFixed(2)} %)`;
}

const WANTED = ['running', 'ended', 'all'] as const;

/** `dca list`: the recurring orders of an address, from the service and from what was placed here. Nothing is signed. */
async function list(values: Values, terminal: Terminal, interruption: Interruption): Promise<ExitCode> {
  const typed = text(values, 'status') ?? 'running';
  const wanted = WANTED.find((one) => one === typed);
  if (wanted === undefined) throw new UsageError(`--status takes ${WANTED.join(', ')}`);
  return withAddress(values, terminal, async (address, connection) => {
    const journalFile = text(values, 'journal') ?? defaultJournal(connection.network, address);
    // What was placed here is followed to where it stands now, unless another command does so already.
    const placed = readTrades(journalFile);
    const opened =
      placed.length === 0 ? undefined : openTrader({ connection, journalFile, trouble: () => undefined });
    const trader = opened?.ok === true ? opened.value : undefined;
    try {
      const kept = () => trader?.trading.allTrades() ?? placed;
      const options = { trading: trader?.trading, signal: interruption.signal };
      const listed = await listPlans(address, kept, connection, options);
      if (!listed.ok) return terminal.failure(listed.failure);
      const { rows, token } = listed.value;
      const meant = rows.filter(
        ({ status }) => wanted === 'all' || isLive(status) === (wanted === 'running'),
      );
      terminal.result(
        { address, plans: meant.map((row) => planJson(row, token)) },
        meant.length === 0 ? ['No such plans.'] : meant.map((row) => planLine(row, token)),
      );
      return 0;
    } finally {
      await trader?.close();
    }
  });
}

/** `dca cancel`: takes the unspent rest of a recurring order back. */
async function cancel(values: Values, terminal: Terminal, interruption: Interruption): Promise<ExitCode> {
  const name = required(values, 'plan', 'the id of a plan, as dca list has it').replace('#', '_');
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(name)) throw new UsageError('--plan takes an id of the list of plans');
  const consents = readConsents(values, 'placed');
  return withTrader(
    { values, terminal, interruption },
    () => Promise.resolve(ok(undefined)),
    async ({ trading, connection, keys, journalFile }) => {
      const account = accountOf(keys.wallet);
      if (!account.ok) return terminal.failure(account.failure);
      const { signal } = interruption;
      const kept = () => trading.allTrades();
      const listed = await listPlans(account.value.address, kept, connection, { trading, signal });
      if (!listed.ok) return terminal.failure(listed.failure);
      const row = listed.value.rows.find(({ id, service }) => id === name || service?.id === name);
      if (!row) return terminal.failure(failure('order-unknown'));
      if (!row.cancellable) return terminal.failure(refusalOf(row));
      const targets = [targetOf(row, trading)];
      const prepared = await trading.estimate({ kind: 'cancel', targets, account: account.value }, signal);
      if (!prepared.ok) return terminal.failure(prepared.failure);
      const [quote] = prepared.value.quotes;
      if (!quote) return terminal.failure(failure('nothing-to-cancel'));
      const back = [...quote.holds].map(([asset, quantity]) => ({
        quantity,
        token: listed.value.token(asset),
      }));
      const plan = {
        ...consents,
        quote: (core: Trading) => Promise.resolve(core.freshQuote(core.renew(quote))),
        lines: () => [
          `Takes back the rest of the plan: ${back.map(({ quantity, token }) => amountWithTicker(quantity, token)).join(' and ')}`,
        ],
      };
      const outcome = await runTrade(plan, { trading, keys, terminal, interruption });
      const facts = {
        plan: row.id,
        completed: row.completed,
        returning: back.map(({ quantity, token }) => amountJson(quantity, token)),
        journal: journalFile,
      };
      if (outcome.failure !== undefined) {
        terminal.failure(outcome.failure, {
          ...(outcome.trade ? { tx_hash: outcome.trade.bodyHash } : {}),
          ...facts,
        });
        return outcome.failure.code === 'interrupted' ? interruption.exitCode : 1;
      }
      const { trade } = outcome;
      const costs = trade?.costs;
      terminal.result(
        {
          ...facts,
          tx_hash: trade?.bodyHash,
          network_fee_ada: formatDecimal(costs?.networkFee ?? 0n, 6),
          total_cost_ada: formatDecimal((costs?.networkFee ?? 0n) + (costs?.otherRecipients ?? 0n), 6),
        },
        ['The rest of the plan is back.', trade?.bodyHash ?? ''],
      );
      return 0;
    },
  );
}

function refusalOf({ status }: PlanRow): Failure {
  return failure(isLive(status) ? 'order-not-cancellable' : 'order-already-closed', { status });
}

function targetOf(row: PlanRow, trading: Trading): CancelTarget {
  const trade = row.tradeId === undefined ? undefined : trading.trade(row.tradeId);
  return { id: row.id, serviceId: row.service?.id, placed: outputOf(row), ...restRule(trade) };
}

import { DCA_INTERVAL_IDS, legalInterval, MOST_CYCLES, runAfter, type DcaIntervalId } from '#domain/dca.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { ANY_PRICE_WORDS, recurringPriceWords } from '#domain/order-words.ts';
import type { Sale } from '#domain/quote.ts';
import { ok, type Result } from '#domain/result.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { NAMED_EXCHANGES } from '../app/order-scripts.ts';
import type { DcaRequest } from '../trading/kinds/dca.ts';
import type { DcaPlan } from '../trading/kinds/dca-plan.ts';
import type { Connection } from './connection.ts';
import { command, required, type Values, type WithText } from './options.ts';
import { UsageError } from './terminal.ts';
import { amountJson, amountWithTicker } from './tokens.ts';
import { readReceiptFile } from './trade-report.ts';
import { place, readConsents } from './trade.ts';
import { sayElsewhere, withTrader } from './trader.ts';
import { wholeNumber } from './typed-numbers.ts';
import { findSale, readAmount, readPair, readSlippage } from './typed-order.ts';
import { readCodes } from './typed-codes.ts';
import { takes, usage } from './words.ts';
import type { dcaOrderOptions } from './option-groups.ts';
import { tables } from './option-tables.ts';

/** `dca create`: locks the total of a recurring order. */
export const dcaCreateCommand = command(tables['dca create'], async (run) => {
  const { values } = run;
  const typed = readDca(values);
  const consents = readConsents(values, 'placed');
  const receipt = readReceiptFile(values);
  return withTrader(
    run,
    (connection) => findDca(typed, connection),
    async (stage, request) => {
      await sayElsewhere(stage);
      const address = stage.keys.wallet.address(0);
      const asked = { ...request, address: address.ok ? address.value : undefined };
      return place(
        {
          ask: (trading, signal) => trading.estimators.recurring.plan(asked, signal),
          lines: dcaLines,
          facts: factsOf,
        },
        consents,
        receipt,
        stage,
      );
    },
  );
});

export function dcaLines(plan: DcaPlan): readonly string[] {
  const { quote, market, interval, last, fees, cycle, lumpSum, at } = plan;
  const { pay, cycles, amountPerCycle, slippageBps } = quote.task;
  const { payToken } = market;
  const each = amountWithTicker(amountPerCycle, payToken);
  const end = runAfter(at, interval, cycles - 1);
  return [
    `You sell   ${amountWithTicker(pay.quantity, payToken)} in ${cycles} trades of ${each}, ${interval.words}`,
    ...(last === amountPerCycle ? [] : [`The last   ${amountWithTicker(last, payToken)}`]),
    `Runs       from about ${dateText(at)} to ${dateText(end)}, one interval later at the latest`,
    `Each       ${plan.anyPrice ? ANY_PRICE_WORDS : recurringPriceWords(`${slippageBps / 100} %`)}`,
    `One trade  about ${amountWithTicker(cycle.expected, market.receiveToken)} now${impactText(cycle.impact)}`,
    ...(lumpSum === undefined
      ? []
      : [
          `At once    about ${amountWithTicker(lumpSum.expected, market.receiveToken)}${impactText(lumpSum.impact)}`,
        ]),
    ...(fees.perCycle === undefined
      ? []
      : [
          `Fees       ${formatDecimal(fees.perCycle, 6)} ADA each, ${formatDecimal(fees.perCycle * BigInt(cycles), 6)} ADA in all${fees.share === undefined ? '' : ` (${(fees.share * 100).toFixed(2)} %)`}`,
        ]),
    ...quote.notices.map((notice) => `Note: ${inEnglish(notice)}`),
  ];
}

function factsOf({ quote, market, interval, last, fees, at }: DcaPlan): Readonly<Record<string, unknown>> {
  const { cycles, amountPerCycle } = quote.task;
  return {
    side: market.side,
    every: interval.id,
    cycles,
    per_cycle: amountJson(amountPerCycle, market.payToken),
    last_cycle: amountJson(last, market.payToken),
    first_run: dateText(at),
    last_run: dateText(runAfter(at, interval, cycles - 1)),
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

/** A recurring order as typed, after its form was checked. */
type TypedDca = Omit<DcaRequest, keyof Sale | 'others' | 'address'> & {
  readonly pay: string;
  readonly receive: string;
  readonly amount: string;
};

/** @throws UsageError */
export function readDca(values: Values<typeof dcaOrderOptions>): TypedDca {
  return {
    ...readPair(values, 'sold', 'bought'),
    amount: readAmount(values),
    cycles: readCycles(values),
    every: readEvery(values),
    slippageBps: readSlippage(values),
    exchanges: readCodes(values, 'exchanges'),
  };
}

/** The order with its tokens found, in base units. Failures: those of `findSale`. */
export async function findDca(
  { pay, receive, amount, ...terms }: TypedDca,
  connection: Connection,
): Promise<Result<DcaRequest, Failure>> {
  const sale = await findSale({ pay, receive, amount }, connection);
  if (!sale.ok) return sale;
  const others = NAMED_EXCHANGES[connection.network === 'mainnet' ? 'live' : 'practice']
    .map(({ code }) => code)
    .filter((code) => !terms.exchanges.includes(code));
  return ok({ ...terms, ...sale.value, others });
}

function readCycles(values: WithText<'cycles'>): number {
  const typed = required(values, 'cycles', takes.cycles);
  const cycles = wholeNumber('cycles', typed, 1, MOST_CYCLES);
  if (cycles !== undefined) return cycles;
  throw new UsageError(
    usage.wholeNumber('cycles', 1, MOST_CYCLES),
    failure('dca-cycles-refused', { cycles: typed.slice(0, 20), most: MOST_CYCLES }),
  );
}

/** One of the ten names, or the service's own form with a colon: `hourly:4`. */
function readEvery(values: WithText<'every'>): DcaIntervalId {
  const typed = required(values, 'every', takes.every(DCA_INTERVAL_IDS));
  const named = DCA_INTERVAL_IDS.find((id) => id === typed);
  if (named !== undefined) return named;
  const [interval = '', length = ''] = typed.split(':');
  const legal = /^\d{1,3}$/.test(length) ? legalInterval(interval, Number(length)) : undefined;
  if (legal) return legal.id;
  throw new UsageError(
    usage.oneOf('every', DCA_INTERVAL_IDS),
    failure('dca-interval-refused', { asked: typed.slice(0, 40) }),
  );
}

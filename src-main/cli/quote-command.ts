import { formatDecimal, parseDecimal } from '../../src-preload/domain/decimal.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';
import { QuoteDesk, type Quote, type QuoteRequest } from '../trading/quote-desk.ts';
import { connect, connectionOptions, readConnection, required, text, type Connection } from './connection.ts';
import { PracticeProcess } from './practice-process.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { amountJson, amountWithTicker, findToken } from './tokens.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The options that say what is traded. */
export const swapOptions = {
  in: { type: 'string' },
  out: { type: 'string' },
  amount: { type: 'string' },
  slippage: { type: 'string' },
  exclude: { type: 'string' },
} as const;

export const quoteOptions = { ...connectionOptions, ...swapOptions } as const;

/** `quote`: asks for a price; at practice when no service is named. */
export async function quoteCommand(values: Values, terminal: Terminal): Promise<ExitCode> {
  const named = readConnection(values);
  const practice = named === undefined ? await PracticeProcess.start([]) : undefined;
  if (practice !== undefined) terminal.progress('No service was named: asking practice.');
  try {
    const connected = connect(named ?? (practice as PracticeProcess).connection);
    if (!connected.ok) return terminal.failure(connected.failure);
    const connection = connected.value;
    try {
      const request = await readRequest(values, connection);
      if (!request.ok) return terminal.failure(request.failure);
      const desk = new QuoteDesk({
        service: connection.service,
        clock: systemClock,
        token: (id) => connection.tokens.get(id),
        newId: () => Buffer.from(systemRandom.bytes(16)).toString('hex'),
      });
      const quote = await desk.quote(request.value);
      if (!quote.ok) return terminal.failure(quote.failure);
      terminal.result(quoteJson(quote.value), quoteLines(quote.value));
      return 0;
    } finally {
      await connection.close();
    }
  } finally {
    await practice?.stop();
  }
}

/** What the options ask for. Failures: those of finding a token. @throws UsageError */
export async function readRequest(
  values: Values,
  connection: Connection,
): Promise<Result<QuoteRequest, Failure>> {
  const slippage = text(values, 'slippage') ?? '1';
  const basisPoints = parseDecimal(slippage, 2, 'nearest');
  if (basisPoints === undefined)
    throw new UsageError(`--slippage takes a percentage such as 1 or 0.5, not "${slippage}"`);
  const amount = required(values, 'amount');
  const pay = await findToken(required(values, 'in'), connection);
  if (!pay.ok) return pay;
  const receive = await findToken(required(values, 'out'), connection);
  if (!receive.ok) return receive;
  return ok({
    pay: pay.value.id,
    receive: receive.value.id,
    amount,
    slippageBps: Number(basisPoints),
    excluded: (text(values, 'exclude') ?? '').split(',').filter((code) => code !== ''),
  });
}

export function quoteJson({
  intent,
  estimate,
  payToken,
  receiveToken,
  priceImpact,
  notices,
  expiresAt,
}: Quote): object {
  return {
    pay: amountJson(intent.pay.quantity, payToken),
    expected: amountJson(estimate.expected, receiveToken),
    at_least: amountJson(estimate.atLeast, receiveToken),
    slippage_percent: intent.slippageBps / 100,
    ...(priceImpact === undefined ? {} : { price_impact: priceImpact }),
    routes: estimate.routes.map(({ exchange, amountIn, expectedOut }) => ({
      exchange,
      pay: formatDecimal(amountIn, payToken.decimals),
      get: formatDecimal(expectedOut, receiveToken.decimals),
    })),
    notices,
    expires_at: new Date(expiresAt).toISOString(),
  };
}

export function quoteLines({
  intent,
  estimate,
  payToken,
  receiveToken,
  priceImpact,
  notices,
}: Quote): string[] {
  // Some services state the shares as expected, others as the floor: the sum tells which.
  const shares = estimate.routes.reduce((sum, { expectedOut }) => sum + expectedOut, 0n);
  const word = shares <= estimate.atLeast ? 'at least' : 'about';
  return [
    `You pay       ${amountWithTicker(intent.pay.quantity, payToken)}`,
    `You get about ${amountWithTicker(estimate.expected, receiveToken)}`,
    `At least      ${amountWithTicker(estimate.atLeast, receiveToken)}`,
    ...(priceImpact === undefined ? [] : [`Price impact  ${(priceImpact * 100).toFixed(2)} %`]),
    ...estimate.routes.map(
      ({ exchange, amountIn, expectedOut }) =>
        `  ${exchange.padEnd(8)} ${amountWithTicker(amountIn, payToken)} → ${word} ${amountWithTicker(expectedOut, receiveToken)}`,
    ),
    ...notices.map((notice) => `Note: ${notice}`),
  ];
}

import { quantity } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import type { OutputName, Trade } from '#domain/trade.ts';
import { readUnits } from '#domain/typed-number.ts';
import type { SendQuote } from '../trading/kinds/quote.ts';
import type { SendRequest, SentToken } from '../trading/kinds/send.ts';
import type { Trading } from '../trading/trading.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { unreadLines } from './balance.ts';
import type { Connection } from './connection.ts';
import { command, required, type Values } from './options.ts';
import { UsageError, type ExitCode } from './terminal.ts';
import { amountJson, amountWithTicker, findToken } from './tokens.ts';
import { readReceiptFile, saveReceipt, tradeFacts } from './trade-report.ts';
import { readConsents, runTrade } from './trade.ts';
import { withTrader, type TraderStage } from './trader.ts';
import { checkedAmount } from './typed-order.ts';
import { results, takes, usage } from './words.ts';
import type { paymentOptions } from './option-groups.ts';
import { tables } from './option-tables.ts';

/** The payment as typed, after its form was checked. */
interface TypedSend {
  /** Absent: to the wallet's own address that trades. */
  readonly to: string | undefined;
  /** ADA as plain text, or `max`. */
  readonly amount: string | undefined;
  readonly tokens: readonly { readonly name: string; readonly amount: string }[];
  readonly coins: readonly OutputName[] | undefined;
  readonly gathers: boolean;
}

/** `send`: pays ADA and tokens to an address, by the same checks as the app. The service has no part in it. */
export const sendCommand = command(tables.send, async (run) => {
  const typed = readSend(run.values);
  const consents = readConsents(run.values, 'placed');
  const receipt = readReceiptFile(run.values);
  return withTrader(
    run,
    (connection) => findSent(typed, connection),
    async (stage, wish): Promise<ExitCode> => {
      const { trading, keys, terminal, interruption } = stage;
      let quote: SendQuote | undefined;
      const plan = {
        ...consents,
        quote: async (_: unknown, signal: AbortSignal): Promise<Result<SendQuote, Failure>> => {
          const prepared = await askSend(wish, keys.wallet, trading, signal);
          if (prepared.ok) quote = prepared.value;
          return prepared;
        },
        lines: () => (quote ? sendLines(quote) : []),
      };
      const { failure: trouble, trade } = await runTrade(plan, stage);
      const result = { ...sendJson(trade, quote), ...(await factsOf(stage, receipt, trade)) };
      if (trouble === undefined && trade && quote) {
        terminal.result(result, [
          results.sent(amountsOf(quote), quote.task.to),
          `${trade.bodyHash} ${trade.state}`,
        ]);
        return 0;
      }
      const exitCode = terminal.failure(
        trouble ?? failure('internal-error', { incident: 'outcome' }),
        result,
      );
      return trouble?.code === 'interrupted' ? interruption.exitCode : exitCode;
    },
  );
});

type SendWish = Omit<SendRequest, 'account' | 'to'> & Pick<TypedSend, 'to'>;

/** A payment from the wallet, to its own address that trades where no other one is named. Failures: as of `Payments.prepare`. */
export function askSend(
  { to, ...wish }: SendWish,
  wallet: Wallet,
  trading: Trading,
  signal: AbortSignal,
): Promise<Result<SendQuote, Failure>> {
  const account = wallet.account();
  if (!account.ok) return Promise.resolve(account);
  const asked = { ...wish, to: to ?? account.value.address, account: account.value };
  return trading.estimators.payments.prepare(asked, signal);
}

async function factsOf(
  { trading, journalFile }: TraderStage,
  receipt: string | undefined,
  trade: Trade | undefined,
) {
  return { journal: journalFile, ...(await saveReceipt(receipt, trading, trade?.id)) };
}

/** @throws UsageError */
export function readSend(values: Values<typeof paymentOptions>): TypedSend {
  if (values.gather) {
    const others = [values.to, values.amount, values.token, values.coins];
    if (others.some((other) => other !== undefined)) throw new UsageError(usage.gatherAlone);
    return { to: undefined, amount: 'max', tokens: [], coins: undefined, gathers: true };
  }
  const to = required(values, 'to', takes.recipient);
  const typed = values.amount;
  const tokens = (values.token ?? []).map((one) => {
    const cut = one.lastIndexOf('=');
    if (cut <= 0) throw new UsageError(usage.sentToken);
    return { name: one.slice(0, cut), amount: checkedAmount(one.slice(cut + 1)) };
  });
  if (typed === undefined && tokens.length === 0) throw new UsageError(usage.nothingToSend);
  const amount = typed === undefined || typed === 'max' ? typed : checkedAmount(typed);
  return { to, amount, tokens, coins: readCoins(values.coins), gathers: false };
}

function readCoins(typed: string | undefined): readonly OutputName[] | undefined {
  if (typed === undefined) return undefined;
  const names = typed.split(',').map((name) => name.trim());
  if (names.every((name): name is OutputName => /^[0-9a-f]{64}#(0|[1-9]\d{0,4})$/.test(name))) return names;
  throw new UsageError(usage.coins);
}

/** The same in base units. Failures: those of `findToken`, `decimals-unknown`, `amount-malformed`. */
export async function findSent(
  { to, amount, tokens, coins, gathers }: TypedSend,
  connection: Connection,
): Promise<Result<SendWish, Failure>> {
  const lovelace: Result<SendRequest['lovelace'], Failure> =
    amount === undefined || amount === 'max' ? ok(amount) : unitsOf(amount, ADA_DECIMALS);
  if (!lovelace.ok) return lovelace;
  const sent: SentToken[] = [];
  for (const { name, amount: typed } of tokens) {
    const token = await findToken(name, connection);
    if (!token.ok) return token;
    const { id, ticker, decimals, decimalsSource } = token.value;
    if (decimalsSource === 'unknown') return failed(failure('decimals-unknown', { token: ticker || id }));
    if (id === ADA) throw new UsageError(usage.sentToken);
    const units = unitsOf(typed, decimals);
    if (!units.ok) return units;
    sent.push({ asset: id, quantity: quantity(units.value), decimals });
  }
  return ok({ to, lovelace: lovelace.value, tokens: sent, coins, gathers });
}

function unitsOf(text: string, decimals: number): Result<bigint, Failure> {
  const reading = readUnits(text, decimals);
  if (reading.kind === 'units') return ok(reading.units);
  return failed(failure('amount-malformed', { text: text.slice(0, 40), decimals }));
}

export function sendLines(quote: SendQuote): readonly string[] {
  return [
    `You send      ${amountsOf(quote)}`,
    `To            ${quote.task.to}${quote.toSelf ? ' (your own address)' : ''}`,
    `Network fee   ${formatDecimal(quote.draft.fee, ADA_DECIMALS)} ADA`,
    `Spends        ${quote.draft.coins.length === 1 ? 'one coin' : `${quote.draft.coins.length} coins`}`,
    ...unreadLines(quote.leftOut),
  ];
}

function amountsOf({ task, tokens }: SendQuote): string {
  return [...task.pays]
    .map(([asset, units]) => {
      const token = tokens.find(({ id }) => id === asset) ?? ADA_TOKEN;
      return amountWithTicker(units, token);
    })
    .join(' and ');
}

function sendJson(trade: Trade | undefined, quote: SendQuote | undefined): Readonly<Record<string, unknown>> {
  return {
    ...tradeFacts(trade),
    ...(quote === undefined
      ? {}
      : {
          to: quote.task.to,
          own_address: quote.toSelf,
          sent: [...quote.task.pays].map(([asset, units]) =>
            amountJson(units, quote.tokens.find(({ id }) => id === asset) ?? ADA_TOKEN),
          ),
          network_fee_ada: formatDecimal(trade?.costs.networkFee ?? quote.draft.fee, ADA_DECIMALS),
          coins: quote.draft.coins,
          ...(quote.leftOut ? { coins_not_read: quote.leftOut.data?.['count'] } : {}),
        }),
  };
}

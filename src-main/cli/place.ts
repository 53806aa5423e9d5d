import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { TradeQuote } from '../trading/kinds/quote.ts';
import { sentByOthers } from '../trading/submission.ts';
import type { Trading } from '../trading/trading.ts';
import { saveReceipt } from './receipt-file.ts';
import type { ExitCode } from './terminal.ts';
import { runTrade } from './trade.ts';
import { tellTrade } from './trade-report.ts';
import type { Consents, TraderStage } from './with-trader.ts';

/** What is placed: asked for once, and told of before it is built and after. */
export interface Placing<Answer extends { readonly quote: TradeQuote }> {
  readonly ask: (trading: Trading, signal: AbortSignal) => Promise<Result<Answer, Failure>>;
  readonly lines: (answer: Answer) => readonly string[];
  /** What stands in the command's result beside the trade. */
  readonly facts: (answer: Answer) => Readonly<Record<string, unknown>>;
}

/** Places it in one transaction, follows that, and tells how it came out; its receipt goes into the file named. */
export async function place<Answer extends { readonly quote: TradeQuote }>(
  { ask, lines, facts }: Placing<Answer>,
  consents: Consents,
  receiptFile: string | undefined,
  stage: TraderStage,
): Promise<ExitCode> {
  const { trading, terminal, interruption, journalFile } = stage;
  let answer: Answer | undefined;
  const plan = {
    ...consents,
    quote: async (core: Trading, signal: AbortSignal): Promise<Result<TradeQuote, Failure>> => {
      const asked = await ask(core, signal);
      if (!asked.ok) return asked;
      answer = asked.value;
      return ok(answer.quote);
    },
    lines: () => (answer ? lines(answer) : []),
  };
  const outcome = await runTrade(plan, stage);
  const told = {
    ...(answer ? facts(answer) : {}),
    journal: journalFile,
    ...(sentByOthers(trading.steps(outcome.trade?.id ?? '')) ? { sent_by: 'others' } : {}),
    ...saveReceipt(receiptFile, trading, outcome.trade?.id),
  };
  const exitCode = tellTrade(outcome, told, terminal);
  return outcome.failure?.code === 'interrupted' ? interruption.exitCode : exitCode;
}

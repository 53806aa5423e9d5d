import type { Page } from 'playwright-core';
import type { ApprovalTable, ChartTable, InputOf, MainTable, OutputOf } from '#contract/index.ts';
import type { CallName, Table } from '#contract/table.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';

type Calls = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;

type CallOf<T extends Table> = <K extends CallName<T>>(
  page: Page,
  name: K,
  input: InputOf<T, K>,
) => Promise<Result<OutputOf<T, K>, Failure>>;

/** Calls main as a script of the trading window could. */
export const callMain: CallOf<MainTable> = call as CallOf<MainTable>;

/** Calls main as a script of the approval window could. */
export const callApproval: CallOf<ApprovalTable> = call as CallOf<ApprovalTable>;

/** Calls main as a script of a chart's own window could. */
export const callChart: CallOf<ChartTable> = call as CallOf<ChartTable>;

function call(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([wanted, given]) => {
      const { touchstone } = globalThis as unknown as { touchstone: { call: Calls } };
      const answer = await touchstone.call[wanted]?.(given);
      if (answer === undefined) throw new Error(`this window has no call ${wanted}`);
      return answer;
    },
    [name, input] as const,
  );
}

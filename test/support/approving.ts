import type { ApprovalTable, ApprovalTask, InputOf } from '#contract/index.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { TestApp } from './test-app.ts';
import { must } from './trader.ts';

export type ShownTransaction = Extract<ApprovalTask, { readonly kind: 'transaction' }>;
export type Approval = InputOf<ApprovalTable, 'approval.approve'>;

const PASSING = ['approval-too-soon', 'password-delayed'];

/** The approval window's view of a trade, once it is shown; without an id, of the next trade. */
export async function shownTransaction({ approval }: TestApp, tradeId?: string): Promise<ShownTransaction> {
  const { task } = await approval.topicWhen(
    'task',
    ({ task: one }) => one.kind === 'transaction' && (tradeId ?? one.tradeId) === one.tradeId,
  );
  if (task.kind !== 'transaction') throw new Error('nothing is shown');
  return task;
}

/** Agrees to everything that is shown. */
export function agreementWith(
  { bodyHash, summaryHash, findings, agreement }: ShownTransaction,
  password: string,
): Approval {
  const consents = findings.filter(({ severity }) => severity === 'warn').map(({ rule }) => rule);
  return { bodyHash, summaryHash, agreementHash: agreement.hash, consents, worse: true, password };
}

/** Approves once what is shown was there long enough and no delay of passwords runs. */
export async function approve({ approval }: TestApp, given: Approval): Promise<Result<unknown, Failure>> {
  for (;;) {
    const approved = await approval.call('approval.approve', given);
    if (approved.ok || !PASSING.includes(approved.failure.code)) return approved;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Agrees to the transaction that is shown next, at no worse a price, and waits until the window is idle; answers it. */
export async function approveNext(app: TestApp, password: string): Promise<ShownTransaction> {
  const task = await shownTransaction(app);
  must(await approve(app, { ...agreementWith(task, password), worse: false }));
  await app.approval.topicWhen('task', (value) => value.task.kind === 'idle');
  return task;
}

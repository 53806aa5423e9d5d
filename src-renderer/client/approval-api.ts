import type { ApprovalTable, ApprovalTask } from '#contract/approval.ts';
import type { OutputOf } from '#contract/index.ts';
import type { Api } from '../../src-preload/bridge.ts';

/** Everything that the approval window can ask of main. */
export type ApprovalApi = Api<ApprovalTable>;
export type ApprovalView = OutputOf<ApprovalTable, 'task'>;
/** A transaction that is shown for a word of the user. */
export type ApprovalTransaction = Extract<ApprovalTask, { readonly kind: 'transaction' }>;

/** The API that the preload put on this window. @throws Error when the page was opened outside Touchstone. */
export function approvalApi(): ApprovalApi {
  const api = (window as { touchstone?: unknown }).touchstone;
  if (api === undefined) throw new Error('This page runs inside Touchstone only.');
  return api as ApprovalApi;
}

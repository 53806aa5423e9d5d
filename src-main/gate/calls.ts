import type { ApprovalTable, CallName, InputOf, MainTable, OutputOf, VaultTable } from '#contract/index.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';

/** The handlers of a table's calls whose names begin with a prefix. */
type CallsOf<Table extends MainTable | VaultTable | ApprovalTable, Prefix extends string> = {
  readonly [K in Extract<CallName<Table>, `${Prefix}.${string}`>]: (
    input: InputOf<Table, K>,
  ) => Promise<Result<OutputOf<Table, K>, Failure>>;
};

export type MainCalls<Prefix extends string> = CallsOf<MainTable, Prefix>;
export type VaultCalls = CallsOf<VaultTable, 'vault'>;
export type ApprovalCalls = CallsOf<ApprovalTable, 'approval'>;

/** The output of a call that answers nothing. */
export const DONE: { readonly ok: true; readonly value: Record<string, never> } = { ok: true, value: {} };

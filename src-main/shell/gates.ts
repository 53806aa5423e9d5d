import type { ApprovalTable, MainTable, VaultTable } from '#contract/index.ts';
import type { Gate } from '../gate/gate.ts';

/** The doors that a shell carries messages to, one for each window. */
export interface Gates {
  readonly main: Gate<MainTable>;
  readonly vault: Gate<VaultTable>;
  readonly approval: Gate<ApprovalTable>;
}

/** What a shell needs of a gate, whichever table it guards. */
export type WindowGate = Pick<Gate<MainTable>, 'call' | 'subscribe'>;

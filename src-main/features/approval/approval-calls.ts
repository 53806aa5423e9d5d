import { ok } from '#domain/result.ts';
import { reportFile, transactionFile } from './approval-files.ts';
import type { Desk } from '../../app/desk.ts';
import { DONE, type ApprovalCalls } from '../../gate/calls.ts';

/** The calls of the approval window. Each is refused unless main shows a transaction there. */
export function approvalCalls({ parts, approval }: Desk): ApprovalCalls {
  return {
    'approval.approve': async (input) => {
      const approved = await approval.approve(input);
      return approved.ok ? DONE : approved;
    },
    'approval.cancel': async () => {
      await approval.leave();
      return DONE;
    },
    'approval.save': async ({ what }) => {
      const task = approval.shown;
      if (!task) return approval.refuse('approval.save');
      const { name, text } = what === 'transaction' ? transactionFile(task) : reportFile(task);
      const path = await parts.windows.saveFile(name, text);
      return ok(path === undefined ? { saved: false } : { saved: true, place: path });
    },
  };
}

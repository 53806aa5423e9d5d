import { type ApprovalCalls, DONE, done } from '../../gate/handlers.ts';
import { saveFile } from '../../gate/outside.ts';
import type { Windows } from '../../ports/windows.ts';
import { reportFile, transactionFile } from './approval-view.ts';
import type { ApprovalWindow } from './approval-window.ts';

/** The calls of the approval window. Each is refused unless main shows a transaction there. */
export function approvalCalls(approval: ApprovalWindow, windows: Windows): ApprovalCalls {
  return {
    'approval.approve': async (input) => done(await approval.approve(input)),
    'approval.cancel': async () => {
      await approval.leave();
      return DONE;
    },
    'approval.save': async ({ what }) => {
      const task = approval.shown;
      if (!task) return approval.refuse('approval.save');
      const { name, text } = what === 'transaction' ? transactionFile(task) : reportFile(task);
      return saveFile(windows, name, text);
    },
  };
}

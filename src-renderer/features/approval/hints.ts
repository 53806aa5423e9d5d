import type { Approval } from '../../state/approval.svelte.ts';

/** The one line above the buttons: what was saved, what main does, or what is still in the way of signing. */
export function hintFor(approval: Approval): string {
  const { saved, work, obstacle, warnings, agreements, task } = approval;
  if (work.slow) return 'Waiting for your system’s keychain. If it asks to be opened, answer it.';
  if (saved !== undefined) return saved;
  switch (obstacle) {
    case 'blocked':
      return 'This cannot be signed.';
    case 'signed':
      return 'Signed. The trading window shows what happens next.';
    case 'busy':
      return 'Signing exactly these bytes.';
    case 'expired':
      return 'This offer is too old. Cancel, and get a new price in the trading window.';
    case 'warnings': {
      const left = warnings.length - agreements;
      return left === 1 ? 'Accept the warning above first.' : `Accept the ${left} warnings above first.`;
    }
    case 'worse':
      return 'Accept the lower price above first.';
    case 'password':
      if (task?.set !== undefined)
        return `Read it, type your password once for all ${task.set.members.length} transactions, press Sign. Enter does nothing here.`;
      return 'Read it, type your password, press Sign. Enter does nothing here.';
    case 'shut':
    case 'nothing-shown':
    case undefined:
      return task?.asksPassword === true
        ? 'Press Sign. Enter does nothing here.'
        : 'Read it, then press Sign. Your password is not asked for: the wallet is unlocked.';
  }
}

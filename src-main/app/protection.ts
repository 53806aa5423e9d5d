import type { PreferencesView } from '#contract/views.ts';

/** Minutes that an unlock lasts while the user has chosen none. */
export const DEFAULT_UNLOCK_MINUTES = 15;

type Times = Pick<PreferencesView, 'autoLockMinutes' | 'unlockMinutes'>;

/**
 * Whether a change keeps the wallet open for longer than now. Of all preferences only these two protect anything: what
 * a trade may do is bounded by the limits, which the vault window alone changes, and what it is by the approval window.
 */
export function lowersProtection(
  now: Times,
  change: { readonly [K in keyof Times]?: Times[K] | undefined },
): boolean {
  const { autoLockMinutes = now.autoLockMinutes, unlockMinutes = now.unlockMinutes } = change;
  return (
    idleTime(autoLockMinutes) > idleTime(now.autoLockMinutes) ||
    (unlockMinutes || DEFAULT_UNLOCK_MINUTES) > (now.unlockMinutes || DEFAULT_UNLOCK_MINUTES)
  );
}

function idleTime(autoLockMinutes: number): number {
  return autoLockMinutes === 0 ? Number.POSITIVE_INFINITY : autoLockMinutes;
}

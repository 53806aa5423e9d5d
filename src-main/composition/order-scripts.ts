import practice from '../../resources/practice-order-scripts.json' with { type: 'json' };
import type { ProfileMode } from '../app/app-parts.ts';

/**
 * Script hash of each exchange's orders, for the profiles where they are known: practice's are data that ship with
 * the app. Where they are known, an order at any other script is blocked (rule V9).
 */
export function orderScripts(mode: ProfileMode): ReadonlyMap<string, string> | undefined {
  return mode === 'practice' ? new Map(Object.entries(practice)) : undefined;
}

import type { Facts } from './facts.ts';
import type { Finding } from './inspection.ts';

/** One rule of the inspector: what it looks at, and what it leaves to others. */
export interface Rule {
  /** Id of the rule table, such as `V7`. */
  readonly id: string;
  /** What holds when the rule has nothing to say. */
  readonly holds: string;
  /** What it does not cover. */
  readonly leavesOut: string;
  judge(facts: Facts): readonly Finding[];
}

export function block(rule: string, message: string): Finding {
  return { rule, severity: 'block', message };
}

export function warn(rule: string, message: string): Finding {
  return { rule, severity: 'warn', message };
}

export function info(rule: string, message: string): Finding {
  return { rule, severity: 'info', message };
}

/**
 * How to object to a script that the list does not have. Without a trade, an output to a script may be no order at all;
 * where the list is not all there is, or the user is an expert, it is asked about.
 */
export function unlistedScript({ trade, given }: Facts): typeof block {
  const asks = !trade || !given.scripts.complete || given.policy?.limits.expert === true;
  return asks ? warn : block;
}

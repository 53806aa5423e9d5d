import { DEFAULT_POLICY, type PolicyFacts } from '../../src-main/inspect/policy.ts';

/** A trade of 50 ADA on a known exchange, held against the limits that are in force at first. */
export function policyFacts(change: Partial<PolicyFacts> = {}): PolicyFacts {
  return {
    limits: DEFAULT_POLICY,
    worth: 50_000_000n,
    signedToday: 0n,
    slippageBps: 100,
    impactBps: 31,
    unverified: [],
    exchanges: ['EXA'],
    seenRecipients: new Set(),
    seenScripts: new Set(),
    ...change,
  };
}

import list from '../../resources/order-scripts.json' with { type: 'json' };
import practice from '../../resources/practice-order-scripts.json' with { type: 'json' };
import { sumValues, type Value } from '#domain/amount.ts';
import { epochMs } from '#domain/time.ts';
import type { Agreement, ShownClaims, Task } from '../../src-main/agreement/agreement.ts';
import { boundsOf, sumOfBounds } from '../../src-main/agreement/bounds.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import type { ProofInput } from '../../src-main/proof/proof.ts';
import { practiceScriptsFrom, scriptsFrom, type OrderScripts } from '../../src-main/proof/script-list.ts';

/** The scripts that the second proof knows, by the same lists as the first one. */
export const mainnetProofScripts: OrderScripts = scriptsFrom(list.mainnet);
export const practiceProofScripts: OrderScripts = practiceScriptsFrom(practice);
/** The scripts of the good trades of tests: no others are known there. */
export const testProofScripts: OrderScripts = practiceScriptsFrom({ EXA: practice.EXA });

/** An agreement on one task, with the bounds of the app's own rules. */
export function agreementOn(
  task: Task,
  { network, tokens }: Pick<InspectionInput, 'network' | 'tokens'>,
  change: Partial<Agreement['whole']> = {},
): Agreement {
  const bounds = { ...boundsOf(task), ...change };
  return {
    network,
    madeAt: epochMs(1_700_000_000_000),
    transactions: [{ task, bounds }],
    whole: sumOfBounds([bounds]),
    tokens: Array.from(tokens ?? [], ([id, { ticker, decimals }]) => ({ id, ticker, decimals })),
  };
}

/** The agreement, as the terms of an inspection state it. */
export function taskOf({ terms, resolved }: InspectionInput): Task {
  if (terms.kind === 'any') throw new Error('nothing was agreed');
  if (terms.kind === 'cancel')
    return {
      kind: 'cancel',
      orders: terms.orders,
      holds: sumValues(terms.orders.map((name): Value => resolved.get(name)?.value ?? new Map())),
    };
  if (terms.kind === 'send') return { kind: 'send', to: terms.to, pays: terms.pays };
  const { kind, pay, receive, atLeast = 0n, expected = atLeast, recurring } = terms;
  if (kind === 'limit') return { kind, pay, receive, atLeast, orders: 1 };
  if (kind === 'swap') return { kind, pay, receive, expected, atLeast, slippageBps: 100 };
  // The real one cannot be read: how it is divided is anybody's guess.
  if (!recurring)
    return {
      kind,
      pay,
      receive,
      interval: '1day',
      cycles: 30,
      amountPerCycle: pay.quantity / 30n,
      slippageBps: 100,
    };
  const { interval, cycles, amountPerCycle, slippageBps } = recurring;
  return { kind, pay, receive, interval: interval.id, cycles, amountPerCycle, slippageBps };
}

/** The same question put to the second proof; inputs are attested by two sources, unless `parents` has the bytes that prove them. */
export function proofInputOf(
  input: InspectionInput,
  scripts: OrderScripts,
  {
    parents = new Map(),
    claims,
    task = taskOf(input),
  }: {
    readonly parents?: ReadonlyMap<string, string>;
    readonly claims?: ShownClaims;
    readonly task?: Task;
  } = {},
): ProofInput {
  const shown: ShownClaims =
    task.kind === 'swap'
      ? { expected: task.expected, atLeast: task.atLeast }
      : task.kind === 'limit'
        ? { atLeast: task.atLeast }
        : {};
  return {
    cbor: input.cbor,
    agreement: agreementOn(task, input),
    at: 0,
    claims: claims ?? shown,
    account: input.own,
    parents,
    attested: new Map(Array.from(input.resolved, ([name, { address, value }]) => [name, { address, value }])),
    scripts,
  };
}

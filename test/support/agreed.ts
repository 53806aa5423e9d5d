import type { OutputName } from '../../src-preload/domain/trade.ts';
import { sumValues } from '../../src-preload/domain/amount.ts';
import { epochMs } from '../../src-preload/domain/time.ts';
import type { Agreement, Task } from '../../src-main/agreement/agreement.ts';
import { agreementHash } from '../../src-main/agreement/agreement-json.ts';
import { boundsOf } from '../../src-main/agreement/bounds.ts';
import type { Inspection } from '../../src-main/inspect/inspection.ts';
import { groundsOf, type Grounds } from '../../src-main/inspect/rules/s2-second-proof.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import type { JudgedInput } from '../../src-main/trading/built-judgement.ts';

/** What a user would have agreed to who wants what the terms say, as the app's own trades are judged. */
export function agreedTo(input: InspectionInput): JudgedInput {
  const agreement = agreementOf(input);
  const { terms } = input;
  const expected = terms.kind === 'cancel' || terms.kind === 'any' ? undefined : terms.expected;
  return {
    ...input,
    agreed: { agreement, at: 0, hash: agreementHash(agreement) },
    claims: input.claims ?? (expected === undefined ? {} : { expected }),
  };
}

function agreementOf(input: InspectionInput): Agreement {
  const task = taskOf(input);
  const bounds = boundsOf(task);
  return {
    network: input.network,
    madeAt: epochMs(1_700_000_000_000),
    transactions: [{ task, bounds }],
    whole: bounds,
    tokens: Array.from(input.tokens ?? [], ([id, { ticker, decimals }]) => ({ id, ticker, decimals })),
  };
}

function taskOf({ terms, resolved }: InspectionInput): Task {
  switch (terms.kind) {
    // Judged without an agreement; only the window needs one to show.
    case 'any':
      return { kind: 'cancel', orders: [], holds: new Map() };
    case 'cancel': {
      const holds = sumValues(terms.orders.flatMap((order) => resolved.get(order)?.value ?? []));
      return { kind: 'cancel', orders: terms.orders as readonly OutputName[], holds };
    }
    case 'limit': {
      const { pay, receive, atLeast = 0n } = terms;
      return { kind: 'limit', pay, receive, atLeast, orders: 1 };
    }
    case 'swap': {
      const { pay, receive, atLeast = 0n, expected = atLeast } = terms;
      return { kind: 'swap', pay, receive, atLeast, expected, slippageBps: 100 };
    }
    case 'dca': {
      const { pay, receive, recurring, cycles = 1 } = terms;
      const task = { kind: 'dca', pay, receive } as const;
      if (!recurring)
        return { ...task, interval: '1month', cycles, amountPerCycle: pay.quantity, slippageBps: 100 };
      const { interval, amountPerCycle, slippageBps } = recurring;
      return { ...task, interval: interval.id, cycles: recurring.cycles, amountPerCycle, slippageBps };
    }
  }
}

/** What the second proof rests on for an input that is agreed to. */
export function groundsFor(input: JudgedInput, inspection: Inspection): Grounds {
  const grounds = groundsOf(input, inspection.report.summary.atLeast);
  if (!grounds) throw new Error('the scripts are listed');
  return grounds;
}

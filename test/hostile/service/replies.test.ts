import { describe, expect, test } from 'vitest';
import { hostileDesk, type Outcome, type Stage } from '../../support/hostile-desk.ts';
import { endless, garbage, instead, type Reply } from '../../support/tampering.ts';

/**
 * Every reply that a trade rests on, replaced by an invalid one. Either the trade continues with exactly the
 * transaction that the user agreed to, or it stops before it is sent, with a sentence.
 */

const desk = hostileDesk();

interface Expected {
  /** Where a trade stops. */
  readonly at: Stage;
  /** Words that the user reads. */
  readonly words: RegExp;
  /** Kinds of garbage that count as an honest answer here ("there is none"), and how far the trade gets with them. */
  readonly harmless?: readonly string[];
  /** Kinds of garbage that leave inputs unproven: the transaction is blocked. */
  readonly unproven?: readonly string[];
  /** Stopped before anything is signed, although the user has agreed. */
  readonly unsigned?: boolean;
  readonly fresh?: boolean;
}

const SERVICE = /^The service (?!.*undefined)[a-z].*\./;
const LEDGER = /^(?:There is no|The) ledger back-end (?!.*undefined)[a-z].*\./;

const stops: Readonly<Partial<Record<Reply, Expected>>> = {
  search: { at: 'search', words: SERVICE, harmless: ['an empty list', 'null', 'a list of lists'] },
  estimate: { at: 'quote', words: SERVICE },
  build: { at: 'review', words: SERVICE },
  sign: {
    at: 'accept',
    words: /^The service did not assemble your signed transaction\. .*Nothing was sent/,
  },
  'ledger network': { at: 'review', words: LEDGER },
  'ledger tip': { at: 'review', words: LEDGER },
  'ledger parameters': { at: 'review', words: LEDGER },
  'ledger asset': {
    at: 'quote',
    words: /^Neither the service nor the ledger says how many decimals/,
    fresh: true,
  },
  'ledger bytes': { at: 'review', words: LEDGER, unproven: ['status 404'] },
  'ledger outputs': { at: 'accept', words: LEDGER, harmless: ['status 404'], unsigned: true },
};

function expectNothingLost(outcome: Outcome): void {
  expect(outcome.leaks).toEqual([]);
  const agreed = outcome.review?.inspection.bodyHash;
  for (const signed of outcome.signed) expect(signed).toBe(agreed);
}

describe.each(Object.entries(stops) as [Reply, Expected][])(
  'in place of the reply to %s',
  (reply, expected) => {
    test.each(Object.keys(garbage))('%s', async (name) => {
      const answer = garbage[name];
      if (answer === undefined) throw new Error('no such garbage');
      const { fresh = false } = expected;
      const outcome = await desk().trade(instead(reply, answer), { fresh, remembering: true });
      expectNothingLost(outcome);
      if (expected.harmless?.includes(name) === true) {
        expect(outcome.at).toBe('done');
        return;
      }
      expect(outcome.at).toBe(expected.at);
      const unproven = expected.unproven?.includes(name) === true;
      expect(outcome.words).toMatch(unproven ? /reported by one source and not proven/ : expected.words);
      expect(outcome.sent).toEqual([]);
      if (expected.at !== 'accept' || expected.unsigned) expect(outcome.signed).toEqual([]);
      if (expected.unsigned) expect(outcome.trade?.state).toBe('built');
      else if (expected.at !== 'accept')
        expect(['built', 'refused', undefined]).toContain(outcome.trade?.state);
      else expect(['signed', 'assembled']).toContain(outcome.trade?.state);
    });
  },
);

describe('in place of the reply to a submission', () => {
  test.each(Object.keys(garbage))('%s: it is not known whether it arrived', async (name) => {
    const answer = garbage[name];
    if (answer === undefined) throw new Error('no such garbage');
    const outcome = await desk().trade(instead('submit', answer), { remembering: true });
    expectNothingLost(outcome);
    expect(outcome.trade?.state).toBe('submission-unknown');
    expect(outcome.words).toMatch(/not known yet whether the transaction arrived/);
    expect(outcome.sent).toHaveLength(1);
  });
});

describe('what only informs', () => {
  test.each(['token', 'price'] as const)('a trade needs no reply to %s', async (reply) => {
    for (const name of ['nothing', 'HTML', 'null', 'a prototype', 'a bomb', 'a redirect', 'status 500']) {
      const answer = garbage[name];
      if (answer === undefined) throw new Error('no such garbage');
      const outcome = await desk().trade(instead(reply, answer), { fresh: true });
      expectNothingLost(outcome);
      expect([name, outcome.at]).toEqual([name, 'done']);
    }
  });
});

describe('an answer that never comes to an end', () => {
  test.each([
    ...(['estimate', 'build', 'sign', 'ledger network', 'ledger bytes', 'submit'] as const).map(
      (reply) => ['a drip', reply] as const,
    ),
    ['silence', 'build'],
    ['silence', 'sign'],
  ] satisfies (readonly [string, Reply])[])(
    '%s in place of the reply to %s meets the deadline',
    async (name, reply) => {
      const outcome = await desk().trade(instead(reply, endless[name]), { hurried: true });
      expectNothingLost(outcome);
      if (reply === 'submit') {
        expect(outcome.trade?.state).toBe('submission-unknown');
        return;
      }
      expect(outcome.words).toMatch(/did not answer within \d+ seconds/);
      expect(outcome.sent).toEqual([]);
    },
  );
});

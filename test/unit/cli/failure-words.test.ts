import { expect, test } from 'vitest';
import { failure, failureTable, failureText, type FailureCode } from '#domain/failure.ts';
import { failureWords } from '../../../src-main/cli/words.ts';

/** Calls that only a window makes. */
const NOT_HERE: readonly FailureCode[] = [
  'not-configured',
  'vault-busy',
  'vault-closed',
  'approval-busy',
  'approval-closed',
  'limits-changed',
  'limits-unreadable',
  'limits-outdated',
  'limit-used-up',
  'trade-unknown',
  'review-superseded',
  'no-wallet',
  'wallet-exists',
  'keystore-missing',
  'keystore-foreign',
  'password-needed',
  // Of windows alone.
  'window-waits',
  'left-with-profile',
  'left-with-wallet',
  'left-by-desk',
];

const codes = (Object.keys(failureTable) as FailureCode[]).filter((code) => !NOT_HERE.includes(code));

test.each(codes)('%s sends nobody to a window', (code) => {
  const { what, advice } = failureWords(failure(code));
  expect(what).not.toBe('');
  expect(advice).not.toMatch(/Settings|Activity|window|[Rr]eview|acknowledge/);
});

const STATES = {
  settled: ['filled', 'closed'],
  locked: ['placed', 'partly-filled'],
  unknown: ['signed', 'assembled', 'submitting', 'submission-unknown', 'submitted'],
  none: ['built', 'approved', 'discarded', 'expired', 'refused'],
} as const;

test.each(
  Object.entries(STATES).flatMap(([money, states]) => states.map((state) => [state, money] as const)),
)('of a trade that is %s, money is %s: in every failure that names the state', (state, money) => {
  for (const code of ['trade-not-in-that-state', 'interrupted', 'wait-over'] as const) {
    const words = failureWords(failure(code, { state, signal: 'SIGINT', goal: 'filled' }));
    expect(words.money, code).toBe(money);
    if (money !== 'none') expect(words.advice, code).not.toMatch(/[Rr]un the command again|fresh price/);
  }
});

test('what was signed and not sent is never to be traded again before it expired', () => {
  for (const signed of [
    failure('submission-refused', { rule: 'FeeTooSmallUTxO' }),
    failure('transaction-expired', { signed: true }),
  ])
    for (const { money, advice } of [failureText(signed), failureWords(signed)]) {
      expect(money).toBe('unknown');
      expect(advice).toMatch(/before (you trade again|then)/);
      expect(advice).not.toMatch(/fresh price|Refresh the quote/);
    }
  expect(failureWords(failure('transaction-expired'))).toMatchObject({
    money: 'none',
    advice: 'Run the command again for a fresh price.',
  });
});

test.each(['already-on-chain', 'signed-elsewhere', 'closed-unfilled', 'trade-not-in-journal'] as const)(
  '%s never says that no money was moved',
  (code) => {
    expect(failureWords(failure(code)).money).not.toBe('none');
  },
);

test('funds that another transaction spent are reported with its hash, where that is known', () => {
  expect(failureWords(failure('inputs-spent', { by: 'ab12' })).what).toContain('ab12');
  expect(failureWords(failure('inputs-spent')).what).not.toContain('undefined');
});

test('funds that are merely said to be spent are no reason to trade again', () => {
  for (const by of [{ by: 'ab12' }, {}]) {
    const words = failureWords(failure('inputs-spent', { ...by, unproven: true }));
    expect(words.money).toBe('unknown');
    expect(words.what).toMatch(/nothing proves it/);
    expect(words.what).not.toContain('undefined');
    expect(words.advice).toMatch(/Do not repeat the trade before/);
    expect(words.advice).not.toMatch(/Run the command again/);
  }
});

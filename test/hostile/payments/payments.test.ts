// A page and a ledger back-end that try to have a payment made twice, or to pass the user's limits by many of them.
import { describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { slot } from '#domain/time.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import type { Ledger } from '../../../src-main/ports/ledger.ts';
import { overriding } from '../../../src-main/profile/forwarding.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { strangerAddress } from '../../support/good-trade.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { agreementTo, codeOf, must, openFundedTrader, type Trader, tradeIn } from '../../support/trader.ts';

const at = lyingPractice();
const temporary = temporaryDirectories();

function prepare({ trading, account }: Trader, lovelace: bigint | 'max' = 5_000_000n) {
  return trading.estimators.payments.prepare({ to: strangerAddress, lovelace, tokens: [], account });
}

async function reviewed(trader: Trader, lovelace?: bigint | 'max'): Promise<Review> {
  const quote = must(await prepare(trader, lovelace));
  return must(await trader.trading.review(quote.id, trader.account));
}

const accept = (trader: Trader, review: Review) =>
  trader.trading.accept(review.trade.id, agreementTo(review), trader.sign);

describe('payments side by side', () => {
  it('that each fit into the limit of the day do not pass it together', async () => {
    const policy = ok({ ...DEFAULT_POLICY, perDay: 9_000_000n });
    // Both signings learn the limits in the same moment.
    const known = Promise.withResolvers<typeof policy>();
    let signings: number | undefined;
    const { trader } = await openFundedTrader({
      endpoints: at.lying.endpoints,
      folder: temporary(),
      policy: () => {
        if (signings === undefined) return Promise.resolve(policy);
        signings += 1;
        if (signings === 2) known.resolve(policy);
        return known.promise;
      },
    });
    try {
      const [one, other] = [await reviewed(trader), await reviewed(trader)];
      signings = 0;
      const answers = await Promise.all([accept(trader, one), accept(trader, other)]);
      expect(answers.map((answer) => (answer.ok ? 'sent' : answer.failure.code)).toSorted()).toEqual([
        'limit-used-up',
        'sent',
      ]);
      // Until it is on chain, the next trader of the same wallet would spend the same coins.
      const sent = answers[0].ok ? one : other;
      await tradeIn(trader, sent.trade.id, 'closed');
    } finally {
      await trader.close();
    }
  });

  it('made of one quote are signed once', async () => {
    const { trader } = at;
    const quote = must(await prepare(trader));
    const replaced = must(await trader.trading.review(quote.id, trader.account));
    const review = must(await trader.trading.review(quote.id, trader.account));
    expect(codeOf(await accept(trader, replaced))).toBe('trade-not-in-that-state');
    const answers = await Promise.all([accept(trader, review), accept(trader, review)]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect((await tradeIn(trader, review.trade.id, 'closed', 'refused')).state).toBe('closed');
    expect(codeOf(await accept(trader, review))).toBe('trade-not-in-that-state');
  });

  it('are judged by the limits in force when they are signed', async () => {
    let policy = { ...DEFAULT_POLICY };
    const { trader } = await openFundedTrader({
      endpoints: at.lying.endpoints,
      folder: temporary(),
      policy: () => Promise.resolve(ok(policy)),
    });
    try {
      const review = await reviewed(trader);
      policy = { ...DEFAULT_POLICY, perTrade: 1_000_000n };
      expect(codeOf(await accept(trader, review))).toBe('limits-outdated');
    } finally {
      await trader.close();
    }
  });
});

it('a payment that was handed out and never signed makes nobody a known recipient', async () => {
  const { trader } = at;
  const review = await reviewed(trader);
  must(await trader.trading.elsewhere.handOut(review.trade.id, agreementTo(review), { others: [] }));
  expect(trader.trading.hasSentTo(strangerAddress)).toBe(false);
  const again = await reviewed(trader);
  const rules = again.inspection.report.findings.map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(['P7', 'V12']));
});

it('a back-end whose clock is a year ahead gets no signature that lasts a year', async () => {
  const { trader } = await openFundedTrader({
    endpoints: at.lying.endpoints,
    folder: temporary(),
    throughLedger: (ledger) =>
      overriding<Ledger>(ledger, {
        tip: async (signal) => {
          const tip = await ledger.tip(signal);
          return tip.ok ? ok({ ...tip.value, slot: slot(tip.value.slot + 31_536_000) }) : tip;
        },
      }),
  });
  try {
    const quote = must(await prepare(trader));
    const review = await trader.trading.review(quote.id, trader.account);
    const rules = review.ok
      ? review.value.inspection.report.findings.flatMap(({ rule, severity }) =>
          severity === 'info' ? [] : [rule],
        )
      : [review.failure.data?.['rule']];
    expect(rules).toContain('F7');
  } finally {
    await trader.close();
  }
});

it('coins that a back-end calls unspent although a payment spends them are not spent again unasked', async () => {
  const { trader } = await openFundedTrader({
    endpoints: at.lying.endpoints,
    folder: temporary(),
    throughLedger: (ledger) =>
      overriding<Ledger>(ledger, { submit: () => Promise.resolve(failed(failure('submission-unknown'))) }),
  });
  try {
    const all = await reviewed(trader, 'max');
    await accept(trader, all);
    expect(codeOf(await prepare(trader))).toBe('send-not-enough');
  } finally {
    await trader.close();
  }
});

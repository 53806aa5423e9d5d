import { expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { LateReasons } from '../../../../src-main/features/dca/late-reasons.ts';
import type { PlanRow } from '../../../../src-main/features/dca/pair-plans.ts';
import { systemClock } from '../../../../src-main/system/clock.ts';

const { signal } = new AbortController();

/** The reason given for a late plan that, per trade, buys 95 ADA's worth for 100 ADA. */
async function reasonOf(slippageBps: number | undefined): Promise<string | undefined> {
  const asked: number[] = [];
  const reasons = new LateReasons({
    clock: systemClock,
    known: () => ADA_TOKEN,
    service: {
      estimate: (intent) => {
        asked.push(intent.slippageBps);
        return Promise.resolve(
          ok({ expected: quantity(95_000_000n), lowest: quantity(90_000_000n), routes: [] }),
        );
      },
      averagePrice: () => Promise.resolve(ok(1)),
    },
  });
  const row = { id: 'late', status: 'late', side: 'buy', perCycle: 100_000_000n, slippageBps };
  const pay = { asset: ADA, quantity: 200_000_000n };
  await reasons.look([{ ...row, pay, receive: 'ff', token: 'ff' } as unknown as PlanRow], signal);
  expect(asked).toEqual([slippageBps ?? 100]);
  const found = reasons.of('late');
  return found && inEnglish(...found);
}

it('says what the plan allows where that is known', async () => {
  expect(await reasonOf(300)).toMatch(/would now get 5\.00 % less .* the plan allows 3\.00 %/);
  expect(await reasonOf(600)).toMatch(/would allow it now .*5\.00 % .* 6\.00 % is allowed/);
});

it('invents no allowance for a plan whose slippage nobody stated', async () => {
  const reason = await reasonOf(undefined);
  expect(reason).toContain('The service does not say why');
  expect(reason).not.toMatch(/allow/);
});

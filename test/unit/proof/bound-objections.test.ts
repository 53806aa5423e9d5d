import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Bounds, CancelTask, SwapTask, Task } from '../../../src-main/agreement/agreement.ts';
import { boundObjections } from '../../../src-main/proof/bound-objections.ts';
import { figuresOf, type Figures } from '../../../src-main/proof/figures.ts';
import type { ProofInput } from '../../../src-main/proof/proof.ts';
import type { Survey } from '../../../src-main/proof/survey.ts';
import { held } from '../../support/good-cancel.ts';
import { BYSTANDER, GEM, STRANGER } from '../../support/good-trade.ts';
import {
  holder,
  output,
  said,
  spent,
  surveyedCancel,
  surveyedTrade,
  withTask,
} from '../../support/surveyed.ts';

const trade = surveyedTrade();
const cancel = surveyedCancel();
const swap = trade.agreed.task as SwapTask;
const stranger = holder('key', STRANGER);

function objected(
  survey: Survey,
  change: { readonly figures?: Partial<Figures>; readonly bounds?: Partial<Bounds> } = {},
): readonly string[] {
  const { agreed } = survey;
  const bounded = { ...survey, agreed: { ...agreed, bounds: { ...agreed.bounds, ...change.bounds } } };
  return said(boundObjections(bounded, { ...figuresOf(survey), ...change.figures }));
}

function claiming(survey: Survey, claims: ProofInput['claims']): Survey {
  return { ...survey, context: { ...survey.context, claims } };
}

describe('the bounds of an agreement', () => {
  it('are kept by a trade and a cancellation as they are agreed to', () => {
    expect(objected(trade)).toEqual([]);
    expect(objected(surveyedTrade('token', 2))).toEqual([]);
    expect(objected(cancel)).toEqual([]);
  });

  it.each([
    ['gone', 'gone-beyond', 'leaves your wallet'],
    ['locked', 'locked-beyond', 'is locked in orders'],
  ] as const)('have a most of each asset that may be %s', (name, code, does) => {
    const bounds = { [name]: held(100_000_000n, 1_000n) };
    const value = (ada: bigint, gem: bigint): readonly string[] =>
      objected(trade, { bounds, figures: { [name]: held(ada, gem) } });
    expect(value(100_000_000n, 1_000n)).toEqual([]);
    expect(value(100_000_001n, 999n)).toEqual([`${code}: 0.000001 ADA more ${does} than you agreed to.`]);
    expect(value(1n, 1_500n)).toEqual([`${code}: 0.5 GEM more ${does} than you agreed to.`]);
    expect(objected(trade, { bounds: { [name]: new Map() }, figures: { [name]: new Map() } })).toEqual([]);
  });

  it.each([
    ['others', 'others-beyond', 'is paid to others'],
    ['networkFee', 'fee-beyond', 'is its network fee'],
    ['cost', 'cost-beyond', 'is what it costs'],
  ] as const)('have a most of lovelace for what is the %s', (name, code, does) => {
    const bounds = { [name]: 1_500_000n };
    expect(objected(trade, { bounds, figures: { [name]: 1_500_000n } })).toEqual([]);
    expect(objected(trade, { bounds, figures: { [name]: 1_500_001n } })).toEqual([
      `${code}: 1.500001 ADA ${does}, and you agreed to 1.5 ADA at most.`,
    ]);
  });

  it('have a least that comes back, of every asset', () => {
    const bounds = { back: held(2_000_000n, 831_600n) };
    const back = (ada: bigint, gem: bigint): readonly string[] =>
      objected(trade, { bounds, figures: { back: held(ada, gem) } });
    expect(back(2_000_000n, 831_600n)).toEqual([]);
    expect(back(1_500_000n, 831_600n)).toEqual(['back-below: 0.5 ADA less comes back than you agreed to.']);
    expect(objected(claiming(trade, {}), { bounds, figures: { back: held(2_000_000n, 831_100n) } })).toEqual([
      'back-below: 0.5 GEM less comes back than you agreed to.',
    ]);
  });

  it('have the least of the task itself where that is more', () => {
    const least = (task: Task, back: bigint): readonly string[] =>
      objected(claiming(withTask(trade, task), {}), {
        bounds: { back: held(0n, 1_000n) },
        figures: { back: held(0n, back) },
      });
    const limit: Task = {
      kind: 'limit',
      pay: swap.pay,
      receive: GEM,
      atLeast: 1_001n,
      orders: 1,
    };
    const objection = ['back-below: 0.001 GEM less comes back than you agreed to.'];
    for (const task of [limit, { ...swap, atLeast: 1_001n }]) {
      expect(least(task, 1_001n)).toEqual([]);
      expect(least(task, 1_000n)).toEqual(objection);
      expect(least({ ...task, atLeast: 999n }, 1_000n)).toEqual([]);
      expect(least({ ...task, atLeast: 999n }, 999n)).toEqual(objection);
    }
  });

  it('demand the least of a recurring order and of a cancellation by the bounds alone', () => {
    const plan: Task = {
      kind: 'dca',
      pay: { asset: ADA, quantity: quantity(100_000_000n) },
      receive: GEM,
      interval: '1day',
      cycles: 2,
      amountPerCycle: 50_000_000n,
      slippageBps: 100,
    };
    for (const survey of [withTask(trade, plan), cancel]) {
      const least = { bounds: { back: held(0n, 7n) } };
      expect(objected(claiming(survey, {}), { ...least, figures: { back: held(0n, 7n) } })).toEqual([]);
      expect(objected(claiming(survey, {}), { ...least, figures: { back: held(0n, 6n) } })).toEqual([
        'back-below: 0.001 GEM less comes back than you agreed to.',
      ]);
    }
  });

  it('cannot speak of what comes back where the orders cannot be read', () => {
    const figures = { back: new Map(), ordersRead: false };
    expect(objected(claiming(trade, {}), { figures })).toEqual([]);
  });
});

describe('tokens', () => {
  const token = output(stranger, held(1_000_000n, 2_000n));
  const objection = (amount: string): string => `tokens-to-others: ${amount} goes to somebody else.`;

  it('never go to others in a trade, whoever brought them', () => {
    const brought = spent(stranger, held(0n, 2_000n));
    const survey = { ...trade, otherOutputs: [token], inputs: [...trade.inputs, brought] };
    expect(objected({ ...trade, otherOutputs: [token] })).toEqual([objection('2 GEM')]);
    expect(objected(survey, { figures: figuresOf(trade) })).toEqual([objection('2 GEM')]);
    expect(objected({ ...trade, otherOutputs: [output(stranger, held(1_000_000n))] })).toEqual([]);
  });

  it('go back to others in a cancellation, as far as they are proven to have brought them', () => {
    const taking = (brought: bigint, proven = true): readonly string[] =>
      objected(
        {
          ...cancel,
          otherOutputs: [token, output(stranger, new Map([[BYSTANDER, 3n]]))],
          inputs: [
            ...cancel.inputs,
            spent(stranger, new Map([[GEM, brought]]), { proven }),
            spent(stranger, new Map([[BYSTANDER, 3n]])),
          ],
        },
        { figures: figuresOf(cancel) },
      );
    expect(taking(2_000n)).toEqual([]);
    expect(taking(1_500n)).toEqual([objection('0.5 GEM')]);
    expect(taking(2_000n, false)).toEqual([objection('2 GEM')]);
  });
});

describe('what the orders of a cancellation hold', () => {
  const task = cancel.agreed.task as CancelTask;

  it('is what was agreed to be in them, no more and no less', () => {
    const cases = [
      [held(107_999_999n, 3_000n), '107.999999 ADA and 3 GEM'],
      [held(108_000_001n, 3_000n), '108.000001 ADA and 3 GEM'],
      [held(108_000_000n), '108 ADA'],
    ] as const;
    for (const [holds, told] of cases)
      expect(objected(withTask(cancel, { ...task, holds }))).toEqual([
        `holds-other: The orders hold 108 ADA and 3 GEM, and not ${told}.`,
      ]);
  });

  it('is not judged where what an input holds is not known, which is objected to elsewhere', () => {
    const survey = withTask(cancel, { ...task, holds: held(1n) });
    expect(objected({ ...survey, inputs: [...survey.inputs, spent(undefined, new Map())] })).toEqual([]);
  });
});

describe('figures of the service that were shown', () => {
  const notEnforced = 'least-not-enforced: The orders enforce less than what was shown as the least.';

  it('have no more as the least of a trade than what its orders enforce', () => {
    expect(objected(claiming(trade, {}))).toEqual([]);
    expect(objected(claiming(trade, { atLeast: 831_600n }))).toEqual([]);
    expect(objected(claiming(trade, { atLeast: 831_601n }))).toEqual([notEnforced]);
    expect(
      objected(claiming(trade, { atLeast: 0n }), { figures: { back: new Map(), ordersRead: false } }),
    ).toEqual([]);
  });

  it('name what others are paid for a cancellation, if they are paid', () => {
    const paying = (others: bigint, claims: ProofInput['claims']): readonly string[] =>
      objected(claiming(cancel, claims), { figures: { others } });
    expect(paying(0n, {})).toEqual([]);
    expect(paying(0n, { cancellationFee: 0n, atLeast: 1n })).toEqual([]);
    expect(paying(1n, {})).toEqual([
      'fee-not-shown: Others are paid for the cancellation, which was not shown.',
    ]);
    expect(paying(2_000_000n, { cancellationFee: 2_000_000n })).toEqual([]);
    expect(paying(2_000_001n, { cancellationFee: 2_000_000n })).toEqual([
      'fee-not-shown: Others are paid 2.000001 ADA for the cancellation, and 2 ADA was shown.',
    ]);
  });
});

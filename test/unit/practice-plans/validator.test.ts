import { beforeEach, describe, expect, test } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVALS } from '#domain/dca.ts';
import {
  decodePlanDatum,
  encodePlanDatum,
  encodeRoute,
  type PlanDatum,
} from '../../../src-main/practice/orders/datum.ts';
import type { DraftOutput } from '../../../src-main/practice/chain/draft.ts';
import { scriptAddress } from '../../../src-main/practice/chain/scripts.ts';
import { planOutput } from '../../../src-main/practice/orders/order-output.ts';
import {
  ada,
  alice,
  batcher,
  bob,
  rulesBroken,
  signed,
  testChain,
  TOKEN,
  type TestChain,
} from '../../support/practice-chain.ts';

const FEE = 400_000n;
const placed = planOutput(
  {
    exchange: 'EXA',
    tokenIn: ADA,
    total: 100_000_001n,
    terms: {
      ownerPaymentKeyHash: alice.keyHash,
      ownerStakeKeyHash: undefined,
      wanted: TOKEN,
      amountPerCycle: 50_000_000n,
      cycles: 2,
      interval: DCA_INTERVALS[7],
      slippagePpm: 5_000n,
      feePerCycle: 700_000n,
      deposit: 2_000_000n,
      route: encodeRoute({ kind: 'dca', poolId: '33'.repeat(28), excluded: [] }, ['EXA']),
    },
  },
  ['EXA'],
);
const plan = planIn(placed);
const lovelace = placed.value.get(ADA) ?? 0n;

function planIn({ datum }: DraftOutput): PlanDatum {
  const read = decodePlanDatum(datum ?? '');
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

/** The plan, and the batcher's own: tokens to pay with, and ADA. */
let world: TestChain;
beforeEach(() => {
  world = testChain([placed, { address: batcher.address, value: ada(100, [TOKEN, 1_000_000n]) }]);
});

const payment = (bought = 10n, beside = plan.returnedPerCycle, address = alice.address): DraftOutput => ({
  address,
  value: new Map([[ADA, beside], ...(bought > 0n ? [[TOKEN, bought] as [AssetId, bigint]] : [])]),
});
const rest = (less = 0n, change: Partial<PlanDatum> = {}, address = placed.address): DraftOutput => ({
  address,
  value: new Map([[ADA, lovelace - 50_000_000n - plan.feePerCycle - plan.returnedPerCycle - less]]),
  datum: encodePlanDatum({ ...plan, completed: 1, ...change }),
});

/** The rules that a cycle with these outputs breaks; whatever is left goes to the batcher. */
function broken(outputs: readonly DraftOutput[], keys = [batcher]): readonly string[] {
  const spent = new Map([
    [ADA, lovelace + 100_000_000n - FEE],
    [TOKEN, 1_000_000n],
  ]);
  for (const { value } of outputs)
    for (const [asset, quantity] of value) spent.set(asset, (spent.get(asset) ?? 0n) - quantity);
  const draft = {
    inputs: [world.genesis(0), world.genesis(1)],
    outputs: [...outputs, { address: batcher.address, value: spent }],
  };
  return rulesBroken(world.chain, signed(draft, FEE, ...keys));
}

const REFUSED = ['ScriptWitnessNotValidatingUTXOW'];

describe('the script of a recurring order', () => {
  test('lets the batcher carry out one cycle that pays the owner and puts the rest back', () => {
    expect(broken([payment(), rest()])).toEqual([]);
  });

  test.each<[string, () => readonly DraftOutput[]]>([
    ['pays the owner nothing', () => [payment(0n), rest()]],
    ['keeps what comes back to the owner', () => [payment(10n, plan.returnedPerCycle - 1n), rest()]],
    ['pays somebody else', () => [payment(10n, plan.returnedPerCycle, bob.address), rest()]],
    ['does not go on', () => [payment()]],
    ['takes more than one part', () => [payment(), rest(1n)]],
    [
      'takes two cycles at once',
      () => [payment(), rest(50_700_000n + plan.returnedPerCycle, { completed: 1 })],
    ],
    ['does not count the cycle', () => [payment(), rest(0n, { completed: 0 })]],
    ['changes the owner', () => [payment(), rest(0n, { ownerPaymentKeyHash: bob.keyHash })]],
    ['raises its fee', () => [payment(), rest(0n, { feePerCycle: plan.feePerCycle + 1n })]],
    ['changes what is wanted', () => [payment(), rest(0n, { wanted: `${TOKEN}00` as AssetId })]],
    ['runs more often', () => [payment(), rest(0n, { interval: DCA_INTERVALS[0] })]],
    ['moves to another script', () => [payment(), rest(0n, {}, scriptAddress('EXB', 'order'))]],
  ])('refuses a cycle that %s', (_, outputs) => {
    expect(broken(outputs())).toEqual(REFUSED);
  });

  test('refuses everybody else, and lets the owner take it back whole', () => {
    expect(broken([payment(), rest()], [bob])).not.toEqual([]);
    const back = {
      inputs: [world.genesis(0)],
      outputs: [{ address: bob.address, value: new Map([[ADA, lovelace - FEE]]) }],
    };
    expect(rulesBroken(world.chain, signed(back, FEE, bob))).toEqual(REFUSED);
    expect(rulesBroken(world.chain, signed(back, FEE, alice))).toEqual([]);
  });

  test('wants everything back in the last cycle', () => {
    expect(broken([payment(), rest()])).toEqual([]);
    world.chain.produceBlock();
    const [spend] = world.chain.spendableAt(placed.address);
    const purse = world.chain.spendableAt(batcher.address)[0];
    if (!spend || !purse) throw new Error('no plan');
    const held = (spend.output.value.get(ADA) ?? 0n) + (purse.output.value.get(ADA) ?? 0n) - FEE;
    const last = (beside: bigint) =>
      rulesBroken(
        world.chain,
        signed(
          {
            inputs: [spend.ref, purse.ref],
            outputs: [
              payment(10n, beside),
              {
                address: batcher.address,
                value: new Map([
                  [ADA, held - beside],
                  [TOKEN, 999_980n],
                ]),
              },
            ],
          },
          FEE,
          batcher,
        ),
      );
    expect(last(plan.returnedPerCycle + plan.deposit - 1n)).toEqual(REFUSED);
    expect(last(plan.returnedPerCycle + plan.deposit)).toEqual([]);
  });
});

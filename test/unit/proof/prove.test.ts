import { describe, expect, it } from 'vitest';
import { quantity, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVALS } from '#domain/dca.ts';
import type { CancelTask, RecurringTask, SwapTask, Task } from '../../../src-main/agreement/agreement.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { blake2b256 } from '../../../src-main/cardano/hash.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';
import {
  encodeOrderDatum,
  encodePlanDatum,
  type OrderDatum,
  type PlanDatum,
} from '../../../src-main/practice/orders/datum.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { prove, readOrWhyNot } from '../../../src-main/proof/prove.ts';
import type { ProofInput } from '../../../src-main/proof/proof.ts';
import type { OrderScript } from '../../../src-main/proof/terms.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { FIRST_ORDER, goodCancel, held, MY_FUNDS, SECOND_ORDER } from '../../support/good-cancel.ts';
import {
  BYSTANDER,
  frankenAddress,
  GEM,
  goodTrade,
  myAddress,
  ORDER_SCRIPT,
  orderDatum,
  PAYMENT,
  STAKE,
  STRANGER,
  strangerAddress,
  writeDraft,
  type Draft,
  type DraftOutput,
} from '../../support/good-trade.ts';
import { agreementOn, proofInputOf, testProofScripts } from '../../support/proving.ts';
import { unreadableByABug } from '../../support/surveyed.ts';

const good = goodTrade('ada', 1);
const question = proofInputOf(good.input, testProofScripts);
const [task] = question.agreement.transactions.map((one) => one.task as SwapTask);
if (!task) throw new Error('no task');

function codes(input: ProofInput): readonly string[] {
  const { proof, objections } = prove(input);
  expect(proof === undefined).toBe(objections.length > 0);
  return [...new Set(objections.map(({ code }) => code))];
}

/** The good trade with another draft. */
function drawn(change: (draft: Draft) => Draft): ProofInput {
  return { ...question, cbor: writeDraft(change(good.draft)) };
}

function outputs(change: (order: DraftOutput, mine: DraftOutput) => readonly DraftOutput[]): ProofInput {
  return drawn((draft) => {
    const [order, mine] = draft.outputs;
    if (!order || !mine) throw new Error('two outputs');
    return { ...draft, outputs: change(order, mine) };
  });
}

/** Some of the change, moved elsewhere. */
function less(mine: DraftOutput, ada: bigint): DraftOutput {
  return { ...mine, value: new Map([...mine.value, [ADA, (mine.value.get(ADA) ?? 0n) - ada]]) };
}

function ordered(change: Partial<OrderDatum>): ProofInput {
  return outputs((order, mine) => [
    { ...order, datum: orderDatum({ minimumReceived: 831_600n, ...change }) },
    mine,
  ]);
}

function withScript(script: Partial<OrderScript>): ProofInput {
  return { ...question, scripts: new Map([[ORDER_SCRIPT, { exchange: 'Anywhere', ...script }]]) };
}

function agreed(change: Partial<SwapTask>, bounds: Parameters<typeof agreementOn>[2] = {}): ProofInput {
  return { ...question, agreement: agreementOn({ ...(task as SwapTask), ...change }, good.input, bounds) };
}

describe('the second proof of a trade', () => {
  it('objects to each single departure from what was agreed, by its own name', () => {
    const departures: readonly (readonly [string, ProofInput])[] = [
      ['gone-beyond', agreed({}, { gone: held(102_029_999n) })],
      ['locked-beyond', agreed({}, { locked: held(103_999_999n) })],
      ['back-below', agreed({ atLeast: 831_601n })],
      ['fee-beyond', agreed({}, { networkFee: 229_999n })],
      ['cost-beyond', agreed({}, { cost: 2_029_999n })],
      [
        'others-beyond',
        outputs((order, mine) => [
          order,
          less(mine, 3_000_001n),
          { address: strangerAddress, value: held(3_000_001n) },
        ]),
      ],
      [
        'tokens-to-others',
        outputs((order, mine) => [
          order,
          { ...less(mine, 2_000_000n), value: new Map([...less(mine, 2_000_000n).value, [GEM, 4_999_999n]]) },
          { address: strangerAddress, value: held(2_000_000n, 1n) },
        ]),
      ],
      ['change-stake-foreign', outputs((order, mine) => [order, { ...mine, address: frankenAddress }])],
      ['order-owner', ordered({ ownerPaymentKeyHash: STRANGER })],
      ['order-owner', ordered({ ownerStakeKeyHash: STRANGER })],
      ['datum-unseen', outputs(({ address, value }, mine) => [{ address, value }, mine])],
      ['carries-script', outputs((order, mine) => [order, { ...mine, script: true }])],
      ['least-not-enforced', { ...question, claims: { expected: 840_000n, atLeast: 831_601n } }],
      ['input-unproven', { ...question, attested: new Map([...question.attested].slice(1)) }],
      ['not-agreed', { ...question, at: 1 }],
      ['datum-unspendable', withScript({ form: 'practice', plutus: 1 })],
      ['order-unreadable', withScript({ form: 'minswap-v2' })],
      ['other-network', { ...question, agreement: { ...question.agreement, network: 'mainnet' } }],
      ['unreadable', { ...question, cbor: `${question.cbor}00` }],
      ['forbidden-field', { ...question, cbor: withBodyField(question.cbor, 22, '01') }],
      ['no-order', outputs((order, mine) => [less(mine, -104_000_000n)])],
      [
        'order-unreadable',
        outputs((order, mine) => [{ address: order.address, value: order.value, rawDatum: '80' }, mine]),
      ],
    ];
    for (const [code, input] of departures) expect(codes(input), code).toContain(code);
    const alone = [
      'gone-beyond',
      'locked-beyond',
      'back-below',
      'fee-beyond',
      'cost-beyond',
      'others-beyond',

      'order-owner',
      'least-not-enforced',
      'datum-unspendable',
    ];
    for (const [code, input] of departures.filter(([name]) => alone.includes(name)))
      expect(codes(input), code).toEqual([code]);
  });

  it('objects to an order of another asset, one that sells more than agreed, and one that keeps part of the proceeds', () => {
    expect(codes(ordered({ wanted: BYSTANDER }))).toEqual([
      'order-wants-other',
      'back-below',
      'least-not-enforced',
    ]);
    expect(codes(ordered({ deposit: 2_199_999n }))).toEqual(['sold-other']);
    expect(codes(ordered({ batcherFee: 1_800_001n }))).toEqual(['sold-other']);
    const sale = goodTrade('token', 1);
    const sold = proofInputOf(sale.input, testProofScripts);
    const cbor = writeDraft({
      ...sale.draft,
      outputs: sale.draft.outputs.map((output) =>
        output.datum ? { ...output, datum: { ...output.datum, deposit: 2_200_001n } } : output,
      ),
    });
    expect(codes({ ...sold, cbor })).toEqual(['overhead-other']);
  });

  it('objects to a split of which one order enforces hardly anything', () => {
    const split = goodTrade('ada', 2);
    const whole = proofInputOf(split.input, testProofScripts);
    const [first, second] = split.draft.outputs.flatMap(({ datum }) => datum?.minimumReceived ?? []);
    const moved = (part: bigint): ProofInput => ({
      ...whole,
      cbor: writeDraft({
        ...split.draft,
        outputs: split.draft.outputs.map((output, at) =>
          output.datum
            ? {
                ...output,
                datum: {
                  ...output.datum,
                  minimumReceived: at === 0 ? (first ?? 0n) - part : (second ?? 0n) + part,
                },
              }
            : output,
        ),
      }),
    });
    expect(codes(moved(0n))).toEqual([]);
    expect(codes(moved((first ?? 0n) / 2n - 1n))).toEqual([]);
    expect(codes(moved((first ?? 0n) / 2n + 1n))).toEqual(['share-below']);
  });

  it('reads an order in expert mode by its hashes, and says that its terms were not read', () => {
    const { claims: _claims, ...rest } = withScript({});
    const { proof, objections } = prove({ ...rest, claims: {} });
    expect(objections).toEqual([]);
    expect(proof).toMatchObject({ ordersRead: false, orders: 1, back: new Map() });
    expect(proof?.sentences).toEqual({
      send: 'You send 100 ADA.',
      receive: 'What is enforced as the least to get cannot be read.',
      tokens: 'GEM is the token 7e7e7e7e7e7e7e7e…7e47454d.',
      costs:
        'Costs at most 4.23 ADA, of which 0.23 ADA is the network fee and up to 4 ADA for the exchanges.',
      returns: '',
    });
    const unknown = { ...question, scripts: new Map(), claims: {} };
    expect(codes(unknown)).toEqual([]);
    expect(codes({ ...unknown, cbor: ordered({ ownerStakeKeyHash: STRANGER }).cbor })).toEqual([
      'order-owner',
    ]);
    expect(codes({ ...unknown, cbor: ordered({ ownerPaymentKeyHash: STAKE }).cbor })).toEqual([
      'order-owner',
    ]);
    // Shown figures rest on nothing then.
    expect(codes({ ...unknown, claims: { atLeast: 1n } })).toEqual(['least-not-enforced']);
  });

  it('demands as many limit orders as were asked for', () => {
    const limit = (orders: number): Task => ({
      kind: 'limit',
      pay: task.pay,
      receive: task.receive,
      atLeast: task.atLeast,
      orders,
    });
    const asked = (orders: number): ProofInput => ({
      ...question,
      agreement: agreementOn(limit(orders), good.input),
      claims: { atLeast: task.atLeast },
    });
    expect(codes(asked(1))).toEqual([]);
    expect(codes(asked(2))).toEqual(['orders-number']);
    expect(prove(asked(1)).proof?.sentences.send).toBe('You offer 100 ADA.');
  });
});

describe('what cannot be proven', () => {
  it('says why, where there is no such transaction in the agreement, or none in the bytes', () => {
    expect(prove({ ...question, at: 1 }).objections).toEqual([
      { code: 'not-agreed', message: 'The agreement has no such transaction.' },
    ]);
    expect(prove({ ...question, cbor: `${question.cbor}00` })).toEqual({
      proof: undefined,
      objections: [{ code: 'unreadable', message: 'The transaction cannot be read: bytes follow its end.' }],
    });
    expect(readOrWhyNot('')).toBe('it ends too early');
    expect(readOrWhyNot(question.cbor)).toMatchObject({ fee: 230_000n });
  });

  it('is not taken for unreadable where a bug keeps it from being read', () => {
    expect(() => prove({ ...question, cbor: unreadableByABug() })).toThrow('a bug');
  });

  it('shows figures and sentences only where nothing is objected to', () => {
    const ada = (units: bigint) => ({ units, decimals: 6, name: 'ADA', named: true });
    const gem = (units: bigint) => ({ units, decimals: 3, name: 'GEM', named: true });
    const { proof } = prove(question);
    expect(proof).toEqual({
      bodyHash: proof?.bodyHash,
      networkFee: 230_000n,
      others: 0n,
      keeps: 1_800_000n,
      comesBack: 2_200_000n,
      cost: 2_030_000n,
      gone: held(102_030_000n),
      locked: held(104_000_000n),
      back: new Map([[GEM, 831_600n]]),
      orders: 1,
      ordersRead: true,
      signers: [PAYMENT, STAKE].toSorted(),
      sentences: {
        send: 'You send 100 ADA.',
        receive: 'You get about 840 GEM, at least 831.6 GEM.',
        tokens: 'GEM is the token 7e7e7e7e7e7e7e7e…7e47454d.',
        costs: 'Costs 2.03 ADA, of which 0.23 ADA is the network fee and 1.8 ADA the exchange fee.',
        returns: '2.2 ADA comes back when the order closes.',
      },
      sentenceData: {
        send: { id: 'sends', values: { what: ada(100_000_000n) } },
        receive: { id: 'gets-about', values: { about: gem(840_000n), least: gem(831_600n) } },
        tokens: { id: 'tokens-are', values: { tokens: [{ name: 'GEM', id: GEM }] } },
        costs: {
          id: 'costs',
          values: {
            cost: ada(2_030_000n),
            network: ada(230_000n),
            keeps: ada(1_800_000n),
            othersAre: 'service-fee',
            stated: true,
          },
        },
        returns: { id: 'comes-back', values: { what: ada(2_200_000n), recurring: false } },
      },
    });
    expect(prove({ ...question, at: 1 }).proof).toBeUndefined();
  });

  it('has no sums where what an input holds is not known', () => {
    const dear = agreementOn(task, good.input, { cost: 0n });
    expect(codes({ ...question, agreement: dear })).toEqual(['cost-beyond']);
    // One of two that is not known is enough.
    const attested = new Map([...question.attested].slice(1));
    expect(codes({ ...question, agreement: dear, attested })).toEqual(['input-unproven']);
  });
});

describe('what inputs hold', () => {
  const parent = writeDraft({
    inputs: [`${'01'.repeat(32)}#0`],
    outputs: [{ address: myAddress, value: held(640_000_000n) }],
    fee: 200_000n,
    requiredSigners: [],
  });
  const decoded = decodeTransaction(parent);
  const hash = decoded.ok ? decoded.value.bodyHash : '';
  const input: ProofInput = {
    ...drawn((draft) => ({
      ...draft,
      inputs: [`${hash}#0`],
      outputs: draft.outputs.map((output, at) =>
        at === 1 ? { ...output, value: held(535_770_000n) } : output,
      ),
    })),
    parents: new Map([[hash, parent]]),
    attested: new Map(),
  };

  it('is proven by the bytes of the transaction that made them, whatever is reported', () => {
    expect(codes(input)).toEqual([]);
    const lie = new Map([[`${hash}#0`, { address: strangerAddress, value: held(1n) }]]);
    expect(prove({ ...input, attested: lie })).toEqual(prove(input));
    expect(codes({ ...input, parents: new Map() })).toEqual(['input-unproven']);
  });

  it('is not proven by the bytes of another transaction', () => {
    const attested = new Map([[`${hash}#0`, { address: myAddress, value: held(640_000_000n) }]]);
    expect(codes({ ...input, attested, parents: new Map([[hash, question.cbor]]) })).toEqual([
      'parent-other',
    ]);
    expect(codes({ ...input, attested, parents: new Map() })).toEqual([]);
  });

  it('is the return of the collateral alone where the scripts of that transaction failed', () => {
    const failing = parent.slice(0, -4) + 'f4f6';
    expect(parent.slice(-4)).toBe('f5f6');
    expect(codes({ ...input, parents: new Map([[hash, failing]]) })).toEqual(['input-unproven']);
  });
});

describe('the second proof of a cancellation', () => {
  const { input, draft } = goodCancel();
  const cancel = proofInputOf(input, testProofScripts);
  const drawnAs = (change: Partial<Draft>): ProofInput => ({
    ...cancel,
    cbor: writeDraft({ ...draft, ...change }),
  });

  it('objects to whatever does not come back', () => {
    const kept = [
      { address: myAddress, value: held(117_700_000n, 2_999n) },
      { address: strangerAddress, value: held(0n, 1n) },
    ];
    expect(codes(cancel)).toEqual([]);
    expect(codes(drawnAs({ outputs: kept }))).toContain('tokens-to-others');
    expect(codes(drawnAs({ inputs: [FIRST_ORDER, MY_FUNDS] }))).toContain('order-left');
    expect(
      codes(
        drawnAs({
          outputs: [
            { address: myAddress, value: held(107_700_000n, 3_000n) },
            { address: strangerAddress, value: held(10_000_000n) },
          ],
        }),
      ),
    ).toEqual(['gone-beyond', 'others-beyond', 'cost-beyond', 'back-below', 'fee-not-shown']);
    const locked = {
      address: formatAddress(addressOf(0, { kind: 'script', hash: ORDER_SCRIPT })),
      value: held(5_000_000n),
      datum: orderDatum(),
    };
    expect(
      codes(drawnAs({ outputs: [{ address: myAddress, value: held(112_700_000n, 3_000n) }, locked] })),
    ).toContain('locked-beyond');
  });

  it('takes a fee of the service as far as it was shown, and never beyond what was agreed', () => {
    const paid = (ada: bigint): ProofInput =>
      drawnAs({
        outputs: [
          { address: myAddress, value: held(117_700_000n - ada, 3_000n) },
          { address: strangerAddress, value: held(ada) },
        ],
      });
    expect(codes(paid(1_500_000n))).toEqual(['fee-not-shown']);
    expect(codes({ ...paid(1_500_000n), claims: { cancellationFee: 1_499_999n } })).toEqual([
      'fee-not-shown',
    ]);
    const shown = { ...paid(1_500_000n), claims: { cancellationFee: 1_500_000n } };
    expect(prove(shown).proof?.sentences.costs).toBe(
      'Costs 1.8 ADA, of which 0.3 ADA is the network fee and 1.5 ADA a cancellation fee.',
    );
    expect(codes({ ...paid(4_000_001n), claims: { cancellationFee: 9_000_000n } })).toContain(
      'others-beyond',
    );
  });

  it('objects where the orders hold something else than was agreed to be in them', () => {
    const [agreedOn] = cancel.agreement.transactions;
    const poorer: CancelTask = { ...(agreedOn?.task as CancelTask), holds: held(100_000_000n, 3_000n) };
    expect(codes({ ...cancel, agreement: agreementOn(poorer, input) })).toEqual(['holds-other']);
  });

  it("counts as others' only what is proven to be: own funds reported as a stranger's are not theirs to take", () => {
    const attested = new Map([
      ...cancel.attested,
      [MY_FUNDS, { address: strangerAddress, value: held(10_000_000n) }],
    ]);
    const outputs = [
      { address: myAddress, value: held(107_700_000n, 3_000n) },
      { address: strangerAddress, value: held(10_000_000n) },
    ];
    expect(codes({ ...drawnAs({ outputs }), attested })).toContain('others-beyond');
  });

  it('says which key signs, and what comes back', () => {
    const { proof } = prove(cancel);
    expect(proof).toMatchObject({
      signers: [PAYMENT],
      cost: 300_000n,
      back: held(107_700_000n, 3_000n),
      keeps: 0n,
    });
    expect([FIRST_ORDER, SECOND_ORDER].every((name) => cancel.attested.has(name))).toBe(true);
  });
});

describe('the second proof of a recurring order', () => {
  const plan: PlanDatum = {
    ownerPaymentKeyHash: PAYMENT,
    ownerStakeKeyHash: STAKE,
    wanted: GEM,
    amountPerCycle: 10_000_000n,
    cycles: 10,
    completed: 0,
    interval: DCA_INTERVALS[7],
    slippagePpm: 10_000n,
    feePerCycle: 300_000n,
    returnedPerCycle: 200_000n,
    deposit: 2_000_000n,
    route: '70',
  };
  const dca: RecurringTask = {
    kind: 'dca',
    pay: { asset: ADA, quantity: quantity(100_000_000n) },
    receive: GEM,
    interval: '1day',
    cycles: 10,
    amountPerCycle: 10_000_000n,
    slippageBps: 100,
  };
  const placed = (change: Partial<PlanDatum>, extra = 0n): ProofInput => ({
    ...outputs((order, mine) => {
      const value: Value = new Map<AssetId, bigint>([[ADA, 107_000_000n + extra]]);
      return [
        { address: order.address, value, rawDatum: encodePlanDatum({ ...plan, ...change }) },
        less(mine, 3_000_000n + extra),
      ];
    }),
    agreement: agreementOn(dca, good.input),
    claims: { atLeast: 0n },
  });

  it('is proven as it was agreed, and described so', () => {
    const { proof, objections } = prove(placed({}));
    expect(objections).toEqual([]);
    expect(proof?.sentences).toEqual({
      send: 'You set 100 ADA aside, for 10 trades of 10 ADA, every day.',
      receive: '',
      tokens: 'GEM is the token 7e7e7e7e7e7e7e7e…7e47454d.',
      costs: 'Costs 3.23 ADA, of which 0.23 ADA is the network fee and 3 ADA the exchange fee.',
      returns: '4 ADA comes back with the trades, or when the order ends.',
    });
  });

  it('objects to other times, parts, prices, and to anything that is not a recurring order', () => {
    expect(codes(placed({ interval: DCA_INTERVALS[8] }))).toEqual(['order-interval']);
    expect(codes(placed({ slippagePpm: 10_001n }))).toEqual(['order-slippage']);
    expect(codes(placed({ cycles: 11, completed: 1 }))).toEqual(['order-cycles']);
    expect(
      codes(
        placed({ amountPerCycle: 5_000_000n, cycles: 20, feePerCycle: 150_000n, returnedPerCycle: 100_000n }),
      ),
    ).toEqual(['order-cycles', 'order-parts']);
    expect(codes(placed({}, 20n))).toEqual(['order-unreadable']);
    expect(codes({ ...question, agreement: agreementOn(dca, good.input), claims: {} })).toEqual([
      'order-not-recurring',
    ]);
    expect(codes({ ...placed({}), agreement: question.agreement })).toContain('order-recurring');
  });
});

describe('a datum by its hash', () => {
  it('counts only with its bytes in the transaction', () => {
    const hex = encodeOrderDatum(orderDatum({ minimumReceived: 831_600n }));
    expect(blake2b256(hexBytes(hex))).toMatch(/^[0-9a-f]{64}$/);
    // CSL's encoding of an output with a datum hash: the map's third entry is [0, hash].
    const inline = `028201d818`;
    expect(question.cbor).toContain(inline);
    const start = question.cbor.indexOf(inline);
    const length = `58${(hex.length / 2).toString(16)}`;
    expect(question.cbor.slice(start + inline.length, start + inline.length + 4)).toBe(length);
    const byHash = question.cbor.replace(
      `${inline}${length}${hex}`,
      `028200 5820${blake2b256(hexBytes(hex))}`.replace(' ', ''),
    );
    expect(codes({ ...question, cbor: byHash })).toContain('datum-unseen');
    const withDatum = byHash.replace(/a0f5f6$/, `a10481${hex}f5f6`);
    expect(codes({ ...question, cbor: withDatum })).toEqual([]);
    const v1 = { ...withScript({ form: 'practice', plutus: 1 }), cbor: withDatum };
    expect(codes(v1)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { formObjections } from '../../../src-main/proof/form-objections.ts';
import type { Survey } from '../../../src-main/proof/survey.ts';
import type { Output, RawTransaction } from '../../../src-main/proof/transaction.ts';
import { FIRST_ORDER, held } from '../../support/good-cancel.ts';
import { GEM, ORDER_SCRIPT, PAYMENT, STAKE, STRANGER } from '../../support/good-trade.ts';
import {
  holder,
  output,
  said,
  spent,
  surveyedCancel,
  surveyedTrade,
  withTx,
} from '../../support/surveyed.ts';

const trade = surveyedTrade();
const cancel = surveyedCancel();
const me = holder('key', PAYMENT);
const stranger = holder('key', STRANGER);
const NAME = `${'c0'.repeat(8)}…c0c0c0#7`;

function objected(survey: Survey): readonly string[] {
  return said(formObjections(survey));
}

function objectedTo(change: Partial<RawTransaction>, survey = trade): readonly string[] {
  return objected(withTx(survey, change));
}

describe('what no transaction may be', () => {
  it('is nothing of a trade or a cancellation as they are agreed to', () => {
    expect(objected(trade)).toEqual([]);
    expect(objected(surveyedTrade('token', 2))).toEqual([]);
    expect(objected(cancel)).toEqual([]);
  });

  it('is marked as failing', () => {
    expect(objectedTo({ isValid: false })).toEqual([
      'marked-failing: It is marked as failing: it would only take collateral.',
    ]);
  });

  it('has something else attached than its body says', () => {
    const [one, other] = ['aa'.repeat(32), 'bb'.repeat(32)];
    const objection = ['attached-other: What is attached to it is not what its body names.'];
    expect(objectedTo({ attached: one, attachedStated: one })).toEqual([]);
    expect(objectedTo({ attached: one, attachedStated: other })).toEqual(objection);
    expect(objectedTo({ attached: one })).toEqual(objection);
    expect(objectedTo({ attachedStated: one })).toEqual(objection);
  });

  it.each([
    [4, 'It would register, delegate or retire something.'],
    [6, 'It would vote on how the network works.'],
    [9, 'It creates or burns tokens.'],
    [19, 'It would cast a vote.'],
    [20, 'It would make a proposal.'],
    [21, 'It speaks of the treasury.'],
    [22, 'It would donate to the treasury.'],
  ])('has field %d, which does other things than trade', (field, message) => {
    const fields = new Set([...trade.tx.fields, field]);
    expect(objectedTo({ fields })).toEqual([`forbidden-field: ${message}`]);
  });

  it('stores a script in an output, or in what returns of the collateral', () => {
    const objection = ['carries-script: It stores a script in an output.'];
    const [first, ...others] = trade.tx.outputs as [Output];
    expect(objectedTo({ outputs: [{ ...first, carriesScript: true }, ...others] })).toEqual(objection);
    expect(objectedTo({ collateralReturn: output(me, held(1n)) })).toEqual([]);
    expect(objectedTo({ collateralReturn: output(me, held(1n), { carriesScript: true }) })).toEqual(
      objection,
    );
  });

  it('is made for another network', () => {
    const objection = ['other-network: It is made for another network.'];
    expect(objectedTo({ networkId: 0n })).toEqual([]);
    expect(objectedTo({ networkId: 1n })).toEqual(objection);
    const { context } = trade;
    const mainnet: Survey = {
      ...trade,
      context: { ...context, agreement: { ...context.agreement, network: 'mainnet' } },
    };
    expect(objectedTo({ networkId: 0n, outputs: [] }, mainnet)).toContain(objection[0]);
    expect(objectedTo({ networkId: 1n, outputs: [] }, mainnet)).not.toContain(objection[0]);
  });
});

describe('a withdrawal from a reward account', () => {
  const fields = new Set([...trade.tx.fields, 5]);
  const objection = 'withdrawal: It withdraws from a reward account.';
  const ofScript = { account: `f0${'5c'.repeat(28)}`, amount: 0n };
  const ofStranger = { account: `e0${STRANGER}`, amount: 0n };

  it('of nothing, by scripts alone, is how a cancellation may run them', () => {
    expect(objectedTo({ fields, withdrawals: [ofScript] }, cancel)).toEqual([]);
    expect(objectedTo({ fields, withdrawals: [ofScript, ofScript] }, cancel)).toEqual([]);
  });

  it('is objected to in a trade, of a key, of an amount, and where the list is empty', () => {
    expect(objectedTo({ fields, withdrawals: [ofScript] })).toEqual([objection]);
    expect(objectedTo({ fields, withdrawals: [ofStranger] }, cancel)).toEqual([objection]);
    expect(objectedTo({ fields, withdrawals: [ofScript, ofStranger] }, cancel)).toEqual([objection]);
    expect(objectedTo({ fields, withdrawals: [] }, cancel)).toEqual([objection]);
    const paying = { fields, withdrawals: [{ ...ofScript, amount: 1n }], fee: cancel.tx.fee + 1n };
    expect(objectedTo(paying, cancel)).toEqual([objection]);
  });

  it('of my own is called that', () => {
    const mine = { account: `e1${STAKE}`, amount: 0n };
    expect(objectedTo({ fields, withdrawals: [ofScript, mine] }, cancel)).toEqual([
      'own-rewards: It takes your staking rewards.',
      objection,
    ]);
  });
});

describe('the addresses of a transaction', () => {
  const changed = (change: Parameters<typeof holder>[2], kind: 'key' | 'odd' = 'key') => {
    const other = output(holder(kind, STRANGER, change), new Map());
    const direct = objectedTo({ outputs: [...trade.tx.outputs, other] });
    // The collateral return is an output as well.
    expect(objectedTo({ collateralReturn: other })).toEqual(direct);
    return direct;
  };

  it('are of this network', () => {
    expect(changed({})).toEqual([]);
    expect(changed({ network: 1 })).toEqual(['other-network: One of its addresses is on another network.']);
  });

  it('are payment addresses, without pointers', () => {
    expect(changed({}, 'odd')).toEqual(['address-odd: One of its addresses is not a payment address.']);
    expect(changed({ stake: { kind: 'none' } })).toEqual([]);
    expect(changed({ stake: { kind: 'script', hash: STRANGER } })).toEqual([]);
    expect(changed({ stake: { kind: 'pointer' } })).toEqual([
      'address-odd: One of its addresses hides its stake part behind a pointer.',
    ]);
  });

  it('have my own stake part, or none, where my change goes', () => {
    const change = (stake: Output['holder']['stake']): readonly string[] =>
      objected({ ...trade, ownOutputs: [output({ ...me, stake, text: 'addr_test1mine' }, new Map())] });
    const objection = 'change-stake-foreign: Change goes to addr_test1mine, whose stake part is not yours.';
    expect(change({ kind: 'key', hash: STAKE })).toEqual([]);
    expect(change({ kind: 'none' })).toEqual([]);
    expect(change({ kind: 'key', hash: STRANGER })).toEqual([objection]);
    expect(change({ kind: 'script', hash: STAKE })).toEqual([objection]);
  });
});

describe('the inputs of a transaction', () => {
  it('are at least one, and each named once', () => {
    const inputs = trade.tx.inputs;
    expect(objectedTo({ inputs: [] })).toEqual(['no-input: It spends nothing.']);
    expect(objectedTo({ inputs: [...inputs, ...inputs.slice(0, 1)] })).toEqual([
      'input-twice: It names one input twice.',
    ]);
  });

  it('are known, those of the collateral as well', () => {
    const unknown = spent(undefined, new Map());
    const objection = [`input-unproven: Nothing proves what ${NAME} holds.`];
    expect(objected({ ...trade, inputs: [...trade.inputs, unknown] })).toEqual(objection);
    expect(objected({ ...trade, collateral: [unknown] })).toEqual(objection);
    // Sums of what is not known are not stated.
    expect(objected({ ...withTx(trade, { fee: 1n }), inputs: [unknown] })).toEqual(objection);
  });

  it('are proven by the bytes of their own parents', () => {
    expect(objected({ ...trade, forged: ['ab'.repeat(32)] })).toEqual([
      'parent-other: The bytes given for the transaction abababababababab…abababab belong to another.',
    ]);
  });

  it('lie at a script only where they are orders to be taken back', () => {
    const script = holder('script', ORDER_SCRIPT);
    const spending = (of: typeof script, agreed: boolean): readonly string[] =>
      objected({ ...trade, inputs: [...trade.inputs, spent(of, new Map(), { agreed })] });
    expect(spending(script, false)).toEqual([
      `script-input: It spends ${NAME}, which a script locks and you did not name.`,
    ]);
    expect(spending(script, true)).toEqual([]);
    expect(spending(stranger, false)).toEqual([]);
  });

  it('have all orders among them that are to be taken back', () => {
    const inputs = cancel.tx.inputs.filter((name) => name !== FIRST_ORDER);
    expect(objectedTo({ inputs }, cancel)).toEqual([
      'order-left: It does not take back a1a1a1a1a1a1a1a1…a1a1a1#0.',
    ]);
  });

  it('bring exactly what comes out, each asset by itself', () => {
    const objection = ['unbalanced: What goes into it does not equal what comes out.'];
    const { tx } = trade;
    expect(objectedTo({ fee: tx.fee + 1n })).toEqual(objection);
    expect(objectedTo({ fee: tx.fee - 1n })).toEqual(objection);
    expect(objectedTo({ fee: tx.fee - 1n, donation: 1n })).toEqual([]);
    expect(objectedTo({ donation: 1n })).toEqual(objection);
    expect(objectedTo({ mint: new Map([[GEM, 1n]]) })).toEqual(objection);
    expect(
      objectedTo({
        mint: new Map([[GEM, 1n]]),
        outputs: [...tx.outputs, output(stranger, new Map([[GEM, 1n]]))],
      }),
    ).toEqual([]);
    const withdrawals = [
      { account: `f0${STRANGER}`, amount: 3n },
      { account: `f0${STRANGER}`, amount: 4n },
    ];
    expect(objectedTo({ withdrawals })).toEqual(objection);
    expect(objectedTo({ withdrawals, fee: tx.fee + 7n })).toEqual([]);
    expect(objected({ ...trade, inputs: trade.inputs.slice(1) })).toEqual(objection);
  });
});

describe('collateral', () => {
  const mine = spent(me, held(10_000_000n), { own: true });
  const returning = (
    back: Output | undefined,
    change: Partial<RawTransaction> = {},
    collateral = [mine],
  ): readonly string[] => objected({ ...withTx(trade, { collateralReturn: back, ...change }), collateral });
  const lost = 'collateral-kept: If a script fails, all of your collateral is lost.';
  const misstated = 'collateral-risk: What it states as the collateral at risk is not what is at risk.';

  it("of others is none of the user's business", () => {
    expect(returning(undefined, { totalCollateral: 1n }, [spent(stranger, held(10_000_000n))])).toEqual([]);
    expect(returning(undefined, {}, [])).toEqual([]);
  });

  it('comes back to the account', () => {
    expect(returning(output(me, held(5_000_000n)))).toEqual([]);
    expect(returning(undefined)).toEqual([lost]);
    expect(returning(output(stranger, held(5_000_000n)))).toEqual([lost]);
    expect(returning(output(holder('script', PAYMENT), held(5_000_000n)))).toEqual([lost]);
  });

  it('comes back to my own stake part, or to none', () => {
    const objection = [
      'change-stake-foreign: Your collateral returns to an address whose stake part is not yours.',
    ];
    const to = (stake: Output['holder']['stake']): readonly string[] =>
      returning(output({ ...me, stake }, held(5_000_000n)));
    expect(to({ kind: 'key', hash: STAKE })).toEqual([]);
    expect(to({ kind: 'none' })).toEqual([]);
    expect(to({ kind: 'key', hash: STRANGER })).toEqual(objection);
    expect(to({ kind: 'script', hash: STAKE })).toEqual(objection);
  });

  it('is at risk with five ADA at most, or three times the fee where that is more', () => {
    const objection = (ada: string): string =>
      `collateral-risk: If a script fails, ${ada} ADA of your collateral is lost.`;
    expect(returning(output(me, held(4_999_999n)))).toEqual([objection('5.000001')]);
    const fee = 2_000_000n;
    const dear = (back: bigint): readonly string[] =>
      returning(output(me, held(back)), { fee }).filter((text) => !text.startsWith('unbalanced'));
    expect(dear(4_000_000n)).toEqual([]);
    expect(dear(3_999_999n)).toEqual([objection('6.000001')]);
    // Of all that is put in together.
    expect(returning(output(me, held(5_000_000n)), {}, [mine, mine])).toEqual([objection('15')]);
  });

  it('is at risk with no tokens', () => {
    const rich = spent(me, held(10_000_000n, 5n), { own: true });
    const objection = ['collateral-kept: If a script fails, tokens of your collateral are lost.'];
    expect(returning(output(me, held(5_000_000n, 5n)), {}, [rich])).toEqual([]);
    expect(returning(output(me, held(5_000_000n, 4n)), {}, [rich])).toEqual(objection);
    expect(returning(output(me, held(10_000_000n, 4n)), {}, [rich])).toEqual(objection);
    expect(returning(output(me, new Map([[ADA, 5_000_000n]])), {}, [rich])).toEqual(objection);
  });

  it('is at risk with what it says, as far as it is all mine', () => {
    const back = output(me, held(5_000_000n));
    expect(returning(back, { totalCollateral: 5_000_000n })).toEqual([]);
    expect(returning(back, { totalCollateral: 5_000_001n })).toEqual([misstated]);
    expect(returning(back, { totalCollateral: 4_999_999n })).toEqual([misstated]);
    const shared = [mine, spent(stranger, held(1_000_000n))];
    expect(returning(back, { totalCollateral: 6_000_000n }, shared)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { withNativeScript } from '../../../src-main/cardano/script-witness.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import type { OrderDatum } from '../../../src-main/practice/orders/datum.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import { agreedTo, groundsFor } from '../../support/agreed.ts';
import {
  ORDER_SCRIPT,
  orderDatum,
  PAYMENT,
  STAKE,
  STRANGER,
  strangerAddress,
  writeDraft,
  type Draft,
} from '../../support/good-trade.ts';
import {
  expired,
  OTHERS,
  sharedDatum,
  sharedTrade,
  takingAlong,
  twoOfThree,
  walletOf,
} from '../../support/shared-trade.ts';

const { draft, wallet, input, aside, order } = sharedTrade();

function judged(of: InspectionInput) {
  const agreed = agreedTo(of);
  const inspected = inspectTransaction(agreed);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  const { report } = inspected.value;
  const rules = (severity: string) =>
    report.findings.filter((one) => one.severity === severity).map(({ rule }) => rule);
  const { objections } = prove({ ...groundsFor(agreed, inspected.value), cbor: of.cbor });
  return {
    verdict: report.verdict,
    blocks: rules('block'),
    warns: rules('warn'),
    objections: objections.map(({ code }) => code),
    signers: report.effect.ownSigners,
  };
}

/** The draft with other terms in its first output, the order. */
function ordering(datum: OrderDatum): Draft {
  const [first, ...rest] = draft.outputs;
  if (!first) throw new Error('a trade places an order');
  return { ...draft, outputs: [{ ...first, datum }, ...rest] };
}

/** The datum of an order owned by a key. */
function ofKey(hash: string): OrderDatum {
  return orderDatum({
    ownerPaymentKeyHash: hash,
    ownerStakeKeyHash: undefined,
    minimumReceived: 831_600n,
  });
}

/** The draft with its last output, the change, moved to another address. */
function changeTo(address: string): Draft {
  const last = draft.outputs.at(-1);
  if (!last) throw new Error('a trade has change');
  return { ...draft, outputs: [...draft.outputs.slice(0, -1), { ...last, address }] };
}

describe('the wallet of a script', () => {
  it('trades: both proofs pass it, and name all who may sign', () => {
    expect(judged(input(draft))).toMatchObject({
      blocks: [],
      objections: [],
      signers: [PAYMENT, ...OTHERS],
    });
  });

  it.each([
    ['into the wallet of the others', wallet.address],
    ['to a stranger', strangerAddress],
  ])('never takes along what one who signs holds alone: %s', (_, to) => {
    for (const name of aside) {
      const { blocks, objections } = judged(input(takingAlong(draft, name, to)));
      expect(blocks).toContain('F8');
      expect(objections).toContain('signer-input');
    }
  });

  it('never gives that back to somebody else in a cancellation, as what a stranger put in', () => {
    const back = {
      inputs: [order, draft.inputs[0] ?? '', aside[1]],
      outputs: [
        { address: wallet.address, value: new Map([[ADA, 650_000_000n - 250_000n]]) },
        { address: strangerAddress, value: new Map([[ADA, 300_000_000n]]) },
      ],
    };
    const terms = { kind: 'cancel', orders: [order] } as const;
    const { blocks, objections } = judged(input({ ...draft, ...back, fee: 250_000n }, { terms }));
    expect(blocks).toContain('F8');
    expect(objections).toContain('signer-input');
    const honest = { inputs: back.inputs.slice(0, 2), outputs: back.outputs.slice(0, 1) };
    const good = judged(input({ ...draft, ...honest, fee: 250_000n }, { terms }));
    expect(good).toMatchObject({ blocks: [], objections: [], signers: [PAYMENT, ...OTHERS] });
  });

  it.each([
    ['the key of one who signs', ofKey(PAYMENT)],
    ['a key of the same hash as the script', ofKey(wallet.hash)],
    ['another script', sharedDatum(wallet, { ownerPaymentKeyHash: ORDER_SCRIPT })],
    ['the script, beside the stake part of one who signs', sharedDatum(wallet, { ownerStakeKeyHash: STAKE })],
    ['the script, beside a stranger’s stake part', sharedDatum(wallet, { ownerStakeKeyHash: STRANGER })],
  ])('never lets the proceeds go to %s', (_, datum) => {
    const { blocks, objections } = judged(input(ordering(datum)));
    expect(blocks).toContain('V6');
    expect(objections).toContain('order-owner');
  });

  it.each([
    ['one who signs', formatAddress(addressOf(0, { kind: 'key', hash: PAYMENT }))],
    ['an exchange’s script', formatAddress(addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }))],
    [
      'the script beside a stranger’s stake part',
      formatAddress(addressOf(0, { kind: 'script', hash: wallet.hash }, { kind: 'key', hash: STRANGER })),
    ],
    [
      'the script beside a script’s stake part',
      formatAddress(
        addressOf(0, { kind: 'script', hash: wallet.hash }, { kind: 'script', hash: wallet.hash }),
      ),
    ],
    ['a key of the same hash', formatAddress(addressOf(0, { kind: 'key', hash: wallet.hash }))],
  ])('never lets the change go to %s', (_, address) => {
    const { blocks, objections } = judged(input(changeTo(address)));
    expect(blocks).not.toEqual([]);
    expect(objections).not.toEqual([]);
  });

  it('asks where what is spent was at another address of the script', () => {
    const staked = sharedTrade(walletOf(twoOfThree, STAKE));
    const own = { paymentKeyHashes: new Set<string>(), stakeKeyHashes: new Set([STRANGER]) };
    const elsewhere = walletOf(twoOfThree, STRANGER);
    const moved = {
      ...staked.draft,
      outputs: staked.draft.outputs.map((output) =>
        output.datum
          ? { ...output, datum: { ...output.datum, ownerStakeKeyHash: STRANGER } }
          : { ...output, address: elsewhere.address },
      ),
    };
    const { warns } = judged(staked.input(moved, { own: { ...own, script: elsewhere } }));
    expect(warns).toContain('V4');
  });

  it('is not asked to sign where the fee leaves no room for its script and signatures', () => {
    const poor = { ...draft, fee: 170_000n };
    const [first, last] = poor.outputs;
    if (!first || !last) throw new Error('two outputs');
    const change = { ...last, value: new Map([[ADA, 600_000_000n - 104_000_000n - 170_000n]]) };
    expect(judged(input({ ...poor, outputs: [first, change] })).blocks).toEqual(['F5']);
  });

  it('is not asked to sign what its own times forbid', () => {
    const late = sharedTrade(walletOf(expired));
    expect(judged(late.input(late.draft)).blocks).toEqual(['F8']);
  });

  it('signs with the keys at hand alone, where some are elsewhere', () => {
    const script = { ...wallet, signers: new Set([PAYMENT]) };
    const own = { paymentKeyHashes: new Set<string>(), stakeKeyHashes: new Set<string>(), script };
    expect(judged(input(draft, { own })).signers).toEqual([PAYMENT]);
  });

  it('brings no other script along than its own', () => {
    const other = withNativeScript(writeDraft(draft), { kind: 'key', hash: STRANGER });
    expect(other.ok && withNativeScript(other.value, wallet.script).ok).toBe(false);
  });
});

import CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { withNativeScript } from '../../../src-main/cardano/script-witness.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import { proveInput, type ResolvedInput } from '../../../src-main/cardano/resolution.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import { agreedTo, groundsFor } from '../../support/agreed.ts';
import {
  ORDER_SCRIPT,
  orderDatum,
  PAYMENT,
  STAKE,
  writeDraft,
  type Draft,
  type DraftOutput,
} from '../../support/good-trade.ts';
import { OTHERS, sharedDatum, sharedTrade, twoOfThree, walletOf } from '../../support/shared-trade.ts';

/*
 * One of the signers makes the bundle, and presents as "an order of the wallet's" something that the user's own key would
 * release: the refund goes to the wallet, where that signer and another one can take it.
 */
const { wallet, input, draft } = sharedTrade();
const orderAddress = formatAddress(addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }));
/** Another wallet that the user's key signs for. */
const other = walletOf({ kind: 'all', scripts: [twoOfThree, { kind: 'key', hash: PAYMENT }] });
const HELD = 50_000_000n;
const FEE = 250_000n;

const held = (change: Partial<DraftOutput>): DraftOutput => ({
  address: orderAddress,
  value: new Map([[ADA, HELD]]),
  ...change,
});

/** The verdicts of both proofs on a cancellation that returns this to the shared wallet. */
function takingBack(named: DraftOutput) {
  const parent = writeDraft({
    inputs: [`${'02'.repeat(32)}#0`],
    outputs: [named, held({ address: wallet.address })],
    fee: FEE,
    requiredSigners: [],
  });
  const id = CSL.FixedTransaction.from_hex(parent).transaction_hash().to_hex();
  const inputs = [`${id}#0`, `${id}#1`] as const;
  const resolved = new Map<string, ResolvedInput>();
  for (const name of inputs) {
    const proven = proveInput(name, parent);
    if (!proven.ok) throw new Error(proven.failure);
    resolved.set(name, proven.value);
  }
  const cancelling: Draft = {
    ...draft,
    inputs,
    outputs: [{ address: wallet.address, value: new Map([[ADA, 2n * HELD - FEE]]) }],
    fee: FEE,
    requiredSigners: [PAYMENT],
  };
  const carrying = withNativeScript(writeDraft(cancelling), wallet.script);
  if (!carrying.ok) throw new Error(carrying.failure);
  const agreed = agreedTo({
    ...input(draft, { terms: { kind: 'cancel', orders: [inputs[0]] } }),
    cbor: carrying.value,
    resolved,
    parents: new Map([[id, parent]]),
  });
  const inspected = inspectTransaction(agreed);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  const { findings } = inspected.value.report;
  const { objections } = prove({ ...groundsFor(agreed, inspected.value), cbor: agreed.cbor });
  return {
    blocks: findings.filter(({ severity }) => severity === 'block').map(({ rule }) => rule),
    objections: objections.map(({ code }) => code),
  };
}

describe('an order that is taken back into the wallet of several', () => {
  it('is one of its own', () => {
    expect(takingBack(held({ datum: sharedDatum(wallet) }))).toEqual({ blocks: [], objections: [] });
  });

  it.each([
    ['an order that the user alone owns', held({ datum: orderDatum() })],
    [
      'an order of the wallet that the user alone may take back',
      held({ datum: sharedDatum(wallet, { ownerStakeKeyHash: PAYMENT }) }),
    ],
    [
      'an order that another of them alone owns',
      held({ datum: orderDatum({ ownerPaymentKeyHash: OTHERS[0] }) }),
    ],
    ['an order of another wallet that the user signs for', held({ datum: sharedDatum(other) })],
    ['what another wallet holds that the user signs for', held({ address: other.address })],
    ['what a script locks without terms', held({})],
    ['what a script locks by other terms', held({ rawDatum: 'd87980' })],
    [
      'what the user alone holds',
      held({
        address: formatAddress(addressOf(0, { kind: 'key', hash: PAYMENT }, { kind: 'key', hash: STAKE })),
      }),
    ],
  ])('is never %s', (_, named) => {
    const { blocks, objections } = takingBack(named);
    expect(blocks).toContain('F8');
    expect(objections).not.toEqual([]);
  });
});

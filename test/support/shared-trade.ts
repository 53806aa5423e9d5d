import CSL from '@emurgo/cardano-serialization-lib-nodejs';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { addressOf, baseAddress, formatAddress } from '../../src-main/cardano/address.ts';
import {
  nativeScriptHash,
  readNativeScript,
  type NativeScript,
} from '../../src-main/cardano/native-script.ts';
import { ownScriptAt, type OwnScript } from '../../src-main/cardano/own-script.ts';
import { withNativeScript } from '../../src-main/cardano/script-witness.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import { proveInput, type ResolvedInput } from '../../src-main/cardano/resolution.ts';
import type { OrderDatum } from '../../src-main/practice/orders/datum.ts';
import {
  GEM,
  goodTrade,
  ORDER_SCRIPT,
  orderDatum,
  PAYMENT,
  STAKE,
  TIP,
  writeDraft,
  type Draft,
  type DraftOutput,
} from './good-trade.ts';

/** The three who sign: the user, and two others. */
export const OTHERS = ['a1'.repeat(28), 'b2'.repeat(28)] as const;

function scriptOf(json: object): NativeScript {
  const script = readNativeScript(JSON.stringify(json));
  if (!script.ok) throw new Error(script.failure);
  return script.value;
}

const signers = [PAYMENT, ...OTHERS].map((keyHash) => ({ type: 'sig', keyHash }));
export const twoOfThree = scriptOf({ type: 'atLeast', required: 2, scripts: signers });
/** The same, but only before a slot that is long past. */
export const expired = scriptOf({
  type: 'all',
  scripts: [
    { type: 'atLeast', required: 2, scripts: signers },
    { type: 'before', slot: 1_000 },
  ],
});

/** A script's wallet without a stake part. */
export function walletOf(script: NativeScript, stake?: string): OwnScript {
  const payment = { kind: 'script', hash: nativeScriptHash(script) } as const;
  return ownScriptAt(
    addressOf(0, payment, stake === undefined ? undefined : { kind: 'key', hash: stake }),
    script,
  );
}

/** The addresses of the user's own key alone: an enterprise address, and one with a stake part. */
const alone = [
  formatAddress(addressOf(0, { kind: 'key', hash: PAYMENT })),
  formatAddress(baseAddress(0, PAYMENT, STAKE)),
] as const;

export interface SharedTrade {
  readonly draft: Draft;
  readonly wallet: OwnScript;
  /** References of what the user's key holds alone: 300 ADA each. */
  readonly aside: readonly [string, string];
  /** Reference of a resting order of the wallet's: 50 ADA. */
  readonly order: `${string}#${number}`;
  readonly parents: ReadonlyMap<string, string>;
  /** The input to judge if the draft is the built transaction. */
  readonly input: (draft: Draft, change?: Partial<InspectionInput>) => InspectionInput;
}

/** The datum of an order of the wallet's. */
export function sharedDatum(wallet: OwnScript, change: Partial<OrderDatum> = {}): OrderDatum {
  return orderDatum({
    ownerPaymentKeyHash: wallet.hash,
    ownerByScript: true,
    ownerStakeKeyHash: undefined,
    minimumReceived: 831_600n,
    ...change,
  });
}

/** A 100 ADA swap of a shared wallet, as practice builds it and the inspector accepts it. */
export function sharedTrade(wallet = walletOf(twoOfThree)): SharedTrade {
  const orderAddress = formatAddress(addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }));
  const holding = (address: string, lovelace: bigint): DraftOutput => ({
    address,
    value: new Map([[ADA, lovelace]]),
  });
  const parent = writeDraft({
    inputs: [`${'01'.repeat(32)}#0`],
    outputs: [
      holding(wallet.address, 600_000_000n),
      ...alone.map((address) => holding(address, 300_000_000n)),
      { ...holding(orderAddress, 50_000_000n), datum: sharedDatum(wallet) },
    ],
    fee: 200_000n,
    requiredSigners: [],
  });
  const id = CSL.FixedTransaction.from_hex(parent).transaction_hash().to_hex();
  const draft: Draft = {
    inputs: [`${id}#0`],
    outputs: [
      { ...holding(orderAddress, 104_000_000n), datum: sharedDatum(wallet) },
      holding(wallet.address, 600_000_000n - 104_000_000n - 230_000n),
    ],
    fee: 230_000n,
    validFrom: BigInt(TIP - 300),
    validUntil: BigInt(TIP + 3_300),
    requiredSigners: [],
  };
  const { input } = goodTrade();
  return {
    draft,
    wallet,
    aside: [`${id}#1`, `${id}#2`],
    order: `${id}#3`,
    parents: new Map([[id, parent]]),
    input: (built, change = {}) => {
      const carrying = withNativeScript(writeDraft(built), wallet.script);
      if (!carrying.ok) throw new Error(carrying.failure);
      const resolved = new Map<string, ResolvedInput>();
      for (const name of built.inputs) {
        const proven = proveInput(name as `${string}#${number}`, parent);
        if (!proven.ok) throw new Error(proven.failure);
        resolved.set(name, proven.value);
      }
      return {
        ...input,
        cbor: carrying.value,
        terms: {
          kind: 'swap',
          pay: { asset: ADA, quantity: quantity(100_000_000n) },
          receive: GEM,
          expected: 840_000n,
          atLeast: 831_600n,
        },
        own: { paymentKeyHashes: new Set(), stakeKeyHashes: new Set(), script: wallet },
        parents: new Map([[id, parent]]),
        resolved,
        ...change,
      };
    },
  };
}

/** The draft with one more input of 300 ADA, and an output for it. */
export function takingAlong(draft: Draft, input: string, to: string): Draft {
  const given = { address: to, value: new Map([[ADA, 300_000_000n]]) };
  return { ...draft, inputs: [...draft.inputs, input], outputs: [...draft.outputs, given] };
}

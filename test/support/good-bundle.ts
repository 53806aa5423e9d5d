import practice from '../../resources/practice-order-scripts.json' with { type: 'json' };
import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../src-main/cardano/address.ts';
import { decodeTransaction } from '../../src-main/cardano/transaction.ts';
import { GEM, myAddress, orderDatum, PAYMENT, STAKE, TIP, writeDraft, type Draft } from './good-trade.ts';

const HELD = 600_000_000n;
const FEE = 200_000n;

/** A bundle that `touchstone inspect` passes: 100 ADA sold at a practice exchange, the input proven by its parent. */
export interface GoodBundle {
  readonly network: string;
  readonly tx: string;
  readonly account: {
    readonly addresses: readonly string[];
    readonly paymentKeyHashes: readonly string[];
    readonly stakeKeyHashes: readonly string[];
  };
  readonly inputs: readonly {
    readonly txHash: string;
    readonly index: number;
    readonly address: string;
    readonly amount: readonly { readonly unit: string; readonly quantity: string }[];
  }[];
  readonly parents: readonly string[];
  readonly intent: object;
  readonly tipSlot: number;
}

export const orderScript = practice.EXA.script;
export const orderAddress = formatAddress(
  addressOf(0, { kind: 'script', hash: orderScript }, { kind: 'key', hash: STAKE }),
);

const parent = writeDraft({
  inputs: [`${'01'.repeat(32)}#0`],
  outputs: [{ address: myAddress, value: new Map([[ADA, HELD]]) }],
  fee: FEE,
  requiredSigners: [],
});
const parentHash = hashOf(parent);

export const goodDraft: Draft = {
  inputs: [`${parentHash}#0`],
  outputs: [
    {
      address: orderAddress,
      value: new Map([[ADA, 104_000_000n]]),
      datum: orderDatum({ wanted: GEM, minimumReceived: 831_600n }),
    },
    { address: myAddress, value: new Map([[ADA, HELD - 104_000_000n - FEE]]) },
  ],
  fee: FEE,
  validUntil: BigInt(TIP + 3_300),
  requiredSigners: [PAYMENT],
};

export const goodBundle: GoodBundle = {
  network: 'preprod',
  tx: writeDraft(goodDraft),
  account: { addresses: [myAddress], paymentKeyHashes: [], stakeKeyHashes: [] },
  inputs: [
    {
      txHash: parentHash,
      index: 0,
      address: myAddress,
      amount: [{ unit: 'lovelace', quantity: String(HELD) }],
    },
  ],
  parents: [parent],
  intent: {
    kind: 'swap',
    tokenIn: 'lovelace',
    tokenOut: GEM,
    amountIn: '100000000',
    minimumReceived: '831600',
    fees: { batcher: '2000000', deposits: '2000000', service: '0' },
  },
  tipSlot: TIP,
};

export function hashOf(cbor: string): string {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) throw new Error(decoded.failure);
  return decoded.value.bodyHash;
}

import { ADA, type AssetId } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../src-main/cardano/address.ts';
import type { OutputReference } from '../../src-main/cardano/transaction.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import type { ResolvedInput } from '../../src-main/cardano/resolution.ts';
import type { CancelTerms } from '../../src-main/inspect/terms.ts';
import {
  GEM,
  goodTrade,
  myAddress,
  ORDER_SCRIPT,
  PAYMENT,
  STAKE,
  writeDraft,
  type Draft,
} from './good-trade.ts';

export const FIRST_ORDER: OutputReference = `${'a1'.repeat(32)}#0`;
export const SECOND_ORDER: OutputReference = `${'a2'.repeat(32)}#1`;
export const MY_FUNDS: OutputReference = `${'a3'.repeat(32)}#2`;

const orderAddress = formatAddress(
  addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }, { kind: 'key', hash: STAKE }),
);

export function held(ada: bigint, gem = 0n): ReadonlyMap<AssetId, bigint> {
  return new Map([[ADA, ada], ...(gem > 0n ? [[GEM, gem] as const] : [])]);
}

export function proven(address: string, value: ReadonlyMap<AssetId, bigint>): ResolvedInput {
  return { address, value, known: 'proven' };
}

export interface GoodCancel {
  readonly draft: Draft;
  readonly input: InspectionInput;
  readonly terms: CancelTerms;
}

/** Two orders of 104 ADA and of 4 ADA with 3 GEM, taken back into one output, the fee paid from another input. */
export function goodCancel(change: Partial<Draft> = {}): GoodCancel {
  const base = goodTrade('ada', 1);
  const draft: Draft = {
    ...base.draft,
    inputs: [FIRST_ORDER, SECOND_ORDER, MY_FUNDS],
    outputs: [{ address: myAddress, value: held(117_700_000n, 3_000n) }],
    fee: 300_000n,
    requiredSigners: [PAYMENT],
    ...change,
  };
  const terms: CancelTerms = { kind: 'cancel', orders: [FIRST_ORDER, SECOND_ORDER] };
  return {
    draft,
    terms,
    input: {
      ...base.input,
      cbor: writeDraft(draft),
      terms,
      subject: 'cancel-1',
      resolved: new Map([
        [FIRST_ORDER, proven(orderAddress, held(104_000_000n))],
        [SECOND_ORDER, proven(orderAddress, held(4_000_000n, 3_000n))],
        [MY_FUNDS, proven(myAddress, held(10_000_000n))],
      ]),
    },
  };
}

import { addValues, lovelaceIn, quantity, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA, assetUnit, parseAssetId } from '#domain/asset.ts';
import type { DraftOutput } from '../../src-main/practice/chain/draft.ts';
import type { Change } from './rewritten.ts';

/** Diversions by a service: transactions that it built, changed in favour of a stranger. */

/** An output on chain, in as much as a thief needs to know. */
export interface Unspent {
  readonly txHash: string;
  readonly index: number;
  readonly value: Value;
}

/** Pays for the input and the output that are added. */
const MORE_FEE = 30_000n;

const ada = (lovelace: bigint): Value => new Map([[ADA, lovelace]]);

/** Takes lovelace out of the change for a stranger. */
export function skimming(owner: string, stranger: string, lovelace: bigint): Change {
  return ({ draft, fee }) => {
    const at = draft.outputs.findLastIndex(({ address }) => address === owner);
    const change = draft.outputs[at];
    if (!change) throw new Error('there is no change');
    const less: DraftOutput = { ...change, value: subtractValues(change.value, ada(lovelace + MORE_FEE)) };
    const gift: DraftOutput = { address: stranger, value: ada(lovelace) };
    return {
      draft: { ...draft, outputs: [...draft.outputs.with(at, less), gift] },
      fee: fee + MORE_FEE,
    };
  };
}

/** Spends these outputs as well: the last one that is the owner's grows by `kept`, and a stranger gets the rest. */
export function draining(owner: string, stranger: string, also: readonly Unspent[], kept: Value): Change {
  return ({ draft, fee }) => {
    const at = draft.outputs.findLastIndex(({ address }) => address === owner);
    const back = draft.outputs[at];
    if (!back) throw new Error('nothing goes to the owner');
    const rest = subtractValues(sumValues(also.map(({ value }) => value)), addValues(kept, ada(MORE_FEE)));
    if (lovelaceIn(rest) <= 0n) throw new Error('there is nothing to take');
    return {
      draft: {
        ...draft,
        inputs: [...draft.inputs, ...also.map(({ txHash, index }) => ({ txHash, index }))],
        outputs: [
          ...draft.outputs.with(at, { ...back, value: addValues(back.value, kept) }),
          { address: stranger, value: rest },
        ],
      },
      fee: fee + MORE_FEE,
    };
  };
}

/** A ledger's report of an output, in the format of the Blockfrost API. */
export interface ToldOutput {
  readonly tx_hash: string;
  readonly output_index: number;
  readonly address: string;
  readonly amount: readonly { readonly unit: string; readonly quantity: string }[];
}

/** The unspent outputs at an address of practice's ledger. */
export async function unspentAt(ledgerUrl: string, address: string): Promise<readonly Unspent[]> {
  const answer = await fetch(`${ledgerUrl}/addresses/${address}/utxos`);
  const told = (await answer.json()) as readonly ToldOutput[];
  return told.map((one) => ({ txHash: one.tx_hash, index: one.output_index, value: valueOf(one) }));
}

function valueOf({ amount }: ToldOutput): Value {
  return new Map(
    amount.map(({ unit, quantity: text }) => {
      const asset = parseAssetId(unit);
      if (asset === undefined) throw new Error(`not an asset: ${unit}`);
      return [asset, quantity(BigInt(text))] as const;
    }),
  );
}

/** A value as a ledger writes it. */
export function toldValue(value: Value): ToldOutput['amount'] {
  return [...value].map(([asset, held]) => ({ unit: assetUnit(asset), quantity: String(held) }));
}

import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { assetNameHex, policyOf, type AssetId } from '#domain/asset.ts';
import { cborArray, cborBytes, cborInt, cborTag } from '../../../src-main/cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { PAYMENT, STAKE } from './cast.ts';

/** Minswap V1's order script on mainnet, of Plutus V1: such a script is never run for an output with an inline datum. */
const SCRIPT = 'a65ca58a4e9c755fa830173d2a5caed458ac0c73f97db7faae2e7e3b';

export const OLDER_ADDRESS = formatAddress(addressOf(0, { kind: 'script', hash: SCRIPT }));

export interface OlderOrder {
  readonly wanted: AssetId;
  readonly least: bigint;
  readonly batcherFee: bigint;
  readonly deposit: bigint;
}

/** The user's order as that exchange reads it: `[sender, receiver, no datum, [wanted, least], fee, deposit]`. */
export function olderDatum({ wanted, least, batcherFee, deposit }: OlderOrder): string {
  const key = (hash: string): Uint8Array => constr(0, cborBytes(hexBytes(hash)));
  const owner = constr(0, key(PAYMENT), constr(0, constr(0, key(STAKE))));
  const asset = constr(
    0,
    cborBytes(hexBytes(policyOf(wanted) ?? '')),
    cborBytes(hexBytes(assetNameHex(wanted) ?? '')),
  );
  const step = constr(0, asset, cborInt(least));
  return toHex(constr(0, owner, owner, constr(1), step, cborInt(batcherFee), cborInt(deposit)));
}

function constr(index: number, ...fields: readonly Uint8Array[]): Uint8Array {
  return cborTag(121n + BigInt(index), cborArray(fields));
}

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { addressOf, formatAddress } from '../../src-main/cardano/address.ts';
import { keyHash } from '../../src-main/cardano/hash.ts';
import { nativeScriptHash, readNativeScript } from '../../src-main/cardano/native-script.ts';
import { writeEnvelope } from '../../src-main/offline/formats/text-envelope.ts';

/** One of several signers: a cardano-cli key, as the text of its file, and its hash. */
export interface CoSigner {
  readonly skey: string;
  readonly hash: string;
}

/** A key whose 32 bytes are all `seed`. */
export function coSigner(seed: number): CoSigner {
  const secret = Buffer.alloc(32, seed);
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  const publicKey = key.export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    hash: keyHash(publicKey),
    skey: writeEnvelope({
      type: 'PaymentSigningKeyShelley_ed25519',
      description: '',
      cborHex: `5820${secret.toString('hex')}`,
    }),
  };
}

/** A script of `required` of these keys as cardano-cli writes it, and its preprod address without a stake part. */
export function sharedWallet(
  required: number,
  signers: readonly CoSigner[],
): { readonly json: string; readonly address: string } {
  const scripts = signers.map(({ hash }) => ({ type: 'sig', keyHash: hash }));
  const json = JSON.stringify({ type: 'atLeast', required, scripts });
  const script = readNativeScript(json);
  if (!script.ok) throw new Error(script.failure);
  return {
    json,
    address: formatAddress(addressOf(0, { kind: 'script', hash: nativeScriptHash(script.value) })),
  };
}

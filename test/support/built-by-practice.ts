import { fromHex } from '../../src-main/cardano/hex.ts';
import { parseWitnessSet, spliceWitnesses } from '../../src-main/cardano/witness.ts';
import { ServiceError } from '../../src-main/practice/api/requests.ts';
import type { Practice } from '../../src-main/practice/practice.ts';
import type { PracticeWallet } from './practice-wallet.ts';

/** A request's body as the service's own builders read it. */
export function bytesOf(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

/** Signs and sends what one of the builders builds. Answers its hash, or the service's word for why it built nothing. */
export function sendBuilt(
  { chain }: Practice,
  wallet: PracticeWallet,
  keys: 'both' | 'payment',
  build: () => string,
): string {
  let cbor: string;
  try {
    cbor = build();
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  const witnesses = parseWitnessSet(wallet.sign(cbor, keys));
  const signed = witnesses.ok ? spliceWitnesses(cbor, witnesses.value) : witnesses;
  const bytes = signed.ok ? fromHex(signed.value) : undefined;
  const taken = chain.submit(bytes ?? new Uint8Array());
  if (!taken.ok) throw new Error(JSON.stringify(taken.failure));
  return taken.value.hash;
}

import type { Address, Credential } from '../cardano/address.ts';
import type { CborItem } from '../cardano/cbor-scanner.ts';
import { constr, fieldsOf, hash28, readItem } from './plutus-data.ts';

/** Whether an address equals the one that a datum gives as Plutus data (`Address [payment, stake?]`). */
export function isAddress(address: Address | undefined, item: CborItem): boolean {
  const written = readItem(item, (data) => {
    const [payment, stake] = fieldsOf(data, 0, 2, 'an address');
    return { payment: credential(payment), stake: stakeOf(stake) };
  });
  if (!address || !written.ok) return false;
  return same(address.payment, written.value.payment) && same(address.stake, written.value.stake);
}

type Stake = Address['stake'];

function same(left: Stake, right: Stake): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  return left.kind === right.kind && left.hash === right.hash;
}

function credential(item: CborItem): Credential {
  const script = constr(item, 'a credential').index === 1n;
  const [hash] = fieldsOf(item, script ? 1 : 0, 1, 'a credential');
  return { kind: script ? 'script' : 'key', hash: hash28(hash, 'a credential') };
}

function stakeOf(item: CborItem): Stake {
  const { index, fields } = constr(item, 'a stake part');
  if (index === 1n && fields.length === 0) return undefined;
  const [inner] = fieldsOf(item, 0, 1, 'a stake part');
  if (constr(inner, 'a stake part').index === 1n) return 'pointer';
  return credential(fieldsOf(inner, 0, 1, 'a stake part')[0]);
}

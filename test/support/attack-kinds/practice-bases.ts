import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { goodTrade, PAYMENT, STAKE, type GoodTrade } from '../good-trade.ts';
import type { AttackBase } from './attack-kind.ts';
import { benignChanges } from './same-content.ts';

/** Trades as practice's service builds them, and one of them as a builder of indefinite lengths would write it. */
export function practiceBases(): readonly AttackBase[] {
  const one = goodTrade('ada', 1);
  const two = goodTrade('ada', 2);
  const plain = base('practice, two orders that sell ADA', two);
  return [
    base('practice, one order that sells ADA', one),
    plain,
    base('practice, one order that sells a token', goodTrade('token', 1)),
    base('practice, two orders that sell a token', goodTrade('token', 2)),
    base('practice, two orders in lists of no definite length', {
      ...two,
      input: { ...two.input, cbor: withoutLengths(plain) },
    }),
  ];
}

function withoutLengths(plain: AttackBase): string {
  const encoding = benignChanges.find(({ name }) => name.includes('the outputs of no definite length'));
  const cbor = encoding?.make(plain);
  if (cbor === undefined) throw new Error('no such encoding');
  return cbor;
}

function base(name: string, { input, sign }: GoodTrade): AttackBase {
  const ownWitnesses = sign(input.cbor);
  const witnesses = parseWitnessSet(ownWitnesses);
  if (!witnesses.ok) throw new Error(witnesses.failure);
  const signed = spliceWitnesses(input.cbor, witnesses.value);
  if (!signed.ok) throw new Error(signed.failure);
  return {
    name,
    input,
    payment: PAYMENT,
    stake: STAKE,
    network: 0,
    signed: signed.value,
    ownWitnesses,
    needed: witnesses.value.map(({ keyHash }) => keyHash),
  };
}

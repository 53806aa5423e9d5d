import { dcaInterval } from '#domain/dca.ts';
import type { KnownScript } from '../../../src-main/exchanges/order-form.ts';
import { encodePlanDatum } from '../../../src-main/practice/orders/datum.ts';
import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { GEM, goodTrade, PAYMENT, STAKE, tradeTerms, writeDraft, type GoodTrade } from '../good-trade.ts';
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
    base('practice, one recurring order', recurring(one)),
    base('practice, two orders in lists of no definite length', {
      ...two,
      input: { ...two.input, cbor: withoutLengths(plain) },
    }),
  ];
}

/** A script that is known to lock orders, in a form that is not. */
const BLIND_SCRIPT = '5b'.repeat(28);

/** The same ADA in ten trades of 10 ADA, one a month. */
function recurring({ draft, input, ...trade }: GoodTrade): GoodTrade {
  const division = { interval: dcaInterval('1month'), cycles: 10, amountPerCycle: 10_000_000n };
  const datum = encodePlanDatum({
    ownerPaymentKeyHash: PAYMENT,
    ownerStakeKeyHash: STAKE,
    wanted: GEM,
    ...division,
    completed: 0,
    slippagePpm: 10_000n,
    feePerCycle: 200_000n,
    returnedPerCycle: 100_000n,
    deposit: 1_000_000n,
    route: '70',
  });
  const outputs = draft.outputs.map(({ datum: had, ...output }) =>
    had === undefined ? output : { ...output, rawDatum: datum },
  );
  const blind: KnownScript = { exchange: 'Blind', plutus: 2 };
  const { pay, receive } = tradeTerms(input);
  return {
    ...trade,
    draft: { ...draft, outputs },
    input: {
      ...input,
      cbor: writeDraft({ ...draft, outputs }),
      scripts: { known: new Map([...input.scripts.known, [BLIND_SCRIPT, blind]]), complete: true },
      terms: { kind: 'dca', pay, receive, cycles: 10, recurring: { ...division, slippageBps: 100 } },
    },
  };
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

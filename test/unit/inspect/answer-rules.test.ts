import { describe, expect, it } from 'vitest';

import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import type { VkeyWitness } from '../../../src-main/cardano/witness-set.ts';
import {
  type AnswerRule,
  assembleLocally,
  type Breach,
  sameBody,
  sameWitnessParts,
  signatures,
  verifySigned,
} from '../../../src-main/inspect/after-signing.ts';
import { editParts, withBodyField, withMapEntry } from '../../support/edit-cbor.ts';
import { goodTrade, PAYMENT, STAKE, strangersSignature } from '../../support/good-trade.ts';

const { input, sign } = goodTrade();
const unsigned = input.cbor;
const own = witnessesOf(sign(unsigned));
const stranger = witnessesOf(strangersSignature(unsigned));
const signed = spliced(unsigned, own);

function witnessesOf(witnessSet: string): readonly VkeyWitness[] {
  const parsed = parseWitnessSet(witnessSet);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value;
}

function spliced(cbor: string, witnesses: readonly VkeyWitness[]): string {
  const made = spliceWitnesses(cbor, witnesses);
  if (!made.ok) throw new Error(made.failure);
  return made.value;
}

function judged(
  rule: AnswerRule,
  after: string,
  { before = unsigned, mine = own, needed = [PAYMENT, STAKE] as readonly string[] } = {},
): Breach | undefined {
  const decoded = [before, after].map((cbor) => {
    const tx = decodeTransaction(cbor);
    if (!tx.ok) throw new Error(tx.failure);
    return tx.value;
  });
  const [accepted, answered] = decoded;
  if (!accepted || !answered) throw new Error('two transactions were given');
  return rule.judge({ before: accepted, after: answered, own: mine, needed });
}

describe('rule A1', () => {
  it('names the part that differs', () => {
    expect(judged(sameBody, signed)).toBeUndefined();
    const changed = (part: string): Breach => ({ kind: 'changed', part });
    const fee = withBodyField(signed, 2, '1a00038271');
    expect(judged(sameBody, fee)).toEqual(changed('the signed body'));
    const invalid = editParts(signed, () => ({ isValid: 'f4' }));
    expect(judged(sameBody, invalid)).toEqual(changed('the validity flag'));
    const attached = editParts(signed, () => ({ auxiliary: 'a0' }));
    expect(judged(sameBody, attached)).toEqual(changed('the attached data'));
  });
});

describe('rule A2', () => {
  it('names the other parts of the witnesses', () => {
    expect(judged(sameWitnessParts, signed)).toBeUndefined();
    const scripts = editParts(signed, ({ witnesses }) => ({ witnesses: withMapEntry(witnesses, 1, '80') }));
    expect(judged(sameWitnessParts, scripts)).toEqual({
      kind: 'changed',
      part: 'another part of the witnesses',
    });
  });
});

describe('rule A3', () => {
  const missing: Breach = { kind: 'incomplete', part: 'a signature is missing' };

  it('calls a wrong signature a change, and a missing one incomplete', () => {
    expect(judged(signatures, signed)).toBeUndefined();
    expect(judged(signatures, unsigned)).toEqual(missing);
    const [first] = own;
    if (!first) throw new Error('there is a signature');
    const wrong = { ...first, signature: `${first.signature.slice(0, -2)}00` };
    expect(judged(signatures, spliced(unsigned, [wrong, ...own.slice(1)]))).toEqual({
      kind: 'changed',
      part: 'a signature is wrong',
    });
  });

  it('misses each signature of ours, also one that nobody needs', () => {
    expect(own).toHaveLength(2);
    for (const one of own) {
      const others = own.filter((each) => each !== one);
      const answer = spliced(unsigned, others);
      const needed = others.map(({ keyHash }) => keyHash);
      expect(judged(signatures, answer, { needed })).toEqual(missing);
      expect(judged(signatures, answer, { needed, mine: others })).toBeUndefined();
    }
  });

  it('misses a signature that was there before, though nobody needs it', () => {
    const before = spliced(unsigned, stranger);
    expect(judged(signatures, signed, { before })).toEqual(missing);
    expect(judged(signatures, spliced(before, own), { before })).toBeUndefined();
  });

  it('misses a needed signature of others', () => {
    const needed = [PAYMENT, STAKE, ...stranger.map(({ keyHash }) => keyHash)];
    expect(judged(signatures, signed, { needed })).toEqual(missing);
    expect(judged(signatures, spliced(signed, stranger), { needed })).toBeUndefined();
  });
});

describe('what cannot be read', () => {
  const witnessSet = sign(unsigned);

  it('is not the service’s fault when it is what was accepted', () => {
    expect(verifySigned('zz', signed, witnessSet, [PAYMENT])).toEqual({
      ok: false,
      failure: { code: 'transaction-undecodable', data: { reason: expect.any(String) as unknown } },
    });
  });

  it('is our signatures', () => {
    const incomplete = {
      ok: false,
      failure: {
        code: 'signature-incomplete',
        data: { rule: 'A3', reason: expect.any(String) as unknown },
      },
    };
    expect(verifySigned(unsigned, signed, 'zz', [PAYMENT])).toEqual(incomplete);
    expect(assembleLocally(unsigned, 'zz', [PAYMENT])).toEqual(incomplete);
  });

  it('is a transaction that has no room for our signatures', () => {
    const chunk = `5840${'00'.repeat(64)}`;
    const room = 16_384 - unsigned.length / 2 - 8;
    const chunks = chunk.repeat(Math.floor(room / 66));
    const large = editParts(unsigned, () => ({ auxiliary: `a1009f${chunks}ff` }));
    expect(decodeTransaction(large).ok).toBe(true);
    expect(assembleLocally(large, witnessSet, [])).toEqual({
      ok: false,
      failure: {
        code: 'transaction-undecodable',
        data: { reason: expect.stringContaining('more than 16384 bytes') as unknown },
      },
    });
  });
});

import { describe, expect, it } from 'vitest';

import { spliceWitnesses, parseWitnessSet } from '../../../src-main/cardano/witness.ts';
import {
  answerRules,
  assembleLocally,
  commitment,
  localAssembly,
  verifySigned,
} from '../../../src-main/inspect/after-signing.ts';
import { editParts, withBodyField, withMapEntry } from '../../support/edit-cbor.ts';
import {
  goodTrade,
  PAYMENT,
  STAKE,
  STRANGER,
  strangersSignature,
  writeDraft,
} from '../../support/good-trade.ts';

const { input, draft, sign } = goodTrade();
const unsigned = input.cbor;
const own = sign(unsigned);
const needed = [PAYMENT, STAKE];

function splice(cbor: string, witnessSet: string): string {
  const witnesses = parseWitnessSet(witnessSet);
  const spliced = witnesses.ok && spliceWitnesses(cbor, witnesses.value);
  if (!spliced || !spliced.ok) throw new Error('not spliced');
  return spliced.value;
}

const signed = splice(unsigned, own);

describe('what comes back signed', () => {
  it('is taken when only signatures were added', () => {
    expect(verifySigned(unsigned, signed, own, needed)).toMatchObject({ ok: true, value: { cbor: signed } });
    expect(verifySigned(unsigned, signed.toUpperCase(), own, needed)).toMatchObject({
      ok: true,
      value: { cbor: signed },
    });
    const more = splice(signed, strangersSignature(unsigned));
    expect(verifySigned(unsigned, more, own, [...needed, STRANGER]).ok).toBe(true);
  });

  it('is taken with our signatures tagged or not', () => {
    expect(verifySigned(unsigned, splice(unsigned, sign(unsigned, true)), own, needed).ok).toBe(true);
  });

  it.each([
    ['A1', 'a body with another fee', () => splice(withBodyField(unsigned, 2, '1a00038271'), own)],
    ['A1', 'a whole other transaction', () => other()],
    ['A1', 'the validity flag', () => editParts(signed, () => ({ isValid: 'f4' }))],
    ['A1', 'attached data', () => editParts(signed, () => ({ auxiliary: 'a0' }))],
    [
      'A2',
      'another kind of witness',
      () => editParts(signed, ({ witnesses }) => ({ witnesses: withMapEntry(witnesses, 1, '80') })),
    ],
    [
      'A3',
      'a signature that is wrong',
      () => splice(signed, strangersSignature(writeDraft({ ...draft, fee: 1n }))),
    ],
    [
      'A3',
      'our signature, broken',
      () => signed.slice(0, -20) + flip(signed.slice(-20, -18)) + signed.slice(-18),
    ],
  ])('by rule %s is refused when it changes %s', (rule, _name, make) => {
    const answer = make();
    expect(answer).not.toBe(signed);
    expect(verifySigned(unsigned, answer, own, needed)).toMatchObject({
      ok: false,
      failure: { code: 'service-changed-transaction', data: { rule } },
    });
  });

  it('is refused when a signature is missing', () => {
    const incomplete = { ok: false, failure: { code: 'signature-incomplete', data: { rule: 'A3' } } };
    expect(verifySigned(unsigned, unsigned, own, needed)).toMatchObject(incomplete);
    expect(verifySigned(unsigned, signed, own, [...needed, STRANGER])).toMatchObject(incomplete);
    expect(verifySigned(unsigned, splice(unsigned, strangersSignature(unsigned)), own, needed)).toMatchObject(
      incomplete,
    );
    expect(verifySigned(unsigned, signed, 'a0', needed)).toMatchObject(incomplete);
  });

  it('is refused when it cannot be read', () => {
    const undecodable = { ok: false, failure: { code: 'transaction-undecodable', data: { rule: 'A1' } } };
    for (const answer of ['', `${signed}00`, 'not hex', signed.slice(0, -2)])
      expect(verifySigned(unsigned, answer, own, needed)).toMatchObject(undecodable);
  });
});

describe('local assembly', () => {
  it('gives a complete transaction when nobody else has to sign', () => {
    expect(assembleLocally(unsigned, own, needed)).toMatchObject({ ok: true, value: { cbor: signed } });
  });

  it('is refused when somebody else has to, or the signatures are of other bytes', () => {
    expect(assembleLocally(unsigned, own, [...needed, STRANGER]).ok).toBe(false);
    expect(assembleLocally(unsigned, sign(writeDraft({ ...draft, fee: 1n })), needed).ok).toBe(false);
    expect(assembleLocally(unsigned, 'a0', needed).ok).toBe(false);
  });
});

describe('the rules after signing', () => {
  it('stand in their order, and each says what it leaves out', () => {
    const rules = [...answerRules, localAssembly, commitment];
    expect(rules.map(({ id }) => id)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5']);
    for (const { holds, leavesOut } of rules)
      expect([holds, leavesOut].every((text) => /\.$/.test(text))).toBe(true);
  });

  it('offer local assembly only when nobody else has to sign', () => {
    expect(localAssembly.possible([])).toBe(true);
    expect(localAssembly.possible([STRANGER])).toBe(false);
  });

  it('say what a signature means, and until when', () => {
    expect(commitment.note('14:05')).toBe(
      'Whoever holds your signature can send this transaction until 14:05. To make it void, spend one of its inputs.',
    );
    expect(commitment.note(undefined)).toContain('at any time');
  });
});

function other(): string {
  const cbor = writeDraft({ ...draft, fee: draft.fee + 1n });
  return splice(cbor, sign(cbor));
}

function flip(byte: string): string {
  return byte === '00' ? '01' : '00';
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import { verifySigned } from '../../../src-main/inspect/after-signing.ts';
import { parseWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { attackKinds } from '../../support/attack-kinds/all-kinds.ts';
import { goodTrade } from '../../support/good-trade.ts';
import { oneByteBases, type Fate } from '../../support/one-byte/one-byte.ts';

const bases = oneByteBases();

/** Kinds of attack by which the second opinion itself is tried: it must call each of them costly. */
const COSTLY = [
  'change to a stranger',
  'change with a foreign stake part',
  'a third of the change to a stranger',
  'one unit of a token of the change to a stranger',
  'half of an order is not sold but in the change',
  'an order at an unknown script',
  'the owner of an order exchanged',
  'one unit less enforced',
  'another token bought',
  'a fee for filling a hundred ADA higher',
  'a fee that the sums do not hold',
  'a certificate that delegates my stake to a pool',
  'a vote',
  'a donation to the treasury',
  'my rewards to a stranger',
  'a burn of a token of mine',
  'my input as collateral, without a return',
  'an input exchanged for an unknown one',
  'a stranger must sign too',
  'marked as failing',
  'other attached data',
  'expired',
  'valid for a week',
  'valid for ever',
] as const;

describe('the inspector', () => {
  it('refuses every change of one byte that could cost the user, or asks about it', () => {
    const fates = new Map<Fate, number>();
    const mutation = fc.record({
      base: fc.constantFrom(...bases),
      at: fc.nat({ max: 65_535 }),
      change: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(mutation, ({ base, at, change }) => {
        const place = at % base.length;
        const fate = base.fate(place, change);
        fates.set(fate, (fates.get(fate) ?? 0) + 1);
        const where = `${base.base.name}, byte ${place}`;
        if (fate === 'through') expect.fail(`${where}: ${base.costly(base.changed(place, change)) ?? ''}`);
      }),
      { numRuns: 20_000 },
    );
    // All three fates occur: nothing is refused or let through by principle.
    for (const fate of ['refused', 'asked', 'harmless'] as const)
      expect(fates.get(fate) ?? 0, fate).toBeGreaterThan(100);
  });

  it.each(COSTLY)('is not the only one to see it: %s', (name) => {
    const kind = attackKinds.find((one) => one.name === name);
    let seen = 0;
    for (const base of bases) {
      const cbor = kind?.make(base.base);
      if (cbor === undefined) continue;
      seen += 1;
      expect(base.costly(cbor), base.base.name).toBeDefined();
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const inspected = inspectTransaction({ ...goodInput, cbor: toHex(bytes) });
        expect(inspected.ok ? inspected.value.report.verdict : 'block').toBe('block');
      }),
      { numRuns: 3_000, seed: 7 },
    );
  });
});

describe('the check of what comes back signed', () => {
  const { input, sign } = goodTrade('ada', 2);
  const own = sign(input.cbor);
  const witnesses = parseWitnessSet(own);
  const spliced = witnesses.ok && spliceWitnesses(input.cbor, witnesses.value);
  if (!spliced || !spliced.ok) throw new Error('not spliced');
  const signed = spliced.value;
  const needed = witnesses.value.map(({ keyHash }) => keyHash);

  it('refuses every change of one byte to another transaction or to a signature', () => {
    expect(verifySigned(input.cbor, signed, own, needed).ok).toBe(true);
    const unsignedBody = input.cbor.slice(2, -6);
    fc.assert(
      fc.property(fc.nat({ max: signed.length / 2 - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = hexBytes(signed);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const answer = toHex(bytes);
        const verified = verifySigned(input.cbor, answer, own, needed);
        if (!verified.ok) return;
        expect(verified.value.cbor).toBe(answer);
        expect(answer.slice(2, 2 + unsignedBody.length)).toBe(unsignedBody);
        for (const { publicKey, signature } of witnesses.ok ? witnesses.value : []) {
          expect(answer).toContain(publicKey);
          expect(answer).toContain(signature);
        }
        expect(answer.endsWith('f5f6')).toBe(true);
      }),
      { numRuns: 3_000, seed: 11 },
    );
  });
});

const goodInput = goodTrade().input;

import { describe, expect, it } from 'vitest';

import { epochMs } from '#domain/time.ts';
import { approve, ApprovedTx, type Acceptance } from '../../../src-main/inspect/approved-tx.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { Inspection } from '../../../src-main/inspect/inspection.ts';
import type { Grounds } from '../../../src-main/inspect/rules/second-proof.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { agreedTo, groundsFor } from '../../support/agreed.ts';
import {
  goodTrade,
  PAYMENT,
  STAKE,
  STRANGER,
  TIP,
  tradeTerms,
  writeDraft,
} from '../../support/good-trade.ts';

const trade = goodTrade();
const agreed = agreedTo(trade.input);
const now = epochMs(1_000);

function inspected(wanted: InspectionInput = trade.input): Inspection {
  const input = agreedTo(wanted);
  const result = inspectTransaction(input);
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

function acceptance(inspection: Inspection, change: Partial<Acceptance> = {}): Acceptance {
  const { bodyHash, summaryHash, subject } = inspection;
  return {
    bodyHash,
    summaryHash,
    agreementHash: agreed.agreed.hash,
    subject,
    acceptedWarnings: [],
    acceptedAt: now,
    expiresAt: epochMs(2_000),
    ...change,
  };
}

describe('an approval', () => {
  it('holds the inspected bytes and only the keys that they need, and serves once', () => {
    const inspection = inspected();
    const approved = approve(inspection, acceptance(inspection), groundsFor(agreed, inspection));
    if (!approved.ok) throw new Error(approved.failure.code);
    expect(approved.value).toBeInstanceOf(ApprovedTx);
    expect(approved.value.cbor).toBe(trade.input.cbor);
    expect(approved.value.bodyHash).toBe(inspection.bodyHash);
    expect([...approved.value.signers].sort()).toEqual([PAYMENT, STAKE].sort());
    expect(() => Object.assign(approved.value, { cbor: '84a0a0f5f6' })).toThrow(TypeError);
    expect(() => (approved.value.signers as string[]).push(STRANGER)).toThrow(TypeError);
    expect(approved.value.redeem(now)).toEqual({ ok: true, value: approved.value });
    expect(approved.value.redeem(now)).toMatchObject({ ok: false, failure: { code: 'approval-expired' } });
  });

  it('ends with the quote', () => {
    const inspection = inspected();
    const approved = approve(inspection, acceptance(inspection), groundsFor(agreed, inspection));
    if (!approved.ok) throw new Error(approved.failure.code);
    expect(approved.value.redeem(epochMs(2_000))).toMatchObject({
      ok: false,
      failure: { code: 'approval-expired' },
    });
    const late = approve(
      inspection,
      acceptance(inspection, { acceptedAt: epochMs(2_000) }),
      groundsFor(agreed, inspection),
    );
    expect(late).toMatchObject({ ok: false, failure: { code: 'approval-expired' } });
  });

  it.each([
    ['another body', { bodyHash: '00'.repeat(32) }, 'accepted'],
    ['another summary', { summaryHash: '00'.repeat(32) }, 'accepted'],
    ['another quote', { subject: 'quote-2' }, 'accepted'],
    ['another agreement', { agreementHash: '00'.repeat(32) }, 'agreed to'],
  ])('is refused when %s was accepted', (_, change, verb) => {
    const inspection = inspected();
    expect(approve(inspection, acceptance(inspection, change), groundsFor(agreed, inspection))).toEqual({
      ok: false,
      failure: { code: 'inspection-blocked', data: { finding: `Something else was ${verb}.`, rule: 'S1' } },
    });
  });

  it('is refused for a blocked transaction whatever was accepted, and names the finding', () => {
    const blocked = inspected({
      ...trade.input,
      terms: { ...tradeTerms(trade.input), atLeast: 840_000n },
    });
    const refused = approve(
      blocked,
      acceptance(blocked, { acceptedWarnings: ['V7'] }),
      groundsFor(agreed, blocked),
    );
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'inspection-blocked', data: { rule: 'V7' } },
    });
  });

  it('needs its own consent for every warning', () => {
    const draft = { ...trade.draft, validUntil: BigInt(TIP + 10_000) };
    const warned = inspected({ ...trade.input, cbor: writeDraft(draft) });
    expect(warned.report.verdict).toBe('warn');
    expect(approve(warned, acceptance(warned), groundsFor(agreed, warned))).toMatchObject({
      ok: false,
      failure: { code: 'inspection-blocked', data: { rule: 'F7' } },
    });
    expect(
      approve(warned, acceptance(warned, { acceptedWarnings: ['F7'] }), groundsFor(agreed, warned)).ok,
    ).toBe(true);
  });

  it('is refused where the second proof objects, or comes to other figures, with what it found', () => {
    const inspection = inspected();
    const grounds = groundsFor(agreed, inspection);
    const refusal = (change: Partial<Grounds>) => {
      const approved = approve(inspection, acceptance(inspection), { ...grounds, ...change });
      return approved.ok ? undefined : approved.failure;
    };
    expect(refusal({})).toBeUndefined();
    expect(refusal({ parents: new Map() })).toMatchObject({ code: 'proofs-disagree' });
    expect(refusal({ scripts: new Map() })).toMatchObject({ code: 'proofs-disagree' });
    expect(refusal({ account: { ...grounds.account, paymentKeyHashes: new Set() } })).toMatchObject({
      code: 'proofs-disagree',
    });
    // The words bind the proceeds that the trade claims.
    const other = refusal({ claims: { ...grounds.claims, expected: 840_001n } });
    expect(other?.data?.['finding']).toBe('Two proofs differ about the words for what you get.');
  });

  it('cannot be had for a report that the inspector did not make, nor be constructed', () => {
    const inspection = inspected();
    const copy: Inspection = { ...inspection };
    expect(() => approve(copy, acceptance(copy), groundsFor(agreed, copy))).toThrow(
      new TypeError('only what the inspector made can be approved'),
    );
    expect(() => new ApprovedTx(Symbol('approval'), inspection, epochMs(2_000))).toThrow(
      new TypeError('an approval comes from approve() alone'),
    );
    expect(() => Object.assign(inspection, { cbor: '' })).toThrow(TypeError);
    expect(() => Object.assign(inspection.report, { findings: [] })).toThrow(TypeError);
  });

  it('binds the figures that were shown', () => {
    const first = inspected();
    const other = inspected({
      ...trade.input,
      terms: { ...tradeTerms(trade.input), expected: 831_600n },
    });
    expect(other.bodyHash).toBe(first.bodyHash);
    expect(other.summaryHash).not.toBe(first.summaryHash);
    expect(inspected().summaryHash).toBe(first.summaryHash);
  });
});

import { afterAll, describe, expect, it } from 'vitest';

import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { Finding } from '../../../src-main/inspect/inspection.ts';
import { verifySigned } from '../../../src-main/inspect/after-signing.ts';
import { attackKinds } from '../../support/attack-kinds/all-kinds.ts';
import type { AttackBase, AttackKind } from '../../support/attack-kinds/attack-kind.ts';
import { allBases } from '../../support/attack-kinds/bases.ts';
import { benignChanges } from '../../support/attack-kinds/same-content.ts';
import { harmlessAnswers, signedKinds } from '../../support/attack-kinds/signed-kinds.ts';

const bases = allBases();

/** Kind → how many bases it was tried on. */
const tried = new Map<string, number>();

/** The findings, and those that the base has anyway, by rule and severity. */
interface Judged {
  readonly verdict: 'pass' | 'warn' | 'block' | 'undecodable';
  readonly findings: readonly Finding[];
}

function judge(base: AttackBase, cbor: string): Judged {
  const inspected = inspectTransaction({ ...base.input, cbor });
  if (inspected.ok) return inspected.value.report;
  expect(inspected.failure.code).toBe('transaction-undecodable');
  return { verdict: 'undecodable', findings: [] };
}

const alone = new Map(bases.map((base) => [base, judge(base, base.input.cbor)]));

function sayings(base: AttackBase): ReadonlySet<string> {
  return new Set(alone.get(base)?.findings.map(said));
}

function said({ rule, severity, message }: Finding): string {
  return `${severity} ${rule}: ${message}`;
}

const sentence = /^[A-Z0-9"].*[.]$/s;
const NOT_WORDS = /undefined|NaN|\[object|[0-9a-f]{29,}/;

function expectWords(findings: readonly Finding[]): void {
  for (const { message } of findings) {
    expect(message).toMatch(sentence);
    expect(message).not.toMatch(NOT_WORDS);
  }
}

describe.each(bases.map((base) => [base.name, base] as const))('the base: %s', (_, base) => {
  it('is never blocked', () => {
    const { findings } = judge(base, base.input.cbor);
    expect(findings.filter(({ severity }) => severity === 'block')).toEqual([]);
    expectWords(findings);
  });

  it('reports nothing more in another encoding of the same content', () => {
    const before = alone.get(base)?.findings.map(({ rule, severity }) => `${severity} ${rule}`);
    let encodings = 0;
    for (const benign of benignChanges) {
      const cbor = benign.make(base);
      if (cbor === undefined) continue;
      encodings += 1;
      const after = judge(base, cbor);
      const more = after.findings
        .filter(({ severity }) => severity !== 'info')
        .filter(({ rule, severity }) => !before?.includes(`${severity} ${rule}`));
      expect(after.verdict, benign.name).toBe(alone.get(base)?.verdict);
      expect(more, benign.name).toEqual([]);
    }
    expect(encodings).toBeGreaterThanOrEqual(10);
  });

  it('is taken when it comes back signed, and nothing else is', () => {
    const { input, ownWitnesses, needed, signed } = base;
    const check = (answer: string) => verifySigned(input.cbor, answer, ownWitnesses, needed);
    expect(check(signed)).toMatchObject({ ok: true });
    for (const { name, make } of harmlessAnswers) {
      const answer = make(base);
      if (answer !== undefined) expect(check(answer).ok, name).toBe(true);
    }
    let answers = 0;
    for (const { name, make } of signedKinds) {
      const answer = make(base);
      if (answer === undefined) continue;
      answers += 1;
      expect(check(answer).ok, name).toBe(false);
    }
    expect(answers).toBeGreaterThanOrEqual(20);
  });
});

describe('attacks', () => {
  it.each(attackKinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
    let applied = 0;
    const through: string[] = [];
    for (const base of bases) {
      const cbor = kind.make(base);
      if (cbor === undefined) continue;
      applied += 1;
      const why = missed(kind, base, cbor);
      if (why !== undefined) through.push(`${base.name}: ${why}`);
    }
    tried.set(kind.name, applied);
    expect(through).toEqual([]);
    expect(applied).toBeGreaterThan(0);
    if (kind.severity === 'warn') expect(kind.why).toBeTruthy();
  });

  afterAll(() => {
    const pairs = [...tried.values()].reduce((sum, count) => sum + count, 0);
    if (process.env['ATTACKS_REPORT'])
      console.log(`${attackKinds.length} kinds on ${bases.length} bases: ${pairs} attacks`);
    if (tried.size < attackKinds.length) return;
    expect([...tried.values()].filter((count) => count >= 10).length).toBeGreaterThanOrEqual(40);
  });
});

/** Why an attack counts as not seen; `undefined` when it was seen for what it is. */
function missed(kind: AttackKind, base: AttackBase, cbor: string): string | undefined {
  const { verdict, findings } = judge(base, cbor);
  expectWords(findings);
  const told = findings.map(said).join(' | ');
  if (kind.severity === 'decode') return verdict === 'undecodable' ? undefined : `it was decoded: ${told}`;
  if (verdict === 'undecodable')
    return kind.caughtBy.some((rule) => rule.startsWith('D')) ? undefined : 'it was not even decoded';
  const before = sayings(base);
  const seen = findings.some(
    (finding) =>
      kind.caughtBy.includes(finding.rule) &&
      (finding.severity === 'block' || (kind.severity === 'warn' && finding.severity === 'warn')) &&
      !before.has(said(finding)),
  );
  if (seen && (verdict === 'block' || kind.severity === 'warn')) return undefined;
  return `${verdict}, not by ${kind.caughtBy.join(' or ')}: ${told}`;
}

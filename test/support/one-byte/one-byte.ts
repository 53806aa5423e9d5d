import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { Finding } from '../../../src-main/inspect/inspection.ts';
import type { AttackBase } from '../attack-kinds/attack-kind.ts';
import { allBases } from '../attack-kinds/bases.ts';
import { costlyDifference } from './harmless-change.ts';
import { secondOpinion, type SecondOpinion } from './second-opinion.ts';

/**
 * The fate of a good transaction with one byte changed. `refused`: blocked or not even read. `asked`: it needs consent
 * that the good one does not need. `harmless`: neither, and CSL reads nothing that could cost the owner. `through`:
 * neither, and it could.
 */
export type Fate = 'refused' | 'asked' | 'harmless' | 'through';

/** A good transaction to be changed byte by byte. */
export class OneByte {
  readonly base: AttackBase;
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #told: ReadonlySet<string>;
  readonly #before: SecondOpinion;

  constructor(base: AttackBase) {
    this.base = base;
    this.#bytes = hexBytes(base.input.cbor);
    this.length = this.#bytes.length;
    const inspected = inspectTransaction(base.input);
    const before = secondOpinion(base.input.cbor);
    if (!inspected.ok || inspected.value.report.verdict === 'block' || !before)
      throw new Error(`${base.name} is not good`);
    this.#told = new Set(inspected.value.report.findings.filter(asks).map(said));
    this.#before = before;
  }

  /** The transaction (hex) with the byte at `at` changed by an exclusive or with `change`. */
  changed(at: number, change: number): string {
    const bytes = this.#bytes.slice();
    bytes[at] = (bytes[at] ?? 0) ^ change;
    return toHex(bytes);
  }

  fate(at: number, change: number): Fate {
    const cbor = this.changed(at, change);
    const inspected = inspectTransaction({ ...this.base.input, cbor });
    if (!inspected.ok || inspected.value.report.verdict === 'block') return 'refused';
    if (inspected.value.report.findings.some((finding) => asks(finding) && !this.#told.has(said(finding))))
      return 'asked';
    return this.costly(cbor) === undefined ? 'harmless' : 'through';
  }

  /** Where a changed transaction could cost its owner, in words; `undefined` when nowhere. */
  costly(cbor: string): string | undefined {
    const after = secondOpinion(cbor);
    if (!after) return 'the second decoder cannot read it';
    return costlyDifference(this.base, this.#before, after)?.path;
  }
}

/**
 * The bases whose bytes all speak for themselves. Left out are those that are asked about a foreign stake part or
 * about terms that cannot be read, or that bind nobody: the owner was asked, whatever is there.
 */
export function oneByteBases(): readonly OneByte[] {
  return allBases()
    .filter(({ input }) => {
      const inspected = inspectTransaction(input);
      return inspected.ok && !inspected.value.report.findings.some(isOpenQuestion);
    })
    .map((base) => new OneByte(base));
}

function isOpenQuestion({ rule, severity, message }: Finding): boolean {
  const trusts = rule === 'V11' && message.includes('you trust the service');
  return severity === 'warn' && (rule === 'V8' || rule === 'V7' || trusts);
}

function asks({ severity }: Finding): boolean {
  return severity !== 'info';
}

function said({ rule, severity, message }: Finding): string {
  return `${severity} ${rule} ${message}`;
}

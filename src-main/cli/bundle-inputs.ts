import { valuesEqual } from '#domain/amount.ts';
import type { OutputDatum } from '../cardano/transaction-output.ts';
import { decodeTransaction, type OutputReference } from '../cardano/transaction.ts';
import { proveInput, type ResolvedInput, type ResolvedInputs } from '../cardano/resolution.ts';
import type { Bundle, StatedInput } from './inspect-bundle.ts';

/** The contents of a bundle's inputs, and the faults in the bundle's statements about them. */
export interface BundleInputs {
  readonly resolved: ResolvedInputs;
  /** Sentences: statements that a parent refutes, and inputs that do not exist. */
  readonly objections: readonly string[];
  /** Number of parents that cannot be read. */
  readonly unreadable: number;
}

/**
 * Resolves inputs from the bundle's parent transactions, which prove them, or failing that from what the bundle states; any
 * other input is left out. A statement that contradicts the proof is an objection.
 */
export function resolveBundle(
  { stated, parents }: Pick<Bundle, 'stated' | 'parents'>,
  references: readonly OutputReference[],
): BundleInputs {
  const resolved = new Map<string, ResolvedInput>();
  const objections: string[] = [];
  const { byHash, unreadable } = readParents(parents);
  for (const reference of new Set(references)) {
    const parent = byHash.get(reference.slice(0, reference.indexOf('#')));
    const statement = stated.get(reference);
    if (parent === undefined) {
      if (statement) resolved.set(reference, resolvedAsStated(statement));
      continue;
    }
    const proven = proveInput(reference, parent);
    if (!proven.ok) {
      objections.push(`Input ${reference} does not exist: ${proven.failure}.`);
      continue;
    }
    resolved.set(reference, proven.value);
    const difference = statement && whatDiffers(statement, proven.value);
    if (difference !== undefined)
      objections.push(
        `The bundle states a different ${difference} for input ${reference} than its transaction proves.`,
      );
  }
  return { resolved, objections, unreadable };
}

interface Parents {
  readonly byHash: ReadonlyMap<string, string>;
  readonly unreadable: number;
}

function readParents(parents: readonly string[]): Parents {
  const byHash = new Map<string, string>();
  let unreadable = 0;
  for (const cbor of parents) {
    const parent = decodeTransaction(cbor, { historic: true });
    if (parent.ok) byHash.set(parent.value.bodyHash, cbor);
    else unreadable += 1;
  }
  return { byHash, unreadable };
}

function resolvedAsStated({ address, value, inlineDatum, dataHash }: StatedInput): ResolvedInput {
  const datum: OutputDatum | undefined =
    inlineDatum !== undefined
      ? { kind: 'inline', hex: inlineDatum }
      : dataHash !== undefined
        ? { kind: 'hash', hash: dataHash }
        : undefined;
  return { address, value, known: 'told', ...(datum ? { datum } : {}) };
}

/** Datums are compared only if both are of the same kind: back-ends also state the hash of an inline datum. */
function whatDiffers(stated: StatedInput, proven: ResolvedInput): string | undefined {
  if (stated.address !== proven.address) return 'address';
  if (!valuesEqual(stated.value, proven.value)) return 'value';
  const { datum } = proven;
  const same =
    datum?.kind === 'inline'
      ? stated.inlineDatum === undefined || stated.inlineDatum === datum.hex
      : stated.inlineDatum === undefined &&
        (stated.dataHash === undefined || (datum?.kind === 'hash' && stated.dataHash === datum.hash));
  return same ? undefined : 'datum';
}

import { valuesEqual } from '#domain/amount.ts';
import { decodeTransaction, type OutputReference } from '../cardano/transaction.ts';
import type { OutputDatum } from '../cardano/transaction-output.ts';
import type { Finding } from '../inspect/inspection.ts';
import { proveInput, type ResolvedInput, type ResolvedInputs } from '../inspect/resolution.ts';
import type { Bundle, ToldInput } from './inspect-bundle.ts';

/** What the inputs of a bundle's transaction spend, and what is wrong with what the bundle says of them. */
export interface BundleInputs {
  readonly resolved: ResolvedInputs;
  readonly findings: readonly Finding[];
}

/**
 * Resolves inputs by the bundle's parents, which prove them, else by what the bundle tells; the others are absent.
 * What is told otherwise than proven blocks: somebody wanted another transaction to be judged than the one there is.
 */
export function resolveInputs(
  { told, parents }: Pick<Bundle, 'told' | 'parents'>,
  references: readonly OutputReference[],
): BundleInputs {
  const resolved = new Map<string, ResolvedInput>();
  const findings: Finding[] = [];
  const { byHash, unreadable } = readParents(parents);
  for (const reference of new Set(references)) {
    const parent = byHash.get(reference.slice(0, reference.indexOf('#')));
    const tells = told.get(reference);
    if (parent === undefined) {
      if (tells) resolved.set(reference, asTold(tells));
      continue;
    }
    const proven = proveInput(reference, parent);
    if (!proven.ok) {
      findings.push(block(`Input ${reference} does not exist: ${proven.failure}.`));
      continue;
    }
    resolved.set(reference, proven.value);
    const difference = tells && whatDiffers(tells, proven.value);
    if (difference !== undefined)
      findings.push(
        block(`The bundle tells another ${difference} of input ${reference} than its transaction proves.`),
      );
  }
  if (unreadable > 0)
    findings.push({
      rule: 'R2',
      severity: 'info',
      message: `${unreadable} of the bundle's parents cannot be read, and ${unreadable === 1 ? 'proves' : 'prove'} nothing.`,
    });
  return { resolved, findings };
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

function asTold({ address, value, inlineDatum, dataHash }: ToldInput): ResolvedInput {
  const datum: OutputDatum | undefined =
    inlineDatum !== undefined
      ? { kind: 'inline', hex: inlineDatum }
      : dataHash !== undefined
        ? { kind: 'hash', hash: dataHash }
        : undefined;
  return { address, value, known: 'told', ...(datum ? { datum } : {}) };
}

/** Datums are only compared where both name one of the same kind: back-ends also state an inline datum's hash. */
function whatDiffers(told: ToldInput, proven: ResolvedInput): string | undefined {
  if (told.address !== proven.address) return 'address';
  if (!valuesEqual(told.value, proven.value)) return 'value';
  const { datum } = proven;
  const same =
    datum?.kind === 'inline'
      ? told.inlineDatum === undefined || told.inlineDatum === datum.hex
      : told.inlineDatum === undefined &&
        (told.dataHash === undefined || (datum?.kind === 'hash' && told.dataHash === datum.hash));
  return same ? undefined : 'datum';
}

function block(message: string): Finding {
  return { rule: 'R2', severity: 'block', message };
}

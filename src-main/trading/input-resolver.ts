import { valuesEqual } from '#domain/amount.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import {
  proveInput,
  type Knowledge,
  type ResolvedInput,
  type ResolvedInputs,
} from '../cardano/resolution.ts';
import type { Ledger, OutputRef, ReferenceSource, Utxo } from '../ports/ledger.ts';

type Reference = `${string}#${number}`;
type Reported = ReadonlyMap<Reference, Utxo>;

export interface ResolverOptions {
  /** A back-end that has nothing to do with the first one, when the user named one. */
  readonly second?: ReferenceSource | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The outputs that inputs spend, and the bytes (hex) that proved them, keyed by the hash of their transaction. */
export interface Resolution {
  readonly resolved: ResolvedInputs;
  readonly parents: ReadonlyMap<string, string>;
}

/**
 * Looks up the outputs that inputs spend. The parent transaction's bytes prove an output where either back-end has
 * them; otherwise both are asked: an output that both report alike is known from two sources, and one that only one
 * reports is marked accordingly. Outputs that cannot be found are left out, and the inspector blocks on them. A second
 * back-end that does not answer only leaves more unproven. Failures: of the ledger, `wrong-network` (of the second),
 * `sources-disagree`.
 */
export async function resolveInputs(
  references: readonly Reference[],
  ledger: Ledger,
  { second, signal }: ResolverOptions = {},
): Promise<Result<Resolution, Failure>> {
  const resolved = new Map<Reference, ResolvedInput>();
  const parents = new Map<string, string>();
  const wanted = [...new Set(references)];
  const open = (): Reference[] => wanted.filter((reference) => !resolved.has(reference));
  const prove = (bytes: ReadonlyMap<string, string>): void => {
    for (const reference of open()) {
      const { txHash } = splitReference(reference);
      const parent = bytes.get(txHash);
      const proven = parent === undefined ? undefined : proveInput(reference, parent);
      if (parent === undefined || !proven?.ok) continue;
      resolved.set(reference, proven.value);
      parents.set(txHash, parent);
    }
  };

  const bytes = await bytesOf(parentsOf(wanted), ledger, signal);
  prove(bytes.known);
  if (open().length === 0) return ok({ resolved, parents });

  const seconded = await second?.transactionBytes(parentsOf(open()), signal);
  if (seconded?.ok) prove(seconded.value);
  if (open().length === 0) return ok({ resolved, parents });
  if (bytes.trouble !== undefined) return failed(bytes.trouble);

  const first = await reportedBy(ledger, open(), signal);
  if (!first.ok) return first;
  const other = await reportedBySecond(second, ledger, open(), signal);
  if (!other.ok) return other;
  for (const reference of open()) {
    const joined = join(reference, first.value.get(reference), other.value.get(reference));
    if (!joined.ok) return joined;
    if (joined.value) resolved.set(reference, joined.value);
  }
  return ok({ resolved, parents });
}

export function splitReference(reference: Reference): OutputRef {
  const cut = reference.indexOf('#');
  return { txHash: reference.slice(0, cut), index: Number(reference.slice(cut + 1)) };
}

function parentsOf(references: readonly Reference[]): readonly string[] {
  return [...new Set(references.map((reference) => splitReference(reference).txHash))];
}

/** The bytes that the first back-end has, and the first trouble that was met on the way. */
async function bytesOf(
  parents: readonly string[],
  ledger: Ledger,
  signal: AbortSignal | undefined,
): Promise<{ readonly known: ReadonlyMap<string, string>; readonly trouble: Failure | undefined }> {
  const known = new Map<string, string>();
  let trouble: Failure | undefined;
  const ask = async (txHash: string): Promise<void> => {
    const bytes = await ledger.transactionCbor(txHash, signal);
    if (!bytes.ok) trouble ??= bytes.failure;
    else if (bytes.value !== undefined) known.set(txHash, bytes.value);
  };
  await Promise.all(parents.map(ask));
  return { known, trouble };
}

async function reportedBy(
  ledger: Ledger,
  references: readonly Reference[],
  signal: AbortSignal | undefined,
): Promise<Result<Reported, Failure>> {
  const outputs: Utxo[] = [];
  for (const txHash of parentsOf(references)) {
    const parent = await ledger.transaction(txHash, signal, () => false);
    if (!parent.ok) return parent;
    outputs.push(...(parent.value?.outputs ?? []));
  }
  return ok(byReference(outputs));
}

/** The second back-end's report; empty when there is none or it does not answer. */
async function reportedBySecond(
  second: ReferenceSource | undefined,
  ledger: Ledger,
  references: readonly Reference[],
  signal: AbortSignal | undefined,
): Promise<Result<Reported, Failure>> {
  const network = await second?.network(signal);
  if (second === undefined || network?.ok !== true) {
    return network?.ok === false && network.failure.code === 'wrong-network' ? network : ok(new Map());
  }
  const expected = await ledger.network(signal);
  if (!expected.ok) return expected;
  if (network.value !== expected.value)
    return failed(failure('wrong-network', { found: network.value, expected: expected.value }));
  const outputs = await second.outputs(references.map(splitReference), signal);
  return ok(outputs.ok ? byReference(outputs.value) : new Map());
}

function byReference(outputs: readonly Utxo[]): Reported {
  return new Map(outputs.map((output) => [`${output.txHash}#${output.index}`, output]));
}

/** One answer of two back-ends' words on an output. Failure: `sources-disagree`. */
function join(
  reference: Reference,
  first: Utxo | undefined,
  second: Utxo | undefined,
): Result<ResolvedInput | undefined, Failure> {
  if (!first || !second) {
    const only = first ?? second;
    return ok(only && inputOf(only, 'told'));
  }
  const sameDatum = first.inlineDatum === second.inlineDatum;
  const contradicting = first.inlineDatum !== undefined && second.inlineDatum !== undefined && !sameDatum;
  if (first.address !== second.address || !valuesEqual(first.value, second.value) || contradicting)
    return failed(failure('sources-disagree', { input: reference }));
  const { inlineDatum: _, ...withoutDatum } = first;
  return ok(inputOf(sameDatum ? first : withoutDatum, 'two-sources'));
}

function inputOf({ address, value, inlineDatum }: Utxo, known: Knowledge): ResolvedInput {
  return {
    address,
    value,
    known,
    ...(inlineDatum === undefined ? {} : { datum: { kind: 'inline', hex: inlineDatum } as const }),
  };
}

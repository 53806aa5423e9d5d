import { valuesEqual } from '#domain/amount.ts';
import type { OutputDatum } from '../cardano/transaction-output.ts';
import {
  decodeStrictly,
  decodeTransaction,
  type OutputReference,
  type Undecodable,
} from '../cardano/transaction.ts';
import { inspectScripts } from '../composition/order-scripts.ts';
import { inspectTransaction } from '../inspect/inspect-transaction.ts';
import { DEFAULT_LIMITS, USUAL_PARAMETERS } from '../inspect/inspection-input.ts';
import type { Finding } from '../inspect/inspection.ts';
import { proveInput, type ResolvedInput, type ResolvedInputs } from '../inspect/resolution.ts';
import { effectAnswer, orderAnswer, type InspectAnswer, type Judgement } from './inspect-answer.ts';
import type { Bundle, StatedInput } from './inspect-bundle.ts';

/** Judges a bundle's transaction. Pure: nothing is looked up, and no content makes it throw. */
export function judgeBundle(bundle: Bundle): Judgement {
  const decoded = decodeStrictly(bundle.tx);
  if (!decoded.ok) return { answer: refusal(decoded.failure, bundle.tx), report: undefined };
  const { inputs, collateral } = decoded.value.body;
  const { resolved, findings: about } = resolveInputs(bundle, [...inputs, ...collateral]);
  const inspected = inspectTransaction({
    cbor: bundle.tx,
    terms: bundle.terms,
    subject: 'bundle',
    own: bundle.own,
    resolved,
    missingInputs: 'ask',
    network: bundle.network,
    // They are not part of a bundle.
    parameters: USUAL_PARAMETERS,
    // What a bundle states is its author's own limit, not a service's claim.
    limits: { ...DEFAULT_LIMITS, beyondStated: 'block', feesWithin: 'ask' },
    scripts: inspectScripts(bundle.network),
    ...(bundle.tipSlot === undefined ? {} : { tipSlot: bundle.tipSlot }),
  });
  if (!inspected.ok) throw new Error('the inspector cannot read what the decoder read');
  const { bodyHash, report } = inspected.value;
  const findings = [...about, ...report.findings];
  const answer: InspectAnswer = {
    txHash: bodyHash,
    verdict: about.some(({ severity }) => severity === 'block') ? 'block' : report.verdict,
    findings,
    effect: effectAnswer(report, bundle.network),
    orders: report.effect.orders.map((order) => orderAnswer(order, bundle.network)),
  };
  return { answer, report };
}

/** The answer for bytes that are refused as a whole. It has the hash if a body can be found in them. */
function refusal({ rule, reason, bodyHash }: Undecodable, tx: string): InspectAnswer {
  const finding: Finding = {
    rule,
    severity: 'block',
    message:
      rule === 'D1'
        ? `This is not one plain transaction: ${reason}.`
        : `The transaction cannot be read: ${reason}.`,
  };
  return {
    txHash: bodyHash ?? historicHash(tx) ?? null,
    verdict: 'block',
    findings: [finding],
    effect: {},
    orders: [],
  };
}

/** The hash of a transaction in a form that the network no longer accepts. */
function historicHash(tx: string): string | undefined {
  const historic = decodeStrictly(tx, { historic: true });
  return historic.ok ? historic.value.bodyHash : historic.failure.bodyHash;
}

/** What the inputs of a bundle's transaction spend, and what is wrong with the bundle's statements about them. */
interface BundleInputs {
  readonly resolved: ResolvedInputs;
  readonly findings: readonly Finding[];
}

/**
 * Resolves inputs by the bundle's parents, which prove them, or else by what the bundle states; the others are absent.
 * A statement that contradicts the proof blocks: somebody wanted a different transaction to be judged.
 */
function resolveInputs(
  { stated, parents }: Pick<Bundle, 'stated' | 'parents'>,
  references: readonly OutputReference[],
): BundleInputs {
  const resolved = new Map<string, ResolvedInput>();
  const findings: Finding[] = [];
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
      findings.push(block(`Input ${reference} does not exist: ${proven.failure}.`));
      continue;
    }
    resolved.set(reference, proven.value);
    const difference = statement && whatDiffers(statement, proven.value);
    if (difference !== undefined)
      findings.push(
        block(
          `The bundle states a different ${difference} for input ${reference} than its transaction proves.`,
        ),
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

function resolvedAsStated({ address, value, inlineDatum, dataHash }: StatedInput): ResolvedInput {
  const datum: OutputDatum | undefined =
    inlineDatum !== undefined
      ? { kind: 'inline', hex: inlineDatum }
      : dataHash !== undefined
        ? { kind: 'hash', hash: dataHash }
        : undefined;
  return { address, value, known: 'told', ...(datum ? { datum } : {}) };
}

/** Datums are only compared where both name one of the same kind: back-ends also state an inline datum's hash. */
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

function block(message: string): Finding {
  return { rule: 'R2', severity: 'block', message };
}

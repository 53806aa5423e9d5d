import { decodeStrictly, type Undecodable } from '../cardano/transaction.ts';
import { inspectScripts } from '../app/order-scripts.ts';
import { inspectTransaction } from '../inspect/inspect-transaction.ts';
import { DEFAULT_LIMITS, USUAL_PARAMETERS } from '../inspect/inspection-input.ts';
import type { Finding } from '../inspect/inspection.ts';
import { resolveBundle, type BundleInputs } from './bundle-inputs.ts';
import { effectAnswer, orderAnswer, type InspectAnswer, type Judgement } from './inspect-answer.ts';
import type { Bundle } from './inspect-bundle.ts';

/** Judges a bundle's transaction. Pure: nothing is looked up, and no content makes it throw. */
export function judgeBundle(bundle: Bundle): Judgement {
  const decoded = decodeStrictly(bundle.tx);
  if (!decoded.ok) return { answer: refusal(decoded.failure, bundle.tx), report: undefined };
  const { inputs, collateral } = decoded.value.body;
  const found = resolveBundle(bundle, [...inputs, ...collateral]);
  const { resolved } = found;
  const about = findingsOf(found);
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
    // Fees stated in a bundle are its author's own limit, not a service's claim.
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

/** A statement that contradicts the proof blocks: someone wanted a different transaction judged. */
function findingsOf({ objections, unreadable }: BundleInputs): readonly Finding[] {
  const blocks = objections.map(block);
  if (unreadable === 0) return blocks;
  const message = `${unreadable} of the bundle's parents cannot be read, and ${unreadable === 1 ? 'proves' : 'prove'} nothing.`;
  return [...blocks, { rule: 'R2', severity: 'info', message }];
}

function block(message: string): Finding {
  return { rule: 'R2', severity: 'block', message };
}

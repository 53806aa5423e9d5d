import { decodeStrictly, type Undecodable } from '../cardano/transaction.ts';
import { inspectScripts } from '../composition/order-scripts.ts';
import type { Finding, InspectionReport } from '../inspect/inspection.ts';
import { DEFAULT_LIMITS, type InspectionParameters } from '../inspect/inspection-input.ts';
import { inspectTransaction } from '../inspect/inspect-transaction.ts';
import { effectAnswer, orderAnswer, type InspectAnswer } from './inspect-answer.ts';
import type { Bundle } from './inspect-bundle.ts';
import { resolveInputs } from './inspect-resolution.ts';

/** Mainnet's protocol parameters of 2025; they are not part of a bundle. */
const PARAMETERS: InspectionParameters = {
  minFeeA: 44n,
  minFeeB: 155_381n,
  coinsPerUtxoByte: 4_310n,
  maxTxSize: 16_384,
};

export interface Judgement {
  readonly answer: InspectAnswer;
  /** What the inspector found, for words; `undefined` when the transaction cannot be decoded. */
  readonly report: InspectionReport | undefined;
}

/** Judges a bundle's transaction: pure, nothing is looked up, and whatever is in it never throws. */
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
    parameters: PARAMETERS,
    // What a bundle states is its author's own measure, not the word of a service.
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

/** The answer for bytes that are refused as a whole. The hash is told where a body can be seen in them at all. */
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

/** The hash of a transaction in a form that the network does not take any more. */
function historicHash(tx: string): string | undefined {
  const historic = decodeStrictly(tx, { historic: true });
  return historic.ok ? historic.value.bodyHash : historic.failure.bodyHash;
}

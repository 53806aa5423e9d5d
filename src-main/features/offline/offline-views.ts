import type { OfflineBundleView, OfflineDeskView } from '#contract/offline.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { slotToUnix, unixToSlot, type NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { dated, epochMs, slot, type EpochMs } from '#domain/time.ts';
import { failureView, longWords, shortWords } from '../../gate/wire.ts';
import { agreementLines, summaryText } from '../../inspect/summary.ts';
import { findingsOf } from '../../offline/accept.ts';
import type { JudgedBundle, JudgedTransaction } from '../../offline/judge.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Reviewed } from '../approval/approval-view.ts';

/** How long an approval stays open before the transaction has to be judged again. */
const LOOK_MS = 15 * 60_000;

/** The desk's view of a bundle before it is reviewed. */
export function bundleView(judged: JudgedBundle, judgedBy: OfflineBundleView['judgedBy']): OfflineBundleView {
  const { bundle, fingerprint, verdict, transactions } = judged;
  const ends = transactions.flatMap((one) => endOf(one, bundle.network) ?? []);
  return {
    fingerprint,
    network: bundle.network,
    address: shortWords(bundle.address),
    exportedAt: bundle.exportedAt,
    ...(ends.length === 0 ? {} : { validUntil: Math.min(...ends) }),
    transactions: bundle.transactions.length,
    judgedBy,
    verdict,
    agreed: agreementLines(bundle.agreement).map(longWords),
    sentences: transactions.flatMap(sentencesOf).map(longWords),
    findings: findingsOf(judged).map(({ rule, severity, message }) => ({
      rule: shortWords(rule),
      severity,
      sentence: longWords(message),
    })),
  };
}

function sentencesOf({ inspection, input }: JudgedTransaction): readonly string[] {
  const { send, receive, tokens, costs, returns } = summaryText(inspection.report.summary, input.tokens);
  return [send, receive, tokens, costs, returns].filter((sentence) => sentence !== '');
}

function endOf({ inspection }: JudgedTransaction, network: NetworkName): EpochMs | undefined {
  const { validUntil } = inspection.report.effect;
  return validUntil === undefined ? undefined : dated(slotToUnix(network, validUntil) * 1_000);
}

/** A judged bundle as the approval window shows it. Failure: `offline-bundle-blocked` if none of it can be read. */
export function reviewedBundle(judged: JudgedBundle, now: EpochMs): Result<Reviewed, Failure> {
  const { bundle, findings, transactions, verdict, fingerprint } = judged;
  const [first, ...others] = transactions;
  if (!first) {
    const { message = 'it cannot be read', rule = 'O6' } = findings[0] ?? {};
    return failed(failure('offline-bundle-blocked', { finding: message.slice(0, 600), rule }));
  }
  const { inspection, input } = first;
  const { task } = bundle.agreement.transactions[first.at] ?? {};
  const ends = transactions.flatMap((one) => endOf(one, bundle.network) ?? []);
  const end = ends.length === 0 ? undefined : epochMs(Math.min(...ends));
  return ok({
    trade: {
      id: fingerprint.replaceAll(' ', ''),
      receive: task !== undefined && 'receive' in task ? task.receive : ADA,
      expected: quantity(0n),
      atLeast: quantity(0n),
      validUntil: end,
    },
    inspection,
    input,
    agreement: bundle.agreement,
    agreementHash: input.agreed.hash,
    tip: { slot: slot(unixToSlot(bundle.network, now / 1_000)), time: now },
    worseThanQuote: undefined,
    expiresAt: epochMs(Math.min(now + LOOK_MS, end ?? Number.POSITIVE_INFINITY)),
    bundled: { findings, verdict },
    ...(others.length === 0 ? {} : { together: { others, later: 0 } }),
  });
}

/** This computer's own wallet, with its address as it reads on the bundle's network. */
export function walletView(wallet: Wallet, network: NetworkName): OfflineDeskView['wallet'] {
  const { state, failure: trouble, sessionOnly } = wallet.status();
  const address = wallet.addressOn(network);
  return {
    // Nothing is watched on a computer that is never online.
    state: state === 'watching' ? 'none' : state,
    ...(address.ok ? { address: address.value } : {}),
    sessionOnly,
    ...(trouble ? { failure: failureView(trouble) } : {}),
  };
}

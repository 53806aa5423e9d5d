import { FixedTransaction } from '@emurgo/cardano-serialization-lib-nodejs';
import { ADA } from '#domain/asset.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { addressOf, baseAddress, formatAddress } from '../../src-main/cardano/address.ts';
import { approve, type ApprovedTx } from '../../src-main/inspect/approved-tx.ts';
import { agreedTo, groundsFor } from './agreed.ts';
import { inspectTransaction } from '../../src-main/inspect/inspect-transaction.ts';
import { proveInput } from '../../src-main/cardano/resolution.ts';
import { GEM, goodTrade, ORDER_SCRIPT, orderDatum, TIP, writeDraft } from './good-trade.ts';

/** An approved sale of 100 ADA by the owner of the two keys, good for one signature until `expiresAt`. */
export function approvedTrade(
  payment: string,
  stake: string,
  expiresAt: EpochMs = epochMs(Number.MAX_SAFE_INTEGER),
): ApprovedTx {
  const mine = formatAddress(baseAddress(0, payment, stake));
  const parent = writeDraft({
    inputs: [`${'01'.repeat(32)}#0`],
    outputs: [{ address: mine, value: new Map([[ADA, 500_000_000n]]) }],
    fee: 200_000n,
    requiredSigners: [],
  });
  const reference = `${FixedTransaction.from_hex(parent).transaction_hash().to_hex()}#0` as const;
  const proven = proveInput(reference, parent);
  if (!proven.ok) throw new Error(proven.failure);
  const cbor = writeDraft({
    inputs: [reference],
    outputs: [
      {
        address: formatAddress(
          addressOf(0, { kind: 'script', hash: ORDER_SCRIPT }, { kind: 'key', hash: stake }),
        ),
        value: new Map([[ADA, 104_000_000n]]),
        datum: orderDatum({
          ownerPaymentKeyHash: payment,
          ownerStakeKeyHash: stake,
          wanted: GEM,
          minimumReceived: 831_600n,
        }),
      },
      { address: mine, value: new Map([[ADA, 395_770_000n]]) },
    ],
    fee: 230_000n,
    validFrom: BigInt(TIP - 300),
    validUntil: BigInt(TIP + 3_300),
    requiredSigners: [payment, stake],
  });
  const input = agreedTo({
    ...goodTrade('ada', 1).input,
    cbor,
    own: { paymentKeyHashes: new Set([payment]), stakeKeyHashes: new Set([stake]) },
    resolved: new Map([[reference, proven.value]]),
    parents: new Map([[reference.slice(0, 64), parent]]),
  });
  const inspection = inspectTransaction(input);
  if (!inspection.ok) throw new Error(inspection.failure.code);
  const { bodyHash, summaryHash, subject, report } = inspection.value;
  const acceptedWarnings = report.findings
    .filter((finding) => finding.severity === 'warn')
    .map((finding) => finding.rule);
  const acceptance = {
    bodyHash,
    summaryHash,
    agreementHash: input.agreed.hash,
    subject,
    acceptedWarnings,
    acceptedAt: epochMs(0),
    expiresAt,
  };
  const approved = approve(inspection.value, acceptance, groundsFor(input, inspection.value));
  if (!approved.ok) throw new Error(JSON.stringify([approved.failure, report.findings]));
  return approved.value;
}

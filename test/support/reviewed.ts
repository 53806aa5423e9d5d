import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { epochMs, slot } from '#domain/time.ts';
import type { Reviewed } from '../../src-main/features/approval/approval-view.ts';
import type { InspectionInput } from '../../src-main/inspect/inspection-input.ts';
import { agreedTo } from './agreed.ts';
import { inspectTransaction } from '../../src-main/inspect/inspect-transaction.ts';

/** The approval window's view of a transaction that was judged as it is. */
export function reviewedAs(wanted: InspectionInput): Reviewed {
  const input = agreedTo(wanted);
  const inspected = inspectTransaction(wanted.terms.kind === 'any' ? wanted : input);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  return {
    trade: {
      id: 'trade-1',
      receive: input.terms.kind === 'swap' ? input.terms.receive : ADA,
      expected: quantity(840_000n),
      atLeast: quantity(831_600n),
      validUntil: undefined,
    },
    inspection: inspected.value,
    input,
    agreement: input.agreed.agreement,
    agreementHash: input.agreed.hash,
    tip: { slot: slot(input.tipSlot ?? 0), time: epochMs(1_790_000_000_000) },
    expiresAt: epochMs(1_790_000_180_000),
  };
}

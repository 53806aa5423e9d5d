import { quantity } from '../../src-preload/domain/amount.ts';
import { ADA_DECIMALS } from '../../src-preload/domain/asset.ts';
import { parseDecimal } from '../../src-preload/domain/decimal.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Build } from '../../src-preload/domain/quote.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import type { DecimalsOf, Service } from '../ports/service.ts';
import type { Quote } from './quote-desk.ts';

/** What was built, and what a cancellation is said to cost beside the network fee, lovelace. */
export interface Built extends Build {
  readonly cancellationFee?: bigint;
}

/** Has the service build what a quote is for. Never repeated. Failures: those of the service. */
export async function buildFor(
  { purpose, intent }: Quote,
  address: string,
  service: Service,
  decimals: DecimalsOf,
  signal?: AbortSignal,
): Promise<Result<Built, Failure>> {
  if (purpose?.kind === 'limit') return service.limitBuild(purpose.order, address, decimals, signal);
  if (purpose?.kind === 'dca') return service.dcaCreate(purpose.order, address, decimals, signal);
  if (purpose?.kind !== 'cancel') return service.build(intent, address, decimals, signal);
  const answer = await service.cancel(purpose.ids, address, signal);
  if (!answer.ok) return answer;
  const { cbor, exchange, fee } = answer.value;
  const stated = fee === undefined ? undefined : parseDecimal(fee, ADA_DECIMALS, 'floor');
  return ok({
    cbor,
    exchange,
    expected: quantity(0n),
    splits: [],
    ...(stated === undefined || stated <= 0n ? {} : { cancellationFee: stated }),
  });
}

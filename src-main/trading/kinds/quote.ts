import { quantity } from '#domain/amount.ts';
import { ADA_DECIMALS } from '#domain/asset.ts';
import { parseDecimal } from '#domain/decimal.ts';
import type { Failure } from '#domain/failure.ts';
import type { Build } from '#domain/quote.ts';
import { ok, type Result } from '#domain/result.ts';
import type { CancelBuild, DecimalsOf, Service } from '../../ports/service.ts';
import type { Quote } from './swap.ts';

/** What was built, and what the service claims that a cancellation costs besides the network fee, lovelace. */
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
  switch (purpose?.kind) {
    case 'limit':
      return service.limitBuild(purpose.order, address, decimals, signal);
    case 'dca':
      return service.dcaCreate(purpose.order, address, decimals, signal);
    case undefined:
      return service.build(intent, address, decimals, signal);
    case 'cancel':
      return cancellationOf(await service.cancel(purpose.ids, address, signal));
  }
}

function cancellationOf(answer: Result<CancelBuild, Failure>): Result<Built, Failure> {
  if (!answer.ok) return answer;
  const { cbor, exchange, fee } = answer.value;
  const claimed = fee === undefined ? undefined : parseDecimal(fee, ADA_DECIMALS, 'floor');
  return ok({
    cbor,
    exchange,
    expected: quantity(0n),
    splits: [],
    ...(claimed === undefined || claimed <= 0n ? {} : { cancellationFee: claimed }),
  });
}

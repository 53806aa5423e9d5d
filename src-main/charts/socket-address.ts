import { assetInPath } from '#domain/asset.ts';
import type { CandlePeriod } from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { endpointUrl, parseBaseUrl, type BaseUrl } from '../http/base-url.ts';
import type { ChartPair } from '../ports/charts.ts';

const SCHEME = /^ws(?=s?:\/\/)/i;

/**
 * Checks the address of the stream by the rules for every address of a service: wss, or plain ws on this machine
 * only. Failure: `service-address-refused`.
 */
export function parseSocketBase(text: string): Result<BaseUrl, Failure> {
  const plain = text.trim();
  if (!SCHEME.test(plain))
    return failed(failure('service-address-refused', { reason: 'it does not start with wss://' }));
  const base = parseBaseUrl(plain.replace(SCHEME, 'http'), { pathAllowed: true });
  return base.ok ? ok(base.value) : base;
}

/** `{charts_ws_url}/ws/lastCandle/{pair}/{period}` (service interface, "Events"). */
export function streamUrl(base: BaseUrl, { first, second }: ChartPair, period: CandlePeriod): string {
  const url = endpointUrl(base, ['ws', 'lastCandle', assetInPath(first), assetInPath(second), period]);
  return url.href.replace(/^http/, 'ws');
}

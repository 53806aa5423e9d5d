import type { TestLine } from '#domain/connection-test.ts';
import { DEFAULT_LEDGER_API } from '#domain/ledger-apis.ts';
import { ok } from '#domain/result.ts';
import { parseAccessKey } from '../http/access-key.ts';
import { parseBaseUrl, type BaseUrl } from '../http/base-url.ts';
import type { RateLimits } from '../http/pacing.ts';
import { openLedger, parseLedgerUrl } from '../ledger/back-ends.ts';
import type { Clock, Random } from '../ports/system.ts';
import { probeLedger } from '../profile/ledger-probe.ts';
import { probeService } from '../profile/service-probe.ts';
import type { ConnectionTester } from '../profile/profile-parts.ts';

/** Tests of connections by clients of their own, made for one test and closed after it. */
export function connectionTester(
  clock: Clock,
  random: Random,
  rateOf: (base: BaseUrl) => { readonly rate?: RateLimits },
): ConnectionTester {
  const common = { clock, random };
  return {
    async service({ baseUrl, chartsUrl }, key, signal) {
      const base = parseBaseUrl(baseUrl);
      if (!base.ok) return base;
      const charts = chartsUrl === undefined ? undefined : parseBaseUrl(chartsUrl, { pathAllowed: true });
      if (charts?.ok === false) return charts;
      const parsed = key === undefined ? undefined : parseAccessKey(key);
      if (parsed?.ok === false) return parsed;
      const parts = { ...common, rateOf, base: base.value, charts: charts?.value, key: parsed?.value };
      return ok(await probeService(parts, signal));
    },
    async ledger(addresses, key, network, signal) {
      const { ledgerUrl, ledgerApi = DEFAULT_LEDGER_API, submitUrl, secondLedger } = addresses;
      const base = parseLedgerUrl(ledgerUrl, ledgerApi);
      if (!base.ok) return base;
      const parsed = key === undefined ? undefined : parseAccessKey(key);
      if (parsed?.ok === false) return parsed;
      const submit = submitUrl === undefined ? undefined : parseBaseUrl(submitUrl, { pathAllowed: true });
      if (submit?.ok === false) return submit;
      const second = secondLedger && parseLedgerUrl(secondLedger.url, secondLedger.api);
      if (second?.ok === false) return second;
      const alone = async (
        of: 'ledger' | 'second-ledger',
        place: Omit<Parameters<typeof openLedger>[0]['first'], keyof typeof common>,
      ): Promise<readonly TestLine[]> => {
        const opened = openLedger({ first: { ...rateOf(place.base), ...place } }, common);
        try {
          const parts = { of, ledger: opened.ledger, api: place.api, host: place.base.host, network, clock };
          return await probeLedger(
            {
              ...parts,
              hasKey: place.key !== undefined,
              other: of === 'ledger' ? secondLedger?.api : ledgerApi,
              submitHost: submit?.value.host,
            },
            signal,
          );
        } finally {
          await opened.close();
        }
      };
      const [first, other] = await Promise.all([
        alone('ledger', { base: base.value, api: ledgerApi, key: parsed?.value }),
        second && secondLedger
          ? alone('second-ledger', { base: second.value, api: secondLedger.api, key: undefined })
          : [],
      ]);
      return ok([...first, ...other]);
    },
  };
}

import { failure, type Failure } from '#domain/failure.ts';
import { DEFAULT_LEDGER_API } from '#domain/ledger-apis.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Connector } from '../profile/profile-parts.ts';
import { ChartsClient, parseSocketBase } from '../charts/charts-client.ts';
import { parseAccessKey, type AccessKey } from '../http/access-key.ts';
import { parseBaseUrl, type BaseUrl } from '../http/base-url.ts';
import { HttpClient } from '../http/http-client.ts';
import type { RateLimits } from '../http/pacing.ts';
import { openLedger, parseLedgerUrl } from '../ledger/back-ends.ts';
import type { Clock, Random } from '../ports/system.ts';
import { connectionTester } from './app-connection-tests.ts';
import { ServiceClient } from '../service/service-client.ts';

/** Practice on this machine needs no manners; a remote service gets the clients' own modest pace. */
const LOOPBACK_RATE: RateLimits = { concurrency: 8, perSecond: 60, burst: 120 };
const FAUCET_MS = 30_000;
const FAUCET_BYTES = 64 * 1024;

/** Makes the clients that ship: the same for practice and live, only the addresses differ. */
export function connector(clock: Clock, random: Random): Connector {
  const common = { clock, random };
  return {
    test: connectionTester(clock, random, pace),
    hostOf(url) {
      const base = parseBaseUrl(url, { pathAllowed: true });
      return base.ok ? ok(base.value.host) : base;
    },
    checkKey(key) {
      const parsed = parseAccessKey(key);
      return parsed.ok ? ok(undefined) : parsed;
    },
    service(baseUrl, key) {
      const base = parseBaseUrl(baseUrl);
      if (!base.ok) return base;
      const parsed = parseAccessKey(key);
      if (!parsed.ok) return parsed;
      const client = new ServiceClient({
        ...common,
        ...pace(base.value),
        base: base.value,
        key: parsed.value,
      });
      return ok({ client, close: () => client.close() });
    },
    charts(chartsUrl, chartsWsUrl, key) {
      const base = parseBaseUrl(chartsUrl, { pathAllowed: true });
      if (!base.ok) return base;
      const socketBase = parseSocketBase(chartsWsUrl);
      if (!socketBase.ok) return socketBase;
      const parsed = parseAccessKey(key);
      if (!parsed.ok) return parsed;
      const client = new ChartsClient({
        ...common,
        ...pace(base.value),
        base: base.value,
        socketBase: socketBase.value,
        key: parsed.value,
      });
      return ok({ client, close: () => client.close() });
    },
    ledger({ ledgerUrl, ledgerApi = DEFAULT_LEDGER_API, submitUrl, secondLedger }, key) {
      const base = parseLedgerUrl(ledgerUrl, ledgerApi);
      if (!base.ok) return base;
      const parsed = optionalKey(key);
      if (!parsed.ok) return parsed;
      const submit = submitUrl === undefined ? undefined : parseBaseUrl(submitUrl, { pathAllowed: true });
      if (submit?.ok === false) return submit;
      const second = secondLedger && parseLedgerUrl(secondLedger.url, secondLedger.api);
      if (second?.ok === false) return second;
      const place = ({ value }: { readonly value: BaseUrl }) => ({ ...pace(value), base: value });
      const { ledger, ...others } = openLedger(
        {
          first: { ...place(base), api: ledgerApi, key: parsed.value },
          submit: submit && place(submit),
          second: second && secondLedger && { ...place(second), api: secondLedger.api },
        },
        common,
      );
      return ok({ client: ledger, ...others });
    },
    async fund(ledgerUrl, _key, address) {
      const base = parseBaseUrl(ledgerUrl, { pathAllowed: true });
      if (!base.ok) return base;
      const http = new HttpClient({ ...common, base: base.value });
      try {
        const answer = await http.send({
          method: 'POST',
          segments: ['practice', 'faucet'],
          body: { type: 'application/json', content: JSON.stringify({ address }) },
          timeoutMs: FAUCET_MS,
          maxBytes: FAUCET_BYTES,
          readOnly: false,
        });
        if (!answer.ok) return failed(failure('ledger-unreachable', { host: base.value.host }));
        return answer.value.status === 200
          ? ok(undefined)
          : failed(failure('ledger-error', { status: answer.value.status }, answer.value.excerpt));
      } finally {
        await http.close();
      }
    },
  };
}

function pace(base: BaseUrl): { readonly rate?: RateLimits } {
  return base.loopback ? { rate: LOOPBACK_RATE } : {};
}

function optionalKey(key: string | undefined): Result<AccessKey | undefined, Failure> {
  return key === undefined ? ok(undefined) : parseAccessKey(key);
}

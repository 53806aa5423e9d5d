import { afterEach, describe, expect, test } from 'vitest';
import type { ProfileTermsView, LiveAddressesView } from '#contract/profile.ts';
import { connector } from '../../../src-main/app/connector.ts';
import { LiveProfiles } from '../../../src-main/features/vault/live-profiles.ts';
import { readProfileFile } from '../../../src-main/features/vault/profile-file.ts';
import { SessionStore } from '../../../src-main/keychain/session-store.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { loopbackServer, reply, type LoopbackServer } from '../../support/loopback-server.ts';
import { must } from '../../support/trader.ts';

/** Keys, and hosts that would like to have them: a profile's other addresses, another profile's, a file's. */

const SERVICE_KEY = 'canary-of-the-service-0123456789';
const LEDGER_KEY = 'canary-of-the-ledger-0123456789';
const KEYS = new RegExp(`${SERVICE_KEY}|${LEDGER_KEY}`);
const connect = connector(systemClock, systemRandom);

const servers: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function host(location?: string): Promise<LoopbackServer> {
  const made = await loopbackServer((response) =>
    location === undefined
      ? reply(response, '{"network_magic":1}')
      : reply(response, '', 307, { location: `${location}/caught` }),
  );
  servers.push(made);
  return made;
}

/** Whether a key reached this host, in a header, an address or a body. */
function keysAt({ seen }: LoopbackServer): readonly string[] {
  return seen
    .map((request) => JSON.stringify([request.url, request.headers, request.body.toString('utf8')]))
    .filter((text) => KEYS.test(text));
}

test('the ledger’s key goes to the first back-end alone: no second one, no submit API and no redirect gets it', async () => {
  const [thief, second, submit] = [await host(), await host(), await host()];
  const [first, straying] = [await host(), await host(thief.url)];
  for (const ledgerUrl of [first.url, straying.url]) {
    const ledger = must(
      connect.ledger(
        {
          ledgerUrl,
          submitUrl: submit.url,
          secondLedger: { url: second.url, api: 'blockfrost' },
        },
        LEDGER_KEY,
      ),
    );
    await ledger.client.network();
    await ledger.client.submit('84a0a0f5f6', undefined, 'ab'.repeat(32));
    await ledger.secondSource?.network();
    await ledger.secondSource?.transactionBytes(['ab'.repeat(32)]);
    await ledger.close();
  }
  expect(keysAt(first)).not.toEqual([]);
  for (const other of [second, submit]) expect([other.seen.length > 0, keysAt(other)]).toEqual([true, []]);
  expect(thief.seen).toEqual([]);
});

test('tests of a connection carry each key to its own host, whatever redirects them', async () => {
  const thief = await host();
  const [service, charts, ledger, second] = [await host(thief.url), await host(), await host(), await host()];
  must(await connect.test.service({ baseUrl: service.url, chartsUrl: charts.url }, SERVICE_KEY));
  must(
    await connect.test.ledger(
      { ledgerUrl: ledger.url, secondLedger: { url: second.url, api: 'blockfrost' } },
      LEDGER_KEY,
      'preprod',
    ),
  );
  expect(thief.seen).toEqual([]);
  expect(keysAt(second)).toEqual([]);
  expect(keysAt(ledger).join()).not.toContain(SERVICE_KEY);
  expect([...keysAt(service), ...keysAt(charts)].join()).not.toContain(LEDGER_KEY);
});

describe('keys that are kept', () => {
  const addresses: LiveAddressesView = {
    network: 'preprod',
    baseUrl: 'https://api.example.org',
    chartsUrl: 'https://charts.example.org',
    chartsWsUrl: 'wss://charts.example.org',
    ledgerUrl: 'https://ledger.example.org/api/v0',
  };
  const terms = (name: string): ProfileTermsView => ({ name, colour: 'blue', addresses, excluded: [] });

  function profiles() {
    const kept = new Map<string, unknown>();
    const settings = {
      get: (name: string) => kept.get(name),
      set: (name: string, value: unknown) => void kept.set(name, value),
    };
    return new LiveProfiles({
      settings,
      random: systemRandom,
      secrets: new SessionStore(),
      place: 'place',
      connect,
    });
  }

  test('are nobody else’s: a file with the very addresses of a profile gets none of its keys', async () => {
    const live = profiles();
    const own = must(live.add(terms('Mine')));
    must(await live.keys.setKey(own, 'api-key', SERVICE_KEY));
    must(await live.keys.setKey(own, 'ledger-key', LEDGER_KEY));
    const file = JSON.stringify({ touchstone: 'profile', version: 1, ...terms('Mine too'), id: own.id });
    expect(readProfileFile(file)).toMatchObject({ failure: { code: 'profile-file-malformed' } });
    const { id: _id, ...plain } = JSON.parse(file) as Record<string, unknown>;
    const imported = must(live.add(must(readProfileFile(JSON.stringify(plain))).terms));
    expect(imported.id).not.toBe(own.id);
    for (const kind of ['api-key', 'ledger-key'] as const) {
      expect(await live.keys.key(imported, kind)).toBeUndefined();
      expect(await live.keys.key(own, kind)).toBeDefined();
    }
  });

  test.each([
    ['the service', { baseUrl: 'https://api.evil.example' }, [undefined, LEDGER_KEY]],
    ['another port of it', { baseUrl: 'https://api.example.org:8443' }, [undefined, LEDGER_KEY]],
    ['the charts', { chartsUrl: 'https://charts.evil.example' }, [undefined, LEDGER_KEY]],
    // Both names, swapped.
    [
      'the service and its charts, exchanged',
      { baseUrl: 'https://charts.example.org', chartsUrl: 'https://api.example.org' },
      [undefined, LEDGER_KEY],
    ],
    ['the ledger', { ledgerUrl: 'https://ledger.evil.example' }, [SERVICE_KEY, undefined]],
    [
      'the ledger, as a socket',
      { ledgerUrl: 'wss://ledger.evil.example', ledgerApi: 'ogmios' as const },
      [SERVICE_KEY, undefined],
    ],
    // Neither is ever sent to these.
    [
      'all that is asked without a key',
      {
        chartsWsUrl: 'wss://evil.example',
        submitUrl: 'https://submit.evil.example',
        secondLedger: { url: 'https://second.evil.example', api: 'koios' as const },
      },
      [SERVICE_KEY, LEDGER_KEY],
    ],
  ])('are not read any more once %s moved', async (_what, moved, expected) => {
    const live = profiles();
    const own = must(live.add(terms('Mine')));
    must(await live.keys.setKey(own, 'api-key', SERVICE_KEY));
    must(await live.keys.setKey(own, 'ledger-key', LEDGER_KEY));
    const there = must(live.change(own.id, { ...terms('Mine'), addresses: { ...addresses, ...moved } }));
    expect([await live.keys.key(there, 'api-key'), await live.keys.key(there, 'ledger-key')]).toEqual(
      expected,
    );
  });
});

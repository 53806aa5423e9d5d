import { afterAll, describe, expect, it } from 'vitest';
import { LiveSettings, type LiveAddresses } from '../../../../src-main/features/vault/live-settings.ts';
import { connector } from '../../../../src-main/composition/connector.ts';
import { SessionStore } from '../../../../src-main/keychain/session-store.ts';
import { systemClock, systemRandom } from '../../../../src-main/system/clock.ts';
import { loopbackServer, reply } from '../../../support/loopback-server.ts';

const first: LiveAddresses = {
  network: 'preprod',
  baseUrl: 'https://api.example.org',
  chartsUrl: 'https://charts.example.org',
  chartsWsUrl: 'wss://charts.example.org',
  ledgerUrl: 'https://ledger.example.org/api/v0',
};
const second = (url: string): LiveAddresses => ({ ...first, secondLedger: { url, api: 'koios' } });
const connect = connector(systemClock, systemRandom);

function settings(place = 'c0ffee', secrets = new SessionStore()) {
  const kept = new Map<string, unknown>();
  const store = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => void kept.set(key, value),
  };
  return new LiveSettings({ settings: store, secrets, place, connect });
}

describe('a second ledger back-end', () => {
  it('is optional, kept like the first, and left by leaving it out', () => {
    const live = settings();
    expect(live.configure(first).ok).toBe(true);
    expect(live.addresses()).toEqual(first);
    const both = second('https://other.example.org/api/v1');
    expect(live.configure(both).ok).toBe(true);
    expect(live.addresses()).toEqual(both);
    live.configure(first);
    expect(live.addresses()).toEqual(first);
  });

  it.each([
    ['http://other.example.org', 'service-address-refused'],
    ['not an address', 'service-address-refused'],
    ['https://ledger.example.org/another/path', 'second-ledger-same'],
  ])('%s is refused (%s), and nothing is kept', (url, code) => {
    const live = settings();
    expect(live.configure(second(url))).toMatchObject({ failure: { code } });
    expect(live.addresses()).toBeUndefined();
  });
});

describe('where a key is', () => {
  it('is said without the key, and ends with its deletion', async () => {
    const live = settings();
    live.configure(first);
    expect(await live.keyState('api-key')).toBe('absent');
    await live.setKey('api-key', 'partner-key-1');
    expect(await live.keyState('api-key')).toBe('present');
    expect(await live.keyState('ledger-key')).toBe('absent');
    live.configure({ ...first, baseUrl: 'https://api.example.com' });
    expect(await live.keyState('api-key')).toBe('other-host');
    expect(await live.forgetKey('api-key')).toMatchObject({ ok: true });
    live.configure(first);
    expect(await live.keyState('api-key')).toBe('absent');
    expect(await live.key('api-key')).toBeUndefined();
  });

  it('is not called absent where the keychain does not answer', async () => {
    const secrets = new SessionStore();
    const live = settings('c0ffee', secrets);
    live.configure(first);
    secrets.get = () => Promise.resolve({ status: 'timeout' });
    secrets.delete = () => Promise.resolve({ status: 'locked-or-lost', lost: false });
    expect(await live.keyState('api-key')).toBe('unreadable');
    expect(await live.forgetKey('api-key')).toMatchObject({ failure: { code: 'keychain-refused' } });
  });
});

describe('the API key', () => {
  it('is for the service and its charts, and is asked for again when either moves', async () => {
    const live = settings();
    live.configure(first);
    expect(live.hostFor('api-key')).toBe('api.example.org and charts.example.org');
    expect((await live.setKey('api-key', 'partner-key-1')).ok).toBe(true);
    expect(await live.key('api-key')).toBe('partner-key-1');
    live.configure({ ...first, chartsUrl: 'https://charts.example.com' });
    expect(await live.key('api-key')).toBeUndefined();
    live.configure({ ...first, baseUrl: 'https://api.example.com' });
    expect(await live.key('api-key')).toBeUndefined();
    live.configure({ ...first, chartsUrl: 'https://api.example.org/charts' });
    expect(live.hostFor('api-key')).toBe('api.example.org');
    live.configure(first);
    expect(await live.key('api-key')).toBe('partner-key-1');
  });
});

describe('its client', () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(cleanups.map((cleanup) => cleanup())));

  it.each([
    ['koios', [{ networkmagic: '2' }]],
    ['blockfrost', { network_magic: 2 }],
  ] as const)('speaks the API of %s, without a key', async (api, genesis) => {
    const server = await loopbackServer((response) => {
      reply(response, JSON.stringify(genesis));
    });
    const secondLedger = { url: `${server.url}/base`, api };
    const made = connect.ledger({ ledgerUrl: first.ledgerUrl, secondLedger }, 'a-ledger-token');
    if (!made.ok) throw new Error(made.failure.code);
    cleanups.push(
      () => made.value.close(),
      () => server.close(),
    );
    expect(await made.value.secondSource?.network()).toEqual({ ok: true, value: 'preview' });
    expect(server.seen[0]?.url).toBe('/base/genesis');
    expect(Object.keys(server.seen[0]?.headers ?? {})).not.toContain('project_id');
    expect(JSON.stringify(server.seen[0]?.headers)).not.toContain('a-ledger-token');
  });

  it.each([
    ['koios', [{ networkmagic: '2' }], 'authorization', 'Bearer a-ledger-token'],
    ['blockfrost', { network_magic: 2 }, 'project_id', 'a-ledger-token'],
  ] as const)('as the first back-end speaks %s, with the key', async (ledgerApi, genesis, header, value) => {
    const server = await loopbackServer((response) => {
      reply(response, JSON.stringify(genesis));
    });
    const made = connect.ledger({ ledgerUrl: server.url, ledgerApi }, 'a-ledger-token');
    if (!made.ok) throw new Error(made.failure.code);
    cleanups.push(
      () => made.value.close(),
      () => server.close(),
    );
    expect(await made.value.client.network()).toEqual({ ok: true, value: 'preview' });
    expect(made.value.secondSource).toBeUndefined();
    expect(server.seen[0]?.headers).toMatchObject({ [header]: value });
  });
});

describe('the kind of the first back-end', () => {
  it('is kept, and what was stored before there were several still loads', () => {
    const live = settings('a1', new SessionStore());
    live.configure(first);
    expect(live.addresses()).toEqual(first);
    const own = { ...first, ledgerUrl: 'ws://localhost:1337', ledgerApi: 'ogmios' } as const;
    const whole = { ...own, submitUrl: 'http://localhost:8090' };
    expect(live.configure(whole)).toEqual({ ok: true, value: undefined });
    expect(live.addresses()).toEqual(whole);
    expect(live.hostFor('ledger-key')).toBe('localhost:1337');
  });

  it.each([
    ['a socket without encryption elsewhere', { ledgerApi: 'ogmios', ledgerUrl: 'ws://node.example.org' }],
    ['a socket for an API that has none', { ledgerApi: 'koios', ledgerUrl: 'wss://node.example.org' }],
    ['a submit API without encryption elsewhere', { submitUrl: 'http://node.example.org' }],
  ] as const)('refuses %s', (_what, change) => {
    const live = settings('a1', new SessionStore());
    expect(live.configure({ ...first, ...change })).toMatchObject({
      failure: { code: 'service-address-refused' },
    });
  });

  it('knows the same machine behind both schemes', () => {
    const live = settings('a1', new SessionStore());
    const both = {
      ...{ ledgerUrl: 'wss://node.example.org', ledgerApi: 'ogmios' as const },
      secondLedger: { url: 'https://node.example.org', api: 'koios' as const },
    };
    expect(live.configure({ ...first, ...both })).toMatchObject({ failure: { code: 'second-ledger-same' } });
  });
});

describe('the keys of a live service', () => {
  it('are those of one data folder, and only for the hosts that they were typed for', async () => {
    const keychain = new SessionStore();
    const [here, elsewhere] = [settings('a1', keychain), settings('b2', keychain)];
    here.configure(first);
    elsewhere.configure(first);
    expect(await here.setKey('api-key', 'a-key-of-this-folder')).toEqual({ ok: true, value: undefined });
    expect(await here.key('api-key')).toBe('a-key-of-this-folder');
    expect(await elsewhere.key('api-key')).toBeUndefined();
    here.configure({ ...first, baseUrl: 'https://api.elsewhere.org' });
    expect(await here.key('api-key')).toBeUndefined();
  });
});

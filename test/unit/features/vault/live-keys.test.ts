import { afterAll, describe, expect, it } from 'vitest';
import {
  checkAddresses,
  LiveKeys,
  type KeyOwner,
  type LiveAddresses,
} from '../../../../src-main/features/vault/live-keys.ts';
import { connector } from '../../../../src-main/app/connector.ts';
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

const check = (addresses: LiveAddresses) => checkAddresses(addresses, connect);
const of = (addresses: LiveAddresses, id = 'aaaaaaaa'): KeyOwner => ({ id, addresses });
const keysOf = (place = 'c0ffee', secrets = new SessionStore()) => new LiveKeys({ secrets, place, connect });

describe('a second ledger back-end', () => {
  it('is optional', () => {
    expect(check(first).ok).toBe(true);
    expect(check(second('https://other.example.org/api/v1')).ok).toBe(true);
  });

  it.each([
    ['http://other.example.org', 'service-address-refused'],
    ['not an address', 'service-address-refused'],
    ['https://ledger.example.org/another/path', 'second-ledger-same'],
  ])('%s is refused (%s)', (url, code) => {
    expect(check(second(url))).toMatchObject({ failure: { code } });
  });
});

describe('where a key is', () => {
  it('is said without the key, and ends with its deletion', async () => {
    const keys = keysOf();
    const moved = of({ ...first, baseUrl: 'https://api.example.com' });
    expect(await keys.keyState(of(first), 'api-key')).toBe('absent');
    await keys.setKey(of(first), 'api-key', 'partner-key-1');
    await keys.setKey(of(first, 'bbbbbbbb'), 'api-key', 'partner-key-2');
    expect(await keys.keyState(of(first), 'api-key')).toBe('present');
    expect(await keys.keyState(of(first), 'ledger-key')).toBe('absent');
    expect(await keys.keyState(moved, 'api-key')).toBe('other-host');
    expect(await keys.forgetKey(moved, 'api-key')).toMatchObject({ ok: true });
    expect(await keys.keyState(of(first), 'api-key')).toBe('absent');
    expect(await keys.key(of(first), 'api-key')).toBeUndefined();
    expect(await keys.keyState(of(first, 'bbbbbbbb'), 'api-key')).toBe('present');
  });

  it('is not called absent where the keychain does not answer', async () => {
    const secrets = new SessionStore();
    const keys = keysOf('c0ffee', secrets);
    secrets.get = () => Promise.resolve({ status: 'timeout' });
    secrets.delete = () => Promise.resolve({ status: 'locked-or-lost', lost: false });
    expect(await keys.keyState(of(first), 'api-key')).toBe('unreadable');
    expect(await keys.forgetKey(of(first), 'api-key')).toMatchObject({
      failure: { code: 'keychain-refused' },
    });
  });
});

describe('the API key', () => {
  it('is for the service and its charts, and is asked for again when either moves', async () => {
    const keys = keysOf();
    expect(keys.hostFor(of(first), 'api-key')).toBe('api.example.org and charts.example.org');
    expect((await keys.setKey(of(first), 'api-key', 'partner-key-1')).ok).toBe(true);
    expect(await keys.key(of(first), 'api-key')).toBe('partner-key-1');
    const charts = of({ ...first, chartsUrl: 'https://charts.example.com' });
    expect(await keys.key(charts, 'api-key')).toBeUndefined();
    expect(await keys.key(of({ ...first, baseUrl: 'https://api.example.com' }), 'api-key')).toBeUndefined();
    expect(keys.hostFor(of({ ...first, chartsUrl: 'https://api.example.org/charts' }), 'api-key')).toBe(
      'api.example.org',
    );
    expect(await keys.key(of(first), 'api-key')).toBe('partner-key-1');
  });

  it('is gone with its profile, and another one’s stays', async () => {
    const keys = keysOf();
    for (const id of ['aaaaaaaa', 'bbbbbbbb'])
      for (const kind of ['api-key', 'ledger-key'] as const)
        expect((await keys.setKey(of(first, id), kind, `${kind}-of-${id}`)).ok).toBe(true);
    expect(await keys.forget(of(first))).toEqual({ ok: true, value: undefined });
    expect(await keys.key(of(first), 'api-key')).toBeUndefined();
    expect(await keys.key(of(first), 'ledger-key')).toBeUndefined();
    expect(await keys.key(of(first, 'bbbbbbbb'), 'api-key')).toBe('api-key-of-bbbbbbbb');
    expect(await keys.key(of(first, 'bbbbbbbb'), 'ledger-key')).toBe('ledger-key-of-bbbbbbbb');
  });

  it('stays counted as kept where the keychain would not remove it', async () => {
    const secrets = new SessionStore();
    secrets.delete = () => Promise.resolve({ status: 'timeout' });
    const keys = keysOf('c0ffee', secrets);
    expect(await keys.forget(of(first))).toMatchObject({ failure: { code: 'keychain-refused' } });
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
  it('may be a node’s own, on this machine', () => {
    const own = { ...first, ledgerUrl: 'ws://localhost:1337', ledgerApi: 'ogmios' } as const;
    const whole = { ...own, submitUrl: 'http://localhost:8090' };
    expect(check(whole)).toEqual({ ok: true, value: undefined });
    expect(keysOf().hostFor(of(whole), 'ledger-key')).toBe('localhost:1337');
  });

  it.each([
    ['a socket without encryption elsewhere', { ledgerApi: 'ogmios', ledgerUrl: 'ws://node.example.org' }],
    ['a socket for an API that has none', { ledgerApi: 'koios', ledgerUrl: 'wss://node.example.org' }],
    ['a submit API without encryption elsewhere', { submitUrl: 'http://node.example.org' }],
  ] as const)('refuses %s', (_what, change) => {
    expect(check({ ...first, ...change })).toMatchObject({ failure: { code: 'service-address-refused' } });
  });

  it('knows the same machine behind both schemes', () => {
    const both = {
      ...{ ledgerUrl: 'wss://node.example.org', ledgerApi: 'ogmios' as const },
      secondLedger: { url: 'https://node.example.org', api: 'koios' as const },
    };
    expect(check({ ...first, ...both })).toMatchObject({ failure: { code: 'second-ledger-same' } });
  });
});

describe('the keys of a live profile', () => {
  it('are those of one data folder and one profile, and only for the hosts that they were typed for', async () => {
    const keychain = new SessionStore();
    const [here, elsewhere] = [keysOf('a1', keychain), keysOf('b2', keychain)];
    expect(await here.setKey(of(first), 'api-key', 'a-key-of-this-folder')).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await here.key(of(first), 'api-key')).toBe('a-key-of-this-folder');
    expect(await here.key(of(first, 'bbbbbbbb'), 'api-key')).toBeUndefined();
    expect(await elsewhere.key(of(first), 'api-key')).toBeUndefined();
    const moved = of({ ...first, baseUrl: 'https://api.elsewhere.org' });
    expect(await here.key(moved, 'api-key')).toBeUndefined();
  });
});

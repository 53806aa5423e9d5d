// Anybody can fill a wallet with unknown tokens: the requests that their names cost are counted at a real server.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { BlockfrostLedger } from '../../../src-main/ledger/blockfrost/client.ts';
import { Attention } from '../../../src-main/market/attention.ts';
import { Polling } from '../../../src-main/market/polling.ts';
import { TokenCatalogue } from '../../../src-main/market/token-catalogue.ts';
import { readNames, TokenNames } from '../../../src-main/market/token-names.ts';
import type { Service } from '../../../src-main/ports/service.ts';
import { reconnecting } from '../../../src-main/profile/forwarding.ts';
import { ServiceClient } from '../../../src-main/service/service-client.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { accessKey, baseUrl } from '../../support/http-parts.ts';
import { reply } from '../../support/loopback-server.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const idOf = (at: number, policy = 'ab') => (policy.repeat(28) + at.toString(16).padStart(8, '0')) as AssetId;
const UNKNOWN = Array.from({ length: 1_000 }, (_, at) => idOf(at));
const KNOWN = Array.from({ length: 5 }, (_, at) => idOf(at, 'cd'));
const tokenJson = (id: string) => ({ token_id: id, ticker: 'GOOD', is_verified: true, decimals: 6 });

const server = answeringServer();
beforeEach(() => {
  server.answer = (response, { url }) => {
    const id = [...KNOWN].find((one) => url.includes(one));
    if (url.startsWith('/service/swap/tokens?')) reply(response, JSON.stringify(KNOWN.map(tokenJson)));
    else if (id === undefined) reply(response, '{"status_code":404,"error":"Not Found"}', 404);
    else if (url.startsWith('/service')) reply(response, JSON.stringify(tokenJson(id)));
    else
      reply(
        response,
        JSON.stringify({ asset: id, quantity: '5', metadata: { decimals: 6, ticker: 'GOOD' } }),
      );
  };
});

function world() {
  const clock = new ManualClock();
  const attention = new Attention(clock);
  const polling = new Polling(clock, attention);
  const parts = { key: accessKey(), ...quickParts() };
  const client = new ServiceClient({ base: baseUrl(`${server.url}/service`), ...parts });
  const ledger = new BlockfrostLedger({ base: baseUrl(`${server.url}/ledger`), ...parts });
  let open = 0;
  const counting = {
    asked: () => {
      open += 1;
      const answered = polling.observer('service').asked();
      return (answer: Parameters<typeof answered>[0]) => {
        open -= 1;
        answered(answer);
      };
    },
  };
  const forwarded = reconnecting<Service>(failure('not-configured', {}), counting);
  forwarded.use(client);
  const service = forwarded.client;
  const catalogue = new TokenCatalogue(service, ledger, clock);
  const names = new TokenNames({ catalogue, service, polling, familiar: () => [] });
  onTestFinished(async () => {
    await names.stop();
    attention.stop();
    await polling.stop();
    await Promise.all([client.close(), ledger.close()]);
  });
  /** Lets real answers arrive, while the held clock stands still. */
  const settle = async (): Promise<void> => {
    let before = -1;
    while (open > 0 || before !== server.seen.length) {
      before = server.seen.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const seenAt = (place: string) => server.seen.filter(({ url }) => url.startsWith(place)).length;
  return { clock, service, catalogue, names, settle, seenAt };
}

describe('a thousand tokens that nobody knows', () => {
  it('stay within the budget of requests, those that are known come first, and a line can say how many are left', async () => {
    const { clock, catalogue, names, settle, seenAt } = world();
    const held = [...UNKNOWN, ...KNOWN];
    const perMinute: { service: number; ledger: number }[] = [];
    for (let minute = 0; minute < 6; minute += 1) {
      const before = { service: seenAt('/service'), ledger: seenAt('/ledger') };
      for (let turn = 0; turn < 3; turn += 1) {
        // The balance, every twenty seconds.
        names.want('balance', held);
        for (let second = 0; second < 20; second += 5) {
          await clock.advance(5_000);
          await settle();
        }
      }
      perMinute.push({
        service: seenAt('/service') - before.service,
        ledger: seenAt('/ledger') - before.ledger,
      });
      if (minute === 0) expect(KNOWN.every((id) => catalogue.knows(id))).toBe(true);
    }
    // At first what a burst allows; then a third of the service's 28 a minute, and of the ledger's 60 still less.
    expect(perMinute[0]?.service).toBeLessThanOrEqual(60);
    expect(perMinute.slice(1).every(({ service, ledger }) => service <= 10 && ledger <= 10)).toBe(true);
    expect(names.unread(held)).toBeLessThan(1_000);
    expect(names.unread(held)).toBeGreaterThan(900);
    // None was asked for twice while others wait.
    const asked = server.seen.filter(({ url }) => url.startsWith('/ledger')).map(({ url }) => url);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('are asked for by a command up to a bound, after those that are known', async () => {
    const { service, catalogue, seenAt } = world();
    const { unread, refused } = await readNames([...UNKNOWN, ...KNOWN], catalogue, service);
    expect(refused).toBeUndefined();
    expect(unread).toBe(1_005 - 60);
    expect(KNOWN.every((id) => catalogue.shown(id).decimals === 6)).toBe(true);
    expect(seenAt('/service')).toBe(63);
    expect(seenAt('/ledger')).toBe(60);
  });
});

describe('that nobody knows a token', () => {
  it('is believed for minutes, and each time for longer', async () => {
    const { clock, catalogue, seenAt } = world();
    const [id = idOf(0)] = UNKNOWN;
    const asks = async (ms: number): Promise<number> => {
      await clock.advance(ms);
      const before = seenAt('/service');
      expect(await catalogue.get(id)).toMatchObject({ failure: { code: 'token-unknown' } });
      return seenAt('/service') - before;
    };
    expect([await asks(0), await asks(MINUTE_MS), await asks(MINUTE_MS), await asks(3 * MINUTE_MS)]).toEqual([
      1, 0, 1, 0,
    ]);
    expect(await asks(MINUTE_MS)).toBe(1);
    catalogue.startOver();
    expect(await asks(0)).toBe(1);
  });

  it('is not concluded from trouble', async () => {
    const { catalogue, seenAt } = world();
    const [id = idOf(0)] = UNKNOWN;
    const usual = server.answer;
    server.answer = (response) => reply(response, '{}', 403);
    expect(await catalogue.get(id)).toMatchObject({ ok: false });
    expect(catalogue.answered(id)).toBe(false);
    server.answer = usual;
    const before = seenAt('/service');
    await catalogue.get(id);
    expect(seenAt('/service') - before).toBe(1);
  });

  it('by the service is no reason to ask again for what the ledger knows', async () => {
    const { catalogue, seenAt } = world();
    const [id = idOf(0)] = KNOWN;
    const usual = server.answer;
    server.answer = (response, request) =>
      request.url.startsWith('/service') ? reply(response, '{}', 404) : usual(response, request);
    expect(await catalogue.get(id)).toMatchObject({ value: { decimals: 6, decimalsSource: 'ledger' } });
    await catalogue.get(id);
    expect(seenAt('/service')).toBe(1);
  });
});

describe('a token of which one side alone answered', () => {
  const [id = idOf(0)] = KNOWN;

  it('is shown by what it said, and asked for until the other answers too', async () => {
    const { catalogue, service, seenAt } = world();
    const usual = server.answer;
    server.answer = (response, request) =>
      request.url.startsWith('/ledger') ? reply(response, '{}', 403) : usual(response, request);
    expect(await readNames([id], catalogue, service)).toEqual({ unread: 0, refused: undefined });
    expect(catalogue.shown(id)).toMatchObject({ ticker: 'GOOD', decimalsSource: 'service' });
    expect(catalogue.knows(id)).toBe(false);
    server.answer = usual;
    await readNames([id], catalogue, service);
    expect(catalogue.shown(id)).toMatchObject({ ticker: 'GOOD', decimalsSource: 'ledger' });
    expect(seenAt('/service')).toBe(2);
  });

  it('takes nothing back that both said', async () => {
    const { catalogue, clock } = world();
    const usual = server.answer;
    await catalogue.get(id);
    await clock.advance(11 * MINUTE_MS);
    server.answer = (response, { url }) => {
      if (url.startsWith('/ledger')) reply(response, '{}', 403);
      else reply(response, JSON.stringify({ ...tokenJson(id), ticker: 'OTHER', decimals: 2 }));
    };
    await catalogue.get(id);
    expect(catalogue.shown(id)).toMatchObject({ ticker: 'GOOD', decimals: 6, decimalsSource: 'ledger' });
    server.answer = usual;
  });
});

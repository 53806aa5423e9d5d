import { afterEach, describe, expect, test } from 'vitest';
import { CircuitBreaker, RateGate, retryAfterMs, retryDelay } from '../../../src-main/http/pacing.ts';
import { HttpClient, type HttpCall } from '../../../src-main/http/http-client.ts';
import { accessKey, baseUrl, HandClock } from '../../support/http-parts.ts';
import { loopbackServer, reply, type Answer } from '../../support/loopback-server.ts';

const live = (): AbortSignal => new AbortController().signal;
const middle = { bytes: (count: number) => new Uint8Array(count).fill(128) };

describe('the gate', () => {
  test('lets so many in at once, and the next in the order of coming', async () => {
    const gate = new RateGate({ concurrency: 2, perSecond: 1000, burst: 1000 }, new HandClock());
    const order: number[] = [];
    const leaves = await Promise.all([gate.enter(live()), gate.enter(live())]);
    const later = [1, 2, 3].map(async (number) => {
      const leave = await gate.enter(live());
      order.push(number);
      leave?.();
    });
    expect(order).toEqual([]);
    leaves[0]?.();
    leaves[0]?.();
    await Promise.all(later);
    expect(order).toEqual([1, 2, 3]);
  });

  test('one who gives up waiting leaves the queue', async () => {
    const gate = new RateGate({ concurrency: 1, perSecond: 1000, burst: 1000 }, new HandClock());
    const leave = await gate.enter(live());
    const impatient = new AbortController();
    const given = gate.enter(impatient.signal);
    const patient = gate.enter(live());
    impatient.abort();
    expect(await given).toBeUndefined();
    leave?.();
    expect(await patient).toBeTypeOf('function');
  });

  test('spreads starts after the burst', async () => {
    const clock = new HandClock(60_000);
    const gate = new RateGate({ concurrency: 100, perSecond: 5, burst: 3 }, clock);
    for (let start = 0; start < 6; start += 1) await gate.enter(live());
    expect(clock.slept).toEqual([200, 200, 200]);
  });

  test('starts nothing during a pause', async () => {
    const clock = new HandClock(60_000);
    const gate = new RateGate({ concurrency: 100, perSecond: 5, burst: 3 }, clock);
    gate.pause(7_000);
    expect(gate.pauseLeft()).toBe(7_000);
    await gate.enter(live());
    expect(clock.slept).toEqual([7_000]);
    expect(gate.pauseLeft()).toBe(0);
  });
});

describe('the breaker', () => {
  test('opens after failures in a row, then tries one call', () => {
    const clock = new HandClock();
    const breaker = new CircuitBreaker({ failures: 3, pauseMs: 30_000 }, clock);
    breaker.failed();
    breaker.failed();
    breaker.succeeded();
    breaker.failed();
    breaker.failed();
    expect(breaker.ask()).toBe(0);
    breaker.failed();
    expect(breaker.ask()).toBe(30_000);
    clock.advance(29_999);
    expect(breaker.ask()).toBe(1);
    clock.advance(1);
    expect(breaker.ask()).toBe(0);
    expect(breaker.ask()).toBeGreaterThan(0);
    breaker.abandoned();
    expect(breaker.ask()).toBe(0);
    breaker.failed();
    expect(breaker.ask()).toBe(30_000);
    clock.advance(30_000);
    expect(breaker.ask()).toBe(0);
    breaker.succeeded();
    expect([breaker.ask(), breaker.ask()]).toEqual([0, 0]);
  });
});

describe('delays', () => {
  test('double, spread over half to one and a half', () => {
    const least = { bytes: () => new Uint8Array([0]) };
    const most = { bytes: () => new Uint8Array([255]) };
    expect([0, 1].map((attempt) => retryDelay(attempt, least))).toEqual([125, 250]);
    expect([0, 1].map((attempt) => retryDelay(attempt, most))).toEqual([375, 750]);
  });

  test.each([
    [undefined, undefined],
    ['3', 3_000],
    ['120', 60_000],
    ['soon', undefined],
    ['Sun, 22 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  ])('Retry-After %s is %s ms', (header, expected) => {
    expect(retryAfterMs(header, Date.UTC(2026, 10, 22, 12))).toBe(expected);
  });
});

describe('a client', () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  async function pair(answer: Answer, clock: HandClock) {
    const server = await loopbackServer(answer);
    const http = new HttpClient({
      base: baseUrl(server.url),
      credential: { header: 'X-Partner-Id', key: accessKey() },
      clock,
      random: middle,
      breaker: { failures: 5, pauseMs: 30_000 },
    });
    cleanups.push(
      () => http.close(),
      () => server.close(),
    );
    return { server, http };
  }

  const read: HttpCall = {
    method: 'GET',
    segments: ['thing'],
    readOnly: true,
    timeoutMs: 15_000,
    maxBytes: 1000,
  };
  const act: HttpCall = { ...read, method: 'POST', readOnly: false };

  for (const status of [429, 502, 503, 504]) {
    test(`repeats a read after ${status}, twice at most, and an act never`, async () => {
      const { server, http } = await pair((response) => {
        reply(response, 'busy', status);
      }, new HandClock(5_000));
      expect(await http.send(read)).toMatchObject({ ok: true, value: { status } });
      expect(server.seen).toHaveLength(3);
      expect(await http.send(act)).toMatchObject({ ok: true, value: { status } });
      expect(server.seen).toHaveLength(4);
    });
  }

  for (const status of [400, 404, 500]) {
    test(`does not repeat after ${status}`, async () => {
      const { server, http } = await pair((response) => {
        reply(response, 'no', status);
      }, new HandClock(5_000));
      await http.send(read);
      expect(server.seen).toHaveLength(1);
    });
  }

  test('a read outlasts a passing failure', async () => {
    let calls = 0;
    const { http } = await pair((response) => {
      calls += 1;
      if (calls === 1) response.destroy();
      else if (calls === 2) reply(response, '', 503);
      else reply(response, '1.5');
    }, new HandClock(5_000));
    expect(await http.send(read)).toMatchObject({ ok: true, value: { status: 200, text: '1.5' } });
  });

  test('waits as long as the host asks, when the deadline allows it', async () => {
    const clock = new HandClock(5_000);
    let calls = 0;
    const { server, http } = await pair((response) => {
      calls += 1;
      if (calls === 1) reply(response, '', 429, { 'retry-after': '4' });
      else reply(response, '1.5');
    }, clock);
    expect(await http.send(read)).toMatchObject({ ok: true, value: { status: 200 } });
    expect(server.seen).toHaveLength(2);
    expect(clock.slept).toContain(4_000);
  });

  test('answers at once when the host asks for longer than the deadline, and calls it no more until then', async () => {
    const clock = new HandClock(5_000);
    const { server, http } = await pair((response) => {
      reply(response, 'slow down', 429, { 'retry-after': '40' });
    }, clock);
    expect(await http.send(read)).toMatchObject({ ok: true, value: { status: 429 } });
    expect(await http.send(act)).toEqual({
      ok: false,
      failure: { kind: 'paused', seconds: 40, sent: false },
    });
    expect(server.seen).toHaveLength(1);
    clock.advance(40_000);
    expect(await http.send(act)).toMatchObject({ ok: true, value: { status: 429 } });
  });

  test('calls on which nothing depends hold back no others when they fail', async () => {
    let broken = true;
    const { server, http } = await pair((response) => {
      if (broken) response.destroy();
      else reply(response, '1.5');
    }, new HandClock(5_000));
    const aside: HttpCall = { ...act, dispensable: true };
    for (let call = 0; call < 9; call += 1) expect((await http.send(aside)).ok).toBe(false);
    expect(server.seen).toHaveLength(9);
    broken = false;
    expect(await http.send(act)).toMatchObject({ ok: true });
  });

  test('stops calling a host that keeps failing, then tries again', async () => {
    const clock = new HandClock(5_000);
    let broken = true;
    const { server, http } = await pair((response) => {
      if (broken) response.destroy();
      else reply(response, '1.5');
    }, clock);
    for (let call = 0; call < 5; call += 1) expect((await http.send(act)).ok).toBe(false);
    expect(await http.send(act)).toEqual({
      ok: false,
      failure: { kind: 'paused', seconds: 30, sent: false },
    });
    expect(server.seen).toHaveLength(5);
    broken = false;
    clock.advance(30_000);
    expect(await http.send(act)).toMatchObject({ ok: true });
    expect(await http.send(act)).toMatchObject({ ok: true });
  });

  test('refusals of the service do not count as failures of the host', async () => {
    const { server, http } = await pair((response) => {
      reply(response, '"not_enough_liquidity"', 400);
    }, new HandClock(5_000));
    for (let call = 0; call < 8; call += 1) expect((await http.send(act)).ok).toBe(true);
    expect(server.seen).toHaveLength(8);
  });

  test('never has more than four calls under way', async () => {
    let under = 0;
    let most = 0;
    const { http } = await pair((response) => {
      under += 1;
      most = Math.max(most, under);
      setTimeout(() => {
        under -= 1;
        reply(response, '1');
      }, 20);
    }, new HandClock(5_000));
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => http.send(read)));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(most).toBeLessThanOrEqual(4);
  });
});

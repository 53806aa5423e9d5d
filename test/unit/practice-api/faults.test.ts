import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseFaults } from '../../../src-main/practice/api/faults.ts';
import { parsePracticeArguments } from '../../../src-main/practice/options.ts';
import { startPractice, type RunningPractice } from '../../../src-main/practice/start.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-faults-'));
const file = join(folder, 'faults.json');
let practice: RunningPractice;

beforeAll(async () => {
  writeFileSync(file, JSON.stringify({ faults: [] }));
  practice = await started('--faults', file);
});
afterEach(() => make());
afterAll(async () => {
  await practice.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function started(...options: string[]): Promise<RunningPractice> {
  const parsed = parsePracticeArguments(['--api-key', 'k', '--block-time', '10m', ...options]);
  if (!parsed.ok) throw new Error(parsed.failure);
  const running = await startPractice(parsed.value);
  if (!running.ok) throw new Error(running.failure);
  return running.value;
}

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(practice.addresses.base_url + path, { ...init, headers: { 'x-partner-id': 'k' } });

async function make(...faults: object[]): Promise<Response> {
  return ask('/practice/faults', { method: 'POST', body: JSON.stringify({ faults }) });
}

const html = { kind: 'status', status: 503, body: 'html', retryAfter: 7 };

describe('the table of faults', () => {
  it.each([
    ['no JSON', '{', /not JSON/],
    ['no table', '[]', /wrong at faults/],
    ['a surplus key', '{"faults":[],"more":1}', /wrong at more/],
    ['an unknown kind', '{"faults":[{"path":"/","fault":{"kind":"fire"}}]}', /faults\.0\.fault/],
    [
      'a status that is none of them',
      JSON.stringify({ faults: [{ path: '/', fault: { ...html, status: 200 } }] }),
      /faults\.0\.fault\.status/,
    ],
    [
      'a path without its slash',
      JSON.stringify({ faults: [{ path: 'swap', fault: html }] }),
      /faults\.0\.path: must begin with/,
    ],
    [
      'times of nothing',
      JSON.stringify({ faults: [{ path: '/', fault: html, times: 0 }] }),
      /faults\.0\.times/,
    ],
    [
      'a misdeed of a path',
      '{"faults":[{"path":"/swap/*","fault":{"kind":"hide-pool"}}]}',
      /faults\.0\.fault/,
    ],
    [
      'an answer of an exchange',
      '{"faults":[{"exchange":"*","fault":{"kind":"reset"}}]}',
      /faults\.0\.fault/,
    ],
    [
      'an exchange that is none',
      '{"faults":[{"exchange":"?","fault":{"kind":"hide-pool"}}]}',
      /faults\.0\.exchange: must be an exchange's code, or \*/,
    ],
    [
      'an underpayment of nothing',
      '{"faults":[{"exchange":"*","fault":{"kind":"underpay","amount":"0"}}]}',
      /faults\.0\.fault\.amount: must be a number of base units above zero/,
    ],
    [
      'a batch in no order',
      '{"faults":[{"exchange":"*","fault":{"kind":"batch","order":"any"}}]}',
      /faults\.0\.fault\.order/,
    ],
    [
      'a sandwich of nothing',
      '{"faults":[{"exchange":"*","fault":{"kind":"sandwich","percent":0}}]}',
      /faults\.0\.fault\.percent/,
    ],
    [
      'a moment that is none',
      JSON.stringify({ faults: [{ path: '/', fault: html, until: 'soon' }] }),
      /faults\.0\.until/,
    ],
  ])('with %s is refused with its place', async (_name, text, words) => {
    expect(parseFaults(text)).toMatchObject({ ok: false, failure: expect.stringMatching(words) as string });
    const answer = await ask('/practice/faults', { method: 'POST', body: text });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: 'malformed_faults',
      message: expect.stringMatching(words) as string,
    });
  });

  it('cannot be reached unless practice was started with one', async () => {
    const plain = await started();
    try {
      const url = `${plain.addresses.base_url}/practice/faults`;
      for (const method of ['GET', 'POST'])
        expect((await fetch(url, { method, headers: { 'x-partner-id': 'k' } })).status).toBe(404);
      expect(
        (await fetch(`${plain.addresses.base_url}/ledger-2/health`, { headers: { 'x-partner-id': 'k' } }))
          .status,
      ).toBe(404);
    } finally {
      await plain.stop();
    }
  });

  it('is answered to no web page', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await fetch(`${practice.addresses.base_url}/practice/faults`, { headers })).status).toBe(403);
  });

  it('that is malformed or missing stops the start, with words', async () => {
    const wrong = join(folder, 'wrong.json');
    writeFileSync(wrong, '{"faults":[{"path":"/"}]}');
    for (const [name, words] of [
      [wrong, /--faults: the table of faults is wrong at faults\.0\.fault/],
      [join(folder, 'none.json'), /--faults: ENOENT/],
    ] as const) {
      const parsed = parsePracticeArguments(['--faults', name]);
      if (!parsed.ok) throw new Error(parsed.failure);
      expect(await startPractice(parsed.value)).toMatchObject({
        ok: false,
        failure: expect.stringMatching(words) as string,
      });
    }
    expect(parsePracticeArguments(['--faults', '']).ok).toBe(false);
  });
});

describe('a fault', () => {
  it('meets so many requests on its paths, and is counted', async () => {
    await make({ path: '/swap/ada*', fault: html, times: 2 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await ask('/swap/adaValue')).status);
    expect(statuses).toEqual([503, 503, 200]);
    expect((await ask('/swap/tokens?query=amber')).status).toBe(200);
    expect(await (await ask('/practice/faults')).json()).toEqual({
      faults: [{ path: '/swap/ada*', fault: html, times: 2, met: 2 }],
    });
  });

  it('ends at its moment', async () => {
    await make({ path: '/swap/adaValue', fault: html, until: new Date(Date.now() - 1_000).toISOString() });
    expect((await ask('/swap/adaValue')).status).toBe(200);
  });

  it.each([
    ['empty', null, ''],
    ['json', 'application/json', '{"error"'],
    ['text', 'text/plain', 'Practice'],
    ['html', 'text/html; charset=utf-8', '<!doctype html>'],
  ])('answers a status with a body that is %s', async (body, type, beginning) => {
    await make({ path: '/*', fault: { kind: 'status', status: 429, body, retryAfter: 3 } });
    const answer = await ask('/swap/adaValue');
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
      429,
      '3',
      type,
    ]);
    expect((await answer.text()).startsWith(beginning)).toBe(true);
  });

  it('cuts the connection, or the JSON', async () => {
    await make(
      { path: '/swap/adaValue', fault: { kind: 'reset' } },
      { path: '/swap/tokens', fault: { kind: 'truncated' } },
    );
    await expect(ask('/swap/adaValue')).rejects.toThrow();
    const cut = await (await ask('/swap/tokens?query=amber')).text();
    expect(cut.length).toBeGreaterThan(2);
    expect(() => JSON.parse(cut) as unknown).toThrow();
  });

  it('that is only late or slow changes nothing of the answer', async () => {
    const plain = await (await ask('/swap/tokens?query=amber')).text();
    for (const kind of ['latency', 'slow-body']) {
      await make({ path: '/swap/tokens', fault: { kind, ms: 1 } });
      expect(await (await ask('/swap/tokens?query=amber')).text()).toBe(plain);
    }
  });

  it('revokes the key as the service would say it', async () => {
    const wrong = await fetch(`${practice.addresses.base_url}/swap/adaValue`, {
      headers: { 'x-partner-id': 'x' },
    });
    await make({ path: '/swap/*', fault: { kind: 'key-revoked' } });
    const revoked = await ask('/swap/adaValue');
    expect([revoked.status, await revoked.text()]).toEqual([wrong.status, await wrong.text()]);
  });

  it('answers with figures that no honest answer holds, the same ones for a seed', async () => {
    const odd = async (seed: number): Promise<string> => {
      await make({ path: '/ledger/*', fault: { kind: 'odd-figures', seed } });
      const headers = { project_id: 'k' };
      const url = `${practice.addresses.base_url}/ledger/epochs/latest/parameters`;
      return (await fetch(url, { headers })).text();
    };
    const seeds = Array.from({ length: 12 }, (_, seed) => seed);
    const answers: string[] = [];
    for (const seed of seeds) answers.push(await odd(seed));
    expect(await odd(3)).toBe(answers[3]);
    expect(new Set(answers).size).toBeGreaterThan(6);
    // As written, and not as a JavaScript number would hold them.
    expect(answers.join()).toMatch(/:1e308|:1e999|:9007199254740993|:-1\b/);
    for (const answer of answers) expect(() => JSON.parse(answer) as unknown).not.toThrow();
  });

  it('states a better output than the market’s', async () => {
    const tokens = (await (await ask('/swap/tokens?query=amber')).json()) as { token_id: string }[];
    const estimate = async (): Promise<number> => {
      const body = { token_in: '', token_out: tokens[0]?.token_id, amount_in: 10, slippage: 1 };
      const answer = await ask('/swap/estimate', { method: 'POST', body: JSON.stringify(body) });
      return ((await answer.json()) as { total_output: number }).total_output;
    };
    const fresh = await estimate();
    await make({ path: '/swap/estimate', fault: { kind: 'stale-quote', better: 50 } });
    expect((await estimate()) / fresh).toBeCloseTo(1.5, 1);
  });

  it('hides the pools of an exchange from every route, and counts the pools that it hid', async () => {
    const tokens = (await (await ask('/swap/tokens?query=amber')).json()) as { token_id: string }[];
    const routed = async (): Promise<readonly string[]> => {
      const body = { token_in: '', token_out: tokens[0]?.token_id, amount_in: 10, slippage: 1 };
      const answer = await ask('/swap/estimate', { method: 'POST', body: JSON.stringify(body) });
      return ((await answer.json()) as { possible_routes: { dex: string }[] }).possible_routes.map(
        ({ dex }) => dex,
      );
    };
    const [best = ''] = await routed();
    await make({ exchange: best, fault: { kind: 'hide-pool' }, times: 2 });
    for (const hidden of [true, true, false]) expect((await routed()).includes(best)).toBe(!hidden);
    expect(await (await ask('/practice/faults')).json()).toMatchObject({ faults: [{ met: 2 }] });
    await make({ exchange: 'NOSUCH', fault: { kind: 'hide-pool' } });
    expect(await routed()).toContain(best);
  });
});

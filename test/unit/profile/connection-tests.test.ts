import { expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import { ConnectionTests } from '../../../src-main/profile/connection-tests.ts';
import { HandClock } from '../../support/http-parts.ts';

const owner = {
  id: 'aaaaaaaa',
  addresses: {
    network: 'preprod',
    baseUrl: 'https://api.example.org',
    chartsUrl: 'https://charts.example.org',
    chartsWsUrl: 'wss://charts.example.org',
    ledgerUrl: 'https://ledger.example.org',
  },
} as const;

function tests() {
  const clock = new HandClock(5_000);
  const keys: unknown[] = [];
  let end: () => void = () => undefined;
  const answer = (key: string | undefined) => {
    keys.push(key);
    return new Promise<ReturnType<typeof ok<never[]>>>((resolve) => (end = () => resolve(ok([]))));
  };
  const run = new ConnectionTests(
    { key: ({ id }, kind) => Promise.resolve(`the ${kind} of ${id}`) },
    { service: (_, key) => answer(key), ledger: (_, key) => answer(key) },
    clock,
  );
  return { run, clock, keys, end: () => end() };
}

/** Lets everything that waits for no clock go on. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

it('runs one test at a time, each with its own key', async () => {
  const { run, keys, end } = tests();
  const first = run.run(owner, 'service');
  await turn();
  expect(await run.run(owner, 'ledger')).toMatchObject({ failure: { code: 'test-under-way' } });
  end();
  expect(await first).toMatchObject({ ok: true });
  const second = run.run(owner, 'ledger');
  await turn();
  end();
  expect(await second).toMatchObject({ ok: true });
  expect(keys).toEqual(['the api-key of aaaaaaaa', 'the ledger-key of aaaaaaaa']);
});

it('waits a second before it tests the same part again', async () => {
  const { run, clock, end } = tests();
  const first = run.run(owner, 'service');
  await turn();
  end();
  await first;
  const again = run.run(owner, 'service');
  await turn();
  end();
  await again;
  expect(clock.slept).toEqual([1_000]);
});

it('is free again after a test that failed', async () => {
  const clock = new HandClock(5_000);
  const refused = () => Promise.reject(new Error('no answer'));
  const keys = { key: () => Promise.resolve(undefined) };
  const run = new ConnectionTests(keys, { service: refused, ledger: refused }, clock);
  for (const part of ['service', 'ledger'] as const)
    await expect(run.run(owner, part)).rejects.toThrow('no answer');
});

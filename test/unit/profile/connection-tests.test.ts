import { expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import { ConnectionTests } from '../../../src-main/profile/connection-tests.ts';
import { HandClock } from '../../support/http-parts.ts';

const addresses = {
  network: 'preprod',
  baseUrl: 'https://api.example.org',
  chartsUrl: 'https://charts.example.org',
  chartsWsUrl: 'wss://charts.example.org',
  ledgerUrl: 'https://ledger.example.org',
} as const;

function tests(configured = true) {
  const clock = new HandClock(5_000);
  const keys: unknown[] = [];
  let end: () => void = () => undefined;
  const answer = (key: string | undefined) => {
    keys.push(key);
    return new Promise<ReturnType<typeof ok<never[]>>>((resolve) => (end = () => resolve(ok([]))));
  };
  const run = new ConnectionTests(
    {
      addresses: () => (configured ? addresses : undefined),
      key: (kind) => Promise.resolve(`the ${kind}`),
    },
    { service: (_, key) => answer(key), ledger: (_, key) => answer(key) },
    clock,
  );
  return { run, clock, keys, end: () => end() };
}

/** Lets everything that waits for no clock go on. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

it('runs one test at a time, each with its own key', async () => {
  const { run, keys, end } = tests();
  const first = run.run('service');
  await turn();
  expect(await run.run('ledger')).toMatchObject({ failure: { code: 'test-under-way' } });
  end();
  expect(await first).toMatchObject({ ok: true });
  const second = run.run('ledger');
  await turn();
  end();
  expect(await second).toMatchObject({ ok: true });
  expect(keys).toEqual(['the api-key', 'the ledger-key']);
});

it('waits a second before it tests the same part again', async () => {
  const { run, clock, end } = tests();
  const first = run.run('service');
  await turn();
  end();
  await first;
  const again = run.run('service');
  await turn();
  end();
  await again;
  expect(clock.slept).toEqual([1_000]);
});

it('has nothing to test without addresses, and is free again afterwards', async () => {
  const { run } = tests(false);
  for (const part of ['service', 'ledger'] as const)
    expect(await run.run(part)).toMatchObject({ failure: { code: 'not-configured' } });
});

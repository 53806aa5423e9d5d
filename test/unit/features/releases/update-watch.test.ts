import { expect, test } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Failure } from '#domain/failure.ts';
import { DAY_MS } from '#domain/time.ts';
import { ReleaseMemory } from '../../../../src-main/features/releases/release-memory.ts';
import { UpdateWatch } from '../../../../src-main/features/releases/update-watch.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { GOOD_TERMS, NOW, Signer } from '../../../support/releases.ts';

const signer = new Signer();

/** A watch whose address serves the current content of `served`. */
function watched(version = '9.1.0') {
  const clock = new ManualClock(NOW);
  const kept = new Map<string, unknown>();
  const settings = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => void kept.set(key, value),
  };
  const memory = new ReleaseMemory(settings);
  const served: { answer: Result<string, Failure>; asked: number } = {
    answer: ok(signer.manifest()),
    asked: 0,
  };
  const start = () =>
    new UpdateWatch({
      version,
      channel: { pages: 'https://releases.touchstone.example/', keys: [signer.key] },
      fetch: () => {
        served.asked += 1;
        return Promise.resolve(served.answer);
      },
      memory,
      clock,
      onChange: () => undefined,
    });
  return { clock, kept, served, start, watch: start() };
}

test('nobody is asked before it is switched on, then at once, and then once a day', async () => {
  const { clock, served, watch } = watched();
  await clock.advance(3 * DAY_MS);
  expect(served.asked).toBe(0);
  watch.switch(true);
  await clock.advance(1_000);
  expect(served.asked).toBe(1);
  await clock.advance(DAY_MS - 2_000);
  expect(served.asked).toBe(1);
  await clock.advance(2 * DAY_MS);
  expect(served.asked).toBe(3);
  watch.stop();
  await clock.advance(3 * DAY_MS);
  expect(served.asked).toBe(3);
});

test('a page that switches it off and on has nobody asked more often', async () => {
  const { clock, served, watch } = watched();
  for (let count = 0; count < 20; count += 1) {
    watch.switch(true);
    await clock.advance(1_000);
    watch.switch(false);
  }
  expect(served.asked).toBe(1);
  expect(watch.news).toEqual({ state: 'off' });
});

test('a clock that is set neither forth nor back has nobody asked more often', async () => {
  const { clock, served, watch } = watched();
  watch.switch(true);
  await clock.advance(1_000);
  clock.jump(30 * DAY_MS);
  await clock.advance(1_000);
  clock.jump(-60 * DAY_MS);
  await clock.advance(DAY_MS / 2);
  expect(served.asked).toBe(1);
  watch.stop();
});

test('a newer version is offered, one that is too old for it is told so, and the same one is current', async () => {
  for (const [version, minimum, expected] of [
    ['9.1.0', '0.1.0', { state: 'newer', release: { overdue: false } }],
    ['9.1.0', '9.1.1', { state: 'newer', release: { overdue: true } }],
    ['9.2.0', '0.1.0', { state: 'current' }],
  ] as const) {
    const { clock, served, watch } = watched(version);
    served.answer = ok(signer.manifest({ minimum }));
    watch.switch(true);
    await clock.advance(1_000);
    expect(watch.news).toMatchObject(expected);
    expect(watch.offered('9.2.0') !== undefined).toBe(expected.state === 'newer');
    watch.stop();
  }
});

test('a mirror that serves an older one later is refused, also after a restart and with the clock set back', async () => {
  const { clock, kept, served, start, watch } = watched();
  const later = signer.manifest({ version: '9.3.0', releasedAt: GOOD_TERMS.releasedAt + 1_000 });
  served.answer = ok(later);
  watch.switch(true);
  await clock.advance(1_000);
  expect(watch.news.state).toBe('newer');
  served.answer = ok(signer.manifest());
  await clock.advance(DAY_MS);
  expect(watch.news).toMatchObject({ state: 'refused', failure: { code: 'release-goes-back' } });
  expect(watch.offered('9.3.0')).toBeUndefined();
  watch.stop();
  expect(kept.get('releases')).toMatchObject({ seen: { version: '9.3.0' } });

  const again = start();
  clock.jump(-DAY_MS);
  again.switch(true);
  await clock.advance(1_000);
  expect(again.news).toMatchObject({ state: 'refused', failure: { code: 'release-goes-back' } });
  served.answer = ok(later);
  await clock.advance(DAY_MS);
  expect(again.news.state).toBe('newer');
  again.stop();
});

test('an answer that does not come, and one after it was switched off, change nothing that was offered by word', async () => {
  const { clock, served, watch } = watched();
  served.answer = failed(failure('release-unreachable', { host: 'a.example', reason: 'no answer' }));
  watch.switch(true);
  await clock.advance(1_000);
  expect(watch.news).toMatchObject({ state: 'refused', failure: { code: 'release-unreachable' } });
  watch.stop();
});

test('a manifest whose page is elsewhere offers nothing and is not remembered', async () => {
  const { clock, kept, served, watch } = watched();
  served.answer = ok(signer.manifest({ page: 'https://releases.touchstone.example.evil.example/' }));
  watch.switch(true);
  await clock.advance(1_000);
  expect(watch.news).toMatchObject({ state: 'refused', failure: { code: 'release-page-elsewhere' } });
  expect(kept.size).toBe(0);
  watch.stop();
});

test('what was kept and makes no sense is as if nothing was kept', () => {
  const memory = new ReleaseMemory({
    get: () => ({ seen: { version: 'x', releasedAt: 'y' } }),
    set: () => undefined,
  });
  expect(memory.seen).toBeUndefined();
  expect(memory.dismissed).toBeUndefined();
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { Attention } from '../../../src-main/market/attention.ts';
import { Polling, type PolledJob } from '../../../src-main/market/polling.ts';
import type { PolledHost } from '../../../src-main/market/polling-lane.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const refused = failed(failure('service-key-refused'));

function world() {
  const clock = new ManualClock();
  const attention = new Attention(clock);
  const polling = new Polling(clock, attention);
  onTestFinished(async () => {
    attention.stop();
    await polling.stop();
  });
  const ran: string[] = [];
  const troubled = new Set<string>();
  const everywhere = (ms: number) => ({ active: ms, idle: ms, hidden: ms });
  /** A job of one request, counted as the client's observer counts it; of as many as it declares where nobody counts. */
  const job = (
    key: string,
    every: PolledJob['every'],
    {
      host = 'service',
      rank = 0,
      cost,
    }: { readonly host?: PolledHost; readonly rank?: number; readonly cost?: number } = {},
  ): PolledJob => ({
    key,
    host,
    every,
    rank,
    ...(cost === undefined ? {} : { cost }),
    run: () => {
      ran.push(key);
      if (cost !== undefined) return Promise.resolve(true);
      const answered = polling.observer(host).asked();
      answered(troubled.has(key) ? failed(failure('service-timeout', { seconds: 1 })) : ok(undefined));
      return Promise.resolve(!troubled.has(key));
    },
  });
  const count = (key: string) => ran.filter((each) => each === key).length;
  const asked = async (ms: number): Promise<number> => {
    const before = ran.length;
    await clock.advance(ms);
    return ran.length - before;
  };
  return { clock, attention, polling, ran, troubled, job, everywhere, count, asked };
}

describe('the schedule of what is polled', () => {
  it('asks each at its own rhythm, by rank at first', async () => {
    const { clock, polling, ran, job, count } = world();
    polling
      .group()
      .set([job('pools', { active: 4 * MINUTE_MS }, { rank: 2 }), job('price', { active: 15_000 })]);
    await clock.advance(0);
    await clock.advance(4 * MINUTE_MS);
    expect(ran.slice(0, 2)).toEqual(['price', 'pools']);
    expect(count('price')).toBe(17);
    expect(count('pools')).toBe(2);
  });

  it('keeps to the budget of a host, and starves nothing', async () => {
    const { polling, job, asked, count, everywhere } = world();
    const jobs = Array.from({ length: 80 }, (_, at) => job(`token${at}`, everywhere(15_000)));
    polling.group().set(jobs);
    polling.group().set([job('ledger', everywhere(10_000), { host: 'ledger' })]);
    // The burst allowed after a quiet time, and a minute's worth.
    expect(await asked(MINUTE_MS)).toBeLessThanOrEqual(60 + 28 + 7);
    const before = count('ledger');
    expect((await asked(4 * MINUTE_MS)) / 4).toBeLessThanOrEqual(28 + 6);
    expect(count('ledger') - before).toBeGreaterThanOrEqual(23);
    for (const { key } of jobs) expect(count(key)).toBeGreaterThanOrEqual(2);
  });

  it('counts what jobs declare where nobody reports their requests', async () => {
    const { clock, polling, job, asked, everywhere } = world();
    const dear = Array.from({ length: 10 }, (_, at) =>
      job(`search${at}`, everywhere(5_000), { host: 'ledger', cost: 10 }),
    );
    polling.group().set(dear);
    await clock.advance(MINUTE_MS);
    // Sixty requests a minute are six such searches.
    expect((await asked(5 * MINUTE_MS)) / 5).toBeLessThanOrEqual(10);
  });

  it('asks less while others ask', async () => {
    const { polling, job, asked, everywhere } = world();
    polling.group().set(Array.from({ length: 50 }, (_, at) => job(`token${at}`, everywhere(1_000))));
    await asked(3 * MINUTE_MS);
    for (let calls = 0; calls < 10; calls += 1) polling.observer('service').asked();
    expect(await asked(MINUTE_MS)).toBeLessThanOrEqual(23);
  });

  it.each(['active', 'idle', 'hidden'] as const)(
    'keeps asking while others use up the budget and more (%s)',
    async (state) => {
      const { polling, attention, clock, job, count, asked, everywhere } = world();
      if (state === 'hidden') attention.show(false);
      if (state === 'idle') await clock.advance(5 * MINUTE_MS);
      polling.group().set([job('alert', everywhere(MINUTE_MS), { host: 'charts' })]);
      for (let at = 0; at < 60 * MINUTE_MS; at += 2_000) {
        // The page is not hidden, and the user is there.
        if (state === 'active') attention.acted();
        polling.observer('charts').asked();
        await asked(2_000);
      }
      expect(attention.state).toBe(state);
      expect(count('alert')).toBeGreaterThanOrEqual(15);
    },
  );

  it('gives late jobs no more than half of the budget while others use up the rest', async () => {
    const { polling, job, asked, count, everywhere } = world();
    const jobs = Array.from({ length: 20 }, (_, at) =>
      job(`alert${at}`, everywhere(MINUTE_MS), { host: 'charts' }),
    );
    polling.group().set(jobs);
    let ran = 0;
    for (let at = 0; at < 60 * MINUTE_MS; at += 2_000) {
      polling.observer('charts').asked();
      const times = await asked(2_000);
      // It is idle by then: six a minute.
      if (at >= 10 * MINUTE_MS) ran += times;
    }
    expect(ran).toBeGreaterThan(50 * 2.5);
    expect(ran).toBeLessThanOrEqual(50 * 3);
    for (const { key } of jobs) expect(count(key)).toBeGreaterThanOrEqual(6);
  });

  it('asks at once for what something happened to, but not on behalf of a user who is away', async () => {
    const { polling, attention, job, asked, clock, ran, everywhere } = world();
    const group = polling.group();
    group.set([
      ...Array.from({ length: 60 }, (_, at) => job(`token${at}`, everywhere(15_000))),
      job('orders', everywhere(15_000), { rank: 9 }),
    ]);
    await asked(MINUTE_MS);
    ran.length = 0;
    group.poke('orders');
    await clock.advance(0);
    expect(ran).toEqual(['orders']);
    attention.show(false);
    ran.length = 0;
    for (let poke = 0; poke < 60; poke += 1) {
      group.poke('orders');
      await clock.advance(1_000);
    }
    expect(ran.length).toBeLessThanOrEqual(1);
  });

  it('is slow for a user who is away, nearly silent while hidden, and asks for what is in view when he is back', async () => {
    const { polling, attention, ran, job, asked, clock } = world();
    polling
      .group()
      .set([
        job('orders', { active: 15_000, idle: 15_000, hidden: 15_000 }),
        job('price', { active: 15_000, idle: 15_000 }),
        job('pools', { active: 15_000 }),
      ]);
    await clock.advance(5 * MINUTE_MS);
    expect(attention.state).toBe('idle');
    ran.length = 0;
    for (let minute = 0; minute < 10; minute += 1) expect(await asked(MINUTE_MS)).toBeLessThanOrEqual(2);
    expect(new Set(ran)).toEqual(new Set(['orders', 'price']));
    attention.show(false);
    ran.length = 0;
    for (let minute = 0; minute < 10; minute += 1) expect(await asked(MINUTE_MS)).toBeLessThanOrEqual(1);
    expect(new Set(ran)).toEqual(new Set(['orders']));
    // The shell's word alone does not show the page, nor the page's word the user.
    attention.acted();
    expect(attention.state).toBe('hidden');
    await clock.advance(MINUTE_MS / 2);
    ran.length = 0;
    attention.show(true);
    await clock.advance(0);
    expect(new Set(ran)).toEqual(new Set(['orders', 'price', 'pools']));
    await clock.advance(5 * MINUTE_MS);
    attention.show(false);
    attention.show(true);
    expect(attention.state).toBe('idle');
  });

  it('goes on asking the charts while hidden, for what has a rhythm there, and within its budget', async () => {
    const { polling, attention, job, asked, count, everywhere } = world();
    attention.show(false);
    polling
      .group()
      .set([
        ...Array.from({ length: 20 }, (_, at) =>
          job(`alert${at}`, everywhere(MINUTE_MS), { host: 'charts' }),
        ),
        job('day', { active: 10_000, idle: 10_000 }, { host: 'charts' }),
      ]);
    for (let minute = 0; minute < 10; minute += 1) expect(await asked(MINUTE_MS)).toBeLessThanOrEqual(7);
    expect(count('day')).toBe(0);
    for (let at = 0; at < 20; at += 1) expect(count(`alert${at}`)).toBeGreaterThanOrEqual(2);
  });

  it('asks more rarely for what fails, and as before once it went well', async () => {
    const { polling, troubled, job, clock, count, everywhere } = world();
    troubled.add('price');
    polling.group().set([job('price', everywhere(10_000))]);
    await clock.advance(4 * MINUTE_MS);
    expect(count('price')).toBeLessThanOrEqual(6);
    troubled.clear();
    polling.group().poke('price');
    const before = count('price');
    await clock.advance(0);
    await clock.advance(MINUTE_MS / 2);
    expect(count('price') - before).toBe(4);
  });

  it('asks nothing of a host that refused the key, until a call to it is answered', async () => {
    const { polling, job, clock, ran, asked, everywhere } = world();
    const heard: string[] = [];
    polling.onRefusal((host, why) => heard.push(`${host} ${why?.code ?? 'answers'}`));
    polling
      .group()
      .set([
        job('price', everywhere(10_000)),
        job('candles', everywhere(10_000), { host: 'charts' }),
        job('balance', everywhere(10_000), { host: 'ledger' }),
      ]);
    await clock.advance(0);
    const late = polling.observer('service').asked();
    polling.observer('service').asked()(refused);
    polling.observer('service').asked()(refused);
    ran.length = 0;
    expect(await asked(MINUTE_MS)).toBe(12);
    expect(ran).not.toContain('price');
    // It was asked before the key was refused.
    late(ok(undefined));
    expect(polling.refusal('service')?.code).toBe('service-key-refused');
    polling.observer('service').asked()(ok(undefined));
    ran.length = 0;
    await clock.advance(0);
    expect(ran).toEqual(['price']);
    expect(heard).toEqual(['service service-key-refused', 'service answers']);
  });

  it('holds what asks by itself until the page is seen and the key is taken', async () => {
    const { polling, attention, clock } = world();
    attention.show(false);
    let allowed = 0;
    void polling.allowed('charts', new AbortController().signal).then(() => (allowed += 1));
    await clock.advance(MINUTE_MS);
    expect(allowed).toBe(0);
    polling.observer('charts').asked()(refused);
    attention.show(true);
    await clock.advance(0);
    expect(allowed).toBe(0);
    polling.startOver();
    await clock.advance(0);
    expect(allowed).toBe(1);
  });

  it('asks for all of it again when there are new clients', async () => {
    const { polling, job, clock, ran, everywhere } = world();
    polling.group().set(['price', 'pools'].map((key) => job(key, everywhere(4 * MINUTE_MS))));
    await clock.advance(MINUTE_MS);
    polling.observer('service').asked()(refused);
    ran.length = 0;
    polling.startOver();
    await clock.advance(0);
    expect(ran).toEqual(['price', 'pools']);
  });

  it('asks for all of it again after the machine has slept, but not whom its key was refused by', async () => {
    const { polling, job, clock, ran, everywhere } = world();
    polling.group().set(['price', 'pools'].map((key) => job(key, everywhere(4 * MINUTE_MS))));
    await clock.advance(MINUTE_MS);
    ran.length = 0;
    polling.askAll();
    await clock.advance(0);
    expect(ran).toEqual(['price', 'pools']);
    polling.observer('service').asked()(refused);
    polling.askAll();
    await clock.advance(MINUTE_MS);
    expect(ran).toEqual(['price', 'pools']);
  });

  it.each<[string, PolledJob['run']]>([
    [
      'throws',
      () => {
        throw new Error('it broke');
      },
    ],
    ['fails later', () => Promise.reject(new Error('it broke'))],
  ])('has the place back of a job that %s, and asks it more rarely', async (_how, run) => {
    const { polling, clock, job, count, everywhere } = world();
    let tries = 0;
    // As many as may run at once: with their places kept, nothing else would ever be asked.
    const broken = Array.from({ length: 4 }, (_, at) => ({
      ...job(`broken${at}`, everywhere(MINUTE_MS)),
      run: (signal: AbortSignal) => {
        tries += 1;
        return run(signal);
      },
    }));
    const group = polling.group();
    group.set([...broken, job('price', everywhere(MINUTE_MS), { rank: 9 })]);
    await clock.advance(0);
    expect([tries, count('price')]).toEqual([4, 1]);
    await clock.advance(3.5 * MINUTE_MS);
    // After two minutes instead of one; then it would be after four.
    expect([tries, count('price')]).toEqual([4 * 2, 4]);
    await group.leave();
  });

  it('ends what is under way when its group leaves', async () => {
    const { polling, clock } = world();
    const group = polling.group();
    let ended = false;
    group.set([
      {
        key: 'slow',
        host: 'service',
        every: { active: 1_000 },
        rank: 0,
        run: (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              ended = true;
              resolve(true);
            });
          }),
      },
    ]);
    await clock.advance(0);
    await group.leave();
    expect(ended).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { HOUR_MS } from '#domain/time.ts';
import { memoryFiles } from '../../../src-main/system/small-files.ts';
import { PasswordGate } from '../../../src-main/wallet/password.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const wrong = () => Promise.resolve(failed(failure('wrong-password')));
const right = () => Promise.resolve(ok('opened'));

/** Milliseconds that the gate stays closed, found by asking. */
async function delayOf(gate: PasswordGate, clock: ManualClock): Promise<number> {
  let waited = 0;
  for (;;) {
    const answer = await gate.attempt(right);
    if (answer.ok || answer.failure.code !== 'password-delayed') return waited;
    await clock.advance(500);
    waited += 500;
  }
}

describe('the delay after wrong passwords', () => {
  it('grows from 1 to 60 seconds and ends with the right password', async () => {
    const clock = new ManualClock();
    const gate = new PasswordGate(memoryFiles(), clock);
    const delays: unknown[] = [];
    for (let tries = 0; tries < 9; tries += 1) {
      expect(await gate.attempt(wrong)).toMatchObject({ failure: { code: 'wrong-password' } });
      const refused = await gate.attempt(right);
      expect(refused).toMatchObject({ ok: false, failure: { code: 'password-delayed' } });
      if (refused.ok) continue;
      delays.push(refused.failure.data?.['seconds']);
      await clock.advance(Number(refused.failure.data?.['seconds']) * 1000);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(await gate.attempt(right)).toEqual(ok('opened'));
    expect(await gate.attempt(wrong)).toMatchObject({ failure: { code: 'wrong-password' } });
    expect(await delayOf(gate, clock)).toBe(1_000);
  });

  it('makes twenty wrong tries take as long as planned, restarts and clock changes included', async () => {
    const files = memoryFiles();
    const clock = new ManualClock();
    let gate = new PasswordGate(files, clock);
    let tries = 0;
    while (tries < 20) {
      const answer = await gate.attempt(wrong);
      if (!answer.ok && answer.failure.code === 'password-delayed') {
        await clock.advance(1_000);
        continue;
      }
      tries += 1;
      clock.jump(tries % 2 === 0 ? HOUR_MS : -24 * HOUR_MS);
      gate = new PasswordGate(files, clock);
    }
    expect(clock.monotonic()).toBeGreaterThanOrEqual((1 + 2 + 4 + 8 + 16 + 32 + 13 * 60) * 1000);
  });

  it('counts a try before it is evaluated: ending the process in the middle gains nothing', async () => {
    const files = memoryFiles();
    const clock = new ManualClock();
    const gate = new PasswordGate(files, clock);
    const killed = new Promise<never>(() => undefined);
    for (let kills = 1; kills <= 3; kills += 1) {
      const current = kills === 1 ? gate : new PasswordGate(files, clock);
      await clock.advance(60_000);
      void current.attempt(() => killed);
    }
    expect(await delayOf(new PasswordGate(files, clock), clock)).toBe(4_000);
  });

  it('does not count a try that something else prevented', async () => {
    const clock = new ManualClock();
    const gate = new PasswordGate(memoryFiles(), clock);
    const prevented = () => Promise.resolve(failed(failure('keychain-timeout')));
    expect(await gate.attempt(prevented)).toMatchObject({ failure: { code: 'keychain-timeout' } });
    expect(await gate.attempt(right)).toEqual(ok('opened'));
  });

  it('takes a damaged record for many wrong tries, and makes no try that it cannot record', async () => {
    const files = memoryFiles();
    files.write('password-tries.json', Buffer.from('{"total":3,"wr'));
    const clock = new ManualClock();
    expect(await delayOf(new PasswordGate(files, clock), clock)).toBe(60_000);
    const full = { ...memoryFiles(), change: () => failDisk() };
    let evaluated = false;
    const refused = await new PasswordGate(full, clock).attempt(() => {
      evaluated = true;
      return right();
    });
    expect(refused).toMatchObject({ failure: { code: 'storage-full' } });
    expect(evaluated).toBe(false);
  });
});

function failDisk(): never {
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
}

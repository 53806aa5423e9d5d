import { epochMs } from '#domain/time.ts';
import { describe, expect, test } from 'vitest';
import { parsePracticeArguments } from '../../../src-main/practice/options.ts';
import { ReplayClock } from '../../../src-main/practice/replay/replay-clock.ts';
import { readSteering } from '../../../src-main/practice/replay/steering.ts';

describe('what the parent process asks of a replay', () => {
  test('is read only in full', () => {
    const play = { type: 'replay', do: 'play', speed: 60 };
    const jump = { type: 'replay', do: 'jump', to: 1_741_957_500_000 };
    for (const message of [play, jump, { type: 'replay', do: 'pause' }])
      expect(readSteering(message)).toEqual(message);
    for (const message of [
      undefined,
      { type: 'stop' },
      { ...play, speed: 601 },
      { ...play, speed: 0 },
      { ...play, speed: Number.NaN },
      { ...jump, to: 0.5 },
      { ...jump, to: '5' },
      { type: 'replay', do: 'rewind' },
    ])
      expect(readSteering(message)).toBeUndefined();
  });
});

describe('the command line of a replay', () => {
  const parse = (...line: string[]) => parsePracticeArguments(line);

  test('takes a day, or a time of it', () => {
    expect(parse('--at', '2025-03-14')).toMatchObject({ ok: true, value: { at: Date.UTC(2025, 2, 14) } });
    expect(parse('--at', '2025-03-14T09:30Z', '--paused', '--history', 'x')).toMatchObject({
      ok: true,
      value: { at: Date.UTC(2025, 2, 14, 9, 30), paused: true, historyFolder: 'x' },
    });
  });

  test('refuses anything that is not a day, and what is of no use without one', () => {
    for (const at of ['yesterday', '14.03.2025', '2025-13-01', '2025-03-14T25:00Z', ''])
      expect(parse('--at', at).ok).toBe(false);
    expect(parse('--paused').ok).toBe(false);
    expect(parse('--history', 'x').ok).toBe(false);
    expect(parse('--at', '2025-03-14', '--history', '').ok).toBe(false);
  });
});

describe('the clock of a replay', () => {
  test('only goes ahead, and stops at the end', () => {
    const clock = new ReplayClock(1_000, 10_000);
    clock.jump(500);
    expect(clock.now).toBe(epochMs(1_000));
    clock.play(60);
    clock.jump(9_999);
    expect([clock.playing, clock.ended, clock.speed]).toEqual([true, false, 60]);
    clock.jump(50_000);
    expect([clock.now, clock.playing, clock.ended]).toEqual([10_000, false, true]);
    clock.play();
    expect(clock.playing).toBe(false);
  });

  test('keeps its speed within bounds', () => {
    const clock = new ReplayClock(0, 1);
    clock.play(10_000);
    expect(clock.speed).toBe(600);
    clock.play(0.5);
    expect(clock.speed).toBe(1);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { onStopSignal } from '../../../src-main/system/processes.ts';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));

afterEach(() => {
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal))
      if (before.get(signal)?.includes(listener) !== true) process.off(signal, listener);
  vi.restoreAllMocks();
});

describe('signals that ask the process to end', () => {
  it('are one wish when they come together, and end it at once when they come again later', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    let stops = 0;
    const ends: number[] = [];
    onStopSignal(
      () => (stops += 1),
      (code) => ends.push(code),
    );
    process.emit('SIGINT');
    now = 1_999;
    process.emit('SIGINT');
    process.emit('SIGTERM');
    expect([stops, ends]).toEqual([1, []]);
    now = 2_001;
    process.emit('SIGINT');
    process.emit('SIGTERM');
    expect([stops, ends]).toEqual([1, [130, 143]]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PacedSender } from '../../../src-renderer/features/charts/paced-sender.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what changes often', () => {
  let waiting: string[];
  let sent: string[];
  let sender: PacedSender;

  beforeEach(() => {
    waiting = [];
    sent = [];
    sender = new PacedSender(() => {
      if (waiting.length === 0) return undefined;
      const message = waiting.splice(0).join('');
      sent.push(message);
      return message === 'x' ? Promise.reject(new Error('broken')) : Promise.resolve();
    });
  });

  it('is sent at once, and what follows together after a pause', async () => {
    for (const change of ['a', 'b', 'c']) {
      waiting.push(change);
      void sender.wake();
    }
    expect(sent).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(99);
    expect(sent).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['a', 'bc']);
    await vi.advanceTimersByTimeAsync(1_000);
    waiting.push('d');
    void sender.wake();
    expect(sent).toEqual(['a', 'bc', 'd']);
  });

  it('goes on to be sent after a call that broke', async () => {
    waiting.push('x');
    await expect(sender.wake()).rejects.toThrow('broken');
    waiting.push('a');
    void sender.wake();
    expect(sent).toEqual(['x', 'a']);
  });
});

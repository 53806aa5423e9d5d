import { describe, expect, it } from 'vitest';
import { KeychainProcess } from '../../../src-main/keychain/keychain-process.ts';
import type { HelperProcess } from '../../../src-main/ports/system.ts';
import { systemClock } from '../../../src-main/system/clock.ts';

/** A helper that never answers, as while the system is asking its user; and what it was asked, with which deadline. */
function silent(platform: NodeJS.Platform, service?: string) {
  const deadlines: number[] = [];
  const started: (readonly string[])[] = [];
  const process = new KeychainProcess({
    entry: 'keychain.js',
    platform,
    ...(service === undefined ? {} : { service }),
    clock: {
      ...systemClock,
      sleep: (ms) => {
        deadlines.push(ms);
        return Promise.resolve();
      },
    },
    start: (_entry, args = []): HelperProcess => {
      started.push(args);
      return {
        pid: 1,
        send: () => undefined,
        onMessage: () => undefined,
        onExit: () => undefined,
        kill: () => undefined,
      };
    },
  });
  return { process, deadlines, started };
}

const get = { operation: 'get', account: 'canary' } as const;

describe('the time that a keychain is given', () => {
  it.each([
    ['linux', 5_000],
    ['win32', 5_000],
    // A person may be asked there, whoever makes the call.
    ['darwin', 120_000],
  ] as const)('is that of its system in the background (%s)', async (platform, deadline) => {
    const { process, deadlines } = silent(platform);
    expect(await process.request(get)).toEqual({ outcome: 'timeout' });
    await process.request(get, { interactive: true });
    expect(deadlines).toEqual([deadline, 120_000]);
  });
});

it('the helper is told of another place for entries, and of none by itself', async () => {
  for (const [service, args] of [
    [undefined, []],
    ['Touchstone test', ['Touchstone test']],
  ] as const) {
    const { process, started } = silent('linux', service);
    const answer = process.request(get);
    await answer;
    expect(started.at(0) ?? args).toEqual(args);
  }
});

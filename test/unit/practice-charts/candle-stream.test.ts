import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { CandleStreams } from '../../../src-main/practice/api/candle-stream.ts';
import { Wire } from '../../../src-main/practice/api/wire.ts';
import { TestWorld } from '../../support/practice-world.ts';

/** The end of a connection whose other side takes nothing until it is told to. */
class SlowConnection extends Duplex {
  readonly taken: Buffer[] = [];
  #waiting: (() => void) | undefined;
  #isTaking = false;

  override _read(): void {
    // Nothing is ever said.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const take = (): void => {
      this.taken.push(chunk);
      done();
    };
    if (this.#isTaking) take();
    else this.#waiting = take;
  }

  /** Takes everything, from now on. */
  letThrough(): void {
    this.#isTaking = true;
    this.#waiting?.();
  }

  get text(): string {
    return Buffer.concat(this.taken).toString('latin1');
  }
}

function handshake(): IncomingMessage {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  return { method: 'GET', headers } as unknown as IncomingMessage;
}

describe('the candle stream', () => {
  const world = new TestWorld();
  const path = `/ws/lastCandle/ADA/${world.token('AMBER')}/20s`;
  const bugs: unknown[] = [];
  let streams: CandleStreams;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    streams = new CandleStreams(world.practice, new Wire('spec'), (error) => bugs.push(error));
  });
  afterEach(async () => {
    await streams.close();
    vi.useRealTimers();
    expect(bugs).toEqual([]);
  });

  /** Lets the market and the stream live on. */
  function live(beats: number, seconds: number): void {
    for (let beat = 0; beat < beats; beat += 1) {
      world.pass(seconds);
      vi.advanceTimersByTime(250);
    }
  }

  it('holds little back for a client that takes nothing, and then goes on with the newest', () => {
    const connection = new SlowConnection();
    streams.upgrade(path, handshake(), connection, Buffer.alloc(0));
    live(70, 150);
    const held = connection.writableLength;
    expect(held).toBeGreaterThan(16 * 1024);
    expect(held).toBeLessThan(20 * 1024);
    live(5, 150);
    expect(connection.writableLength).toBe(held);
    connection.letThrough();
    expect(connection.writableLength).toBe(0);
    live(1, 150);
    const latest = world.practice.charts.series(ADA, world.token('AMBER'))?.latest('20s');
    expect(connection.text).toContain(`"time":${latest?.time},`);
  });

  it('lets go of a client that answers no ping', () => {
    const connection = new SlowConnection();
    connection.letThrough();
    streams.upgrade(path, handshake(), connection, Buffer.alloc(0));
    live(80, 0);
    expect(connection.destroyed).toBe(false);
    live(80, 0);
    expect(connection.destroyed).toBe(true);
  });

  it('does nothing while nobody listens, and takes nobody after its end', async () => {
    expect(vi.getTimerCount()).toBe(0);
    const connection = new SlowConnection();
    connection.letThrough();
    streams.upgrade(path, handshake(), connection, Buffer.alloc(0));
    expect(vi.getTimerCount()).toBe(1);
    await streams.close();
    expect(vi.getTimerCount()).toBe(0);
    const late = new SlowConnection();
    late.letThrough();
    streams.upgrade(path, handshake(), late, Buffer.alloc(0));
    expect(late.text).toMatch(/^HTTP\/1\.1 503 /);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXPECTED_WIRE, readFuses, requireFuses, setFuses } from '../../src-main/setup/fuses.ts';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** A file with the fuse wire of a fresh Electron 45 in it: sentinel, version 1, nine fuses, their defaults. */
function freshBinary(wire: string): Buffer {
  return Buffer.concat([
    Buffer.alloc(512, 7),
    Buffer.from(SENTINEL),
    Buffer.from([1, wire.length]),
    Buffer.from(wire),
    Buffer.alloc(512, 9),
  ]);
}

describe('fuses of a packaged binary', () => {
  let folder: string;
  let binary: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fuses-'));
    binary = join(folder, 'touchstone');
    writeFileSync(binary, freshBinary('101100011'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are refused by the gate before they are set', async () => {
    await expect(requireFuses(binary)).rejects.toThrow(/010011001/);
  });

  it('stand in the binary byte for byte once set, and pass the gate', async () => {
    await setFuses(binary);
    const bytes = readFileSync(binary);
    const start = bytes.indexOf(SENTINEL) + SENTINEL.length + 2;
    expect(bytes.subarray(start, start + 9).toString()).toBe(EXPECTED_WIRE);
    expect(await readFuses(binary)).toBe(EXPECTED_WIRE);
    await requireFuses(binary);
  });

  it('cannot be set on a runtime that has a fuse we do not name', async () => {
    writeFileSync(binary, freshBinary('1011000111'));
    await expect(setFuses(binary)).rejects.toThrow();
  });
});

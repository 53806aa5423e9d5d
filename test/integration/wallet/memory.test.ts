import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { deriveAccount } from '../../../src-main/wallet/account.ts';
import { parsePhrase } from '../../../src-main/wallet/recovery-phrase.ts';

const program = fileURLToPath(new URL('../../support/wallet-memory.ts', import.meta.url));
const PIECE = 16;

/** Pieces of a secret found in a process's writable memory. */
function piecesFound(pid: number, secret: Uint8Array): number {
  const pieces = Array.from({ length: Math.floor(secret.length / PIECE) }, (_, index) =>
    Buffer.from(secret.subarray(index * PIECE, (index + 1) * PIECE)),
  );
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    return regionsOf(pid)
      .map(([start, end]) => contentOf(memory, start, end))
      .reduce((found, region) => found + pieces.filter((piece) => region.includes(piece)).length, 0);
  } finally {
    closeSync(memory);
  }
}

function regionsOf(pid: number): readonly (readonly [number, number])[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .filter((line) => / rw/.test(line) && !line.includes('[v'))
    .map(
      (line) =>
        line
          .split(' ', 1)[0]
          ?.split('-')
          .map((part) => Number.parseInt(part, 16)) ?? [],
    )
    .map(([start = 0, end = 0]) => [start, end] as const)
    .filter(([, end]) => Number.isSafeInteger(end));
}

function contentOf(memory: number, start: number, end: number): Buffer {
  const region = Buffer.alloc(end - start);
  try {
    return region.subarray(0, readSync(memory, region, 0, region.length, start));
  } catch {
    // Reserved but never touched.
    return Buffer.alloc(0);
  }
}

describe.runIf(process.platform === 'linux')('memory of a process that used a wallet', () => {
  it('holds the private key while unlocked, and nothing of key or entropy after locking', async () => {
    const child = spawn(process.execPath, ['--expose-gc', program], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const nextLine = async (): Promise<string> => String((await lines.next()).value);
      const entropy = parsePhrase(await nextLine());
      if (!entropy.ok) throw new Error(entropy.failure.code);
      // The rest of it is the chain code, which the public key holds as well.
      const privateKey = deriveAccount(entropy.value).privateKey.bytes.subarray(0, 64);
      const pid = child.pid ?? 0;
      expect(await nextLine()).toBe('unlocked');
      expect(piecesFound(pid, privateKey)).toBeGreaterThan(0);
      child.stdin.write('go on\n');
      expect(await nextLine()).toBe('locked');
      expect(piecesFound(pid, privateKey)).toBe(0);
      expect(piecesFound(pid, entropy.value.bytes)).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

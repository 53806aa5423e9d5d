import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, type FailureCode } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { encodePolicy, policyDigest, PolicyStore } from '../../../../src-main/features/vault/policy-store.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../../../../src-main/inspect/policy.ts';
import type { SecretStore } from '../../../../src-main/ports/secret-store.ts';
import type { SmallFiles } from '../../../../src-main/ports/system.ts';
import { diskFiles, memoryFiles } from '../../../../src-main/system/small-files.ts';
import { WalletBench } from '../../../support/wallet-bench.ts';

const TIGHT: PolicyLimits = {
  perTrade: 100_000_000n,
  perDay: 250_000_000n,
  slippageBps: 200,
  impactBps: 150,
  verifiedOnly: true,
  exchanges: ['EXA', 'EXB'],
  expert: false,
};
const LOOSE: PolicyLimits = { slippageBps: 5_000, verifiedOnly: false, expert: true };
const PLACE = 'c0ffee';
const allowed = () => Promise.resolve(ok(undefined));
const code = (value: FailureCode) => ({ ok: false, failure: { code: value } });

describe('the limits of a profile', () => {
  let folder: string;
  let files: SmallFiles;
  let bench: WalletBench;
  const path = (): string => join(folder, 'limits.json');
  const open = (profile = 'live-mainnet'): PolicyStore =>
    new PolicyStore({ place: PLACE, profile, files, secrets: bench.keychain });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'touchstone-limits-'));
    files = diskFiles(folder);
    bench = new WalletBench();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are the first ones until they are set, and the ones that were set after a restart', async () => {
    const store = open();
    expect(store.known).toBeUndefined();
    expect(await store.current()).toEqual(ok(DEFAULT_POLICY));
    expect(await store.change(TIGHT, allowed)).toEqual(ok(undefined));
    expect(await store.current()).toEqual(ok(TIGHT));
    expect(await open().current()).toEqual(ok(TIGHT));
    expect(await open('practice').current()).toMatchObject(code('limits-changed'));
  });

  it('are those of the file, as it is each time, where no keychain vouches for it', async () => {
    const store = new PolicyStore({ place: '', profile: 'offline', files });
    expect(await store.current()).toEqual(ok(DEFAULT_POLICY));
    expect(await store.change(LOOSE, allowed)).toEqual(ok(undefined));
    const before = await store.current();
    expect(before).toEqual(ok(LOOSE));
    // The same object while they are the same: what was judged by it is still in force.
    expect(await store.current()).toBe(before);
    files.write('limits.json', encodePolicy(TIGHT));
    expect(await store.current()).toEqual(ok(TIGHT));
    for (const [content, failure] of [
      ['{', 'limits-changed'],
      ['{"version":1,"limits":{"slippageBps":9999}}', 'limits-changed'],
      ['{"version":2}', 'storage-newer'],
    ] as const) {
      files.write('limits.json', Buffer.from(content));
      expect(await store.current()).toMatchObject(code(failure));
    }
    expect(await store.forget()).toEqual(ok(undefined));
  });

  it('are those of one data folder', async () => {
    await open().change(TIGHT, allowed);
    const elsewhere = { place: 'decaf', profile: 'live-mainnet', secrets: bench.keychain };
    expect(await new PolicyStore({ ...elsewhere, files: memoryFiles() }).current()).toEqual(
      ok(DEFAULT_POLICY),
    );
    // The folder itself was carried to another place: nothing vouches for its file there.
    expect(await new PolicyStore({ ...elsewhere, files }).current()).toMatchObject(code('limits-changed'));
    expect(await open().current()).toEqual(ok(TIGHT));
  });

  it('stay as they are without the password', async () => {
    const store = open();
    await store.change(TIGHT, allowed);
    const before = readFileSync(path());
    const refused = await store.change(LOOSE, () => Promise.resolve(failed(failure('wrong-password'))));
    expect(refused).toMatchObject(code('wrong-password'));
    expect(await store.current()).toEqual(ok(TIGHT));
    expect(readFileSync(path())).toEqual(before);
  });

  it('are not answered from a file that something else changed, until they are set again', async () => {
    await open().change(TIGHT, allowed);
    const own = readFileSync(path(), 'utf8');
    const forged = [
      own.replace('100000000', '900000000'),
      own.replace('"expert": false', '"expert": true'),
      `${own} `,
      '',
      '{}',
      Buffer.from(encodePolicy(LOOSE)).toString(),
    ];
    for (const content of forged) {
      writeFileSync(path(), content);
      const store = open();
      expect(await store.current(), content).toMatchObject(code('limits-changed'));
      expect(await store.current(), content).toMatchObject(code('limits-changed'));
    }
    const store = open();
    await store.change(LOOSE, allowed);
    expect(await store.current()).toEqual(ok(LOOSE));
    expect(await open().current()).toEqual(ok(LOOSE));
  });

  it('are not lifted by removing the file, nor by putting an older one back', async () => {
    const store = open();
    await store.change(LOOSE, allowed);
    const older = readFileSync(path());
    await store.change(TIGHT, allowed);
    writeFileSync(path(), older);
    expect(await open().current()).toMatchObject(code('limits-changed'));
    rmSync(path());
    expect(await open().current()).toMatchObject(code('limits-changed'));
  });

  it('are not answered while the keychain is closed, and are read again when it opens', async () => {
    await open().change(TIGHT, allowed);
    const store = open();
    bench.keychain.trouble = { status: 'locked-or-lost', lost: false };
    expect(await store.current()).toMatchObject(code('limits-unreadable'));
    bench.keychain.trouble = { status: 'locked-or-lost', lost: true };
    expect(await store.current()).toMatchObject(code('limits-changed'));
    bench.keychain.trouble = undefined;
    expect(await store.current()).toEqual(ok(TIGHT));
  });

  it('say that a newer version wrote them', async () => {
    const store = open();
    await store.change(TIGHT, allowed);
    const newer = readFileSync(path(), 'utf8').replace('"version": 1', '"version": 2');
    writeFileSync(path(), newer);
    bench.keychain.values.set(`limits/${PLACE}/live-mainnet`, policyDigest(readFileSync(path())));
    expect(await open().current()).toMatchObject(code('storage-newer'));
  });

  it('report each change, and return the same object until the next one', async () => {
    const store = open();
    let told = 0;
    store.onChange(() => (told += 1));
    const first = await store.current();
    const second = await store.current();
    expect(first.ok && second.ok && first.value === second.value).toBe(true);
    expect(told).toBe(1);
    await store.change(TIGHT, allowed);
    expect(told).toBe(2);
    bench.keychain.trouble = { status: 'timeout' };
    expect(await store.change(LOOSE, allowed)).toMatchObject(code('keychain-timeout'));
    expect(await store.current()).toEqual(ok(TIGHT));
  });

  it('are the old ones or the new ones after a power cut at any moment, and never the first ones', async () => {
    for (const before of [undefined, TIGHT]) {
      const ends = new Set<string>();
      for (let steps = 0; ; steps += 1) {
        bench = new WalletBench();
        files = memoryFiles();
        if (before) await open().change(before, allowed);
        let left = steps;
        const spend = (): void => {
          if (left-- <= 0) throw new Error('power cut');
        };
        const fragile = new PolicyStore({
          place: PLACE,
          profile: 'live-mainnet',
          files: { ...files, write: (name, content) => (spend(), files.write(name, content)) },
          secrets: dying(bench.keychain, spend),
        });
        const ended = await fragile.change(LOOSE, allowed).then(
          (result) => result.ok,
          () => false,
        );
        const found = await open().current();
        expect(found.ok && [before ?? DEFAULT_POLICY, LOOSE]).toContainEqual(found.ok && found.value);
        ends.add(JSON.stringify(found.ok && found.value.expert));
        // From then on, only the limits found once count.
        expect(await open().current()).toEqual(found);
        expect(bench.keychain.values.get(`limits/${PLACE}/live-mainnet`) ?? 'none').toMatch(
          /^([0-9a-f]{64}|none)$/,
        );
        if (ended) break;
      }
      expect(ends.size).toBe(2);
    }
  });

  it('report a disk that refuses', async () => {
    const store = new PolicyStore({
      place: PLACE,
      profile: 'practice',
      files: {
        ...files,
        write: () => {
          throw new Error('ENOSPC');
        },
      },
      secrets: bench.keychain,
    });
    expect(await store.change(TIGHT, allowed)).toMatchObject(code('wallet-unwritable'));
    expect(await store.current()).toEqual(ok(DEFAULT_POLICY));
  });
});

function dying(keychain: SecretStore, spend: () => void): SecretStore {
  return {
    get: (name) => keychain.get(name),
    set: async (name, value) => {
      spend();
      return keychain.set(name, value);
    },
    delete: (name) => keychain.delete(name),
    status: () => keychain.status(),
    close: () => keychain.close(),
  };
}

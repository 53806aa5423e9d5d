import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bindingFile, bindingHash, KNOWN_BINDINGS, loadBinding } from '../../../src-main/keychain/binding.ts';
import { withoutSignature } from '../../../src-main/keychain/mach-o.ts';
import { project } from '../../support/tool.ts';

const folder = join(project, 'node_modules/keytar');
const known = Object.entries(KNOWN_BINDINGS);

function prebuilt(target: string): Buffer {
  return readFileSync(join(folder, 'prebuilds', target, 'keytar.node'));
}

const thisTarget = `${process.platform}-${process.arch}`;

describe('the native library that speaks to the keychain', () => {
  it.each(known)('is, for %s, the file of the package in the lock file', (target, hash) => {
    expect(bindingHash(prebuilt(target), target.split('-')[0] ?? '')).toBe(hash);
  });

  it('loads where it is what it must be', () => {
    const binding = loadBinding({ platform: process.platform, arch: process.arch, folder });
    expect(binding.state).toBe(thisTarget in KNOWN_BINDINGS ? 'loaded' : 'unloadable');
    if (binding.state === 'loaded') expect(binding.keytar.getPassword).toBeTypeOf('function');
  });

  it('is looked for beside an archive, where a system can load it', () => {
    const place = { platform: 'linux', arch: 'x64' };
    expect(bindingFile({ ...place, folder: '/opt/T/resources/app.asar/node_modules/keytar' })).toBe(
      join('/opt/T/resources/app.asar.unpacked/node_modules/keytar/prebuilds/linux-x64/keytar.node'),
    );
    expect(bindingFile({ ...place, folder: '/home/app.asarium/keytar' })).toBe(
      join('/home/app.asarium/keytar/prebuilds/linux-x64/keytar.node'),
    );
  });

  describe('in another folder', () => {
    let copy: string;
    beforeEach(() => {
      copy = mkdtempSync(join(tmpdir(), 'binding-'));
    });
    afterEach(() => {
      rmSync(copy, { recursive: true, force: true });
    });

    it('is refused when one byte of it differs', () => {
      for (const [target] of known) {
        const [platform = '', arch = ''] = target.split('-');
        const bytes = prebuilt(target);
        const middle = bytes.length >> 1;
        bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
        mkdirSync(join(copy, 'prebuilds', target), { recursive: true });
        writeFileSync(join(copy, 'prebuilds', target, 'keytar.node'), bytes);
        expect(loadBinding({ platform, arch, folder: copy })).toEqual({ state: 'altered' });
      }
    });

    it('is not loaded from where a local build would lie', () => {
      mkdirSync(join(copy, 'build/Release'), { recursive: true });
      cpSync(join(folder, 'prebuilds', 'linux-x64', 'keytar.node'), join(copy, 'build/Release/keytar.node'));
      expect(loadBinding({ platform: process.platform, arch: process.arch, folder: copy })).toEqual({
        state: 'unloadable',
      });
    });

    it('cannot be loaded for a system that no file is known for', () => {
      expect(loadBinding({ platform: 'linux', arch: 'arm', folder })).toEqual({ state: 'unloadable' });
      expect(loadBinding({ platform: 'toString', arch: '', folder })).toEqual({ state: 'unloadable' });
    });
  });
});

/** A library signed again, as a publisher's tool does it: a command, a signature at the end, a longer last segment. */
function signed(file: Buffer, signature: Buffer): Buffer {
  const bare = withoutSignature(file);
  if (!bare) throw new Error('no file of macOS');
  const start = Math.ceil(bare.length / 16) * 16;
  const out = Buffer.concat([bare, Buffer.alloc(start - bare.length), signature]);
  const bytes = out.readUInt32LE(20);
  const at = 32 + bytes;
  out.writeUInt32LE(out.readUInt32LE(16) + 1, 16);
  out.writeUInt32LE(bytes + 16, 20);
  out.writeUInt32LE(0x1d, at);
  out.writeUInt32LE(16, at + 4);
  out.writeUInt32LE(start, at + 8);
  out.writeUInt32LE(signature.length, at + 12);
  const linkedit = out.indexOf('__LINKEDIT');
  out.writeBigUInt64LE(0x8000n, linkedit + 24);
  out.writeBigUInt64LE(BigInt(signature.length), linkedit + 40);
  return out;
}

describe.each(['darwin-x64', 'darwin-arm64'])('a library of macOS (%s)', (target) => {
  it('is the same with whatever signature its publisher gives it', () => {
    for (const length of [16, 920, 18_752]) {
      const file = signed(prebuilt(target), Buffer.alloc(length, 0xfa));
      expect(file.equals(prebuilt(target))).toBe(false);
      expect(bindingHash(file, 'darwin')).toBe(KNOWN_BINDINGS[target]);
    }
  });

  it('is another one when anything but the signature differs', () => {
    const file = signed(prebuilt(target), Buffer.alloc(64, 0xfa));
    for (const at of [4, 40, 5_000, file.length - 200]) {
      const changed = Buffer.from(file);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(bindingHash(changed, 'darwin')).not.toBe(KNOWN_BINDINGS[target]);
    }
  });

  it('is none with anything behind its signature, or cut off', () => {
    const file = signed(prebuilt(target), Buffer.alloc(64, 0xfa));
    expect(withoutSignature(Buffer.concat([file, Buffer.from('more')]))).toBeUndefined();
    expect(withoutSignature(file.subarray(0, 1_000))).toBeUndefined();
    expect(withoutSignature(file.subarray(0, 20))).toBeUndefined();
    expect(withoutSignature(prebuilt('linux-x64'))).toBeUndefined();
  });
});

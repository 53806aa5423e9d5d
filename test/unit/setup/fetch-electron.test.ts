import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchElectron, runInstaller, type Fetching } from '../../../src-main/setup/fetch-electron.ts';
import { findElectron } from '../../../src-main/setup/find-runtime.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { project } from '../../support/tool.ts';

const temporary = temporaryDirectories();

describe('fetching the runtime', () => {
  function fetching(code: number, output: string, change: Partial<Fetching> = {}) {
    const note = join(temporary(), 'cache', 'note.json');
    let runs = 0;
    const parts: Fetching = {
      install: () => {
        runs += 1;
        return Promise.resolve({ code, output });
      },
      note,
      now: () => 1_000_000_000_000,
      ...change,
    };
    return {
      note,
      parts,
      runs: () => runs,
      fetch: (now = parts.now, anew = false) => fetchElectron(() => undefined, { anew }, { ...parts, now }),
    };
  }

  it('says in one line why it failed, and does not try again before a day has passed', async () => {
    const stack = 'RequestError: getaddrinfo EAI_AGAIN example.org\n    at ClientRequest.<anonymous>\n';
    const { fetch, runs, note } = fetching(1, stack);
    const why = 'Electron’s runtime cannot be fetched: RequestError: getaddrinfo EAI_AGAIN example.org';
    expect(await fetch()).toBe(why);
    expect(await fetch(() => 1_000_000_000_000 + 86_399_999)).toBe(why);
    expect(runs()).toBe(1);
    expect(await fetch(() => 1_000_000_000_000 + 86_400_000)).toBe(why);
    expect(runs()).toBe(2);
    // A clock that was set back does not block further attempts.
    expect(await fetch(() => 1_000)).toBe(why);
    expect(runs()).toBe(3);
    writeFileSync(note, 'not a note');
    await fetch();
    expect(runs()).toBe(4);
    expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ why });
    // Asking for Electron by name tries again.
    await fetch(undefined, true);
    expect(runs()).toBe(5);
  });

  it('notes nothing where it went well', async () => {
    const { fetch, note } = fetching(0, '');
    expect(await fetch()).toBeUndefined();
    expect(existsSync(note)).toBe(false);
    expect(await fetching(1, '').fetch()).toContain('gave no reason');
  });
});

/** A zip with one small file named like this system's runtime, stored uncompressed. */
function smallZip(name: string, content: Buffer): Buffer {
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(content));
  const numbers = (...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer =>
    Buffer.concat(
      values.map(([bytes, value]) => {
        const part = Buffer.alloc(bytes);
        part.writeUIntLE(value, 0, bytes);
        return part;
      }),
    );
  const sizes = numbers([4, content.length], [4, content.length], [2, name.length], [2, 0]);
  const shared = Buffer.concat([numbers([2, 20], [2, 0], [2, 0], [4, 0]), crc, sizes]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), content]);
  const rights = numbers([2, 0], [2, 0], [2, 0], [4, (0o100755 << 16) >>> 0], [4, 0]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    numbers([2, 0x314]),
    shared,
    rights,
    Buffer.from(name),
  ]);
  const end = numbers([2, 0], [2, 0], [2, 1], [2, 1], [4, central.length], [4, local.length], [2, 0]);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}

/** Electron's own installer, against this test's server. */
describe('the runtime’s own installer', () => {
  const closers: (() => void)[] = [];
  afterEach(() => closers.splice(0).forEach((close) => close()));

  /** A copy of the package, so that nothing is unpacked into the project; its checksums are those of this zip. */
  function packageFor(zip: Buffer): string {
    const root = join(temporary(), 'node_modules');
    const folder = join(root, 'electron');
    mkdirSync(folder, { recursive: true });
    const from = join(project, 'node_modules/electron');
    for (const name of ['install.js', 'package.json']) copyFileSync(join(from, name), join(folder, name));
    for (const scope of ['@electron', '@electron-internal'])
      symlinkSync(join(project, 'node_modules', scope), join(root, scope), 'junction');
    const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
    const name = `electron-v${version}-${process.platform}-${process.arch}.zip`;
    const sum = createHash('sha256').update(zip).digest('hex');
    writeFileSync(join(folder, 'checksums.json'), JSON.stringify({ [name]: sum }));
    return folder;
  }

  /** Serves these bytes in chunks, at every address. */
  async function serve(zip: Buffer, pauseMs = 0): Promise<string> {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': zip.length });
      response.write(zip.subarray(0, zip.length >> 1));
      setTimeout(() => response.end(zip.subarray(zip.length >> 1)), pauseMs);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  async function installed(folder: string, mirror: string, say: (line: string) => void = () => undefined) {
    const parts: Fetching = {
      install: (tell) =>
        runInstaller(join(folder, 'install.js'), tell, {
          variables: {
            ELECTRON_MIRROR: mirror,
            NO_PROXY: '127.0.0.1',
            electron_config_cache: join(dirname(folder), 'cache'),
          },
          tellEvery: 100,
        }),
      note: join(temporary(), 'note.json'),
      now: () => 1_000,
    };
    return fetchElectron(say, {}, parts);
  }

  const program = process.platform === 'win32' ? 'electron.exe' : 'electron';
  const zip = smallZip(program, Buffer.alloc(3_000_000, 'e'));

  it('brings it and tells how much has arrived', async () => {
    const folder = packageFor(zip);
    const lines: string[] = [];
    expect(await installed(folder, await serve(zip, 1_500), (line) => lines.push(line))).toBeUndefined();
    expect(lines[0]).toMatch(/^Fetching Electron’s runtime, about \d+ MB, once…$/);
    expect(lines.slice(1).some((line) => /^ {2}[12] MB have arrived…$/.test(line))).toBe(true);
    if (process.platform !== 'darwin') expect(findElectron(folder)).toBe(join(folder, 'dist', program));
  });

  it('refuses one that is not what its checksums say, and unpacks nothing of it', async () => {
    const folder = packageFor(zip);
    const other = Buffer.from(zip);
    other[zip.length >> 1] = 0;
    const why = await installed(folder, await serve(other));
    expect(why).toMatch(/^Electron’s runtime cannot be fetched: .*checksum.* did not match/);
    expect(why).not.toContain('\n');
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });

  it('says in one line that there is no network', async () => {
    const why = await installed(packageFor(zip), 'http://127.0.0.1:1/');
    expect(why).toBe('Electron’s runtime cannot be fetched: its host does not answer, or stopped');
  });

  it('is given up where it takes too long', async () => {
    const folder = packageFor(zip);
    const mirror = await serve(zip, 60_000);
    const { code, output } = await runInstaller(join(folder, 'install.js'), () => undefined, {
      variables: {
        ELECTRON_MIRROR: mirror,
        NO_PROXY: '127.0.0.1',
        electron_config_cache: join(dirname(folder), 'cache'),
      },
      longest: 1_500,
    });
    expect(code).not.toBe(0);
    expect(output).toContain('it took longer than');
  });
});

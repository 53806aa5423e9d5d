import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN_BINDINGS } from '../../src-main/keychain/binding.ts';
import { buildIfStale } from '../../src-main/setup/build.ts';
import { EXPECTED_WIRE, readFuses } from '../../src-main/setup/fuses.ts';
import { requireContents } from '../../src-main/setup/packaging/archive.ts';
import { contentsFor, traceApp } from '../../src-main/setup/packaging/contents.ts';
import { licensedPackages, licenceText } from '../../src-main/setup/packaging/licences.ts';
import {
  LICENCES,
  packageApp,
  runtimeChecksums,
  type Packaged,
} from '../../src-main/setup/packaging/package.ts';
import { report } from '../../src-main/setup/packaging/report.ts';
import { packageFolder, type Traced } from '../../src-main/setup/packaging/trace.ts';
import { extractedApp, packageInto } from '../support/packaged-app.ts';
import { project, run } from '../support/tool.ts';

const GOAL_BYTES = 25_000_000;

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly version?: string } | undefined>
  >;
}
const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as Lock;

let folder: string;
let traced: Traced;
let packaged: Packaged;
let extracted: string;
const paths = (): readonly string[] => packaged.files.map(({ path }) => path);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  await buildIfStale(() => undefined);
  traced = await traceApp(project);
  packaged = await packageInto(join(folder, 'first'), { platform: 'linux', arch: 'x64' }, traced);
  extracted = await extractedApp(join(folder, 'first'), packaged);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a package', () => {
  it('holds the app, its data, and what it comes to load', () => {
    const parts = paths().filter((path) => !path.startsWith('node_modules/'));
    expect(parts.filter((path) => !/^out\/(?:main|preload|renderer)\//.test(path))).toEqual([
      'package.json',
      'resources/exchanges.json',
    ]);
    for (const path of [
      'out/main/index.js',
      'out/main/practice.js',
      'out/main/keychain.js',
      'out/preload/vault.cjs',
      'out/renderer/offline.html',
      'node_modules/@emurgo/cardano-serialization-lib-nodejs/cardano_serialization_lib_bg.wasm',
    ])
      expect(paths()).toContain(path);
  });

  it('holds no source map, test, source, document, tool or other shell', () => {
    const unwanted =
      /\.(?:map|ts|tsx|mts|cts|svelte|md|markdown|flow|snap|cc|h|gyp|ps1|sh)$|(?:^|\/)(?:tests?|__tests__|spec|docs?|examples?|\.[^/]+)\/|playwright|chromium|page\.js$|\.min\./;
    expect(paths().filter((path) => unwanted.test(path))).toEqual([]);
    expect(packaged.files.filter(({ executable }) => executable)).toEqual([]);
    // Packages may name missing maps; our build must not.
    for (const path of paths().filter((each) => /^out\/.*\.c?js$/.test(each)))
      expect(readFileSync(join(extracted, path), 'utf8'), path).not.toContain('sourceMappingURL');
  });

  it('holds packages of the lock file alone, and none that is for development', () => {
    const folders = new Set(
      paths()
        .map(packageFolder)
        .filter((each) => each !== undefined),
    );
    expect([...folders].filter((each) => lock.packages[each]?.dev === true || !lock.packages[each])).toEqual(
      [],
    );
    for (const each of folders) {
      const manifest = JSON.parse(readFileSync(join(extracted, each, 'package.json'), 'utf8')) as object;
      expect(manifest).toMatchObject({ version: lock.packages[each]?.version });
      expect(Object.keys(manifest).filter((key) => /scripts|dependencies|bin/i.test(key))).toEqual([]);
    }
  });

  it('holds no secret, and no word of the machine that made it', () => {
    const machine = [project, homedir(), 'PRIVATE KEY-----', '_authToken'].filter((word) => word.length > 5);
    for (const path of paths()) {
      const bytes = readFileSync(join(extracted, path));
      for (const word of machine) expect([path, word, bytes.includes(word)]).toEqual([path, word, false]);
    }
  });

  it('is smaller than its goal, and as large as the document says', () => {
    const { size } = statSync(packaged.archive);
    expect(size).toBeLessThan(GOAL_BYTES);
    const said = /About (\d+) MB/.exec(readFileSync(join(project, 'docs/PACKAGING.md'), 'utf8'))?.[1];
    expect(Math.abs(Number(said) - size / 1_000_000)).toBeLessThan(1);
  });

  it('has the native library of its target alone, beside the archive, with the hash that the app knows', () => {
    const outside = packaged.files.filter((file) => file.outside).map(({ path }) => path);
    expect(outside).toEqual(['node_modules/keytar/prebuilds/linux-x64/keytar.node']);
    expect(paths().filter((path) => path.endsWith('.node'))).toEqual(outside);
    const beside = `${packaged.archive}.unpacked`;
    const all = readdirSync(beside, { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => statSync(join(beside, path)).isFile())).toEqual(
      outside.map((path) => join(path)),
    );
    const bytes = readFileSync(join(beside, outside[0] ?? ''));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(KNOWN_BINDINGS['linux-x64']);
  });

  it('loads every module that it names, out of itself', async () => {
    const named = paths()
      .filter((path) => /^out\/main\/.*\.js$/.test(path))
      .flatMap((path) => importsOf(readFileSync(join(extracted, path), 'utf8')));
    const modules = [...new Set(named)].filter((name) => name !== 'electron');
    expect(modules).toContain('undici');
    const code = `for (const name of ${JSON.stringify(modules)}) await import(name); process.stdout.write('all loaded');`;
    const { output } = await run(process.execPath, ['--input-type=module', '-e', code], {
      folder: extracted,
    });
    expect(output).toContain('all loaded');
  });

  it('starts its practice from itself, and loads its keychain there', async () => {
    expect(
      await firstLine('practice.js', ['--port', '0', '--seed', '7', '--api-key', 'secret123']),
    ).toContain('"base_url"');
    expect(await keychainAnswer()).toMatchObject({
      id: 1,
      outcome: expect.stringMatching(/done|error/) as unknown,
    });
  });

  it('has its fuses set, and no app of Electron’s own', async () => {
    expect(packaged.fuses).toBe(EXPECTED_WIRE);
    expect(await readFuses(join(packaged.app, 'touchstone'))).toBe(EXPECTED_WIRE);
    expect(readdirSync(join(packaged.app, 'resources')).toSorted()).toEqual(
      ['LICENSE', LICENCES, 'app.asar', 'app.asar.unpacked'].toSorted(),
    );
  });

  it('names the licence of everything in it, whatever form it has there', () => {
    const text = readFileSync(join(packaged.app, 'resources', LICENCES), 'utf8');
    const folders = licensedPackages(project, paths());
    for (const each of [
      ...folders,
      ...paths()
        .map(packageFolder)
        .filter((path) => path !== undefined),
    ]) {
      const { name, version } = JSON.parse(readFileSync(join(project, each, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      expect(text).toContain(`\n${name} ${version} (`);
    }
    for (const name of [
      'svelte',
      'echarts',
      'clsx',
      '@lucide/svelte',
      '@fontsource-variable/inter',
      'node-addon-api',
    ])
      expect(folders).toContain(`node_modules/${name}`);
    expect(text).toContain('SIL OPEN FONT LICENSE');
    expect(() => licenceText(project, ['node_modules/.bin'])).toThrow('is not a package');
  });

  it('names the licence of every crate whose name its WebAssembly shows', () => {
    const text = readFileSync(join(packaged.app, 'resources', LICENCES), 'utf8');
    const folder = join(project, 'node_modules/@emurgo/cardano-serialization-lib-nodejs');
    const wasm = readFileSync(join(folder, 'cardano_serialization_lib_bg.wasm'), 'latin1');
    // Compiled code names its source files where it can fail.
    const crates = [...wasm.matchAll(/\/([a-z0-9_-]+)-(\d+\.\d+\.\d+)\/src\//g)].map(
      ([, name, version]) => `${name} ${version}`,
    );
    expect(new Set(crates).size).toBeGreaterThan(15);
    for (const crate of new Set(crates)) expect(text).toContain(`\n${crate} (`);
    for (const other of ['ryu (BSL-1.0)', 'Rust standard library 1.79.0 (MIT)', 'Unicode-DFS-2016'])
      expect(text).toContain(other);
  });

  it('is told to whoever makes it', () => {
    const told = report(packaged, project);
    expect(told).toContain(`Fuses read back:         ${EXPECTED_WIRE}`);
    expect(told).toContain(packaged.archiveHash);
  });

  it('is not made where the archive lacks a file, has another one, or a changed one', () => {
    const contents = new Map(contentsFor(project, { platform: 'linux', arch: 'x64' }, traced));
    requireContents(packaged.archive, contents);
    const changed = new Map(contents).set('package.json', { text: '{}' });
    expect(() => requireContents(packaged.archive, changed)).toThrow(
      'package.json is not in the archive as it was',
    );
    const more = new Map(contents).set('more.js', { text: '' });
    expect(() => requireContents(packaged.archive, more)).toThrow('1 files, such as more.js');
    contents.delete('out/main/index.js');
    expect(() => requireContents(packaged.archive, contents)).toThrow('such as out/main/index.js');
  });

  it('has the same archive when it is made again, elsewhere', async () => {
    const again = await packageInto(join(folder, 'second'));
    expect(again.archiveHash).toBe(packaged.archiveHash);
    expect(again.headerHash).toBe(packaged.headerHash);
  });
});

describe('a package of another system', () => {
  it('for Windows knows its archive by a hash in the program', async () => {
    const made = await packageInto(join(folder, 'windows'), { platform: 'win32', arch: 'x64' }, traced);
    const program = readFileSync(join(made.app, 'Touchstone.exe'));
    expect(
      program.includes(
        JSON.stringify({ file: 'resources\\app.asar', alg: 'SHA256', value: made.headerHash }),
      ),
    ).toBe(true);
    expect(made.fuses).toBe(EXPECTED_WIRE);
    expect(made.files.filter((file) => file.outside).map(({ path }) => path)).toEqual([
      'node_modules/keytar/prebuilds/win32-x64/keytar.node',
    ]);
  });

  it('for macOS knows its archive by a hash in its property list, and holds what both processors need', async () => {
    const made = await packageInto(join(folder, 'mac'), { platform: 'darwin', arch: 'arm64' }, traced);
    const list = readFileSync(join(made.app, 'Contents/Info.plist'), 'utf8');
    expect(list).toMatch(/<key>ElectronAsarIntegrity<\/key>\s*<dict>\s*<key>Resources\/app\.asar<\/key>/);
    expect(list).toContain(`<string>${made.headerHash}</string>`);
    expect(made.fuses).toBe(EXPECTED_WIRE);
    expect(made.files.filter((file) => file.outside).map(({ path }) => path)).toEqual([
      'node_modules/keytar/prebuilds/darwin-arm64/keytar.node',
      'node_modules/keytar/prebuilds/darwin-x64/keytar.node',
    ]);
  });
});

describe('a runtime that is fetched', () => {
  it('is the one whose checksum Electron’s own package states, whatever its server says of it', async () => {
    const asked: string[] = [];
    const forged = Buffer.from('PK: what somebody put in its place');
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      const name = url.slice(url.lastIndexOf('/') + 1);
      const hash = createHash('sha256').update(forged).digest('hex');
      response.end(/SHASUMS/.test(url) ? `${hash} *${name}\n` : forged);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const before = { ...process.env };
    Object.assign(process.env, { ELECTRON_MIRROR: mirror, electron_config_cache: join(folder, 'cache') });
    try {
      const output = join(folder, 'fetched');
      const target = { platform: 'linux', arch: 'x64' } as const;
      const made = packageApp({
        project,
        target,
        output,
        runtime: undefined,
        installers: false,
        traced,
        say: () => undefined,
      });
      await expect(made).rejects.toThrow(/checksum/i);
      expect(existsSync(join(output, 'linux-unpacked', 'resources', 'app.asar'))).toBe(false);
    } finally {
      for (const name of ['ELECTRON_MIRROR', 'electron_config_cache'])
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
      server.close();
    }
    const { version } = JSON.parse(
      readFileSync(join(project, 'node_modules/electron/package.json'), 'utf8'),
    ) as { version: string };
    const archive = `electron-v${version}-linux-x64.zip`;
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((path) => path.endsWith(archive))).toBe(true);
    expect(runtimeChecksums(project)[archive]).toMatch(/^[0-9a-f]{64}$/);
  });
});

/** The modules outside the built scripts that a script imports. */
function importsOf(code: string): string[] {
  const statements = /^import\b[^"'`\n]*?["']([^"']+)["'];?$|\bimport\(["']([^"'./][^"']*)["']\)/gm;
  return [...code.matchAll(statements)]
    .map(([, whole, lazy]) => whole ?? lazy ?? '')
    .filter((name) => !name.startsWith('.'));
}

function firstLine(name: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(extracted, 'out/main', name), ...args], {
    cwd: extracted,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((settle) => {
    let output = '';
    const take = (part: Buffer): void => {
      output += part.toString('utf8');
      if (output.includes('\n')) child.kill();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('close', () => settle(output));
  });
}

/** With or without a keychain, the helper must have loaded its library. */
function keychainAnswer(): Promise<unknown> {
  const child = spawn(process.execPath, [join(extracted, 'out/main/keychain.js')], {
    cwd: extracted,
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((settle) => {
    child.on('message', (message) => {
      settle(message);
      child.kill('SIGKILL');
    });
    child.on('exit', (code) => settle(`exit ${code}`));
    child.send({ id: 1, operation: 'get', account: 'none' });
  });
}

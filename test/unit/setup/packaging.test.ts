import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration, debLacks } from '../../../src-main/setup/packaging/package.ts';
import {
  fetchTrouble,
  nativeNames,
  obstacleTo,
  readTarget,
} from '../../../src-main/setup/packaging/target.ts';
import { packageFolder } from '../../../src-main/setup/packaging/trace.ts';
import { refusalText } from '../../../src-main/shell/electron/hardening.ts';
import { project } from '../../support/tool.ts';

const config = await configuration(project);
const resource = (name: string): string => readFileSync(join(project, 'resources/package', name), 'utf8');
const filledIn = (text: string): string =>
  text.replaceAll('${executable}', 'touchstone').replaceAll('${sanitizedProductName}', 'Touchstone');

describe('what packages are like', () => {
  it('starts none without its sandbox, and publishes and updates nothing', () => {
    expect(JSON.stringify(config)).not.toContain('no-sandbox');
    // Without the list, the packaging tool would add the switch.
    expect(config).toMatchObject({ publish: null, linux: { executableArgs: [] } });
  });

  it('installs on Windows for one user, without asking for more rights, and leaves wallets alone', () => {
    expect(config).toMatchObject({
      win: { requestedExecutionLevel: 'asInvoker' },
      nsis: {
        perMachine: false,
        allowElevation: false,
        packElevateHelper: false,
        deleteAppDataOnUninstall: false,
      },
    });
  });

  it('makes no deb before package.json has what one must state', () => {
    const whole = { homepage: 'https://touchstone.example', author: 'Ada <ada@touchstone.example>' };
    expect(debLacks(whole)).toEqual([]);
    expect(debLacks({ author: whole.author })).toEqual(['homepage']);
    expect(debLacks({ ...whole, author: 'Ada' })).toEqual(['email address in author']);
    expect(debLacks({})).toEqual(['homepage', 'email address in author']);
  });

  it('says before any work that packages for macOS are made on macOS alone, as the document does', () => {
    const universal = readTarget('darwin');
    const half = readTarget('darwin', 'arm64');
    expect(obstacleTo(universal, true, 'linux')).toMatch(/on macOS alone/);
    expect(obstacleTo(half, true, 'win32')).toMatch(/on macOS alone/);
    expect(obstacleTo(universal, false, 'linux')).toMatch(/--arch arm64 or --arch x64/);
    expect(obstacleTo(half, false, 'linux')).toBeUndefined();
    expect(obstacleTo(universal, true, 'darwin')).toBeUndefined();
    expect(obstacleTo(readTarget('win32', 'x64'), true, 'linux')).toBeUndefined();
    expect(readFileSync(join(project, 'docs/PACKAGING.md'), 'utf8')).toContain('are made on macOS alone');
  });

  it('says of a runtime that cannot be fetched what is missing', () => {
    const met = Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), { code: 'ENOTFOUND' });
    expect(fetchTrouble(met)).toMatch(/runtime .* could not be fetched \(ENOTFOUND\)/);
    expect(fetchTrouble(new Error('anything else'))).toBeUndefined();
  });

  it('asks macOS for compiled JavaScript and nothing else', () => {
    expect(config).toMatchObject({ mac: { hardenedRuntime: true } });
    for (const name of ['entitlements.mac.plist', 'entitlements.mac.inherit.plist'])
      expect([...resource(name).matchAll(/<key>(.*?)<\/key>/g)].map(([, key]) => key)).toEqual([
        'com.apple.security.cs.allow-jit',
      ]);
  });

  it('has a sandbox on Linux by either way: a profile for namespaces, and a helper that is ready', () => {
    const profile = filledIn(resource('apparmor-profile'));
    expect(profile).toContain(
      'profile "touchstone" "/opt/Touchstone/touchstone" flags=(unconfined) {\n  userns,',
    );
    expect(filledIn(resource('deb-after-install.sh'))).toContain(
      "chmod 4755 '/opt/Touchstone/chrome-sandbox'",
    );
  });

  it.skipIf(process.platform === 'win32').each(['deb-after-install.sh', 'deb-after-remove.sh'])(
    'has a script that a shell can read (%s), with nothing left to fill in',
    (name) => {
      const script = filledIn(resource(name));
      expect(script).not.toContain('${');
      expect(spawnSync('sh', ['-n'], { input: script }).status).toBe(0);
    },
  );

  it('tells whoever starts an AppImage that would have no sandbox what to do', () => {
    expect(refusalText('no-sandbox')).toContain('Install the .deb instead');
    expect(refusalText('inspect')).toBe('Touchstone does not run with --inspect.');
  });
});

describe('the target of a package', () => {
  it('is this machine, or what the arguments name', () => {
    expect(readTarget('linux', 'arm64')).toEqual({ platform: 'linux', arch: 'arm64' });
    expect(readTarget('darwin')).toEqual({ platform: 'darwin', arch: 'universal' });
    expect(() => readTarget('freebsd')).toThrow('--platform');
    expect(() => readTarget('linux', 'universal')).toThrow('--arch');
    expect(() => readTarget('win32', 'ia32')).toThrow('--arch');
  });

  it('has its own native library, and on macOS those of both processors', () => {
    expect(nativeNames({ platform: 'win32', arch: 'arm64' })).toEqual(['win32-arm64']);
    expect(nativeNames({ platform: 'darwin', arch: 'universal' })).toEqual(['darwin-arm64', 'darwin-x64']);
  });
});

describe('the package that a file is of', () => {
  it('is the innermost one', () => {
    expect(packageFolder('node_modules/ws/lib/a.js')).toBe('node_modules/ws');
    expect(packageFolder('node_modules/@a/b/c.js')).toBe('node_modules/@a/b');
    expect(packageFolder('node_modules/a/node_modules/@b/c/d.js')).toBe('node_modules/a/node_modules/@b/c');
    expect(packageFolder('out/main/index.js')).toBeUndefined();
  });
});

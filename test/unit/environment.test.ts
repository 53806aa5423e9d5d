import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { childEnvironment, environmentVariable, readEnvironment } from '../../src-main/system/environment.ts';
import { findElectron } from '../../src-main/setup/find-runtime.ts';

describe('environment', () => {
  it('knows whether a window can be shown', () => {
    expect(readEnvironment({}, 'linux').hasDisplay).toBe(false);
    expect(readEnvironment({ DISPLAY: '' }, 'linux').hasDisplay).toBe(false);
    expect(readEnvironment({ DISPLAY: ':0' }, 'linux').hasDisplay).toBe(true);
    expect(readEnvironment({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux').hasDisplay).toBe(true);
    expect(readEnvironment({}, 'darwin').hasDisplay).toBe(true);
    expect(readEnvironment({}, 'win32').hasDisplay).toBe(true);
  });

  it('splits the PATH as each system does', () => {
    expect(readEnvironment({ PATH: '/bin::/usr/bin' }, 'linux').programFolders).toEqual(['/bin', '/usr/bin']);
    expect(readEnvironment({ Path: 'C:\\a;D:\\b' }, 'win32').programFolders).toEqual(['C:\\a', 'D:\\b']);
  });

  it('treats an empty variable as absent', () => {
    expect(environmentVariable('TOUCHSTONE_NO_SUCH_VARIABLE')).toBeUndefined();
    process.env['TOUCHSTONE_TEST_VARIABLE'] = '';
    expect(environmentVariable('TOUCHSTONE_TEST_VARIABLE')).toBeUndefined();
    process.env['TOUCHSTONE_TEST_VARIABLE'] = 'set';
    expect(environmentVariable('TOUCHSTONE_TEST_VARIABLE')).toBe('set');
    delete process.env['TOUCHSTONE_TEST_VARIABLE'];
  });

  it('hands everything but NODE_OPTIONS on to a child', () => {
    const before = process.env['NODE_OPTIONS'];
    process.env['NODE_OPTIONS'] = '--require=/tmp/foreign.js';
    const child = childEnvironment({ LC_ALL: 'C' });
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
    expect(child).not.toHaveProperty('NODE_OPTIONS');
    expect(child['LC_ALL']).toBe('C');
    expect(child['PATH']).toBe(process.env['PATH']);
  });
});

describe('environment of Windows', () => {
  it('loads no code into a child, however the variable is spelled', () => {
    const child = childEnvironment(
      {},
      { Node_Options: '--require=C:\\foreign.js', node_options: 'x', Path: 'C:\\' },
    );
    expect(child).toEqual({ Path: 'C:\\' });
  });

  it('reads paths with the quotes that its own way of setting variables leaves around them', () => {
    const path = 'C:\\Program Files\\Chromium\\chrome.exe';
    for (const written of [path, `"${path}"`, `'${path}'`, ` "${path}" `])
      expect(readEnvironment({ TOUCHSTONE_CHROMIUM: written }, 'win32').chromium).toBe(path);
    expect(readEnvironment({ TOUCHSTONE_CHROMIUM: '""' }, 'win32').chromium).toBeUndefined();
  });
});

describe('finding the Electron runtime', () => {
  const folder = mkdtempSync(join(tmpdir(), 'electron-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('answers a path only once the runtime is unpacked', () => {
    expect(findElectron(folder)).toBeUndefined();
    writeFileSync(join(folder, 'path.txt'), 'electron\n');
    expect(findElectron(folder)).toBeUndefined();
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/electron'), '');
    expect(findElectron(folder)).toBe(join(folder, 'dist/electron'));
  });
});

import { describe, expect, it } from 'vitest';
import { launchObstacle, launchOptions } from '../../../src-main/shell/chromium/launch-options.ts';

const wishes = {
  executable: '/usr/bin/chromium',
  headless: false,
  bounds: { width: 1, height: 1 },
  patienceMs: 1,
};

describe('the options that a browser is started with', () => {
  it('ask for the sandbox, since the driver leaves it off unless it is asked', () => {
    const { chromiumSandbox, args } = launchOptions({ ...wishes, sandboxed: true });
    expect(chromiumSandbox).toBe(true);
    expect(args?.filter((argument) => /sandbox|test-type/.test(argument))).toEqual([]);
  });

  it('go without it only when asked to', () => {
    const { chromiumSandbox, args } = launchOptions({ ...wishes, sandboxed: false });
    expect(chromiumSandbox).toBe(false);
    expect(args).toContain('--test-type');
  });

  it('emulate no graphics processor, and show no bar of automation', () => {
    expect(launchOptions({ ...wishes, sandboxed: true }).ignoreDefaultArgs).toEqual([
      '--enable-automation',
      '--enable-unsafe-swiftshader',
    ]);
  });

  it('leave signals to the application, which closes its windows itself', () => {
    for (const sandboxed of [true, false])
      expect(launchOptions({ ...wishes, sandboxed })).toMatchObject({
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
  });
});

it.each([
  ['browserType.launchPersistentContext: Chromium sandboxing failed!', 'sandbox-missing'],
  ['[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! Update your kernel', 'sandbox-missing'],
  [
    'setuid_sandbox_host.cc(166)] The SUID sandbox helper binary was found, but is not configured correctly.',
    'sandbox-missing',
  ],
  // A browser of Snap's, whose confinement hides the folders of a home that begin with a dot.
  [
    '[1:1:ERROR:process_singleton_posix.cc(281)] Failed to create /home/ada/.local/share/touchstone/browser/main/SingletonLock: Permission denied (13)',
    'browser-confined',
  ],
  [
    'cmd_run.go:1046: WARNING: cannot create user data directory: cannot create snap home dir',
    'browser-confined',
  ],
  ['Failed to create /home/ada/.local/share/touchstone/browser/SingletonLock: File exists (17)', undefined],
  ['Timeout 60000ms exceeded', undefined],
])('an error that says "%s" means: %s', (message, code) => {
  expect(launchObstacle(new Error(message), '/snap/bin/chromium')?.code).toBe(code);
  expect(launchObstacle(message, '/snap/bin/chromium')).toBeUndefined();
});

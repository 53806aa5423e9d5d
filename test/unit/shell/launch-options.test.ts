import { describe, expect, it } from 'vitest';
import { lacksSandbox, launchOptions } from '../../../src-main/shell/chromium/launch-options.ts';

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
  ['browserType.launchPersistentContext: Chromium sandboxing failed!', true],
  ['[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! Update your kernel', true],
  [
    'setuid_sandbox_host.cc(166)] The SUID sandbox helper binary was found, but is not configured correctly.',
    true,
  ],
  ['Timeout 60000ms exceeded', false],
])('an error that says "%s" is for want of a sandbox: %s', (message, expected) => {
  expect(lacksSandbox(new Error(message))).toBe(expected);
  expect(lacksSandbox(message)).toBe(false);
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HELP } from '../../../src-main/cli/help.ts';
import { CommandPlace } from '../../support/command-line.ts';

/** Output that cannot be written: a result that nobody has is no success. */

const entry = (path: string): string => fileURLToPath(new URL(`../../../src-main/${path}`, import.meta.url));
const place = new CommandPlace();
const environment = { ...process.env, TOUCHSTONE_DATA: place.path('data') };

/** Runs with one stream on a device that is always full; answers the exit code and the other stream's text. */
function run(path: string, args: readonly string[], full: 'stdout' | 'stderr') {
  const device = openSync('/dev/full', 'w');
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry(path), ...args], {
      stdio: ['ignore', full === 'stdout' ? device : 'pipe', full === 'stderr' ? device : 'pipe'],
      encoding: 'utf8',
      env: environment,
    });
    return { status, told: full === 'stdout' ? stderr : stdout };
  } finally {
    closeSync(device);
  }
}

describe.runIf(process.platform === 'linux')('an output that cannot be written', () => {
  it.each([[['keys', 'new']], [['keys', 'new', '--json']], [['--help']]])(
    'ends "%s" with 1, in words',
    (args) => {
      const { status, told } = run('cli.ts', args, 'stdout');
      expect(status).toBe(1);
      expect(told).toContain('The result could not be written to stdout: there is no room left, ENOSPC.');
      expect(told).toContain('(result-not-written)');
    },
  );

  it('ends with 1 where only the progress is lost, and leaves an object for programs alone', () => {
    const words = place.file('words.txt', `${'abandon '.repeat(23)}art`);
    const address = ['keys', 'address', '--mnemonic-file', words];
    // Its journal of warnings is empty: nothing is lost, and nothing is wrong.
    expect(run('cli.ts', address, 'stderr').status).toBe(0);
    const wrong = run(
      'cli.ts',
      ['keys', 'address', '--mnemonic-file', place.file('no.txt', 'no words'), '--json'],
      'stderr',
    );
    expect(wrong.status).toBe(1);
    expect(JSON.parse(wrong.told)).toMatchObject({ failure: { code: 'phrase-malformed' } });
  });

  it('does not pass a part of it for the whole: a file that takes no more is noticed', () => {
    const file = place.path('help.txt');
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `ulimit -f 1; exec "$0" "$1" --help > "$2"`, process.execPath, entry('cli.ts'), file],
      { encoding: 'utf8', env: environment },
    );
    expect(HELP.startsWith(readFileSync(file, 'utf8'))).toBe(true);
    expect(status).toBe(1);
    expect(stderr).toContain('could not be written to stdout');
  });

  it('is no failure where the reader has left', () => {
    const piped = spawnSync(
      'bash',
      ['-c', `"$0" "$1" --help | head -1; exit \${PIPESTATUS[0]}`, process.execPath, entry('cli.ts')],
      {
        encoding: 'utf8',
        env: environment,
      },
    );
    expect([piped.status, piped.stderr]).toEqual([0, '']);
  });

  it('ends the other programs with 1, too', () => {
    expect(run('setup/start.ts', ['--help'], 'stdout')).toEqual({
      status: 1,
      told: 'The output could not be written (ENOSPC).\n',
    });
  });

  it('ends practice with 1 when it is stopped, and not before: who started it may have its addresses already', async () => {
    const device = openSync('/dev/full', 'w');
    const practice = spawn(process.execPath, [entry('practice/main.ts'), '--port', '0'], {
      stdio: ['ignore', device, 'pipe', 'ipc'],
    });
    closeSync(device);
    let told = '';
    if (practice.stderr === null) throw new Error('its error output is a pipe');
    practice.stderr.setEncoding('utf8').on('data', (part: string) => (told += part));
    await Promise.all([once(practice, 'message'), once(practice.stderr, 'data')]);
    practice.kill('SIGTERM');
    const [code] = (await once(practice, 'close')) as [number];
    expect([code, told]).toEqual([1, 'The output could not be written (ENOSPC).\n']);
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSignedBefore } from '../../../src-main/offline/signed-before.ts';
import { bundleText } from '../../../src-main/offline/bundle.ts';
import type { SmallFiles } from '../../../src-main/ports/system.ts';
import { diskFiles, memoryFiles } from '../../../src-main/system/small-files.ts';
import { goodTrade } from '../../support/good-trade.ts';
import { goodBundle } from '../../support/offline-bundle.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const temporary = temporaryDirectories();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The behaviour of every implementation of the port. */
describe.each([
  ['on disk', (): SmallFiles => diskFiles(join(temporary(), 'profile'))],
  ['in memory', (): SmallFiles => memoryFiles()],
])('small files %s', (_, make) => {
  it('are read as they were last written, and gone when removed', () => {
    const files = make();
    expect(files.read('keystore')).toBeUndefined();
    files.write('keystore', bytes('a longer content'));
    files.write('keystore', bytes('short'));
    expect(files.read('keystore')).toEqual(bytes('short'));
    files.write('keystore.previous', bytes('other'));
    files.remove('keystore');
    files.remove('keystore');
    expect(files.read('keystore')).toBeUndefined();
    expect(files.read('keystore.previous')).toEqual(bytes('other'));
  });

  it('do not change with the buffers that were handed in or out', () => {
    const files = make();
    const content = bytes('secret');
    files.write('a', content);
    content.fill(0);
    files.read('a')?.fill(0);
    expect(files.read('a')).toEqual(bytes('secret'));
  });

  it('are changed by what was there before, which may be nothing, or remain as it was', () => {
    const files = make();
    const seen: unknown[] = [];
    const change = (next: Uint8Array | undefined) =>
      files.change('count', (before) => {
        seen.push(before && Buffer.from(before).toString());
        return next;
      });
    change(bytes('1'));
    change(bytes('2'));
    files.change('count', (before) => before);
    change(undefined);
    change(undefined);
    expect(seen).toEqual([undefined, '1', '2', undefined]);
    expect(files.read('count')).toBeUndefined();
    const refused = () =>
      files.change('count', () => {
        throw new RangeError('not now');
      });
    expect(refused).toThrow('not now');
    change(bytes('3'));
    expect(files.read('count')).toEqual(bytes('3'));
  });

  it.each(['../a', 'a/b', '', '.hidden', 'A', 'a.new'])('refuse the name "%s"', (name) => {
    expect(() => make().write(name, bytes('x'))).toThrow(RangeError);
  });
});

describe('small files on disk', () => {
  it('can be read by their owner alone, and leave nothing half-written under their name', () => {
    const directory = join(temporary(), 'profile');
    const files = diskFiles(directory);
    files.write('keystore', bytes('whole'));
    // The remains of the next write after a power cut in the middle of it.
    writeFileSync(join(directory, 'keystore.new'), 'ha');
    expect(diskFiles(directory).read('keystore')).toEqual(bytes('whole'));
    files.write('keystore', bytes('whole again'));
    expect(readdirSync(directory).toSorted()).toEqual(['.lock', 'keystore']);
    if (process.platform !== 'win32') {
      for (const name of ['keystore', '.lock'])
        expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
      expect(statSync(directory).mode & 0o777).toBe(0o700);
    }
  });

  it('say with their error code when the disk refuses', () => {
    const directory = join(temporary(), 'profile');
    const files = diskFiles(directory);
    files.write('a', bytes('x'));
    expect(existsSync(join(directory, 'a'))).toBe(true);
    writeFileSync(join(directory, 'file'), '');
    expect(() => diskFiles(join(directory, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  });
});

/** Processes that wait for a word before they work with the files of one folder. */
async function processes(
  count: number,
  folder: string,
  task: string,
  argument = '',
): Promise<ChildProcess[]> {
  const entry = fileURLToPath(new URL('../../support/file-process.ts', import.meta.url));
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, [entry, folder, task, argument], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map((child) => heard(child, 'ready')));
  return children;
}

async function heard(child: ChildProcess, word: string): Promise<void> {
  if (!child.stdout) throw new Error('it says nothing');
  let said = '';
  while (!said.includes(word)) said += String((await once(child.stdout, 'data'))[0]);
}

describe('small files that several processes change at once', () => {
  it('lose no change, however the changes meet', async () => {
    const folder = temporary();
    const children = await processes(4, folder, 'count', '25');
    for (const child of children) child.stdin?.end('go');
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(Buffer.from(diskFiles(folder).read('count') ?? []).toString()).toBe('100');
  });

  it('are free again when whoever holds them is killed', async () => {
    const folder = temporary();
    const [child] = await processes(1, folder, 'hold');
    child?.stdin?.end('go');
    if (child) await heard(child, 'holding');
    child?.kill('SIGKILL');
    diskFiles(folder).write('count', bytes('7'));
    expect(diskFiles(folder).read('count')).toEqual(bytes('7'));
  });

  it('let one of several signers sign what all of them judged before: the others would be asked about it', async () => {
    const folder = temporary();
    const bundle = join(folder, 'bundle.json');
    writeFileSync(bundle, bundleText(goodBundle({}, goodTrade('ada', 1))));
    const children = await processes(3, folder, 'sign', bundle);
    const answers = children.map(async ({ stdout }) => {
      let said = '';
      for await (const data of stdout ?? []) said += String(data);
      return said.trim();
    });
    for (const child of children) child.stdin?.end('go');
    expect((await Promise.all(answers)).toSorted()).toEqual([
      'ok',
      'warning-unaccepted',
      'warning-unaccepted',
    ]);
    const record = diskFiles(folder).read('signed.json');
    expect(readSignedBefore(record && Buffer.from(record).toString())).toHaveLength(1);
  });
});

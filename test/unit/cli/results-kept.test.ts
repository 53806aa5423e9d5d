import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { journalNote } from '#domain/sentences/journal.ts';
import { runCommand } from '../../../src-main/cli/commands.ts';
import { checkNew, writeNewFiles } from '../../../src-main/cli/options.ts';
import { Interruption, Terminal, UsageError } from '../../../src-main/cli/terminal.ts';
import { bundleText, fingerprintOf } from '../../../src-main/offline/bundle.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { goodBundle } from '../../support/offline-bundle.ts';
import { must } from '../../support/trader.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-results-'));
const at = (name: string): string => join(folder, name);
/** No file system makes a file of this name; that shows only when it is made. */
const TOO_LONG = at(`${'x'.repeat(300)}.json`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the files of a result', () => {
  it('are all there, or none of them is: an empty one would block the next attempt', () => {
    const first = { path: at('first.json'), content: '{}' };
    expect(writeNewFiles([first, { path: TOO_LONG, content: '{}' }])).toMatchObject({
      failure: {
        code: 'file-not-written',
        data: { file: TOO_LONG, reason: expect.stringMatching(/too long/) },
      },
    });
    expect(existsSync(first.path)).toBe(false);
    expect(must(writeNewFiles([first]))).toBeUndefined();
    expect(writeNewFiles([{ ...first, content: '[]' }])).toMatchObject({
      failure: { code: 'file-not-written', data: { reason: 'a file of that name is there' } },
    });
    expect(readFileSync(first.path, 'utf8')).toBe('{}');
  });

  it('are refused before any work where no file can be made', () => {
    expect(() => checkNew(at('no/such/folder.json'), 'bundle')).toThrow(UsageError);
    expect(() => checkNew(at('free.json'), 'bundle')).not.toThrow();
  });
});

describe('export --again', () => {
  const bundle = goodBundle();
  const [out, ended] = ['aa'.repeat(32), 'bb'.repeat(32)];
  const journal = at('journal.sqlite');
  const kept = must(openJournal(journal));
  const exported = { fingerprint: fingerprintOf(bundle), text: bundleText(bundle) };
  kept.put(
    journalEntry(
      { id: 'out', bodyHash: out, state: 'exported', exported: exported.fingerprint },
      { bundle: exported.text },
    ),
    journalNote('built'),
  );
  kept.put(journalEntry({ id: 'ended', bodyHash: ended, state: 'expired' }), journalNote('expired'));
  kept.close();

  async function again(hash: string, ...more: readonly string[]) {
    const written: string[] = [];
    const stdout = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0);
    try {
      const terminal = new Terminal(true);
      const code = await runCommand(
        ['export', '--again', hash, '--journal', journal, ...more],
        terminal,
        new Interruption(terminal),
      );
      return { code, json: JSON.parse(written.join('')) as Readonly<Record<string, unknown>> };
    } finally {
      stdout.mockRestore();
    }
  }

  it('writes the same bundle once more, and its transactions', async () => {
    const [path, txFile] = [at('again.json'), at('again.tx')];
    const { code, json } = await again(out.toUpperCase(), '--bundle', path, '--tx-file', txFile);
    expect(json).toMatchObject({
      tx_hash: out,
      state: 'exported',
      fingerprint: exported.fingerprint,
      bundle: path,
    });
    expect(code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(exported.text);
    expect(readFileSync(txFile, 'utf8')).toContain(bundle.transactions[0]?.cbor);
  });

  it('names what is out where the hash is of none, and leaves no file', async () => {
    const path = at('unknown.json');
    const { code, json } = await again('cc'.repeat(32), '--bundle', path);
    expect(json).toMatchObject({ failure: { code: 'trade-not-in-journal' }, open: [{ tx_hash: out }] });
    expect([code, existsSync(path)]).toEqual([1, false]);
  });

  it('says the state of a trade that is no longer out', async () => {
    const { json } = await again(ended, '--bundle', at('ended.json'));
    expect(json).toMatchObject({ failure: { code: 'trade-not-in-that-state' }, state: 'expired' });
  });

  it('says that the file cannot be written, and keeps the trade as it is', async () => {
    expect((await again(out, '--bundle', TOO_LONG)).json).toMatchObject({
      failure: { code: 'file-not-written' },
      state: 'exported',
    });
    expect((await again(out, '--bundle', at('third.json'))).code).toBe(0);
  });

  it('needs a file, and names its verbs to who gives none', async () => {
    const terminal = new Terminal(true);
    const run = (args: readonly string[]) => runCommand(args, terminal, new Interruption(terminal));
    await expect(run(['export', '--again', out])).rejects.toThrow(/--bundle is needed/);
    await expect(run(['export'])).rejects.toThrow(/export takes swap, limit, dca, cancel or send$/);
    await expect(run(['keys', '--json'])).rejects.toThrow(/keys takes new, import or address$/);
  });
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureText, type Failure } from '#domain/failure.ts';
import { layFoundations, openProfileStore } from '../../../src-main/app/foundations.ts';
import type { AssetId } from '#domain/asset.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import { StorageError } from '../../../src-main/ports/storage-trouble.ts';
import { saveNew, saveOver } from '../../../src-main/system/save-whole.ts';
import { openCandleCache } from '../../../src-main/storage/candle-cache.ts';
import { fileClaims } from '../../../src-main/storage/signature-claims.ts';
import { openJournal } from '../../../src-main/storage/sqlite-journal.ts';
import { openSettings } from '../../../src-main/storage/sqlite-settings.ts';
import { diskFiles } from '../../../src-main/system/small-files.ts';
import { PasswordGate } from '../../../src-main/wallet/password.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { MAY_MOUNT, smallDisks } from '../../support/small-disk.ts';
import { must } from '../../support/trader.ts';

const smallDisk = smallDisks();

function refused(work: () => unknown): Failure | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StorageError) return error.failure;
    throw error;
  }
}

/** Writes until the disk is full in the middle of it: the write-ahead log has room of its own for the first ones. */
function refusedAtLast(work: (turn: number) => unknown): Failure | undefined {
  for (let turn = 0; turn < 500; turn += 1) {
    const met = refused(() => work(turn));
    if (met) return met;
  }
  return undefined;
}

const full = (file: string) => ({ code: 'storage-full', data: { file } });

describe.runIf(process.platform === 'linux' && MAY_MOUNT)('on a real disk that is full', () => {
  it('the journal refuses the write in a sentence, keeps what it had, and continues when there is room', () => {
    const disk = smallDisk(1_024);
    const path = join(disk.path, 'journal.sqlite');
    const journal = must(openJournal(path));
    journal.put(journalEntry({ id: 'before' }), journalNote('built'));
    disk.fill();
    const entry = (turn: number) =>
      journalEntry({ id: `trade-${turn}` }, { unsignedCbor: '00'.repeat(8_000) });
    let kept = 0;
    const met = refusedAtLast((turn) => {
      journal.put(entry(turn), journalNote('built'));
      kept = turn + 1;
    });
    expect(met).toEqual(full('journal.sqlite'));
    expect(failureText(met as Failure)).toEqual({
      what: 'The disk is full: the file "journal.sqlite" could not be written.',
      money: 'none',
      advice: 'Free some disk space, then try again.',
    });
    expect(journal.all(1_000)).toHaveLength(kept + 1);
    expect(journal.get(`trade-${kept}`)).toBeUndefined();
    disk.free();
    journal.put(entry(kept), journalNote('built'));
    expect(journal.steps(`trade-${kept}`)).toHaveLength(1);
    journal.close();
    const again = must(openJournal(path));
    expect(again.all(1_000)).toHaveLength(kept + 2);
    again.close();
  });

  it('neither a journal nor a profile nor a data folder is half made', () => {
    const disk = smallDisk(256);
    disk.fill();
    expect(openJournal(join(disk.path, 'journal.sqlite'))).toEqual({
      ok: false,
      failure: full('journal.sqlite'),
    });
    expect(openProfileStore(disk.path, 'practice')).toMatchObject({
      ok: false,
      failure: { code: 'storage-full' },
    });
    expect(layFoundations(join(disk.path, 'data'))).toMatchObject({
      ok: false,
      failure: { code: 'storage-full' },
    });
    disk.free();
    const laid = must(layFoundations(join(disk.path, 'data')));
    laid.close();
  });

  it('settings say so, and keep the value from before', () => {
    const disk = smallDisk(512);
    const settings = must(openSettings(join(disk.path, 'settings.sqlite')));
    settings.set('mode', 'practice');
    disk.fill();
    const met = refusedAtLast((turn) => settings.set('mode', `${turn}`.repeat(5_000)));
    expect(met).toEqual(full('settings.sqlite'));
    expect(String(settings.get('mode')).length).toBeGreaterThan(0);
    disk.free();
    settings.set('mode', 'live');
    expect(settings.get('mode')).toBe('live');
    settings.close();
  });

  it('the candle cache is nobody’s trouble', () => {
    const disk = smallDisk(512);
    const cache = openCandleCache(join(disk.path, 'candles.sqlite'));
    const key = { first: 'ADA' as AssetId, second: 'ab'.repeat(28) as AssetId, period: '1min' as const };
    const candle = (time: number) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 });
    disk.fill();
    const many = Array.from({ length: 20_000 }, (_, at) => candle(at * 60));
    cache.write(key, { from: 0, to: 20_000 * 60 }, many);
    expect(cache.read(key, { from: 0, to: 60 }).candles.length).toBeLessThanOrEqual(1);
    cache.close();
    const again = openCandleCache(join(disk.path, 'candles.sqlite'));
    again.write(key, { from: 0, to: 120 }, [candle(0), candle(60)]);
    again.close();
  });

  it('the keystore’s files stay as they were, and a password cannot be tried uncounted', async () => {
    const disk = smallDisk(64);
    const files = diskFiles(disk.path);
    files.write('keystore', Buffer.from('the only copy'));
    disk.fill();
    expect(() => files.write('keystore', Buffer.alloc(20_000))).toThrow(/ENOSPC/);
    expect(Buffer.from(files.read('keystore') ?? []).toString()).toBe('the only copy');
    let tried = false;
    const gate = new PasswordGate(files, systemClock);
    const result = await gate.attempt(() => {
      tried = true;
      return Promise.resolve({ ok: true, value: undefined });
    });
    expect(result).toEqual({ ok: false, failure: full('keystore') });
    expect(tried).toBe(false);
  });

  it('a claim that could not be written holds the transaction for nobody', () => {
    const disk = smallDisk(64);
    const claims = fileClaims(join(disk.path, 'signed'), join(disk.path, 'journal.sqlite'));
    must(claims.claim('aa'.repeat(32), 'first'));
    disk.fill();
    must(claims.claim('bb'.repeat(32), 'second'));
    expect(readdirSync(join(disk.path, 'signed'))).toEqual(['aa'.repeat(32)]);
    disk.free();
    must(claims.claim('bb'.repeat(32), 'third'));
  });

  it('an export is whole or not there, and never takes the place of a whole one', () => {
    const disk = smallDisk(64);
    const [fresh, old] = [join(disk.path, 'new.json'), join(disk.path, 'old.json')];
    writeFileSync(old, 'a backup');
    disk.fill();
    expect(() => saveNew(fresh, 'x'.repeat(20_000))).toThrow(/ENOSPC/);
    expect(() => saveOver(old, 'x'.repeat(20_000))).toThrow(/ENOSPC/);
    expect(readdirSync(disk.path).sort()).toEqual(['ballast', 'old.json']);
    expect(readFileSync(old, 'utf8')).toBe('a backup');
  });
});

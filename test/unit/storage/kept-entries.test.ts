import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Notebook } from '../../../src-main/app/notebook.ts';
import { Preferences } from '../../../src-main/features/settings/preferences.ts';
import { connector } from '../../../src-main/app/connector.ts';
import { layFoundations } from '../../../src-main/app/foundations.ts';
import { AlertBook } from '../../../src-main/features/alerts/alert-book.ts';
import { WatchLists } from '../../../src-main/features/markets/watch-lists.ts';
import { orderNotices } from '../../../src-main/features/orders/order-notices.ts';
import { ReleaseMemory } from '../../../src-main/features/releases/release-memory.ts';
import { LiveProfiles } from '../../../src-main/features/vault/live-profiles.ts';
import { CoinLabels } from '../../../src-main/features/wallet/coin-labels.ts';
import { Workspaces } from '../../../src-main/features/workspaces/workspaces.ts';
import { SessionStore } from '../../../src-main/keychain/session-store.ts';
import type { SettingsStore } from '../../../src-main/ports/journal.ts';
import { KeptList } from '../../../src-main/ports/kept-entries.ts';
import { openSettings } from '../../../src-main/storage/sqlite-settings.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { SOME_TOKEN } from '../../support/journal-entry.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();
const COIN = `${'ab'.repeat(32)}#0`;
const alert = {
  id: 'a1',
  token: SOME_TOKEN,
  condition: { kind: 'price', price: '1.5' },
  repeat: 'once',
  state: 'on',
  madeAt: 1,
  recent: [],
  times: 0,
};

/** Changes something that is kept under a key, as the application does. */
const CHANGES: Readonly<Record<string, (settings: SettingsStore) => void>> = {
  'alerts.practice': (settings) => {
    const book = new AlertBook(settings, 'practice', () => 'new');
    must(book.add({ token: SOME_TOKEN, condition: { kind: 'spread', bps: 5 }, repeat: 'once', madeAt: 2 }));
    if (book.list.some(({ id }) => id === 'a1')) must(book.move('a1', '2'));
  },
  'coins.practice': (settings) =>
    void must(new CoinLabels(settings, 'practice').note(COIN, { label: 'mine', frozen: true })),
  'markets.practice': (settings) => {
    const lists = new WatchLists(settings, 'practice', () => 'new');
    must(lists.rename(lists.lists[0]?.id ?? '', 'Renamed'));
  },
  workspaces: (settings) => {
    const workspaces = new Workspaces(settings);
    expect(workspaces.topic.value).toEqual([]);
    must(workspaces.save('Mine', {} as never));
  },
  preferences: (settings) => new Preferences(settings).change({ priceColours: 'blue-orange' }),
  releases: (settings) => new ReleaseMemory(settings).dismiss('2.0.0'),
  'notebook.note.aa': (settings) =>
    void must(new Notebook(settings).write({ kind: 'note', of: 'aa' }, 'mine')),
  'order-notices.practice': (settings) => {
    const parts = { clock: systemClock, settings, random: systemRandom };
    const row = { id: 'new', status: 'open' };
    orderNotices(parts, () => ({ filled: true, partlyFilled: true, cancelled: true, drifted: true })).follow(
      {
        name: 'practice',
        catalogue: { shown: () => ADA_TOKEN },
        orders: { onChange: (listen) => (listen({ rows: [row] } as never), () => undefined) },
      },
      () => undefined,
    );
  },
};

/** Stored by another version: unknown fields in it must still be there afterwards. */
const NEWER: Readonly<Record<string, { readonly stored: unknown; readonly after: unknown }>> = {
  'alerts.practice': {
    stored: [
      { ...alert, id: 'n1', condition: { kind: 'moon', phase: 3 } },
      { ...alert, sound: 'bell', condition: { ...alert.condition, side: 'both' } },
    ],
    after: [
      expect.objectContaining({ id: 'new' }),
      { ...alert, sound: 'bell', condition: { kind: 'price', price: '2', side: 'both' } },
      { ...alert, id: 'n1', condition: { kind: 'moon', phase: 3 } },
    ],
  },
  'coins.practice': {
    stored: [
      { output: COIN, label: 'old', frozen: false, colour: 'red' },
      { outputs: [COIN], label: 'several', frozen: true },
    ],
    after: [
      { output: COIN, label: 'mine', frozen: true, colour: 'red' },
      { outputs: [COIN], label: 'several', frozen: true },
    ],
  },
  'markets.practice': {
    stored: {
      lists: [{ id: 'w1', name: 'Mine', tokens: [], icon: 'star' }, { group: [] }],
      recent: [],
      pins: [1],
    },
    after: {
      lists: [{ id: 'w1', name: 'Renamed', tokens: [], icon: 'star' }, { group: [] }],
      recent: [],
      pins: [1],
    },
  },
  workspaces: {
    stored: [{ name: 'Newer', setup: { layout: 'nine' } }],
    after: [
      { name: 'Mine', setup: {} },
      { name: 'Newer', setup: { layout: 'nine' } },
    ],
  },
  preferences: {
    stored: { theme: 'sepia', density: 'high', slippageBps: 50 },
    after: expect.objectContaining({
      theme: 'sepia',
      density: 'high',
      slippageBps: 50,
      priceColours: 'blue-orange',
    }),
  },
  releases: {
    stored: {
      seen: { version: '1.5.0', releasedAt: 7, channel: 'beta' },
      dismissed: { version: '1.4.0' },
      etag: 'x',
    },
    after: { seen: { version: '1.5.0', releasedAt: 7, channel: 'beta' }, dismissed: '2.0.0', etag: 'x' },
  },
  'order-notices.practice': {
    stored: { live: { a: 'open', b: 'paused' }, told: { c: ['thawed'] }, near: [], muted: ['a'] },
    after: { live: { a: 'open', b: 'paused', new: 'open' }, told: { c: ['thawed'] }, near: [], muted: ['a'] },
  },
};

function settingsIn(folder: string, rows: Readonly<Record<string, string>>) {
  const path = join(folder, 'settings.sqlite');
  must(openSettings(path)).close();
  const file = new DatabaseSync(path);
  for (const [key, json] of Object.entries(rows))
    file.prepare('INSERT INTO settings VALUES (?, ?)').run(key, json);
  file.close();
  return path;
}

function rowsIn(path: string): Readonly<Record<string, string>> {
  const file = new DatabaseSync(path, { readOnly: true });
  const rows = file.prepare('SELECT key, json FROM settings').all();
  file.close();
  return Object.fromEntries(rows.map((row) => [String(row['key']), String(row['json'])]));
}

describe('a row of the settings that is not JSON', () => {
  it('costs itself: the application starts, says which, and keeps the text when the row is written', () => {
    const folder = temporary();
    const keys = [...Object.keys(CHANGES), 'profiles'];
    const path = settingsIn(folder, Object.fromEntries(keys.map((key) => [key, `{"cut in ${key}`])));
    const laid = must(layFoundations(folder));
    expect(laid.remarks).toEqual([expect.stringContaining('Some settings are damaged')]);
    for (const key of keys) expect(laid.remarks[0]).toContain(key);
    const live = new LiveProfiles({
      settings: laid.settings,
      secrets: new SessionStore(),
      random: systemRandom,
      place: 'c0ffee',
      connect: connector(systemClock, systemRandom),
    });
    expect(live.all()).toEqual([]);
    for (const change of Object.values(CHANGES)) change(laid.settings);
    laid.close();
    const rows = rowsIn(path);
    for (const key of Object.keys(CHANGES)) {
      expect(rows[`${key}.damaged`]).toBe(`{"cut in ${key}`);
      expect(() => void JSON.parse(rows[key] ?? '')).not.toThrow();
    }
    expect(rows['profiles']).toBe('{"cut in profiles');
  });
});

describe('settings of another version', () => {
  it.each(Object.keys(NEWER))('keep what this one does not understand: %s', (key) => {
    const { stored, after } = NEWER[key] ?? {};
    const path = settingsIn(temporary(), { [key]: JSON.stringify(stored) });
    const settings = must(openSettings(path));
    CHANGES[key]?.(settings);
    settings.close();
    expect(JSON.parse(rowsIn(path)[key] ?? '')).toEqual(after);
  });

  it.each(Object.keys(NEWER))('are set aside where they have another form: %s', (key) => {
    const reported: string[] = [];
    const path = settingsIn(temporary(), { [key]: '7' });
    const settings = must(openSettings(path, (about) => void reported.push(about)));
    CHANGES[key]?.(settings);
    settings.close();
    expect(rowsIn(path)[`${key}.unread`]).toBe('7');
    expect(reported).toContain(key);
  });

  it('a frozen coin stays frozen whatever else its note says', () => {
    const stored = [{ output: COIN, label: { en: 'cold' }, frozen: true }];
    const settings = must(
      openSettings(settingsIn(temporary(), { 'coins.practice': JSON.stringify(stored) })),
    );
    const labels = new CoinLabels(settings, 'practice');
    expect([...labels.frozen().keys()]).toEqual([COIN]);
    must(labels.note(`${'cd'.repeat(32)}#1`, { label: 'other', frozen: false }));
    expect(settings.get('coins.practice')).toContainEqual(stored[0]);
    settings.close();
  });
});

describe('a list whose entries another version wrote', () => {
  const known = fc.record({ id: fc.integer({ min: 0, max: 20 }), text: fc.string() });
  const more = fc.dictionary(fc.constantFrom('x', 'y', '__proto__', 'constructor'), fc.jsonValue());
  const entry = fc.oneof(
    fc.tuple(known, more).map(([one, unknown]) => ({ ...unknown, ...one })),
    fc.jsonValue(),
  );
  const read = (stored: unknown): { readonly id: number; readonly text: string } | undefined => {
    const { id, text } = (stored ?? {}) as Readonly<Record<string, unknown>>;
    return typeof id === 'number' && typeof text === 'string' ? { id, text } : undefined;
  };

  it('loses neither an entry nor a field of it, whatever is changed', () => {
    fc.assert(
      fc.property(fc.array(entry), fc.string(), (stored, text) => {
        let kept: unknown = structuredClone(stored);
        const settings = { get: () => kept, set: (_key: string, value: unknown) => void (kept = value) };
        const list = new KeptList(settings, 'list', { read, idOf: ({ id }) => String(id), most: 100 });
        list.keep(list.entries.map((one) => (one.id % 2 === 0 ? { ...one, text } : one)));
        const after = kept as readonly unknown[];
        for (const one of stored) {
          const fits = read(one);
          if (!fits) expect(after).toContainEqual(one);
        }
        const last = new Map(stored.flatMap((one) => (read(one) ? [[read(one)?.id, one]] : [])));
        for (const [id, one] of last) {
          const changed = { ...(one as object), ...(Number(id) % 2 === 0 ? { text } : {}) };
          expect(after).toContainEqual(changed);
        }
      }),
    );
  });
});

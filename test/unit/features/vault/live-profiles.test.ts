import { describe, expect, it } from 'vitest';
import type { ProfileTermsView } from '#contract/profile.ts';
import { failure } from '#domain/failure.ts';
import { connector } from '../../../../src-main/app/connector.ts';
import {
  type LiveParts,
  LiveProfiles,
  storeOf,
  termsOf,
} from '../../../../src-main/features/vault/live-profiles.ts';
import { SessionStore } from '../../../../src-main/keychain/session-store.ts';
import { StorageError } from '../../../../src-main/ports/storage-trouble.ts';
import { systemClock, systemRandom } from '../../../../src-main/system/clock.ts';
import { nowhere, termsNowhere } from '../../../support/live-profile.ts';
import { codeOf, must } from '../../../support/trader.ts';

const connect = connector(systemClock, systemRandom);

/** Settings in memory that write JSON as those on disk do. */
function settingsWith(stored: Readonly<Record<string, unknown>> = {}) {
  const kept = new Map(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    get: (key: string): unknown => {
      const text = kept.get(key);
      return text === undefined ? undefined : JSON.parse(text);
    },
    set: (key: string, value: unknown): void => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, JSON.stringify(value));
    },
    keys: () => [...kept.keys()].sort(),
  };
}

function open(settings = settingsWith(), more: Partial<LiveParts> = {}): LiveProfiles {
  return new LiveProfiles({
    settings,
    secrets: new SessionStore(),
    random: systemRandom,
    place: 'c0ffee',
    connect,
    hasProfile: () => false,
    ...more,
  });
}

const terms = (name: string, more: Partial<ProfileTermsView> = {}): ProfileTermsView => ({
  ...termsNowhere,
  name,
  ...more,
});

describe('the list of live profiles', () => {
  it('is empty at first, and keeps what is added, changed and removed over a restart', () => {
    const settings = settingsWith();
    const live = open(settings);
    expect(live.all()).toEqual([]);
    const [one, two] = [must(live.add(terms('One'))), must(live.add(terms('Two', { excluded: ['EXA'] })))];
    expect(one.id).toMatch(/^[a-z0-9]{8}$/);
    expect(one.id).not.toBe(two.id);
    must(live.change(one.id, terms('One, renamed', { colour: 'slate' })));
    live.remember(live.get(two.id));
    const again = open(settings);
    expect(again.all().map(termsOf)).toEqual([
      terms('One, renamed', { colour: 'slate' }),
      terms('Two', { excluded: ['EXA'] }),
    ]);
    expect(again.lastOpen()?.id).toBe(two.id);
    again.remove(two.id);
    expect(
      open(settings)
        .all()
        .map(({ id }) => id),
    ).toEqual([one.id]);
    expect(open(settings).lastOpen()).toBeUndefined();
  });

  it('gives each its own store, named by what every store can be named by', () => {
    const live = open();
    const made = ['a', 'b', 'c'].map((name) => must(live.add(terms(name))));
    const stores = made.map(storeOf);
    expect(new Set(stores).size).toBe(3);
    for (const store of stores) expect(store).toMatch(/^live-preprod-[a-z0-9]{8}$/);
  });

  it('never takes an id twice', () => {
    const bytes = [1, 1, 2];
    const random = { bytes: (count: number) => new Uint8Array(count).fill(bytes.shift() ?? 9) };
    const live = open(settingsWith(), { random });
    expect([must(live.add(terms('a'))), must(live.add(terms('b')))].map(({ id }) => id)).toEqual([
      'bbbbbbbb',
      'cccccccc',
    ]);
  });

  it.each([
    ['nothing', '   ', 'profile-name-refused'],
    ['too long', 'x'.repeat(41), 'profile-name-refused'],
    ['turned round', 'Main\u202etenniam', 'profile-name-refused'],
    ['with an isolate', '\u2066Main', 'profile-name-refused'],
    ['with a line', 'Main\nnet', 'profile-name-refused'],
    ['with a NUL', 'Main\u0000', 'profile-name-refused'],
    ['with nothing to see', 'Ma\u200bin', 'profile-name-refused'],
    ['of a filler', '\u3164', 'profile-name-refused'],
    ['half a letter', 'Main\ud83d', 'profile-name-refused'],
    ['the same', 'One', 'profile-name-taken'],
    ['the same in capitals', ' ONE ', 'profile-name-taken'],
    ['the same in wide letters', 'Ｏｎｅ', 'profile-name-taken'],
    ['that of practice', 'practice', 'profile-name-taken'],
  ])('refuses a name that is %s', (_what, name, code) => {
    const live = open();
    const one = must(live.add(terms('One')));
    expect(codeOf(live.add(terms(name)))).toBe(code);
    const two = must(live.add(terms('Two')));
    expect(codeOf(live.change(two.id, terms(name)))).toBe(code);
    expect(live.all()).toEqual([one, two]);
  });

  it('takes names in any script, trimmed, and the same one again for the same profile', () => {
    const live = open();
    const one = must(live.add(terms('  Größe   東京  ')));
    expect(one.name).toBe('Größe 東京');
    expect(must(live.change(one.id, terms('GRÖßE 東京'))).name).toBe('GRÖßE 東京');
    expect(must(live.add(terms('x'.repeat(40)))).name).toHaveLength(40);
  });

  it('never moves a profile to another network', () => {
    const live = open();
    const one = must(live.add(terms('One')));
    const moved = terms('One', { addresses: { ...nowhere, network: 'mainnet' } });
    expect(live.change(one.id, moved)).toEqual({
      ok: false,
      failure: failure('profile-network-fixed', { network: 'preprod', wanted: 'mainnet' }),
    });
    expect(live.get(one.id)).toEqual(one);
  });

  it('refuses addresses that a key must not go to, ids that are none of its own, and more than thirty', () => {
    const live = open();
    const addresses = { ...nowhere, baseUrl: 'http://api.example.org' };
    expect(codeOf(live.add(terms('One', { addresses })))).toBe('service-address-refused');
    for (const id of ['../x', 'aaaaaaaa', '', '__proto__'])
      expect(codeOf(live.change(id, terms('One')))).toBe('profile-unknown');
    for (let count = 0; count < 30; count += 1) must(live.add(terms(`Number ${count}`)));
    expect(codeOf(live.add(terms('One too many')))).toBe('profiles-full');
  });
});

describe('a list that was changed by somebody else', () => {
  const good = { id: 'aaaaaaaa', ...terms('Good') };

  it.each([
    ['no object', 7],
    ['an id that leads elsewhere', { ...good, id: '../../x', name: 'Bad' }],
    ['a name that turns', { ...good, id: 'bbbbbbbb', name: 'B\u202ead' }],
    ['the name of practice', { ...good, id: 'bbbbbbbb', name: 'Practice' }],
    ['a colour of prices', { ...good, id: 'bbbbbbbb', name: 'Bad', colour: 'red' }],
    [
      'a network of its own',
      { ...good, id: 'bbbbbbbb', name: 'Bad', addresses: { ...nowhere, network: 'x' } },
    ],
    ['a key among its terms', { ...good, id: 'bbbbbbbb', name: 'Bad', apiKey: 'secret' }],
    ['the same id', { ...good, name: 'Bad' }],
    ['the same name', { ...good, id: 'bbbbbbbb', name: 'GOOD' }],
  ])('is read without the entry with %s, which is kept as it was', (_what, bad) => {
    const settings = settingsWith({ profiles: { list: [good, bad], settled: [] } });
    const live = open(settings);
    expect(live.all()).toEqual([good]);
    must(live.add(terms('Another')));
    expect(settings.get('profiles')).toMatchObject({ list: [good, { name: 'Another' }, bad] });
  });

  it('leaves nobody two profiles of one store', () => {
    const both = ['aaaaaaaa', 'bbbbbbbb'].map((id) => ({ id, ...terms(id), inherits: 'store' }));
    expect(open(settingsWith({ profiles: { list: both, settled: [] } })).all()).toHaveLength(1);
  });

  it.each([
    ['are unreadable', { settled: 'x' }],
    ['name another one only', { settled: ['mainnet', 7] }],
    ['are missing', {}],
  ])('gives an old store to no second profile where the settled networks %s', (_what, more) => {
    const heir = { ...good, inherits: 'store' };
    const live = open(settingsWith({ profiles: { list: [heir], ...more } }), { hasProfile: () => true });
    expect(live.takesOver('preprod')).toBe(false);
    const second = must(live.add(terms('Second')));
    expect(storeOf(second)).toBe(`live-preprod-${second.id}`);
  });

  it('leaves an entry that it cannot read its id, its name and its store', () => {
    const later = {
      ...good,
      id: 'bbbbbbbb',
      name: 'Later',
      inherits: 'store',
      written: 'by a newer version',
    };
    const settings = settingsWith({ profiles: { list: [good, later, { id: 7 }, 'x'], settled: [] } });
    const bytes = [1, 2];
    const random = { bytes: (count: number) => new Uint8Array(count).fill(bytes.shift() ?? 9) };
    const live = open(settings, { hasProfile: () => true, random });
    expect(live.all()).toEqual([good]);
    expect(live.takesOver('preprod')).toBe(false);
    expect(codeOf(live.add(terms('LATER')))).toBe('profile-name-taken');
    expect(codeOf(live.change(good.id, terms('Later')))).toBe('profile-name-taken');
    expect(must(live.add(terms('Another')))).toEqual({ id: 'cccccccc', ...terms('Another') });
  });

  it('lets a profile change whose name an unreadable entry has, too', () => {
    const settings = settingsWith({
      profiles: { list: [good, { ...good, id: 'bbbbbbbb', name: 'GOOD' }], settled: [] },
    });
    expect(must(open(settings).change(good.id, terms('Good', { colour: 'slate' }))).colour).toBe('slate');
  });

  it.each([null, 'x', [], { list: 7 }])('is empty where it is no list, which is kept (%j)', (profiles) => {
    const settings = settingsWith({ profiles, live: nowhere });
    const live = open(settings, { hasProfile: () => true });
    expect(live.all()).toEqual([]);
    expect(settings.get('profiles')).toEqual(profiles);
    // Whose the old stores are is not known any more: they are nobody's.
    expect(live.takesOver('preprod')).toBe(false);
    const one = must(live.add(terms('One')));
    must(live.add(terms('Two')));
    expect(settings.get('profiles.unread')).toEqual(profiles);
    expect(open(settings, { hasProfile: () => true }).get(one.id)).toEqual(one);
    expect(settings.get('profiles.unread')).toEqual(profiles);
  });
});

describe('the one live profile of an older version', () => {
  const old = { live: nowhere, 'profile.mode': 'live' };

  it('becomes the first, with its store, its keys and its being open', async () => {
    const secrets = new SessionStore();
    const key = { host: 'api.example.org and charts.example.org', key: 'a-key-from-before' };
    await secrets.set('live/c0ffee/api-key', JSON.stringify(key));
    const settings = settingsWith(old);
    const live = open(settings, { secrets });
    const [first] = live.all();
    if (!first) throw new Error('nothing was taken over');
    expect(termsOf(first)).toEqual({ name: 'Live', colour: 'blue', addresses: nowhere, excluded: [] });
    expect(storeOf(first)).toBe('live-preprod');
    expect(live.lastOpen()).toEqual(first);
    expect(await live.keys.key(first, 'api-key')).toBe('a-key-from-before');
    // Once and for all.
    expect(open(settings, { secrets }).all()).toEqual([first]);
  });

  it('was practice where that was open', () => {
    expect(open(settingsWith({ ...old, 'profile.mode': 'practice' })).lastOpen()).toBeUndefined();
  });

  it('shares neither store nor key with one that is added to it', async () => {
    const live = open(settingsWith(old), { hasProfile: () => true });
    const [first] = live.all();
    const second = must(live.add(terms('Second')));
    if (!first) throw new Error('nothing was taken over');
    expect(storeOf(second)).toBe(`live-preprod-${second.id}`);
    must(await live.keys.setKey(first, 'api-key', 'key-one'));
    must(await live.keys.setKey(second, 'api-key', 'key-two'));
    expect([await live.keys.key(first, 'api-key'), await live.keys.key(second, 'api-key')]).toEqual([
      'key-one',
      'key-two',
    ]);
  });

  it('is not made again after it was removed', () => {
    const settings = settingsWith(old);
    const live = open(settings, { hasProfile: () => true });
    live.remove(live.all()[0]?.id ?? '');
    expect(settings.keys()).toEqual(['profiles']);
    const again = open(settings, { hasProfile: () => true });
    expect(again.all()).toEqual([]);
    // The data on disk was deleted for the user: the next profile starts empty.
    expect(again.takesOver('preprod')).toBe(false);
  });

  it('is at hand where it cannot be written yet', () => {
    const settings = settingsWith(old);
    const full = {
      ...settings,
      set: () => {
        throw new StorageError(failure('storage-full', { file: 'settings' }));
      },
    };
    expect(open(full).all().map(storeOf)).toEqual(['live-preprod']);
    expect(open(settings).all().map(storeOf)).toEqual(['live-preprod']);
  });

  it('of another network is taken over by the first profile added there, and by no second one', () => {
    const settings = settingsWith(old);
    const live = open(settings, { hasProfile: (name) => name === 'live-mainnet' });
    const mainnet = { ...nowhere, network: 'mainnet' } as const;
    expect([live.takesOver('mainnet'), live.takesOver('preview')]).toEqual([true, false]);
    const heir = must(live.add(terms('Heir', { addresses: mainnet })));
    expect(storeOf(heir)).toBe('live-mainnet');
    expect(open(settings, { hasProfile: () => true }).takesOver('mainnet')).toBe(false);
    const next = must(live.add(terms('Next', { addresses: mainnet })));
    expect(storeOf(next)).toBe(`live-mainnet-${next.id}`);
  });
});

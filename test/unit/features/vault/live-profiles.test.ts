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
    const settings = settingsWith({ profiles: { list: [good, bad] } });
    const live = open(settings);
    expect(live.all()).toEqual([good]);
    must(live.add(terms('Another')));
    expect(settings.get('profiles')).toMatchObject({ list: [good, { name: 'Another' }, bad] });
  });

  it('leaves an entry that it cannot read its id and its name', () => {
    const later = {
      ...good,
      id: 'bbbbbbbb',
      name: 'Later',
      written: 'by a newer version',
    };
    const settings = settingsWith({ profiles: { list: [good, later, { id: 7 }, 'x'] } });
    const bytes = [1, 2];
    const random = { bytes: (count: number) => new Uint8Array(count).fill(bytes.shift() ?? 9) };
    const live = open(settings, { random });
    expect(live.all()).toEqual([good]);
    expect(codeOf(live.add(terms('LATER')))).toBe('profile-name-taken');
    expect(codeOf(live.change(good.id, terms('Later')))).toBe('profile-name-taken');
    expect(must(live.add(terms('Another')))).toEqual({ id: 'cccccccc', ...terms('Another') });
  });

  it('lets a profile change whose name an unreadable entry has, too', () => {
    const settings = settingsWith({
      profiles: { list: [good, { ...good, id: 'bbbbbbbb', name: 'GOOD' }] },
    });
    expect(must(open(settings).change(good.id, terms('Good', { colour: 'slate' }))).colour).toBe('slate');
  });

  it.each([null, 'x', [], { list: 7 }])('is empty where it is no list, which is kept (%j)', (profiles) => {
    const settings = settingsWith({ profiles });
    const live = open(settings);
    expect(live.all()).toEqual([]);
    expect(settings.get('profiles')).toEqual(profiles);
    const one = must(live.add(terms('One')));
    must(live.add(terms('Two')));
    expect(settings.get('profiles.unread')).toEqual(profiles);
    expect(open(settings).get(one.id)).toEqual(one);
    expect(settings.get('profiles.unread')).toEqual(profiles);
  });
});

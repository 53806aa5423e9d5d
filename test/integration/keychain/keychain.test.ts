import { describe, expect, it } from 'vitest';
import { inSession, type SessionKind } from '../../support/keyring/in-session.ts';
import type { Step } from '../../support/keyring/driver.ts';

/** Sessions start several real processes; a slow machine needs time, the keychain deadlines alone take 5 s each. */
const PATIENCE = 240_000;

const value = (text: string) => ({ status: 'value', value: text });
const absent = { status: 'absent' };
const stored = { status: 'stored' };
const deleted = { status: 'deleted' };
const locked = { status: 'locked-or-lost', lost: false };
const lost = { status: 'locked-or-lost', lost: true };
const advice: unknown = expect.stringContaining('gnome-keyring');
const ready = { kind: 'keychain', state: 'ready' };

/** Pairs of a step and what it must answer. */
async function play(kind: SessionKind, script: readonly (readonly [Step, unknown])[]): Promise<void> {
  const answers = await inSession(
    kind,
    script.map(([step]) => step),
  );
  expect(script.map(([step], index) => [step, answers[index]])).toEqual(script);
}

describe.runIf(process.platform === 'linux')('system keychain in a real session', () => {
  it(
    'keeps, overwrites and deletes entries while it is open',
    () =>
      play('keyring', [
        [['open'], ready],
        [['get', 'a'], absent],
        [['set', 'a', 'first'], stored],
        [['set', 'a', 'second'], stored],
        [['set', 'b', 'x'.repeat(512)], stored],
        [['open'], ready],
        [['get', 'a'], value('second')],
        [['get', 'b'], value('x'.repeat(512))],
        [['delete', 'a'], deleted],
        [['get', 'a'], absent],
        [['delete', 'never-written'], deleted],
      ]),
    PATIENCE,
  );

  it(
    'never takes a locked keychain for an empty one',
    () =>
      play('keyring', [
        [['open'], ready],
        [['set', 'a', 'kept'], stored],
        [['lock'], null],
        [['get', 'a'], locked],
        [['get', 'never-written'], locked],
        [['set', 'a', 'other'], locked],
        [['delete', 'a'], locked],
        [['open'], { kind: 'keychain', state: 'locked-or-lost' }],
        [['unlock'], null],
        [['get', 'a'], value('kept')],
      ]),
    PATIENCE,
  );

  it(
    'never takes a locked keychain for a first start, even when the settings were lost',
    () =>
      play('keyring', [
        [['open'], ready],
        [['set', 'a', 'kept'], stored],
        [['lock'], null],
        [['forget-marker'], null],
        [['open'], { kind: 'keychain', state: 'refused' }],
        [['get', 'a'], locked],
        [['unlock'], null],
        [['open'], ready],
        [['get', 'a'], value('kept')],
      ]),
    PATIENCE,
  );

  it(
    'distinguishes an entry that was cut or removed behind its back from one that never was',
    () =>
      play('keyring', [
        [['open'], ready],
        [['set', 'a', 'a value long enough to be cut'], stored],
        [['cut', 'a'], null],
        [['get', 'a'], lost],
        [['remove-behind', 'a'], null],
        [['get', 'a'], lost],
        [['get', 'never-written'], absent],
        [['set', 'a', 'again'], stored],
        [['get', 'a'], value('again')],
      ]),
    PATIENCE,
  );

  it(
    'gives up on a service that hangs, and survives the crash of its helper',
    () =>
      play('hang', [
        [['open'], { kind: 'keychain', state: 'timeout' }],
        [['get-crashing', 'a'], { status: 'crashed' }],
        [['get-crashing', 'a'], { status: 'crashed' }],
      ]),
    PATIENCE,
  );

  it(
    'gives up on a prompt that nobody answers, after the deadline or when the user cancels',
    () =>
      play('prompt', [
        [['open'], { kind: 'keychain', state: 'timeout' }],
        [['get-cancelled', 'a'], { status: 'timeout' }],
      ]),
    PATIENCE,
  );

  it.each(['no-service', 'no-bus'] as const)(
    'keeps secrets for the session only where there never was a keychain (%s)',
    (kind) =>
      play(kind, [
        [['open'], { kind: 'session', state: 'ready', install: advice }],
        [['get', 'a'], absent],
        [['set', 'a', 'for now'], stored],
        [['get', 'a'], value('for now')],
        [['delete', 'a'], deleted],
        [['open'], { kind: 'session', state: 'ready', install: advice }],
        [['get', 'a'], absent],
      ]),
    PATIENCE,
  );

  it.each(['no-service', 'no-bus'] as const)(
    'is unavailable, not new, where the keychain that was used is gone (%s)',
    (kind) =>
      play(kind, [
        [['mark-used'], null],
        [['open'], { kind: 'keychain', state: 'unavailable', install: advice }],
        [['get', 'a'], { status: 'unavailable' }],
        [['set', 'a', 'x'], { status: 'unavailable' }],
        [['delete', 'a'], { status: 'unavailable' }],
      ]),
    PATIENCE,
  );
});

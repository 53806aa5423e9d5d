import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ALERT_REPEATS, ALERT_WINDOWS, MOST_MOVE_BPS, type AlertCondition } from '#domain/alert.ts';
import { LARGEST_QUANTITY } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS, parseAssetId, type AssetId } from '#domain/asset.ts';
import { failure, failureText, type Failure } from '#domain/failure.ts';
import { sameProfileName } from '#domain/profile.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { readBasisPoints, readUnits } from '#domain/typed-number.ts';
import { layFoundations } from '../app/foundations.ts';
import { readEnvironment } from '../system/environment.ts';
import { AlertBook, type Alert } from '../features/alerts/alert-book.ts';
import { readAlertPrice } from '../features/alerts/alert-calls.ts';
import { keptProfiles } from '../features/vault/live-profiles.ts';
import type { SettingsStore } from '../ports/journal.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import { placeOf, type ProfilePlace } from '../profile/profile-place.ts';
import { openSettings } from '../storage/sqlite-settings.ts';
import { systemClock, systemRandom } from '../system/clock.ts';
import { dataFolder } from '../system/data-folder.ts';
import { command, required, type Values } from './options.ts';
import { UsageError, type ExitCode, type Terminal } from './terminal.ts';
import { misread } from './typed-numbers.ts';
import { alertWords, takes, usage } from './words.ts';

const profileOption = { profile: { type: 'string' } } as const;
const addOptions = {
  ...profileOption,
  token: { type: 'string' },
  price: { type: 'string' },
  move: { type: 'string' },
  volume: { type: 'string' },
  spread: { type: 'string' },
  within: { type: 'string' },
  repeat: { type: 'string' },
} as const;
const KINDS = ['price', 'move', 'volume', 'spread'] as const;

/** `alert add`: an alert that the app watches from its next start on. It cannot be added while the app is running. */
export const alertAddCommand = command(addOptions, async ({ values, terminal }) => {
  const token = readToken(values);
  const condition = readCondition(values);
  const repeat = oneOf('repeat', values.repeat, ALERT_REPEATS, 'once');
  return Promise.resolve(
    changing(values.profile, terminal, (book, profile) => {
      const added = book.add({ token, condition, repeat, madeAt: systemClock.now() });
      if (!added.ok) return added;
      const [alert] = book.list;
      return ok(alert === undefined ? { json: {}, lines: [] } : said(alert, profile));
    }),
  );
});

/** `alert list`: the alerts of a profile, also while the app is running. */
export const alertListCommand = command(profileOption, async ({ values, terminal }) => {
  const file = join(dataFolder(readEnvironment(), process.platform), 'settings.sqlite');
  const settings = existsSync(file) ? openSettings(file) : undefined;
  if (settings?.ok === false) return Promise.resolve(terminal.failure(settings.failure));
  try {
    const preferences = settings?.value ?? { get: () => undefined, set: () => undefined };
    const profile = profileOf(values.profile, preferences);
    if (!profile.ok) return Promise.resolve(terminal.failure(profile.failure));
    for (const key of settings?.value.damaged ?? [])
      if (key.startsWith('alerts.'))
        terminal.progress(failureText(failure('settings-damaged', { keys: key })).what);
    const { list, unread } = bookOf(preferences, profile.value);
    if (unread > 0) terminal.progress(alertWords.unread(unread));
    terminal.result(
      { profile: profile.value.mark.name, alerts: list.map(alertJson) },
      list.length === 0 ? [alertWords.none(profile.value.mark.name)] : list.map(alertLine),
    );
    return Promise.resolve(0);
  } finally {
    settings?.value.close();
  }
});

const removeOptions = { ...profileOption, alert: { type: 'string' } } as const;

/** `alert remove`: it cannot be removed while the app is running. */
export const alertRemoveCommand = command(removeOptions, async ({ values, terminal }) => {
  const id = required(values, 'alert', takes.alert);
  return Promise.resolve(
    changing(values.profile, terminal, (book, profile) => {
      const removed = book.remove(id);
      return removed.ok
        ? ok({ json: { removed: id }, lines: [alertWords.removed(id, profile.mark.name)] })
        : removed;
    }),
  );
});

interface Changed {
  readonly json: object;
  readonly lines: readonly string[];
}

/** Changes the alerts of a profile in a data folder that nothing else uses meanwhile. */
function changing(
  named: string | undefined,
  terminal: Terminal,
  change: (book: AlertBook, profile: ProfilePlace) => Result<Changed, Failure>,
): ExitCode {
  const laid = layFoundations(dataFolder(readEnvironment(), process.platform));
  if (!laid.ok) return terminal.failure(laid.failure);
  const { settings, close } = laid.value;
  try {
    const profile = profileOf(named, settings);
    if (!profile.ok) return terminal.failure(profile.failure);
    const changed = change(bookOf(settings, profile.value), profile.value);
    if (!changed.ok) return terminal.failure(changed.failure);
    terminal.result(changed.value.json, changed.value.lines);
    return 0;
  } catch (error) {
    if (error instanceof StorageError) return terminal.failure(error.failure);
    throw error;
  } finally {
    close();
  }
}

function bookOf(settings: SettingsStore, { store }: ProfilePlace): AlertBook {
  return new AlertBook(settings, store, () => Buffer.from(systemRandom.bytes(8)).toString('hex'));
}

/** The profile of that name or id; the one open last where none is named. Failure: `profile-unknown`. */
function profileOf(
  named: string | undefined,
  settings: Pick<SettingsStore, 'get'>,
): Result<ProfilePlace, Failure> {
  const { list, open } = keptProfiles(settings);
  if (named === undefined) return ok(placeOf(open));
  const found = [undefined, ...list]
    .map(placeOf)
    .find(({ id, mark }) => id === named || sameProfileName(mark.name, named));
  return found ? ok(found) : failed(failure('profile-unknown'));
}

function readToken(values: Values<typeof addOptions>): AssetId {
  const id = parseAssetId(required(values, 'token', takes.fullToken).toLowerCase());
  if (id !== undefined && id !== ADA) return id;
  throw new UsageError(usage.fullToken);
}

/** @throws UsageError when none or several conditions are given, or one cannot be read. */
function readCondition(values: Values<typeof addOptions>): AlertCondition {
  const [kind, ...others] = KINDS.filter((one) => values[one] !== undefined);
  if (kind === undefined || others.length > 0) throw new UsageError(usage.oneCondition);
  const text = values[kind] ?? '';
  if ((kind === 'price' || kind === 'spread') && values.within !== undefined)
    throw new UsageError(usage.withoutWithin);
  if (kind === 'price') {
    const price = readAlertPrice(text);
    if (!price.ok) throw misread(kind, price.failure);
    return { kind, price: price.value };
  }
  const within = oneOf('within', values.within, ALERT_WINDOWS, '1hour');
  if (kind === 'volume') {
    const read = readUnits(text, ADA_DECIMALS);
    if (read.kind === 'ambiguous') throw misread(kind, read.failure);
    if (read.kind !== 'units' || read.units <= 0n || read.units > LARGEST_QUANTITY)
      throw new UsageError(usage.volume);
    return { kind, lovelace: String(read.units), within };
  }
  const read = readBasisPoints(text, MOST_MOVE_BPS);
  if (read.kind === 'ambiguous') throw misread(kind, read.failure);
  if (read.kind === 'malformed') throw new UsageError(usage.alertShare(kind));
  return kind === 'move' ? { kind, bps: read.value, within } : { kind, bps: read.value };
}

function oneOf<const Choice extends string>(
  option: string,
  typed: string | undefined,
  choices: readonly Choice[],
  standard: NoInfer<Choice>,
): Choice {
  if (typed === undefined) return standard;
  const chosen = choices.find((one) => one === typed);
  if (chosen === undefined) throw new UsageError(usage.oneOf(option, choices));
  return chosen;
}

function said(alert: Alert, { mark: { name } }: ProfilePlace): Changed {
  return {
    json: { profile: name, alert: alertJson(alert) },
    lines: [alertLine(alert), alertWords.added(name)],
  };
}

function alertJson({ id, token, condition, repeat, state, madeAt, lastAt, times }: Alert): object {
  return {
    id,
    token,
    condition,
    repeat,
    state,
    made_at: new Date(madeAt).toISOString(),
    ...(lastAt === undefined ? {} : { last_at: new Date(lastAt).toISOString() }),
    times,
  };
}

function alertLine({ id, token, condition, repeat, state }: Alert): string {
  return `${id}  ${token} ${alertWords.condition(condition)}, ${alertWords.repeat[repeat]}, ${alertWords.state[state]}`;
}

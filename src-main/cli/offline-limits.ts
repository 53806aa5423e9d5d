import { ambiguousNumber, readBasisPoints, readNumber, readUnits } from '#domain/typed-number.ts';
import { type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { fileRecord, offlineFolder, PROFILE } from '../app/offline-record.ts';
import type { OfflineRecord } from '../features/offline/offline-desk.ts';
import { PolicyStore, policyView } from '../features/vault/policy-store.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../inspect/policy.ts';
import { fileFailure, isFileError } from '../ports/storage-trouble.ts';
import { dataFolder } from '../system/data-folder.ts';
import { readEnvironment } from '../system/environment.ts';
import { diskFiles } from '../system/small-files.ts';
import { limitWords } from './limit-words.ts';
import { command, type Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { readCodes } from './typed-codes.ts';
import { misread } from './typed-numbers.ts';
import { usage } from './words.ts';
import { tables } from './option-tables.ts';

/** The files that this computer keeps for signing without a network. */
export interface OfflinePlace {
  /** The record of this computer's signatures. */
  readonly record: OfflineRecord;
  /** The limits of this computer. */
  readonly policy: PolicyStore;
}

/** The same files as those of the windows. Failures: those of a folder that cannot be made. */
export function openOfflinePlace(): Result<OfflinePlace, Failure> {
  const folder = offlineFolder(dataFolder(readEnvironment(), process.platform));
  try {
    const files = diskFiles(folder);
    // A command line asks no keychain: it would be a way out of this process.
    return ok({ record: fileRecord(files), policy: new PolicyStore({ place: '', profile: PROFILE, files }) });
  } catch (error) {
    if (isFileError(error)) return failed(fileFailure(error, folder));
    throw error;
  }
}

type LimitValues = Values<(typeof tables)['offline limits']>;

/** `offline limits`: shows the limits of this computer, and sets those that are named. They hold in its windows, too. */
export const offlineLimitsCommand = command(tables['offline limits'], async ({ values, terminal }) => {
  const change = changeOf(values);
  const place = openOfflinePlace();
  if (!place.ok) return terminal.failure(place.failure);
  const { policy } = place.value;
  const current = await policy.current();
  const isChange = Object.keys(change).length > 0;
  // Damaged ones can be set again: they start from the first ones then.
  if (!current.ok && (!isChange || current.failure.code === 'storage-newer'))
    return terminal.failure(current.failure);
  const { cleared = [], ...set } = change;
  const remaining = Object.entries(current.ok ? current.value : DEFAULT_POLICY).filter(
    ([name]) => !cleared.includes(name),
  );
  const limits: PolicyLimits = { ...DEFAULT_POLICY, ...Object.fromEntries(remaining), ...set };
  if (isChange) {
    const changed = await policy.change(limits, () => Promise.resolve(ok(undefined)));
    if (!changed.ok) return terminal.failure(changed.failure);
  }
  terminal.result(policyView(limits), limitWords.lines(limits));
  return 0;
});

const NONE = 'none';
const MOST_SLIPPAGE_BPS = 5_000;
const MOST_IMPACT_BPS = 10_000;

/** Limits to set, and the names of those to lift. @throws UsageError */
function changeOf(values: LimitValues): Partial<PolicyLimits> & { readonly cleared?: readonly string[] } {
  const amounts = [
    ['perTrade', 'per-trade'],
    ['perDay', 'per-day'],
    ['cost', 'cost'],
  ] as const;
  const cleared: string[] = [];
  const set: { -readonly [Name in keyof PolicyLimits]?: PolicyLimits[Name] } = {};
  for (const [name, option] of amounts) {
    const typed = values[option];
    if (typed === NONE) cleared.push(name);
    else if (typed !== undefined) set[name] = lovelaceOf(option, typed);
  }
  if (values.slippage !== undefined)
    set.slippageBps = basisPointsOf('slippage', values.slippage, MOST_SLIPPAGE_BPS);
  if (values.impact === NONE) cleared.push('impactBps');
  else if (values.impact !== undefined)
    set.impactBps = basisPointsOf('impact', values.impact, MOST_IMPACT_BPS);
  if (values.exchanges === 'all') cleared.push('exchanges');
  else if (values.exchanges !== undefined) set.exchanges = readCodes(values, 'exchanges');
  const verifiedOnly = oneOf(values, 'verified-only', 'yes', 'no');
  if (verifiedOnly !== undefined) set.verifiedOnly = verifiedOnly;
  const expert = oneOf(values, 'unknown-scripts', 'ask', 'block');
  if (expert !== undefined) set.expert = expert;
  return cleared.length === 0 ? set : { ...set, cleared };
}

function lovelaceOf(option: string, typed: string): bigint {
  const read = readNumber(typed);
  if (read.kind === 'ambiguous') throw misread(option, ambiguousNumber(typed, read));
  const reading = readUnits(typed, 6);
  if (reading.kind === 'units' && reading.units > 0n) return reading.units;
  throw new UsageError(limitWords.lovelace(option));
}

function basisPointsOf(option: string, typed: string, most: number): number {
  const reading = readBasisPoints(typed, most);
  if (reading.kind === 'value') return reading.value;
  if (reading.kind === 'ambiguous') throw misread(option, reading.failure);
  throw new UsageError(limitWords.percent(option, most, option === 'impact'));
}

/** Whether the first of two words was given; `undefined` where neither was. @throws UsageError */
function oneOf(
  values: LimitValues,
  option: 'verified-only' | 'unknown-scripts',
  ...[first, second]: readonly [string, string]
): boolean | undefined {
  const typed = values[option];
  if (typed === undefined) return undefined;
  if (typed === first || typed === second) return typed === first;
  throw new UsageError(usage.oneOf(option, [first, second]));
}

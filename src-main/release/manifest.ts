import * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs, DAY_MS } from '#domain/time.ts';
import { canonicalJson } from '../agreement/canonical-json.ts';
import { compareVersions, isVersion } from './version.ts';

/**
 * The signed statement about a release: which files belong to it, and how long the statement is valid. It has exactly
 * one text (canonical JSON): anything added, left out, reordered or spelt differently is another text. A signed text
 * that does not belong here is refused although it is signed.
 */

const PRODUCT = 'touchstone';
const FORMAT = 'touchstone-release-manifest';
const FORMAT_VERSION = 1;
/** A manifest valid for years would let a mirror serve it for years. */
const MOST_DAYS = 400;
const MOST_FILES = 64;
const MOST_NOTES = 4_000;
/** Larger than any package: 4 GB. */
const MOST_BYTES = 4 * 1024 ** 3;

/** A plain name: no folder, no drive, and only one meaning on any system; it is compared and shown, never opened. */
const FILE_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._+-]{0,118}[A-Za-z0-9])?$/;
/** Names that Windows gives to devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/**
 * Controls, marks that hide text or reverse its direction, unassigned and private characters. A line break is the one
 * exception.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

const version = v.pipe(v.string(), v.check(isVersion, 'a version is not plain'));
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(4_102_444_800_000));

const file = v.strictObject({
  name: v.pipe(
    v.string(),
    v.check(
      (text) => FILE_NAME.test(text) && !text.includes('..') && !DEVICE.test(text),
      'a file has a name that is not plain',
    ),
  ),
  platform: v.picklist(['windows', 'macos', 'linux', 'any']),
  arch: v.picklist(['x64', 'arm64', 'universal', 'any']),
  /** Bytes. */
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MOST_BYTES)),
  /** Hex, lower case. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

const schema = v.pipe(
  v.strictObject({
    format: v.literal(FORMAT),
    formatVersion: v.literal(FORMAT_VERSION),
    product: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
    version,
    /** The release before this one; absent if there is none. */
    previous: v.optional(version),
    /** The oldest version that may still be used. */
    minimum: version,
    /**
     * When this statement was signed, ms since 1970. Each new statement has a later one, even if it only extends the
     * expiry.
     */
    releasedAt: moment,
    /** From this moment on the statement is no longer valid. */
    expiresAt: moment,
    notes: v.pipe(v.string(), v.maxLength(MOST_NOTES), v.check(isPlainText, 'the notes are not plain text')),
    page: v.pipe(
      v.string(),
      v.check((text) => isPage(text), 'the page is not a plain https address'),
    ),
    files: v.pipe(
      v.array(file),
      v.minLength(1),
      v.maxLength(MOST_FILES),
      v.check((files) => haveOwnNames(files), 'two files have one name'),
    ),
  }),
  v.check(({ releasedAt, expiresAt }) => expiresAt > releasedAt, 'it expires before it begins'),
  v.check(
    ({ releasedAt, expiresAt }) => expiresAt - releasedAt <= MOST_DAYS * DAY_MS,
    `it holds for longer than ${MOST_DAYS} days`,
  ),
  v.check(
    (read) => compareVersions(read.minimum, read.version) <= 0,
    'it demands a later version than its own',
  ),
  v.check(
    (read) => read.previous === undefined || compareVersions(read.previous, read.version) < 0,
    'it follows a version that is not an earlier one',
  ),
);

type Written = v.InferOutput<typeof schema>;
export type ReleaseFile = Written['files'][number];
export interface ReleaseManifest extends Omit<Written, 'releasedAt' | 'expiresAt'> {
  readonly releasedAt: EpochMs;
  readonly expiresAt: EpochMs;
}

/** The terms stated by the person releasing; the rest belongs to the format. */
export type ReleaseTerms = Omit<Written, 'format' | 'formatVersion' | 'product'>;

/** The only text of a manifest, which is what gets signed. Failures: `release-unreadable`, with what is wrong. */
export function manifestText(terms: ReleaseTerms): Result<string, Failure> {
  const whole = { format: FORMAT, formatVersion: FORMAT_VERSION, product: PRODUCT, ...terms };
  const read = v.safeParse(schema, whole, { abortEarly: true });
  return read.success ? ok(canonicalJson(read.output)) : unreadable(reasonOf(read.issues[0]));
}

/** Reads a signed text. Failures: `release-unreadable`, `release-other-product`. */
export function readManifest(text: string): Result<ReleaseManifest, Failure> {
  const json = jsonOf(text);
  const read = v.safeParse(schema, json, { abortEarly: true });
  if (!read.success) return unreadable(reasonOf(read.issues[0]));
  // Duplicate keys, another order of keys, and escapes read the same but are not the same text.
  if (canonicalJson(read.output) !== text) return unreadable('it is not written as Touchstone writes one');
  const { releasedAt, expiresAt, ...rest } = read.output;
  if (rest.product !== PRODUCT) return failed(failure('release-other-product', { product: rest.product }));
  return ok({ ...rest, releasedAt: epochMs(releasedAt), expiresAt: epochMs(expiresAt) });
}

/** A text's JSON; `undefined` if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function unreadable(reason: string): Result<never, Failure> {
  return failed(failure('release-unreadable', { reason }));
}

/** The fault, without quoting the file. */
function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'check') return issue.message;
  const path = v.getDotPath(issue)?.replace(/[^A-Za-z0-9.]/g, '') ?? '';
  return path === '' ? 'it is of another form' : `its ${path.slice(0, 40)} is not as it should be`;
}

function isPlainText(text: string): boolean {
  return text.isWellFormed() && text.split('\n').every((line) => !HIDDEN.test(line));
}

/** Https with a host name and the default port, spelt as browsers spell it, so that look-alike letters show. */
function isPage(text: string): boolean {
  if (text.length > 300) return false;
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' &&
    url.href === text &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    url.hostname.includes('.') &&
    !/^[\d.]+$|^\[/.test(url.hostname)
  );
}

/** Unique even on systems that ignore case. */
function haveOwnNames(files: readonly { readonly name: string }[]): boolean {
  return new Set(files.map(({ name }) => name.toLowerCase())).size === files.length;
}

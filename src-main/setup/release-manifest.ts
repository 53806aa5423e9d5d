import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import project from '../../package.json' with { type: 'json' };
import releases from '../../resources/releases.json' with { type: 'json' };
import { failureText } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DAY_MS } from '#domain/time.ts';
import { watchOutput, writeOut } from '../system/output.ts';
import { environmentVariable } from '../system/environment.ts';
import { releaseChannel, type ReleaseChannel } from '../release/channel.ts';
import { manifestText } from '../release/manifest.ts';
import { openManifest, signedManifestText } from '../release/signed-manifest.ts';
import { checksums, releaseFiles } from './release-files.ts';
import { newReleaseKey, publicKeyOf, readReleaseKey, signedBy } from './release-key.ts';

/**
 * `npm run release-manifest -- new-key|make …`: for making a release; docs/RELEASE.md says when. It writes with the
 * code that the app reads with, and reopens its own manifest before it reports success.
 */

const USAGE = `npm run release-manifest -- COMMAND
  new-key --id ID --out FILE [--passphrase-env V]
      makes a key, writes its secret half to a new file, and prints the entry for resources/releases.json
  make --packages DIR --notes FILE --page URL --key-id ID, with --key-file F or --key-env V
       [--passphrase-env V] [--version V] [--previous V] [--minimum V] [--days N] [--channel FILE]
      writes SHA256SUMS and touchstone-release.json into the folder of the packages
      --days      how long the statement holds (default 90): sign again before that
      --minimum   the oldest version that may still be used (default 0.1.0)
      --channel   another file than resources/releases.json with the keys of the app, for a rehearsal`;
const MANIFEST = 'touchstone-release.json';

type Options = Readonly<Partial<Record<string, string>>>;

const OPTIONS = [
  ...['id', 'out', 'passphrase-env', 'packages', 'notes', 'page', 'key-id', 'key-file', 'key-env'],
  ...['version', 'previous', 'minimum', 'days', 'channel'],
];

const [command = '', ...rest] = process.argv.slice(2);
watchOutput();
const outcome = await run(command, rest);
if (outcome.ok) writeOut('stdout', `${outcome.value}\n`);
else {
  process.stderr.write(`release-manifest: ${outcome.failure}\n`);
  process.exitCode = outcome.failure === USAGE ? 2 : 1;
}

async function run(verb: string, args: readonly string[]): Promise<Result<string, string>> {
  let options: Options;
  try {
    const table = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }]));
    options = parseArgs({ args: [...args], options: table }).values as Options;
  } catch {
    return failed(USAGE);
  }
  if (verb === 'new-key') return newKey(options);
  return verb === 'make' ? make(options) : failed(USAGE);
}

function newKey({ id, out, 'passphrase-env': passphraseIn }: Options): Result<string, string> {
  if (id === undefined || out === undefined) return failed(USAGE);
  const passphrase = variable(passphraseIn);
  if (!passphrase.ok) return passphrase;
  const { pem, publicKey } = newReleaseKey(passphrase.value);
  const entry = { id, publicKey };
  try {
    releaseChannel({ address: null, pages: null, keys: [entry] });
  } catch {
    return failed('--id takes small letters, digits, points and hyphens, such as 2026-1');
  }
  try {
    writeFileSync(out, pem, { flag: 'wx', mode: 0o600 });
  } catch {
    return failed(`${out} cannot be written; a file that is there is never replaced`);
  }
  return ok(JSON.stringify(entry));
}

async function make(options: Options): Promise<Result<string, string>> {
  const { packages, notes, page, 'key-id': keyId } = options;
  if (packages === undefined || notes === undefined || page === undefined || keyId === undefined)
    return failed(USAGE);
  const days = Number(options['days'] ?? '90');
  if (!Number.isInteger(days) || days < 1) return failed('--days takes a whole number of days');
  const channel = channelOf(options['channel']);
  if (!channel.ok) return channel;
  const key = keyOf(options);
  if (!key.ok) return key;
  const known = channel.value.keys.find(({ id }) => id === keyId);
  if (known?.publicKey !== publicKeyOf(key.value))
    return failed(`the app does not know this key as ${keyId}: no user could verify the release`);
  if (channel.value.pages !== undefined && !page.startsWith(channel.value.pages))
    return failed(`--page must begin with ${channel.value.pages}: the app opens no other`);
  const files = await releaseFiles(packages);
  if (!files.ok) return files;
  const releasedAt = Date.now();
  const text = manifestText({
    version: options['version'] ?? project.version,
    ...(options['previous'] === undefined ? {} : { previous: options['previous'] }),
    minimum: options['minimum'] ?? '0.1.0',
    releasedAt,
    expiresAt: releasedAt + days * DAY_MS,
    notes: readFileSync(notes, 'utf8').replaceAll('\r\n', '\n').trim(),
    page,
    files: [...files.value],
  });
  if (!text.ok) return failed(failureText(text.failure).what);
  const signed = signedManifestText(keyId, text.value, signedBy(key.value, text.value));
  const opened = openManifest(signed, channel.value.keys);
  if (!opened.ok) return failed(`what was written does not open: ${failureText(opened.failure).what}`);
  writeFileSync(join(packages, 'SHA256SUMS'), checksums(files.value));
  writeFileSync(join(packages, MANIFEST), signed);
  const { manifest, fingerprint } = opened.value;
  return ok(
    `${MANIFEST}: Touchstone ${manifest.version}, ${manifest.files.length} files, until ${new Date(manifest.expiresAt).toISOString().slice(0, 10)}, key ${keyId} (fingerprint ${fingerprint})`,
  );
}

function channelOf(file: string | undefined): Result<ReleaseChannel, string> {
  try {
    return ok(releaseChannel(file === undefined ? releases : JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return failed('the file with the keys of the app cannot be read');
  }
}

function keyOf(options: Options): ReturnType<typeof readReleaseKey> {
  const { 'key-file': file, 'key-env': keyIn, 'passphrase-env': passphraseIn } = options;
  if ((file === undefined) === (keyIn === undefined))
    return failed('one of --key-file and --key-env names the key');
  const passphrase = variable(passphraseIn);
  if (!passphrase.ok) return passphrase;
  const text = variable(keyIn);
  return text.ok ? readReleaseKey({ file, text: text.value }, passphrase.value) : text;
}

/** The value of an environment variable; nothing if none is named. Secrets are never passed on a command line. */
function variable(name: string | undefined): Result<string | undefined, string> {
  if (name === undefined) return ok(undefined);
  const value = environmentVariable(name);
  return value === undefined || value === '' ? failed(`the variable ${name} is not set`) : ok(value);
}

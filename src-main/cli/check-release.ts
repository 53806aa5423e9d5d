import project from '../../package.json' with { type: 'json' };
import type { Failure } from '#domain/failure.ts';
import { RELEASE_CHANNEL } from '../app/release-channel.ts';
import { goodWords, judgeFile, judgeManifest, type GoodFile } from '../release/judge.ts';
import { MOST_SIGNED_TEXT, openManifest, type ReleaseKey } from '../release/signed-manifest.ts';
import { chosenFiles } from '../system/chosen-files.ts';
import { systemClock } from '../system/clock.ts';
import { command, readTextFile, required } from './options.ts';
import { type ExitCode, type Terminal, UsageError } from './terminal.ts';
import { failureWords, takes, usage } from './words.ts';
import { tables } from './option-tables.ts';

const REFUSED: ExitCode = 4;
const UNREADABLE: ExitCode = 2;

/** `check-release`: checks a downloaded file against a signed manifest, offline. Exit codes: 0 good, 4 refused, 2 unreadable. */
export const checkReleaseCommand = command(tables['check-release'], async ({ values, terminal }) => {
  const text = readTextFile(values, 'manifest', takes.manifest, MOST_SIGNED_TEXT);
  const path = required(values, 'file', takes.releaseFile);
  const opened = openManifest(text, keysFor(text, values['public-key']));
  if (!opened.ok) return refuse(opened.failure, terminal);
  const surroundings = { now: systemClock.now(), version: project.version };
  const judged = judgeManifest(opened.value.manifest, surroundings);
  if (!judged.ok) return refuse(judged.failure, terminal);
  const hashed = await chosenFiles.hash(path);
  if (!hashed.ok) return refuse(hashed.failure, terminal);
  const { key } = opened.value;
  // Only whoever named the key can know whose it is, so the manifest's own name for it is not shown.
  const by = values['public-key'] === undefined ? key : { ...key, id: 'that you named' };
  const good = judgeFile({ ...opened.value, key: by }, hashed.value, project.version);
  if (!good.ok) return refuse(good.failure, terminal);
  const lines = goodWords(good.value);
  terminal.result(goodJson(good.value, lines), lines);
  return 0;
});

/** A key given on the command line is used for whatever id the manifest states; the output then shows its fingerprint. */
function keysFor(text: string, named: string | undefined): readonly ReleaseKey[] {
  if (named === undefined) return RELEASE_CHANNEL.keys;
  if (!/^[0-9a-f]{64}$/i.test(named)) throw new UsageError(usage.publicKey);
  const id = /"key":"([a-z0-9][a-z0-9.-]{0,39})"/.exec(text)?.[1];
  return id === undefined ? [] : [{ id, publicKey: named.toLowerCase() }];
}

function refuse(item: Failure, terminal: Terminal): ExitCode {
  if (item.code === 'release-unreadable' || item.code === 'release-file-unreadable') {
    terminal.failure(item);
    return UNREADABLE;
  }
  const { what, advice } = failureWords(item);
  const { code, data } = item;
  terminal.result({ good: false, code, message: what, advice, ...(data ? { data } : {}) }, [
    `NOT GOOD: ${what}`,
    advice,
    `(${code})`,
  ]);
  return code === 'release-no-keys' ? 1 : REFUSED;
}

function goodJson({ opened, file, than }: GoodFile, words: readonly string[]): object {
  const { manifest, key, fingerprint } = opened;
  return {
    good: true,
    words,
    version: manifest.version,
    than,
    released_at: new Date(manifest.releasedAt).toISOString(),
    expires_at: new Date(manifest.expiresAt).toISOString(),
    file,
    key: { id: key.id, fingerprint },
  };
}

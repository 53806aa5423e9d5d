import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { VkeyWitness } from '../cardano/witness-set.ts';
import { MOST_BUNDLE_TEXT, readOfflineBundle, type OfflineBundle } from '../offline/bundle.ts';
import { bundleMessage, bundleTextIn, signRequestMessage } from '../offline/carried.ts';
import { readWitnessFiles } from '../offline/formats/witness-file.ts';
import { messageInFrames, signatureMessage, signaturesIn } from '../offline/shown-codes.ts';
import { animatedCodes } from '../offline/ur/animated.ts';
import { qrPng, readQr } from '../offline/ur/qr.ts';
import type { UrMessage } from '../offline/ur/ur-part.ts';
import {
  command,
  numbered,
  readTextFile,
  required,
  writeNewFiles,
  checkNew,
  type Values,
  type WithText,
} from './options.ts';
import { fileReason, isFileError } from '../ports/storage-trouble.ts';
import { UsageError } from './terminal.ts';
import { wholeNumber } from './typed-numbers.ts';
import { offlineWords, takes, usage } from './words.ts';
import { tables } from './option-tables.ts';

/** Bytes of a message in one code, if nothing else is said: what Keystone's own software shows. */
const USUAL_BYTES = 400;
const MOST_FRAMES = 6_000;
const MOST_PICTURE_BYTES = 8 * 1024 * 1024;

/**
 * `frames`: writes a bundle, a request to a device (`--fingerprint`), or signatures as pictures of codes, more of them than
 * are needed when none is lost.
 */
export const framesCommand = command(tables.frames, async ({ values, terminal }) => {
  const folder = required(values, 'out', takes.frames);
  const fragmentLength = readBytesPerCode(values);
  const message = readMessage(values);
  if (!message.ok) return terminal.failure(message.failure);
  const shown = animatedCodes(message.value, fragmentLength);
  if (!shown.ok) return terminal.failure(shown.failure);
  const { needed, codes, density } = shown.value;
  makeFolder(folder);
  const digits = String(codes.length).length;
  const files = codes.map((code, at) => ({
    path: join(folder, `${String(at + 1).padStart(digits, '0')}.png`),
    content: qrPng(code),
  }));
  for (const { path } of files) checkNew(path);
  const written = writeNewFiles(files);
  if (!written.ok) return terminal.failure(written.failure);
  terminal.result(
    { type: message.value.type, folder: resolve(folder), codes: codes.length, needed, density },
    [
      offlineWords.framesWritten(codes.length, needed, folder),
      ...(density === 'easy' ? [] : [offlineWords.dense(density === 'too-dense')]),
    ],
  );
  return Promise.resolve(0 as const);
});

/** @throws UsageError where it cannot be made. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new UsageError(usage.fileNotWritten('out', resolve(folder), fileReason(error)));
  }
}

function readBytesPerCode(values: WithText<'bytes-per-code'>): number {
  const typed = values['bytes-per-code'];
  if (typed === undefined) return USUAL_BYTES;
  const bytes = wholeNumber('bytes-per-code', typed, 50, 1_000);
  if (bytes === undefined) throw new UsageError(usage.wholeNumber('bytes-per-code', 50, 1_000));
  return bytes;
}

/** @throws UsageError unless one thing is named. */
function readMessage(values: Values<typeof tables.frames>): Result<UrMessage, Failure> {
  const { bundle: path, witness: files = [], fingerprint } = values;
  if ((path === undefined) === (files.length === 0)) throw new UsageError(usage.framesOf);
  if (files.length > 0) {
    const read = readWitnessFiles(
      files.map((file) => readTextFile({ witness: file }, 'witness', takes.witnesses)),
    );
    return read.ok ? ok(signatureMessage(read.value)) : read;
  }
  const bundle = readOfflineBundle(readTextFile(values, 'bundle', takes.offlineBundle, MOST_BUNDLE_TEXT));
  if (!bundle.ok) return bundle;
  if (fingerprint === undefined) return ok(bundleMessage(bundle.value));
  if (!/^(?!0{8})[0-9a-f]{8}$/i.test(fingerprint)) throw new UsageError(usage.masterFingerprint);
  return signRequestMessage(bundle.value, readPlace(values, bundle.value), fingerprint.toLowerCase());
}

/** Index (from 0) of the transaction that a device is to sign. @throws UsageError if there are several and none is named */
function readPlace({ transaction }: WithText<'transaction'>, { transactions }: OfflineBundle): number {
  const { length } = transactions;
  const named = transaction ?? (length === 1 ? '1' : '');
  const place = wholeNumber('transaction', named, 1, length);
  if (place === undefined) throw new UsageError(usage.oneTransaction(length));
  return place - 1;
}

/** The text of the bundle in `--bundle`, or in the pictures of `--frames`. @throws UsageError */
export function readBundleText(values: WithText<'bundle' | 'frames'>): Result<string, Failure> {
  const { bundle, frames } = values;
  if ((bundle === undefined) === (frames === undefined)) throw new UsageError(usage.bundleOrFrames);
  if (frames === undefined) return ok(readTextFile(values, 'bundle', takes.offlineBundle, MOST_BUNDLE_TEXT));
  const message = readFrames(frames);
  return message.ok ? bundleTextIn(message.value) : message;
}

/**
 * The signatures in the `--witness` files and the `--frames` images. `offline sign` writes further keys' signatures next to
 * the first, under numbered names; those that are `wanted` are included. @throws UsageError
 */
export function readReturned(
  values: {
    readonly witness?: readonly string[] | undefined;
    readonly frames?: string | undefined;
  },
  wanted: (witness: VkeyWitness) => boolean,
): Result<readonly VkeyWitness[], Failure> {
  const { witness: files = [], frames } = values;
  if (files.length === 0 && frames === undefined)
    throw new UsageError(usage.missing('witness', takes.witnesses));
  const written = readWitnessFiles(
    files.map((path) => readTextFile({ witness: path }, 'witness', takes.witnesses)),
  );
  if (!written.ok) return written;
  const here = [...written.value, ...besides(files).filter(wanted)];
  if (frames === undefined) return ok(here);
  const message = readFrames(frames);
  const shown = message.ok ? signaturesIn(message.value) : message;
  return shown.ok ? ok([...here, ...shown.value]) : shown;
}

/** Numbered files next to the named ones. Nobody named them, so one that cannot be read is skipped. */
function besides(files: readonly string[]): readonly VkeyWitness[] {
  const found: VkeyWitness[] = [];
  for (const file of files)
    for (let number = 2; existsSync(numbered(file, number)); number += 1) {
      const path = numbered(file, number);
      if (statSync(path).size > MOST_PICTURE_BYTES) continue;
      const read = readWitnessFiles([readFileSync(path, 'utf8')]);
      if (read.ok) found.push(...read.value);
    }
  return found;
}

/**
 * The message in a folder's pictures, in whatever order; those that show no code are passed over. Failures:
 * `frames-incomplete`, and those of the decoder. @throws UsageError when the folder cannot be read.
 */
function readFrames(folder: string): Result<UrMessage, Failure> {
  return messageInFrames(codesIn(folder));
}

function* codesIn(folder: string): Generator<string> {
  for (const path of picturesIn(folder)) {
    const code = readQr(readFileSync(path));
    if (code.ok) yield code.value;
  }
}

function picturesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.png$/i.test(name))
      .sort()
      .slice(0, MOST_FRAMES)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).size <= MOST_PICTURE_BYTES);
  } catch {
    throw new UsageError(usage.folderNotRead(resolve(folder)));
  }
}

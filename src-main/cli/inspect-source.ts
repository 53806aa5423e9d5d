import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

/** Most bytes of one bundle, and of one line of a batch. */
export const MOST_BUNDLE_BYTES = 8 * 1024 * 1024;

const LINE_END = 0x0a;

/** The text of a bundle's file. Failures: `bundle-unreadable`, `bundle-too-large`, `bundle-not-json`. */
export async function readBundleFile(path: string): Promise<Result<string, Failure>> {
  const parts: Buffer[] = [];
  try {
    const file: AsyncIterable<Buffer> = createReadStream(path, { end: MOST_BUNDLE_BYTES });
    for await (const part of file) parts.push(part);
  } catch (error) {
    const reason = `${resolve(path)} cannot be opened (${codeOf(error)})`;
    return failed(failure('bundle-unreadable', { reason }));
  }
  return textOf(parts);
}

/**
 * The texts of a stream's lines, one at a time and without their line ends; what is beyond the largest bundle is thrown
 * away as it comes, so that no line takes more memory than that. Failures as of a file.
 */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Result<string, Failure>, void, undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const keep = (part: Uint8Array): void => {
    const left = Math.max(0, MOST_BUNDLE_BYTES + 1 - length);
    if (left > 0 && part.length > 0) parts.push(part.subarray(0, left));
    length += part.length;
  };
  try {
    for await (const chunk of stream) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
        keep(chunk.subarray(start, end));
        yield textOf(parts);
        parts = [];
        length = 0;
        start = end + 1;
      }
      keep(chunk.subarray(start));
    }
  } catch (error) {
    yield failed(failure('bundle-unreadable', { reason: `the input ends with ${codeOf(error)}` }));
    return;
  }
  if (length > 0) yield textOf(parts);
}

function textOf(parts: readonly Uint8Array[]): Result<string, Failure> {
  const bytes = Buffer.concat(parts);
  if (bytes.length > MOST_BUNDLE_BYTES)
    return failed(failure('bundle-too-large', { limit: MOST_BUNDLE_BYTES / 1024 / 1024 }));
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return failed(failure('bundle-not-json', { reason: 'it is not text in UTF-8' }));
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error';
}

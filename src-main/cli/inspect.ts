import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { judgementLines } from './inspect-answer.ts';
import { readBundle } from './inspect-bundle.ts';
import { judgeBundle } from './inspect-judge.ts';
import { command, required } from './options.ts';
import { reportIncident, type ExitCode, type Terminal } from './terminal.ts';
import { failureWords, takes } from './words.ts';
import { tables } from './option-tables.ts';

const UNREADABLE: ExitCode = 2;
const EXIT = { pass: 0, warn: 3, block: 4 } as const;
/** From best to worst, for a batch. */
const RANK: readonly ExitCode[] = [0, 3, 4, UNREADABLE];

/** `inspect`: judges any transaction by what a bundle says about it. Exit codes 0 pass, 3 warn, 4 block, 2 unreadable. */
export const inspectCommand = command(tables.inspect, async ({ values, terminal }) => {
  const path = required(values, 'bundle', takes.bundle);
  if (path === '-') return judgeLines(process.stdin, terminal);
  const text = await readBundleFile(path);
  const bundle = text.ok ? readBundle(text.value) : text;
  if (!bundle.ok) return reportUnreadable(bundle.failure, terminal.json, terminal);
  const judgement = judgeBundle(bundle.value);
  terminal.result(judgement.answer, judgementLines(judgement));
  return EXIT[judgement.answer.verdict];
});

function reportUnreadable(item: Failure, json: boolean, terminal: Terminal): ExitCode {
  if (json) terminal.result(errorAnswer(item), []);
  else terminal.failure(item);
  return UNREADABLE;
}

/** One line of JSON for each non-empty line, in order and as they arrive; returns the worst exit code. */
async function judgeLines(stream: AsyncIterable<Uint8Array>, terminal: Terminal): Promise<ExitCode> {
  let worst = 0;
  let number = 0;
  let judged = 0;
  for await (const line of linesOf(stream)) {
    number += 1;
    if (line.ok && line.value.trim() === '') continue;
    judged += 1;
    const { answer, code } = judgeLine(line, number, terminal);
    worst = Math.max(worst, RANK.indexOf(code));
    if (!(await written(`${JSON.stringify(answer)}\n`))) break;
  }
  if (judged === 0)
    return reportUnreadable(failure('bundle-not-json', { reason: 'it is empty' }), false, terminal);
  return RANK[worst] ?? UNREADABLE;
}

interface LineAnswer {
  readonly answer: object;
  readonly code: ExitCode;
}

function judgeLine(line: Result<string, Failure>, number: number, terminal: Terminal): LineAnswer {
  const unreadable = (item: Failure): LineAnswer => ({
    answer: errorAnswer(item, `Line ${number}: `),
    code: UNREADABLE,
  });
  const bundle = line.ok ? readBundle(line.value) : line;
  if (!bundle.ok) return unreadable(bundle.failure);
  try {
    const { answer } = judgeBundle(bundle.value);
    return { answer, code: EXIT[answer.verdict] };
  } catch (error) {
    // A bug that one transaction triggers must not stop the others from being judged.
    return unreadable(reportIncident(error, terminal));
  }
}

function errorAnswer(item: Failure, where = ''): object {
  return { error: { code: item.code, message: where + failureWords(item).what } };
}

/** Waits until the reader has taken it. False when the reader is gone: then nobody needs the rest. */
async function written(text: string): Promise<boolean> {
  const { stdout } = process;
  if (stdout.destroyed) return false;
  if (stdout.write(text)) return true;
  const waiting = new AbortController();
  try {
    await Promise.race(['drain', 'close'].map((event) => once(stdout, event, waiting)));
    return !stdout.destroyed;
  } catch {
    return false;
  } finally {
    waiting.abort();
  }
}

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
 * A stream's lines, one at a time and without their line ends. Anything beyond the size of the largest bundle is
 * dropped as it arrives, so that no line takes more memory than that. Fails as for a file.
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

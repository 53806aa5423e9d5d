import { once } from 'node:events';
import { failure, type Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { failureWords } from './failure-words.ts';
import { tellIncident } from './incident.ts';
import { readBundle } from './inspect-bundle.ts';
import { judgeBundle } from './inspect-judge.ts';
import { linesOf, readBundleFile } from './inspect-source.ts';
import { judgementLines } from './inspect-text.ts';
import { required, type Values } from './options.ts';
import type { ExitCode, Terminal } from './terminal.ts';

export const inspectOptions = { bundle: { type: 'string' } } as const;

const UNREADABLE: ExitCode = 2;
const EXIT = { pass: 0, warn: 3, block: 4 } as const;
/** From best to worst, for a batch. */
const RANK: readonly ExitCode[] = [0, 3, 4, UNREADABLE];

/** `inspect`: judges anybody's transaction by what a bundle tells of it. Exit codes 0 pass, 3 warn, 4 block, 2 unreadable. */
export async function inspectCommand(values: Values, terminal: Terminal): Promise<ExitCode> {
  const path = required(
    values,
    'bundle',
    'a file with a bundle, or - for one bundle a line on standard input',
  );
  if (path === '-') return judgeLines(process.stdin, terminal);
  const text = await readBundleFile(path);
  const bundle = text.ok ? readBundle(text.value) : text;
  if (!bundle.ok) return tellUnreadable(bundle.failure, values['json'] === true, terminal);
  const judgement = judgeBundle(bundle.value);
  terminal.result(judgement.answer, judgementLines(judgement));
  return EXIT[judgement.answer.verdict];
}

function tellUnreadable(item: Failure, json: boolean, terminal: Terminal): ExitCode {
  if (json) terminal.result(errorAnswer(item), []);
  else terminal.failure(item);
  return UNREADABLE;
}

/** One line of JSON for each line that is not empty, in their order and as they come; the worst exit code of all. */
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
    return tellUnreadable(failure('bundle-not-json', { reason: 'it is empty' }), false, terminal);
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
    // A bug that one transaction meets must not keep the others from being judged.
    return unreadable(tellIncident(error, terminal));
  }
}

function errorAnswer(item: Failure, where = ''): object {
  return { error: { code: item.code, message: where + failureWords(item).what } };
}

/** Waits until the reader has taken it. False when it went away: then nobody needs the rest. */
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

import { accessSync, closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { removeFile } from '../system/held-files.ts';
import { saveNew } from '../system/save-whole.ts';
import { fileReason, isFileError } from '../ports/storage-trouble.ts';
import { commonOptions, type OptionTable } from './option-groups.ts';
import { UsageError, type ExitCode, type Interruption, type Terminal } from './terminal.ts';
import { usage } from './words.ts';

interface ValueTypes {
  readonly boolean: true;
  readonly string: string;
  readonly strings: readonly string[];
}

/** The values given for the options of a table. */
export type Values<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: ValueTypes[Table[Name]['type']] | undefined;
};

/** Values that have at least this option, which takes a text. */
export type WithText<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** One run of a command. */
export interface Run<Table extends OptionTable> {
  readonly values: Values<Table>;
  readonly terminal: Terminal;
  readonly interruption: Interruption;
}

/** A command of the command line. @throws UsageError when its arguments are wrong. */
export type Command = (
  args: readonly string[],
  terminal: Terminal,
  interruption: Interruption,
) => Promise<ExitCode>;

/** A command with these options. `work` sees only these, each with the type of its value. */
export function command<const Table extends OptionTable>(
  options: Table,
  work: (run: Run<Table>) => Promise<ExitCode>,
): Command {
  return async (args, terminal, interruption) =>
    work({ values: readOptions(args, options), terminal, interruption });
}

/** Options that people try. They do not exist because every user of a machine can read its command lines. */
const SECRETS = /^(?:api-?key|key|token|password|pass|mnemonic|words|seed-?phrase|phrase|project-?id)$/;

/**
 * Reads a command's options. Node's parser only splits them into tokens (`strict: false`): its own messages quote
 * values, and a value in the wrong place could be a secret. A message from here never repeats a value.
 * @throws UsageError that names the wrong option and says what it takes.
 */
function readOptions<Table extends OptionTable>(args: readonly string[], own: Table): Values<Table> {
  const table: OptionTable = { ...own, ...commonOptions };
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(table).map(([name, { type }]) => [name, { type: type === 'boolean' ? type : 'string' }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | readonly string[] | true> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') throw new UsageError(usage.withoutOption(token.index + 1));
    const { name, value, inlineValue } = token;
    const option = Object.hasOwn(table, name) ? table[name] : undefined;
    if (option === undefined) throw new UsageError(unknownOption(token.rawName, name, table));
    const before = Object.hasOwn(values, name) ? values[name] : undefined;
    if (before !== undefined && typeof before !== 'object') throw new UsageError(usage.twice(name));
    if (option.type === 'boolean') values[name] = switchOf(name, value);
    else {
      const text = textOf(name, value, inlineValue);
      values[name] = option.type === 'strings' ? [...(before ?? []), text] : text;
    }
  }
  return values as Values<Table>;
}

function switchOf(name: string, value: string | undefined): true {
  if (value !== undefined) throw new UsageError(usage.switchWithValue(name));
  return true;
}

/** A value may begin with `-`, as negative percentages do. One that begins with `--` needs the form `--name=value`. */
function textOf(name: string, value: string | undefined, inline: boolean | undefined): string {
  if (value === undefined || value === '' || (inline !== true && value.startsWith('--')))
    throw new UsageError(usage.withoutValue(name));
  return value;
}

function unknownOption(raw: string, name: string, table: OptionTable): string {
  const shown = raw.replace(/[^\x21-\x7e]/g, '?').slice(0, 40);
  return usage.unknownOption(shown, SECRETS.test(name), Object.keys(table));
}

/** Whether any option of the table was given. */
export function anyOf(values: Readonly<Record<string, unknown>>, table: OptionTable): boolean {
  return Object.keys(table).some((name) => values[name] !== undefined);
}

/** @throws UsageError when the option is missing; `what` says what it takes. */
export function required<Name extends string>(values: WithText<Name>, name: Name, what: string): string {
  const value: string | undefined = values[name];
  if (value === undefined) throw new UsageError(usage.missing(name, what));
  return value;
}

/** Recovery words, passwords and backups are short; a longer file is another one. */
const MOST_BYTES = 256 * 1024;

/** The text of the file that an option names, without a byte order mark. @throws UsageError that never quotes it. */
export function readTextFile<Name extends string>(
  values: WithText<Name>,
  option: Name,
  what: string,
  mostBytes: number = MOST_BYTES,
): string {
  const path = required(values, option, what);
  const bytes = readBytes(path, option, mostBytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below, as is text in another encoding that happens to decode.
  }
  throw new UsageError(usage.fileNotText(option, resolve(path)));
}

/** The first line of that file, without its line end (LF or CR LF). @throws UsageError */
export function firstLine<Name extends string>(values: WithText<Name>, option: Name, what: string): string {
  const [line = ''] = readTextFile(values, option, what).split(/\r?\n|\r/);
  if (line === '') throw new UsageError(usage.firstLineEmpty(option));
  return line;
}

/**
 * @throws UsageError when the file exists, or no file can be made in its folder, so that the user learns this before any
 * work is done.
 */
export function checkNew(path: string, option = 'out'): void {
  if (existsSync(path)) throw new UsageError(usage.fileExists(option, resolve(path)));
  try {
    accessSync(dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw new UsageError(usage.fileNotWritten(option, resolve(path), codeOf(error)));
  }
}

/** A file to be made, and what it holds. */
export interface NewFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * Writes new files that only their owner can read: all of them, or none. An existing one could hold the only copy of other
 * keys, and is never overwritten. Failure: `file-not-written`.
 */
export function writeNewFiles(files: readonly NewFile[]): Result<undefined, Failure> {
  const written: string[] = [];
  for (const { path, content } of files)
    try {
      saveNew(path, content);
      written.push(path);
    } catch (error) {
      if (!isFileError(error)) throw error;
      for (const other of written) removeFile(other);
      const reason = codeOf(error) === 'EEXIST' ? 'a file of that name is there' : fileReason(error);
      return failed(failure('file-not-written', { file: resolve(path), reason }));
    }
  return ok(undefined);
}

function readBytes(path: string, option: string, mostBytes: number): Uint8Array {
  const buffer = Buffer.alloc(mostBytes + 1);
  let length = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (let count = -1; count !== 0 && length < buffer.length; length += count)
        count = readSync(file, buffer, length, buffer.length - length, null);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(usage.fileNotRead(option, resolve(path), codeOf(error)));
  }
  if (length > mostBytes) throw new UsageError(usage.fileTooLarge(option, resolve(path)));
  return buffer.subarray(0, length);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** `witness.json` → `witness-2.json`. */
export function numbered(path: string, number: number): string {
  const end = /\.[^./\\]+$/.exec(path)?.[0] ?? '';
  return `${path.slice(0, path.length - end.length)}-${number}${end}`;
}

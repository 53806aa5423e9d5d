import * as v from 'valibot';
import { failure, type Failure, type FailureCode } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { ChosenFiles } from '../ports/system.ts';
import type { ChosenFile, Windows } from '../ports/windows.ts';

/** A kind of file that the app writes and reads again. */
export interface OwnFile<Schema extends v.GenericSchema> {
  /** The format name that the file itself states. */
  readonly format: string;
  /** With its article, for sentences. */
  readonly noun: string;
  readonly schema: Schema;
}

export function writeOwnFile({ format }: Pick<OwnFile<v.GenericSchema>, 'format'>, content: object): string {
  return `${JSON.stringify({ format, version: 1, ...content }, undefined, 2)}\n`;
}

/**
 * Reads the text of a file that anybody may have written: it has the form exactly, or it is refused, with a reason that
 * completes the sentence `It cannot be used: …`.
 */
export function readOwnFile<Schema extends v.GenericSchema>(
  text: string,
  { format, noun, schema }: OwnFile<Schema>,
): Result<v.InferOutput<Schema>, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return failed('it is not JSON');
  }
  const member = (name: string): unknown =>
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined;
  if (member('format') !== format) return failed(`it is not ${noun} of Touchstone`);
  if (member('version') !== 1) return failed('another version of Touchstone wrote it');
  const read = v.safeParse(schema, parsed, { abortEarly: true });
  return read.success ? ok(read.output) : failed(`${placeOf(read.issues[0])} is not as it should be`);
}

/** Where it differs; of a name that the file made up, nothing is repeated. */
function placeOf(issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? []).map(({ key }) =>
    /^[a-z0-9]{1,20}$/i.test(String(key)) ? String(key) : '…',
  );
  return path.slice(0, 6).join('.') || 'the file';
}

/** Has the user choose files, in one dialog at a time: they must not pile up however often a page asks. */
export class FileChooser {
  readonly #windows: Pick<Windows, 'chooseFile'>;
  readonly #files: Pick<ChosenFiles, 'readText'>;
  readonly #objection: () => Failure | undefined;
  #choosing = false;

  /** `objection`: why no dialog may come up now. */
  constructor(
    windows: Pick<Windows, 'chooseFile'>,
    files: Pick<ChosenFiles, 'readText'>,
    objection: () => Failure | undefined,
  ) {
    this.#windows = windows;
    this.#files = files;
    this.#objection = objection;
  }

  /** The path of a file that the user chooses; nothing where none was chosen. Failures: `window-waits`, `release-choosing`. */
  async path(what: ChosenFile): Promise<Result<string | undefined, Failure>> {
    const objection = this.#choosing ? failure('release-choosing') : this.#objection();
    if (objection) return failed(objection);
    this.#choosing = true;
    try {
      return ok(await this.#windows.chooseFile(what));
    } finally {
      this.#choosing = false;
    }
  }

  /**
   * The text of a file that the user chooses, of at most so many bytes; nothing where none was chosen. Failures:
   * those of `path`, and `unreadable`, with the reason, for a file that cannot be read.
   */
  async text(
    what: ChosenFile,
    mostBytes: number,
    unreadable: FailureCode,
  ): Promise<Result<string | undefined, Failure>> {
    const path = await this.path(what);
    if (!path.ok || path.value === undefined) return path;
    const text = await this.#files.readText(path.value, mostBytes);
    if (text.ok) return text;
    return failed(failure(unreadable, { reason: text.failure.data?.['reason'] ?? 'it cannot be read' }));
  }
}

const LONGEST_NAME = 40;

/** A name that is not taken: the one that is wanted, or that with a number. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let nth = 2; isTaken(free); nth += 1) {
    const mark = ` (${nth})`;
    const start = Array.from(name).slice(0, LONGEST_NAME - mark.length);
    free = `${start.join('').trim()}${mark}`;
  }
  return free;
}

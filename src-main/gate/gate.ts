import * as v from 'valibot';
import type { Table } from '#contract/index.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import type { Log } from '../ports/system.ts';
import type { Handlers } from './handlers.ts';
import type { NumberedValue } from './topic.ts';

const MAX_MESSAGE_CHARACTERS = 64 * 1024;
const MAX_PENDING_CALLS = 64;

/**
 * The one door between a window and main. The shell has already checked the sender; the gate checks, in this
 * order: known name, size, shape (a surplus key is refused), whether the page may act on other windows now, number of
 * calls under way, deadline. It answers
 * data only; what could not be kept is a failure, a bug inside a handler becomes an incident, never a stack trace.
 */
export class Gate<T extends Table> {
  readonly #table: T;
  readonly #handlers: Handlers<T>;
  readonly #log: Log;
  readonly #newIncident: () => string;
  readonly #objection: () => Failure | undefined;
  #pending = 0;

  /** `objection`: why the page may not act on other windows now (see `Front.objection`). */
  constructor(
    table: T,
    handlers: Handlers<T>,
    log: Log,
    newIncident: () => string,
    objection: () => Failure | undefined = () => undefined,
  ) {
    this.#table = table;
    this.#handlers = handlers;
    this.#log = log;
    this.#newIncident = newIncident;
    this.#objection = objection;
  }

  /** Serves one call. `name` and `input` are whatever the page sent. Never rejects. */
  async call(name: unknown, input: unknown): Promise<Result<unknown, Failure>> {
    // Non-strings are refused without conversion: an object may bring a conversion that throws.
    if (typeof name !== 'string') return this.#refuse(`a ${typeof name}`, 'there is no such call');
    const spec = Object.hasOwn(this.#table, name) ? this.#table[name] : undefined;
    if (spec?.kind !== 'call') return this.#refuse(name, 'there is no such call');
    const json = toJson(input);
    if (json === undefined || json.length > (spec.mostCharacters ?? MAX_MESSAGE_CHARACTERS))
      return this.#refuse(name, 'the message is too large');
    const decoded = v.safeParse(spec.input, JSON.parse(json));
    if (!decoded.success) {
      return this.#refuse(name, `the message has the wrong form at ${pathOf(decoded.issues[0])}`);
    }
    const objection = spec.acts === true ? this.#objection() : undefined;
    if (objection) return this.#waits(name, objection);
    if (this.#pending >= MAX_PENDING_CALLS) return this.#refuse(name, 'too many calls are under way');
    this.#pending += 1;
    try {
      const handler = (this.#handlers.calls as Record<string, Handler>)[name] as Handler;
      const answer = await withDeadline(handler(decoded.output), spec.deadline);
      if (!answer.ok) return answer;
      return { ok: true, value: v.parse(spec.output, answer.value) };
    } catch (error) {
      if (error instanceof StorageError) return failed(error.failure);
      return failed(this.#incident(name, error));
    } finally {
      this.#pending -= 1;
    }
  }

  /** Follows a topic. Answers the function that ends it, or `undefined` when there is no such topic. */
  subscribe(name: unknown, listener: (message: NumberedValue<unknown>) => void): (() => void) | undefined {
    if (typeof name !== 'string' || !Object.hasOwn(this.#table, name)) return undefined;
    const spec = this.#table[name];
    if (spec?.kind !== 'topic') return undefined;
    const topics = this.#handlers.topics as Record<string, TopicLike>;
    return topics[name]?.follow((message) => {
      const value = v.safeParse(spec.output, message.value);
      if (value.success) listener({ sequence: message.sequence, value: value.output });
      else this.#incident(name, new Error(`topic value has the wrong form at ${pathOf(value.issues[0])}`));
    });
  }

  #refuse(name: string, reason: string): Result<never, Failure> {
    const shown = name.slice(0, 40);
    this.#log.warn('call-refused', { name: shown, reason });
    return failed(failure('request-refused', { name: shown, reason }));
  }

  #waits(name: string, objection: Failure): Result<never, Failure> {
    this.#log.warn('call-refused', { name, reason: objection.code });
    return failed(objection);
  }

  #incident(name: string, error: unknown): Failure {
    const incident = this.#newIncident();
    const kind = error instanceof Error ? error.name : typeof error;
    this.#log.error('incident', { incident, name, kind, where: placeOf(error) });
    return failure('internal-error', { incident });
  }
}

type Handler = (input: unknown) => Promise<Result<unknown, Failure>>;
interface TopicLike {
  follow(listener: (message: NumberedValue<unknown>) => void): () => void;
}

function toJson(input: unknown): string | undefined {
  try {
    return JSON.stringify(input ?? {});
  } catch {
    return undefined;
  }
}

function pathOf(issue: v.BaseIssue<unknown>): string {
  return v.getDotPath(issue) ?? 'the top';
}

/** File and line of the first frame: enough to find a bug, and no message, which could carry user data. */
function placeOf(error: unknown): string {
  const frame =
    error instanceof Error ? error.stack?.split('\n').find((line) => line.includes('at ')) : undefined;
  return frame?.trim().replace(/^.*[\\/](?=[^\\/]*$)/, '') ?? 'unknown';
}

async function withDeadline(
  work: Promise<Result<unknown, Failure>>,
  milliseconds: number,
): Promise<Result<unknown, Failure>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result<unknown, Failure>>((resolve) => {
    timer = setTimeout(() => resolve(failed(failure('deadline-passed'))), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

import type * as v from 'valibot';

/** A call: its input to main, and its output. */
export interface CallSpec<
  In extends v.GenericSchema = v.GenericSchema,
  Out extends v.GenericSchema = v.GenericSchema,
> {
  readonly kind: 'call';
  readonly input: In;
  readonly output: Out;
  /** Milliseconds after which the gate gives the call up. */
  readonly deadline: number;
  /** Characters that a message may have, where it carries more than words. */
  readonly mostCharacters?: number;
  /**
   * Whether it can open, close or cover a window, take the focus, show a dialog or hand something to another program.
   * Absent where the window that calls is itself one in which secrets are typed.
   */
  readonly acts?: boolean;
}

/** A topic: opens with the current value, then each new one, numbered. */
export interface TopicSpec<Out extends v.GenericSchema = v.GenericSchema> {
  readonly kind: 'topic';
  readonly output: Out;
}

export type Table = Readonly<Record<string, CallSpec | TopicSpec>>;

/** The table of a window in which no secret is typed: each call says whether it acts on other windows. */
export type DeskTable = Readonly<
  Record<string, (CallSpec & { readonly acts: boolean }) | (TopicSpec & { readonly acts?: never })>
>;

export function call<In extends v.GenericSchema, Out extends v.GenericSchema>(
  input: In,
  output: Out,
  deadline = 20_000,
  mostCharacters?: number,
): CallSpec<In, Out> {
  const room = mostCharacters === undefined ? {} : { mostCharacters };
  return { kind: 'call', input, output, deadline, ...room };
}

/** A call of a desk's window that leaves windows, focus and other programs alone. See `CallSpec.acts`. */
export function quiet<In extends v.GenericSchema, Out extends v.GenericSchema>(
  input: In,
  output: Out,
  deadline?: number,
  mostCharacters?: number,
): CallSpec<In, Out> & { readonly acts: false } {
  return { ...call(input, output, deadline, mostCharacters), acts: false };
}

/**
 * A call of a desk's window that does not. While a window asks for a secret, it is refused unless the shell saw the user
 * act in the calling window since. Failure besides: `window-waits`.
 */
export function acting<In extends v.GenericSchema, Out extends v.GenericSchema>(
  input: In,
  output: Out,
  deadline?: number,
  mostCharacters?: number,
): CallSpec<In, Out> & { readonly acts: true } {
  return { ...call(input, output, deadline, mostCharacters), acts: true };
}

/** A keychain that asks the user is waited for two minutes; a call that needs it outlives that. */
export const KEYCHAIN_MS = 150_000;

export function topic<Out extends v.GenericSchema>(output: Out): TopicSpec<Out> {
  return { kind: 'topic', output };
}

export type CallName<T extends Table> = { [K in keyof T]: T[K] extends CallSpec ? K : never }[keyof T] &
  string;
export type TopicName<T extends Table> = { [K in keyof T]: T[K] extends TopicSpec ? K : never }[keyof T] &
  string;
export type InputOf<T extends Table, K extends keyof T> =
  T[K] extends CallSpec<infer In, v.GenericSchema> ? v.InferOutput<In> : never;
export type OutputOf<T extends Table, K extends keyof T> = T[K] extends {
  readonly output: infer Out extends v.GenericSchema;
}
  ? v.InferOutput<Out>
  : never;

import type * as v from 'valibot';

/** A call: what goes to main, what comes back. */
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
}

/** A topic: opens with the current value, then each new one, numbered. */
export interface TopicSpec<Out extends v.GenericSchema = v.GenericSchema> {
  readonly kind: 'topic';
  readonly output: Out;
}

export type Table = Readonly<Record<string, CallSpec | TopicSpec>>;

export function call<In extends v.GenericSchema, Out extends v.GenericSchema>(
  input: In,
  output: Out,
  deadline = 20_000,
  mostCharacters?: number,
): CallSpec<In, Out> {
  const room = mostCharacters === undefined ? {} : { mostCharacters };
  return { kind: 'call', input, output, deadline, ...room };
}

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

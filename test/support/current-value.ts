import type { Followed } from '../../src-main/gate/handlers.ts';

/** The current value of a topic: its first message, which comes at once. */
export function currentValue<Value>(topic: Followed<Value>): Value {
  const seen: Value[] = [];
  topic.follow(({ value }) => seen.push(value))();
  const [value] = seen;
  if (value === undefined) throw new Error('the topic has no value');
  return value;
}

import { describe, expect, it } from 'vitest';
import { DeltaTopic, type NumberedValue } from '../../../src-main/gate/topic.ts';
import { eventually } from '../../support/eventually.ts';

interface Row {
  readonly id: string;
  readonly size: number;
}
interface Body {
  readonly kind: 'snapshot' | 'delta';
  readonly rows: readonly Row[];
  readonly gone: readonly string[];
}

const row = (id: string, size = 1): Row => ({ id, size });

function listTopic() {
  const topic = new DeltaTopic<{ readonly key: string }, Row, string, Body>(
    { key: 'a' },
    { idOf: ({ id }) => id, body: (kind, rows, gone) => ({ kind, rows, gone }), coalesceMs: 5 },
  );
  const messages: NumberedValue<{ readonly key: string } & Body>[] = [];
  topic.follow((message) => void messages.push(message));
  const next = async (count: number) => {
    await eventually(`message ${count}`, () => Promise.resolve(messages.length >= count ? true : undefined));
    return messages.at(-1)?.value;
  };
  return { topic, next };
}

describe('the topic of a list', () => {
  it('sends what was removed, and neither removes nor keeps what came back or went', async () => {
    const { topic, next } = listTopic();
    topic.show({ key: 'b' }, () => [row('one'), row('two')]);
    expect(await next(2)).toMatchObject({ kind: 'snapshot', key: 'b', rows: [row('one'), row('two')] });
    topic.update({ key: 'b' }, [row('three')], ['one']);
    topic.update({ key: 'b' }, [row('one', 2)], ['three']);
    expect(await next(3)).toEqual({ kind: 'delta', key: 'b', rows: [row('one', 2)], gone: ['three'] });
  });

  it('starts over with another list, without what changed in the previous one', async () => {
    const { topic, next } = listTopic();
    topic.update({ key: 'a' }, [row('one')], ['two']);
    topic.show({ key: 'b' }, () => [row('four')]);
    topic.update({ key: 'b' }, [row('five')], ['four']);
    expect(await next(2)).toEqual({ kind: 'snapshot', key: 'b', rows: [row('four')], gone: [] });
  });
});

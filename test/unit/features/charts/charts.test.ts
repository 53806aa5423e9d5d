import { describe, expect, it } from 'vitest';
import { liveChart, type LiveChartView } from '#contract/charts.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import { failure } from '#domain/failure.ts';
import { chartTopic, type ChartTopic } from '../../../../src-main/features/charts/chart-calls.ts';
import type { NumberedValue } from '../../../../src-main/gate/topic.ts';
import { SwitchedCharts } from '../../../../src-main/profile/forwarding.ts';
import * as v from 'valibot';
import { eventually } from '../../../support/eventually.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { ScriptedCharts } from '../../../support/scripted-charts.ts';

const candle = (time: number, close = 3): Candle => ({ time, open: 2, high: 4, low: 1, close, volume: 5 });
const head = (key: string) => ({ key, state: 'live', orientation: 'checked' }) as const;

describe('the topic of a live chart', () => {
  const followed = (topic: ChartTopic) => {
    const messages: NumberedValue<LiveChartView>[] = [];
    const end = topic.follow((message) => void messages.push(message));
    const next = async (count: number) => {
      await eventually(`message ${count}`, () =>
        Promise.resolve(messages.length >= count ? true : undefined),
      );
      return messages.at(-1)?.value;
    };
    return { messages, end, next };
  };

  it('opens with everything, then sends only what changed, many changes in one message', async () => {
    const candles = [candle(0), candle(60)];
    const topic = chartTopic(head('a'));
    topic.show(head('b'), () => candles);
    const { messages, next } = followed(topic);
    expect(messages[0]?.value).toMatchObject({ kind: 'snapshot', key: 'b', candles: { time: [0, 60] } });
    expect(await next(2)).toMatchObject({ kind: 'snapshot', key: 'b' });
    for (let close = 1; close <= 1_000; close += 1) topic.update(head('b'), [candle(60, close)]);
    topic.update(head('b'), [candle(120)]);
    expect(await next(3)).toMatchObject({ kind: 'delta', candles: { time: [60, 120], close: [1_000, 3] } });
    topic.update({ ...head('b'), state: 'late' }, []);
    expect(await next(4)).toMatchObject({ kind: 'delta', state: 'late', candles: { time: [] } });
    expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    for (const { value } of messages) expect(v.is(liveChart, value)).toBe(true);
  });

  it('starts over with another key, and sends nothing of the previous one', async () => {
    const topic = chartTopic(head('a'));
    const { next } = followed(topic);
    topic.update(head('a'), [candle(60)]);
    topic.show(head('b'), () => [candle(600)]);
    topic.update(head('b'), [candle(660)]);
    expect(await next(2)).toMatchObject({ kind: 'snapshot', key: 'b', candles: { time: [600] } });
  });

  it('can be followed by several, each from a snapshot on, and left', async () => {
    const topic = chartTopic(head('a'));
    topic.show(head('b'), () => [candle(0)]);
    const one = followed(topic);
    await one.next(2);
    const other = followed(topic);
    expect(other.messages[0]).toMatchObject({ sequence: 2, value: { kind: 'snapshot' } });
    one.end();
    topic.update(head('b'), [candle(60)]);
    await other.next(2);
    expect(one.messages).toHaveLength(2);
  });
});

describe('charts whose client comes and goes', () => {
  const pair = { first: ADA, second: 'b'.repeat(56) as AssetId };
  const scripted = () => new ScriptedCharts(new ManualClock(), []);

  it('answer why there is none, and open the streams again with the next one', async () => {
    const charts = new SwitchedCharts();
    const heard: string[] = [];
    const stream = charts.stream(pair, '1min', {
      opened: () => void heard.push('opened'),
      candle: () => void heard.push('candle'),
      dropped: () => undefined,
      silent: () => undefined,
      lost: ({ code }, next) => void heard.push(`${code} ${next}`),
    });
    await Promise.resolve();
    expect(heard).toEqual(['charts-unavailable stopped']);
    expect(await charts.trending('1day')).toMatchObject({ failure: { code: 'charts-unavailable' } });
    const [one, other] = [scripted(), scripted()];
    charts.use(one);
    one.listener?.opened();
    charts.use(other);
    expect(one.listener).toBeUndefined();
    other.listener?.candle(candle(0));
    charts.drop(failure('practice-unavailable'));
    expect(other.listener).toBeUndefined();
    expect(await charts.history({ ...pair, period: '1min', from: 0, to: 60 })).toMatchObject({
      failure: { code: 'practice-unavailable' },
    });
    stream.close();
    charts.use(one);
    expect(one.listener).toBeUndefined();
    expect(heard.slice(1)).toEqual(['opened', 'candle', 'practice-unavailable stopped']);
  });
});

import { parseAssetId } from '#domain/asset.ts';
import type { CandlePeriod } from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { ChartSubject } from './live-charts.ts';
import { columnsOf } from './chart-topic.ts';
import type { Desk } from '../../app/desk.ts';
import { DONE, type MainCalls } from '../../gate/calls.ts';

export function chartCalls({ host, charts, parts, saving }: Desk): MainCalls<'chart'> {
  return {
    'chart.history': async ({ to, count, ...wanted }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const subject = subjectOf(wanted);
      if (!subject.ok) return subject;
      const page = await profile.value.charts.history(subject.value, to, count);
      if (!page.ok) return page;
      const { candles, from, beginning } = page.value;
      return ok({ candles: columnsOf(candles), from, beginning });
    },
    'chart.watch': ({ slot, ...wanted }) => {
      const profile = host.current();
      if (!profile.ok) return Promise.resolve(profile);
      const subject = subjectOf(wanted);
      if (!subject.ok) return Promise.resolve(subject);
      return Promise.resolve(charts.watch(slot, subject.value, profile.value));
    },
    'chart.unwatch': ({ slot }) => {
      charts.unwatch(slot);
      return Promise.resolve(DONE);
    },
    'chart.savePicture': async ({ name, picture }) => {
      const content = Buffer.from(picture, 'base64');
      const refused = saving.spend(content.length);
      if (refused) return failed(refused);
      const place = await parts.windows.saveFile(name, content);
      return ok(place === undefined ? { saved: false } : { saved: true, place });
    },
  };
}

function subjectOf(wanted: {
  readonly base: string;
  readonly quote: string;
  readonly period: CandlePeriod;
}): Result<ChartSubject, Failure> {
  const [base, quote] = [parseAssetId(wanted.base), parseAssetId(wanted.quote)];
  if (base === undefined || quote === undefined) return failed(failure('token-unknown'));
  return ok({ base, quote, period: wanted.period });
}

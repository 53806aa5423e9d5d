import { showCompact } from '../format/price.ts';
import { percentLabel, plainFigure } from './price-label.ts';
import type { Scene } from './scene.ts';
import { timeLabel } from './time-labels.ts';

/** What is in sight, in sentences, for whoever does not see it. */
export function summaryOf(scene: Scene): string {
  const { store, viewport, zone, periodSeconds } = scene;
  const first = viewport.first;
  const end = viewport.end;
  if (end <= first) return 'No candles in sight.';
  const { high, low } = scene.pyramid.extent(0, first, end);
  let volume = 0;
  for (let at = first; at < end; at += 1) volume += store.volume[at] as number;
  const opening = store.open[first] as number;
  const closing = store.close[end - 1] as number;
  const moment = (at: number): string => timeLabel(store.time[at] as number, zone, periodSeconds);
  const sentences = [
    `${end - first} candles from ${moment(first)} to ${moment(end - 1)}, ${zone === 'utc' ? 'UTC' : 'local time'}.`,
    `From ${plainFigure(opening)} to ${plainFigure(closing)}, ${percentLabel((closing / opening - 1) * 100)}.`,
    `Highest ${plainFigure(high)}, lowest ${plainFigure(low)}, volume ${showCompact(volume)?.text ?? '0'} ADA.`,
  ];
  for (const { runs } of scene.panes)
    for (const { run } of runs) {
      const said = run.kind.outputs.flatMap(({ name }, output) => {
        const value = run.valueAt(output, end - 1);
        return value === undefined ? [] : [`${name} ${plainFigure(value)}`];
      });
      if (said.length > 0) sentences.push(`${run.label}: ${said.join(', ')}.`);
    }
  return sentences.join(' ');
}

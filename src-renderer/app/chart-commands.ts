import { CANDLE_PERIODS } from '#domain/candle.ts';
import { DRAWING_KINDS } from '../chart/drawings.ts';
import { drawingWords, periodWords, scaleWords, typeWords } from '../features/chart/chart-settings.ts';
import type { DeskChart } from './desk-chart.svelte.ts';
import type { PaletteCommand } from './palette-command.ts';

/** What can be done with the chart as it stands. */
export function chartCommands(chart: DeskChart): readonly PaletteCommand[] {
  const { model } = chart;
  if (model.pair === undefined) return [];
  const { period, type, scale, zone, volume } = model.settings;
  const commands: PaletteCommand[] = [];
  CANDLE_PERIODS.forEach((each, at) => {
    if (each !== period)
      commands.push({
        text: `Chart: ${periodWords[each].long} a candle`,
        keys: [String(at + 1)],
        run: () => model.set({ period: each }),
      });
  });
  for (const each of keysOf(typeWords))
    if (each !== type)
      commands.push({ text: `Chart: ${typeWords[each]}`, run: () => model.set({ type: each }) });
  for (const each of keysOf(scaleWords))
    if (each !== scale)
      commands.push({ text: `Chart: ${scaleWords[each]} scale`, run: () => model.set({ scale: each }) });
  commands.push({
    text: zone === 'utc' ? 'Chart: local time' : 'Chart: UTC',
    run: () => model.set({ zone: zone === 'utc' ? 'local' : 'utc' }),
  });
  commands.push({
    text: volume ? 'Chart: hide volume' : 'Chart: show volume',
    run: () => model.set({ volume: !volume }),
  });
  commands.push(
    model.comparison === undefined
      ? { text: 'Chart: compare with another token', run: () => chart.pickComparison() }
      : { text: `Chart: stop comparing with ${model.comparison.label}`, run: () => model.compare(undefined) },
  );
  for (const kind of DRAWING_KINDS)
    commands.push({ text: `Draw: ${drawingWords[kind]}`, run: () => model.setTool(kind) });
  if (model.drawings.length > 0)
    commands.push({ text: 'Draw: remove all drawings', run: () => model.clearDrawings() });
  return commands;
}

function keysOf<K extends string>(words: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(words) as K[];
}

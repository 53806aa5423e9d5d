import { ADA } from '#domain/asset.ts';
import { TRENDING_PERIODS, type TrendingPeriod } from '#domain/trending.ts';
import { CHART_PERIODS } from '#domain/candle.ts';
import { tokenLabel } from '../format/amount.ts';
import type { Layers } from '../state/layers.svelte.ts';
import type { Panels } from '../state/panels.svelte.ts';
import type { Desk } from './desk.svelte.ts';
import { deskSizes, hasRoomForBook } from './desk-sizes.ts';
import { focusChart, goToAlerts, toggleFull, type PaletteCommand } from './keys.ts';
import { DRAWING_KINDS } from '../chart/drawings.ts';
import {
  digitOfPeriod,
  drawingLetters,
  drawingWords,
  periodWords,
  scaleWords,
  typeWords,
} from '../features/chart/chart-settings.ts';
import type { DeskChart } from './desk-chart.svelte.ts';
import type { Workspaces } from './workspaces.svelte.ts';
import type { DeskCharts } from './desk-charts.svelte.ts';
import { CHART_LAYOUTS, type ChartLayout } from './arrangement.ts';

const trendingWords: Readonly<Record<TrendingPeriod, string>> = {
  '5min': '5 minutes',
  '30min': '30 minutes',
  '1hour': '1 hour',
  '4hour': '4 hours',
  '1day': '1 day',
};

export type MarketCommandParts = Pick<
  Desk,
  'entry' | 'layers' | 'lists' | 'markets' | 'panels' | 'preferences' | 'tokens'
>;

/** What can be done with the lists of tokens and with the token in the middle. */
export function marketCommands(
  { entry, layers, lists, markets, panels, preferences, tokens }: MarketCommandParts,
  search: () => void,
): readonly PaletteCommand[] {
  const commands: PaletteCommand[] = [{ text: 'Search tokens', keys: ['/'], run: search }];
  const add = (text: string, run: () => void, keys?: readonly string[]): void =>
    void commands.push({ text, run, ...(keys && { keys }) });
  add('Show: Alerts on prices', () => goToAlerts(panels), ['A']);
  const { selected } = markets;
  if (selected !== undefined) {
    const token = tokens.shape(selected);
    const label = tokenLabel(token);
    for (const list of lists.watchLists) {
      const on = list.tokens.some(({ id }) => id === selected);
      add(
        on ? `Watch list ${list.name}: take ${label} off` : `Watch list ${list.name}: put ${label} on it`,
        () => void layers.report(lists.toggle(list, selected)),
        list === lists.current ? ['W'] : undefined,
      );
    }
    if (markets.quote !== ADA) add(`Show ${label} against ADA`, () => void entry.showPair(token, ADA));
  }
  for (const list of lists.watchLists)
    add(`Show the watch list ${list.name}`, () => {
      lists.choose(list.id);
      lists.show('watch');
    });
  for (const period of TRENDING_PERIODS)
    add(`Show what trends over ${trendingWords[period]}`, () => {
      lists.show('trending');
      void lists.loadTrending(period, Date.now());
    });
  add('Show recent tokens', () => lists.show('recent'));
  add('Show all tokens', () => lists.show('all'));
  const bookInColumn = deskSizes(preferences.layout, innerWidth, innerHeight).book !== undefined;
  for (const [tab, text] of [
    ['activity', 'Activity'],
    ['book', 'Order book and depth'],
    ['wallet', 'Balances'],
    ['pools', 'Pools and depth'],
    ['token', 'Token page, notes and links'],
  ] as const)
    if (panels.lower !== tab && !(tab === 'book' && bookInColumn))
      add(`Show: ${text}`, () => (panels.lower = tab));
  if (bookInColumn) add('Order book: put it among the tables', () => panels.moveBook('tables'));
  else if (hasRoomForBook(innerWidth))
    add('Order book: put it next to the chart', () => panels.moveBook('column'));
  return commands;
}

export const layoutWords: Readonly<Record<ChartLayout, string>> = {
  one: 'One chart',
  two: 'Two charts side by side',
  four: 'Four charts, 2 × 2',
};

/** How the charts can be arranged. */
export function layoutCommands(charts: DeskCharts, panels: Panels): readonly PaletteCommand[] {
  const { layout } = charts.arrangement;
  const full = panels.chartFull;
  return [
    {
      text: full ? 'Chart: back to the desk' : 'Chart: full screen',
      keys: ['F'],
      run: () => toggleFull(panels),
    },
    ...CHART_LAYOUTS.filter((each) => each !== layout).map((each) => ({
      text: `Charts: ${layoutWords[each]}`,
      run: () => charts.setLayout(each),
    })),
  ];
}

export function workspaceCommands(workspaces: Workspaces, layers: Layers): readonly PaletteCommand[] {
  return [
    {
      text: 'Workspaces: save, rename, export and import',
      run: () => layers.show({ kind: 'workspaces' }),
    },
    ...workspaces.list.map((workspace) => ({
      text: `Workspace: switch to ${workspace.name}`,
      run: () => void layers.report(workspaces.open(workspace), `Workspace ${workspace.name}.`),
    })),
  ];
}

/** What can be done with the active chart now. */
export function chartCommands(chart: DeskChart): readonly PaletteCommand[] {
  const { model } = chart;
  if (model.pair === undefined) return [];
  const { period, type, scale, zone, volume } = model.settings;
  const commands: PaletteCommand[] = [];
  for (const each of CHART_PERIODS) {
    const digit = digitOfPeriod(each);
    if (each !== period)
      commands.push({
        text: `Chart: ${periodWords[each].long} a candle`,
        ...(digit === undefined ? {} : { keys: [digit] }),
        run: () => model.set({ period: each }),
      });
  }
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
    commands.push({
      text: `Draw: ${drawingWords[kind]}`,
      keys: ['Alt', drawingLetters[kind]],
      run: () => {
        model.setTool(kind);
        focusChart();
      },
    });
  if (model.canUndo) commands.push({ text: 'Draw: undo', run: () => model.undo() });
  if (model.canRedo) commands.push({ text: 'Draw: redo', run: () => model.redo() });
  if (model.drawings.length > 0)
    commands.push({ text: 'Draw: remove all drawings', run: () => model.clearDrawings() });
  return commands;
}

function keysOf<K extends string>(words: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(words) as K[];
}

import { ADA } from '#domain/asset.ts';
import { TRENDING_PERIODS } from '#domain/trending.ts';
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
} from '../features/charts/chart-settings.ts';
import type { DeskChart } from './desk-chart.svelte.ts';
import type { Workspaces } from './workspaces.svelte.ts';
import type { DeskCharts } from './desk-charts.svelte.ts';
import { CHART_LAYOUTS, type ChartLayout } from './arrangement.ts';
import { words } from './words/commands.ts';

export type MarketCommandParts = Pick<
  Desk,
  'entry' | 'layers' | 'lists' | 'markets' | 'panels' | 'preferences' | 'tokens'
>;

/** Commands for the lists of tokens and for the token in the middle. */
export function marketCommands(
  { entry, layers, lists, markets, panels, preferences, tokens }: MarketCommandParts,
  search: () => void,
): readonly PaletteCommand[] {
  const commands: PaletteCommand[] = [{ text: words.searchTokens, keys: ['/'], run: search }];
  const add = (text: string, run: () => void, keys?: readonly string[]): void =>
    void commands.push({ text, run, ...(keys && { keys }) });
  add(words.showAlerts, () => goToAlerts(panels), ['A']);
  const { selected } = markets;
  if (selected !== undefined) {
    const token = tokens.shape(selected);
    const label = tokenLabel(token);
    for (const list of lists.watchLists) {
      const on = list.tokens.some(({ id }) => id === selected);
      add(
        on
          ? words.takeOffList({ list: list.name, token: label })
          : words.putOnList({ list: list.name, token: label }),
        () => void layers.report(lists.toggle(list, selected)),
        list === lists.current ? ['W'] : undefined,
      );
    }
    if (markets.quote !== ADA) add(words.againstAda({ token: label }), () => void entry.showPair(token, ADA));
  }
  for (const list of lists.watchLists)
    add(words.showList({ list: list.name }), () => {
      lists.choose(list.id);
      lists.show('watch');
    });
  for (const period of TRENDING_PERIODS)
    add(words.showTrending({ period }), () => {
      lists.show('trending');
      void lists.loadTrending(period, Date.now());
    });
  add(words.showRecent, () => lists.show('recent'));
  add(words.showAll, () => lists.show('all'));
  const bookInColumn = deskSizes(preferences.layout, innerWidth, innerHeight).book !== undefined;
  for (const [tab, text] of [
    ['activity', words.showActivity],
    ['book', words.showBook],
    ['wallet', words.showBalances],
    ['pools', words.showPools],
    ['token', words.showToken],
  ] as const)
    if (panels.lower !== tab && !(tab === 'book' && bookInColumn)) add(text, () => (panels.lower = tab));
  if (bookInColumn) add(words.bookToTables, () => panels.moveBook('tables'));
  else if (hasRoomForBook(innerWidth)) add(words.bookToChart, () => panels.moveBook('column'));
  return commands;
}

export const layoutWords: Readonly<Record<ChartLayout, string>> = {
  one: words.oneChart,
  two: words.twoCharts,
  four: words.fourCharts,
};

/** How the charts can be arranged. */
export function layoutCommands(charts: DeskCharts, panels: Panels): readonly PaletteCommand[] {
  const { active, layout } = charts.arrangement;
  const full = panels.chartFull;
  return [
    {
      text: full ? words.chartBack : words.chartFull,
      keys: ['F'],
      run: () => toggleFull(panels),
    },
    charts.isElsewhere(active)
      ? { text: words.chartToDesk, run: () => charts.bringBack(active) }
      : { text: words.chartToWindow, run: () => charts.moveOut(active) },
    ...CHART_LAYOUTS.filter((each) => each !== layout).map((each) => ({
      text: words.charts({ layout: layoutWords[each] }),
      run: () => charts.setLayout(each),
    })),
  ];
}

export function workspaceCommands(workspaces: Workspaces, layers: Layers): readonly PaletteCommand[] {
  return [
    {
      text: words.workspaces,
      run: () => layers.show({ kind: 'workspaces' }),
    },
    ...workspaces.list.map((workspace) => ({
      text: words.toWorkspace(workspace),
      run: () => void layers.report(workspaces.open(workspace), words.workspaceOpened(workspace)),
    })),
  ];
}

/** Commands for the active chart. */
export function chartCommands(chart: DeskChart): readonly PaletteCommand[] {
  const { model } = chart;
  if (model.pair === undefined) return [];
  const { period, type, scale, zone, volume } = model.settings;
  const commands: PaletteCommand[] = [];
  for (const each of CHART_PERIODS) {
    const digit = digitOfPeriod(each);
    if (each !== period)
      commands.push({
        text: words.chartPeriod({ period: periodWords[each].long }),
        ...(digit === undefined ? {} : { keys: [digit] }),
        run: () => model.set({ period: each }),
      });
  }
  for (const each of keysOf(typeWords))
    if (each !== type)
      commands.push({
        text: words.chartType({ type: typeWords[each] }),
        run: () => model.set({ type: each }),
      });
  for (const each of keysOf(scaleWords))
    if (each !== scale)
      commands.push({
        text: words.chartScale({ scale: scaleWords[each] }),
        run: () => model.set({ scale: each }),
      });
  commands.push({
    text: zone === 'utc' ? words.chartLocalTime : words.chartUtc,
    run: () => model.set({ zone: zone === 'utc' ? 'local' : 'utc' }),
  });
  commands.push({
    text: volume ? words.hideVolume : words.showVolume,
    run: () => model.set({ volume: !volume }),
  });
  commands.push(
    model.comparison === undefined
      ? { text: words.compare, run: () => chart.pickComparison() }
      : { text: words.stopComparing({ token: model.comparison.label }), run: () => model.compare(undefined) },
  );
  for (const kind of DRAWING_KINDS)
    commands.push({
      text: words.draw({ tool: drawingWords[kind] }),
      keys: ['Alt', drawingLetters[kind]],
      run: () => {
        model.setTool(kind);
        focusChart();
      },
    });
  if (model.canUndo) commands.push({ text: words.undo, run: () => model.undo() });
  if (model.canRedo) commands.push({ text: words.redo, run: () => model.redo() });
  if (model.drawings.length > 0)
    commands.push({ text: words.removeDrawings, run: () => model.clearDrawings() });
  return commands;
}

function keysOf<K extends string>(words: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(words) as K[];
}

import type { deskCharts } from '#contract/charts.ts';
import type { deskChartWindows } from '#contract/chart-window.ts';
import type { ChartTable } from '#contract/index.ts';
import type { NotebookPage } from '#contract/app.ts';
import type { deskWorkspaces } from '#contract/workspaces.ts';
import { DESK_SLOTS, type DeskSlot, settingsPageOf } from '#domain/chart-slots.ts';
import { chartCalls, ChartFeeds, savePicture } from '../features/charts/chart-calls.ts';
import { drawingCalls, Drawings } from '../features/charts/drawings.ts';
import {
  chartHandlers,
  chartWindowCalls,
  withoutThose,
} from '../features/chart-window/chart-window-calls.ts';
import { ChartWindows } from '../features/chart-window/chart-windows.ts';
import { surroundingsOf } from '../features/chart-window/surroundings.ts';
import { workspaceCalls } from '../features/workspaces/workspace-calls.ts';
import { Workspaces } from '../features/workspaces/workspaces.ts';
import type { Handlers } from '../gate/handlers.ts';
import { SaveBudget } from '../gate/outside.ts';
import type { DeskParts } from './desk-parts.ts';
import type { Notebook } from './notebook.ts';
import type { Viewers } from './viewers.ts';

/** The charts of the desk, the windows that they can be in, and the workspaces that arrange them. */
export function chartSide(desk: DeskParts, notebook: Notebook, viewers: Viewers) {
  const { windows, settings, clock, front, profiles, preferences, chooser, budget } = desk;
  const feeds = new ChartFeeds(profiles);
  const drawings = new Drawings(notebook);
  const chartWindows = new ChartWindows({
    windows,
    settings,
    clock,
    letGo: (slot) => {
      feeds.unwatch(slot);
      viewers.see(slot, false);
    },
    front,
  });
  drawings.onChange((by) => chartWindows.drawingsChanged(by));
  const chart = chartCalls({ profiles, feeds, windows, budget });
  const drawn = drawingCalls(drawings, 'desk');
  const workspaces = new Workspaces(settings);
  // Whether a chart's page may act is asked before each of its pictures.
  const pictureBudget = new SaveBudget(clock, () => undefined);
  const main: Handlers<typeof deskCharts & typeof deskChartWindows & typeof deskWorkspaces> = {
    calls: {
      ...drawn,
      ...chart,
      ...withoutThose(chart, chartWindows),
      ...chartWindowCalls(chartWindows),
      ...workspaceCalls({ workspaces, chooser, windows, budget }),
    },
    topics: {
      chartMain: feeds.topics.main,
      chartSecond: feeds.topics.second,
      chartThird: feeds.topics.third,
      chartFourth: feeds.topics.fourth,
      chartCompare: feeds.topics.compare,
      chartWindows: chartWindows.topic,
      workspaces: workspaces.topic,
    },
  };
  const ownWindows: Readonly<Record<DeskSlot, Handlers<ChartTable>>> = chartHandlers(
    {
      chartWindows,
      calls: { ...chart, 'drawings.read': drawn['drawings.read'] },
      surroundings: surroundingsOf(profiles.topic, profiles.replays.topic, preferences.topic),
      changeDrawings: (pair, change, by) => drawings.change(pair, change, by),
      notebook,
      savePicture: (slot, wanted) =>
        savePicture(
          wanted,
          { saveFile: (name, content) => windows.saveFile(name, content, slot) },
          pictureBudget,
        ),
      setColours: (priceColours) => preferences.change({ priceColours }),
      see: (slot, visible) => viewers.see(slot, visible && chartWindows.holds(slot)),
    },
    (slot) => feeds.topics[slot],
  );
  return {
    main,
    windows: ownWindows,
    /** The trading window wrote a page of the notebook. */
    notebookWritten({ kind, of }: NotebookPage): void {
      const slot = DESK_SLOTS.find((each) => settingsPageOf(each) === of);
      if (kind === 'chart' && slot !== undefined) chartWindows.settingsChanged(slot, 'desk');
    },
    /** The windows belong to the profile that is closed. */
    forget: () => chartWindows.forget(),
    closed: (slot: DeskSlot) => chartWindows.closed(slot),
    stop: () => feeds.stop(),
  };
}

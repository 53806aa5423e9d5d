import { createContext } from 'svelte';
import type { WorkspaceSetup, WorkspaceView } from '#contract/workspaces.ts';
import { VOLUME } from '../chart/pane-heights.ts';
import type { Answer, MainApi } from '../client/main-api.ts';
import type { Preferences } from '../state/preferences.svelte.ts';
import { arrangementOf, type ChartPlace } from './arrangement.ts';
import { settingsOf } from '../features/charts/chart-memory.ts';
import type { DeskCharts } from './desk-charts.svelte.ts';
import type { ChartSettings } from '../features/charts/chart-settings.ts';

export interface WorkspacesParts {
  readonly api: MainApi;
  readonly charts: DeskCharts;
  readonly preferences: Preferences;
}

/** The named workspaces, and the way from the desk to one and back. Made while the top component is set up. */
export class Workspaces {
  list = $state.raw<readonly WorkspaceView[]>([]);
  readonly #parts: WorkspacesParts;

  constructor(parts: WorkspacesParts) {
    this.#parts = parts;
    parts.api.on.workspaces((list) => (this.list = list));
  }

  /** Keeps the desk as it is now under a name, in place of what had it. */
  save(name: string): Promise<Answer<unknown>> {
    return this.#parts.api.call['workspaces.save']({ name, setup: this.#now() });
  }

  /** Arranges the desk as it was when the workspace was saved. */
  async open({ setup }: WorkspaceView): Promise<Answer<unknown>> {
    const { charts, preferences } = this.#parts;
    for (const [at, { model }] of charts.charts.entries())
      model.set({ ...settingsOf(setup.charts[at]), colours: model.settings.colours });
    charts.arrange(arrangementOf({ ...setup, places: setup.charts }));
    for (const [at, { apart = false }] of setup.charts.entries())
      if (apart !== charts.isElsewhere(at)) charts[apart ? 'moveOut' : 'bringBack'](at);
    return preferences.set({ layout: setup.desk });
  }

  rename(name: string, to: string): Promise<Answer<unknown>> {
    return this.#parts.api.call['workspaces.rename']({ name, to });
  }

  remove(name: string): Promise<Answer<unknown>> {
    return this.#parts.api.call['workspaces.remove']({ name });
  }

  export(name: string): Promise<Answer<{ readonly saved: boolean; readonly path?: string | undefined }>> {
    return this.#parts.api.call['workspaces.export']({ name });
  }

  /** Adds the workspace of a file that the user chooses; the answer has its name, if one was chosen. */
  import(): Promise<Answer<{ readonly name?: string | undefined }>> {
    return this.#parts.api.call['workspaces.import']({});
  }

  #now(): WorkspaceSetup {
    const { charts, preferences } = this.#parts;
    const { layout, active, places, couples, across, down } = charts.arrangement;
    return {
      layout,
      active,
      couples: { ...couples },
      across,
      down,
      desk: { ...preferences.layout },
      charts: charts.charts.map(({ model }, at) => ({
        ...setupOf(places[at] ?? {}, model.settings),
        ...(charts.isElsewhere(at) && { apart: true }),
      })),
    };
  }
}

export const [useWorkspaces, provideWorkspaces] = createContext<Workspaces>();

function setupOf({ shown, link }: ChartPlace, settings: ChartSettings): WorkspaceSetup['charts'][number] {
  const { period, type, scale, zone, volume, cost, indicators, panes } = settings;
  const known = new Set([VOLUME, ...indicators.map(({ id }) => id)]);
  return {
    ...(shown && { shown: { ...shown } }),
    ...(link && { link }),
    period,
    type,
    scale,
    zone,
    volume,
    cost,
    indicators: indicators.map(({ id, kind, settings: figures }) => ({ id, kind, settings: [...figures] })),
    // Those of indicators that are gone are left behind.
    panes: Object.fromEntries(Object.entries(panes).filter(([id]) => known.has(id))),
  };
}

import type { ChartTable } from '#contract/index.ts';
import type { NotebookPage } from '#contract/app.ts';
import type { PairOfChart } from '#contract/chart-window.ts';
import type { PreferencesView } from '#contract/settings.ts';
import { type ChartSlot, type DeskSlot, eachDeskSlot, settingsPageOf } from '#domain/chart-slots.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { InputOf } from '#contract/table.ts';
import { DONE, done, type Followed, type Handlers, type MainCalls } from '../../gate/handlers.ts';
import { refused } from './asking.ts';
import type { ChartWindows } from './chart-windows.ts';
import type { Surroundings } from './surroundings.ts';

type DrawingInput = InputOf<ChartTable, 'drawings.change'>;

/** The trading window's calls of charts and drawings, which a chart's own window makes for one chart and one pair. */
export type SharedCalls = Omit<MainCalls<'chart'>, 'chart.savePicture'> &
  Pick<MainCalls<'drawings'>, 'drawings.read'>;

/** Parts that a chart's own window shares with the trading window. */
export interface ChartWindowParts {
  readonly chartWindows: ChartWindows;
  readonly calls: SharedCalls;
  readonly surroundings: Followed<Surroundings>;
  readonly changeDrawings: (
    pair: PairOfChart,
    change: Pick<DrawingInput, 'put' | 'removed'>,
    by: DeskSlot,
  ) => Result<undefined, Failure>;
  readonly notebook: {
    read(page: NotebookPage): string;
    write(page: NotebookPage, text: string): Result<undefined, Failure>;
  };
  readonly setColours: (colours: PreferencesView['priceColours']) => void;
  /** Saves a picture, within a budget of the charts' own: the trading window can save although they have used it up. */
  readonly savePicture: (
    slot: DeskSlot,
    wanted: InputOf<ChartTable, 'chart.savePicture'>,
  ) => ReturnType<Handlers<ChartTable>['calls']['chart.savePicture']>;
  /** The page of a chart says whether it can be seen. */
  readonly see: (slot: DeskSlot, visible: boolean) => void;
}

/** Of one chart, at a time: alerts ask the same host. */
const MOST_HISTORIES = 4;

/** The trading window's calls for charts in windows of their own. */
export function chartWindowCalls(chartWindows: ChartWindows): MainCalls<'chartWindow'> {
  return {
    'chartWindow.open': async ({ slot }) => done(await chartWindows.open(slot)),
    'chartWindow.bringBack': ({ slot }) => {
      chartWindows.bringBack(slot);
      return Promise.resolve(DONE);
    },
    'chartWindow.show': ({ slot, shown }) => {
      chartWindows.show(slot, shown);
      return Promise.resolve(DONE);
    },
  };
}

/** The trading window's `chart.watch` and `chart.unwatch`, which do nothing to a chart that is open in its own window. */
export function withoutThose(
  calls: MainCalls<'chart'>,
  chartWindows: Pick<ChartWindows, 'holds'>,
): Pick<MainCalls<'chart'>, 'chart.watch' | 'chart.unwatch'> {
  const elsewhere = (slot: ChartSlot): boolean => slot !== 'compare' && chartWindows.holds(slot);
  return {
    'chart.watch': (wanted) =>
      elsewhere(wanted.slot)
        ? Promise.resolve(failed(failure('chart-elsewhere')))
        : calls['chart.watch'](wanted),
    'chart.unwatch': (wanted) =>
      elsewhere(wanted.slot) ? Promise.resolve(DONE) : calls['chart.unwatch'](wanted),
  };
}

/** The handlers of the window of each chart. `chartOf`: the live candles of a slot. */
export function chartHandlers(
  parts: ChartWindowParts,
  chartOf: (slot: DeskSlot) => Handlers<ChartTable>['topics']['chart'],
): Readonly<Record<DeskSlot, Handlers<ChartTable>>> {
  return eachDeskSlot((slot) => handlersOf(slot, parts, chartOf(slot)));
}

function handlersOf(
  slot: DeskSlot,
  parts: ChartWindowParts,
  chart: Handlers<ChartTable>['topics']['chart'],
): Handlers<ChartTable> {
  const { chartWindows, calls, surroundings, notebook, savePicture } = parts;
  const page: NotebookPage = { kind: 'chart', of: settingsPageOf(slot) };
  /** The work, if the window means the pair that its chart has. */
  const onItsPair =
    <Input extends { readonly base: string; readonly quote: string }, Output>(
      work: (input: Input) => Promise<Result<Output, Failure>>,
    ) =>
    (input: Input): Promise<Result<Output, Failure>> => {
      const objection = chartWindows.objectionToPair(slot, input);
      return objection ? Promise.resolve(failed(objection)) : work(input);
    };
  /** The work, unless the page does that too often. */
  const counted =
    <Input, Output>(
      what: 'watch' | 'history',
      work: (input: Input) => Promise<Result<Output, Failure>>,
    ): ((input: Input) => Promise<Result<Output, Failure>>) =>
    (input) => {
      const objection = chartWindows.objectionToMore(slot, what, `chart.${what}`);
      return objection ? Promise.resolve(failed(objection)) : work(input);
    };
  let histories = 0;
  return {
    calls: {
      'chart.history': onItsPair(
        counted('history', async (wanted) => {
          if (histories >= MOST_HISTORIES)
            return failed(refused('chart.history', 'too many calls are under way'));
          histories += 1;
          try {
            return await calls['chart.history'](wanted);
          } finally {
            histories -= 1;
          }
        }),
      ),
      'chart.watch': onItsPair(counted('watch', (wanted) => calls['chart.watch']({ slot, ...wanted }))),
      'chart.unwatch': () =>
        chartWindows.holds(slot) ? calls['chart.unwatch']({ slot }) : Promise.resolve(DONE),
      'chart.savePicture': (wanted) => {
        const objection = chartWindows.objectionToActing(slot, 'chart.savePicture');
        return objection ? Promise.resolve(failed(objection)) : savePicture(slot, wanted);
      },
      'settings.read': () => Promise.resolve(ok({ text: notebook.read(page) })),
      'settings.write': ({ text }) => {
        const objection = chartWindows.objectionToMore(slot, 'write', 'settings.write');
        if (objection) return Promise.resolve(failed(objection));
        const outcome = notebook.write(page, text);
        if (outcome.ok) chartWindows.settingsChanged(slot, slot);
        return Promise.resolve(done(outcome));
      },
      // These are colours of every window.
      'settings.colours': ({ priceColours }) => {
        const call = 'settings.colours';
        const objection =
          chartWindows.objectionToActing(slot, call) ?? chartWindows.objectionToMore(slot, 'write', call);
        if (objection) return Promise.resolve(failed(objection));
        parts.setColours(priceColours);
        return Promise.resolve(DONE);
      },
      'drawings.read': onItsPair(calls['drawings.read']),
      'drawings.change': ({ base, quote, ...change }) => {
        const objection =
          chartWindows.knew(slot, { base, quote }) ??
          chartWindows.objectionToMore(slot, 'write', 'drawings.change');
        return Promise.resolve(
          objection ? failed(objection) : done(parts.changeDrawings({ base, quote }, change, slot)),
        );
      },
      'window.attend': ({ visible }) => {
        parts.see(slot, visible);
        return Promise.resolve(DONE);
      },
      'window.bringBack': () => {
        chartWindows.goBack(slot);
        return Promise.resolve(DONE);
      },
      'window.fill': ({ full }) => {
        chartWindows.fill(slot, full);
        return Promise.resolve(DONE);
      },
      'desk.ask': ({ pair, what }) => Promise.resolve(done(chartWindows.ask(slot, pair, what))),
    },
    topics: { chart, ...chartWindows.of(slot), surroundings },
  };
}

import type { Candle } from '#domain/candle.ts';
import { candleAt } from './candle-store.ts';
import { comparisonFactor } from './draw-pane.ts';
import { outputColours } from './indicators/indicator.ts';
import type { LiveScene } from './live-scene.ts';

/** What an indicator says at a candle. */
export interface RunReadout {
  readonly id: string;
  readonly label: string;
  readonly place: 'price' | 'pane';
  /** Top of its pane, in pixels of the chart. */
  readonly top: number;
  readonly values: readonly {
    readonly name: string;
    readonly value: number | undefined;
    readonly colour: number;
  }[];
}

/** All figures of one candle. */
export interface Readout {
  readonly candle: Candle;
  /** From the close before to this close, as a fraction; absent for the first candle. */
  readonly change: number | undefined;
  readonly runs: readonly RunReadout[];
  /** What the other pair did since the left edge, as a fraction. */
  readonly comparison: { readonly label: string; readonly change: number } | undefined;
  readonly volumeTop: number | undefined;
}

/** The figures at a candle; of the last one where none is named. Absent for an empty series. */
export function readoutOf(scene: LiveScene, index?: number): Readout | undefined {
  const { store } = scene;
  const at = Math.min(store.length - 1, index ?? store.length - 1);
  if (at < 0) return undefined;
  const candle = candleAt(store, at);
  const runs = scene.panes.flatMap((pane) =>
    pane.runs.map(({ run, colour }) => {
      const colours = outputColours(run.kind, colour);
      const values = run.kind.outputs.map(({ name }, place) => ({
        name,
        value: run.valueAt(place, at),
        colour: colours[place] ?? colour,
      }));
      return { id: run.id, label: run.label, place: run.kind.place, top: pane.top, values };
    }),
  );
  return {
    candle,
    change: at === 0 ? undefined : candle.close / (store.close[at - 1] as number) - 1,
    runs,
    comparison: comparisonAt(scene, at),
    volumeTop: scene.panes.find(({ kind }) => kind === 'volume')?.top,
  };
}

function comparisonAt(scene: LiveScene, at: number): Readout['comparison'] {
  const factor = comparisonFactor(scene);
  const close = scene.comparison?.closes[at];
  const base = scene.store.close[scene.viewport.first];
  if (factor === undefined || close === undefined || base === undefined || scene.comparison === undefined) {
    return undefined;
  }
  return { label: scene.comparison.label, change: (close * factor) / base - 1 };
}

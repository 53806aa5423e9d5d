import { CHART_PERIODS } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import {
  anchorsOf,
  DASHES,
  DRAWING_KINDS,
  type Drawing,
  type DrawingStyle,
  MOST_LETTERS,
  MOST_WIDTH,
} from '../../chart/drawings.ts';
import { indicatorKind, lawfulSettings, type IndicatorChoice } from '../../chart/indicators/catalogue.ts';
import { type PaneShares, VOLUME } from '../../chart/pane-heights.ts';
import type { ChartApi } from '../../client/chart-api.ts';
import { SERIES_COLOURS } from '../../ui/look.ts';
import type { ChartPair } from './chart-feed.ts';
import {
  type ChartMemory,
  type ChartSettings,
  type FollowingChart,
  type PriceColours,
  scaleWords,
  standardSettings,
  typeWords,
} from './chart-settings.ts';
import { type DrawnChart, SharedDrawings, wireChange } from './shared-drawings.ts';

const MOST_INDICATORS = 12;
const MOST_DRAWINGS = 100;

/** The price colours, which all windows share. */
export interface ColourChoice {
  readonly get: () => PriceColours;
  readonly set: (colours: PriceColours) => void;
}

/** Where the settings of one chart are kept. */
export interface SettingsPlace {
  /** The stored settings, unchecked; `undefined` if there are none. */
  read(): Promise<unknown>;
  write(settings: ChartSettings): void;
}

/** The settings that main keeps for one chart. Invalid ones are left out. */
export class KeptChart implements ChartMemory {
  readonly #place: SettingsPlace;
  readonly #colours: ColourChoice;
  readonly #drawings: SharedDrawings;
  #chart: DrawnChart | undefined;
  #takeSettings: ((settings: ChartSettings) => void) | undefined;

  constructor(place: SettingsPlace, colours: ColourChoice, drawings: SharedDrawings) {
    this.#place = place;
    this.#colours = colours;
    this.#drawings = drawings;
  }

  async settings(): Promise<ChartSettings | undefined> {
    return { ...settingsOf(await this.#place.read()), colours: this.#colours.get() };
  }

  keepSettings(settings: ChartSettings): void {
    if (settings.colours !== this.#colours.get()) this.#colours.set(settings.colours);
    this.#place.write(settings);
  }

  async drawings(pair: ChartPair): Promise<readonly Drawing[]> {
    return this.#drawings.of(pair);
  }

  keepDrawings(pair: ChartPair, before: readonly Drawing[], after: readonly Drawing[]): void {
    this.#drawings.keep(pair, before, after.slice(-MOST_DRAWINGS), this.#chart);
  }

  follow(chart: FollowingChart): void {
    this.#takeSettings = chart.takeSettings;
    this.#chart = { pair: chart.pair, take: chart.takeDrawings };
    this.#drawings.follow(this.#chart);
  }

  /** Another window changed the settings of this chart. */
  async settingsChanged(): Promise<void> {
    const settings = await this.settings();
    if (settings !== undefined) this.#takeSettings?.(settings);
  }
}

/** The drawings of a page's charts, which main keeps. Calls `refused` with the failure of a change that main refuses. */
export function drawingsOver(
  call: Pick<ChartApi['call'], 'drawings.read' | 'drawings.change'>,
  refused: (failure: Failure) => void,
): SharedDrawings {
  return new SharedDrawings({
    read: async ({ base, quote }) => {
      const answer = await call['drawings.read']({ base, quote });
      return answer.ok ? drawingsOf(answer.value.drawings) : undefined;
    },
    change: async ({ base, quote }, change) => {
      const answer = await call['drawings.change']({ base, quote, ...wireChange(change) });
      if (!answer.ok) refused(answer.failure);
    },
  });
}

/** The settings that were kept, with the standard in place of invalid ones. */
export function settingsOf(stored: unknown): ChartSettings {
  const one = recordOf(stored);
  const pick = <T extends string>(value: unknown, from: readonly T[], standard: T): T =>
    from.find((each) => each === value) ?? standard;
  const { indicators } = one;
  return {
    period: pick(one['period'], CHART_PERIODS, standardSettings.period),
    type: pick(one['type'], keysOf(typeWords), standardSettings.type),
    scale: pick(one['scale'], keysOf(scaleWords), standardSettings.scale),
    zone: pick(one['zone'], ['local', 'utc'], standardSettings.zone),
    volume: typeof one['volume'] === 'boolean' ? one['volume'] : standardSettings.volume,
    cost: typeof one['cost'] === 'boolean' ? one['cost'] : standardSettings.cost,
    colours: standardSettings.colours,
    indicators: Array.isArray(indicators)
      ? withOwnIds(indicators.slice(0, MOST_INDICATORS).flatMap(indicatorOf))
      : standardSettings.indicators,
    panes: panesOf(one['panes']),
  };
}

const MOST_PANES = 24;

function panesOf(stored: unknown): PaneShares {
  const lawful = Object.entries(recordOf(stored)).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0 && entry[1] < 1,
  );
  return Object.fromEntries(lawful.slice(0, MOST_PANES));
}

function indicatorOf(stored: unknown): readonly IndicatorChoice[] {
  const { id, kind: name, settings } = recordOf(stored);
  const kind = typeof name === 'string' ? indicatorKind(name) : undefined;
  if (kind === undefined || typeof id !== 'string' || !Array.isArray(settings)) return [];
  return [{ id, kind: kind.id, settings: lawfulSettings(kind, settings.map(Number)) }];
}

/** Of several with one id the first; none with the id of the volume's pane. Lists on the page need ids that differ. */
function withOwnIds(indicators: readonly IndicatorChoice[]): readonly IndicatorChoice[] {
  const seen = new Set([VOLUME]);
  return indicators.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The drawings that were kept, without incomplete ones. */
export function drawingsOf(stored: unknown): readonly Drawing[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(0, MOST_DRAWINGS).flatMap((each) => {
    const { id, kind: name, anchors, style, text } = recordOf(each);
    const kind = DRAWING_KINDS.find((one) => one === name);
    if (kind === undefined || typeof id !== 'string' || !Array.isArray(anchors)) return [];
    const places = anchors.flatMap((anchor: unknown) => {
      const { time, price } = recordOf(anchor);
      return typeof time === 'number' && typeof price === 'number' && price > 0 ? [{ time, price }] : [];
    });
    if (places.length !== anchorsOf(kind)) return [];
    const look = styleOf(style);
    return [
      {
        ...{ id, kind, anchors: places },
        ...(look && { style: look }),
        ...(kind === 'text' && { text: typeof text === 'string' ? text.slice(0, MOST_LETTERS) : '' }),
      },
    ];
  });
}

function styleOf(stored: unknown): DrawingStyle | undefined {
  const { colour, width, dash } = recordOf(stored);
  const within = (value: unknown, least: number, most: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  const line = DASHES.find((each) => each === dash);
  const style = {
    ...(within(colour, 0, SERIES_COLOURS - 1) && { colour }),
    ...(within(width, 1, MOST_WIDTH) && { width }),
    ...(line && { dash: line }),
  };
  return Object.keys(style).length === 0 ? undefined : style;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function keysOf<K extends string>(words: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(words) as K[];
}

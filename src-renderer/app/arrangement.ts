import { ADA, parseAssetId } from '#domain/asset.ts';

// How the charts of the desk are arranged: pure rules, without charts.

export const CHART_LAYOUTS = ['one', 'two', 'four'] as const;
export type ChartLayout = (typeof CHART_LAYOUTS)[number];
export const LINKS = ['a', 'b', 'c'] as const;
export type Link = (typeof LINKS)[number];

/** The pair of a chart: asset ids. */
export interface ShownPair {
  readonly token: string;
  readonly quote: string;
}

/** One of the four places of a chart. */
export interface ChartPlace {
  readonly shown?: ShownPair;
  /** Charts with the same mark go together. */
  readonly link?: Link;
}

export interface Arrangement {
  readonly layout: ChartLayout;
  /** The place of the chart that the ticket follows. */
  readonly active: number;
  /** Four, whatever the layout: hidden ones are kept. */
  readonly places: readonly ChartPlace[];
  /** The properties that linked charts share. */
  readonly couples: { readonly token: boolean; readonly crosshair: boolean };
  /** Shares of the first column and of the first row. */
  readonly across: number;
  readonly down: number;
}

const PLACES = 4;
const COUNTS: Readonly<Record<ChartLayout, number>> = { one: 1, two: 2, four: 4 };
const EVEN = 0.5;
/** A chart keeps at least this share of the width or height. */
export const LEAST_SHARE = 0.2;

export const standardArrangement: Arrangement = {
  layout: 'one',
  active: 0,
  places: Array.from({ length: PLACES }, () => ({})),
  couples: { token: true, crosshair: true },
  across: EVEN,
  down: EVEN,
};

/** The places that are seen. The active one is always among them: where it would not be, it is the last. */
export function seenPlaces({ layout, active }: Arrangement): readonly number[] {
  const count = COUNTS[layout];
  const first = Array.from({ length: count }, (_, at) => at);
  return active < count ? first : [...first.slice(0, -1), active];
}

/** Another layout. A chart that was never seen begins with the pair of the active one. */
export function withLayout(arrangement: Arrangement, layout: ChartLayout): Arrangement {
  const next = { ...arrangement, layout };
  const shown = arrangement.places[arrangement.active]?.shown;
  if (shown === undefined) return next;
  const seen = seenPlaces(next);
  return changed(next, (place, at) => (seen.includes(at) && !place.shown ? { ...place, shown } : place));
}

export function withActive(arrangement: Arrangement, active: number): Arrangement {
  return arrangement.places[active] === undefined ? arrangement : { ...arrangement, active };
}

/** The places whose charts go with the one at `at`, without itself. */
export function linkedWith(arrangement: Arrangement, at: number): readonly number[] {
  const link = arrangement.places[at]?.link;
  if (link === undefined) return [];
  return arrangement.places.flatMap((place, other) => (other !== at && place.link === link ? [other] : []));
}

/** A chart shows another pair; where links couple tokens, its linked ones do too. */
export function withShown(arrangement: Arrangement, at: number, shown: ShownPair): Arrangement {
  const others = arrangement.couples.token ? linkedWith(arrangement, at) : [];
  return changed(arrangement, (place, other) =>
    (other === at || others.includes(other)) && !sameShown(place.shown, shown) ? { ...place, shown } : place,
  );
}

/** A chart gets a link mark, or none. It takes over the token of those that have the mark. */
export function withLink(arrangement: Arrangement, at: number, link: Link | undefined): Arrangement {
  const { link: _before, ...others } = arrangement.places[at] ?? {};
  const marked = changed(arrangement, (place, other) =>
    other !== at ? place : link === undefined ? others : { ...others, link },
  );
  const [first] = linkedWith(marked, at);
  const shown = first === undefined ? undefined : marked.places[first]?.shown;
  return shown === undefined || !marked.couples.token ? marked : withShown(marked, at, shown);
}

/** Coupling tokens again, each group takes over the token of its active chart, else of its first. */
export function withCouples(arrangement: Arrangement, change: Partial<Arrangement['couples']>): Arrangement {
  const next = { ...arrangement, couples: { ...arrangement.couples, ...change } };
  if (!next.couples.token || arrangement.couples.token) return next;
  return LINKS.reduce((before, link) => {
    const group = before.places.flatMap((place, at) => (place.link === link ? [at] : []));
    const lead = group.includes(before.active) ? before.active : group[0];
    const shown = lead === undefined ? undefined : before.places[lead]?.shown;
    return lead === undefined || shown === undefined ? before : withShown(before, lead, shown);
  }, next);
}

/** Forgets what the charts show: another profile has its own tokens. */
export function withoutPairs(arrangement: Arrangement): Arrangement {
  return changed(arrangement, ({ shown: _gone, ...place }) => place);
}

export function sameShown(one: ShownPair | undefined, other: ShownPair | undefined): boolean {
  return one?.token === other?.token && one?.quote === other?.quote;
}

/** The stored arrangement as far as it is valid; the default for the rest. */
export function arrangementOf(stored: unknown): Arrangement {
  const one = recordOf(stored);
  const couples = recordOf(one['couples']);
  const places = Array.isArray(one['places']) ? one['places'] : [];
  const active = one['active'];
  return {
    layout: CHART_LAYOUTS.find((each) => each === one['layout']) ?? standardArrangement.layout,
    active: typeof active === 'number' && active in standardArrangement.places ? active : 0,
    places: standardArrangement.places.map((_, at) => placeOf(places[at])),
    couples: { token: couples['token'] !== false, crosshair: couples['crosshair'] !== false },
    across: shareOf(one['across']),
    down: shareOf(one['down']),
  };
}

function placeOf(stored: unknown): ChartPlace {
  const { shown, link } = recordOf(stored);
  const { token, quote = ADA } = recordOf(shown);
  const [base, counted] = [assetOf(token), assetOf(quote)];
  const mark = LINKS.find((each) => each === link);
  return {
    ...(base !== undefined && counted !== undefined && base !== counted
      ? { shown: { token: base, quote: counted } }
      : {}),
    ...(mark === undefined ? {} : { link: mark }),
  };
}

function assetOf(value: unknown): string | undefined {
  return typeof value === 'string' ? parseAssetId(value) : undefined;
}

function shareOf(value: unknown): number {
  return typeof value === 'number' && value >= LEAST_SHARE && value <= 1 - LEAST_SHARE ? value : EVEN;
}

function changed(
  arrangement: Arrangement,
  change: (place: ChartPlace, at: number) => ChartPlace,
): Arrangement {
  return { ...arrangement, places: arrangement.places.map(change) };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

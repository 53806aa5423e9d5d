import type { Palette } from '../../chart/scene.ts';
import { SERIES_COLOURS, seriesProperty } from '../../format/series-colour.ts';
import { readLook } from '../../ui/look.ts';

/** The chart's current colours. */
export function readPalette(element: HTMLElement): Palette {
  return readLook(element, (colour, font) => ({
    background: colour('--panel'),
    raised: colour('--raised'),
    grid: colour('--chart-grid'),
    line: colour('--line'),
    lineStrong: colour('--line-strong'),
    text: colour('--text'),
    textSoft: colour('--text-soft'),
    textFaint: colour('--text-faint'),
    up: colour('--up'),
    down: colour('--down'),
    accent: colour('--gold-text'),
    accentInk: colour('--panel'),
    amber: colour('--amber'),
    other: colour('--chart-other'),
    series: Array.from({ length: SERIES_COLOURS }, (_, at) => colour(seriesProperty(at))),
    font,
  }));
}

import type { Palette } from '../../../src-renderer/chart/scene.ts';

/** Colours of this project's chart, as in its dark theme. */
export const palette: Palette = {
  background: '#12161a',
  raised: '#191e24',
  grid: '#1b2026',
  line: '#242a31',
  lineStrong: '#3d4650',
  text: '#e6e9ec',
  textSoft: '#a3adb7',
  textFaint: '#828d98',
  up: '#38b89e',
  down: '#f0826f',
  accent: '#d9b565',
  accentInk: '#1f1705',
  amber: '#eda03f',
  other: '#b98af0',
  series: ['#6d93bd', '#c2946a'],
  font: 'sans-serif',
};

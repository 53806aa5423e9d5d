import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { workspace, type WorkspaceSetup, type WorkspaceView } from '#contract/workspaces.ts';
import {
  MOST_WORKSPACE_BYTES,
  readWorkspace,
  workspaceFileName,
  writeWorkspace,
} from '../../../../src-main/features/workspaces/workspace-file.ts';
import { Workspaces } from '../../../../src-main/features/workspaces/workspaces.ts';

const indicator = (id: string) => ({ id, kind: 'sma', settings: [20] });
const chart: WorkspaceSetup['charts'][number] = {
  shown: { token: 'a'.repeat(56), quote: 'ADA' },
  link: 'a',
  period: '15min',
  type: 'heikin-ashi',
  scale: 'linear',
  zone: 'utc',
  volume: true,
  indicators: [indicator('sma-1')],
  panes: { volume: 0.2 },
};
const setup: WorkspaceSetup = {
  layout: 'four',
  active: 2,
  charts: [chart, chart, chart, chart],
  couples: { token: true, crosshair: false },
  across: 0.5,
  down: 0.4,
  desk: { markets: 300, bookBelow: true },
};
const file = (change: object = {}): string =>
  JSON.stringify({ ...JSON.parse(writeWorkspace({ name: 'Scalping', setup })), ...change });
const withSetup = (change: object): string => file({ setup: { ...setup, ...change } });

/** Why a text is refused; `undefined` where it is not. */
function refusal(text: string): string | undefined {
  const read = readWorkspace(text);
  if (read.ok) return undefined;
  expect(read.failure.code).toBe('workspace-file-unreadable');
  return String(read.failure.data?.['reason']);
}

class Settings {
  readonly kept = new Map<string, unknown>();
  get(key: string): unknown {
    return this.kept.get(key);
  }
  set(key: string, value: unknown): void {
    this.kept.set(key, structuredClone(value));
  }
}

describe('a workspace file', () => {
  it('is read as it was written, and fits its bound many times over', () => {
    const text = writeWorkspace({ name: 'Scalping', setup });
    expect(readWorkspace(text)).toEqual({ ok: true, value: { name: 'Scalping', setup } });
    expect(text.length * 5).toBeLessThan(MOST_WORKSPACE_BYTES);
  });

  it('says in plain words what is wrong with it', () => {
    expect(refusal('')).toBe('it is not JSON');
    expect(refusal('[1, 2]')).toBe('it is not a workspace of Touchstone');
    expect(refusal('null')).toBe('it is not a workspace of Touchstone');
    expect(refusal('['.repeat(30_000))).toBe('it is not JSON');
    expect(refusal(file({ version: 2 }))).toBe('another version of Touchstone wrote it');
    expect(refusal(withSetup({ layout: 'nine' }))).toBe('setup.layout is not as it should be');
    expect(refusal(withSetup({ charts: [] }))).toBe('setup.charts is not as it should be');
    expect(refusal(file({ extra: 1 }))).toBe('extra is not as it should be');
  });

  it('is refused whole for anything that a workspace cannot hold', () => {
    const odd: readonly object[] = [
      { active: 4 },
      { active: 0.5 },
      { across: 0 },
      { down: 1e9 },
      { desk: { markets: -1 } },
      { desk: { theme: 'light' } },
      { charts: [chart, chart, chart] },
      { charts: [chart, chart, chart, { ...chart, period: '3min' }] },
      { charts: [chart, chart, chart, { ...chart, shown: { token: 'ADA<script>', quote: 'ADA' } }] },
      { charts: [chart, chart, chart, { ...chart, type: '../../x' }] },
      { charts: [chart, chart, chart, { ...chart, panes: { volume: 7 } }] },
      {
        charts: [
          chart,
          chart,
          chart,
          { ...chart, indicators: Array.from({ length: 13 }, (_, at) => indicator(`sma-${at}`)) },
        ],
      },
    ];
    for (const change of odd) expect([change, refusal(withSetup(change))]).not.toEqual([change, undefined]);
    for (const name of ['', '   ', 'a'.repeat(41), 'safe\u202Etxt', 'two\nlines', 7, null])
      expect([name, refusal(file({ name }))]).not.toEqual([name, undefined]);
  });

  it('is refused where two indicators of a chart have one id, or one has that of the volume', () => {
    const refused = (...ids: readonly string[]): string | undefined =>
      refusal(withSetup({ charts: [chart, chart, chart, { ...chart, indicators: ids.map(indicator) }] }));
    const reason = 'setup.charts.3.indicators is not as it should be';
    expect(refused('sma-1', 'sma-2')).toBeUndefined();
    expect(refused('sma-1', 'ema-1', 'sma-1')).toBe(reason);
    expect(refused('sma-1', 'volume')).toBe(reason);
  });

  it('adds no words to the reason', () => {
    const text = withSetup({ 'Send 100 ADA to <b>': 1 });
    expect(refusal(text)).toBe('setup.… is not as it should be');
  });

  it('holds what fits or is refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = readWorkspace(JSON.stringify({ ...JSON.parse(file()), setup: value }));
        expect(read.ok).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(setup)), fc.jsonValue(), (key, value) => {
        const read = readWorkspace(withSetup({ [key]: value }));
        if (read.ok) expect(v.is(workspace, read.value)).toBe(true);
      }),
    );
  });

  it('gets a name that is safe on every system', () => {
    expect(workspaceFileName('Swing / 4 h: "core"')).toBe('touchstone-workspace-Swing-4-h-core.json');
    expect(workspaceFileName('夜明け')).toBe('touchstone-workspace.json');
    expect(workspaceFileName('../../etc')).toBe('touchstone-workspace-etc.json');
  });
});

describe('the saved workspaces', () => {
  it('are kept by name over restarts; unfit ones are left out', () => {
    const settings = new Settings();
    const first = new Workspaces(settings);
    expect(first.save('A', setup).ok).toBe(true);
    expect(first.save('B', { ...setup, layout: 'one' }).ok).toBe(true);
    expect(first.save('A', { ...setup, layout: 'two' }).ok).toBe(true);
    expect(first.rename('B', 'A')).toMatchObject({ ok: false, failure: { code: 'workspace-name-taken' } });
    expect(first.rename('B', 'C').ok).toBe(true);
    const again = new Workspaces(settings);
    expect(again.topic.value.map(({ name, setup: { layout } }) => [name, layout])).toEqual([
      ['A', 'two'],
      ['C', 'one'],
    ]);
    expect(again.remove('B')).toMatchObject({ ok: false, failure: { code: 'workspace-unknown' } });
    expect(again.remove('A').ok).toBe(true);
    const stored = settings.get('workspaces') as readonly WorkspaceView[];
    settings.set('workspaces', [...stored, { name: 'X', setup: { ...setup, active: 9 } }, 4]);
    expect(new Workspaces(settings).topic.value.map(({ name }) => name)).toEqual(['C']);
    settings.set('workspaces', 'nonsense');
    expect(new Workspaces(settings).topic.value).toEqual([]);
  });

  it('are replaced by no import, and are at most twenty', () => {
    const workspaces = new Workspaces(new Settings());
    const long = 'a'.repeat(40);
    for (let nth = 0; nth < 20; nth += 1) expect(workspaces.add({ name: long, setup }).ok).toBe(true);
    const names = workspaces.topic.value.map(({ name }) => name);
    expect(new Set(names).size).toBe(20);
    for (const each of workspaces.topic.value) expect(v.is(workspace, each)).toBe(true);
    expect(workspaces.add({ name: 'b', setup })).toMatchObject({ failure: { code: 'workspaces-full' } });
    expect(workspaces.save(long, { ...setup, layout: 'one' }).ok).toBe(true);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkspaceSetup } from '#contract/workspaces.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';

const folder = temporaryDirectory();
const chart: WorkspaceSetup['charts'][number] = {
  period: '1hour',
  type: 'candles',
  scale: 'linear',
  zone: 'local',
  volume: true,
  indicators: [],
  panes: {},
};
const setup: WorkspaceSetup = {
  layout: 'two',
  active: 1,
  charts: [chart, chart, chart, chart],
  couples: { token: true, crosshair: true },
  across: 0.5,
  down: 0.5,
  desk: {},
};
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(folder.path);
});
afterAll(async () => {
  await app.close();
  folder.remove();
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

/** The answer to an import of this file. */
async function bring(path: string | undefined) {
  app.windows.choices.push(path);
  return app.main.call('workspaces.import', {});
}

it('leaves as a file and comes back beside the first', async () => {
  must(await app.main.call('workspaces.save', { name: 'Swing', setup }));
  must(await app.main.call('workspaces.export', { name: 'Swing' }));
  const { name, text } = app.windows.saved.at(-1) ?? { name: '', text: '' };
  expect(name).toBe('touchstone-workspace-Swing.json');
  expect(must(await bring(file('swing.json', text)))).toEqual({ name: 'Swing (2)' });
  const kept = await app.main.topicWhen('workspaces', (list) => list.length === 2);
  expect(kept.map((each) => [each.name, each.setup])).toEqual([
    ['Swing', setup],
    ['Swing (2)', setup],
  ]);
  expect(must(await bring(undefined))).toEqual({});
});

it('refuses anything that is not a workspace, says why, and changes nothing', async () => {
  mkdirSync(join(folder.path, 'a-folder'));
  const hostile: readonly (readonly [path: string, reason: string])[] = [
    [file('huge.json', ' '.repeat(70_000)), 'it is too large to be one'],
    [file('binary.json', new Uint8Array([0xff, 0xfe, 0x00])), 'it is not text'],
    [file('prose.json', 'Dear trader'), 'it is not JSON'],
    [join(folder.path, 'a-folder'), 'it is not a file'],
    [
      file('later.json', '{"format":"touchstone-workspace","version":2}'),
      'another version of Touchstone wrote it',
    ],
  ];
  for (const [path, reason] of hostile)
    expect(await bring(path)).toMatchObject({
      ok: false,
      failure: { code: 'workspace-file-unreadable', data: { reason } },
    });
  expect(await bring(join(folder.path, 'none.json'))).toMatchObject({
    failure: { code: 'workspace-file-unreadable' },
  });
  expect(await app.main.call('workspaces.export', { name: 'None' })).toMatchObject({
    failure: { code: 'workspace-unknown' },
  });
  expect((await app.main.topicWhen('workspaces', () => true)).length).toBe(2);
});

it('opens one dialog at a time', async () => {
  let choose: (path: string | undefined) => void = () => undefined;
  const { windows } = app;
  const usual = windows.chooseFile.bind(windows);
  windows.chooseFile = () => new Promise((resolve) => (choose = resolve));
  const first = app.main.call('workspaces.import', {});
  expect(await app.main.call('workspaces.import', {})).toMatchObject({
    failure: { code: 'release-choosing' },
  });
  choose(undefined);
  expect(must(await first)).toEqual({});
  windows.chooseFile = usual;
});

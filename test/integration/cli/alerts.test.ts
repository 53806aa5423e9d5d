import { afterEach, expect, test } from 'vitest';
import { runCommand } from '../../../src-main/cli/commands.ts';
import { Interruption, Terminal } from '../../../src-main/cli/terminal.ts';
import { join } from 'node:path';
import { CommandPlace } from '../../support/command-line.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const TOKEN = `${'ab'.repeat(28)}414d424552`;
const place = new CommandPlace();
const data = join(place.folder, 'data');
let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const alert = (...args: readonly string[]) => place.json(['alert', ...args]);
const add = (...args: readonly string[]) => alert('add', '--token', TOKEN, ...args);

async function listed(...args: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const { code, json } = await alert('list', ...args);
  expect(code).toBe(0);
  return json['alerts'] as readonly Record<string, unknown>[];
}

test('alerts are added, listed and removed, and the app has them', async () => {
  expect(await listed()).toEqual([]);
  const added = await add('--price', '0.5', '--repeat', 'each');
  expect(added).toMatchObject({
    code: 0,
    json: { profile: 'Practice', alert: { state: 'on', repeat: 'each' } },
  });
  for (const args of [
    ['--move', '5'],
    ['--volume', '50000.5', '--within', '4hour'],
    ['--spread', '2'],
  ])
    expect((await add(...args)).code).toBe(0);
  expect((await listed('--profile', 'practice')).map(({ condition }) => condition)).toEqual([
    { kind: 'spread', bps: 200 },
    { kind: 'volume', lovelace: '50000500000', within: '4hour' },
    { kind: 'move', bps: 500, within: '1hour' },
    { kind: 'price', price: '0.5' },
  ]);
  const { stdout } = await place.run(['alert', 'list']);
  expect(stdout.split('\n')[1]).toMatch(
    new RegExp(`^[0-9a-f]{16} {2}${TOKEN} trades 50000.5 ADA within 4 hours, once, watched$`),
  );

  app = await startTestApp(data);
  const alerts = await app.main.topicWhen('alerts', (list) => list.length === 4);
  expect(alerts.map(({ token }) => token)).toEqual([TOKEN, TOKEN, TOKEN, TOKEN]);
  // The folder is the app's while it runs: reading is allowed, and changing says what to do.
  expect(await listed()).toHaveLength(4);
  for (const busy of [await add('--price', '1'), await alert('remove', '--alert', alerts[0]?.id ?? '')])
    expect(busy).toMatchObject({ code: 1, json: { failure: { code: 'data-directory-busy' } } });
  await app.close();
  app = undefined;

  const id = String((await listed())[3]?.['id']);
  expect(await alert('remove', '--alert', id)).toMatchObject({ code: 0, json: { removed: id } });
  expect(await alert('remove', '--alert', id)).toMatchObject({
    json: { failure: { code: 'alert-unknown' } },
  });
  expect(await listed()).toHaveLength(3);
});

test.each([
  [['--price', '0'], /price/],
  [['--price', '10,000'], /10,000/],
  [['--move', 'much'], /--move takes percent/],
  [['--volume', '-1'], /--volume takes ADA/],
  [['--spread', '2', '--within', '1hour'], /--within is for/],
  [['--price', '1', '--move', '2'], /one of --price/],
  [[], /one of --price/],
  [['--move', '2', '--within', '1day'], /--within takes 5min/],
  [['--price', '1', '--repeat', 'never'], /--repeat takes once/],
])('what cannot be watched is refused: %j', async (args, says) => {
  const terminal = new Terminal(false);
  const run = runCommand(['alert', 'add', '--token', TOKEN, ...args], terminal, new Interruption(terminal));
  await expect(run).rejects.toThrow(says);
});

test('a profile that is not there, and a token that is none, are refused', async () => {
  expect(await add('--price', '1', '--profile', 'Nobody')).toMatchObject({
    json: { failure: { code: 'profile-unknown' } },
  });
  for (const token of ['ADA', 'AMBER'])
    expect((await alert('add', '--token', token, '--price', '1')).code).toBe(2);
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { say } from './report.ts';

/**
 * `npm run bench [-- NAME…]`: every benchmark, or those named, each in its own process so that none leaves its heap to
 * the next. `--option`s that follow are passed to each. Exit code 1 if one of them missed a target. The long benchmarks
 * have their own commands.
 */

const BENCHMARKS: Readonly<Record<string, string | readonly string[]>> = {
  judge: 'judge.ts',
  audit: 'audit.ts',
  router: 'router.ts',
  'best-price': 'best-price.ts',
  'practice-charts': 'practice-charts.ts',
  chart: 'chart/chart.ts',
  orders: 'orders-table.ts',
  polling: 'polling.ts',
  start: ['start/start.ts', 'start/launch.ts'],
};

function main(): void {
  const given = process.argv.slice(2);
  const from = given.findIndex((word) => word.startsWith('--'));
  const named = from === -1 ? given : given.slice(0, from);
  const passedOn = from === -1 ? [] : given.slice(from);
  const unknown = named.find((name) => !(name in BENCHMARKS));
  if (unknown !== undefined) {
    say(`There is no benchmark "${unknown}". There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const missed: string[] = [];
  for (const name of named.length > 0 ? named : Object.keys(BENCHMARKS)) {
    say(`\n── ${name}`);
    for (const file of [BENCHMARKS[name] ?? []].flat()) {
      const script = join(import.meta.dirname, file);
      if (spawnSync(process.execPath, [script, ...passedOn], { stdio: 'inherit' }).status !== 0)
        missed.push(name);
    }
  }
  say(missed.length === 0 ? '\nall targets met' : `\ntargets missed in: ${missed.join(', ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

main();

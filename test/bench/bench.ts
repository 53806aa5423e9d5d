import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { say } from './report.ts';

/**
 * `npm run bench [-- NAME…]`: every benchmark, or those named, each in a process of its own, so that none leaves its
 * heap to the next. Exit code 1 when one of them missed a target. The long ones have commands of their own.
 */

const BENCHMARKS: Readonly<Record<string, string>> = {
  judge: 'judge.ts',
  'practice-charts': 'practice-charts.ts',
  chart: 'chart/chart.ts',
  orders: 'orders-table.ts',
  polling: 'polling.ts',
  start: 'start/start.ts',
};

function main(): void {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in BENCHMARKS));
  if (unknown !== undefined) {
    say(`There is no benchmark "${unknown}". There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const missed: string[] = [];
  for (const name of named.length > 0 ? named : Object.keys(BENCHMARKS)) {
    say(`\n── ${name}`);
    const script = join(import.meta.dirname, BENCHMARKS[name] ?? '');
    if (spawnSync(process.execPath, [script], { stdio: 'inherit' }).status !== 0) missed.push(name);
  }
  say(missed.length === 0 ? '\nall targets met' : `\ntargets missed in: ${missed.join(', ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

main();

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startTestApp } from '../../support/test-app.ts';

/** The times of one start, as JSON on standard output. Milliseconds. */
export interface OneStart {
  /** Until the profile is ready and each list has its first complete snapshot: what is live, and the newest. */
  readonly complete: number;
  /** Until every order of the past is listed as well, which happens in the background. */
  readonly whole: number;
  /** Until the profile is ready. */
  readonly ready: number;
  /** The longest time for which nothing else was served. */
  readonly longestBlock: number;
}

const [folder = '', orders = '0'] = process.argv.slice(2);
const wanted = Number(orders);
const delay = monitorEventLoopDelay({ resolution: 5 });
const begun = performance.now();
delay.enable();
const test = await startTestApp(folder);
const listed = new Set<string>();
const { promise: all, resolve: allListed } = Promise.withResolvers<void>();
const { promise: first, resolve: firstListed } = Promise.withResolvers<void>();
const NEWEST = Math.min(wanted, 200);
test.main.follow('orders', ({ rows }) => {
  for (const { id } of rows) listed.add(id);
  if (listed.size >= NEWEST) firstListed();
  if (listed.size >= wanted) allListed();
});
await test.main.topicWhen('profile', ({ service }) => service === 'ready');
const ready = performance.now() - begun;
await test.main.topicWhen('trades', (trades) => trades.length >= NEWEST);
await test.main.topicWhen('dcaPlans', () => true);
await first;
const complete = performance.now() - begun;
await all;
const whole = performance.now() - begun;
delay.disable();
const measured: OneStart = { complete, whole, ready, longestBlock: delay.max / 1e6 };
await test.close();
process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));

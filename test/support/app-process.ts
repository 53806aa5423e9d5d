import { hasBeenSent, quoteTrade, reviewTrade, signTrade, startPracticeWallet } from './desk-robot.ts';
import { startApp } from './shell.ts';

/** The orders for an application in its own process, as JSON on its command line. */
export interface AppOrders {
  readonly folder: string;
  readonly ticker: string;
  /** The state of the trade in which the process dies, as by a power cut. */
  readonly dieAt: 'built' | 'submitted';
}

/** Its messages, as JSON lines, before it dies. */
export interface AppWords {
  readonly address: string;
  readonly practicePid: number;
  readonly bodyHash: string;
}

const { folder, ticker, dieAt } = JSON.parse(process.argv[2] ?? '{}') as AppOrders;
const app = await startApp({
  folder,
  // Blocks so slow that the trade surely waits for one when the process dies.
  practiceOptions: ['--seed', '7', '--block-time', '3s'],
});
const address = await startPracticeWallet(app);
await quoteTrade(app.main, '25', ticker);
const approval = await reviewTrade(app);
const signing = dieAt === 'submitted' ? signTrade(approval) : undefined;
// The process dies before the window says how it went.
signing?.catch(() => undefined);
const trades = await app.topicWhen('trades', (all) =>
  all.some(({ state }) => (dieAt === 'built' ? state === 'built' : hasBeenSent(state))),
);
const words: AppWords = {
  address,
  practicePid: app.practicePid ?? 0,
  bodyHash: trades[0]?.bodyHash ?? '',
};
process.stdout.write(`${JSON.stringify(words)}\n`, () => {
  app.kill();
  process.kill(process.pid, 'SIGKILL');
});

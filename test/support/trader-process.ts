import { ADA, type AssetId } from '../../src-preload/domain/asset.ts';
import type { PracticeEndpoints } from './practice-process.ts';
import { must, openTrader, tradeIn } from './trader.ts';

/** What a trader in a process of its own is told, as JSON on its command line. */
export interface TraderOrders {
  readonly endpoints: PracticeEndpoints;
  readonly folder: string;
  readonly receive: AssetId;
  /** The step right after which the process is killed, as by a power cut. */
  readonly dieAfter: string;
  /** Resumes what the journal holds in place of a new trade. */
  readonly resume: boolean;
}

const { endpoints, folder, receive, dieAfter, resume } = JSON.parse(process.argv[2] ?? '{}') as TraderOrders;

const trader = await openTrader({
  endpoints,
  folder,
  checkpoint: (name) => {
    if (name === dieAfter) process.kill(process.pid, 'SIGKILL');
  },
});
trader.trading.start();
const tradeId = resume ? (trader.trading.trades()[0]?.id ?? '') : await begin();
await tradeIn(trader, tradeId, 'filled', 'closed', 'expired', 'refused');
await trader.close();

async function begin(): Promise<string> {
  const request = { pay: ADA, receive, amount: '25', slippageBps: 300, excluded: [] };
  const quote = must(await trader.trading.quote(request));
  const { trade } = must(await trader.trading.review(quote.id, trader.account));
  must(await trader.trading.accept(trade.id, trade.bodyHash, trader.sign));
  return trade.id;
}

import type { AssetId } from '#domain/asset.ts';
import type { PracticeEndpoints } from './practice-process.ts';
import { agreementTo, must, openTrader, reviewFor, tradeIn } from './trader.ts';

/** The orders for a trader in its own process, as JSON on its command line. */
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
// A trade that the service has not put together waits for the user, who takes the offer here.
if (resume && trader.trading.trade(tradeId)?.state === 'signed')
  must(await trader.trading.assembleLocally(tradeId));
await tradeIn(trader, tradeId, 'filled', 'closed', 'expired', 'refused');
await trader.close();

async function begin(): Promise<string> {
  const review = must(await reviewFor(trader, receive));
  must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
  return review.trade.id;
}

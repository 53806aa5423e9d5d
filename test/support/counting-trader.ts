import { readersOf } from './counted-readings.ts';
import type { TraderOrders } from './trader-process.ts';

/** The readers of one transaction: until it waits for the user, and from the click until the ledger took it. */
export interface Counted {
  readonly built: Readonly<Record<string, number>>;
  readonly clicked: Readonly<Record<string, number>>;
}

// After the counts are in place.
const { agreementTo, must, openTrader, tradeIn } = await import('./trader.ts');
const { selling } = await import('./sales.ts');
const { strangerAddress } = await import('./good-trade.ts');
const { factsOf } = await import('../../src-main/inspect/inspect-transaction.ts');

const { endpoints, folder, receive } = JSON.parse(process.argv[2] ?? '{}') as TraderOrders;
const trader = await openTrader({ endpoints, folder, comparesPrices: false });
const { trading, account, sign } = trader;
trading.start();
process.stdout.write(JSON.stringify([await swap(false), await swap(true), await payment()]));
await trader.close();

async function swap(ahead: boolean): Promise<Counted> {
  const sale = { ...selling(25_000_000n), receive, slippageBps: 300, excluded: [] };
  const quote = must(await trading.estimators.swaps.quote(sale));
  if (ahead) must(await trading.buildAhead(quote.id, account));
  return counted(quote.id);
}

async function payment(): Promise<Counted> {
  const wanted = { to: strangerAddress, lovelace: 5_000_000n, tokens: [], account };
  return counted(must(await trading.estimators.payments.prepare(wanted)).id);
}

async function counted(quoteId: string): Promise<Counted> {
  const review = must(await trading.review(quoteId, account));
  const { bytes, spans } = factsOf(review.inspection).tx;
  const body = Buffer.from(bytes.subarray(spans.body.start, spans.body.end)).toString('hex');
  const built = readersOf(body);
  must(await trading.accept(review.trade.id, agreementTo(review), sign));
  const clicked = readersOf(body);
  // The next one spends its change.
  await tradeIn(trader, review.trade.id, 'placed', 'filled', 'closed');
  return { built, clicked };
}

import { readersOf } from './counted-readings.ts';
import type { Review } from '../../src-main/trading/reviewer.ts';
import type { TraderOrders } from './trader-process.ts';

/** The readers of one transaction: until it waits for the user, and from the click until the ledger took it. */
export interface Counted {
  readonly built: Readonly<Record<string, number>>;
  readonly clicked: Readonly<Record<string, number>>;
}

// After the counts are in place.
const { agreementTo, must, openTrader, tradeIn } = await import('./trader.ts');
const { selling } = await import('./sales.ts');
const { goodTrade, strangerAddress } = await import('./good-trade.ts');
const { BUNDLED_AT, goodBundle, offlineGrounds } = await import('./offline-bundle.ts');
const { factsOf } = await import('../../src-main/inspect/inspect-transaction.ts');
const { acceptOffline, findingsOf } = await import('../../src-main/offline/accept.ts');
const { judgeOffline } = await import('../../src-main/offline/judge.ts');
const { offlineReceipt } = await import('../../src-main/offline/offline-receipt.ts');
const { lendReceiptKey } = await import('../../src-main/receipt/receipt-key.ts');

const { endpoints, folder, receive } = JSON.parse(process.argv[2] ?? '{}') as TraderOrders;
const trader = await openTrader({ endpoints, folder, comparesPrices: false });
const { trading, account, sign } = trader;
trading.start();
process.stdout.write(JSON.stringify([await swap(false), await swap(true), await payment(), bundled()]));
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

/** The same on a machine without a network: until the bundle is judged, and from the agreement to the receipt. */
function bundled(): Counted {
  const trade = goodTrade();
  const [bundle, grounds] = [goodBundle({}, trade), offlineGrounds({}, trade)];
  readersOf('');
  const judged = judgeOffline(bundle, grounds);
  const [one] = judged.transactions;
  if (!one) throw new Error('the bundle cannot be read');
  const { inspection, input } = one;
  const built = readersOf(bodyOf(one));
  const consents = findingsOf(judged).map(({ rule }) => rule);
  must(acceptOffline(judged, consents, BUNDLED_AT));
  const key = lendReceiptKey(new Uint8Array(96), new Uint8Array(32), 'preprod', inspection.bodyHash);
  const signed = { witnessSet: trade.sign(input.cbor), consents, key, app: 'test', after: undefined };
  if (!offlineReceipt(judged, one, { ...signed, at: BUNDLED_AT })) throw new Error('there is no receipt');
  return { built, clicked: readersOf(bodyOf(one)) };
}

async function counted(quoteId: string): Promise<Counted> {
  const review = must(await trading.review(quoteId, account));
  const body = bodyOf(review);
  const built = readersOf(body);
  must(await trading.accept(review.trade.id, agreementTo(review), sign));
  const clicked = readersOf(body);
  // The next one spends its change.
  await tradeIn(trader, review.trade.id, 'placed', 'filled', 'closed');
  return { built, clicked };
}

function bodyOf({ inspection }: Pick<Review, 'inspection'>): string {
  const { bytes, spans } = factsOf(inspection).tx;
  return Buffer.from(bytes.subarray(spans.body.start, spans.body.end)).toString('hex');
}

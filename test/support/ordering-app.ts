import { afterAll, beforeAll } from 'vitest';
import type { LimitTicketInput } from '#contract/limit.ts';
import { approveNext } from './approving.ts';
import { OrderList } from './order-list.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { startFundedApp, type TestApp } from './test-app.ts';
import { must } from './trader.ts';

/** The application with a funded practice wallet, a token to buy and its list of orders. */
export interface OrderingApp {
  readonly test: TestApp;
  readonly token: string;
  readonly list: OrderList;
}

/** Starts it for all tests of a file, and ends it after them. */
export function useOrderingApp(password: string, ready: (app: OrderingApp) => void): void {
  const folder = temporaryDirectory();
  let test: TestApp | undefined;
  beforeAll(async () => {
    const funded = await startFundedApp(folder.path, password);
    ({ test } = funded);
    ready({ ...funded, list: new OrderList(funded.test.main) });
  });
  afterAll(async () => {
    await test?.close();
    folder.remove();
  });
}

/** Has a limit order estimated and built, and agrees to it; answers the hash of its transaction. */
export async function placeOrder(test: TestApp, password: string, ticket: LimitTicketInput): Promise<string> {
  const quote = must(await test.main.call('limit.estimate', ticket));
  const { bodyHash } = must(await test.main.call('limit.review', { quoteId: quote.id }));
  await approveNext(test, password);
  return bodyHash;
}

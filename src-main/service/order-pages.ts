import type { Failure } from '#domain/failure.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { ok, type Result } from '#domain/result.ts';
import type { OrderPages } from '../ports/service.ts';

const ORDERS_PER_PAGE = 500;
/** At most this many pages are asked for: 25,000 orders. */
const MOST_PAGES = 50;
/** No service has pages as short as this unless they are the last. */
const SHORTEST_FULL_PAGE = 10;

/**
 * Asks for pages of orders. The specification does not show the first page's number, the largest page, or whether later
 * pages exist: they are asked for from 0 on until one brings nothing new, so that one that comes twice does no harm.
 */
export async function allPages(
  subject: Readonly<Record<string, string>>,
  pages: OrderPages,
  ask: (body: string) => Promise<Result<readonly ServiceOrder[], Failure>>,
): Promise<Result<readonly ServiceOrder[], Failure>> {
  const found = new Map<string, ServiceOrder>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await ask(
      JSON.stringify({
        ...subject,
        page,
        perPage: ORDERS_PER_PAGE,
        filters: [],
        orderSorts: 'last_update',
        sortDirection: 'DESC',
      }),
    );
    if (!answer.ok) return answer;
    const known = found.size;
    for (const [at, order] of answer.value.entries()) {
      const name = order.id || `${order.txHash ?? `page ${page}`}#${order.outputIndex ?? at}`;
      if (!found.has(name)) found.set(name, order);
    }
    // A first page that is the second one too brings nothing new, and does not end the list.
    if (answer.value.length === 0 || (page > 1 && found.size === known)) break;
    if (pages === 'newest' || answer.value.length < SHORTEST_FULL_PAGE) break;
  }
  return ok([...found.values()]);
}

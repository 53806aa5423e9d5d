import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { OrderPages } from '../../ports/service.ts';
import { fieldsOf, recordId } from './orders.ts';

/** No client of such a service asks for more at once. */
const ORDERS_PER_PAGE = 50;
/** At most this many pages are asked for: 10,000 orders. */
const MOST_PAGES = 200;
/** Limits if pages are longer than requested: the orders that are kept, and their characters in all. */
const MOST_RECORDS = ORDERS_PER_PAGE * MOST_PAGES;
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** No service has pages as short as this unless they are the last. */
const SHORTEST_FULL_PAGE = 10;

type Page = Result<readonly unknown[], Failure>;

/**
 * Asks for the pages of a list of orders, newest first. The specification does not show the first page's number, so
 * they are asked for from 0 on: a service that counts from 1 answers page 0 with its first page, with nothing or with
 * a refusal, and which one it is is remembered. Records come once, whichever pages they are on, and the list ends with
 * a page that brings nothing new.
 */
export class OrderPager {
  #first: 0 | 1 = 0;

  /** All records that are kept, or those of the first page. Failures: those of `ask`. */
  async all(
    subject: Readonly<Record<string, string>>,
    pages: OrderPages,
    ask: (body: string) => Promise<Page>,
  ): Promise<Page> {
    const found = new Map<string, unknown>();
    let zeroth: Page | undefined;
    let characters = 0;
    for (let page: number = this.#first; page < MOST_PAGES; page += 1) {
      const answer = await ask(bodyOf(subject, page));
      if (page === 0) zeroth = answer;
      if (!answer.ok) {
        if (page === 0 && mayCountFromOne(answer.failure)) continue;
        return page === 1 && zeroth && found.size === 0 ? zeroth : answer;
      }
      if (page === 1 && found.size === 0 && (answer.value.length > 0 || !zeroth?.ok)) this.#first = 1;
      const isNew = addNew(found, answer.value);
      characters += JSON.stringify(answer.value).length;
      if (found.size >= MOST_RECORDS || characters >= MOST_CHARACTERS) break;
      if (page === 0 && answer.value.length === 0 && pages === 'all') continue;
      // A first page that is the second one too brings nothing new, and does not end the list.
      if (pages === 'newest' || answer.value.length < SHORTEST_FULL_PAGE || (!isNew && page > 1)) break;
    }
    return ok([...found.values()].slice(0, MOST_RECORDS));
  }
}

/** `DATE` is the one way of sorting that services of this kind describe; no filter, so that none can be refused. */
function bodyOf(subject: Readonly<Record<string, string>>, page: number): string {
  const paging = { page, perPage: ORDERS_PER_PAGE, filters: [] };
  return JSON.stringify({ ...subject, ...paging, orderSorts: 'DATE', sortDirection: 'DESC' });
}

/** A plain refusal of page 0, which a service that counts from 1 does not have. */
function mayCountFromOne({ code, data }: Failure): boolean {
  const status = Number(data?.['status']);
  return code === 'service-error' && status >= 400 && status <= 499;
}

/** True when a record was new. */
function addNew(found: Map<string, unknown>, records: readonly unknown[]): boolean {
  const before = found.size;
  const copies = new Map<string, number>();
  for (const record of records) {
    const name = nameOf(record);
    const copy = (copies.get(name) ?? 0) + 1;
    copies.set(name, copy);
    // Records without a name may well be alike on one page; on another page they are the same again.
    const unique = name.startsWith('{') || name.startsWith('[') ? `${name} ${copy}` : name;
    if (!found.has(unique)) found.set(unique, record);
  }
  return found.size > before;
}

/** The service's id of a record, else its output, else its whole text. */
function nameOf(record: unknown): string {
  const field = fieldsOf(record);
  const id = field ? recordId(field) : '';
  if (id !== '') return `id ${id}`;
  const hash = field?.('tx_hash');
  return typeof hash === 'string'
    ? `${hash}#${JSON.stringify(field?.('output_index'))}`
    : JSON.stringify(record);
}

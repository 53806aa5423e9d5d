import type { BookView } from '#contract/book.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { DONE, withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';
import { exchangeView, failureView, readAsset } from '../../gate/wire.ts';
import { plainPrice, topOf, type BookLevel, type BookSides } from './book-levels.ts';
import type { Book, BookWatch } from './book-watch.ts';

export interface BookProfile {
  /** The book of a token, to be started and stopped by whoever shows it. */
  book(token: AssetId, onChange: (watch: BookWatch) => void): BookWatch;
}

export function bookCalls(profiles: OpenProfile<BookProfile>, feed: BookFeed): MainCalls<'book'> {
  const handler = withProfile(profiles);
  return {
    'book.watch': handler(({ token }, profile) => {
      const id = readAsset(token);
      if (!id.ok || id.value === ADA) return failed(failure('limit-needs-ada'));
      feed.watch(id.value, profile);
      return DONE;
    }),
    'book.unwatch': () => {
      feed.unwatch();
      return Promise.resolve(DONE);
    },
  };
}

const IDLE_BOOK: BookView = {
  state: 'idle',
  orders: { bids: [], asks: [] },
  depth: { bids: [], asks: [] },
  pools: [],
};

/** The book of the trading window: one at a time, and none after another profile was opened. */
export class BookFeed {
  readonly topic = new Topic<BookView>(IDLE_BOOK);
  #watch: BookWatch | undefined;

  constructor(profiles: OpenProfile<BookProfile>) {
    profiles.onChange(() => this.unwatch());
  }

  /** Makes the book of a token live in place of the previous one. */
  watch(token: AssetId, profile: BookProfile): void {
    if (this.#watch?.token === token) return;
    this.unwatch();
    this.topic.set({ ...IDLE_BOOK, token, state: 'loading' });
    this.#watch = profile.book(token, (watch) => this.#show(watch));
    this.#watch.start();
  }

  unwatch(): void {
    void this.#watch?.stop();
    this.#watch = undefined;
    this.topic.set(IDLE_BOOK);
  }

  #show(watch: BookWatch): void {
    if (watch !== this.#watch) return;
    const { book, failure: trouble } = watch;
    const why = trouble === undefined ? {} : { failure: failureView(trouble) };
    this.topic.set(
      book
        ? { ...bookView(book), ...why }
        : { ...IDLE_BOOK, token: watch.token, state: trouble ? 'failed' : 'loading', ...why },
    );
  }
}

/** A window's view of a book. */
export function bookView({ token, orders, depth, pools, at }: Book): BookView {
  const { bid, ask, mid, spread } = topOf({ orders, depth });
  return {
    token,
    state: 'live',
    orders: sidesView(orders),
    depth: sidesView(depth),
    pools: pools
      .filter(({ ada, tokens }) => ada > 0 && tokens > 0)
      .map((pool) => ({
        exchange: exchangeView(pool.exchange),
        price: pool.ada / pool.tokens,
        ada: pool.ada,
        tokens: pool.tokens,
      })),
    bestBid: bid,
    bestAsk: ask,
    mid: mid === undefined ? undefined : plainPrice(mid),
    spread,
    at,
  };
}

function sidesView({ bids, asks }: BookSides): BookView['orders'] {
  const view = ({ price, tokens, ada, orders, own }: BookLevel) => ({
    price,
    tokens: String(tokens),
    ada: String(ada),
    orders,
    own,
  });
  return { bids: bids.map(view), asks: asks.map(view) };
}

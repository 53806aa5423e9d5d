import type { NextMessage, OpenedTopic } from '../../../src-preload/page-messages.ts';
import type { WindowGate } from '../gates.ts';

interface Subscription {
  readonly queue: NonNullable<NextMessage>[];
  waiting: ((message: NextMessage) => void) | undefined;
  end: () => void;
}

const MAX_SUBSCRIPTIONS = 64;
const MAX_QUEUED = 100;

/** The topics that one page follows. Messages wait here until the page asks for the next. */
export class PageSubscriptions {
  readonly #gate: WindowGate;
  readonly #open = new Map<number, Subscription>();
  #lastId = 0;

  constructor(gate: WindowGate) {
    this.#gate = gate;
  }

  /** Follows a topic; an id of 0 means that it was refused. */
  open(name: unknown): OpenedTopic {
    if (this.#open.size >= MAX_SUBSCRIPTIONS) return { id: 0 };
    const subscription: Subscription = { queue: [], waiting: undefined, end: () => undefined };
    const end = this.#gate.subscribe(name, (message) => {
      const { waiting, queue } = subscription;
      if (waiting !== undefined) {
        subscription.waiting = undefined;
        waiting(message);
        return;
      }
      queue.push(message);
      // A page that never asks gets the newest; the gap in the numbers tells its bridge to open the topic again.
      if (queue.length > MAX_QUEUED) queue.shift();
    });
    if (end === undefined) return { id: 0 };
    subscription.end = end;
    this.#lastId += 1;
    this.#open.set(this.#lastId, subscription);
    return { id: this.#lastId };
  }

  /** Resolves with the next message, or `null` once the subscription is over. */
  next(id: unknown): Promise<NextMessage> {
    const subscription = typeof id === 'number' ? this.#open.get(id) : undefined;
    if (subscription === undefined) return Promise.resolve(null);
    const queued = subscription.queue.shift();
    if (queued !== undefined) return Promise.resolve(queued);
    subscription.waiting?.(null);
    return new Promise((resolve) => {
      subscription.waiting = resolve;
    });
  }

  close(id: unknown): void {
    if (typeof id !== 'number') return;
    const subscription = this.#open.get(id);
    this.#open.delete(id);
    subscription?.end();
    subscription?.waiting?.(null);
  }

  /** Ends all, as when the page was reloaded or closed. */
  clear(): void {
    for (const id of [...this.#open.keys()]) this.close(id);
  }
}

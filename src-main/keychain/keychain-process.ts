import type { Clock, HelperProcess, StartHelper } from '../ports/system.ts';
import type { SecretCall } from '../ports/secret-store.ts';
import { isKeychainReply, type KeychainOperation, type KeychainReply } from './messages.ts';

/** Milliseconds that a call may take: in the background, and while the user sees that the keychain is awaited. */
const BACKGROUND_DEADLINE = 5_000;
const INTERACTIVE_DEADLINE = 120_000;

/** What one operation came to. */
export type KeychainAnswer =
  | { readonly outcome: 'done'; readonly value: string | boolean | null }
  | { readonly outcome: 'error' | 'unloadable' | 'timeout' | 'crashed' };

export interface KeychainProcessParts {
  readonly start: StartHelper;
  /** Path of the helper's entry module. */
  readonly entry: string;
  readonly clock: Clock;
}

interface Pending {
  readonly id: number;
  readonly settle: (answer: KeychainAnswer) => void;
}

/**
 * The parent's side of the helper: one operation at a time, each with a deadline that also counts its wait in the
 * queue. An overdue or given-up operation kills the helper; the next one starts a new helper.
 */
export class KeychainProcess {
  readonly #parts: KeychainProcessParts;
  #helper: HelperProcess | undefined;
  #pending: Pending | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #lastId = 0;

  constructor(parts: KeychainProcessParts) {
    this.#parts = parts;
  }

  request(operation: KeychainOperation, call: SecretCall = {}): Promise<KeychainAnswer> {
    const deadline = call.interactive ? INTERACTIVE_DEADLINE : BACKGROUND_DEADLINE;
    const done = new AbortController();
    const overdue = new AbortController();
    void this.#parts.clock.sleep(deadline, done.signal).then(() => overdue.abort());
    const limit = call.signal ? AbortSignal.any([call.signal, overdue.signal]) : overdue.signal;
    const turn = this.#queue.then(() => this.#perform(operation, limit));
    this.#queue = turn;
    return Promise.race([turn, givenUp(limit)]).finally(() => done.abort());
  }

  close(): void {
    this.#end({ outcome: 'crashed' });
  }

  #perform(operation: KeychainOperation, limit: AbortSignal): Promise<KeychainAnswer> {
    if (limit.aborted) return Promise.resolve({ outcome: 'timeout' });
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const abandon = (): void => this.#end({ outcome: 'timeout' });
      limit.addEventListener('abort', abandon, { once: true });
      this.#pending = {
        id,
        settle: (answer) => {
          this.#pending = undefined;
          limit.removeEventListener('abort', abandon);
          resolve(answer);
        },
      };
      this.#running().send({ ...operation, id });
    });
  }

  #running(): HelperProcess {
    if (this.#helper) return this.#helper;
    const helper = this.#parts.start(this.#parts.entry);
    this.#helper = helper;
    helper.onMessage((message) => {
      if (this.#helper === helper && isKeychainReply(message)) this.#answered(message);
    });
    helper.onExit(() => {
      if (this.#helper === helper) this.#end({ outcome: 'crashed' });
    });
    return helper;
  }

  #answered(reply: KeychainReply): void {
    if (this.#pending?.id !== reply.id) return;
    this.#pending.settle(
      reply.outcome === 'done' ? { outcome: 'done', value: reply.value } : { outcome: reply.outcome },
    );
  }

  /** Forgets the helper before killing it, so that its exit is not taken for a crash of the next one. */
  #end(answer: KeychainAnswer): void {
    const helper = this.#helper;
    this.#helper = undefined;
    helper?.kill();
    this.#pending?.settle(answer);
  }
}

function givenUp(limit: AbortSignal): Promise<KeychainAnswer> {
  return new Promise((resolve) => {
    const answer = (): void => resolve({ outcome: 'timeout' });
    if (limit.aborted) answer();
    else limit.addEventListener('abort', answer, { once: true });
  });
}

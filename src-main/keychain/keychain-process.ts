import type { Clock, HelperProcess, StartHelper } from '../ports/system.ts';
import type { SecretCall } from '../ports/secret-store.ts';
import {
  isKeychainReply,
  type BindingState,
  type KeychainOperation,
  type KeychainReply,
} from './messages.ts';

/** Milliseconds that a call may take: in the background, and while the user sees that the keychain is awaited. */
const BACKGROUND_DEADLINE = 5_000;
const INTERACTIVE_DEADLINE = 120_000;

/**
 * macOS asks the user for permission whenever a program reads what another one wrote, such as Electron reading what
 * plain Node stored. A call in the background may therefore take as long as a person does.
 */
function deadlineOf(platform: NodeJS.Platform, interactive: boolean): number {
  return interactive || platform === 'darwin' ? INTERACTIVE_DEADLINE : BACKGROUND_DEADLINE;
}

/** The outcome of one operation. */
export type KeychainAnswer =
  | { readonly outcome: 'done'; readonly value: string | boolean | null }
  | { readonly outcome: 'error' | 'unloadable' | 'altered' | 'timeout' | 'crashed' };

export interface KeychainProcessParts {
  readonly start: StartHelper;
  /** Path of the helper's entry module. */
  readonly entry: string;
  readonly clock: Clock;
  readonly platform: NodeJS.Platform;
  /** The keychain service name, instead of the product's own. */
  readonly service?: string;
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
  #binding: BindingState = 'loaded';

  constructor(parts: KeychainProcessParts) {
    this.#parts = parts;
  }

  request(operation: KeychainOperation, call: SecretCall = {}): Promise<KeychainAnswer> {
    const deadline = deadlineOf(this.#parts.platform, call.interactive === true);
    const done = new AbortController();
    const overdue = new AbortController();
    void this.#parts.clock.sleep(deadline, done.signal).then(() => overdue.abort());
    const limit = call.signal ? AbortSignal.any([call.signal, overdue.signal]) : overdue.signal;
    const turn = this.#queue.then(() => this.#perform(operation, limit));
    this.#queue = turn;
    return Promise.race([turn, givenUp(limit)]).finally(() => done.abort());
  }

  /** Whether the helper could load the keychain binding, as far as is known. */
  get binding(): BindingState {
    return this.#binding;
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
    const { start, entry, service } = this.#parts;
    const helper = start(entry, service === undefined ? [] : [service]);
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
    const { outcome } = reply;
    this.#binding = outcome === 'unloadable' || outcome === 'altered' ? outcome : 'loaded';
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

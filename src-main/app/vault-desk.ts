import type { OutputOf, VaultTable, VaultTask } from '../../src-preload/contract/index.ts';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { Windows } from '../ports/windows.ts';
import type { NewPhrase } from '../wallet/recovery-phrase.ts';
import { Topic } from './gate/topic.ts';

export type VaultView = OutputOf<VaultTable, 'task'>;
/** What the vault window shows beside its task. */
export type VaultSurroundings = Omit<VaultView, 'task'>;

type Task<Kind extends VaultTask['kind']> = Extract<VaultTask, { readonly kind: Kind }>;
type SignTask = Task<'sign'>;
/** Tries to sign with a password; answers a witness set. */
export type TrySign = (password: string) => Promise<Result<string, Failure>>;

const IDLE: VaultTask = { kind: 'idle' };
const CLOSING_MS = 3_000;
/** After these the user may simply try again in the same window. */
const TRY_AGAIN: readonly Failure['code'][] = [
  'wrong-password',
  'password-delayed',
  'wallet-unwritable',
  'keychain-timeout',
  'keychain-crashed',
  'keychain-locked-or-lost',
  'keychain-unavailable',
];

interface Pending {
  readonly trySign: TrySign;
  readonly resolve: (result: Result<string, Failure>) => void;
}

/**
 * What the vault window is open for: one task at a time, set by main alone. A signature that is waited for ends
 * with `vault-closed` when the window goes, whoever closed it.
 */
export class VaultDesk {
  readonly topic: Topic<VaultView>;
  readonly #windows: Windows;
  readonly #clock: Clock;
  #pending: Pending | undefined;
  #phrase: NewPhrase | undefined;
  #closing: { readonly done: Promise<void>; readonly finish: () => void } | undefined;

  constructor(windows: Windows, clock: Clock, surroundings: VaultSurroundings) {
    this.#windows = windows;
    this.#clock = clock;
    this.topic = new Topic<VaultView>({ task: IDLE, ...surroundings }, 0);
  }

  /** Failure: `vault-busy` while the window is open for something else. */
  async open(task: VaultTask): Promise<Result<undefined, Failure>> {
    const current = this.topic.value.task;
    if (current.kind !== 'idle' && (current.kind !== task.kind || current.kind === 'sign'))
      return failed(failure('vault-busy'));
    this.#setTask(task);
    await this.#closing?.done;
    try {
      await this.#windows.openVault();
      return ok(undefined);
    } catch {
      this.#reset();
      return failed(failure('vault-closed'));
    }
  }

  /** Asks for the password of one signature and answers the witness set. Failures: `vault-busy`, `vault-closed`, of signing. */
  async requestSignature(task: SignTask, trySign: TrySign): Promise<Result<string, Failure>> {
    if (this.#pending) return failed(failure('vault-busy'));
    let resolve: Pending['resolve'] = () => undefined;
    const answer = new Promise<Result<string, Failure>>((settle) => (resolve = settle));
    const pending = { trySign, resolve };
    this.#pending = pending;
    const opened = await this.open(task);
    if (!opened.ok && this.#pending === pending) {
      this.#pending = undefined;
      return opened;
    }
    return answer;
  }

  /** The password typed for the signature that is waited for. */
  async sign(password: string): Promise<Result<undefined, Failure>> {
    const pending = this.#pending;
    if (!pending) return this.refuse('vault.sign');
    const result = await pending.trySign(password);
    if (!result.ok && TRY_AGAIN.includes(result.failure.code)) return result;
    pending.resolve(result);
    if (this.#pending === pending) this.#pending = undefined;
    this.finish();
    return result.ok ? ok(undefined) : result;
  }

  /** The task when it is of this kind; other calls of the window are refused. */
  current<Kind extends VaultTask['kind']>(...kinds: readonly Kind[]): Task<Kind> | undefined {
    const { task } = this.topic.value;
    return kinds.some((kind) => kind === task.kind) ? (task as Task<Kind>) : undefined;
  }

  refuse(name: string): Result<never, Failure> {
    return failed(failure('request-refused', { name, reason: 'the window is not open for this' }));
  }

  /** New words while they are shown and proven; those before them are wiped. */
  holdPhrase(phrase: NewPhrase): void {
    this.#phrase?.wipe();
    this.#phrase = phrase;
  }

  get phrase(): NewPhrase | undefined {
    return this.#phrase;
  }

  /** The task is done: the window goes. */
  finish(): void {
    if (this.topic.value.task.kind === 'idle') return;
    this.#reset();
    this.#expectClosing();
    this.#windows.closeVault();
  }

  /** The user left, by a button of the page. */
  cancel(): void {
    this.finish();
  }

  /** The window is gone. */
  closed(): void {
    if (this.#closing) this.#closing.finish();
    else this.#reset();
  }

  surround(surroundings: VaultSurroundings): void {
    this.topic.set({ task: this.topic.value.task, ...surroundings });
  }

  #reset(): void {
    this.#phrase?.wipe();
    this.#phrase = undefined;
    this.#setTask(IDLE);
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(failed(failure('vault-closed')));
  }

  /** A window closed by us tells so later: that must not end the task of the next one. */
  #expectClosing(): void {
    const stop = new AbortController();
    const closing = {
      done: this.#clock.sleep(CLOSING_MS, stop.signal).then(() => {
        if (this.#closing === closing) this.#closing = undefined;
      }),
      finish: () => stop.abort(),
    };
    this.#closing = closing;
  }

  #setTask(task: VaultTask): void {
    this.topic.set({ ...this.topic.value, task });
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { OutputOf, VaultTable, VaultTask } from '#contract/index.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Clock } from '../../ports/system.ts';
import type { Windows } from '../../ports/windows.ts';
import type { NewPhrase } from '../../wallet/recovery-phrase.ts';
import { ExpectedClosing } from '../../gate/expected-closing.ts';
import type { Front } from '../../gate/front.ts';
import { Topic } from '../../gate/topic.ts';
import { failureView } from '../../gate/wire.ts';

type VaultView = OutputOf<VaultTable, 'task'>;
/** The vault window's view apart from its task. */
export type VaultSurroundings = Omit<VaultView, 'task'>;

export type TaskOf<Kind extends VaultTask['kind']> = Extract<VaultTask, { readonly kind: Kind }>;

const IDLE: TaskOf<'idle'> = { kind: 'idle' };
/** As of the approval window: nobody reads faster, and a click within it was meant for something else. */
const SHORTEST_LOOK_MS = 700;

/** The vault window's current task: one at a time, set by main alone. */
export class VaultWindow {
  readonly topic: Topic<VaultView>;
  readonly #windows: Windows;
  readonly #clock: Clock;
  readonly #front: Front;
  readonly #closing: ExpectedClosing;
  /** Since when the task is shown, on the monotonic clock. */
  #since: number | undefined;
  #phrase: NewPhrase | undefined;

  constructor(windows: Windows, clock: Clock, front: Front, surroundings: VaultSurroundings) {
    this.#windows = windows;
    this.#front = front;
    this.#clock = clock;
    this.#closing = new ExpectedClosing(clock);
    this.topic = new Topic<VaultView>({ task: IDLE, ...surroundings }, 0);
  }

  /**
   * Failures: `window-waits` while the user is at the approval window, whose keys this one would get; `page-opening`;
   * `vault-busy` while the window is open for something else, or shows another proposal.
   */
  async open(task: VaultTask): Promise<Result<undefined, Failure>> {
    const waits = this.#front.objectionToAsking('desk', 'vault');
    if (waits) return failed(waits);
    const current = this.topic.value.task;
    const isFree = current.kind === 'idle' || current.kind === 'left';
    if (!isFree && current.kind !== task.kind) return failed(failure('vault-busy'));
    // The same one again only brings the window to the front, also while its work is under way.
    if (!isDeepStrictEqual(current, task)) {
      // A task that the user is reading, and typing a password for, must not be swapped by whoever proposed it.
      const isDeletion = current.kind === 'profile-delete' || current.kind === 'forget-key';
      if ('wanted' in current || isDeletion) return failed(failure('vault-busy'));
      this.#setTask(task);
    }
    this.#front.comes('vault');
    await this.#closing.over();
    try {
      await this.#windows.openVault();
      if (this.topic.value.task.kind !== 'idle') this.#front.comes('vault');
      // The same once more brings the window to the front, which can happen under a click as well.
      this.#since = this.#clock.monotonic();
      return ok(undefined);
    } catch {
      this.#reset(IDLE);
      return failed(failure('vault-closed'));
    }
  }

  /** The task when it is of this kind; other calls of the window are refused. */
  current<Kind extends VaultTask['kind']>(...kinds: readonly Kind[]): TaskOf<Kind> | undefined {
    const { task } = this.topic.value;
    return kinds.some((kind) => kind === task.kind) ? (task as TaskOf<Kind>) : undefined;
  }

  /**
   * Whether the task was shown for long enough to be read. A task that takes no password cannot be agreed to before.
   */
  get wasRead(): boolean {
    return this.#since !== undefined && this.#clock.monotonic() - this.#since >= SHORTEST_LOOK_MS;
  }

  refuse(name: string): Result<never, Failure> {
    return failed(failure('request-refused', { name, reason: 'the window is not open for this' }));
  }

  /** New words while they are shown and proven; earlier ones are wiped. */
  holdPhrase(phrase: NewPhrase): void {
    this.#phrase?.wipe();
    this.#phrase = phrase;
  }

  get phrase(): NewPhrase | undefined {
    return this.#phrase;
  }

  /** The task is done: the window closes. */
  finish(): void {
    if (this.topic.value.task.kind === 'idle') return;
    this.#reset(IDLE);
    this.#closing.expect();
    this.#windows.closeVault();
  }

  /** The same, unless the window was opened for another task meanwhile. */
  finishTask(task: VaultTask): void {
    const current = this.topic.value.task;
    if (current === task || current.kind === 'left') this.finish();
  }

  /**
   * The task is given up by something else than the user there. The window stays and says why: the keys that are typed into
   * it at this moment must reach no other window.
   */
  leave(why: Failure): void {
    const { kind } = this.topic.value.task;
    if (kind !== 'idle' && kind !== 'left') this.#reset({ kind: 'left', why: failureView(why) });
  }

  /** The user left, by a button of the page. */
  cancel(): void {
    this.finish();
  }

  /** The window is gone. */
  closed(): void {
    if (!this.#closing.reported()) this.#reset(IDLE);
  }

  surround(surroundings: VaultSurroundings): void {
    this.topic.set({ task: this.topic.value.task, ...surroundings });
  }

  #reset(task: TaskOf<'idle' | 'left'>): void {
    this.#phrase?.wipe();
    this.#phrase = undefined;
    this.#setTask(task);
    if (task.kind === 'idle') this.#front.goes('vault');
  }

  #setTask(task: VaultTask): void {
    this.#since = undefined;
    this.topic.set({ ...this.topic.value, task });
  }
}

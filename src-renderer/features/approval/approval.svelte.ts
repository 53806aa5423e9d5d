import { untrack } from 'svelte';
import { type FailureLike, failureLine } from '../../format/words.ts';
import { SvelteSet } from 'svelte/reactivity';
import type { ApprovalApi, ApprovalTransaction, ApprovalView } from '../../client/approval-api.ts';
import { Clock } from '../../state/clock.svelte.ts';
import { Working } from '../../state/working.svelte.ts';
import { words } from './words.ts';

/**
 * The sign button stays shut this long after anything shown changed, so that no press meant for something else lands on
 * it; and as long, no key presses any button.
 */
export const SHUT_MS = 900;

/** The second press of a double click comes within this time. */
const DOUBLE_CLICK_MS = 500;

type Finding = ApprovalTransaction['findings'][number];

/** Tab goes round through the frame of the window, which has the focus for no longer than this. */
const ROUND_MS = 200;

/** The reasons why signing is not possible yet; the user sees the first that applies. */
export type Obstacle =
  | 'nothing-shown'
  | 'blocked'
  | 'watch-only'
  | 'signed'
  | 'expired'
  | 'busy'
  | 'warnings'
  | 'worse'
  | 'password'
  | 'shut';

/** One transaction before the user: the consents so far, and whether it may be signed. */
export class Approval {
  readonly clock = new Clock();
  readonly work = new Working();
  readonly saving = new Working();
  task = $state.raw<ApprovalTransaction | undefined>();
  /** Why what was shown was given up, while the window stays. */
  left = $state.raw<FailureLike | undefined>();
  theme = $state.raw<ApprovalView['theme']>('system');
  /** True once main has sent something. */
  received = $state(false);
  /** Whether the window is in the user's view, as main says. */
  inView = $state(false);
  /** False while the second press of a double click could still come, meant for the content there before. */
  settled = $state(false);
  password = $state('');
  /** The lower price is agreed to. */
  worse = $state(false);
  /** These bytes were signed from here. */
  signed = $state(false);
  /** Where the last file was saved, or that none was, in words. */
  saved = $state<string | undefined>();
  readonly blocks = $derived(this.#findings('block'));
  readonly warnings = $derived(this.#findings('warn'));
  readonly notes = $derived(this.#findings('info'));
  /** Whether a password is to be typed here. */
  readonly takesPassword = $derived.by(
    () => this.task?.asksPassword === true && this.task.verdict !== 'block' && this.blocks.length === 0,
  );
  readonly obstacle = $derived.by(() => this.#obstacle());
  readonly #agreed = new SvelteSet<number>();
  readonly #api: ApprovalApi;
  #open = $state(false);
  #shown = '';
  /** From when on keys press buttons, on the page's own clock. */
  #keysFrom = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #blurredAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: ApprovalApi) {
    this.#api = api;
    $effect(() => {
      const stop = api.on.task((view) => untrack(() => this.#take(view)));
      return () => {
        stop();
        clearTimeout(this.#timer);
        clearTimeout(this.#settling);
      };
    });
  }

  /** Whether the warning at this place among the warnings is agreed to. */
  agreed(index: number): boolean {
    return this.#agreed.has(index);
  }

  agree(index: number, yes: boolean): void {
    if (yes) this.#agreed.add(index);
    else this.#agreed.delete(index);
  }

  get agreements(): number {
    return this.#agreed.size;
  }

  async sign(): Promise<void> {
    const { task, password } = this;
    if (task === undefined || this.obstacle !== undefined) return;
    const { bodyHash, summaryHash, asksPassword, agreement, translated } = task;
    const done = await this.work.run(() =>
      this.#api.call['approval.approve']({
        bodyHash,
        summaryHash,
        agreementHash: agreement.hash,
        ...(translated && { shownHash: translated.shownHash }),
        consents: [...new Set(this.warnings.map(({ rule }) => rule))],
        worse: this.worse,
        ...(asksPassword && { password }),
      }),
    );
    // A wrong password is typed again; everything else stays as it was.
    this.password = '';
    if (done !== undefined) this.signed = true;
  }

  /** Whether it can be handed out to be signed elsewhere. */
  readonly exportable = $derived.by(
    () =>
      this.obstacle === 'watch-only' &&
      this.#open &&
      this.inView &&
      !this.work.busy &&
      this.task !== undefined &&
      this.clock.now < this.task.expiresAt,
  );

  /** Hands it out to be signed elsewhere; main closes the window once it is on record. */
  async export(): Promise<void> {
    const { task } = this;
    if (task === undefined || !this.exportable) return;
    const { bodyHash, summaryHash, agreement, translated } = task;
    const done = await this.work.run(() =>
      this.#api.call['approval.export']({
        bodyHash,
        summaryHash,
        agreementHash: agreement.hash,
        ...(translated && { shownHash: translated.shownHash }),
      }),
    );
    if (done !== undefined) this.signed = true;
  }

  async save(what: 'transaction' | 'report'): Promise<void> {
    this.saved = undefined;
    const done = await this.saving.run(() => this.#api.call['approval.save']({ what }));
    if (done === undefined) return;
    if (!done.saved) this.saved = words.nothingSaved;
    else
      this.saved = done.path === undefined ? words.saved({ what }) : words.savedAs({ what, path: done.path });
  }

  /** Shuts the sign button for its moment: something changed, or the page has only just opened. */
  shut(): void {
    this.#holdKeys();
    this.#open = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#open = true), SHUT_MS);
  }

  blurred(): void {
    this.#blurredAt = performance.now();
  }

  /**
   * The window has the focus: nothing can be pressed for a moment, since a click may be meant for the content above
   * it. Except when the Tab key moved the focus.
   */
  focused(): void {
    if (performance.now() - this.#blurredAt >= ROUND_MS) this.shut();
  }

  /** Whether a key may press a button now. */
  get keysPress(): boolean {
    return performance.now() >= this.#keysFrom;
  }

  cancel(): void {
    void this.#api.call['approval.cancel']({});
  }

  #holdKeys(): void {
    this.#keysFrom = performance.now() + SHUT_MS;
  }

  #findings(severity: Finding['severity']): readonly Finding[] {
    return (this.task?.findings ?? []).filter((finding) => finding.severity === severity);
  }

  #obstacle(): Obstacle | undefined {
    const { task } = this;
    if (task === undefined) return 'nothing-shown';
    if (task.verdict === 'block' || this.blocks.length > 0) return 'blocked';
    if (this.signed) return 'signed';
    if (task.watchOnly) return 'watch-only';
    if (this.work.busy) return 'busy';
    if (this.clock.now >= task.expiresAt) return 'expired';
    if (this.#agreed.size < this.warnings.length) return 'warnings';
    if (task.worseThanQuote !== undefined && !this.worse) return 'worse';
    if (task.asksPassword && this.password === '') return 'password';
    return this.#open && this.inView ? undefined : 'shut';
  }

  #take(view: ApprovalView): void {
    this.received = true;
    this.theme = view.theme;
    // The moment of the button begins when the user can see it.
    if (view.inView !== this.inView) this.#comesOrGoes(view.inView);
    const task = view.task.kind === 'transaction' ? view.task : undefined;
    const shown = JSON.stringify(view.task);
    if (shown === this.#shown) return;
    this.#shown = shown;
    // Agreement is to these bytes and figures and no others.
    if (identityOf(task) !== identityOf(this.task)) this.#forget();
    // That it was signed is shown until the next transaction comes.
    if (task !== undefined && identityOf(task) !== identityOf(this.task)) this.signed = false;
    this.task = task;
    this.left = view.task.kind === 'left' ? view.task.why : undefined;
    this.shut();
  }

  #comesOrGoes(inView: boolean): void {
    this.inView = inView;
    this.settled = false;
    clearTimeout(this.#settling);
    if (!inView) return;
    this.shut();
    this.#settling = setTimeout(() => (this.settled = true), DOUBLE_CLICK_MS);
  }

  #forget(): void {
    this.#agreed.clear();
    this.worse = false;
    this.password = '';
    this.saved = undefined;
    this.work.failure = undefined;
    this.saving.failure = undefined;
  }
}

function identityOf(task: ApprovalTransaction | undefined): string {
  return task === undefined
    ? ''
    : [task.tradeId, task.bodyHash, task.summaryHash, task.agreement.hash, task.translated?.shownHash].join();
}

/** The text of an empty page; `undefined` until main's first message. */
export function closingWords({ signed, received, left }: Approval): string | undefined {
  if (signed) return words.done;
  if (left !== undefined) return failureLine(left);
  return received ? words.nothingToApprove : undefined;
}

/** The one line above the buttons: the file saved, main's progress, or the obstacle to signing. */
export function hintFor(approval: Approval): string {
  const { saved, work, obstacle, warnings, agreements, task } = approval;
  if (work.slow) return words.keychain;
  if (saved !== undefined) return saved;
  switch (obstacle) {
    case 'blocked':
      return words.cannotBeSigned;
    case 'watch-only':
      return task !== undefined && approval.clock.now >= task.expiresAt ? words.tooOldClose : words.watchOnly;
    case 'signed':
      return words.done;
    case 'busy':
      return words.exactlyThese;
    case 'expired':
      return words.tooOldCancel;
    case 'warnings':
      return words.warningsFirst({ left: warnings.length - agreements });
    case 'worse':
      return words.worseFirst;
    case 'password':
      return task?.batch === undefined
        ? words.type
        : words.typeOnce({ count: task.batch.transactions.length });
    case 'shut':
    case 'nothing-shown':
    case undefined:
      return task?.asksPassword === true ? words.press : words.unlocked;
  }
}

/** A line such as `-27.183 ADA` in its figure and its unit. */
interface AmountParts {
  readonly figure: string;
  readonly unit: string;
}

/** In the writing of either language: `9,962.31`, or with a narrow space and a comma. */
const FIGURE_AND_UNIT = /^([+\-\u2212]?\d[\d,\u202f]*(?:\.\d+)?)[ \u00a0](.+)$/;

/** Cuts a line that begins with a figure into figure, with a true minus sign, and unit; absent for any other line. */
export function amountParts(line: string): AmountParts | undefined {
  const [, figure, unit] = FIGURE_AND_UNIT.exec(line) ?? [];
  return figure === undefined || unit === undefined
    ? undefined
    : { figure: figure.replace('-', '\u2212'), unit };
}

/**
 * Keys of the first moment were begun before the window was looked at: a password that is typed at once goes into its
 * field, and nothing is pressed. Esc, and whatever goes with Ctrl, does what it does.
 */
export function takeEarlyKey(event: KeyboardEvent, approval: Approval): void {
  const { target, key } = event;
  const combined = event.ctrlKey || event.altKey || event.metaKey;
  if (approval.keysPress || (combined && !event.getModifierState('AltGraph'))) return;
  if (target instanceof HTMLInputElement && target.type !== 'checkbox') return;
  const types = key.length === 1;
  if (!types && key !== 'Enter') return;
  const field = document.querySelector<HTMLInputElement>('[data-spending-password] input');
  // The character follows the focus.
  if (types && field !== null && !field.disabled) field.focus();
  else event.preventDefault();
  event.stopPropagation();
}

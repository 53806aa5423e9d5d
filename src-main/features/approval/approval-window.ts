import type { ProfileMarkView } from '#contract/profile.ts';
import type { ApprovalTable, InputOf, OutputOf } from '#contract/index.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Language } from '#domain/words/catalogue.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Clock, Log } from '../../ports/system.ts';
import type { TicketEdge, Windows } from '../../ports/windows.ts';
import type { Batch } from '../../trading/batch.ts';
import { OWN_KEY_INDEXES } from '../../wallet/account.ts';
import type { SigningLeave } from '../../wallet/signing.ts';
import {
  approvalTask,
  bestPriceView,
  reportFile,
  type Reviewed,
  type TransactionTask,
  transactionFile,
} from './approval-view.ts';
import { ExpectedClosing } from '../../gate/expected-closing.ts';
import type { Front } from '../../gate/front.ts';
import { Topic } from '../../gate/topic.ts';
import type { HandedOut } from '../../trading/signed-elsewhere.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { type ApprovalCalls, DONE, done, type ProfileMode } from '../../gate/handlers.ts';
import { saveFile } from '../../gate/outside.ts';
import { failureView } from '../../gate/wire.ts';

export type ApprovalView = OutputOf<ApprovalTable, 'task'>;
export type ApprovalInput = InputOf<ApprovalTable, 'approval.approve'>;
/** Identifies exactly the content that was shown. */
type AgreedHashes = InputOf<ApprovalTable, 'approval.export'>;

/** Milliseconds that a transaction must be in view before it can be approved: nobody reads faster. */
export const SHORTEST_LOOK_MS = 700;
const PREPARED_AFTER_MS = 5_000;

/** The window's operations on the trade that it shows; on a machine without a network only signing is available. */
export interface ApprovalTrading {
  readonly elsewhere: Pick<Trading['elsewhere'], 'handOut'>;
  readonly accept: (...args: Parameters<Trading['accept']>) => Promise<Result<unknown, Failure>>;
  readonly discard: (tradeId: string) => Promise<unknown>;
}

/** Whose trade it is. */
export interface ApprovalProfile {
  readonly mode: ProfileMode;
  readonly mark: ProfileMarkView;
  readonly trading: ApprovalTrading;
  readonly wallet: Pick<Wallet, 'status' | 'onChange' | 'signer' | 'leave' | 'keyPlaces'>;
}

/** One whose trades can be made, too. */
export interface TradingProfile extends ApprovalProfile {
  readonly trading: Trading;
}

export interface ApprovalWindowParts {
  readonly windows: Windows;
  readonly clock: Clock;
  readonly front: Front;
  /** A moment by the machine's clock, which the page's countdown follows, where `clock` is a replay's. */
  readonly machineTime: (moment: EpochMs) => EpochMs;
  readonly log: Log;
  /** Dollars for one ADA, as the service says; absent where there is no service. */
  readonly adaUsd?: () => number | undefined;
}

/** One transaction in the window. */
interface Shown {
  task: TransactionTask;
  /** When it expires, by the machine's clock. */
  readonly until: EpochMs;
  readonly profile: ApprovalProfile;
  /** The batch whose first transaction this is. */
  readonly batch: Batch | undefined;
  /** Trades that leave with it in one bundle. */
  readonly others: readonly string[];
  readonly stopListening: () => void;
  /** Monotonic time from which it can be read; `undefined` while the window opens. */
  since: number | undefined;
  /** Ends when the signature is journalled, or was not made. */
  signing: Promise<Result<undefined, Failure>> | undefined;
  left: boolean;
}

/**
 * The content of the approval window, one transaction at a time. Only here can a trade be agreed to, and only content
 * that main itself put into the window. If the window closes in any way without a signature, its trade is discarded.
 */
export class ApprovalWindow {
  readonly topic: Topic<ApprovalView>;
  /** The ticket's position, as reported by the trading window. */
  ticket: TicketEdge | undefined;
  readonly #windows: Windows;
  readonly #clock: Clock;
  readonly #front: Front;
  readonly #machineTime: ApprovalWindowParts['machineTime'];
  readonly #log: Log;
  readonly #adaUsd: () => number | undefined;
  readonly #closing: ExpectedClosing;
  #shown: Shown | undefined;
  #language: Language = 'en';
  /** The language of the page that was left and stays in view. */
  #left: Language | undefined;
  #making = false;
  #preparing = false;
  /** Counts how often the window was left, so that a transaction built meanwhile is no longer shown. */
  #departures = 0;

  constructor(parts: ApprovalWindowParts, theme: ApprovalView['theme']) {
    const { windows, clock, front, machineTime, log, adaUsd = () => undefined } = parts;
    this.#windows = windows;
    this.#clock = clock;
    this.#front = front;
    this.#machineTime = machineTime;
    this.#log = log;
    this.#adaUsd = adaUsd;
    this.#closing = new ExpectedClosing(clock);
    this.topic = new Topic<ApprovalView>({ task: { kind: 'idle' }, inView: false, theme }, 0);
  }

  /**
   * Has a transaction built and inspected, and shows it whatever the verdict. Failures: `approval-busy` while another
   * one is being built or could still be approved, `window-waits` while the user is at the vault window, whose keys this
   * one would get, `page-opening`, `approval-closed`, those of `make`. With a batch, the approval
   * covers all of it, and the batch continues when its first transaction is signed.
   */
  async present<Item extends Reviewed>(
    profile: ApprovalProfile,
    make: () => Promise<Result<Item, Failure>>,
    batch?: Batch,
  ): Promise<Result<Item, Failure>> {
    if (this.#making || (this.#shown && this.#canBeApproved(this.#shown)))
      return failed(failure('approval-busy'));
    const early = this.#front.objectionToAsking('desk', 'approval');
    if (early) return failed(early);
    this.#making = true;
    const departures = this.#departures;
    try {
      const review = await make();
      if (!review.ok) return review;
      const waits = this.#front.objectionToAsking('desk', 'approval');
      if (!waits && departures === this.#departures && (await this.#show(review.value, profile, batch)))
        return review;
      for (const id of [review.value.trade.id, ...othersOf(review.value)]) await profile.trading.discard(id);
      return failed(waits ?? failure('approval-closed'));
    } finally {
      this.#making = false;
    }
  }

  /**
   * The user agrees to what is shown. Succeeds once the signature is journalled; assembling and sending continue in the
   * background, and the trade reports them. After any failure the window stays as it is. Failures: `inspection-blocked` for
   * other bytes, other words or a blocked transaction, `approval-expired`, `approval-too-soon`, those of
   * `Trading.accept` up to the signature and of `Wallet.signer`.
   */
  async approve(input: ApprovalInput): Promise<Result<undefined, Failure>> {
    const shown = this.#shown;
    if (!shown) return this.refuse('approval.approve');
    const objection = shown.task.watchOnly ? failure('watch-only') : this.#objection(shown, input);
    if (objection) return failed(objection);
    shown.signing = this.#sign(shown, input);
    const signed = await shown.signing.finally(() => (shown.signing = undefined));
    if (signed.ok && this.#shown === shown) {
      this.#forget(shown);
      this.#close();
    }
    return signed;
  }

  /**
   * Hands the shown transaction out to be signed elsewhere; the window closes. Failures: those of `approve` before the
   * signature, `request-refused` if the key is here, those of `SignedElsewhere.handOut`.
   */
  async handOut(input: AgreedHashes): Promise<Result<HandedOut, Failure>> {
    const shown = this.#shown;
    if (!shown || !shown.task.watchOnly) return this.refuse('approval.export');
    const objection = this.#objection(shown, input);
    if (objection) return failed(objection);
    const { task, profile, others, batch } = shown;
    const paths = profile.wallet.keyPlaces(OWN_KEY_INDEXES);
    const handing = profile.trading.elsewhere.handOut(task.tradeId, input, { others, paths });
    shown.signing = handing.then((out) => (out.ok ? ok(undefined) : out));
    const out = await handing.finally(() => (shown.signing = undefined));
    if (!out.ok) return out;
    void batch?.handedOut();
    if (this.#shown === shown) {
      this.#forget(shown);
      this.#close();
    }
    return out;
  }

  /** The task on show, for saving it. */
  get shown(): TransactionTask | undefined {
    return this.#shown?.task;
  }

  refuse(name: string): Result<never, Failure> {
    return failed(failure('request-refused', { name, reason: 'the window shows no transaction' }));
  }

  /** Leaves what is shown, by a button of the page, and closes the window. Resolves when its trade is discarded. */
  async cancel(): Promise<void> {
    this.#departures += 1;
    const shown = this.#shown;
    if (shown) this.#forget(shown);
    if (shown !== undefined || this.#left !== undefined) this.#close();
    if (shown) await discardUnsigned(shown);
  }

  /**
   * Leaves what is shown for another reason, such as that its profile is closed. The window stays and says why: the keys
   * that are typed into it at this moment must reach no other window. Resolves when its trade is discarded.
   */
  async leave(why: Failure): Promise<void> {
    this.#departures += 1;
    const shown = this.#shown;
    if (!shown) return;
    this.#forget(shown);
    this.#left = languageShown(shown);
    this.topic.set({ ...this.topic.value, task: { kind: 'left', why: failureView(why) } });
    await discardUnsigned(shown);
  }

  /** The user left the review while its transaction was being built: it is not shown. */
  abandon(): void {
    if (this.#making) this.#departures += 1;
  }

  /** Leaves a trade if it is the one shown, as the trading window asks; returns whether it was. */
  async leaveTrade(tradeId: string): Promise<boolean> {
    if (this.#shown?.task.tradeId !== tradeId) return false;
    await this.leave(failure('left-by-desk'));
    return true;
  }

  /** The window is gone. */
  closed(): void {
    const shown = this.#shown;
    void this.prepare();
    if (this.#closing.reported()) return;
    this.#left = undefined;
    this.#front.goes('approval');
    if (shown) this.#forget(shown);
    else this.topic.set({ ...this.topic.value, task: { kind: 'idle' } });
    if (shown) void discardUnsigned(shown);
  }

  /** Has the next window made ahead, once the moment is over in which the user or the desk needs the machine. */
  async prepare(): Promise<void> {
    if (this.#preparing || !this.#windows.prepareApproval) return;
    this.#preparing = true;
    await this.#clock.sleep(PREPARED_AFTER_MS);
    this.#preparing = false;
    // It may show itself for a moment, and take the focus.
    if (!this.#front.asks) this.#windows.prepareApproval();
  }

  setTheme(theme: ApprovalView['theme']): void {
    this.topic.set({ ...this.topic.value, theme });
  }

  /** A task already on show keeps its language: the user agrees to that text. */
  setLanguage(language: Language): void {
    this.#language = language;
  }

  /** Returns whether the window is open. */
  async #show(review: Reviewed, profile: ApprovalProfile, batch: Batch | undefined): Promise<boolean> {
    const stale = this.#shown;
    if (stale) {
      this.#forget(stale);
      this.#left = languageShown(stale);
      await discardUnsigned(stale);
    }
    // Its page is in the language of what it showed: figures of another one would be misread there.
    if (this.#left !== undefined && this.#left !== this.#language) this.#close();
    this.#left = undefined;
    const { wallet, mode, mark } = profile;
    const { state } = wallet.status();
    const asksPassword = state !== 'unlocked' && state !== 'watching';
    const shown: Shown = {
      task: approvalTask(review, {
        practice: mode === 'practice',
        profile: mark,
        asksPassword,
        watchOnly: state === 'watching',
        batch: batch?.agreement,
        at: batch?.at ?? 0,
        language: this.#language,
        adaUsd: this.#adaUsd(),
      }),
      until: this.#machineTime(review.expiresAt),
      profile,
      batch,
      others: othersOf(review),
      // When an unlock ends, so does the permission to sign without a password; another wallet is another owner.
      stopListening: wallet.onChange(() => {
        if (!asksPassword && wallet.status().state !== state && this.#shown === shown)
          void this.leave(failure('left-with-wallet'));
      }),
      since: undefined,
      signing: undefined,
      left: false,
    };
    this.#shown = shown;
    // A window made ahead draws it while it is hidden.
    this.topic.set({ ...this.topic.value, inView: false });
    this.#tell(shown);
    // Signing does not wait for it, and it is not part of what is approved.
    void review.bestPrice?.then((compared) => {
      if (this.#shown !== shown) return;
      shown.task = { ...shown.task, bestPrice: bestPriceView(compared, languageShown(shown)) };
      this.#tell(shown);
    });
    this.#front.comes('approval');
    await this.#closing.over();
    try {
      await this.#windows.openApproval(this.ticket);
      if (this.#shown === shown || this.#left !== undefined) this.#front.comes('approval');
    } catch {
      const isOpen = this.#shown === shown || this.#left !== undefined;
      if (this.#shown === shown) this.#forget(shown);
      if (isOpen) this.#close();
    }
    shown.since = this.#clock.monotonic();
    if (this.#shown === shown) this.topic.set({ ...this.topic.value, inView: true });
    return !shown.left;
  }

  #objection({ task, since, signing }: Shown, input: AgreedHashes): Failure | undefined {
    if (signing) return failure('trade-busy');
    const same =
      input.bodyHash === task.bodyHash &&
      input.summaryHash === task.summaryHash &&
      input.agreementHash === task.agreement.hash &&
      input.shownHash === task.translated?.shownHash;
    if (!same) return failure('inspection-blocked', { finding: 'Something else was approved.', rule: 'S1' });
    const blocking = task.findings.find(({ severity }) => severity === 'block');
    if (task.verdict === 'block')
      return failure('inspection-blocked', { finding: blocking?.sentence ?? '', rule: blocking?.rule ?? '' });
    if (this.#clock.now() >= task.expiresAt) return failure('approval-expired');
    if (since === undefined || this.#clock.monotonic() - since < SHORTEST_LOOK_MS)
      return failure('approval-too-soon');
    return undefined;
  }

  async #sign(shown: Shown, input: ApprovalInput): Promise<Result<undefined, Failure>> {
    const { task, profile, batch } = shown;
    const { trading, wallet } = profile;
    const { bodyHash, summaryHash, agreementHash, consents, worse, password } = input;
    const authority = password === undefined ? 'unlocked' : { password };
    // From here on, not from the signature: a lock in between ends the leave for the rest.
    const leave = batch?.state === 'waiting' ? wallet.leave(authority) : undefined;
    const outcome = Promise.withResolvers<Result<undefined, Failure>>();
    const accepting = trading.accept(
      task.tradeId,
      { bodyHash, summaryHash, agreementHash, consents, worse },
      {
        signer: wallet.signer(authority),
        mayStillSign: () => (shown.left ? failed(failure('trade-declined')) : ok(undefined)),
        onSigned: () => {
          if (leave && batch?.state === 'waiting') goOn(batch, leave);
          else leave?.end();
          outcome.resolve(ok(undefined));
        },
      },
    );
    void accepting.then(
      (accepted) => outcome.resolve(accepted.ok ? ok(undefined) : accepted),
      (error: unknown) => {
        this.#log.error('accept-broke-off', { tradeId: task.tradeId });
        outcome.reject(error instanceof Error ? error : new Error('not an error'));
      },
    );
    void outcome.promise.then(
      (signed) => signed.ok || leave?.end(),
      () => leave?.end(),
    );
    return outcome.promise;
  }

  #tell({ task, until }: Shown): void {
    this.topic.set({ ...this.topic.value, task: { ...task, expiresAt: until } });
  }

  #canBeApproved({ task }: Shown): boolean {
    return task.verdict !== 'block' && this.#clock.now() < task.expiresAt;
  }

  #close(): void {
    this.#left = undefined;
    this.topic.set({ ...this.topic.value, task: { kind: 'idle' }, inView: false });
    this.#closing.expect();
    this.#windows.closeApproval();
    this.#front.goes('approval');
  }

  #forget(shown: Shown): void {
    shown.left = true;
    shown.stopListening();
    this.#shown = undefined;
    this.topic.set({ ...this.topic.value, task: { kind: 'idle' }, inView: false });
  }
}

function languageShown({ task }: Shown): Language {
  return task.translated?.language ?? 'en';
}

/** Has the rest of a batch signed as long as the permission lasts; what was placed when it ends remains. */
function goOn(batch: Batch, leave: SigningLeave): void {
  leave.onOver(() => batch.stop(failure('set-leave-over')));
  void batch.run(leave.signer).finally(() => leave.end());
}

/** A trade that is signed, or was refused, stays as it is: the failure of `discard` says so, and is ignored. */
async function discardUnsigned({ signing, profile, task, batch, others }: Shown): Promise<void> {
  await signing?.catch(() => undefined);
  if (batch?.state === 'waiting') batch.stop(failure('trade-declined'));
  else batch?.left();
  for (const id of [task.tradeId, ...others]) await profile.trading.discard(id);
}

function othersOf({ together }: Reviewed): readonly string[] {
  return (together?.others ?? []).flatMap(({ tradeId }) => tradeId ?? []);
}

/** The calls of the approval window. Each is refused unless main shows a transaction there. */
export function approvalCalls(approval: ApprovalWindow, windows: Windows): ApprovalCalls {
  return {
    'approval.approve': async (input) => done(await approval.approve(input)),
    'approval.export': async (input) => {
      const out = await approval.handOut(input);
      return out.ok ? saveFile(windows, out.value.fileName, out.value.text) : out;
    },
    'approval.cancel': async () => {
      await approval.cancel();
      return DONE;
    },
    'approval.save': async ({ what }) => {
      const task = approval.shown;
      if (!task) return approval.refuse('approval.save');
      const { name, text } = what === 'transaction' ? transactionFile(task) : reportFile(task);
      return saveFile(windows, name, text);
    },
  };
}

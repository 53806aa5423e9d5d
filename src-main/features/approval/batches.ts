import type { OutputOf, MainTable } from '#contract/index.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { BatchQuotes, TradingAccount } from '../../trading/kinds/quote.ts';
import type { Review } from '../../trading/review-desk.ts';
import { TransactionSet } from '../../trading/transaction-set.ts';
import type { AppParts } from '../../profile/app-parts.ts';
import type { ApprovalDesk } from './approval-window.ts';
import { Topic } from '../../gate/topic.ts';
import { setView } from '../limit/limit-views.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileHost } from '../../profile/profile-host.ts';

type SetTopic = OutputOf<MainTable, 'orderSet'>;

const PATIENCE_MS = { practice: 120_000, live: 15 * 60_000 } as const;
const RETRY_MS = { practice: 1_000, live: 10_000 } as const;

/** The set of transactions under way, one at a time. */
export class SetDesk {
  readonly topic = new Topic<SetTopic>({});
  readonly #parts: Pick<AppParts, 'clock' | 'random'>;
  readonly #approval: ApprovalDesk;
  #set: TransactionSet | undefined;
  #profile: Profile | undefined;

  constructor(parts: Pick<AppParts, 'clock' | 'random'>, host: ProfileHost, approval: ApprovalDesk) {
    this.#parts = parts;
    this.#approval = approval;
    host.onProfile((profile) => {
      if (profile === this.#profile) return;
      this.#profile = profile;
      this.stop();
      this.#set = undefined;
      this.topic.set({});
    });
  }

  /**
   * Builds the first transaction and shows the whole set in the approval window. Failures: `set-busy`, those of
   * `ApprovalDesk.present`.
   */
  async start(
    batch: BatchQuotes,
    profile: Profile,
    account: TradingAccount,
  ): Promise<Result<{ readonly setId: string; readonly review: Review }, Failure>> {
    if (this.#set && !this.#set.over) return failed(failure('set-busy'));
    const { clock, random } = this.#parts;
    const id = Buffer.from(random.bytes(8)).toString('hex');
    const set = new TransactionSet(id, batch, {
      trading: profile.trading,
      clock,
      account,
      patienceMs: PATIENCE_MS[profile.mode],
      retryMs: RETRY_MS[profile.mode],
    });
    this.#set = set;
    set.onChange(() => {
      if (this.#set === set) this.topic.set({ set: setView(set) });
    });
    const review = await this.#approval.present(profile, () => set.first(), set);
    if (review.ok) return { ok: true, value: { setId: id, review: review.value } };
    set.stop(review.failure);
    return review;
  }

  /** Ends a set after the transaction that is being made. Failure: `set-unknown`. */
  async end(id: string): Promise<Result<undefined, Failure>> {
    const set = this.#set;
    if (set?.id !== id || set.over) return failed(failure('set-unknown'));
    const { tradeId } = set.members[0] ?? {};
    const waits = set.state === 'waiting';
    set.stop();
    if (waits && tradeId !== undefined) await this.#approval.leaveTrade(tradeId);
    return { ok: true, value: undefined };
  }

  /** Nothing more is signed: the wallet was locked, or the profile is left. */
  stop(): void {
    this.#set?.stop();
  }

  /** Resolves when nothing of a set is under way. */
  async settled(): Promise<void> {
    await this.#set?.settled();
  }
}

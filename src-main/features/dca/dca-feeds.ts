import type { DcaNoticesView, DcaPlansView } from '#contract/dca-views.ts';
import type { AppParts } from '../../profile/app-parts.ts';
import { dcaNoticeSubject } from './dca-notice-subject.ts';
import { dcaRowView } from './dca-views.ts';
import { Topic } from '../../gate/topic.ts';
import { NoticeDesk } from '../notices/notices.ts';
import type { Preferences } from '../../app/preferences.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileHost } from '../../profile/profile-host.ts';
import { failureView } from '../../gate/wire.ts';

const PLANS_MS = 100;
/** Ended plans beyond so many are not shown; the journal keeps them. */
const MOST_PLANS = 500;

/** The recurring orders and their notices, from the profile that is open. */
export class DcaFeeds {
  readonly plans = new Topic<DcaPlansView>({ plans: [] }, PLANS_MS);
  readonly #notices;
  #profile: Profile | undefined;
  #end: () => void = () => undefined;

  constructor(parts: AppParts, host: ProfileHost, preferences: Preferences) {
    this.#notices = new NoticeDesk(
      parts,
      dcaNoticeSubject(() => preferences.value.notifyPlans),
    );
    host.onProfile((profile) => this.#follow(profile));
  }

  get notices(): Topic<DcaNoticesView> {
    return this.#notices.topic;
  }

  dismiss(id: string): void {
    this.#notices.dismiss(id);
  }

  stop(): void {
    this.#end();
    this.#end = () => undefined;
  }

  #follow(profile: Profile | undefined): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    this.stop();
    this.#notices.follow(profile);
    this.plans.set({ plans: [] });
    if (!profile) return;
    this.#end = profile.plans.onChange(() => this.#tell(profile));
    this.#tell(profile);
  }

  #tell({ plans: board }: Profile): void {
    const { rows, at, failure } = board;
    this.plans.set({
      plans: rows.slice(0, MOST_PLANS).map(dcaRowView),
      ...(at === undefined ? {} : { at }),
      ...(failure === undefined ? {} : { failure: failureView(failure) }),
    });
    this.#notices.look(rows);
  }
}

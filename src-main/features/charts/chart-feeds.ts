import type { ChartSlot, LiveChartView } from '#contract/chart-views.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { ChartSubject } from './live-charts.ts';
import type { ChartWatch } from './chart-watch.ts';
import { ChartTopic, type ChartHead } from './chart-topic.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileHost } from '../../profile/profile-host.ts';
import { failureView } from '../../gate/wire.ts';

/** The two live charts of the trading window. With another profile both are idle until they are watched again. */
export class ChartFeeds {
  readonly main: ChartTopic;
  readonly compare: ChartTopic;
  readonly #watches = new Map<ChartSlot, ChartWatch>();
  #profile: Profile | undefined;
  #keys = 0;

  constructor(host: ProfileHost) {
    this.main = new ChartTopic(this.#idle());
    this.compare = new ChartTopic(this.#idle());
    host.onProfile((profile) => {
      if (profile === this.#profile) return;
      this.#profile = profile;
      this.stop();
    });
  }

  /** Makes a chart live in a slot, and answers its key. Failure: `pair-without-chart`. */
  watch(slot: ChartSlot, subject: ChartSubject, profile: Profile): Result<{ readonly key: string }, Failure> {
    const opened = profile.charts.watch(subject);
    if (!opened.ok) return opened;
    const watch = opened.value;
    const topic = this.#topic(slot);
    // The one before is left last: what both share stays connected.
    const before = this.#watches.get(slot);
    this.#watches.set(slot, watch);
    let key = this.#newKey();
    const head = (): ChartHead => headOf(key, watch, subject);
    topic.show(head(), () => watch.candles);
    watch.onChange(({ changed, restarted }) => {
      if (!restarted) return topic.update(head(), changed);
      key = this.#newKey();
      topic.show(head(), () => watch.candles);
    });
    before?.leave();
    return ok({ key });
  }

  unwatch(slot: ChartSlot): void {
    const watch = this.#watches.get(slot);
    if (!watch) return;
    this.#watches.delete(slot);
    watch.leave();
    this.#topic(slot).show(this.#idle(), () => []);
  }

  stop(): void {
    for (const slot of [...this.#watches.keys()]) this.unwatch(slot);
  }

  #topic(slot: ChartSlot): ChartTopic {
    return slot === 'main' ? this.main : this.compare;
  }

  #idle(): ChartHead {
    return { key: this.#newKey(), state: 'idle', orientation: 'assumed' };
  }

  #newKey(): string {
    return `c${(this.#keys += 1)}`;
  }
}

function headOf(key: string, watch: ChartWatch, subject: ChartSubject): ChartHead {
  const { state, lastMessageAt, failure, checked } = watch;
  const pair: LiveChartView['pair'] = { base: subject.base, quote: subject.quote, period: subject.period };
  return {
    key,
    state,
    pair,
    orientation: checked ? 'checked' : 'assumed',
    ...(lastMessageAt === undefined ? {} : { lastMessageAt }),
    ...(failure === undefined ? {} : { failure: failureView(failure) }),
  };
}

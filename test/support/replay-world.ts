import { epochMs, type EpochMs } from '#domain/time.ts';
import { openStore } from '../../src-main/practice/chain/store.ts';
import { originNow, Practice } from '../../src-main/practice/practice.ts';
import { ReplayClock } from '../../src-main/practice/replay/replay-clock.ts';
import { ReplaySteering } from '../../src-main/practice/replay/steering.ts';
import { keptReplay, replaySpan, replayTerms } from '../../src-main/practice/replay/terms.ts';
import { defaultExchanges } from './practice-exchanges.ts';

const BLOCK_MS = 2_000;

/** A replay that is steered by hand, and the history that it replays. */
export class ReplayWorld {
  readonly practice: Practice;
  readonly steering: ReplaySteering;
  readonly span: ReturnType<typeof replaySpan>;

  /** `file`: where it is kept. `openedAt`: when the practice world was opened whose history it is. */
  constructor(at: EpochMs, { file = ':memory:', openedAt = Date.UTC(2026, 10, 18, 13, 27, 41, 500) } = {}) {
    const common = { store: openStore(file), seed: 7, exchanges: defaultExchanges() };
    const kept = keptReplay(common.store);
    const terms = kept?.terms ?? replayTerms(originNow(common, epochMs(openedAt)), at);
    this.span = replaySpan(terms.origin);
    const clock = new ReplayClock(kept?.reached ?? terms.at, this.span.end);
    const opened = Practice.open({ ...common, now: () => clock.now, speed: 1, replay: terms });
    if (!opened.ok) throw new Error(opened.failure);
    this.practice = opened.value;
    this.steering = new ReplaySteering(
      this.practice,
      clock,
      { ...this.span, from: terms.at },
      BLOCK_MS,
      (error) => {
        throw error;
      },
    );
  }

  get now(): EpochMs {
    return this.steering.state().at;
  }

  jump(to: number): void {
    this.steering.steer({ type: 'replay', do: 'jump', to });
  }

  close(): void {
    this.steering.stop();
    this.practice.close();
  }
}

import type { ProfileMarkView, ProfileView } from '#contract/profile.ts';
import type { PreferencesView } from '#contract/settings.ts';
import type { ReplayView } from '#contract/replay.ts';
import type { Followed } from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';

/** How a chart's own window looks, and whether the service can be asked. */
export interface Surroundings {
  readonly profile: ProfileMarkView;
  readonly ready: boolean;
  /** Of the replay, while one is open: epoch ms. */
  readonly moment?: number;
  readonly theme: PreferencesView['theme'];
  readonly priceColours: PreferencesView['priceColours'];
}

/** The profile, replay and preferences as a chart's window sees them. */
export function surroundingsOf(
  profile: Followed<Pick<ProfileView, 'service' | keyof ProfileMarkView>>,
  replay: Followed<ReplayView>,
  preferences: Followed<Pick<PreferencesView, 'theme' | 'priceColours'>>,
): Topic<Surroundings> {
  const topic = new Topic<Surroundings>({
    profile: { name: '', network: 'mainnet' },
    ready: false,
    theme: 'system',
    priceColours: 'green-red',
  });
  profile.follow(({ value: { service, name, network, colour } }) =>
    topic.set({ ...topic.value, ready: service === 'ready', profile: { name, network, colour } }),
  );
  preferences.follow(({ value: { theme, priceColours } }) =>
    topic.set({ ...topic.value, theme, priceColours }),
  );
  replay.follow(({ value }) => {
    const { moment: _before, ...others } = topic.value;
    topic.set({ ...others, ...(value.replay && { moment: value.replay.at }) });
  });
  return topic;
}

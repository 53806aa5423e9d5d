import releases from '../../resources/releases.json' with { type: 'json' };
import { releaseChannel, type ReleaseChannel } from '../release/channel.ts';

/** The one channel of a build as it ships: its address and its keys are data of the app, and nothing else adds to them. */
export const RELEASE_CHANNEL: ReleaseChannel = releaseChannel(releases);

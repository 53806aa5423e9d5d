import releases from '../../resources/releases.json' with { type: 'json' };
import { releaseChannel, type ReleaseChannel } from '../release/channel.ts';

/** The only channel of a shipped build: its address and keys are data of the app, and nothing else adds to them. */
export const RELEASE_CHANNEL: ReleaseChannel = releaseChannel(releases);

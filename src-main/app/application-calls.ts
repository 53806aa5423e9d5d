import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import {
  DONE,
  done,
  withProfile,
  type MainCalls,
  type OpenProfile,
  type ProfileMode,
} from '../gate/handlers.ts';
import { openExplorer, type PageDoor } from '../gate/outside.ts';
import { readAsset } from '../gate/wire.ts';
import type { Service } from '../ports/service.ts';
import type { TicketEdge } from '../ports/windows.ts';
import type { Trading } from '../trading/trading.ts';

interface ApplicationProfile {
  readonly mode: ProfileMode;
  readonly network: NetworkName;
  readonly trading: Trading;
  readonly service: Service;
}

export interface ApplicationParts {
  readonly about: {
    readonly version: string;
    readonly shell: 'electron' | 'chromium';
    readonly platform: string;
  };
  readonly profiles: OpenProfile<ApplicationProfile>;
  readonly door: PageDoor;
  /** Reports the content that the page shows. */
  readonly attend: (
    visible: boolean,
    lists: readonly ('orders' | 'plans')[],
    ticket: TicketEdge | undefined,
  ) => void;
  /** Opens practice (`undefined`), the replay (`replay`) or a live profile. Failure: `profile-unknown`. */
  readonly switchTo: (id: string | undefined) => Promise<Result<undefined, Failure>>;
}

/** The calls about the application itself, and about its profile as a whole. */
export function applicationCalls({
  about,
  profiles,
  door,
  attend,
  switchTo,
}: ApplicationParts): MainCalls<'app'> & Pick<MainCalls<'profile'>, 'profile.switch'> {
  const handler = withProfile(profiles);
  return {
    'app.about': () => Promise.resolve(ok(about)),
    'app.attend': ({ visible, lists, ticket }) => {
      attend(visible, lists, ticket);
      return Promise.resolve(DONE);
    },
    'app.openExplorer': handler(({ tradeId }, profile) => {
      const trade = profile.trading.trade(tradeId);
      return trade ? openExplorer(profile, trade.bodyHash, door) : failed(failure('trade-unknown'));
    }),
    'app.openLink': handler(async ({ token, link, address }, { service }) => {
      const id = readAsset(token);
      if (!id.ok) return id;
      const links = await service.links(id.value);
      if (!links.ok) return links;
      const url = URL.parse(links.value[link] ?? '');
      if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
        return failed(failure('link-unknown'));
      // The service may have changed it between showing and opening.
      if (links.value[link] !== address) return failed(failure('link-unknown'));
      return door.open(url.href);
    }),
    'profile.switch': async ({ profile }) =>
      done(await switchTo(profile === 'practice' ? undefined : profile)),
  };
}

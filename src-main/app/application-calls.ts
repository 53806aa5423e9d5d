import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { parseAssetId } from '#domain/asset.ts';
import type { Desk } from './desk.ts';
import { DONE, type MainCalls } from '../gate/calls.ts';
import { openExplorer } from '../gate/open-explorer.ts';

export function applicationCalls({ parts, host }: Desk): MainCalls<'app'> {
  return {
    'app.about': () =>
      Promise.resolve(ok({ version: parts.version, shell: parts.shell, platform: parts.platform })),
    'app.openExplorer': async ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const trade = profile.value.trading.trade(tradeId);
      if (!trade) return failed(failure('trade-unknown'));
      return openExplorer(profile.value, trade.bodyHash, parts.windows);
    },
    'app.openLink': async ({ token, link, address }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const id = parseAssetId(token);
      if (id === undefined) return failed(failure('token-unknown'));
      const links = await profile.value.service.links(id);
      if (!links.ok) return links;
      const url = URL.parse(links.value[link] ?? '');
      if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
        return failed(failure('link-unknown'));
      // Between showing and opening the service may have come up with another one.
      if (links.value[link] !== address) return failed(failure('link-unknown'));
      await parts.windows.openExternal(url.href);
      return DONE;
    },
  };
}

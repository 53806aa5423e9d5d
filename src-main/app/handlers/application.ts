import { failure } from '../../../src-preload/domain/failure.ts';
import { failed, ok } from '../../../src-preload/domain/result.ts';
import { parseAssetId } from '../../../src-preload/domain/asset.ts';
import type { NetworkName } from '../../../src-preload/domain/network.ts';
import type { Desk } from '../desk.ts';
import { DONE, type MainCalls } from './calls.ts';

/** The only pages that are opened for a transaction; the hash is the one that was computed here. */
const EXPLORERS: Readonly<Record<NetworkName, string>> = {
  mainnet: 'https://cardanoscan.io/transaction/',
  preprod: 'https://preprod.cardanoscan.io/transaction/',
  preview: 'https://preview.cardanoscan.io/transaction/',
};

export function applicationCalls({ parts, host }: Desk): MainCalls<'app'> {
  return {
    'app.about': () =>
      Promise.resolve(ok({ version: parts.version, shell: parts.shell, platform: parts.platform })),
    'app.touch': () => {
      const profile = host.current();
      if (profile.ok) profile.value.wallet.touch();
      return Promise.resolve(DONE);
    },
    'app.openExplorer': async ({ tradeId }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      if (profile.value.mode === 'practice') return failed(failure('explorer-none'));
      const trade = profile.value.trading.trade(tradeId);
      if (!trade) return failed(failure('trade-unknown'));
      await parts.windows.openExternal(EXPLORERS[profile.value.network] + trade.bodyHash);
      return DONE;
    },
    'app.openLink': async ({ token, link }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const id = parseAssetId(token);
      if (id === undefined) return failed(failure('token-unknown'));
      const links = await profile.value.service.links(id);
      if (!links.ok) return links;
      const url = URL.parse(links.value[link] ?? '');
      if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
        return failed(failure('link-unknown'));
      await parts.windows.openExternal(url.href);
      return DONE;
    },
  };
}

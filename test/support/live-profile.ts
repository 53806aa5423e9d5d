import type { ProfileTermsView } from '#contract/profile-views.ts';
import type { LiveAddressesView } from '#contract/protection-views.ts';
import type { TestApp } from './test-app.ts';
import { must } from './trader.ts';

/** Where nothing answers. */
export const nowhere: LiveAddressesView = {
  network: 'preprod',
  baseUrl: 'https://api.example.org',
  chartsUrl: 'https://charts.example.org',
  chartsWsUrl: 'wss://charts.example.org',
  ledgerUrl: 'https://ledger.example.org/api/v0',
};

export const termsNowhere: ProfileTermsView = {
  name: 'Live',
  colour: 'blue',
  addresses: nowhere,
  excluded: [],
};

/** Adds a live profile through both windows. Answers its id; it is not opened. */
export async function addProfile(
  { main, vault }: Pick<TestApp, 'main' | 'vault'>,
  terms: Partial<ProfileTermsView> = {},
): Promise<string> {
  const wanted = { ...termsNowhere, ...terms };
  must(await main.call('profile.add', wanted));
  must(await vault.call('vault.agreeToProfile', {}));
  const { profiles } = await main.topicWhen('profile', (view) => named(view, wanted.name) !== undefined);
  return named({ profiles }, wanted.name)?.id ?? '';
}

function named<One extends { readonly name: string }>(
  { profiles }: { readonly profiles: readonly One[] },
  name: string,
): One | undefined {
  return profiles.find((one) => one.name === name);
}

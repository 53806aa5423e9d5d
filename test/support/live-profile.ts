import type { ProfileTermsView, LiveAddressesView } from '#contract/profile.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
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

/** Agrees in the vault window to what takes no password, once it was shown for long enough. */
export async function agreeOnceRead(
  vault: TestApp['vault'],
  name: 'vault.agreeToProfile' | 'vault.unwatch' = 'vault.agreeToProfile',
): Promise<Result<unknown, Failure>> {
  for (;;) {
    const answer = await vault.call(name, {});
    if (answer.ok || answer.failure.code !== 'vault-too-soon') return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Adds a live profile through both windows. Answers its id; it is not opened. */
export async function addProfile(
  { main, vault }: Pick<TestApp, 'main' | 'vault'>,
  terms: Partial<ProfileTermsView> = {},
): Promise<string> {
  const wanted = { ...termsNowhere, ...terms };
  must(await main.call('profile.add', wanted));
  must(await agreeOnceRead(vault));
  const { profiles } = await main.topicWhen('profile', (view) => named(view, wanted.name) !== undefined);
  return named({ profiles }, wanted.name)?.id ?? '';
}

function named<One extends { readonly name: string }>(
  { profiles }: { readonly profiles: readonly One[] },
  name: string,
): One | undefined {
  return profiles.find((one) => one.name === name);
}

import type { SecretPlacesView, SecretPlaceView } from '#contract/profile.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { spokenLine } from '#domain/sentences/test-lines.ts';
import type { LiveProfiles } from '../features/vault/live-profiles.ts';
import { withProfile, type MainCalls, type OpenProfile } from '../gate/handlers.ts';
import type { Locale } from '../gate/locale.ts';
import { LONG, SHORT } from '../gate/wire.ts';
import type { SecretStore } from '../ports/secret-store.ts';
import type { Clock } from '../ports/system.ts';
import type { ConnectionTests } from './connection-tests.ts';
import type { Profile } from './profile.ts';

export interface ConnectionParts {
  readonly profiles: OpenProfile<Pick<Profile, 'id' | 'wallet' | 'trading'>>;
  readonly tests: ConnectionTests;
  readonly live: LiveProfiles;
  readonly secrets: Pick<SecretStore, 'status'>;
  readonly platform: string;
  readonly clock: Clock;
  readonly locale: Locale;
}

const KEYCHAINS: Readonly<Record<string, SecretPlacesView['keychain']>> = {
  darwin: 'macos',
  win32: 'windows',
};

/** Tests of the live connections, and where the profile's secrets live. */
export function connectionCalls({
  profiles,
  tests,
  live,
  secrets,
  platform,
  clock,
  locale,
}: ConnectionParts): Pick<MainCalls<'profile'>, 'profile.test' | 'profile.secrets'> {
  const handler = withProfile(profiles);
  return {
    'profile.test': handler(async ({ part }, { id }) => {
      const owner = id === undefined ? undefined : live.get(id);
      if (!owner) return failed(failure('live-only'));
      const tested = await tests.run(owner, part);
      if (!tested.ok) return tested;
      const spoken = tested.value.map((line) => spokenLine(line, locale.language));
      const lines = spoken.map(({ what, means, advice, ...rest }) => ({
        ...rest,
        what: what.slice(0, LONG),
        means: means.slice(0, LONG),
        ...(advice === undefined ? {} : { advice: advice.slice(0, LONG) }),
      }));
      return ok({ at: clock.now(), lines });
    }),
    'profile.secrets': handler(async (_, { id, wallet, trading }) => {
      const owner = id === undefined ? undefined : live.get(id);
      const inSession = secrets.status().kind === 'session';
      const keys: SecretPlaceView[] = !owner
        ? [{ kind: 'api-key', place: 'practice', state: 'present' }]
        : await Promise.all(
            (['api-key', 'ledger-key'] as const).map(async (kind): Promise<SecretPlaceView> => {
              const host = live.keys.hostFor(owner, kind);
              return {
                kind,
                place: inSession ? 'session' : 'keychain',
                state: await live.keys.keyState(owner, kind),
                ...(host === undefined ? {} : { host: host.slice(0, SHORT) }),
              };
            }),
          );
      const { state, sessionOnly } = wallet.status();
      const signed = [...trading.listedTrades()].some((trade) => trade.state === 'signed');
      const view: SecretPlacesView = {
        ...(inSession ? {} : { keychain: KEYCHAINS[platform] ?? 'secret-service' }),
        secrets: [
          ...keys,
          {
            kind: 'wallet-key',
            place: sessionOnly ? 'session' : 'keychain-and-file',
            state: !wallet.holdsKey() ? 'absent' : state === 'unavailable' ? 'unreadable' : 'present',
          },
          { kind: 'receipt-seeds', place: 'journal', state: signed ? 'present' : 'absent' },
        ],
      };
      return ok(view);
    }),
  };
}

import type { VaultTable } from '#contract/index.ts';
import type { CallName, InputOf, OutputOf } from '#contract/table.ts';
import type { Api } from '../../src-preload/bridge.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { addressOfFake } from './fake-market.ts';

type Calls = {
  [K in CallName<VaultTable>]: (
    input: InputOf<VaultTable, K>,
  ) => Promise<Result<OutputOf<VaultTable, K>, Failure>>;
};

export const WRONG_PASSWORD = 'wrong password';

/** Words of no wallet: the list is the same each time. */
const WORDS = 'stone river amber field quiet metal paper window candle orbit garden silver'.split(' ');

/** Main as the vault window sees it. The password `wrong password` is refused. */
export function fakeVaultApi(task: OutputOf<VaultTable, 'task'>): {
  readonly api: Api<VaultTable>;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const checked = (password: string): Promise<Result<Record<string, never>, Failure>> =>
    Promise.resolve(password === WRONG_PASSWORD ? failed(failure('wrong-password')) : ok({}));
  const calls: Calls = {
    'vault.newPhrase': ({ words }) =>
      Promise.resolve(
        ok({
          words: Array.from({ length: words }, (_, index) => WORDS[index % 12] ?? 'stone'),
          prove: [3, 8, 11],
        }),
      ),
    'vault.create': ({ password }) => checked(password),
    'vault.quickPractice': ({ password }) => checked(password),
    'vault.previewImport': ({ phrase }) =>
      Promise.resolve(
        phrase.startsWith('wrong')
          ? failed(failure('phrase-malformed'))
          : ok({ address: addressOfFake(phrase) }),
      ),
    'vault.import': ({ password }) => checked(password),
    'vault.previewWatched': ({ watched }) =>
      Promise.resolve(
        watched.startsWith('wrong')
          ? failed(failure('account-key-malformed'))
          : ok({ addresses: [addressOfFake(watched)] }),
      ),
    'vault.watch': () => Promise.resolve(ok({})),
    'vault.unwatch': () => Promise.resolve(ok({})),
    'vault.restore': ({ password }) => checked(password),
    'vault.unlock': ({ password }) => checked(password),
    'vault.changePassword': ({ current }) => checked(current),
    'vault.backup': ({ password }) =>
      Promise.resolve(
        password === WRONG_PASSWORD
          ? failed(failure('wrong-password'))
          : ok({ saved: true, path: 'Downloads/touchstone-practice-wallet.json' }),
      ),
    'vault.remove': ({ password }) => checked(password),
    'vault.setKey': ({ key }) =>
      Promise.resolve(key.includes(' ') ? failed(failure('api-key-malformed')) : ok({})),
    'vault.forgetKey': ({ password }) => checked(password ?? ''),
    'vault.setPolicy': ({ password }) => checked(password),
    'vault.agreeToProfile': ({ password }) => checked(password ?? ''),
    'vault.setProtection': ({ password }) => checked(password),
    'vault.previewKeys': () => Promise.resolve(ok({ address: addressOfFake('keys'), right: true })),
    'vault.useKeys': () => Promise.resolve(ok({})),
    'vault.cancel': () => Promise.resolve(ok({})),
  };
  const api = {
    call: Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        (input: never) => {
          asked.push(name);
          return call(input);
        },
      ]),
    ),
    on: {
      task: (listener: (value: typeof task) => void) => {
        listener(task);
        return () => undefined;
      },
    },
  } as unknown as Api<VaultTable>;
  return { api, asked };
}

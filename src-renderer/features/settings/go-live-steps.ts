import type { ConnectionTestView, SecretPlacesView, ProfileView } from '#contract/profile.ts';
import type { WalletStatusView } from '#contract/wallet.ts';
import { gravest } from '#domain/connection-test.ts';
import { words } from './profile-words.ts';

type Lines = ConnectionTestView['lines'];

/** The known facts about the way to trading live. */
export interface GoLiveFacts {
  readonly mode: ProfileView['mode'] | undefined;
  readonly secrets: SecretPlacesView | undefined;
  readonly service: Lines | undefined;
  readonly ledger: Lines | undefined;
  readonly wallet: WalletStatusView['state'] | undefined;
}

export type StepName = 'addresses' | 'api-key' | 'ledger' | 'ledger-key' | 'wallet';

export interface GoLiveStep {
  readonly name: StepName;
  readonly title: string;
  /** `now`: the one to do next. `bad`: it is done, and its test failed. */
  readonly state: 'done' | 'now' | 'ahead' | 'bad';
  /** Findings of its test. */
  readonly lines: Lines;
}

const TITLES: Readonly<Record<StepName, string>> = {
  addresses: words.stepAddresses,
  'api-key': words.stepApiKey,
  ledger: words.stepLedger,
  'ledger-key': words.stepLedgerKey,
  wallet: words.stepWallet,
};
const NAMES = Object.keys(TITLES) as StepName[];

/** The steps to a live trade, each with what its test found; the first that is not done is the one to do. */
export function goLiveSteps(facts: GoLiveFacts): readonly GoLiveStep[] {
  let ahead = false;
  return NAMES.map((name) => {
    const lines = linesOf(name, facts);
    const bad = gravest(lines) === 'failed';
    const done = isDone(name, facts);
    const state = ahead && !done ? 'ahead' : !done ? 'now' : bad ? 'bad' : 'done';
    if (state !== 'done') ahead = true;
    return { name, title: TITLES[name], state, lines };
  });
}

function isDone(name: StepName, { mode, secrets, ledger, wallet }: GoLiveFacts): boolean {
  if (mode !== 'live') return false;
  const secretOf = (kind: 'api-key' | 'ledger-key') =>
    secrets?.secrets.find((secret) => secret.kind === kind);
  switch (name) {
    case 'addresses':
    case 'ledger':
      // Where there are addresses, a key has hosts to go to.
      return secretOf('api-key')?.host !== undefined;
    case 'api-key':
      return secretOf('api-key')?.state === 'present';
    case 'ledger-key':
      // A back-end that answers without one needs none.
      return (
        secretOf('ledger-key')?.state === 'present' ||
        ledger?.some(({ about }) => about === 'network') === true
      );
    case 'wallet':
      return wallet === 'locked' || wallet === 'unlocked' || wallet === 'watching';
  }
}

function linesOf(name: StepName, { service = [], ledger = [], mode }: GoLiveFacts): Lines {
  if (mode !== 'live') return [];
  switch (name) {
    case 'addresses':
      return service.filter(({ about }) => about !== 'key');
    case 'api-key':
      return service.filter(({ about }) => about === 'key');
    case 'ledger':
      return ledger.filter(({ about }) => about !== 'key');
    case 'ledger-key':
      return ledger.filter(({ about }) => about === 'key');
    case 'wallet':
      return [];
  }
}

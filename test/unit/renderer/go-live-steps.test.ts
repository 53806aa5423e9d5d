import { describe, expect, it } from 'vitest';
import type { SecretPlaceView } from '#contract/profile.ts';
import type { SpokenTestLine } from '#domain/sentences/test-lines.ts';
import { goLiveSteps, type GoLiveFacts } from '../../../src-renderer/features/settings/go-live-steps.ts';

const line = (
  of: SpokenTestLine['of'],
  about: SpokenTestLine['about'],
  verdict: SpokenTestLine['verdict'] = 'fine',
): SpokenTestLine => ({
  ...{ of, about, verdict },
  what: `${of} ${about}`,
  means: '',
});
const secret = (
  kind: 'api-key' | 'ledger-key',
  state: SecretPlaceView['state'],
  host?: string,
): SecretPlaceView => ({ kind, place: 'keychain', state, ...(host === undefined ? {} : { host }) });

const nothing: GoLiveFacts = {
  mode: 'live',
  secrets: { secrets: [secret('api-key', 'absent'), secret('ledger-key', 'absent')] },
  service: undefined,
  ledger: undefined,
  wallet: 'none',
};
const addressed: GoLiveFacts = {
  ...nothing,
  secrets: {
    secrets: [secret('api-key', 'absent', 'api.example'), secret('ledger-key', 'absent', 'l.example')],
  },
};
const ready: GoLiveFacts = {
  mode: 'live',
  secrets: {
    secrets: [secret('api-key', 'present', 'api.example'), secret('ledger-key', 'absent', 'l.example')],
  },
  service: [line('service', 'answer'), line('service', 'key'), line('charts', 'answer')],
  ledger: [line('ledger', 'answer'), line('ledger', 'network'), line('ledger', 'key')],
  wallet: 'locked',
};

const states = (facts: GoLiveFacts) =>
  goLiveSteps(facts)
    .map(({ state }) => state)
    .join(' ');

describe('the steps to trading live', () => {
  it('begin with the addresses, also in practice and before anything is known', () => {
    expect(states({ ...ready, mode: 'practice' })).toBe('now ahead ahead ahead ahead');
    expect(states({ ...nothing, secrets: undefined })).toBe('now ahead ahead ahead ahead');
    expect(states(nothing)).toBe('now ahead ahead ahead ahead');
  });

  it('go on with the key', () => {
    expect(states(addressed)).toBe('done now done ahead ahead');
  });

  it('are done where everything answers: no token is needed by a back-end that answers without', () => {
    expect(states(ready)).toBe('done done done done done');
  });

  it('show the tests where they belong', () => {
    expect(goLiveSteps(ready).map(({ lines }) => lines.map(({ what }) => what))).toEqual([
      ['service answer', 'charts answer'],
      ['service key'],
      ['ledger answer', 'ledger network'],
      ['ledger key'],
      [],
    ]);
    expect(goLiveSteps({ ...ready, mode: 'practice' }).every(({ lines }) => lines.length === 0)).toBe(true);
  });

  it('stop at what failed', () => {
    const refused = [line('service', 'answer'), line('service', 'key', 'failed')];
    expect(states({ ...ready, service: refused, wallet: 'none' })).toBe('done bad done done ahead');
    const silent = [line('ledger', 'answer', 'failed'), line('ledger', 'key', 'attention')];
    expect(states({ ...ready, ledger: silent })).toBe('done done bad ahead done');
  });

  it('are done with a wallet that is watched alone', () => {
    expect(states({ ...ready, wallet: 'watching' })).toBe('done done done done done');
  });

  it('are not done with a key of other addresses, or a wallet that cannot be opened', () => {
    const { secrets } = ready.secrets ?? { secrets: [] };
    const moved = secrets.map((one) =>
      one.kind === 'api-key' ? { ...one, state: 'other-host' as const } : one,
    );
    expect(states({ ...ready, secrets: { secrets: moved } })).toBe('done now done done done');
    expect(states({ ...ready, wallet: 'unavailable' })).toBe('done done done done now');
  });
});

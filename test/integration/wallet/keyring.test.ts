import { describe, expect, it } from 'vitest';
import { inSession } from '../../support/keyring/in-session.ts';

const made = { state: 'locked', sessionOnly: false };
const unavailable = (failure: string) => ({ state: 'unavailable', failure, sessionOnly: false });

describe.runIf(process.platform === 'linux')('a wallet and the real keychain of the system', () => {
  it('goes out of reach with the keychain, and comes back with it', async () => {
    const answers = await inSession('keyring', [
      ['open'],
      ['wallet'],
      ['import-wallet'],
      ['wallet'],
      ['lock'],
      ['wallet'],
      ['import-wallet'],
      ['unlock'],
      ['wallet'],
      ['import-wallet'],
    ]);
    expect(answers.slice(1)).toEqual([
      { state: 'none', sessionOnly: false },
      'made',
      made,
      null,
      unavailable('keychain-locked-or-lost'),
      'keychain-locked-or-lost',
      null,
      made,
      'wallet-exists',
    ]);
  });

  it('lives for the session only where there is no keychain', async () => {
    const answers = await inSession('no-service', [['open'], ['import-wallet'], ['wallet']]);
    expect(answers.slice(1)).toEqual([
      'made',
      { state: 'locked', failure: 'keychain-absent', sessionOnly: true },
    ]);
  });

  it.each([
    ['hang', 'keychain-timeout'],
    ['prompt', 'keychain-timeout'],
  ] as const)('is out of reach, not new, when the keychain does not answer (%s)', async (kind, failure) => {
    const answers = await inSession(kind, [['open'], ['wallet']]);
    expect(answers).toEqual([{ kind: 'keychain', state: 'timeout' }, unavailable(failure)]);
  });

  it('is out of reach, not new, when the keychain is locked at the first start', async () => {
    const answers = await inSession('keyring', [['lock'], ['open'], ['wallet'], ['unlock'], ['wallet']]);
    expect(answers.slice(2)).toEqual([
      unavailable('keychain-locked-or-lost'),
      null,
      { state: 'none', sessionOnly: false },
    ]);
  });
});

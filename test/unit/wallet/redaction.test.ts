import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { epochMs } from '#domain/time.ts';
import { SessionStore } from '../../../src-main/keychain/session-store.ts';
import { deriveAccount } from '../../../src-main/wallet/account.ts';
import { NewPhrase, parsePhrase } from '../../../src-main/wallet/recovery-phrase.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';
import { UnlockPeriod } from '../../../src-main/wallet/wallet-state.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { PASSWORD, seededRandom, WalletBench, WORDS } from '../../support/wallet-bench.ts';

/** Every way in which a careless line of code could print a value. */
function printed(value: object): string {
  return [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    inspect({ wrapped: [value] }, { depth: 20, showHidden: true }),
    JSON.stringify(value),
    JSON.stringify({ wrapped: [value] }),
    String(value),
    `${new Error('failed', { cause: value }).stack ?? ''}${inspect(new Error('failed', { cause: value }), { depth: 20 })}`,
    Object.entries(value).flat().map(String).join(),
  ].join('\n');
}

/** The secret as text, hex, base64 and as a list of bytes, in pieces. */
function traces(secret: Uint8Array): readonly string[] {
  const piece = Buffer.from(secret.subarray(0, 12));
  return [
    piece.toString('hex'),
    piece.toString('base64'),
    piece.toString('latin1'),
    [...piece].join(','),
    [...piece].join(', '),
  ];
}

describe('secrets in logs and errors', () => {
  it.each([
    ['secret bytes', (key: SecretBytes) => key],
    ['an unlocked period', (key: SecretBytes) => new UnlockPeriod(new ManualClock(), key, 5, 0)],
  ])('%s print nothing of the key', (_, hold) => {
    const entropy = parsePhrase(WORDS);
    if (!entropy.ok) throw new Error(entropy.failure.code);
    const { privateKey } = deriveAccount(entropy.value);
    const text = printed(hold(privateKey));
    for (const trace of traces(privateKey.bytes)) expect(text).not.toContain(trace);
  });

  it('new words print nothing of themselves', () => {
    const phrase = new NewPhrase(seededRandom(1), 24);
    const text = printed(phrase);
    for (const trace of traces(phrase.entropy().bytes)) expect(text).not.toContain(trace);
    expect(text).not.toContain(phrase.words().slice(0, 3).join(' '));
    expect(String(phrase)).toBe('[redacted]');
  });

  it('a session store prints nothing of its values', async () => {
    const store = new SessionStore();
    await store.set('service-key', 'k3y-of-the-service');
    expect(printed(store)).not.toContain('k3y-of-the-service');
    await expect(async () => store.set('service-key', 'k3y\nof')).rejects.toThrow(/^(?!.*k3y)/);
  });

  it('an unlocked wallet, its status and its failures print neither key nor password', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const refused = await wallet.unlock(`${PASSWORD}!`, 5);
    await bench.clock.advance(1_000);
    await wallet.unlock(PASSWORD, 5);
    const entropy = parsePhrase(WORDS);
    if (!entropy.ok) throw new Error(entropy.failure.code);
    const { privateKey } = deriveAccount(entropy.value);
    const text = [wallet, wallet.status(), refused].map(printed).join('\n');
    for (const trace of traces(privateKey.bytes)) expect(text).not.toContain(trace);
    expect(text).not.toContain(PASSWORD);
  });

  it('cannot be used after they were wiped', () => {
    const source = new Uint8Array([1, 2, 3]);
    const secret = SecretBytes.take(source);
    expect([...source]).toEqual([0, 0, 0]);
    const { bytes } = secret;
    secret.wipe();
    expect([...bytes]).toEqual([0, 0, 0]);
    expect(() => secret.bytes).toThrow('wiped');
  });

  it('end with the unlock period', () => {
    const key = SecretBytes.take(new Uint8Array(96).fill(7));
    const { bytes } = key;
    const period = new UnlockPeriod(new ManualClock(), key, 5, 0);
    expect(period.until).toBe(epochMs(Date.UTC(2026, 10, 21, 0, 5)));
    period.end();
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import type { FailureCode } from '#domain/failure.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { LONGEST_LEAVE_MINUTES, type SigningLeave } from '../../../src-main/wallet/signing.ts';
import type { Wallet } from '../../../src-main/wallet/wallet.ts';
import { PASSWORD, WalletBench } from '../../support/wallet-bench.ts';
import { approvedTrade } from '../../support/wallet-trade.ts';

const OVER: FailureCode = 'set-leave-over';

async function withLeave(autoLock = 0) {
  const bench = new WalletBench();
  const wallet = await bench.withWallet();
  wallet.setAutoLock(autoLock);
  const leave = wallet.leave({ password: PASSWORD });
  const told: string[] = [];
  leave.onOver(() => told.push('over'));
  return { bench, wallet, leave, told };
}

/** Signs one more transaction of the wallet's own. */
async function outcome(wallet: Wallet, leave: SigningLeave): Promise<string> {
  const hashes = wallet.ownKeyHashes(1);
  const [stake = '', payment = ''] = hashes.ok ? hashes.value : [];
  const signed = await leave.signer(approvedTrade(payment, stake));
  return signed.ok ? 'signed' : signed.failure.code;
}

describe('leave to sign a batch by the password', () => {
  it('lasts thirty minutes and no longer, without any auto-lock', async () => {
    const { bench, wallet, leave, told } = await withLeave();
    expect(await outcome(wallet, leave)).toBe('signed');
    await bench.clock.advance(LONGEST_LEAVE_MINUTES * MINUTE_MS - 1);
    expect(await outcome(wallet, leave)).toBe('signed');
    expect(told).toEqual([]);
    await bench.clock.advance(1);
    expect(await outcome(wallet, leave)).toBe(OVER);
    expect(told).toEqual(['over']);
  });

  it('is over when the machine slept through it', async () => {
    const { bench, wallet, leave } = await withLeave();
    bench.clock.jump(LONGEST_LEAVE_MINUTES * MINUTE_MS);
    expect(await outcome(wallet, leave)).toBe(OVER);
  });

  it('ends by the auto-lock when nobody touched the application, and by a shorter one set meanwhile', async () => {
    const { bench, wallet, leave, told } = await withLeave(10);
    await bench.clock.advance(9 * MINUTE_MS);
    wallet.touch();
    await bench.clock.advance(9 * MINUTE_MS);
    expect(await outcome(wallet, leave)).toBe('signed');
    wallet.setAutoLock(5);
    expect(await outcome(wallet, leave)).toBe(OVER);
    await bench.clock.advance(MINUTE_MS);
    expect(told).toEqual(['over']);
  });

  it.each([
    ['locked by hand', (wallet: Wallet) => wallet.lock()],
    ['closed', (wallet: Wallet) => wallet.close()],
  ])('ends at once when the wallet is %s, also one that was never unlocked', async (_how, end) => {
    const { bench, wallet, leave, told } = await withLeave();
    expect(wallet.status().state).toBe('locked');
    end(wallet);
    expect(await outcome(wallet, leave)).toBe(OVER);
    await bench.clock.advance(0);
    expect(told).toEqual(['over']);
  });

  it('signs nothing with a key that was being opened when the wallet was locked', async () => {
    const { wallet, leave } = await withLeave();
    const signing = outcome(wallet, leave);
    wallet.lock();
    expect(await signing).toBe(OVER);
  });

  it('notifies nobody when it is given back', async () => {
    const { bench, wallet, leave, told } = await withLeave();
    leave.end();
    await bench.clock.advance(60 * MINUTE_MS);
    expect(told).toEqual([]);
    expect(await outcome(wallet, leave)).toBe(OVER);
  });
});

describe('leave to sign a batch by an unlock', () => {
  it('ends with the unlock', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    await wallet.unlock(PASSWORD, 5);
    const leave = wallet.leave('unlocked');
    const told: string[] = [];
    leave.onOver(() => told.push('over'));
    expect(await outcome(wallet, leave)).toBe('signed');
    await bench.clock.advance(5 * MINUTE_MS);
    expect(told).toEqual(['over']);
    expect(await outcome(wallet, leave)).toBe('wallet-locked');
  });

  it('is over for whoever asks later, and no later unlock revives it', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    await wallet.unlock(PASSWORD, 5);
    const leave = wallet.leave('unlocked');
    wallet.lock();
    await wallet.unlock(PASSWORD, 5);
    const told: string[] = [];
    leave.onOver(() => told.push('over'));
    expect(told).toEqual(['over']);
    expect(await outcome(wallet, leave)).toBe('wallet-locked');
  });
});

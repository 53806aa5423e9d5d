import { stdin, stdout } from 'node:process';
import { Wallet } from '../../src-main/wallet/wallet.ts';
import { SessionStore } from '../../src-main/keychain/session-store.ts';
import { systemClock, systemRandom } from '../../src-main/system/clock.ts';
import { memoryFiles } from '../../src-main/system/small-files.ts';
import { approvedTrade } from './wallet-trade.ts';

/**
 * Uses a wallet with fresh words, so that no other part of the program knows them, then locks it and waits, so that
 * another process can search this one's memory. Run with --expose-gc.
 */
const wallet = await Wallet.open({
  profile: 'memory',
  network: 'preprod',
  files: memoryFiles(),
  sessionFiles: memoryFiles(),
  secrets: new SessionStore(),
  clock: systemClock,
  random: systemRandom,
});

async function use(): Promise<void> {
  const phrase = wallet.newPhrase(24);
  // The parent knows the words from here; this process forgets them with the phrase.
  stdout.write(`${phrase.words().join(' ')}\n`);
  const proof = phrase.positions.map((position) => phrase.words()[position - 1] ?? '');
  const password = 'correct horse battery';
  const made = await wallet.create(phrase, proof, password);
  phrase.wipe();
  if (!made.ok) throw new Error(made.failure.code);
  const hashes = wallet.ownKeyHashes(1);
  const [stake = '', payment = ''] = hashes.ok ? hashes.value : [];
  await wallet.unlock(password, 5);
  await report('unlocked');
  for (const authority of ['unlocked', { password }] as const) {
    const signed = await wallet.signer(authority)(approvedTrade(payment, stake));
    if (!signed.ok) throw new Error(signed.failure.code);
  }
  wallet.lock();
}

/** Reports its state and waits for the order to continue. */
async function report(state: string): Promise<void> {
  stdout.write(`${state}\n`);
  await new Promise((resolve) => stdin.once('data', resolve));
}

await use();
for (let round = 0; round < 3; round += 1) {
  globalThis.gc?.();
  await systemClock.sleep(10);
}
await report('locked');
wallet.close();
stdin.destroy();

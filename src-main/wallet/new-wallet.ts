import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { accountPublicKey, deriveAccount, PublicAccount, type AccountSeed } from './account.ts';
import { parseBackup } from './keystore-format.ts';
import { passwordTrouble } from './password.ts';
import { parsePhrase, type NewPhrase } from './recovery-phrase.ts';
import { SecretBytes, wipingAfter } from './secret-bytes.ts';
import { ALWAYS, LEFT, type Wanted } from './vault.ts';
import type { WalletAccess } from './wallet-access.ts';
import { readWatched } from './watched.ts';

/** Troubles that only a restored wallet ends: they do not prevent an import or a restore. */
const GONE: readonly Failure['code'][] = [
  'keystore-missing',
  'keystore-corrupt',
  'keystore-foreign',
  'keychain-entry-lost',
  'keychain-locked-or-lost',
  'watched-corrupt',
];

/** First address of recovery words. Failure: `phrase-malformed`. */
export function firstAddressOf(phrase: string, network: NetworkName): Result<string, Failure> {
  const entropy = parsePhrase(phrase);
  if (!entropy.ok) return entropy;
  const seed = deriveAccount(entropy.value);
  entropy.value.wipe();
  seed.privateKey.wipe();
  return ok(new PublicAccount(seed.publicKey, network).address(0));
}

/** See `Wallet.create`. */
export function createWallet(
  access: WalletAccess,
  phrase: NewPhrase,
  proof: readonly string[],
  password: string,
  wanted: Wanted,
): Promise<Result<void, Failure>> {
  return access.exclusively(async () => {
    // The words are wiped when the user leaves.
    if (!wanted()) return LEFT;
    const obstacle = obstacleTo(access);
    if (obstacle) return failed(obstacle);
    if (!phrase.proven(proof)) return failed(failure('phrase-proof-wrong'));
    const weak = await passwordTrouble(password);
    if (weak) return failed(weak);
    return wanted() ? keepPhrase(access, phrase.entropy(), password, { wanted, gone: false }) : LEFT;
  });
}

/** See `Wallet.import`. */
export function importWallet(
  access: WalletAccess,
  phrase: string,
  password: string,
  wanted: Wanted,
): Promise<Result<void, Failure>> {
  return access.exclusively(async () => {
    const weak = await passwordTrouble(password);
    return weak ? failed(weak) : importPhrase(access, phrase, password, wanted);
  });
}

/** See `Wallet.importForNow`. */
export function importWalletForNow(access: WalletAccess, phrase: string): Promise<Result<string, Failure>> {
  return access.exclusively(async () => {
    const password = Buffer.from(access.parts.random.bytes(24)).toString('base64');
    const outcome = await importPhrase(access, phrase, password, ALWAYS);
    return outcome.ok ? ok(password) : outcome;
  });
}

async function importPhrase(
  access: WalletAccess,
  phrase: string,
  password: string,
  wanted: Wanted,
): Promise<Result<void, Failure>> {
  const entropy = parsePhrase(phrase);
  if (!entropy.ok) return entropy;
  const cleared = await clearWay(access);
  if (cleared.ok) return keepPhrase(access, entropy.value, password, { wanted, ...cleared.value });
  entropy.value.wipe();
  return cleared;
}

/** See `Wallet.restoreBackup`. */
export function restoreWallet(
  access: WalletAccess,
  text: string,
  password: string,
  wanted: Wanted,
): Promise<Result<void, Failure>> {
  return access.withPassword(password, async (secret) => {
    const file = parseBackup(text);
    if (!file.ok) return file;
    const opened = await access.vault.openBackup(file.value, secret);
    if (!opened.ok) return opened;
    return wipingAfter([opened.value], async () => {
      const cleared = await clearWay(access);
      if (!cleared.ok) return cleared;
      const publicKey = accountPublicKey(opened.value);
      const seed = { privateKey: opened.value, publicKey };
      return keep(access, seed, file.value.header.account, secret, { wanted, ...cleared.value });
    });
  });
}

/** See `Wallet.watch`. */
export function watchInstead(
  access: WalletAccess,
  text: string,
  wanted: Wanted,
): Promise<Result<void, Failure>> {
  return access.exclusively(() => {
    if (!wanted()) return Promise.resolve(LEFT);
    const { state, parts, watchedFile } = access;
    const watched = readWatched(text, parts.network);
    if (!watched.ok) return Promise.resolve(watched);
    const obstacle = state.trouble?.code === 'watched-corrupt' ? undefined : obstacleTo(access);
    if (obstacle) return Promise.resolve(failed(obstacle));
    watchedFile.save(text);
    access.watch(watched.value);
    return Promise.resolve(ok(undefined));
  });
}

/** Why there can be no new wallet now. */
function obstacleTo({ state }: WalletAccess): Failure | undefined {
  return state.trouble ?? (state.account().ok || state.watched ? failure('wallet-exists') : undefined);
}

interface Way {
  /** In place of a keystore that can no longer be opened. */
  readonly gone: boolean;
}

/** Checks that recovery words or a backup may become this profile's wallet. */
async function clearWay(access: WalletAccess): Promise<Result<Way, Failure>> {
  const { state, vault } = access;
  if (!isGone(state.trouble)) return unless(obstacleTo(access));
  const proof = await vault.proveKeychainOpen();
  if (!proof.ok) return proof;
  const loaded = await access.load({ interactive: true });
  if (!loaded.ok) state.outOfReach(loaded.failure);
  return isGone(state.trouble) ? ok({ gone: true }) : unless(obstacleTo(access));
}

/** Takes over the entropy and wipes it. */
async function keepPhrase(
  access: WalletAccess,
  entropy: SecretBytes,
  password: string,
  how: Way & { readonly wanted: Wanted },
): Promise<Result<void, Failure>> {
  const secret = SecretBytes.ofText(password);
  return wipingAfter([entropy, secret], async () => {
    const seed = deriveAccount(entropy);
    return wipingAfter([seed.privateKey], () => keep(access, seed, 0, secret, how));
  });
}

async function keep(
  access: WalletAccess,
  seed: AccountSeed,
  account: number,
  password: SecretBytes,
  how: Way & { readonly wanted: Wanted },
): Promise<Result<void, Failure>> {
  const { vault, parts, watchedFile } = access;
  const outcome = await vault.keep(seed, account, password, how);
  if (!outcome.ok) return outcome;
  // One that was damaged; a sound one is an obstacle.
  watchedFile.remove();
  access.found(new PublicAccount(seed.publicKey, parts.network));
  return outcome;
}

function isGone(trouble: Failure | undefined): boolean {
  return trouble !== undefined && GONE.includes(trouble.code);
}

function unless(obstacle: Failure | undefined): Result<Way, Failure> {
  return obstacle ? failed(obstacle) : ok({ gone: false });
}

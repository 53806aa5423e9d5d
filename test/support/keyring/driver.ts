import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSecretStore } from '../../../src-main/keychain/open-secret-store.ts';
import type { StartHelper } from '../../../src-main/ports/system.ts';
import type { SecretStore } from '../../../src-main/ports/secret-store.ts';
import { systemClock, systemRandom } from '../../../src-main/system/clock.ts';
import { forkHelper } from '../../../src-main/system/processes.ts';
import { diskFiles, memoryFiles } from '../../../src-main/system/small-files.ts';
import { Wallet } from '../../../src-main/wallet/wallet.ts';
import { TEST_KEYCHAIN } from '../test-keychain.ts';
import { CHEAP, PASSWORD, WORDS } from '../wallet-bench.ts';

/**
 * Runs inside a private session: takes steps as JSON on the command line, performs them one after the other on a
 * real secret store, and prints what each answered as one JSON line.
 */
export type Step =
  | readonly ['open' | 'forget-marker' | 'mark-used' | 'wallet' | 'import-wallet' | 'lock' | 'unlock']
  | readonly ['get' | 'get-crashing' | 'get-cancelled' | 'delete' | 'cut' | 'remove-behind', string]
  | readonly ['set', string, string];

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const entry = here('../../../src-main/keychain/child.ts');
const directory = mkdtempSync(join(tmpdir(), 'touchstone-keychain-'));
let helper: number | undefined;
const start: StartHelper = (path, args) => {
  const started = forkHelper(path, args);
  helper = started.pid;
  return started;
};
let store: SecretStore | undefined;
const sessionFiles = memoryFiles();

function opened(): SecretStore {
  if (!store) throw new Error('open comes first');
  return store;
}

function openedWallet(): Promise<Wallet> {
  return Wallet.open({
    profile: 'live',
    network: 'mainnet',
    files: diskFiles(join(directory, 'live')),
    sessionFiles,
    secrets: opened(),
    clock: systemClock,
    random: systemRandom,
    cost: CHEAP,
  });
}

/** An action of another program with access to the keychain. */
function behind(action: string): void {
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `const { default: keytar } = await import('keytar'); ${action}`],
    { cwd: here('.') },
  );
}

async function perform([action, name = '', value = '']: readonly string[]): Promise<unknown> {
  switch (action) {
    case 'open':
      store?.close();
      store = await openSecretStore({
        start,
        entry,
        files: diskFiles(directory),
        clock: systemClock,
        platform: process.platform,
        service: TEST_KEYCHAIN,
      });
      return store.status();
    case 'get':
      return opened().get(name);
    case 'get-crashing': {
      const answer = opened().get(name);
      await systemClock.sleep(300);
      if (helper !== undefined) process.kill(helper, 'SIGSEGV');
      return answer;
    }
    case 'get-cancelled':
      return opened().get(name, { interactive: true, signal: AbortSignal.timeout(1_000) });
    case 'set':
      return opened().set(name, value);
    case 'delete':
      return opened().delete(name);
    case 'wallet': {
      const { state, failure, sessionOnly } = (await openedWallet()).status();
      return { state, failure: failure?.code, sessionOnly };
    }
    case 'import-wallet': {
      const made = await (await openedWallet()).import(WORDS, PASSWORD);
      return made.ok ? 'made' : made.failure.code;
    }
    case 'cut':
      return behind(
        `const s = ${JSON.stringify(TEST_KEYCHAIN)}, a = ${JSON.stringify(name)};
         await keytar.setPassword(s, a, (await keytar.getPassword(s, a)).slice(0, 12));`,
      );
    case 'remove-behind':
      return behind(
        `await keytar.deletePassword(${JSON.stringify(TEST_KEYCHAIN)}, ${JSON.stringify(name)});`,
      );
    case 'mark-used':
      return diskFiles(directory).write('keychain.json', Buffer.from('{"version":1,"names":["a"]}'));
    case 'forget-marker':
      return diskFiles(directory).remove('keychain.json');
    case 'lock':
      execFileSync('gdbus', [
        'call',
        '--session',
        '--dest',
        'org.freedesktop.secrets',
        '--object-path',
        '/org/freedesktop/secrets',
        '--method',
        'org.freedesktop.Secret.Service.Lock',
        "['/org/freedesktop/secrets/collection/login']",
      ]);
      return undefined;
    case 'unlock':
      execFileSync(process.env['KEYRING_PYTHON'] ?? 'python3', [here('unlock.py'), 'test']);
      return undefined;
    default:
      throw new Error(`unknown step ${action ?? ''}`);
  }
}

const answers: unknown[] = [];
try {
  for (const step of JSON.parse(process.argv[2] ?? '[]') as readonly string[][])
    answers.push((await perform(step)) ?? null);
  process.stdout.write(`${JSON.stringify(answers)}\n`);
} finally {
  store?.close();
  rmSync(directory, { recursive: true, force: true });
}

// The desk of a computer without a network, by the doors of its windows: bundles, keys, the approval, what leaves.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalTable, ApprovalTask, InputOf, OfflineTable } from '#contract/index.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { verifyWitness } from '../../../src-main/cardano/witness.ts';
import { composeOffline, type OfflineComposition } from '../../../src-main/app/compose-offline.ts';
import { layFoundations, type Foundations } from '../../../src-main/app/foundations.ts';
import { offlineFolder } from '../../../src-main/app/offline-record.ts';
import { encodePolicy } from '../../../src-main/features/vault/policy-store.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import { diskFiles } from '../../../src-main/system/small-files.ts';
import { SessionStore } from '../../../src-main/keychain/session-store.ts';
import { SHORTEST_LOOK_MS } from '../../../src-main/features/approval/approval-window.ts';
import { fingerprintOf, readOfflineBundle } from '../../../src-main/offline/bundle.ts';
import { bundleMessage } from '../../../src-main/offline/carried.ts';
import { readWitnessFile } from '../../../src-main/offline/formats/witness-file.ts';
import { roundOf } from '../../../src-main/offline/ur/animated.ts';
import { encodeParts } from '../../../src-main/offline/ur/ur-encoder.ts';
import { verifyReceipts } from '../../../src-main/receipt/verify-receipt.ts';
import { startsOffline } from '../../../src-main/starting.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { TestPage, TestWindows } from '../../support/test-app.ts';
import {
  agreementTo,
  codeOf,
  must,
  reviewFor,
  STRANGERS_PHRASE,
  TEST_PHRASE,
  tradeIn,
} from '../../support/trader.ts';
import { builtTogether, twoCancellations } from '../../support/two-cancellations.ts';

const at = lyingPractice();
const PASSWORD = 'correct horse battery';

let folder: ReturnType<typeof temporaryDirectory>;
let foundations: Foundations;
let composition: OfflineComposition;
let windows: TestWindows;
let desk: TestPage<OfflineTable>;
/** Helper processes that were started: there is to be none but the keychain's, which is not used here. */
const started: string[] = [];

beforeAll(() => {
  folder = temporaryDirectory();
  foundations = must(layFoundations(folder.path));
});
afterAll(() => {
  foundations.close();
  folder.remove();
});
beforeEach(async () => {
  windows = new TestWindows();
  composition = await composeOffline({
    foundations,
    windows,
    startHelper: (entry) => {
      started.push(entry);
      throw new Error('nothing is started here');
    },
    keychain: 'nowhere',
    secrets: new SessionStore(),
    walletCost: { log2N: 4, r: 8, p: 1 },
  });
  windows.onVaultClosed = () => composition.app.vaultClosed();
  windows.onApprovalClosed = () => composition.app.approvalClosed();
  desk = new TestPage(composition.gates.main, ['desk'], () => composition.app.acted('desk'));
  return () => composition.app.stop();
});

async function bundleText(): Promise<string> {
  const review = must(await reviewFor(at.trader, at.token));
  return must(await at.trader.trading.elsewhere.handOut(review.trade.id, agreementTo(review))).text;
}

const vault = () => new TestPage(composition.gates.vault, []);
const approval = () => new TestPage(composition.gates.approval, []);
const words = (phrase = TEST_PHRASE) => ({ kind: 'words', words: phrase, account: 0 }) as const;

async function bring(phrase?: string): Promise<void> {
  must(await desk.call('offline.openVault', { task: 'use-keys' }));
  must(await vault().call('vault.useKeys', { keys: words(phrase) }));
}

type Shown = Extract<ApprovalTask, { kind: 'transaction' }>;

function shown(): Shown {
  const { task } = approval().topic('task');
  if (task.kind !== 'transaction') throw new Error('the approval window shows nothing');
  return task;
}

function hashesOf({ bodyHash, summaryHash, agreement }: Shown) {
  return { bodyHash, summaryHash, agreementHash: agreement.hash };
}

/** Agrees to all that is shown, once it could be read. */
async function agree(changes: Partial<InputOf<ApprovalTable, 'approval.approve'>> = {}) {
  const task = shown();
  await new Promise((resolve) => setTimeout(resolve, SHORTEST_LOOK_MS + 50));
  return approval().call('approval.approve', {
    ...hashesOf(task),
    consents: task.findings.flatMap(({ rule, severity }) => (severity === 'warn' ? [rule] : [])),
    worse: false,
    ...changes,
  });
}

/** Makes the wallet of this computer. */
async function own(phrase: string): Promise<void> {
  must(await desk.call('offline.openVault', { task: 'import' }));
  must(await vault().call('vault.import', { phrase, password: PASSWORD }));
}

describe('a bundle on the desk', () => {
  it('is shown by its own word until keys are here, and signed by keys that are forgotten then', async () => {
    must(await desk.call('offline.open', { text: await bundleText() }));
    expect(desk.topic('desk').bundle).toMatchObject({
      judgedBy: 'bundle',
      verdict: 'warn',
      network: 'preprod',
    });
    expect(codeOf(await desk.call('offline.review', {}))).toBe('offline-no-keys');
    await bring();
    expect(desk.topic('desk')).toMatchObject({
      bundle: { judgedBy: 'once', verdict: 'warn' },
      once: { what: 'Recovery words' },
    });
    must(await desk.call('offline.review', {}));
    const { bodyHash, ...task } = shown();
    expect(task).toMatchObject({ offline: true, asksPassword: false, watchOnly: false, verdict: 'warn' });
    must(await agree());
    const { signed, once } = desk.topic('desk');
    expect(once).toBeUndefined();
    expect(signed?.hashes).toEqual([bodyHash]);
    must(await desk.call('offline.saveSignatures', {}));
    const witnesses = must(readWitnessFile(windows.saved[0]?.text ?? ''));
    expect(witnesses).toHaveLength(signed?.signatures ?? 0);
    for (const witness of witnesses) expect(verifyWitness(bodyHash, witness)).toBe(true);
    const { codes, needed } = must(await desk.call('offline.codes', { bytesPerCode: 400, from: 0 }));
    expect({ codes: codes.length, needed }).toEqual({ codes: 1, needed: 1 });
  });

  it('is held to the limits of this computer, which its wallet’s password sets', async () => {
    must(await desk.call('offline.open', { text: await bundleText() }));
    expect(codeOf(await desk.call('offline.openVault', { task: 'policy' }))).toBe('no-wallet');
    await own(TEST_PHRASE);
    const limits = { slippageBps: 5_000, verifiedOnly: false, expert: false };
    expect(desk.topic('desk').limits).toEqual({ limits });
    const set = async (change: object, password = PASSWORD) => {
      must(await desk.call('offline.openVault', { task: 'policy' }));
      return vault().call('vault.setPolicy', { password, limits: { ...limits, ...change } });
    };
    must(await set({ perTrade: '24999999' }));
    expect(desk.topic('desk')).toMatchObject({
      limits: { limits: { perTrade: '24999999' } },
      bundle: { verdict: 'block' },
    });
    must(await desk.call('offline.review', {}));
    expect(shown().findings).toContainEqual(expect.objectContaining({ rule: 'P1', severity: 'block' }));
    expect(codeOf(await agree({ password: PASSWORD }))).toBe('inspection-blocked');
    must(await set({ perTrade: '25000000' }));
    must(await desk.call('offline.review', {}));
    // Narrowed behind the approval, as `offline limits` does it: what was read there is out of date.
    const files = diskFiles(offlineFolder(foundations.folder));
    const narrow = { ...DEFAULT_POLICY, perTrade: 1n };
    files.write('limits.json', encodePolicy(narrow));
    expect(codeOf(await agree({ password: PASSWORD }))).toBe('limits-outdated');
    expect(desk.topic('desk').signed).toBeUndefined();
    must(await approval().call('approval.cancel', {}));
    files.write('limits.json', new TextEncoder().encode('{'));
    expect(codeOf(await desk.call('offline.review', {}))).toBe('limits-changed');
    expect(desk.topic('desk').limits.failure?.code).toBe('limits-changed');
    must(await set({}));
    must(await desk.call('offline.review', {}));
    must(await agree({ password: PASSWORD }));
    expect(desk.topic('desk').signed?.signatures).toBeGreaterThan(0);
    expect(codeOf(await set({ perTrade: '1' }, 'wrong'))).toBe('wrong-password');
    expect(desk.topic('desk').limits).toEqual({ limits });
  });

  it('is not signed without each warning, nor for other bytes than those shown', async () => {
    must(await desk.call('offline.open', { text: await bundleText() }));
    await bring();
    must(await desk.call('offline.review', {}));
    expect(codeOf(await agree({ bodyHash: '00'.repeat(32) }))).toBe('inspection-blocked');
    expect(codeOf(await agree({ consents: [] }))).toBe('warning-unaccepted');
    expect(desk.topic('desk').signed).toBeUndefined();
    expect(codeOf(await desk.call('offline.saveSignatures', {}))).toBe('offline-unsigned');
    // It is never handed out again from here.
    expect(codeOf(await approval().call('approval.export', hashesOf(shown())))).toBe('request-refused');
  });

  it('of several transactions is read whole, and signed in one go, with a receipt for each', async () => {
    const { reviews } = await builtTogether(at, await twoCancellations(at));
    const [first, second] = reviews;
    if (!first || !second) throw new Error('two of them');
    const together = { others: [second.trade.id] };
    const out = must(await at.trader.trading.elsewhere.handOut(first.trade.id, agreementTo(first), together));
    must(await desk.call('offline.open', { text: out.text }));
    await bring();
    must(await desk.call('offline.review', {}));
    const task = shown();
    expect(task.title).toBe('Cancellation in 2 transactions on preprod testnet');
    expect(task.batch).toMatchObject({
      at: 0,
      sentences: ['One approval signs all 2 transactions of the bundle.', expect.any(String)],
      transactions: [{ title: '1 of 2' }, { title: '2 of 2' }],
    });
    expect(JSON.stringify(task.batch)).toContain(second.trade.bodyHash);
    // The approval covers all of them: an approval of the first alone is a different one.
    const { summaryHash } = first.inspection;
    expect(codeOf(await agree({ summaryHash }))).toBe('inspection-blocked');
    must(await agree());
    const hashes = reviews.map(({ trade }) => trade.bodyHash);
    expect(desk.topic('desk').signed).toMatchObject({ hashes, signatures: 2, hasReceipt: true });
    must(await desk.call('offline.saveReceipt', {}));
    expect(verifyReceipts(windows.saved[0]?.text ?? '')).toMatchObject({
      ok: true,
      value: { valid: true, receipts: hashes.map((txHash) => ({ txHash })) },
    });
    must(await desk.call('offline.saveSignatures', {}));
    const witnesses = must(readWitnessFile(windows.saved[1]?.text ?? ''));
    must(await at.trader.trading.elsewhere.takeIn(out.trade.id, witnesses));
    for (const { trade } of reviews) await tradeIn(at.trader, trade.id, 'closed');
  });

  it('is signed by nobody else: strange keys are refused, and a strange wallet here is told', async () => {
    must(await desk.call('offline.open', { text: await bundleText() }));
    must(await desk.call('offline.openVault', { task: 'use-keys' }));
    const strange = { keys: words(STRANGERS_PHRASE) };
    expect(must(await vault().call('vault.previewKeys', strange))).toMatchObject({ right: false });
    expect(codeOf(await vault().call('vault.useKeys', strange))).toBe('offline-other-keys');
    must(await vault().call('vault.cancel', {}));
    await own(STRANGERS_PHRASE);
    expect(desk.topic('desk').bundle).toMatchObject({ judgedBy: 'wallet', verdict: 'block' });
    must(await desk.call('offline.review', {}));
    expect(shown().verdict).toBe('block');
    expect(codeOf(await agree({ password: PASSWORD }))).toBe('inspection-blocked');
  });

  it('is signed by the wallet of this computer, by its password alone', async () => {
    await own(TEST_PHRASE);
    must(await desk.call('offline.open', { text: await bundleText() }));
    const { wallet, bundle } = desk.topic('desk');
    // Its address as the bundle's network writes it.
    expect(wallet.address).toBe(bundle?.address);
    must(await desk.call('offline.review', {}));
    expect(shown().asksPassword).toBe(true);
    expect(codeOf(await agree({ password: 'another password' }))).toBe('wrong-password');
    expect(codeOf(await agree())).toBe('wallet-locked');
    must(await agree({ password: PASSWORD }));
    expect(desk.topic('desk').signed?.signatures).toBe(2);
  });

  it('that was put away, or exchanged, is not signed by what is left of it', async () => {
    const text = await bundleText();
    must(await desk.call('offline.open', { text }));
    await bring();
    must(await desk.call('offline.review', {}));
    must(await desk.call('offline.putAway', {}));
    expect(approval().topic('task').task.kind).toBe('left');
    expect(desk.topic('desk').once).toBeUndefined();
    expect(codeOf(await desk.call('offline.review', {}))).toBe('offline-no-bundle');
    // A vault window that was opened for one bundle brings no keys for the next one.
    must(await desk.call('offline.open', { text }));
    must(await desk.call('offline.openVault', { task: 'use-keys' }));
    must(await desk.call('offline.putAway', {}));
    expect(codeOf(await vault().call('vault.useKeys', { keys: words() }))).toBe('request-refused');
  });

  it('is put together from codes in any order, and anything that is not a code of it is refused', async () => {
    const text = await bundleText();
    const { parts, fragments } = must(
      encodeParts({ ...bundleMessage(must(readOfflineBundle(text))), fragmentLength: 200 }),
    );
    const frames = Array.from({ length: roundOf(fragments) }, () => parts.next().value)
      .filter((_, nth) => nth % 3 !== 0)
      .reverse();
    must(await desk.call('offline.takeFrames', { frames: frames.slice(0, 2) }));
    expect(desk.topic('desk')).toMatchObject({ frames: { needed: fragments } });
    expect(desk.topic('desk').bundle).toBeUndefined();
    expect(codeOf(await desk.call('offline.takeFrames', { frames: ['ur:bytes/aeae'] }))).toMatch(/^ur-/);
    for (const frame of frames) {
      if (desk.topic('desk').bundle) break;
      must(await desk.call('offline.takeFrames', { frames: [frame] }));
    }
    expect(desk.topic('desk').bundle?.fingerprint).toBe(fingerprintOf(must(readOfflineBundle(text))));
  });

  it('of another network, or with another agreement than its bytes, is blocked in words', async () => {
    const bundle = JSON.parse(await bundleText()) as Record<string, unknown>;
    await own(TEST_PHRASE);
    must(await desk.call('offline.open', { text: JSON.stringify({ ...bundle, network: 'mainnet' }) }));
    const { verdict, findings } = desk.topic('desk').bundle ?? {};
    expect(verdict).toBe('block');
    expect(findings?.some(({ rule, severity }) => rule === 'O1' && severity === 'block')).toBe(true);
    must(await desk.call('offline.review', {}));
    expect(codeOf(await agree({ password: PASSWORD }))).toBe('inspection-blocked');
    expect(desk.topic('desk').signed).toBeUndefined();
  });
});

describe('the doors of an offline desk', () => {
  it('have no call of the trading window, and none of profiles in the vault', async () => {
    const { main } = composition.gates;
    expect(codeOf((await main.call('swap.quote', {})) as Result<unknown, Failure>)).toBe('request-refused');
    expect(codeOf(await vault().call('vault.setKey', { key: 'k' }))).toBe('request-refused');
    expect(codeOf(await vault().call('vault.setProtection', { password: PASSWORD }))).toBe('request-refused');
    // Keys and words are typed in the vault window that main opened, and nowhere else.
    expect(codeOf(await vault().call('vault.useKeys', { keys: words() }))).toBe('request-refused');
    expect(codeOf(await vault().call('vault.previewKeys', { keys: words() }))).toBe('request-refused');
  });

  it('keep theme and the next start, and say no word that was typed', async () => {
    must(await desk.call('offline.startOffline', { offline: true }));
    must(await desk.call('offline.setTheme', { theme: 'light' }));
    expect(desk.topic('desk')).toMatchObject({ startsOffline: true, theme: 'light' });
    expect(startsOffline(foundations.settings)).toBe(true);
    must(await desk.call('offline.open', { text: await bundleText() }));
    await bring();
    for (const said of desk.received) expect(said).not.toMatch(/abandon/);
    must(await desk.call('offline.startOffline', { offline: false }));
  });

  it('start no helper process', () => {
    expect(started).toEqual([]);
  });
});

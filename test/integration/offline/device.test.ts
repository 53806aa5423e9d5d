// A wallet watched by its account's public key tells where its keys are, so that a device can sign by codes.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { readOfflineBundle } from '../../../src-main/offline/bundle.ts';
import { signRequestMessage } from '../../../src-main/offline/carried.ts';
import { shownCodes, signatureMessage } from '../../../src-main/offline/shown-codes.ts';
import { encodeParts } from '../../../src-main/offline/ur/ur-encoder.ts';
import { parseWitnessSet } from '../../../src-main/cardano/witness.ts';
import { deriveAccount } from '../../../src-main/wallet/account.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';
import { shownTransaction } from '../../support/approving.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { ticketSelling } from '../../support/sales.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { codeOf, must, until } from '../../support/trader.ts';

const SEED = 58;
const wallet = practiceWallet(SEED);
/** The device's fingerprint of its master key. */
const DEVICE = '1250b6bc';
const folder = temporaryDirectory();
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp(folder.path);
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  const { publicKey } = deriveAccount(SecretBytes.take(new Uint8Array(32).fill(SEED)));
  must(await test.main.call('wallet.openVault', { task: 'watch' }));
  must(await test.vault.call('vault.watch', { watched: toHex(publicKey) }));
  expect(test.main.topic('wallet')).toMatchObject({ state: 'watching', address: wallet.address });
  must(await test.main.call('wallet.fund', {}));
  await test.main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

it('has a trade asked of a device, which answers by a code, and sends it', async () => {
  const { main, approval, windows } = test;
  const found = must(await main.call('tokens.search', { query: 'amber', verifiedOnly: true }));
  const receive = found.tokens[0]?.token.id ?? '';
  const estimate = { ...ticketSelling(25_000_000n), receive, slippageBps: 500, excluded: [] };
  const quote = must(await main.call('swap.quote', estimate));
  must(await main.call('swap.review', { quoteId: quote.id }));
  const { bodyHash, summaryHash, agreement } = await shownTransaction(test);
  const agreed = { bodyHash, summaryHash, agreementHash: agreement.hash };
  await until(async () => {
    const answer = await approval.call('approval.export', agreed);
    return answer.ok || answer.failure.code !== 'approval-too-soon';
  });
  const [trade] = await main.topicWhen('trades', ([one]) => one?.state === 'exported');
  const tradeId = trade?.id ?? '';
  const bundle = must(readOfflineBundle(windows.saved.at(-1)?.text ?? ''));
  expect(bundle.paths.toSorted((left, right) => left.path.localeCompare(right.path))).toEqual([
    { keyHash: wallet.paymentKeyHash, path: "1852'/1815'/0'/0/0" },
    { keyHash: wallet.stakeKeyHash, path: "1852'/1815'/0'/2/0" },
  ]);

  const wanted = { bytesPerCode: 400, from: 0 };
  const asked = must(await main.call('trades.bundleCodes', { tradeId, device: DEVICE, ...wanted }));
  const request = must(signRequestMessage(bundle, 0, DEVICE));
  expect(asked).toEqual(must(shownCodes(request, wanted)));
  // No device has the fingerprint 0, or half a fingerprint.
  for (const device of ['00000000', '1250b6'])
    expect(codeOf(await main.call('trades.bundleCodes', { tradeId, device, ...wanted }))).toBe(
      'request-refused',
    );

  const signed = parseWitnessSet(wallet.sign(bundle.transactions[0]?.cbor ?? ''));
  const answer = signatureMessage(signed.ok ? signed.value : []);
  const { fragments, parts } = must(encodeParts({ ...answer, fragmentLength: 400 }));
  const frames = Array.from({ length: fragments }, () => parts.next().value);
  must(await main.call('trades.importFrames', { tradeId, frames }));
  await main.topicWhen('trades', ([one]) => one?.state === 'filled');
});

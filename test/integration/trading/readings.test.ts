import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Counted } from '../../support/counting-trader.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { amberOf, fund, openTrader } from '../../support/trader.ts';

const COUNTING_TRADER = fileURLToPath(new URL('../../support/counting-trader.ts', import.meta.url));
const temporary = temporaryDirectories();
let practice: PracticeProcess;

beforeAll(async () => {
  practice = await PracticeProcess.start();
});

afterAll(() => practice.stop());

test('the bytes of a trade are read by each independent reader, and again only where they are new', async () => {
  const { endpoints } = practice;
  const funded = await openTrader({ endpoints, folder: temporary() });
  await fund(funded, endpoints);
  const orders = { endpoints, folder: temporary(), receive: await amberOf(funded) };
  await funded.close();
  const { stdout } = await promisify(execFile)(process.execPath, [COUNTING_TRADER, JSON.stringify(orders)]);
  const [swap, builtAhead, payment, bundled] = JSON.parse(stdout) as Counted[];
  const built = {
    'cardano/transaction.ts': 1,
    'CSL.FixedTransaction.from_bytes': 1,
    'proof/transaction.ts': 1,
  };
  const signed = {
    'proof/transaction.ts': 1,
    'wallet/signer.ts': 1,
    'CSL.FixedTransaction.from_hex': 1,
    // With our signatures.
    'cardano/transaction.ts': 1,
  };
  // And as the service answered.
  const clicked = { ...signed, 'cardano/transaction.ts': 2 };
  expect(swap).toEqual({ built, clicked });
  // Judged once more at the review, by the second proof from the bytes.
  expect(builtAhead).toEqual({ built: { ...built, 'proof/transaction.ts': 2 }, clicked });
  // Nobody else puts the signatures in: what was verified before the journal had them is sent.
  expect(payment).toEqual({ built, clicked: signed });
  // The keys of the good trade are the test's own: CSL signs with them.
  const { 'wallet/signer.ts': _none, ...offline } = signed;
  expect(bundled).toEqual({ built, clicked: offline });
});

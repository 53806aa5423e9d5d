// A service that hides the best pools, in the real windows: what the approval window says of it, and that nothing waits.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import exchanges from '../../resources/exchanges.json' with { type: 'json' };
import { quoteTrade, reviewTrade, signTrade, startPracticeWallet } from '../support/desk-robot.ts';
import { lookAtApproval } from '../support/look.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

/** The exchange with the smallest AMBER pool, at the highest fee. */
const LEFT = 'EXC';

const folder = temporaryDirectory();
let app: TouchstoneApp;

beforeAll(async () => {
  const file = join(folder.path, 'faults.json');
  const faults = exchanges
    .filter(({ code }) => code !== LEFT)
    .map(({ code }) => ({ exchange: code, fault: { kind: 'hide-pool' } }));
  writeFileSync(file, JSON.stringify({ faults }));
  app = await TouchstoneApp.start({
    practiceOptions: ['--seed', '7', '--block-time', '500ms', '--faults', file],
    dialect: 'spec',
  });
  await startPracticeWallet(app);
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

it('tells of the better price that the service hides, asks for nothing, and lets the trade be signed', async () => {
  await quoteTrade(app.main, '900', 'AMBER');
  const approval = await reviewTrade(app);
  const said = approval.getByTestId('best-price');
  await approval.locator('[data-testid=best-price][data-tone=warn]').waitFor();
  expect((await said.innerText()).split('\n')[0]).toMatch(
    /^At slot \d+ the pools read here would have paid [\d,. ]+ AMBER more \([1-9]\.\d\d\s%\) through .+, after the exchanges' fees\.$/,
  );
  expect(await approval.getByTestId('verdict').getAttribute('data-verdict')).toBe('pass');
  expect(await approval.getByRole('checkbox').count()).toBe(0);
  await lookAtApproval(app, approval, 'approval-better-price');
  await said.getByText('What this rests on').click();
  await said.getByText("What these pools held is proven by their transactions' bytes").waitFor();
  await signTrade(approval);
  await app.approvalGone();
});

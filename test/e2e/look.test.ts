import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApprovalTask } from '#contract/index.ts';
import type { TradeView } from '#contract/trades.ts';
import type { ApprovalView } from '../../src-main/features/approval/approval-window.ts';
import type { Topic } from '../../src-main/gate/topic.ts';
import {
  agreeToAll,
  lastClick,
  passwordField,
  quoteTrade,
  reviewTrade,
  signButton,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { callMain } from '../support/page-api.ts';
import { faultsOf } from '../support/page-look.ts';
import { THEMES, wear } from '../support/at-rest.ts';
import { APPROVAL_SIZES, lookAt, lookAtApproval, lookAtVault } from '../support/look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

/** Checks every kind of view in both themes and zoomed, whether or not pictures are kept. */
const lookInBoth: typeof lookAt = (on, name, options = {}) =>
  lookAt(on, name, { themes: THEMES, zoomed: options.sizes === undefined, ...options });

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start({ width: 1920, height: 1080 });
  // Once more with the console listened to from the very first line.
  await app.main.reload();
});
afterAll(() => app.stop());

/** The chart is drawn and its stream tells of itself. */
async function chartIsLive(): Promise<void> {
  await app.main.getByRole('toolbar', { name: 'Chart', exact: true }).locator('.light.live').waitFor();
  await app.main.locator('.legend .prices').waitFor();
}

type TransactionTask = Extract<ApprovalTask, { readonly kind: 'transaction' }>;

function approvalTopic(): Topic<ApprovalView> {
  return app.composition.app.approval.topics.task as Topic<ApprovalView>;
}

/** Puts a transaction into the window that practice would never build. */
async function show(task: TransactionTask): Promise<void> {
  const topic = approvalTopic();
  topic.set({ ...topic.value, task });
  await (await app.approval()).getByText(task.title, { exact: true }).waitFor();
}

const WARNED: Partial<TransactionTask> = {
  title: 'Swap with two warnings',
  verdict: 'warn',
  findings: [
    {
      rule: 'F5',
      severity: 'warn',
      sentence: 'The network fee is 0.912304 ADA; for this transaction about 0.183241 ADA would do.',
    },
    {
      rule: 'V9',
      severity: 'warn',
      sentence:
        'Output #1 goes to a script that Touchstone does not know (hash 3c1aa5f0c2d4e6b8901234567890abcdef1234567890abcdef12345678), so what it enforces cannot be read.',
    },
    { rule: 'F11', severity: 'info', sentence: 'This is the first trade with this exchange.' },
  ],
  worseThanQuote:
    'The price moved: the quote said about 20,802.604 AMBER, at least 20,178.525 AMBER. This transaction brings about 20,411.9 AMBER, at least 19,799.543 AMBER.',
};

const BLOCKED: Partial<TransactionTask> = {
  title: 'Swap that is not what was accepted',
  verdict: 'block',
  findings: [
    {
      rule: 'V6',
      severity: 'block',
      sentence:
        'The order of output #0 names somebody else as its owner (key hash 9f3b7c0011223344556677889900aabbccddeeff0011223344556677), who could cancel it and take what it holds.',
    },
    { rule: 'V4', severity: 'block', sentence: '512 ADA leaves to an address that is not yours.' },
    { rule: 'F5', severity: 'warn', sentence: 'The network fee is larger than needed.' },
  ],
};

const CROWDED = {
  title: 'Swap with 230 assets in one output',
  netChange: [
    '-2,505.983241 ADA',
    ...Array.from(
      { length: 12 },
      (_, index) => `${index % 2 === 0 ? '+' : '-'}${(index + 1) * 1.25} TKN${index}`,
    ),
  ],
  outputs: [
    {
      name: '#0',
      address: `addr_test1${'q'.repeat(98)}`,
      whose: 'somebody else',
      tone: 'foreign',
      amounts: Array.from({ length: 230 }, (_, index) =>
        index % 3 === 0
          ? `${index} base units of ${'ab'.repeat(28)}.${'cd'.repeat(32)}`
          : `${index * 1_000.5} TOKEN${index}`,
      ),
      notes: ['A note that is long enough to need more than one line at the smallest size of this window.'],
      datum: 'd8799f581c'.repeat(400),
    },
  ],
  fields: [
    { name: 'Metadata', text: 'label 674: '.padEnd(900, 'unbroken') },
    { name: 'A field with a rather long name', text: 'short' },
  ],
} satisfies Partial<TransactionTask>;

it('shows the welcome page', async () => {
  await app.main.getByText('The practice market runs on this computer.').waitFor();
  await lookInBoth(app, 'welcome');
});

it('shows the making of a wallet', async () => {
  await app.main.getByRole('button', { name: 'Create one with recovery words' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'New wallet' }).waitFor();
  await lookAtVault(app, 'vault-create');
  await vault.getByRole('button', { name: 'Show the words' }).click();
  await vault.getByRole('list', { name: 'Recovery words' }).waitFor();
  await lookAtVault(app, 'vault-words');
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await app.vaultGone();
});

it('shows the desk with a quote', async () => {
  await startPracticeWallet(app);
  await quoteTrade(app.main, '2500', 'AMBER');
  await chartIsLive();
  await lookInBoth(app, 'desk');
});

it('keeps figures readable while they are refreshed', async () => {
  for (const theme of THEMES) {
    await wear(app, app.main, theme);
    await app.main.evaluate(() => {
      for (const each of document.querySelectorAll('.facts, ul[aria-label="Tokens"], table'))
        each.classList.add('old');
    });
    expect(await faultsOf(app.main)).toEqual([]);
  }
  await app.main.evaluate(() => {
    for (const each of document.querySelectorAll('.old')) each.classList.remove('old');
  });
});

it('shows the desk with watched tokens, shorter candles and the page of a token', async () => {
  const { main } = app;
  await main.getByRole('tab', { name: 'All', exact: true }).click();
  for (const ticker of ['AMBER', 'BRASS', 'TILL', 'CART', 'HUSD', 'FERRY', 'KITE', 'PEWT'])
    await main
      .getByRole('listitem')
      .filter({ has: main.getByText(ticker, { exact: true }) })
      .getByRole('button', { name: `Watch ${ticker} in Watched` })
      .first()
      .click();
  await main.getByRole('tab', { name: 'Watch', exact: true }).click();
  await main.getByRole('tab', { name: 'Token', exact: true }).click();
  await main.keyboard.press('2');
  await chartIsLive();
  await eventually('a line of each watched token', async () =>
    (await main.locator('.go svg path[d^="M1.5"]').count()) === 8 ? true : undefined,
  );
  await lookInBoth(app, 'desk-token');
  await main.getByRole('tab', { name: 'Pools', exact: true }).click();
  await main.getByRole('table', { name: 'Pools' }).waitFor();
  await main.keyboard.press('5');
  await chartIsLive();
  await lookInBoth(app, 'desk-pools');
  await main.keyboard.press('4');
});

it('shows the other colours of prices', async () => {
  const { main } = app;
  await main.getByRole('tab', { name: 'Trending', exact: true }).click();
  await callMain(main, 'preferences.set', { priceColours: 'blue-orange' });
  await main.locator('html[data-prices="blue-orange"]').waitFor();
  await lookInBoth(app, 'desk-blue-orange');
  await callMain(main, 'preferences.set', { priceColours: 'green-red' });
  await main.getByRole('tab', { name: /^Activity/ }).click();
});

it('shows the palette and the keys', async () => {
  for (const [key, name] of [
    ['Control+k', 'Palette'],
    ['?', 'Keyboard shortcuts'],
  ] as const) {
    await app.main.keyboard.press(key);
    await app.main.getByRole('dialog', { name }).waitFor();
    await lookInBoth(app, name.toLowerCase());
    await app.main.keyboard.press('Escape');
  }
});

it('shows the token picker', async () => {
  await app.main.getByRole('button', { name: /^Buy:/ }).click();
  await app.main.getByRole('dialog').getByRole('option').nth(3).waitFor();
  await lookInBoth(app, 'picker');
  await app.main.getByRole('dialog').getByRole('combobox').fill('am');
  await app.main.getByRole('dialog').getByRole('option').first().waitFor();
  await lookInBoth(app, 'picker-search', { saved: false });
  await app.main.keyboard.press('Escape');
});

it('leads through the desk in six steps, forward and back', async () => {
  await app.main.getByRole('button', { name: 'Take the tour' }).click();
  const tour = app.main.getByRole('dialog');
  const titles = ['Markets', 'The chart', 'The ticket', 'Review, then sign', 'What became of it'];
  for (const title of titles) {
    await tour.getByRole('heading', { name: title }).waitFor();
    await lookInBoth(app, `tour-${titles.indexOf(title) + 1}`, { saved: title === 'Review, then sign' });
    await app.main.keyboard.press('Enter');
  }
  await tour.getByRole('heading', { name: 'Practice, and help' }).waitFor();
  await lookInBoth(app, 'tour-6');
  await tour.getByRole('button', { name: 'Back' }).click();
  await tour.getByRole('heading', { name: 'What became of it' }).waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByRole('button', { name: 'Done' }).click();
  await tour.waitFor({ state: 'detached' });
});

it('has everything within reach at 200 %, without scrolling sideways', async () => {
  const { main } = app;
  await lookInBoth(app, 'desk-zoomed', {
    sizes: [
      { width: 640, height: 400 },
      { width: 960, height: 540 },
    ],
  });
  await main.setViewportSize({ width: 640, height: 400 });
  for (const name of ['Review trade', 'Settings']) {
    const button = main.getByRole('button', { name, exact: true });
    await button.scrollIntoViewIfNeeded();
    await button.click({ trial: true });
  }
  await main.getByRole('tab', { name: 'Orders' }).click({ trial: true });
  await main.setViewportSize({ width: 1920, height: 1080 });
});

it('shows what a figure means when its name is clicked', async () => {
  await app.main.getByRole('button', { name: 'Deposit (returned)' }).click();
  const figures = app.main.getByRole('dialog', { name: 'What the figures mean' });
  await figures.locator('.asked').getByText('It returns when the order closes.').waitFor();
  await lookInBoth(app, 'figures');
  await app.main.keyboard.press('Escape');
  await figures.waitFor({ state: 'detached' });
});

it('shows the settings', async () => {
  await app.main.getByRole('button', { name: 'Settings' }).click();
  await lookInBoth(app, 'settings');
  await app.main.getByRole('tab', { name: 'Limits' }).click();
  await lookInBoth(app, 'settings-limits');
  await app.main.getByRole('tab', { name: 'Service' }).click();
  await lookInBoth(app, 'settings-service');
  await app.main.keyboard.press('Escape');
});

it('shows the page of the limits in the vault window', async () => {
  await app.main.getByRole('button', { name: 'Settings' }).click();
  await app.main.getByRole('tab', { name: 'Limits' }).click();
  await app.main.getByRole('button', { name: 'Change limits' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Trading limits' }).waitFor();
  await lookAtVault(app, 'vault-policy');
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await app.vaultGone();
  await app.main.keyboard.press('Escape');
});

it('shows the balances', async () => {
  await app.main.getByRole('tab', { name: 'Balances' }).click();
  await app.main.getByRole('table', { name: 'Balances' }).waitFor();
  await lookInBoth(app, 'balances');
  await app.main.getByRole('tab', { name: /^Activity/ }).click();
});

it('shows the approval window, clean, and the progress to filled', async () => {
  const approval = await reviewTrade(app);
  await lookInBoth(app, 'review');
  await lookAtApproval(app, approval, 'approval');
  for (const layer of await approval.locator('details').all())
    await layer.evaluate((element) => element.setAttribute('open', ''));
  await lookInBoth(app, 'approval-layers', { page: approval, sizes: APPROVAL_SIZES });
  await signTrade(approval);
  await waitUntilFilled(app.main);
  await lookInBoth(app, 'filled');
  // From here on the journal has nothing more to tell of it.
  await app.main.getByTestId('confirmations').getByText('Confirmed', { exact: true }).waitFor();
  const [confirmed] = app.topic('trades');
  if (!confirmed) throw new Error('there is no trade');
  await showRollback('settled-anew', { confirmations: 4, confirmationsWanted: 15 });
  await app.main.getByText('4 of 15 confirmations', { exact: true }).waitFor();
  await lookInBoth(app, 'settled-anew');
  await showRollback('fill', {
    state: 'placed',
    filledTotal: undefined,
    confirmations: undefined,
    orders: confirmed.orders.map(({ index, exchange, minimum }) => ({ index, exchange, minimum })),
  });
  await lookInBoth(app, 'rolled-back');
  await app.main.keyboard.press('Escape');
});

it('shows the history of trades, one row of every sort', async () => {
  const trades = app.composition.app.main.topics.trades as Topic<TradeView[]>;
  const kept = trades.value;
  const [filled] = kept;
  if (!filled) throw new Error('there is no trade');
  const { filledTotal: _, ...open } = { ...filled, state: 'placed' as const, routes: filled.routes };
  const sale = { pay: { asset: filled.receive, quantity: '504000000' }, receive: filled.pay.asset };
  const amounts = { expected: '252000000', atLeast: '250000000' };
  const rows: Partial<TradeView>[] = [
    { kind: 'limit', ...sale, ...amounts },
    { kind: 'limit', ...sale, ...amounts, state: 'partly-filled', filledTotal: '120000000' },
    { kind: 'limit', ...sale, ...amounts, state: 'closed' },
    { kind: 'cancel', state: 'closed', cancels: 3, pay: { asset: 'ADA', quantity: '210000' } },
    { kind: 'dca', expected: '1000000000', createdAt: filled.createdAt - 86_400_000 },
    { state: 'refused', createdAt: filled.createdAt - 9 * 86_400_000 },
  ];
  trades.set([filled, ...rows.map((row, index) => ({ ...open, ...row, id: `row-${index}` }) as TradeView)]);
  const table = app.main.getByRole('table', { name: 'Trades' });
  await table.getByText('Takes back 3 orders').waitFor();
  await lookInBoth(app, 'history');
  const partly = table.getByRole('row').filter({ hasText: 'Partly filled' });
  expect(await partly.getByRole('cell', { name: 'Sell', exact: true }).count()).toBe(1);
  expect(await partly.getByRole('cell', { name: 'AMBER/ADA', exact: true }).count()).toBe(1);
  trades.set(kept);
});

/** Tells of the trade what only a chain that drops blocks would make of it. */
async function showRollback(of: string, change: Partial<TradeView>): Promise<void> {
  const trades = app.composition.app.main.topics.trades as Topic<TradeView[]>;
  const [newest, ...others] = trades.value;
  if (!newest) throw new Error('there is no trade');
  trades.set([{ ...newest, ...change, failure: { code: 'block-rolled-back', data: { of } } }, ...others]);
  await app.main.getByRole('alert').getByText('The chain dropped a block').waitFor();
}

it('shows the approval window with warnings, with much to show, and blocked', async () => {
  await quoteTrade(app.main, '2500', 'AMBER');
  // Where a swap was built at the exchanges of this one, its fees are known before the review.
  await lookInBoth(app, 'ticket-fees');
  const approval = await reviewTrade(app);
  const { task } = approvalTopic().value;
  if (task.kind !== 'transaction') throw new Error('the approval window shows nothing');
  await show({ ...task, ...WARNED, summaryHash: 'a'.repeat(64) });
  await approval.getByText('Accept the 2 warnings above first.').waitFor();
  await lookAtApproval(app, approval, 'approval-warned');
  await agreeToAll(approval);
  await approval.locator('details').last().locator('summary').click();
  await lookInBoth(app, 'approval-agreed', { page: approval, sizes: APPROVAL_SIZES });

  await show({ ...task, ...CROWDED, summaryHash: 'b'.repeat(64) });
  await approval.getByText(CROWDED.title).waitFor();
  for (const layer of await approval.locator('details').all())
    await layer.evaluate((element) => element.setAttribute('open', ''));
  await lookInBoth(app, 'approval-crowded', { page: approval, sizes: APPROVAL_SIZES });

  await show({ ...task, ...BLOCKED, summaryHash: 'c'.repeat(64) });
  await approval.getByText('This cannot be signed.').waitFor();
  expect(await passwordField(approval).count()).toBe(0);
  expect(await signButton(approval).count()).toBe(0);
  await lookInBoth(app, 'approval-blocked', { page: approval, sizes: APPROVAL_SIZES });
  await lastClick(approval.getByRole('button', { name: 'Close' }));
  await app.approvalGone();
});

it('draws names in all scripts with its own fonts, whatever the system has', async () => {
  const { main } = app;
  const names = [
    '漢字とかな',
    '汉字',
    '한국어',
    'العربية',
    'देवनागरी',
    'עברית',
    'ไทย',
    'Ελληνικά',
    'Кириллица',
  ];
  await main.evaluate((texts) => {
    const samples = document.createElement('div');
    samples.id = 'samples';
    samples.append(...texts.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
    document.body.append(samples);
  }, names);
  await main.evaluate(() => document.fonts.ready);
  const devtools = await main.context().newCDPSession(main);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const found = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '#samples > p',
  });
  const drawnWith = async (nodeId: number): Promise<boolean> => {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont);
  };
  for (const [index, nodeId] of found.nodeIds.entries())
    await eventually(`${names[index]} has fonts`, async () => (await drawnWith(nodeId)) || undefined);
  expect(found.nodeIds.length).toBe(names.length);
  await devtools.detach();
  await main.evaluate(() => document.getElementById('samples')?.remove());
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});

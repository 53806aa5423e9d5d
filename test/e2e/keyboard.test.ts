import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  closeSheet,
  funded,
  keysAreHeard,
  lastClick,
  lastKey,
  openReview,
  PASSWORD,
  passwordField,
  payField,
  quoteTrade,
  renewing,
  reviewTrade,
  signButton,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { QUIET_MS } from '../../src-renderer/app/stray-keys.ts';
import { SHUT_MS } from '../../src-renderer/features/approval/approval.svelte.ts';
import { eventually } from '../support/eventually.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const MOST_TABS = 80;

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
});
afterAll(() => app.stop());

interface FocusedPart {
  /** Its text, or the name that a screen reader tells. */
  readonly name: string;
  /** Whether the eye can see that it is the one. */
  readonly marked: boolean;
}

/** The part that has the focus. */
function focused(page: Page): Promise<FocusedPart> {
  return page.evaluate(() => {
    const part = document.activeElement;
    if (!(part instanceof HTMLElement) || part === document.body) return { name: '', marked: true };
    const own = part.getAttribute('aria-label') ?? part.innerText;
    const labels = part instanceof HTMLInputElement ? [...(part.labels ?? [])] : [];
    const name = own.trim() || labels.map((label) => label.innerText.trim()).join(' ');
    const marked = (element: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
    };
    // A field may be marked by the box around it, a hidden radio button by its label.
    const around = [part, part.parentElement, part.parentElement?.parentElement].filter(
      (each) => each instanceof Element,
    );
    return { name: name.replaceAll(/\s+/g, ' '), marked: around.some(marked) };
  });
}

/** Presses Tab until the part of that name holds the focus. Each stop on the way must be seen. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const unseen: string[] = [];
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    const part = await focused(page);
    if (!part.marked) unseen.push(part.name);
    if (typeof name === 'string' ? part.name === name : name.test(part.name)) {
      expect(unseen).toEqual([]);
      return;
    }
  }
  throw new Error(`Tab never reached ${String(name)}`);
}

/** Lets everything that a key press set off happen: the page has drawn twice and main has answered. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = (): Promise<unknown> => new Promise(requestAnimationFrame);
    await drawn();
    await drawn();
    const { touchstone } = globalThis as unknown as {
      touchstone: { call: Record<string, (input: unknown) => Promise<unknown>> };
    };
    // A call of either window that main answers, and that changes nothing.
    await (touchstone.call['app.about'] ?? touchstone.call['approval.approve'])?.({});
    await drawn();
  });
}

/** Waits until keys press buttons of the approval window, which they do not while it has only just come. */
function keysPress(approval: Page): Promise<void> {
  return approval.waitForTimeout(SHUT_MS);
}

async function approvalIsOpen(): Promise<boolean> {
  const { approval } = await app.shell.pages();
  return approval !== undefined && !approval.isClosed();
}

it('makes a wallet by keyboard alone', async () => {
  await tabTo(app.main, 'Start with a practice wallet');
  await app.main.keyboard.press('Enter');
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Practice wallet' }).waitFor();
  await vault.keyboard.type(PASSWORD);
  await tabTo(vault, 'Confirm password');
  await vault.keyboard.type(PASSWORD);
  await lastKey(vault, 'Enter');
  await app.vaultGone();
  await funded(app);
});

it('trades by keyboard alone, and Enter never signs', async () => {
  const { main } = app;
  await main.keyboard.press('m');
  expect((await focused(main)).name).toBe('Sell, in ADA');
  await main.keyboard.type('25');
  await tabTo(main, /^Buy:/);
  await main.keyboard.press('Enter');
  await main.getByRole('dialog', { name: 'Select what to buy' }).waitFor();
  await main.keyboard.type('AMBER');
  await main.getByRole('option', { selected: true }).getByText('AMBER', { exact: true }).first().waitFor();
  await main.getByText('searching').waitFor({ state: 'detached' });
  await main.keyboard.press('Enter');
  await main.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await focused(main)).name).toMatch(/^Buy:/);
  await tabTo(main, '1');
  await main.keyboard.press('ArrowRight');
  expect(await main.getByRole('radio', { name: '3', exact: true }).first().isChecked()).toBe(true);
  await main.getByRole('button', { name: 'Review trade' }).waitFor();
  await tabTo(main, 'Review trade');
  await main.keyboard.press('Enter');

  const approval = await renewing(app, () => app.approval());
  await approval.getByTestId('approval-sentences').waitFor();
  expect((await focused(approval)).name).toBe('Spending password');
  await keysPress(approval);
  // Another token goes by this name, and the price may have moved since the quote.
  for (const box of await approval.getByRole('checkbox').all()) {
    while (!(await box.evaluate((element) => element === document.activeElement)))
      await approval.keyboard.press('Tab');
    await approval.keyboard.press('Space');
    expect(await box.isChecked()).toBe(true);
  }
  for (const layer of ['Inputs', 'Raw bytes']) {
    await tabTo(approval, new RegExp(`^${layer}`));
    await approval.keyboard.press('Enter');
    await approval.locator('details[open] > summary').filter({ hasText: layer }).waitFor();
  }
  await tabTo(approval, 'Spending password');
  await approval.keyboard.type(PASSWORD);
  await approval.keyboard.press('Enter');
  await eventually('the button opens', async () =>
    (await signButton(approval).isEnabled()) ? true : undefined,
  );
  await approval.keyboard.press('Enter');
  await tabTo(approval, 'Sign');
  for (const key of ['Enter', 'NumpadEnter', 'Control+Enter', 'Shift+Enter'])
    await approval.keyboard.press(key);
  await settled(approval);
  expect(await approvalIsOpen()).toBe(true);
  expect(app.topic('trades').map(({ state }) => state)).toEqual(['built']);
  await approval.getByText(/^Expires in/).waitFor();
  await lastKey(approval, 'Space');

  await waitUntilFilled(main);
  await app.approvalGone();
  await closeSheet(main);
});

it('opens each layer by its key and closes the top one with Esc', async () => {
  const { main } = app;
  await keysAreHeard(main);
  await main.keyboard.press('?');
  const keys = main.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Close the top layer').waitFor();
  await main.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  await main.keyboard.press('h');
  const figures = main.getByRole('dialog', { name: 'What the figures mean' });
  await figures.getByRole('heading', { name: 'Net received' }).waitFor();
  await main.keyboard.press('Escape');
  await figures.waitFor({ state: 'detached' });

  await main.keyboard.press('Control+k');
  const palette = main.getByRole('dialog', { name: 'Palette' });
  await palette.waitFor();
  await main.keyboard.type('settings');
  await main.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
  const settings = main.getByRole('dialog', { name: 'Settings' });
  await settings.waitFor();
  await main.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });

  await main.keyboard.press('/');
  expect((await focused(main)).name).toMatch(/^Search markets/);
  await main.keyboard.type('am?b/er');
  expect(await main.getByRole('searchbox').or(main.locator('#market-search')).first().inputValue()).toBe(
    'am?b/er',
  );
  expect(await main.getByRole('dialog').count()).toBe(0);
});

/** Presses keys one after the other and expects what has the focus after each, which must be seen to have it. */
async function expectFocusAfter(page: Page, steps: readonly (readonly [string, string])[]): Promise<void> {
  for (const [key, name] of steps) {
    await page.keyboard.press(key);
    expect([key, await focused(page)]).toEqual([key, { name, marked: true }]);
  }
}

it('moves in a menu by arrows, Home, End and the first letters', async () => {
  const { main } = app;
  const selectedTab = (): Promise<unknown> => main.getByRole('tab', { selected: true }).allInnerTexts();
  const tabs = await selectedTab();
  const trigger = main.getByRole('button', { name: 'Scale, time and colours' });
  const menu = main.getByRole('menu', { name: 'Scale, time and colours' });
  await trigger.focus();
  await expectFocusAfter(main, [
    ['Enter', 'Linear scale'],
    ['End', 'Move to a separate window'],
    ['ArrowDown', 'Linear scale'],
    ['u', 'UTC'],
    ['Home', 'Linear scale'],
    ['v', 'Volume'],
    ['ArrowUp', 'UTC'],
    ['b', 'Blue and orange'],
    // Found: nothing. No letter is a key of the desk here.
    ['w', 'Blue and orange'],
    ['Home', 'Linear scale'],
    ['l', 'Logarithmic scale'],
  ]);
  expect(await selectedTab()).toEqual(tabs);
  await expectFocusAfter(main, [['Escape', 'Scale, time and colours']]);
  await menu.waitFor({ state: 'detached' });
  await expectFocusAfter(main, [['ArrowUp', 'Move to a separate window']]);
  await main.keyboard.press('Tab');
  await menu.waitFor({ state: 'detached' });
  await trigger.focus();
  await expectFocusAfter(main, [
    ['ArrowDown', 'Linear scale'],
    ['Enter', 'Scale, time and colours'],
  ]);

  const wallet = main.getByRole('menu', { name: 'Wallet' });
  await main.getByRole('button', { name: /^Wallet/ }).focus();
  await expectFocusAfter(main, [
    ['Enter', 'Receive'],
    ['End', 'Remove this wallet'],
    ['Shift+Tab', 'Copy the address'],
  ]);
  await wallet.waitFor();
  await main.keyboard.press('Escape');
  await wallet.waitFor({ state: 'detached' });
  expect((await focused(main)).name).toMatch(/^Wallet/);
});

/** The marked option of the list of a dialog, its place, and whether all of it is in view. */
function markedOption(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const list = document.querySelector('dialog [role=listbox]');
    const options = [...(list?.querySelectorAll('[role=option]') ?? [])];
    const marked = options.filter((option) => option.getAttribute('aria-selected') === 'true');
    const [option] = marked;
    if (!list || !option || marked.length > 1) return `${marked.length} options are marked`;
    const field = document.querySelector('dialog [role=combobox]');
    if (field?.getAttribute('aria-activedescendant') !== option.id) return 'the field names another option';
    const around = list.getBoundingClientRect();
    const own = option.getBoundingClientRect();
    if (own.top < around.top || own.bottom > around.bottom) return 'the marked option is out of view';
    const place = options.indexOf(option);
    return place === options.length - 1 ? 'last' : place;
  });
}

it('moves in the palette by arrows, Home and End, and takes what matches first', async () => {
  const { main } = app;
  await blur(main);
  await main.keyboard.press('Control+k');
  const palette = main.getByRole('dialog', { name: 'Palette' });
  const field = palette.getByRole('combobox');
  await palette.waitFor();
  expect(await markedOption(main)).toBe(0);
  for (const [key, place] of [
    ['End', 'last'],
    ['ArrowDown', 'last'],
    ['Home', 0],
    ['ArrowUp', 0],
    ['ArrowDown', 1],
    ['ArrowDown', 2],
  ] as const) {
    await main.keyboard.press(key);
    expect([key, await markedOption(main)]).toEqual([key, place]);
  }
  await main.keyboard.type('go to');
  expect(await markedOption(main)).toBe(0);
  await main.keyboard.press('End');
  await main.keyboard.press('Shift+Home');
  expect(await markedOption(main)).toBe('last');
  await main.keyboard.type('sett');
  expect(await field.inputValue()).toBe('sett');

  await main.keyboard.press('Tab');
  expect((await focused(main)).name).toBe('Commands');
  await main.keyboard.press('Home');
  expect(await markedOption(main)).toBe(0);
  // Characters typed in the list go into the field.
  await main.keyboard.type('ings');
  expect(await field.inputValue()).toBe('settings');
  await main.keyboard.press('Enter');
  await main.getByRole('dialog', { name: 'Settings' }).waitFor();
  await main.keyboard.press('Escape');

  await main.keyboard.press('Control+k');
  await main.keyboard.type('settings');
  // Enter that ends a composition, as in Japanese, picks nothing.
  await field.evaluate((input) => {
    for (const key of ['ArrowDown', 'Enter'])
      input.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }));
  });
  expect(await markedOption(main)).toBe(0);
  await palette.waitFor();
  await field.fill('');
  await main.keyboard.type('no such thing');
  await palette.getByText('Nothing by that name.').waitFor();
  expect(await field.getAttribute('aria-activedescendant')).toBe(null);
  await main.keyboard.press('Enter');
  await main.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
});

it('moves in the list of tokens by arrows, Home and End, and keeps the marked one in view', async () => {
  const { main } = app;
  await main.getByRole('button', { name: /^Buy:/ }).click();
  const picker = main.getByRole('dialog', { name: 'Select what to buy' });
  await picker.getByRole('option').first().waitFor();
  await main.keyboard.press('End');
  expect(await markedOption(main)).toBe('last');
  await main.keyboard.press('Home');
  expect(await markedOption(main)).toBe(0);
  for (let place = 1; place < 10; place += 1) await main.keyboard.press('ArrowDown');
  expect(await markedOption(main)).toBe(9);

  await main.keyboard.type('a');
  await picker.getByText('searching').waitFor();
  await picker.getByText('searching').waitFor({ state: 'detached' });
  const verified = picker.getByTitle('Verified by the service', { exact: true });
  expect(await verified.count()).toBeLessThan(await picker.getByRole('option').count());
  await picker.getByRole('checkbox', { name: 'verified only' }).check();
  await picker.getByRole('combobox').focus();
  await main.keyboard.press('End');
  expect(await markedOption(main)).toBe('last');
  // Enter takes nothing from the answer to another question.
  await picker.getByText('searching').waitFor({ state: 'detached' });
  await main.keyboard.press('End');
  expect(await markedOption(main)).toBe('last');
  await main.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
});

it('shows and hides amounts, and locks, by key', async () => {
  const { main } = app;
  const wallet = main.getByRole('button', { name: /^Wallet/ });
  await main.keyboard.press('Control+Shift+H');
  await wallet.getByTitle('Amounts are hidden').waitFor();
  await main.keyboard.press('Control+Shift+H');
  await wallet.getByTitle('Amounts are hidden').waitFor({ state: 'detached' });

  await main.getByRole('button', { name: 'Unlock for 15 min' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Unlock the wallet' }).waitFor();
  await vault.keyboard.type(PASSWORD);
  await lastKey(vault, 'Enter');
  await app.vaultGone();
  await app.topicWhen('wallet', ({ state }) => state === 'unlocked');
  await main.getByRole('button', { name: 'Lock the wallet' }).waitFor();
  await main.keyboard.press('Control+l');
  await app.topicWhen('wallet', ({ state }) => state === 'locked');
  await main.getByText('The wallet is locked.').waitFor();
});

/** Takes the focus from whatever has it, so that letters are keys of the desk. */
function blur(page: Page): Promise<void> {
  return page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

it('replaces an amount by what is typed next, and keeps one for each ticket', async () => {
  const { main } = app;
  const amount = (): Promise<string> => payField(main).inputValue();
  await blur(main);
  for (const [key, typed] of [
    ['m', '30'],
    ['l', '120'],
    ['d', '400'],
  ] as const) {
    await main.keyboard.press(key);
    await main.keyboard.type(typed);
    expect(await amount()).toBe(typed);
    await blur(main);
  }
  await main.keyboard.press('m');
  expect(await amount()).toBe('30');
  await main.keyboard.type('45');
  expect(await amount()).toBe('45');
  await blur(main);
  await payField(main).click();
  await main.keyboard.type('7');
  expect(await amount()).toBe('7');
  await main.keyboard.press('Tab');
  await main.keyboard.press('Shift+Tab');
  await main.keyboard.type('8');
  expect(await amount()).toBe('8');
  // A field that has the focus already is edited where it is clicked.
  await payField(main).click({ position: { x: 60, y: 16 } });
  await main.keyboard.type('0');
  expect(await amount()).toBe('80');
  await blur(main);
  await main.keyboard.press('l');
  const price = main.getByRole('textbox', { name: /^Limit price/ });
  await price.fill('0.5');
  await blur(main);
  await price.click();
  await main.keyboard.type('0.25');
  expect(await price.inputValue()).toBe('0.25');
  await blur(main);
});

it('leaves the approval window with Esc, and the trade with it', async () => {
  const { main } = app;
  await main.keyboard.press('m');
  await main.keyboard.type('30');
  const approval = await reviewTrade(app);
  await lastKey(approval, 'Escape');
  await app.approvalGone();
  await app.topicWhen('trades', ([trade]) => trade?.state === 'discarded');
  await main.getByText('Trade cancelled. Nothing was signed.').waitFor();
  await main.getByRole('dialog').waitFor({ state: 'detached' });
});

it('puts a passphrase that is typed at once into its field, and not a key of it anywhere else', async () => {
  const { main } = app;
  const PASSPHRASE = 'mold dial 120 wolf plan off';
  const standing = async (): Promise<unknown> => [
    await payField(main).inputValue(),
    await main.getByRole('tab', { selected: true }).allInnerTexts(),
    await main.getByRole('dialog').count(),
    app.topic('trades').length,
  ];
  await main.keyboard.press('m');
  await quoteTrade(main, '40', 'AMBER');
  const before = await standing();
  await openReview(app, 'Review trade');
  // The approval window is not there yet, and the keys arrive here.
  await main.keyboard.type(PASSPHRASE);
  const approval = await renewing(app, () => app.approval());
  await approval.keyboard.type(PASSPHRASE);
  await approval.getByTestId('approval-sentences').waitFor();
  await approval.keyboard.type(PASSPHRASE);
  await main.keyboard.type(PASSPHRASE);
  await settled(approval);
  expect(await approvalIsOpen()).toBe(true);
  expect(app.topic('trades')[0]?.state).toBe('built');
  const typed = await passwordField(approval).inputValue();
  // Keys typed before there was a page are lost, and no others.
  expect(`${PASSPHRASE}${PASSPHRASE}`.endsWith(typed)).toBe(true);
  expect(typed.endsWith(PASSPHRASE)).toBe(true);
  expect((await focused(approval)).name).toBe('Spending password');

  await lastKey(approval, 'Escape');
  await main.getByRole('dialog').waitFor({ state: 'detached' });
  await main.keyboard.type(PASSPHRASE);
  await main.keyboard.press('Enter');
  await app.approvalGone();
  await app.topicWhen('trades', ([trade]) => trade?.state === 'discarded');
  const after = await standing();
  expect((after as unknown[]).slice(0, 3)).toEqual((before as unknown[]).slice(0, 3));
  // A moment later the keys are those of the desk again; the moment starts over if the focus comes back late.
  await main.waitForTimeout(QUIET_MS);
  await blur(main);
  const shortcuts = main.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await eventually('the keys are heard', async () => {
    await main.keyboard.press('?');
    await main.waitForTimeout(QUIET_MS);
    return (await shortcuts.isVisible()) ? true : undefined;
  });
  await closeSheet(main);
});

it('lets no early key press a button of the approval window', async () => {
  const { main } = app;
  await quoteTrade(main, '40', 'AMBER');
  const approval = await reviewTrade(app);
  await approval.evaluate(() => {
    const cancel = [...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Cancel');
    cancel?.focus();
    // As when the system gives the window the focus.
    window.dispatchEvent(new Event('focus'));
  });
  await approval.keyboard.press('Enter');
  await approval.keyboard.press('Space');
  await approval.keyboard.type('wolf');
  await settled(approval);
  expect(await approvalIsOpen()).toBe(true);
  expect(await passwordField(approval).inputValue()).toBe(' wolf');
  await lastKey(approval, 'Escape');
  await app.approvalGone();
  await main.getByRole('dialog').waitFor({ state: 'detached' });
});

it('takes twelve keys and a password from the amount to the signature', async () => {
  const { main } = app;
  let keys = 0;
  const press = async (page: Page, ...pressed: readonly string[]): Promise<void> => {
    for (const key of pressed) {
      // Ctrl is a key, too.
      keys += key.split('+').length;
      await page.keyboard.press(key);
    }
  };
  await keysAreHeard(main);
  await payField(main).fill('');
  await blur(main);
  await press(main, 'm', '4', '5');
  await main.getByRole('button', { name: 'Review trade' }).waitFor();
  await press(main, 'Control+Enter');
  const approval = await renewing(app, () => app.approval());
  await approval.getByTestId('approval-sentences').waitFor();
  await keysPress(approval);
  expect((await focused(approval)).name).toBe('Spending password');
  await approval.keyboard.type(PASSWORD);
  await eventually('the button opens', async () =>
    (await signButton(approval).isEnabled()) ? true : undefined,
  );
  while ((await focused(approval)).name !== 'Sign') await press(approval, 'Tab');
  keys += 1;
  await lastKey(approval, 'Space');
  await app.approvalGone();
  expect(keys).toBeLessThanOrEqual(12);
  await waitUntilFilled(main);
  await closeSheet(main);
});

it('takes three clicks and a password', async () => {
  const { main } = app;
  let clicks = 0;
  const click = async (part: Locator): Promise<void> => {
    clicks += 1;
    await lastClick(part);
  };
  await click(payField(main));
  await main.keyboard.type('46');
  await click(main.getByRole('button', { name: 'Review trade' }));
  const approval = await renewing(app, () => app.approval());
  await approval.getByTestId('approval-sentences').waitFor();
  // The focus is in the field.
  await approval.keyboard.type(PASSWORD);
  await click(signButton(approval));
  await app.approvalGone();
  expect(clicks).toBe(3);
  await waitUntilFilled(main);
  await closeSheet(main);
});

it('leaves the vault window with Esc', async () => {
  await app.main.getByRole('button', { name: 'Unlock for 15 min' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Unlock the wallet' }).waitFor();
  await lastKey(vault, 'Escape');
  await app.vaultGone();
  expect(app.topic('wallet').state).toBe('locked');
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});

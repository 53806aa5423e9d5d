import { networkWords } from '#domain/network.ts';
import { showMinutes } from '../format/age.ts';
import { FUNDING } from '../state/wallet.svelte.ts';
import type { Desk } from './desk.svelte.ts';
import { chartCommands, layoutCommands, marketCommands, workspaceCommands } from './market-commands.ts';
import type { Workspaces } from './workspaces.svelte.ts';
import type { DeskCharts } from './desk-charts.svelte.ts';
import { goToTicket, type PaletteCommand } from './keys.ts';
import { orderCommands, planCommands, tradeCommands } from './list-commands.ts';

export interface PaletteParts {
  readonly charts: DeskCharts;
  readonly workspaces: Workspaces;
  readonly search: () => void;
}

/** The commands that make sense now; one that could do nothing is left out. */
export function paletteCommands(
  desk: Desk,
  { charts, workspaces, search }: PaletteParts,
): readonly PaletteCommand[] {
  return [
    ...ticketCommands(desk),
    ...marketCommands(desk, search),
    ...layoutCommands(charts, desk.panels),
    ...workspaceCommands(workspaces, desk.layers),
    ...chartCommands(charts.active),
    ...tradeCommands(desk),
    ...orderCommands(desk),
    ...planCommands(desk),
    ...applicationCommands(desk),
  ];
}

function ticketCommands({
  dcaTicket,
  entry,
  ladderTicket,
  layers,
  limitTicket,
  batch,
  panels,
  swapTicket,
}: Pick<
  Desk,
  'dcaTicket' | 'entry' | 'ladderTicket' | 'layers' | 'limitTicket' | 'batch' | 'panels' | 'swapTicket'
>): readonly PaletteCommand[] {
  const shown = { market: swapTicket, limit: limitTicket, ladder: ladderTicket, dca: dcaTicket }[
    panels.ticket
  ];
  const commands: PaletteCommand[] = [
    { text: 'Go to the ticket: market swap', keys: ['M'], run: () => goToTicket(panels, 'market') },
    { text: 'Go to the limit order', keys: ['L'], run: () => goToTicket(panels, 'limit') },
    { text: 'Go to the ladder of limit orders', run: () => goToTicket(panels, 'ladder') },
    {
      text: 'Go to the recurring order (DCA)',
      keys: ['D'],
      run: () => goToTicket(panels, 'dca'),
    },
  ];
  if (entry.receive !== undefined) commands.push({ text: 'Flip the trade', run: () => shown.flip() });
  if (shown.request !== undefined) commands.push({ text: 'Refresh the price', run: () => shown.refresh() });
  const { view } = batch;
  if (view?.state === 'running')
    commands.push({
      text:
        view.kind === 'ladder'
          ? 'Stop the ladder after this order'
          : 'Stop cancelling after this transaction',
      run: () =>
        void layers.report(batch.stop(view.id), 'It stops after the transaction that is being made.'),
    });
  return commands;
}

function applicationCommands({
  balance,
  layers,
  look,
  preferences,
  profile,
  releases,
  wallet,
}: Pick<
  Desk,
  'balance' | 'layers' | 'look' | 'preferences' | 'profile' | 'releases' | 'wallet'
>): readonly PaletteCommand[] {
  const commands: PaletteCommand[] = [];
  const add = (text: string, run: () => void, keys?: readonly string[]): void =>
    void commands.push({ text, run, ...(keys && { keys }) });
  const vault = (task: Parameters<typeof wallet.openVault>[0]) => (): void =>
    void layers.report(wallet.openVault(task));

  if (wallet.address !== undefined) {
    add('Receive: show the address', () => layers.show({ kind: 'receive' }));
    add('Send ADA or tokens', () => layers.show({ kind: 'send' }));
    add('Coins: list, label and freeze them', () => layers.show({ kind: 'coins' }));
    add('Refresh the balance', () => void layers.report(balance.refresh(), 'The balance was refreshed.'));
    if (profile.practice) add('Fund with play money', () => void layers.report(wallet.fund(), FUNDING));
  }
  if (wallet.state === 'unlocked')
    add('Lock the wallet', () => void layers.report(wallet.lock(), 'The wallet is locked.'), ['Ctrl', 'L']);
  if (wallet.state === 'locked') add(`Unlock for ${showMinutes(preferences.unlockMinutes)}`, vault('unlock'));
  if (wallet.state === 'none') {
    add('Create a wallet', vault('create'));
    add('Import recovery words', vault('import'));
    add('Restore a backup', vault('restore'));
    add('Watch an address', vault('watch'));
  } else if (wallet.state === 'watching') {
    add('Stop watching this wallet', vault('remove'));
  } else if (wallet.view !== undefined) {
    add('Save an encrypted backup', vault('backup'));
    add('Change password', vault('change-password'));
  }
  add(
    layers.amountsHidden ? 'Show amounts' : 'Hide amounts',
    () => {
      layers.amountsHidden = !layers.amountsHidden;
    },
    ['Ctrl', 'Shift', 'H'],
  );
  for (const theme of ['dark', 'light', 'system'] as const) {
    if (preferences.view?.theme !== theme)
      add(`Theme: ${theme}`, () => void layers.report(preferences.set({ theme })));
  }
  const blue = preferences.priceColours === 'blue-orange';
  add(
    `Colours of prices: ${blue ? 'green and red' : 'blue and orange'}`,
    () => void layers.report(preferences.set({ priceColours: blue ? 'green-red' : 'blue-orange' })),
  );
  if (Object.keys(preferences.layout).length > 0)
    add('Put the layout back', () => void layers.report(preferences.set({ layout: {} })));
  if (profile.view !== undefined && profile.view.service !== 'starting') {
    const switching = (to: string) => (): void => void layers.report(profile.switchTo(to));
    if (!profile.practice) add('Switch to practice', switching('practice'));
    for (const { id, name, network } of profile.view.profiles)
      if (id !== profile.view.id) add(`Switch to ${name} · ${networkWords(network)}`, switching(id));
  }
  add('Settings', () => layers.show({ kind: 'settings' }));
  add('Limits: show them', () => layers.show({ kind: 'settings', section: 'limits' }));
  if (wallet.address !== undefined) add('Limits: change them', vault('policy'));
  add('Settings of the service', () => layers.show({ kind: 'settings', section: 'service' }));
  add('Where each secret lives', () => layers.show({ kind: 'settings', section: 'secrets' }));
  add('Trade for real: set up and test a live service', () => layers.show({ kind: 'go-live' }));
  add('Look at an address, read-only', () => layers.show({ kind: 'look' }));
  if (look.address !== undefined)
    add('Leave the look', () => void layers.report(look.leave(), 'The lists are your own again.'));
  add('Check a release: is a downloaded file the one that was signed?', () =>
    layers.show({ kind: 'check-release' }),
  );
  if (releases.offered !== undefined)
    add(`What is new in Touchstone ${releases.offered.version}`, () => layers.show({ kind: 'release-news' }));
  add('Settings of releases and new versions', () => layers.show({ kind: 'settings', section: 'releases' }));
  add('Keyboard shortcuts', () => layers.show({ kind: 'keys' }), ['?']);
  add('Take the tour of the desk', () => layers.show({ kind: 'tour' }));
  add('Execution quality: how your fills came out', () => layers.show({ kind: 'quality' }));
  add('What the figures mean', () => layers.show({ kind: 'glossary' }), ['H']);
  return commands;
}

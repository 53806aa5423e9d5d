import type { Desk } from '../state/desk.svelte.ts';

export interface PaletteCommand {
  readonly text: string;
  readonly run: () => void;
}

/** The commands that make sense now; one that could do nothing is left out. */
export function paletteCommands(desk: Desk): readonly PaletteCommand[] {
  const { wallet, layers, profile, ticket } = desk;
  const commands: PaletteCommand[] = [];
  const add = (text: string, run: () => void): void => void commands.push({ text, run });
  const vault = (task: Parameters<typeof wallet.openVault>[0]) => (): void =>
    void desk.tell(wallet.openVault(task));

  if (ticket.receive !== undefined) add('Turn the trade round', () => ticket.flip());
  if (ticket.request !== undefined) add('Refresh the price', () => ticket.refresh());
  if (wallet.address !== undefined) {
    add('Receive: show the address', () => layers.show({ kind: 'receive' }));
    add('Refresh the balance', () => void desk.tell(desk.balance.refresh(), 'The balance was refreshed.'));
    if (profile.practice)
      add(
        'Fund with play money',
        () => void desk.tell(wallet.fund(), 'Play money was asked for. It arrives with the next block.'),
      );
  }
  if (wallet.state === 'unlocked')
    add('Lock the wallet', () => void desk.tell(wallet.lock(), 'The wallet is locked.'));
  if (wallet.state === 'locked') add('Sign for some minutes without asking', vault('unlock'));
  if (wallet.state === 'none') {
    add('Create a wallet', vault('create'));
    add('Import recovery words', vault('import'));
    add('Restore a backup', vault('restore'));
  } else if (wallet.view !== undefined) {
    add('Save an encrypted backup', vault('backup'));
    add('Change password', vault('change-password'));
  }
  add(layers.amountsHidden ? 'Show amounts' : 'Hide amounts', () => {
    layers.amountsHidden = !layers.amountsHidden;
  });
  for (const theme of ['dark', 'light', 'system'] as const) {
    if (desk.preferences.view?.theme !== theme)
      add(`Theme: ${theme}`, () => void desk.tell(desk.preferences.set({ theme })));
  }
  if (profile.view !== undefined && profile.view.service !== 'starting') {
    const other = profile.practice ? 'live' : 'practice';
    add(`Switch to ${other}`, () => void desk.tell(profile.switchTo(other)));
  }
  add('Settings', () => layers.show({ kind: 'settings' }));
  add('Show all keys', () => layers.show({ kind: 'keys' }));
  return commands;
}

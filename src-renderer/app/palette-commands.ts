import { REPLAY_SPEEDS } from '#contract/replay.ts';
import type { Answer } from '../client/main-api.ts';
import { networkWords } from '#domain/network.ts';
import { showMinutes } from '../format/age.ts';
import { FUNDING } from '../state/wallet.svelte.ts';
import type { Desk } from './desk.svelte.ts';
import { chartCommands, layoutCommands, marketCommands, workspaceCommands } from './market-commands.ts';
import type { Workspaces } from './workspaces.svelte.ts';
import type { DeskCharts } from './desk-charts.svelte.ts';
import { goToTicket, type PaletteCommand } from './keys.ts';
import { orderCommands, planCommands, tradeCommands } from './list-commands.ts';
import { words } from './words/commands.ts';

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
    ...replayCommands(desk, charts),
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
    { text: words.goToSwap, keys: ['M'], run: () => goToTicket(panels, 'market') },
    { text: words.goToLimit, keys: ['L'], run: () => goToTicket(panels, 'limit') },
    { text: words.goToLadder, run: () => goToTicket(panels, 'ladder') },
    {
      text: words.goToRecurring,
      keys: ['D'],
      run: () => goToTicket(panels, 'dca'),
    },
  ];
  if (entry.receive !== undefined) commands.push({ text: words.flip, run: () => shown.flip() });
  if (shown.request !== undefined) commands.push({ text: words.refreshPrice, run: () => shown.refresh() });
  const { view } = batch;
  if (view?.state === 'running')
    commands.push({
      text: view.kind === 'ladder' ? words.stopLadder : words.stopCancelling,
      run: () => void layers.report(batch.stop(view.id), words.stopping),
    });
  return commands;
}

function replayCommands({ layers, replay }: Desk, charts: DeskCharts): readonly PaletteCommand[] {
  const { view } = replay;
  if (view === undefined) return [];
  const report = (doing: Promise<Answer<unknown>>) => void layers.report(doing);
  const running = view.playing || view.held;
  const moving: readonly PaletteCommand[] = replay.ended
    ? []
    : [
        {
          text: running ? words.replayPause : words.replayPlay,
          keys: ['R'],
          run: () => report(replay.toggle()),
        },
        { text: words.replayBlock, keys: ['.'], run: () => report(replay.step('block')) },
        {
          text: words.replayCandle,
          keys: ['Shift', '.'],
          run: () => report(replay.step(charts.active.model.period)),
        },
        ...REPLAY_SPEEDS.filter((speed) => speed !== replay.speed).map((speed) => ({
          text: words.replaySpeed({ speed }),
          run: () => void replay.setSpeed(speed),
        })),
      ];
  return [...moving, { text: words.replayResult, run: () => layers.show({ kind: 'replay-result' }) }];
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
    add(words.receive, () => layers.show({ kind: 'receive' }));
    add(words.send, () => layers.show({ kind: 'send' }));
    add(words.coins, () => layers.show({ kind: 'coins' }));
    add(words.refreshBalance, () => void layers.report(balance.refresh(), words.balanceRefreshed));
    if (profile.practice) add(words.fund, () => void layers.report(wallet.fund(), FUNDING));
  }
  if (wallet.state === 'unlocked')
    add(words.lockWallet, () => void layers.report(wallet.lock(), words.walletLocked), ['Ctrl', 'L']);
  if (wallet.state === 'locked')
    add(words.unlockFor({ minutes: showMinutes(preferences.unlockMinutes) }), vault('unlock'));
  if (wallet.state === 'none') {
    add(words.createWallet, vault('create'));
    add(words.importWords, vault('import'));
    add(words.restoreBackup, vault('restore'));
    add(words.watchAddress, vault('watch'));
  } else if (wallet.state === 'watching') {
    add(words.stopWatching, vault('remove'));
  } else if (wallet.view !== undefined) {
    add(words.saveBackup, vault('backup'));
    add(words.changePassword, vault('change-password'));
  }
  add(
    layers.amountsHidden ? words.showAmounts : words.hideAmounts,
    () => {
      layers.amountsHidden = !layers.amountsHidden;
    },
    ['Ctrl', 'Shift', 'H'],
  );
  for (const theme of ['dark', 'light', 'system'] as const) {
    if (preferences.view?.theme !== theme)
      add(words.theme({ theme }), () => void layers.report(preferences.set({ theme })));
  }
  const colours = preferences.priceColours === 'blue-orange' ? 'green-red' : 'blue-orange';
  add(words.priceColours({ colours }), () => void layers.report(preferences.set({ priceColours: colours })));
  if (Object.keys(preferences.layout).length > 0)
    add(words.layoutBack, () => void layers.report(preferences.set({ layout: {} })));
  if (profile.view !== undefined && profile.view.service !== 'starting') {
    const switching = (to: string) => (): void => void layers.report(profile.switchTo(to));
    if (!profile.practice || profile.view.replay) add(words.toPractice, switching('practice'));
    if (!profile.view.replay) add(words.toReplay, switching('replay'));
    for (const { id, name, network } of profile.view.profiles)
      if (id !== profile.view.id)
        add(words.toProfile({ profile: name, network: networkWords(network) }), switching(id));
  }
  add(words.settings, () => layers.show({ kind: 'settings' }));
  add(words.showLimits, () => layers.show({ kind: 'settings', section: 'limits' }));
  if (wallet.address !== undefined) add(words.changeLimits, vault('policy'));
  add(words.serviceSettings, () => layers.show({ kind: 'settings', section: 'service' }));
  add(words.secrets, () => layers.show({ kind: 'settings', section: 'secrets' }));
  add(words.tradeForReal, () => layers.show({ kind: 'go-live' }));
  add(words.lookAtAddress, () => layers.show({ kind: 'look' }));
  if (look.address !== undefined)
    add(words.leaveLook, () => void layers.report(look.leave(), words.lookLeft));
  add(words.checkRelease, () => layers.show({ kind: 'check-release' }));
  if (releases.offered !== undefined)
    add(words.whatIsNew(releases.offered), () => layers.show({ kind: 'release-news' }));
  add(words.releaseSettings, () => layers.show({ kind: 'settings', section: 'releases' }));
  add(words.keys, () => layers.show({ kind: 'keys' }), ['?']);
  add(words.tour, () => layers.show({ kind: 'tour' }));
  add(words.quality, () => layers.show({ kind: 'quality' }));
  add(words.figuresMean, () => layers.show({ kind: 'glossary' }), ['H']);
  return commands;
}

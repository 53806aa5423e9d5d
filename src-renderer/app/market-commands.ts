import { ADA } from '#domain/asset.ts';
import { TRENDING_PERIODS, type TrendingPeriod } from '#domain/trending.ts';
import { tokenLabel } from '../format/amount.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { deskSizes, hasRoomForBook } from './desk-sizes.ts';
import type { PaletteCommand } from './palette-command.ts';

const trendingWords: Readonly<Record<TrendingPeriod, string>> = {
  '5min': '5 minutes',
  '30min': '30 minutes',
  '1hour': '1 hour',
  '4hour': '4 hours',
  '1day': '1 day',
};

/** What can be done with the lists of tokens and with the token in the middle. */
export function marketCommands(desk: Desk, search: () => void): readonly PaletteCommand[] {
  const { lists, markets } = desk;
  const commands: PaletteCommand[] = [{ text: 'Search tokens', keys: ['/'], run: search }];
  const add = (text: string, run: () => void, keys?: readonly string[]): void =>
    void commands.push({ text, run, ...(keys && { keys }) });
  const { selected } = markets;
  if (selected !== undefined) {
    const token = desk.tokens.shape(selected);
    const label = tokenLabel(token);
    for (const list of lists.watchLists) {
      const on = list.tokens.some(({ id }) => id === selected);
      add(
        on ? `Watch list ${list.name}: take ${label} off` : `Watch list ${list.name}: put ${label} on it`,
        () => void desk.tell(lists.toggle(list, selected)),
        list === lists.current ? ['W'] : undefined,
      );
    }
    if (markets.quote !== ADA) add(`Show ${label} against ADA`, () => void desk.showPair(token, ADA));
  }
  for (const list of lists.watchLists)
    add(`Show the watch list ${list.name}`, () => {
      lists.choose(list.id);
      lists.show('watch');
    });
  for (const period of TRENDING_PERIODS)
    add(`Show what trends over ${trendingWords[period]}`, () => {
      lists.show('trending');
      void lists.loadTrending(period, Date.now());
    });
  add('Show recent tokens', () => lists.show('recent'));
  add('Show all tokens', () => lists.show('all'));
  const beside = deskSizes(desk.preferences.layout, innerWidth, innerHeight).book !== undefined;
  for (const [tab, text] of [
    ['activity', 'Activity'],
    ['book', 'Order book and depth'],
    ['wallet', 'Balances'],
    ['pools', 'Pools and depth'],
    ['token', 'Token page, notes and links'],
  ] as const)
    if (desk.lower !== tab && !(tab === 'book' && beside)) add(`Show: ${text}`, () => (desk.lower = tab));
  if (beside) add('Order book: put it among the tables', () => desk.moveBook('below'));
  else if (hasRoomForBook(innerWidth))
    add('Order book: put it beside the chart', () => desk.moveBook('beside'));
  return commands;
}

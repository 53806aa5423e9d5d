import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line';
import ArrowUpFromLine from '@lucide/svelte/icons/arrow-up-from-line';
import Bell from '@lucide/svelte/icons/bell';
import type { TokenView } from '#contract/tokens.ts';
import type { RowAction } from '../features/markets/market-rows.ts';
import { tokenLabel } from '../format/amount.ts';
import type { OrderEntry } from '../order-entry/order-entry.svelte.ts';
import type { Panels } from '../state/panels.svelte.ts';
import { ADA_TOKEN } from '../state/tokens.svelte.ts';
import { goToAlerts, goToTicket } from './keys.ts';
import { words } from './words/desk.ts';

/** The menu of a token in a market list: at most, it fills in a form. */
export function rowActions(token: TokenView, panels: Panels, entry: OrderEntry): readonly RowAction[] {
  const label = { token: tokenLabel(token) };
  return [
    {
      text: words.buyToken(label),
      icon: ArrowDownToLine,
      run: () => {
        entry.payWithAda();
        entry.chooseReceive(token);
        goToTicket(panels, 'market');
      },
    },
    {
      text: words.sellToken(label),
      icon: ArrowUpFromLine,
      run: () => {
        entry.choosePay(token);
        entry.chooseReceive(ADA_TOKEN);
        goToTicket(panels, 'market');
      },
    },
    {
      text: words.alertOnToken(label),
      icon: Bell,
      run: () => {
        entry.selectToken(token);
        goToAlerts(panels);
      },
    },
  ];
}

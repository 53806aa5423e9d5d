import type { Desk } from './desk.svelte.ts';
import type { OrderAction } from './order-form.ts';

/** Does what a ticket's button offers to do about the obstacle that it names. */
export function removeObstacle(desk: Desk, action: OrderAction, refresh: () => void): void {
  const { ticket, layers, profile, wallet } = desk;
  switch (action) {
    case 'open-settings':
      layers.show({ kind: 'settings', section: 'service' });
      return;
    case 'mend-service':
      if (profile.practice) void desk.tell(profile.switchTo('practice'));
      else layers.show({ kind: 'settings', section: 'service' });
      return;
    case 'enter-key':
      void desk.tell(wallet.openVault('api-key'));
      return;
    case 'choose-token':
      layers.show({
        kind: 'pick-token',
        title: 'Choose what to get',
        without: ticket.pay.id,
        onpick: (token) => desk.chooseReceive(token),
      });
      return;
    case 'enter-amount':
      document.getElementById('ticket-pay')?.focus();
      return;
    case 'enter-price':
      emptyPrice()?.focus();
      return;
    case 'pay-with-ada':
      desk.limitTicket.pair.payWithAda();
      return;
    case 'set-up-wallet':
      desk.lookAround = false;
      return;
    case 'acknowledge':
      if (ticket.unacknowledged)
        layers.show({ kind: 'acknowledge', token: ticket.unacknowledged, then: () => undefined });
      return;
    case 'refresh':
      refresh();
  }
}

/** The first price field without a price, else the first one. */
function emptyPrice(): HTMLElement | undefined {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-price]')];
  return fields.find(({ value }) => value === '') ?? fields[0];
}

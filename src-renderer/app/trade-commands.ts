import { tradeOffers } from '#domain/trade-offers.ts';
import { amountText, tokenLabel } from '../format/amount.ts';
import type { Desk } from '../state/desk.svelte.ts';
import type { PaletteCommand } from './palette-command.ts';

const MOST_TRADES = 5;

/** What can be done with trades that were made: open them, go on where one stopped, save receipts. */
export function tradeCommands(desk: Desk): readonly PaletteCommand[] {
  const { trades, layers, tokens } = desk;
  const made = (trades.list ?? []).filter(({ state }) => state !== 'built' && state !== 'discarded');
  const commands: PaletteCommand[] = [];
  for (const trade of made.slice(0, MOST_TRADES)) {
    const words = `${amountText(BigInt(trade.pay.quantity), tokens.shape(trade.pay.asset))} for ${tokenLabel(tokens.shape(trade.receive))}`;
    const offers = tradeOffers(trade);
    const stopped = trade.state === 'submission-unknown';
    if (offers.assembleHere)
      commands.push({
        text: `Resume: put ${words} together here and send it`,
        run: () => void desk.tell(trades.assembleHere(trade.id), 'Put together here and sent.'),
      });
    if (offers.askAgain || stopped)
      commands.push({
        text: `Resume: send ${words} again, the same bytes`,
        run: () => void desk.tell(trades.resubmit(trade.id), 'The same bytes were sent again.'),
      });
    commands.push({
      text: `Open the trade ${words}`,
      run: () => layers.show({ kind: 'trade', tradeId: trade.id }),
    });
  }
  if (made.some(({ hasReceipt }) => hasReceipt === true))
    commands.push({ text: 'Save the receipts of all trades', run: () => void saveReceipts(desk) });
  return commands;
}

async function saveReceipts({ trades, layers }: Desk): Promise<void> {
  const answer = await trades.saveReceipts();
  if (!answer.ok) layers.complain(answer.failure);
  else if (answer.value.saved) layers.say(`The receipts are saved as ${answer.value.place ?? 'a file'}.`);
}

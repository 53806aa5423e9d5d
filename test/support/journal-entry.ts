import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import type { Trade } from '#domain/trade.ts';
import type { JournalEntry, TradeBytes } from '../../src-main/ports/journal.ts';

export const SOME_TOKEN = ('ab'.repeat(28) + '544f4b') as AssetId;

/** A journal entry with every field that a plain trade has; parts are replaced as told. */
export function journalEntry(trade: Partial<Trade> = {}, bytes: Partial<TradeBytes> = {}): JournalEntry {
  return {
    trade: {
      id: 'trade-1',
      kind: 'swap',
      state: 'built',
      pay: { asset: ADA, quantity: quantity(25_000_000n) },
      receive: SOME_TOKEN,
      slippageBps: 100,
      expected: quantity(1_000n),
      atLeast: quantity(990n),
      routes: [{ exchange: 'EXA', amountIn: quantity(25_000_000n), expectedOut: quantity(1_000n) }],
      costs: {
        networkFee: quantity(180_000n),
        exchangeFees: quantity(2_000_000n),
        deposits: quantity(2_000_000n),
        otherRecipients: quantity(0n),
      },
      bodyHash: '11'.repeat(32),
      validUntil: epochMs(2_000_000),
      orders: [{ index: 0, exchange: 'EXA', minimum: quantity(990n), deposit: quantity(2_000_000n) }],
      createdAt: epochMs(1_000_000),
      updatedAt: epochMs(1_000_000),
      ...trade,
    },
    bytes: {
      unsignedCbor: '84a0a0f5f6',
      owner: 'addr_test1owner',
      inputs: [{ txHash: '22'.repeat(32), index: 1 }],
      ownSigners: ['44'.repeat(28)],
      foreignSigners: [],
      validUntilSlot: 5_000,
      ...bytes,
    },
  };
}

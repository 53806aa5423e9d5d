import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../src-main/cli/addressed.ts';
import { UsageError } from '../../../src-main/cli/terminal.ts';
import { readWatched } from '../../../src-main/wallet/watched.ts';
import { myAddress } from '../../support/good-trade.ts';
import { must } from '../../support/trader.ts';

describe('an address typed in capitals, as QR codes have it', () => {
  const capitals = ` ${myAddress.toUpperCase()} `;

  it('is the same address to every command: the same journal, and one that back-ends know', async () => {
    expect(must(await addressOf({ address: capitals }, 'preprod'))).toBe(myAddress);
    expect(must(readWatched(capitals, 'preprod')).address).toBe(myAddress);
  });

  it('is none when it mixes them', async () => {
    const mixed = `${myAddress.slice(0, 9).toUpperCase()}${myAddress.slice(9)}`;
    await expect(addressOf({ address: mixed }, 'preprod')).rejects.toThrow(UsageError);
  });
});

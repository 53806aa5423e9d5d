import { expect, test } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { parseAssetId } from '#domain/asset.ts';
import { amount } from '#domain/words/phrases.en.ts';
import { BlockfrostLedger } from '../../../src-main/ledger/blockfrost/client.ts';
import { KoiosLedger } from '../../../src-main/ledger/koios/client.ts';
import { merge, shownAmount } from '../../../src-main/market/token-catalogue.ts';
import { answeringServer, quickParts } from '../../support/answering-server.ts';
import { baseUrl } from '../../support/http-parts.ts';

const shortId = 'abababab…544f4b';
/** A token unknown to the service has the name that anybody entered in a registry. */

const policy = 'ab'.repeat(28);
const id = parseAssetId(`${policy}544f4b`);
if (id === undefined) throw new Error('no token');
const server = answeringServer();

const back = {
  Blockfrost: (ticker: string, name: string) => {
    server.answers({ quantity: '1', metadata: { ticker, name, decimals: 6 } });
    return new BlockfrostLedger({ ...quickParts(), base: baseUrl(server.url) });
  },
  Koios: (ticker: string, name: string) => {
    server.answers([
      { policy_id: policy, asset_name: '544f4b', token_registry_metadata: { ticker, name, decimals: 6 } },
    ]);
    return new KoiosLedger({ ...quickParts(), base: baseUrl(server.url) });
  },
};

test.each([
  ['turns the sentence around', '\u202eKOT\u2066', 'KOT'],
  ['begins a new line', 'ADA\nYou get 1,000 ADA', 'ADAYou get 1,000 ADA'],
  ['shows nothing of a part', 'T\u200bO\u00adK', 'TOK'],
  ['is half a character', 'TOK\ud800', 'TOK\ufffd'],
  ['has no end', 'T'.repeat(100_000), 'T'.repeat(40)],
])('a ticker that %s is shown as plain text, whichever back-end brings it', async (_how, ticker, shown) => {
  for (const open of Object.values(back)) {
    const ledger = open(ticker, `${ticker} token`);
    const asset = await ledger.asset(id);
    await ledger.close();
    if (!asset.ok || asset.value === undefined) throw new Error('no asset');
    const token = merge(id, undefined, asset.value);
    expect(token.ticker).toBe(shown);
    expect(token.name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(token.name.length).toBeLessThan(81);
    const named = /^[A-Z]{1,24}$/.test(shown) ? shown : shortId;
    expect(amount(shownAmount(quantity(5_000_000n), token))).toBe(`5 ${named}`);
  }
});

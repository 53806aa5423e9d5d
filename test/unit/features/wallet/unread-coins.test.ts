import { expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import type { Connection } from '../../../../src-main/cli/connection.ts';
import { holdings, unreadLines } from '../../../../src-main/cli/balance.ts';
import { readBalance } from '../../../../src-main/features/wallet/balance.ts';
import { TokenCatalogue } from '../../../../src-main/market/token-catalogue.ts';
import type { Utxo } from '../../../../src-main/ports/ledger.ts';
import type { Service } from '../../../../src-main/ports/service.ts';
import { myAddress } from '../../../support/good-trade.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { ScriptedLedger } from '../../../support/scripted-ledger.ts';
import { must } from '../../../support/trader.ts';

it('coins that could not be read are said beside a balance, in windows and on the command line', async () => {
  const coin: Utxo = { txHash: 'a'.repeat(64), index: 0, address: myAddress, value: new Map([[ADA, 5n]]) };
  const data = { count: 1, list: 'coins', path: 'value', from: 'ledger' };
  const leftOut = failure('rows-left-out', data);
  const ledger = Object.assign(new ScriptedLedger(), {
    utxosAt: () => Promise.resolve({ ok: true as const, value: [coin], leftOut }),
  });
  const shown = must(await readBalance([myAddress], ledger, () => Promise.resolve(ADA_TOKEN)));
  expect(shown).toMatchObject({ leftOut, total: new Map([[ADA, 5n]]) });
  // Nothing is asked of the service for a wallet of ADA.
  const service = {} as Service;
  const tokens = new TokenCatalogue(service, ledger, new ManualClock());
  const printed = must(await holdings([myAddress], { ledger, service, tokens } as unknown as Connection));
  expect(unreadLines(printed.leftOut)[0]).toBe(
    '1 of the coins that the ledger back-end sent cannot be read and is left out (the first for its value).',
  );
});

import type { SwapIntent } from '#domain/quote.ts';
import { slot } from '#domain/time.ts';
import { parseWitnessSet, spliceWitnesses } from '../../src-main/cardano/witness.ts';
import { knownScripts } from '../../src-main/app/order-scripts.ts';
import type { TradingAccount } from '../../src-main/trading/kinds/quote.ts';
import type { AttackBase } from './attack-kinds/attack-kind.ts';
import { need } from './live-clients.ts';
import type { PracticeEndpoints } from './practice-process.ts';
import { practiceWallet } from './practice-wallet.ts';

/** The phrase of `openTrader` is the one of an entropy of zeros. */
const TRADER_ENTROPY = 0;

/** The transaction that practice just built for the test's trader, as a base for attacks. */
export async function liveAttackBase(
  cbor: string,
  { pay, receive }: Pick<SwapIntent, 'pay' | 'receive'>,
  account: TradingAccount,
  { ledgerUrl }: PracticeEndpoints,
): Promise<AttackBase> {
  const latest = (await (await fetch(`${ledgerUrl}/blocks/latest`)).json()) as { readonly slot: number };
  // Derived each time: the application's wallet wipes every copy of its keys from the chain library's memory.
  const wallet = practiceWallet(TRADER_ENTROPY);
  const ownWitnesses = wallet.sign(cbor);
  const witnesses = need(parseWitnessSet(ownWitnesses));
  return {
    name: 'practice',
    input: {
      cbor,
      terms: { kind: 'swap', pay, receive },
      subject: 'quote',
      own: account.own,
      resolved: new Map(),
      missingInputs: 'block',
      network: 'preprod',
      tipSlot: slot(latest.slot),
      parameters: { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 },
      scripts: knownScripts('practice', 'preprod'),
    },
    payment: wallet.paymentKeyHash,
    stake: wallet.stakeKeyHash,
    network: 0,
    signed: need(spliceWitnesses(cbor, witnesses)),
    ownWitnesses,
    needed: witnesses.map(({ keyHash }) => keyHash),
  };
}

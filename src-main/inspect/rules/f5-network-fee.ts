import { ADA } from '#domain/asset.ts';
import { minimumFeeSigned } from '../../cardano/fees.ts';
import { block, type Rule, warn } from '../rule.ts';
import { amountText } from '../wording.ts';

const ONE_ADA = 1_000_000n;

/** Bounds from real trades: none without scripts paid more than 0.7 ADA, none with scripts more than 1.5. */
export const networkFee: Rule = {
  id: 'F5',
  holds: 'The network fee is what such a transaction costs.',
  leavesOut:
    "Fees of the exchange and of the service (V2, V3); and below one ADA, a ledger back-end that overstates the network's prices.",
  judge: ({ tx, given, ownSigners, foreignSigners }) => {
    const { fee } = tx.body;
    const scripts = tx.witnesses.hasRedeemers;
    const most = (scripts ? 5n : 2n) * ONE_ADA;
    const usual = (scripts ? 2n : 1n) * ONE_ADA;
    const missing = Math.max(0, ownSigners.length + foreignSigners.length - tx.witnesses.vkeys.length);
    const least = minimumFeeSigned(tx.bytes.length, missing, given.parameters);
    if (fee > most) return [block('F5', `The network fee of ${amountText(ADA, fee)} is far too high.`)];
    if (fee > usual) return [warn('F5', `The network fee of ${amountText(ADA, fee)} is unusually high.`)];
    if (!scripts && fee > 2n * least)
      return [
        warn(
          'F5',
          `The network fee of ${amountText(ADA, fee)} is more than twice what is needed (${amountText(ADA, least)}).`,
        ),
      ];
    return [];
  },
};

import type { CborItem } from '../../cardano/cbor-scanner.ts';
import type { OrderTerms } from '../order-form.ts';
import { cancelKey, constr, demandEmpty, fieldsOf, keyAddress, natural, refuse } from '../plutus-data.ts';

/** Terms common to the orders of Minswap V1 and of its stable swap: all except those in their step. */
export interface MinswapFrame {
  readonly terms: Omit<OrderTerms, 'wanted' | 'minimumReceived'>;
  readonly step: CborItem;
}

/**
 * Reads `[sender, receiver, receiver's datum hash?, step, batcher fee, output ADA]`. The receiver gets the proceeds, the
 * sender's key may cancel and then decides where the funds go. A sender with another stake part is refused, since the
 * terms would not show it.
 */
export function readMinswapFrame(datum: CborItem): MinswapFrame {
  const [sender, receiver, receiverDatum, step, batcherFee, outputAda] = fieldsOf(datum, 0, 6, 'the order');
  if (constr(fieldsOf(sender, 0, 2, "the order's sender")[0], "the order's sender").index === 1n)
    return refuse(
      'its owner is a script, and the contract of this exchange lets only a key cancel an order: it could never be taken back',
    );
  const canceller = keyAddress(sender, "the order's sender");
  const owner = keyAddress(receiver, "the order's receiver");
  if (canceller.stake !== owner.stake)
    return refuse("the order's sender and receiver have different stake parts");
  demandEmpty(receiverDatum, 1, 'the proceeds would be sent with a datum');
  return {
    terms: {
      ownerPaymentKeyHash: owner.payment,
      ownerStakeKeyHash: owner.stake,
      cancelKeyHash: cancelKey(canceller.payment, owner.payment),
      batcherFee: natural(batcherFee, 'the batcher fee'),
      deposit: natural(outputAda, 'the deposit'),
    },
    step,
  };
}

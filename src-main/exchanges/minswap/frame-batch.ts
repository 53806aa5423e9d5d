import type { CborItem } from '../../cardano/cbor-scanner.ts';
import { fieldsOf, natural } from '../plutus-data.ts';

/** Terms common to the orders of Minswap V1 and of its stable swap. */
export interface FrameTerms {
  readonly receiver: CborItem;
  readonly step: CborItem;
  readonly batcherFee: bigint;
  /** Lovelace returned along with the proceeds. */
  readonly outputAda: bigint;
}

/** `[sender, receiver, receiver's datum hash?, step, batcher fee, output ADA]`. */
export function frameTerms(item: CborItem): FrameTerms {
  const [, receiver, , step, batcherFee, outputAda] = fieldsOf(item, 0, 6, 'the order');
  return {
    receiver,
    step,
    batcherFee: natural(batcherFee, 'the batcher fee'),
    outputAda: natural(outputAda, 'the output ADA'),
  };
}

import type { Rule } from './rule.ts';
import { onePlainTransaction } from './rules/d1-one-plain-transaction.ts';
import { knownFields } from './rules/d2-known-fields.ts';
import { decodersAgree } from './rules/d3-decoders-agree.ts';
import { hashOfRawBytes } from './rules/d4-hash-of-raw-bytes.ts';
import { markedValid } from './rules/d5-marked-valid.ts';
import { attachedData } from './rules/d6-attached-data.ts';
import { distinctInputs } from './rules/d7-distinct-inputs.ts';
import { signaturesPresent } from './rules/d8-signatures-present.ts';
import { governance } from './rules/f1-governance.ts';
import { withdrawals } from './rules/f2-withdrawals.ts';
import { mint } from './rules/f3-mint.ts';
import { collateral } from './rules/f4-collateral.ts';
import { networkFee } from './rules/f5-network-fee.ts';
import { network } from './rules/f6-network.ts';
import { validity } from './rules/f7-validity.ts';
import { signers } from './rules/f8-signers.ts';
import { references } from './rules/f9-references.ts';
import { perTradeLimit } from './rules/p1-per-trade.ts';
import { perDayLimit } from './rules/p2-per-day.ts';
import { slippageLimit } from './rules/p3-slippage.ts';
import { impactLimit } from './rules/p4-impact.ts';
import { verifiedOnly } from './rules/p5-verified-only.ts';
import { allowedExchanges } from './rules/p6-allowed-exchanges.ts';
import { firstSeenRecipient } from './rules/p7-first-seen-recipient.ts';
import { firstSeenScript } from './rules/p8-first-seen-script.ts';
import { firstSeenToken } from './rules/p9-first-seen-token.ts';
import { offMarketLimit } from './rules/p10-off-market.ts';
import { costLimit } from './rules/p11-cost-limit.ts';
import { secondProof } from './rules/s2-second-proof.ts';
import { inputsResolved } from './rules/r1-inputs-resolved.ts';
import { inputsProven } from './rules/r2-inputs-proven.ts';
import { sumsMatch } from './rules/r3-sums-match.ts';
import { ownInputs } from './rules/r4-own-inputs.ts';
import { netChange } from './rules/v1-net-change.ts';
import { orderValue } from './rules/v2-order-value.ts';
import { recipients } from './rules/v3-recipients.ts';
import { changeAddress } from './rules/v4-change-address.ts';
import { leastAda } from './rules/v5-least-ada.ts';
import { datumNamesMe } from './rules/v6-datum-names-me.ts';
import { minimumReceivedEnforced } from './rules/v7-minimum-received.ts';
import { orderStakePart } from './rules/v8-order-stake-part.ts';
import { knownScript } from './rules/v9-known-script.ts';
import { cancellation } from './rules/v10-cancellation.ts';
import { recurring } from './rules/v11-recurring.ts';
import { signedBefore } from './rules/v12-signed-before.ts';
import { spendable } from './rules/v13-spendable.ts';
import { orderTime } from './rules/v14-order-time.ts';
import { withinAgreement } from './rules/v15-agreement.ts';
import { totalCostAsked } from './rules/v16-total-cost.ts';
import { metadata } from './rules/f10-metadata.ts';
import { scriptData } from './rules/f11-script-data.ts';

/** Every rule, in the order in which they run: decode, resolve, verify, fields a trade never needs, the user's policy, second proof. */
export const ruleTable: readonly Rule[] = [
  onePlainTransaction,
  knownFields,
  decodersAgree,
  hashOfRawBytes,
  markedValid,
  attachedData,
  distinctInputs,
  signaturesPresent,
  inputsResolved,
  inputsProven,
  sumsMatch,
  ownInputs,
  netChange,
  orderValue,
  recipients,
  changeAddress,
  leastAda,
  datumNamesMe,
  minimumReceivedEnforced,
  orderStakePart,
  knownScript,
  cancellation,
  recurring,
  signedBefore,
  spendable,
  orderTime,
  withinAgreement,
  totalCostAsked,
  governance,
  withdrawals,
  mint,
  collateral,
  networkFee,
  network,
  validity,
  signers,
  references,
  metadata,
  scriptData,
  perTradeLimit,
  perDayLimit,
  slippageLimit,
  impactLimit,
  verifiedOnly,
  allowedExchanges,
  firstSeenRecipient,
  firstSeenScript,
  firstSeenToken,
  offMarketLimit,
  costLimit,
  secondProof,
];

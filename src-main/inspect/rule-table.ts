import type { Rule } from './rule.ts';
import {
  attachedData,
  decodersAgree,
  distinctInputs,
  hashOfRawBytes,
  knownFields,
  markedValid,
  onePlainTransaction,
  signaturesPresent,
} from './rules/decoding.ts';
import {
  governance,
  metadata,
  mint,
  references,
  scriptData,
  signers,
  withdrawals,
} from './rules/forbidden-fields.ts';
import { collateral, network, networkFee, validity } from './rules/ledger-terms.ts';
import {
  costLimit,
  impactLimit,
  offMarketLimit,
  perDayLimit,
  perTradeLimit,
  slippageLimit,
} from './rules/limits.ts';
import {
  allowedExchanges,
  firstSeenRecipient,
  firstSeenScript,
  firstSeenToken,
  verifiedOnly,
} from './rules/familiarity.ts';
import { secondProof } from './rules/second-proof.ts';
import { inputsProven, inputsResolved, ownInputs, sumsMatch } from './rules/inputs.ts';
import { changeAddress, leastAda, netChange } from './rules/wallet-change.ts';
import { orderValue } from './rules/order-value.ts';
import { recipients } from './rules/recipients.ts';
import { datumNamesMe, knownScript, orderStakePart, spendable } from './rules/order-control.ts';
import { minimumReceivedEnforced, orderTime } from './rules/order-fill.ts';
import { cancellation } from './rules/cancellation.ts';
import { recurring } from './rules/recurring.ts';
import { frozenCoins, lookalike, payment } from './rules/payment.ts';
import { replacement } from './rules/replacement.ts';
import { signedBefore, totalCostAsked, withinAgreement } from './rules/agreement.ts';

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
  replacement,
  payment,
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
  frozenCoins,
  lookalike,
  secondProof,
];

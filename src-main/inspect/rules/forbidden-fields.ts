import { ADA } from '#domain/asset.ts';
import { block, info, type Rule, warn } from '../rule.ts';
import { satisfies } from '../../cardano/native-script.ts';
import type { OwnScript } from '../../cardano/own-script.ts';
import type { Withdrawal } from '../../cardano/transaction.ts';
import { type Facts, type InputFact, isLockedByScript } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { amountText, shortened } from '../wording.ts';
import { attachedMessage } from '../../cardano/attached-data.ts';

const NEVER: ReadonlyMap<number, string> = new Map([
  [4, 'would change your staking or register something'],
  [6, 'would change protocol parameters'],
  [19, 'would cast a vote'],
  [20, 'would submit a governance proposal'],
  [21, 'makes a statement about the treasury'],
  [22, 'would donate to the treasury'],
]);

export const governance: Rule = {
  id: 'F1',
  holds: 'The transaction carries no certificate, vote, proposal, update, treasury value or donation.',
  leavesOut: 'Nothing of these is ever needed for a trade.',
  judge: ({ tx }) =>
    [...NEVER]
      .filter(([key]) => tx.body.keys.has(key))
      .map(([, what]) => block('F1', `The transaction ${what}.`)),
};

export const withdrawals: Rule = {
  id: 'F2',
  holds: 'The transaction withdraws no staking rewards.',
  leavesOut: 'Why a script wants a withdrawal of zero, which runs it.',
  judge: (facts) => {
    const { tx } = facts;
    if (!tx.body.keys.has(5)) return [];
    if (tx.body.withdrawals.length === 0)
      return [block('F2', 'The transaction holds an empty list of withdrawals.')];
    return tx.body.withdrawals.map((withdrawal) => judgeWithdrawal(withdrawal, facts));
  },
};

function judgeWithdrawal({ account, quantity }: Withdrawal, { given, trade }: Facts): Finding {
  if (given.own.stakeKeyHashes.has(account.slice(2)))
    return block('F2', `The transaction takes your staking rewards (${amountText(ADA, quantity)}).`);
  // Header types 14 and 15: a key, a script.
  const runsScript = account.startsWith('f') && quantity === 0n;
  return runsScript && !trade
    ? info('F2', 'It runs a script through a withdrawal of zero.')
    : block('F2', 'The transaction withdraws from a reward account, which a trade never needs.');
}

export const mint: Rule = {
  id: 'F3',
  holds: 'The transaction creates and burns no tokens.',
  leavesOut: 'Cancellations of exchanges that mark their orders with a token.',
  judge: ({ tx }) => (tx.body.keys.has(9) ? [block('F3', 'The transaction creates or burns tokens.')] : []),
};

export const signers: Rule = {
  id: 'F8',
  holds: 'Only your own keys have to sign.',
  leavesOut: 'What the signatures authorise (F1, F2).',
  judge: (facts) => {
    const { tx, ownSigners, foreignSigners, given } = facts;
    const others = foreignSigners.length;
    const foreign =
      others === 0
        ? []
        : [warn('F8', `${others} ${others === 1 ? 'key' : 'keys'} of someone else must sign too.`)];
    const stake = tx.body.requiredSigners.some((hash) => given.own.stakeKeyHashes.has(hash));
    return [
      ...foreign,
      ...(given.own.script ? ofScript(facts, given.own.script) : []),
      ...(stake ? [info('F8', `Needs ${ownSigners.length} of your keys, including the stake key.`)] : []),
    ];
  },
};

/**
 * A key of the wallet's script may also hold funds or orders alone, or share another script's wallet. Its signature
 * would release those too: whoever builds for the wallet could include them, as an input from a stranger or as an order
 * of the wallet.
 */
function ofScript({ tx, inputs, collateral }: Facts, wallet: OwnScript): readonly Finding[] {
  const { script, keys } = wallet;
  const strange = inputs.filter(
    (input) => input.cancelled && isLockedByScript(input) && !namesWallet(input, tx, wallet),
  );
  const aside = [...inputs, ...collateral].filter(
    ({ address }) => address?.payment.kind === 'key' && keys.has(address.payment.hash),
  );
  const { validFrom, validUntil } = tx.body;
  return [
    ...aside.map(({ reference }) =>
      block(
        'F8',
        `It also spends ${shortened(reference)}, which a key that signs for this wallet holds alone.`,
      ),
    ),
    ...strange.map(({ reference }) =>
      block(
        'F8',
        `It takes back ${shortened(reference)}, which is no order of this wallet alone: a key that signs for it may hold that by itself.`,
      ),
    ),
    ...(satisfies(script, keys, { validFrom, validUntil })
      ? []
      : [
          block(
            'F8',
            "During this transaction's validity, the wallet's script lets nobody spend, whoever signs.",
          ),
        ]),
  ];
}

/**
 * Whether the terms of an output locked by another script name the wallet's script and none of the keys that sign for
 * it.
 */
function namesWallet(
  { resolved }: InputFact,
  { witnesses }: Facts['tx'],
  { hash, keys }: OwnScript,
): boolean {
  const datum = resolved?.datum;
  const terms =
    datum?.kind === 'inline'
      ? datum.hex
      : datum?.kind === 'hash'
        ? witnesses.data.get(datum.hash)
        : undefined;
  return terms?.includes(hash) === true && ![...keys].some((key) => terms.includes(key));
}

export const references: Rule = {
  id: 'F9',
  holds: 'No output carries a script.',
  leavesOut: 'What reference inputs hold: they are read, never spent.',
  judge: ({ tx }) => {
    const { outputs, collateralReturn, referenceInputs } = tx.body;
    const scripts = [...outputs, ...(collateralReturn ? [collateralReturn] : [])].some(
      (output) => output.hasReferenceScript,
    );
    return [
      ...(scripts
        ? [block('F9', 'The transaction stores a script in an output, which a trade never needs.')]
        : []),
      ...(referenceInputs.length > 0
        ? [info('F9', `Reads ${referenceInputs.length} other outputs without spending them.`)]
        : []),
    ];
  },
};

/** What is attached costs only its bytes, but it is public for ever and may say something in the user's name. */
export const metadata: Rule = {
  id: 'F10',
  holds: 'Nothing is attached to the transaction.',
  leavesOut: 'Whether what the attached data says is true.',
  judge: ({ tx }) => {
    if (tx.auxiliaryHash === undefined) return [];
    const { message, otherBytes } = attachedMessage(tx);
    return [
      ...(message === ''
        ? []
        : [info('F10', `It carries a public message: "${message.replace(/["“”„«»]/gu, "'")}".`)]),
      ...(otherBytes === 0 ? [] : [info('F10', `${otherBytes} bytes of other data are attached to it.`)]),
    ];
  },
};

/** The body's script data hash binds redeemers and datums, which are outside the signed body. */
export const scriptData: Rule = {
  id: 'F11',
  holds:
    'What the transaction passes to scripts is bound by the signed body, and nothing is bound that is missing.',
  leavesOut:
    'Whether the hash is right: it also covers cost parameters of the network, and the ledger checks it.',
  judge: (facts) => {
    const { tx } = facts;
    if (tx.witnesses.hasRedeemers && !runsScripts(facts))
      return [block('F11', 'The transaction includes redeemers, but nothing in it runs a script.')];
    const present = tx.witnesses.hasRedeemers || tx.witnesses.data.size > 0;
    const bound = tx.body.scriptDataHash !== undefined;
    if (present === bound) return [];
    return [
      block(
        'F11',
        present
          ? 'What the transaction passes to scripts is not bound by what you sign.'
          : 'The transaction binds data for scripts that it does not include.',
      ),
    ];
  },
};

/** Body fields that may run scripts besides inputs: certificates, withdrawals, mints, votes, proposals. */
const RUNNING_FIELDS = [4, 5, 9, 19, 20];

/** Whether anything may need a redeemer, as far as its inputs could be looked up. */
function runsScripts({ tx, inputs }: Facts): boolean {
  if (RUNNING_FIELDS.some((key) => tx.body.keys.has(key))) return true;
  return inputs.some((input) => input.address === undefined || isLockedByScript(input));
}

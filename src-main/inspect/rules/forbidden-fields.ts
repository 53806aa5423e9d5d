import { shortened } from '#domain/words/names.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import { satisfies } from '../../cardano/native-script.ts';
import type { OwnScript } from '../../cardano/own-script.ts';
import type { Withdrawal } from '../../cardano/transaction.ts';
import { type Facts, type InputFact, isLockedByScript } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { shownAda } from '../wording.ts';
import type { ForbiddenField } from '../words/form.en.ts';
import { attachedMessage } from '../../cardano/attached-data.ts';
import { sentence } from '../words/sentences.ts';

const NEVER: ReadonlyMap<number, ForbiddenField> = new Map([
  [4, 'certificates'],
  [6, 'protocol-update'],
  [19, 'votes'],
  [20, 'proposals'],
  [21, 'treasury-value'],
  [22, 'treasury-donation'],
]);

export const governance: Rule = {
  ...described('F1'),
  judge: ({ tx }) =>
    [...NEVER]
      .filter(([key]) => tx.body.keys.has(key))
      .map(([, field]) => block('F1', sentence('F1-forbidden', { field }))),
};

export const withdrawals: Rule = {
  ...described('F2'),
  judge: (facts) => {
    const { tx } = facts;
    if (!tx.body.keys.has(5)) return [];
    if (tx.body.withdrawals.length === 0) return [block('F2', sentence('F2-empty'))];
    return tx.body.withdrawals.map((withdrawal) => judgeWithdrawal(withdrawal, facts));
  },
};

function judgeWithdrawal({ account, quantity }: Withdrawal, { context, trade }: Facts): Finding {
  if (context.own.stakeKeyHashes.has(account.slice(2)))
    return block('F2', sentence('F2-rewards', { what: shownAda(quantity) }));
  // Header types 14 and 15: a key, a script.
  const runsScript = account.startsWith('f') && quantity === 0n;
  return runsScript && !trade
    ? info('F2', sentence('F2-runs-script'))
    : block('F2', sentence('F2-withdraws'));
}

export const mint: Rule = {
  ...described('F3'),
  judge: ({ tx }) => (tx.body.keys.has(9) ? [block('F3', sentence('F3-mints'))] : []),
};

export const signers: Rule = {
  ...described('F8'),
  judge: (facts) => {
    const { tx, ownSigners, foreignSigners, context } = facts;
    const others = foreignSigners.length;
    const foreign = others === 0 ? [] : [warn('F8', sentence('F8-others', { keys: others }))];
    const stake = tx.body.requiredSigners.some((hash) => context.own.stakeKeyHashes.has(hash));
    return [
      ...foreign,
      ...(context.own.script ? ofScript(facts, context.own.script) : []),
      ...(stake ? [info('F8', sentence('F8-stake', { keys: ownSigners.length }))] : []),
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
    ...aside.map(({ reference }) => block('F8', sentence('F8-held-alone', { input: shortened(reference) }))),
    ...strange.map(({ reference }) =>
      block('F8', sentence('F8-not-this-wallet', { input: shortened(reference) })),
    ),
    ...(satisfies(script, keys, { validFrom, validUntil }) ? [] : [block('F8', sentence('F8-nobody'))]),
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
  ...described('F9'),
  judge: ({ tx }) => {
    const { outputs, collateralReturn, referenceInputs } = tx.body;
    const scripts = [...outputs, ...(collateralReturn ? [collateralReturn] : [])].some(
      (output) => output.hasReferenceScript,
    );
    return [
      ...(scripts ? [block('F9', sentence('F9-stores'))] : []),
      ...(referenceInputs.length > 0
        ? [info('F9', sentence('F9-reads', { outputs: referenceInputs.length }))]
        : []),
    ];
  },
};

/** Attached data costs only its bytes, but it is public for ever and may say something in the user's name. */
export const metadata: Rule = {
  ...described('F10'),
  judge: ({ tx }) => {
    if (tx.auxiliaryHash === undefined) return [];
    const { message, usual, otherBytes, otherUsual } = attachedMessage(tx);
    const quoted = { message: message.replace(/["“”„«»]/gu, "'") };
    const shown = usual
      ? info('F10', sentence('F10-message', quoted))
      : warn('F10', sentence('F10-unusual', quoted));
    return [
      ...(message === '' ? [] : [shown]),
      ...(otherBytes === 0
        ? []
        : [(otherUsual ? info : warn)('F10', sentence('F10-data', { bytes: otherBytes }))]),
    ];
  },
};

/** The body's script data hash binds redeemers and datums, which are outside the signed body. */
export const scriptData: Rule = {
  ...described('F11'),
  judge: (facts) => {
    const { tx } = facts;
    if (tx.witnesses.hasRedeemers && !runsScripts(facts)) return [block('F11', sentence('F11-no-script'))];
    const present = tx.witnesses.hasRedeemers || tx.witnesses.data.size > 0;
    const bound = tx.body.scriptDataHash !== undefined;
    if (present === bound) return [];
    return [block('F11', present ? sentence('F11-unbound') : sentence('F11-missing'))];
  },
};

/** Body fields that may run scripts besides inputs: certificates, withdrawals, mints, votes, proposals. */
const RUNNING_FIELDS = [4, 5, 9, 19, 20];

/** Whether anything may need a redeemer, as far as its inputs could be looked up. */
function runsScripts({ tx, inputs }: Facts): boolean {
  if (RUNNING_FIELDS.some((key) => tx.body.keys.has(key))) return true;
  return inputs.some((input) => input.address === undefined || isLockedByScript(input));
}

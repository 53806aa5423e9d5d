import type { NetworkName } from '#domain/network.ts';
import { objection, type Objection, type ProofInput, when } from './proof.ts';
import { ADA, excess, larger, lovelace, minus, of, total, weighed } from './sums.ts';
import { isOwn, type Spent, type Survey } from './survey.ts';
import type { Output, RawTransaction } from './transaction.ts';
import { amount, shortText } from './words.ts';

/** The network's number in addresses and bodies (CIP-19). */
function networkIdOf(network: NetworkName): 0 | 1 {
  return network === 'mainnet' ? 1 : 0;
}

/** Fields of a body that nothing which is agreed here needs, and that can do other things than trade. */
const FORBIDDEN: ReadonlyMap<number, string> = new Map([
  [4, 'would register, delegate or retire something'],
  [6, 'would vote on how the network works'],
  [9, 'creates or burns tokens'],
  [19, 'would cast a vote'],
  [20, 'would make a proposal'],
  [21, 'speaks of the treasury'],
  [22, 'would donate to the treasury'],
]);

/** Objections to forms and effects that no transaction may have, whatever was agreed. */
export function formObjections(survey: Survey): readonly Objection[] {
  return [
    ...envelopeObjections(survey),
    ...fieldObjections(survey),
    ...addressObjections(survey),
    ...inputObjections(survey),
    ...collateralObjections(survey),
  ];
}

function envelopeObjections({ tx }: Survey): readonly Objection[] {
  return [
    ...when(!tx.isValid, 'marked-failing', 'It is marked as failing: it would only take collateral.'),
    ...when(
      tx.attached !== tx.attachedStated,
      'attached-other',
      'What is attached to it is not what its body names.',
    ),
  ];
}

function fieldObjections({ tx, agreed, context }: Survey): readonly Objection[] {
  const forbidden = [...FORBIDDEN].filter(([key]) => tx.fields.has(key));
  const cancels = agreed.task.kind === 'cancel';
  const own = tx.withdrawals.some(({ account }) => context.account.stakeKeyHashes.has(account.slice(2)));
  // The reward accounts of scripts have the types 14 (of a key) and 15 (of a script) in their header.
  const runsScripts = tx.withdrawals.every(
    ({ account, amount: taken }) => account.startsWith('f') && taken === 0n,
  );
  return [
    ...forbidden.map(([, does]) => objection('forbidden-field', `It ${does}.`)),
    ...when(own, 'own-rewards', 'It takes your staking rewards.'),
    ...when(
      tx.fields.has(5) && (!cancels || !runsScripts || tx.withdrawals.length === 0),
      'withdrawal',
      'It withdraws from a reward account.',
    ),
    ...when(
      outputsOf(tx).some(({ carriesScript }) => carriesScript),
      'carries-script',
      'It stores a script in an output.',
    ),
    ...when(
      tx.networkId !== undefined && tx.networkId !== BigInt(networkIdOf(context.agreement.network)),
      'other-network',
      'It is made for another network.',
    ),
  ];
}

function addressObjections({ tx, ownOutputs, context }: Survey): readonly Objection[] {
  const expected = networkIdOf(context.agreement.network);
  return [
    ...outputsOf(tx).flatMap(({ holder }) => {
      if (holder.kind === 'odd')
        return [objection('address-odd', 'One of its addresses is not a payment address.')];
      if (holder.network !== expected)
        return [objection('other-network', 'One of its addresses is on another network.')];
      return when(
        holder.stake.kind === 'pointer',
        'address-odd',
        'One of its addresses hides its stake part behind a pointer.',
      );
    }),
    ...ownOutputs.flatMap(({ holder }) => {
      const { stake } = holder;
      const foreign =
        holder.kind === 'script'
          ? holder.text !== context.account.script?.address && stake.kind !== 'none'
          : stake.kind === 'script' ||
            (stake.kind === 'key' && !context.account.stakeKeyHashes.has(stake.hash));
      return when(
        foreign,
        'change-stake-foreign',
        `Change goes to ${shortText(holder.text)}, whose stake part is not yours.`,
      );
    }),
  ];
}

/**
 * An output that one key can release alone is not a shared wallet's order: its terms must name the script and none of
 * the keys.
 */
function isOfWallet({ datum = '' }: Spent, { account: { script } }: ProofInput): boolean {
  return !script || (datum.includes(script.hash) && ![...script.keys].some((key) => datum.includes(key)));
}

/** Its outputs, including the return of the collateral. */
function outputsOf({ outputs, collateralReturn }: RawTransaction): readonly Output[] {
  return collateralReturn ? [...outputs, collateralReturn] : outputs;
}

function inputObjections(survey: Survey): readonly Objection[] {
  const { tx, inputs, agreed, forged, context } = survey;
  const unknown = [...inputs, ...survey.collateral].filter(({ holder }) => holder === undefined);
  const wanted = agreed.task.kind === 'cancel' ? agreed.task.orders : [];
  return [
    ...when(tx.inputs.length === 0, 'no-input', 'It spends nothing.'),
    ...when(new Set(tx.inputs).size !== tx.inputs.length, 'input-twice', 'It names one input twice.'),
    ...forged.map((hash) =>
      objection('parent-other', `The bytes given for the transaction ${shortText(hash)} belong to another.`),
    ),
    ...unknown.map(({ name }) =>
      objection('input-unproven', `Nothing proves what ${shortText(name)} holds.`),
    ),
    ...[...inputs, ...survey.collateral]
      .filter(
        ({ holder }) => holder?.kind === 'key' && context.account.script?.keys.has(holder.hash) === true,
      )
      .map(({ name }) =>
        objection(
          'signer-input',
          `It spends ${shortText(name)}, which a key that signs for this wallet holds alone.`,
        ),
      ),
    ...inputs
      .filter((input) => input.agreed && !input.own && !isOfWallet(input, context))
      .map(({ name }) =>
        objection(
          'order-of-another',
          `It takes back ${shortText(name)}, which is no order of this wallet alone.`,
        ),
      ),
    ...inputs
      .filter(({ holder, agreed: named, own }) => holder?.kind === 'script' && !named && !own)
      .map(({ name }) =>
        objection('script-input', `It spends ${shortText(name)}, which a script locks and you did not name.`),
      ),
    ...wanted
      .filter((name) => !tx.inputs.includes(name))
      .map((name) => objection('order-left', `It does not take back ${shortText(name)}.`)),
    ...(unknown.length === 0 ? balanceObjections(survey) : []),
  ];
}

/** Asset by asset: what is spent, minted and withdrawn is what is put out, paid as the fee and donated. */
function balanceObjections({ tx, inputs }: Survey): readonly Objection[] {
  const withdrawn = tx.withdrawals.reduce((sum, { amount: taken }) => sum + taken, 0n);
  const enters = total([...inputs.map(({ value }) => value), tx.mint, lovelace(withdrawn)]);
  const leaves = total([...tx.outputs.map(({ value }) => value), lovelace(tx.fee + tx.donation)]);
  return when(
    minus(enters, leaves).size > 0,
    'unbalanced',
    'What goes into it does not equal what comes out.',
  );
}

/** Most lovelace of collateral that a failing script may take, or three times the fee where that is more. */
const MOST_AT_RISK = 5_000_000n;

function collateralObjections(survey: Survey): readonly Objection[] {
  const { tx, collateral, context } = survey;
  const mine = collateral.filter(({ own }) => own);
  if (mine.length === 0) return [];
  const back = tx.collateralReturn;
  const returned = back && isOwn(back.holder, context) ? back : undefined;
  if (!returned) return [objection('collateral-kept', 'If a script fails, all of your collateral is lost.')];
  const { stake } = returned.holder;
  const foreign =
    stake.kind !== 'none' && (stake.kind !== 'key' || !context.account.stakeKeyHashes.has(stake.hash));
  const put = total(mine.map(({ value }) => value));
  const risk = of(weighed([1n, put], [-1n, returned.value]), ADA);
  const tokens = [...excess(put, returned.value)].some(([asset]) => asset !== ADA);
  const stated = tx.totalCollateral;
  return [
    ...when(
      stated !== undefined && stated !== risk && mine.length === collateral.length,
      'collateral-risk',
      'What it states as the collateral at risk is not what is at risk.',
    ),
    ...when(
      foreign,
      'change-stake-foreign',
      'Your collateral returns to an address whose stake part is not yours.',
    ),
    ...when(tokens, 'collateral-kept', 'If a script fails, tokens of your collateral are lost.'),
    ...when(
      risk > larger(MOST_AT_RISK, 3n * tx.fee),
      'collateral-risk',
      `If a script fails, ${amount(ADA, risk)} of your collateral is lost.`,
    ),
  ];
}

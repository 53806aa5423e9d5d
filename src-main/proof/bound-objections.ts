import type { AgreedTransaction } from '../agreement/agreement.ts';
import type { Value } from '#domain/amount.ts';
import { broughtByOthers, type Figures } from './figures.ts';
import { objection, type Objection, when } from './proof.ts';
import { ADA, excess, larger, minus, of, total, withoutAda } from './sums.ts';
import type { Survey } from './survey.ts';
import { amount, amounts } from './words.ts';

/** Where a transaction goes beyond what was agreed, or what was shown beyond what it does. */
export function boundObjections(survey: Survey, figures: Figures): readonly Objection[] {
  const { agreed, context } = survey;
  const { bounds } = agreed;
  const { tokens } = context.agreement;
  const beyond = (code: string, does: string, value: Value, most: Value): readonly Objection[] => {
    const extra = excess(value, most);
    return when(extra.size > 0, code, `${amounts(extra, tokens)} more ${does} than you agreed to.`);
  };
  const over = (code: string, does: string, units: bigint, most: bigint): readonly Objection[] =>
    when(
      units > most,
      code,
      `${amount(ADA, units)} ${does}, and you agreed to ${amount(ADA, most)} at most.`,
    );
  return [
    ...beyond('gone-beyond', 'leaves your wallet', figures.gone, bounds.gone),
    ...beyond('locked-beyond', 'is locked in orders', figures.locked, bounds.locked),
    ...over('others-beyond', 'is paid to others', figures.others, bounds.others),
    ...over('fee-beyond', 'is its network fee', figures.networkFee, bounds.networkFee),
    ...over('cost-beyond', 'is what it costs', figures.cost, bounds.cost),
    ...(figures.ordersRead ? belowObjections(figures.back, leastOf(agreed), survey) : []),
    ...tokenObjections(survey),
    ...heldObjections(survey, figures),
    ...claimObjections(survey, figures),
  ];
}

/** The least that has to come back: by the bounds, and by the task itself where it names one. */
function leastOf({ task, bounds: { back } }: AgreedTransaction): Value {
  switch (task.kind) {
    case 'swap':
    case 'limit':
      return new Map([...back, [task.receive, larger(of(back, task.receive), task.atLeast)]]);
    case 'dca':
    case 'cancel':
    case 'send':
      return back;
  }
}

function belowObjections(back: Value, least: Value, { context }: Survey): readonly Objection[] {
  const missing = excess(least, back);
  return when(
    missing.size > 0,
    'back-below',
    `${amounts(missing, context.agreement.tokens)} less comes back than you agreed to.`,
  );
}

/** Tokens never go to others, but for what is to be paid, and what others put into a cancellation themselves. */
function tokenObjections(survey: Survey): readonly Objection[] {
  const { otherOutputs, agreed, context } = survey;
  const { task } = agreed;
  const theirs =
    task.kind === 'cancel' ? broughtByOthers(survey) : task.kind === 'send' ? task.pays : new Map();
  const taken = withoutAda(excess(total(otherOutputs.map(({ value }) => value)), theirs));
  return when(
    taken.size > 0,
    'tokens-to-others',
    `${amounts(taken, context.agreement.tokens)} goes to somebody else.`,
  );
}

/** The orders of a cancellation must hold the value agreed to. */
function heldObjections(
  { agreed: { task }, inputs, context }: Survey,
  { held }: Figures,
): readonly Objection[] {
  if (task.kind !== 'cancel' || inputs.some(({ holder }) => holder === undefined)) return [];
  return when(
    minus(held, task.holds).size > 0,
    'holds-other',
    `The orders hold ${amounts(held, context.agreement.tokens)}, and not ${amounts(task.holds, context.agreement.tokens)}.`,
  );
}

/** Shown figures of the service: what the bytes could show to be too good may not have been shown. */
function claimObjections({ agreed: { task }, context }: Survey, figures: Figures): readonly Objection[] {
  const { atLeast = 0n, cancellationFee } = context.claims;
  if (task.kind === 'send') return [];
  if (task.kind === 'cancel') {
    if (figures.others === 0n) return [];
    return cancellationFee === undefined
      ? [objection('fee-not-shown', 'Others are paid for the cancellation, which was not shown.')]
      : when(
          figures.others > cancellationFee,
          'fee-not-shown',
          `Others are paid ${amount(ADA, figures.others)} for the cancellation, and ${amount(ADA, cancellationFee)} was shown.`,
        );
  }
  return when(
    atLeast > of(figures.back, task.receive),
    'least-not-enforced',
    'The orders enforce less than what was shown as the least.',
  );
}

import { valuesEqual } from '#domain/amount.ts';
import { shortened } from '#domain/words/names.ts';
import { similarAddress } from '../../cardano/similar-address.ts';
import { minimumFeeSigned } from '../../cardano/fees.ts';
import { signaturesToCome, type Facts, type OutputFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { USUAL_PARAMETERS } from '../inspection-input.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import type { SendTerms } from '../terms.ts';
import { shownAda, shownValue } from '../wording.ts';
import { sentence } from '../words/sentences.ts';

/** The app builds payments itself, from what a ledger back-end reports: the bytes have to say what was typed. */
export const payment: Rule = {
  ...described('V18'),
  judge: (facts) => (facts.send ? [...judgePaid(facts.send, facts), ...judgePlain(facts)] : []),
};

function judgePaid(send: SendTerms, facts: Facts): readonly Finding[] {
  const { outputs, context } = facts;
  const isPayment = ({ addressText, output }: OutputFact): boolean =>
    addressText === send.to && valuesEqual(output.value, send.pays);
  const paid = outputs.find(isPayment);
  const others = outputs.filter(({ role }) => role === 'foreign' || role === 'order');
  const strange = others.filter((output) => output !== paid);
  return [
    ...(paid
      ? []
      : [
          block(
            'V18',
            sentence('V18-not-paid', { what: shownValue(send.pays, context.tokens), to: send.to }),
          ),
        ]),
    ...strange.map(({ output, addressText }) =>
      block(
        'V18',
        sentence('V18-also', { what: shownValue(output.value, context.tokens), to: shortened(addressText) }),
      ),
    ),
    ...(paid?.role === 'order' ? [block('V18', sentence('V18-script'))] : []),
    ...(paid && others.length === 0 ? [info('V18', sentence('V18-own'))] : []),
  ];
}

/** Whatever a plain payment has no use for could do something else under the same signature. */
function judgePlain(facts: Facts): readonly Finding[] {
  const { tx, inputs, outputs } = facts;
  const { body } = tx;
  const foreign = inputs.filter(({ ownHash, resolved }) => resolved && ownHash === undefined).length;
  const more =
    body.collateral.length +
    body.referenceInputs.length +
    body.requiredSigners.length +
    body.withdrawals.length;
  const attached = body.scriptDataHash !== undefined || tx.auxiliaryHash !== undefined;
  const usual = minimumFeeSigned(tx.bytes.length, signaturesToCome(facts), USUAL_PARAMETERS);
  return [
    ...(foreign > 0 ? [block('V18', sentence('V18-foreign', { inputs: foreign }))] : []),
    ...(more > 0 || attached ? [block('V18', sentence('V18-more'))] : []),
    ...(outputs.some(({ output }) => output.datum.kind !== 'none')
      ? [block('V18', sentence('V18-data'))]
      : []),
    ...(body.validUntil === undefined ? [block('V18', sentence('V18-forever'))] : []),
    // Held against this app's own figures: what a back-end says of the network's prices bounds nothing.
    ...(body.fee > 2n * usual
      ? [warn('V18', sentence('V18-fee', { fee: shownAda(body.fee), usual: shownAda(usual) }))]
      : []),
  ];
}

/** Swindlers send dust from addresses that begin and end like one that is paid often, to be copied by mistake. */
export const lookalike: Rule = {
  ...described('P13'),
  judge: ({ send, context: { policy }, inputs, outputs }) => {
    if (!send || !policy) return [];
    // Where everything is sent, nothing comes back that would show an own address.
    const own = [
      ...outputs.flatMap(({ role, addressText }) => (role === 'own' ? [addressText] : [])),
      ...inputs.flatMap(({ ownHash, resolved }) => (ownHash && resolved ? [resolved.address] : [])),
    ];
    // A service can have had a fee paid to any address: that makes none familiar.
    if (own.includes(send.to) || policy.sentTo?.has(send.to) === true) return [];
    return [...new Set([...policy.seenRecipients, ...own])]
      .filter((address) => similarAddress(address, send.to))
      .slice(0, 3)
      .map((address) => warn('P13', sentence('P13-lookalike', { address, own: own.includes(address) })));
  },
};

/** A service picks inputs by itself, and knows nothing of what the user set aside. */
export const frozenCoins: Rule = {
  ...described('P12'),
  judge: ({ context, tx, send }) =>
    [...new Set([...tx.body.inputs, ...tx.body.collateral])].flatMap((input) => {
      const label = context.frozen?.get(input);
      if (label === undefined) return [];
      return [
        (send ? block : warn)(
          'P12',
          sentence('P12-frozen', { coin: shortened(input), label: quotable(label) }),
        ),
      ];
    }),
};

/** The trading window writes labels: none may end its quotation and go on in the app's words. */
function quotable(label: string): string {
  return label.replace(/[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"]/gu, "'");
}

import type { Translation } from '#domain/words/catalogue.ts';
import { germanFigure } from '#domain/words/figures.ts';
import { shortened } from '#domain/words/names.ts';
import { amount, amounts, INTERVALS, list } from '#domain/words/phrases.de.ts';
import type { Scope, summaryWords as english } from './summary.en.ts';

const NO_LEAST = 'ein Mindestbetrag ist nicht festgelegt';

export const summaryWords: Translation<typeof english> = {
  amount: ({ what }) => amount(what),
  amounts: ({ what }) => amounts(what),
  sends: ({ what }) => `Sie senden ${amount(what)}.`,
  offers: ({ what }) => `Sie bieten ${amount(what)} an.`,
  'sets-aside': ({ what, cycles, each, interval }) =>
    `Sie legen ${amount(what)} zurück, für ${each === undefined ? 'einen Trade' : `${cycles} Trades zu je ${amount(each)}`}, ${INTERVALS[interval]}.`,
  'sets-aside-somehow': ({ what }) => `Sie legen ${amount(what)} zurück, um es nach und nach zu handeln.`,
  pays: ({ what, to }) => `Sie senden ${amounts(what)} an ${to}.`,
  'takes-back': ({ orders }) =>
    `Sie nehmen ${orders === 0 ? 'Orders' : orders === 1 ? 'eine Order' : `${orders} Orders`} zurück.`,
  'locks-in-scripts': ({ orders }) =>
    `Dabei wird Guthaben in ${orders === 1 ? 'einem Skript' : `${orders} Skripten`} gesperrt.`,
  unchanged: 'Ihre Wallet ändert sich nicht.',
  gets: ({ gained }) => `Sie erhalten ${amounts(gained)}.`,
  leaves: ({ lost }) => `Ihre Wallet gibt ${amounts(lost)} ab.`,
  'leaves-and-gets': ({ lost, gained }) =>
    `Ihre Wallet gibt ${amounts(lost)} ab, und Sie erhalten ${amounts(gained)}.`,
  'least-unreadable': 'Welcher Mindestbetrag festgelegt ist, lässt sich nicht lesen.',
  'gets-about-least-unreadable': ({ about }) =>
    `Sie erhalten etwa ${amount(about)}; welcher Mindestbetrag festgelegt ist, lässt sich nicht lesen.`,
  'gets-about-no-least': ({ about }) => `Sie erhalten etwa ${amount(about)}; ${NO_LEAST}.`,
  'gets-at-least': ({ least }) => `Sie erhalten mindestens ${amount(least)}.`,
  'gets-about': ({ about, least }) => `Sie erhalten etwa ${amount(about)}, mindestens ${amount(least)}.`,
  'tokens-are': ({ tokens }) =>
    `${list(tokens.map(({ name, id }) => `${name} ist der Token ${shortened(id)}`))}.`,
  'network-fee': ({ fee }) => `Die Netzwerkgebühr beträgt ${amount(fee)}.`,
  costs: ({ cost, network, keeps, others, othersAre, stated }) => {
    const parts = [
      `${amount(network)} Netzwerkgebühr`,
      ...(keeps ? [stated ? `${amount(keeps)} Börsengebühr` : `bis zu ${amount(keeps)} für die Börsen`] : []),
      ...(others
        ? [`${amount(others)} ${othersAre === 'service-fee' ? 'Dienstgebühr' : 'Stornogebühr'}`]
        : []),
    ];
    return `Kostet ${stated ? '' : 'höchstens '}${amount(cost)}, davon ${list(parts)}.`;
  },
  'comes-back': ({ what, recurring }) =>
    `${amount(what)} kommen zurück, ${recurring ? 'mit den Trades oder wenn die Order endet' : 'wenn die Order schließt'}.`,

  'total-cost': ({ transactions, cost, shareBps, cancels, perCycle }) => {
    const whole =
      transactions > 1 ? `In allen ${transactions} Transaktionen zusammen kommen bis zu` : 'Insgesamt kommen';
    const share =
      shareBps === undefined
        ? ''
        : `: ${germanFigure(String(shareBps / 100))} % der ${cancels ? 'in den Orders liegenden' : 'gehandelten'} ADA`;
    const each = perCycle === undefined ? '' : `, ${amount(perCycle)} je Trade`;
    return `${whole} ${amount(cost)} nicht zurück${share}${each}.`;
  },

  'agrees-payment': ({ what, to }) => `Genau ${amounts(what)} gehen an ${to}, in einem Output.`,
  'agrees-payment-fee': ({ most }) =>
    `Höchstens ${amount(most)} sind Netzwerkgebühr; alles andere, was ausgegeben wird, kommt in derselben Transaktion zurück.`,
  'agrees-gone': ({ gone, scope, cost }) =>
    `Höchstens ${amounts(gone)} sind${scopeWords(scope)} endgültig weg: was Sie verkaufen, und höchstens ${amount(cost)} Kosten.`,
  'agrees-costs': ({ network, others }) =>
    `Von den Kosten gehen bis zu ${amount(network)} an das Netzwerk, ${amount(others)} an den Dienst oder andere, der Rest an Börsen.`,
  'agrees-locked-recurring': ({ locked }) =>
    `Höchstens ${amounts(locked)} werden in Orders gesperrt, die an Sie auszahlen; für das, was sie einbringen, gilt: ${NO_LEAST}.`,
  'agrees-locked-for-nothing': ({ locked }) =>
    `Höchstens ${amounts(locked)} werden in Orders gesperrt, die an Sie auszahlen. Es ist nicht sicher, dass etwas zurückkommt.`,
  'agrees-locked': ({ locked, back }) =>
    `Höchstens ${amounts(locked)} werden in Orders gesperrt, die Ihnen insgesamt mindestens ${amounts(back)} auszahlen oder warten.`,
  'agrees-cancel-gone': ({ gone, scope, network, others }) =>
    `Höchstens ${amounts(gone)} sind${scopeWords(scope)} endgültig weg, und zwar nur als Kosten: ${amount(network)} für das Netzwerk und ${amount(others)} für den Dienst oder andere.`,
  'agrees-nothing-back': 'Es ist nicht sicher, dass etwas zurückkommt.',
  'agrees-back': ({ back, several }) =>
    `Mindestens ${amounts(back)} kommen in ${several ? 'denselben Transaktionen' : 'derselben Transaktion'} zurück.`,
};

function scopeWords(scope: Scope): string {
  if (scope === 'new-order') return ' mit der neuen Order';
  return scope > 1 ? ` in allen ${scope} Transaktionen zusammen` : '';
}

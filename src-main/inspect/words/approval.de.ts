import { networkWords } from '#domain/network.ts';
import type { Translation } from '#domain/words/catalogue.ts';
import { germanFigure } from '#domain/words/figures.ts';
import { amount, amounts } from '#domain/words/phrases.de.ts';
import type { approvalWords as english, Headline, PriceOf, Title } from './approval.en.ts';

export const approvalWords: Translation<typeof english> = {
  'approval/title': ({ title, transactions, network }) =>
    `${titleWords(title)}${transactions > 1 ? ` in ${transactions} Transaktionen` : ''} ${network === 'practice' ? 'im Übungsnetz' : `auf ${networkWords(network)}`}`,
  'approval/worse': ({ quoted, quotedLeast, expected, least }) =>
    `Der Kurs hat sich bewegt: Im Kursangebot standen etwa ${amount(quoted)}, mindestens ${amount(quotedLeast)}. ` +
    `Diese Transaktion bringt etwa ${amount(expected)}, mindestens ${amount(least)}.`,
  'approval/headline': ({ side, what, amountIs, price, priceAbout, away, costs }) =>
    `${side === 'buy' ? 'KAUF' : 'VERKAUF'}: ${AMOUNT_IS[amountIs]}${amount(what)} zu ${priceAbout ? 'etwa ' : ''}${germanFigure(price)} ADA${away === undefined ? '' : ` (${germanFigure(away)} zum Mittelkurs)`}, insgesamt ${amount(costs)} Kosten`,
  'price/expected': 'Erwarteter Kurs',
  'price/worst': 'Schlechtester Kurs',
  'price/limit': 'Limitkurs',
  'price/market': 'Gegenüber dem Markt',
  'price/of': (of) => priceWords(of),
  'price/away': ({ percent, above, ...of }) =>
    `${germanFigure(percent)} % ${above ? 'über' : 'unter'} ${priceWords(of)}`,
  'price/worth': 'Wert',
  'price/dollars': ({ dollars }) => `etwa $${germanFigure(dollars)}`,
  'price/less-than-a-cent': 'weniger als $0,01',
  'price/comparing': 'Der Kurs wird mit Pools auf dem Ledger verglichen…',
  'price/same': (of) => `gleich, ${priceWords(of)}`,

  'batch/place': ({ at, count }) => `${at} von ${count}`,
  'batch/ladder': ({ by, count, sold, least }) =>
    `Diese ${COVERS[by]} umfasst ${count} Transaktionen, die zusammen ${amount(sold)} für mindestens ${amount(least)} verkaufen.`,
  'batch/move': ({ by, count, from, to }) =>
    `Diese ${COVERS[by]} umfasst ${count} Transaktionen, die zusammen eine Limit-Order von ${priceWords(from)} auf ${priceWords(to)} verschieben.`,
  'batch/cancel': ({ by, count, orders }) =>
    `Diese ${COVERS[by]} umfasst ${count} Transaktionen, die zusammen ${orders} Orders zurücknehmen.`,
  'batch/venue': ({ venue }) => `Der Dienst soll sie alle an der Börse ${venue} platzieren.`,
  'batch/each': ({ stays }) =>
    `Jede wird erstellt, sobald die vorige auf der Chain ist, und nach ihren eigenen Bytes mit ihrem Eintrag hier verglichen, bevor sie signiert wird. Der Stapel endet bei der ersten, die abweicht, und was ${stays === 'placed' ? 'platziert wurde, bleibt' : 'zurückgenommen wurde, gehört Ihnen'}.`,
  'batch/round': ({ rounds, round }) =>
    `Sie brauchen ${rounds} Runden, da jede ausgibt, was die vorige übrig ließ. Dies ist Runde ${round}: Sie wird exportiert und dort signiert, wo ihr Schlüssel ist; sobald sie auf der Chain ist, wird die nächste im Handelsfenster verlangt. Jede wird mit ihrem Eintrag hier verglichen, bevor sie hinausgeht.`,
  'batch/last-round': ({ rounds, round }) =>
    `Sie brauchen ${rounds} Runden, da jede ausgibt, was die vorige übrig ließ. Dies ist Runde ${round}: Sie wird exportiert und dort signiert, wo ihr Schlüssel ist.`,
  'batch/costs': ({ most }) => `Kostet höchstens ${amount(most)}.`,
  'batch/sells': ({ what, least }) => `Verkauft ${amount(what)} für mindestens ${amount(least)}.`,
  'batch/at-price': (of) => `Zu ${priceWords(of)} oder besser.`,
  'batch/takes-back': ({ orders, holds }) =>
    `Nimmt ${orders === 1 ? 'eine Order' : `${orders} Orders`} zurück, darin ${amounts(holds)}.`,
  'batch/takes-back-moved': ({ holds }) => `Nimmt die Order zurück, darin ${amounts(holds)}.`,
  'batch/moved-from':
    'Platziert, wo die alte lag, aus dem, was die Stornierung zurückgegeben hat: Wird die alte Order vorher ausgeführt, kann diese nie platziert werden.',
  'batch/not-moved':
    'Lässt sie sich nicht platzieren, bleibt die alte Order storniert, und Sie erhalten einen Hinweis.',

  'batch/other-agreement': 'Sie wurde an etwas anderem gemessen als dem, dem Sie zugestimmt haben.',
  'batch/gives-less': 'Sie gibt weniger, als vereinbart wurde.',

  'together/leaves': ({ count }) =>
    count === 1
      ? 'Diese Transaktion geht in einem Bundle hinaus.'
      : `Diese ${count} Transaktionen gehen in einem Bundle hinaus.`,
  'together/signs': ({ count }) =>
    `Mit einer Zustimmung werden alle ${count} Transaktionen des Bundles signiert.`,
  'together/apart':
    'Keine von ihnen gibt aus, was eine andere braucht. Was jede von ihnen tut, wurde aus ihren eigenen Bytes gelesen.',
  'together/in-order':
    'Einige von ihnen geben aus, was eine andere macht oder braucht; daher kommen sie in dieser Reihenfolge auf die Chain oder gar nicht. Was jede von ihnen tut, wurde aus ihren eigenen Bytes gelesen.',
  'together/one-later':
    'Eine weitere muss auf eine eigene Runde warten: Sie gibt Guthaben aus, das dieses Bundle braucht. Fragen Sie wieder, wenn dies auf der Chain ist.',
  'together/later': ({ later }) =>
    `${later} weitere müssen warten, bis zu ${later} Runden lang: Sie geben Guthaben aus, das dieses Bundle braucht. Fragen Sie wieder, wenn dies auf der Chain ist.`,
  'together/hash': ({ hash }) => `Ihr Hash ist ${hash}.`,
};

const AMOUNT_IS: Readonly<Record<Headline['amountIs'], string>> = {
  exact: '',
  about: 'etwa ',
  'at-least': 'mindestens ',
};

const COVERS = { approval: 'Zustimmung', agreement: 'Vereinbarung' } as const;

function titleWords(title: Title): string {
  if (typeof title === 'object')
    return 'ladder' in title
      ? `Staffel aus ${title.ladder} Limit-Orders`
      : `Stornierung in ${title.cancellations} Transaktionen`;
  switch (title) {
    case 'swap':
      return 'Swap';
    case 'limit':
      return 'Limit-Order';
    case 'dca':
      return 'Wiederkehrende Order';
    case 'cancel':
      return 'Stornierung';
    case 'send':
      return 'Zahlung';
    case 'any':
      return 'Transaktion';
    case 'move':
      return 'Verschieben einer Limit-Order';
  }
}

function priceWords({ price, token }: PriceOf): string {
  return `${germanFigure(price)} ADA je ${token}`;
}

import type { Translation } from '../words/catalogue.ts';
import { germanFigure } from '../words/figures.ts';
import { amount, list } from '../words/phrases.de.ts';
import { germanClause } from './clauses.ts';
import type { priceWords as english } from './prices.en.ts';

export const priceWords: Translation<typeof english> = {
  'price/failed': 'Der Kurs konnte nicht mit Pools auf dem Ledger verglichen werden.',
  'price/not-compared': ({ why }) =>
    `Der Kurs wurde nicht mit Pools auf dem Ledger verglichen: ${germanClause(why)}.`,
  'price/not-read': 'Der Kurs wurde nicht mit Pools auf dem Ledger verglichen.',
  'price/none-reported': ({ slot }) =>
    `Der Kurs wurde nicht mit Pools auf dem Ledger verglichen: Der Ledger-Dienst meldete bei Slot ${slot} keine für dieses Paar.`,
  'price/service-expects': ({ slot, more, percent }) =>
    `Bei Slot ${slot} erwartet der Dienst ${amount(more)} mehr (${germanFigure(percent)}), als die beste Route über die hier gelesenen Pools nach Börsengebühren gezahlt hätte.`,
  'price/service-word':
    'Was der Dienst erwartet, ist sein eigenes Wort. Vielleicht nutzt er Pools, die hier nicht gelesen werden, oder verdeckt mit einem zu hohen Versprechen eine bessere Route.',
  'price/none-better': ({ offer, pools, slot }) =>
    `Kein ${offer === 'swap' ? 'besserer Kurs' : 'Kurs besser als das Limit'} ${pools === 1 ? 'im einzigen Pool gefunden, den' : `in den ${pools} Pools gefunden, die`} der Ledger-Dienst bei Slot ${slot} meldete.`,
  'price/no-guarantee': 'Das ist keine Garantie: Manche Pools wurden vielleicht nicht gelesen.',
  'price/better': ({ slot, more, offer, percent, exchanges }) =>
    `Bei Slot ${slot} hätten die hier gelesenen Pools ${amount(more)} mehr gezahlt${offer === 'swap' ? '' : ', als das Limit verlangt'} (${germanFigure(percent)}), über ${list(exchanges)}, nach Börsengebühren.`,
  'price/enforced': ({ least, more, percent }) =>
    `Die Transaktion legt mindestens ${amount(least)} fest. Die hier gelesenen Pools hätten ${amount(more)} mehr gezahlt (${germanFigure(percent)}); über das Festgelegte hinaus gibt es nur das Wort des Dienstes.`,
  'price/rests-proven':
    'Was diese Pools hielten, ist durch die Bytes ihrer Transaktionen bewiesen; dass sie nicht ausgegeben waren, ist das Wort des Ledger-Dienstes.',
  'price/rests-said': 'Was diese Pools hielten, ist das Wort des Ledger-Dienstes.',
  'price/contradicted': ({ pools }) =>
    `Ausgelassen: ${pools} ${pools === 1 ? 'Pool' : 'Pools'} mit widersprüchlichen Angaben des Ledger-Dienstes.`,
  'price/unreadable': ({ outputs }) =>
    `Nicht geprüft: ${outputs} ${outputs === 1 ? 'nicht lesbarer Output' : 'nicht lesbare Outputs'} an Pool-Skripten.`,
  'price/more-pools': 'Nicht geprüft: Es gibt mehr Pools, als gelesen wurden.',
  'price/not-computed': ({ exchange, why }) =>
    `Nicht geprüft: ${germanClause(exchange)}. ${germanClause(why)}.`,
  'price/not-known':
    'Börsen, deren Pools diese Version nicht kennt, und Routen über einen dritten Token werden nicht geprüft.',
  'price/one-of-plan': ({ cycles }) =>
    `Das gilt für einen der ${cycles} Trades zu den jetzigen Kursen. Jeder wird später ausgeführt, zu den dann geltenden Kursen.`,
  'price/each-order': ({ orders }) => `Jede der ${orders} Orders wurde für sich verglichen.`,
  'price/worst-order': ({ orders, order }) =>
    `Jede der ${orders} Orders wurde für sich verglichen. Das hier gilt für Order ${order}, bei der der Unterschied am größten ist.`,
  'elsewhere/not-compared': ({ why }) => `Nicht mit anderen Pools verglichen: ${germanClause(why)}.`,
  'elsewhere/not-read': 'Nicht mit anderen Pools verglichen.',
  'elsewhere/too-many': ({ pairs }) =>
    `Nicht mit anderen Pools verglichen: Nur die Orders von ${pairs} Paaren werden es; nennen Sie eines mit --pair.`,
  'elsewhere/none-reported': ({ slot }) =>
    `Nicht mit anderen Pools verglichen: Der Ledger-Dienst meldete bei Slot ${slot} keine anderen für dieses Paar.`,
  'elsewhere/own-unread': ({ exchanges }) =>
    `Nicht mit anderen Pools verglichen: Für dieses Paar ließ sich kein Pool von ${list(exchanges)} lesen.`,
  'elsewhere/none': ({ pools, slot, percent }) =>
    pools === 1
      ? `Der einzige andere Pool, den der Ledger-Dienst bei Slot ${slot} meldete, würde nach dem, was gefunden wurde, jetzt nicht ${germanFigure(percent)} mehr zahlen.`
      : `Keiner der ${pools} anderen Pools, die der Ledger-Dienst bei Slot ${slot} meldete, würde nach dem, was gefunden wurde, jetzt ${germanFigure(percent)} mehr zahlen.`,
  'elsewhere/better-than-own': ({ exchanges, percent, own, slot }) =>
    `Die Pools von ${list(exchanges)} würden jetzt ${germanFigure(percent)} mehr zahlen als die von ${list(own)}, nach Börsengebühren, bei Slot ${slot}.`,
  'elsewhere/better-than-asked': ({ exchanges, percent, slot }) =>
    `Die Pools von ${list(exchanges)} würden jetzt ${germanFigure(percent)} mehr zahlen als verlangt, nach Börsengebühren, bei Slot ${slot}.`,
  'elsewhere/not-computed': ({ exchanges }) => `Nicht geprüft: ${list(exchanges.map(germanClause))}.`,
};

import type { Translation } from '#domain/words/catalogue.ts';
import { moment, ofMoment } from '#domain/words/phrases.de.ts';
import type { bundleWords as english, WiderPart } from './bundle.en.ts';

export const bundleWords: Translation<typeof english> = {
  'of-transaction': ({ at, count }) => `Transaktion ${at} von ${count}:`,
  'O1-no-address': ({ why }) => `Die Adresse im Bundle ist keine (technisch, auf Englisch: ${why}).`,
  'O1-network':
    'Das Bundle nennt ein Netzwerk, und seine Adresse oder seine Vereinbarung gehört zu einem anderen.',
  'O1-other-wallet': ({ address }) =>
    `Das Bundle ist für die Wallet von ${address}, und kein Schlüssel hier gehört zu dieser Wallet.`,
  'O1-no-script': ({ address }) =>
    `Das Bundle ist für ${address}, die Adresse eines Skripts, das es nicht mitbringt.`,
  'O1-no-signer': ({ address }) =>
    `Das Bundle ist für die Wallet von ${address}, und kein Schlüssel hier signiert für sie.`,
  'O1-several': ({ keys, here, fewest, most, address }) =>
    `Für diese Wallet signieren mehrere: Ihr Skript nennt ${keys} Schlüssel${here === keys ? '' : `, davon ${here} hier,`} und verlangt ${fewest === most ? `${most}` : `${fewest} bis ${most}`} ${most === 1 ? 'Signatur' : 'Signaturen'}. Vergleichen Sie ihre Adresse, ${address}, mit der, die Sie kennen: Wer das Bundle gemacht hat, kann das Skript erfunden haben.`,
  'O1-named-twice': ({ keys, fewest }) =>
    `Ihr Skript nennt ${keys === 1 ? 'einen Schlüssel' : `${keys} Schlüssel`} an mehr als einer Stelle. Eine Signatur davon zählt an jeder, daher ${fewest === 1 ? 'genügt' : 'genügen'} ${fewest} Schlüssel.`,
  'O2-wider': ({ part, at }) =>
    `Die Vereinbarung im Bundle erlaubt mehr, als diese Regeln erlauben: ${WIDER[part]} ${at === undefined ? 'insgesamt' : `in Transaktion ${at}`}. Sie wurde geändert.`,
  'O2-promises': ({ part }) =>
    `Die Vereinbarung im Bundle verspricht insgesamt mehr, als ihre Transaktionen zusammen halten: ${WIDER[part]}. Sie wurde geändert.`,
  'O2-payment': 'Das Bundle bezahlt neben anderen Transaktionen noch jemanden, was diese App nie tut.',
  'O3-tokens': 'Das Bundle beschreibt einen Token zweimal oder ADA als etwas anderes.',
  'O3-changed': ({ id, ticker, decimals, before }) =>
    `Das Bundle nennt den Token ${id} ${ticker || 'gar nicht'}, mit ${decimals} Nachkommastellen; was Sie hier bisher signiert haben, nannte ihn ${before.ticker || 'gar nicht'}, mit ${before.decimals}. Ein Token könnte für einen anderen ausgegeben werden, daher wird er nicht bewegt.`,
  'O3-namesake': ({ id, ticker, other }) =>
    `Ein anderer Token, für den Sie hier signiert haben, heißt auch ${ticker} oder ähnlich: ${other}. Die ID von diesem ist ${id}.`,
  'O3-called': ({ id, ticker, decimals }) =>
    `Dass ${id} „${ticker}“ heißt und ${decimals} Nachkommastellen hat, ist eine Angabe des Computers, der das Bundle geschrieben hat. Vergleichen Sie die ID mit einer, der Sie vertrauen.`,
  'O4-written': ({ written, block }) =>
    `Laut Bundle wurde es ${moment(written)} geschrieben, als der letzte Block von ${ofMoment(block)} war. Eines von beiden wurde geändert, oder die Uhr jenes Computers geht falsch.`,
  'O4-clock': ({ written, now }) =>
    `Das Bundle wurde ${moment(written)} geschrieben, und die Uhr dieses Computers zeigt ${ofMoment(now)}. Stellen Sie die Uhr: Wie lange eine Signatur zählt, wird nach ihr gemessen.`,
  'O4-over':
    'Seine Gültigkeit ist abgelaufen: Nichts, was jetzt signiert wird, kann noch auf die Chain kommen. Exportieren Sie es neu.',
  'O4-short': ({ until }) =>
    `Es ist keine fünf Minuten mehr gültig, nur bis ${ofMoment(until)}: Die Signaturen wären kaum rechtzeitig zurück. Exportieren Sie es neu.`,
  'O5-holds':
    'Was in den Orders liegt, ist nicht das, was die Vereinbarung sagt, oder das Bundle beweist es nicht.',
  'O6-twice': 'Eine Transaktion des Bundles ist zweimal darin, oder ihr wurde nicht zugestimmt.',
  'O6-kinds': 'Die Vereinbarung im Bundle umfasst Trades mehrerer Arten, was keine von unseren tut.',
  'O6-same-funds':
    'Zwei Transaktionen des Bundles geben dasselbe Guthaben aus: Eine davon kann nie auf die Chain kommen, und Sie können nicht wählen, welche.',
  'O6-unreadable': ({ at }) => `Transaktion ${at} des Bundles lässt sich nicht lesen.`,
  'O7-record':
    'Was dieser Computer früher signiert hat, lässt sich nicht lesen: Ein Trade, der schon signiert wurde, fällt nicht auf.',
};

const WIDER: Readonly<Record<WiderPart, string>> = {
  gone: 'was abgehen darf',
  locked: 'was gesperrt werden darf',
  back: 'dass weniger zurückkommt',
  others: 'was andere erhalten dürfen',
  'network-fee': 'die Netzwerkgebühr',
  cost: 'die Kosten',
};

import type { Translation } from '#domain/words/catalogue.ts';
import type { FromMarket, words as english } from './words.ts';

const ANSWERS = { quote: 'Kursangebot', estimate: 'Schätzung', plan: 'Plan' } as const;
const NONE = { quote: 'kein Kursangebot', estimate: 'keine Schätzung', plan: 'kein Plan' } as const;

function away(from: FromMarket): string {
  if (from.is === 'at') return 'Zum Marktkurs';
  return `${from.percent} ${from.is === 'above' ? 'über' : 'unter'} dem Markt`;
}

export const orderWords: Translation<typeof english> = {
  buy: 'Kaufen',
  sell: 'Verkaufen',
  sellIn: ({ token }) => `Verkaufen, in ${token}`,
  balance: 'Guthaben',
  max: 'max.',
  select: 'Auswählen',
  aToken: 'eines Tokens',
  selectToBuy: 'Was möchten Sie kaufen?',
  selectToSell: 'Was möchten Sie verkaufen?',
  flip: ({ what }) => (what === 'trade' ? 'Trade umkehren' : 'Order umkehren'),
  baseUnits: 'Basiseinheiten',
  decimalsNotKnown: 'Die Zahl der Nachkommastellen ist nicht bekannt: Beträge stehen in Basiseinheiten',

  atMost: ({ largest }) => `Höchstens ${largest}.`,
  notAmount: ({ plain, thousands }) => `Kein Betrag. Etwa ${plain}; ${thousands}; 50%; $20 oder 100/4.`,
  mostDecimals: ({ token, decimals }) =>
    `${token} hat höchstens ${decimals} ${decimals === 1 ? 'Nachkommastelle' : 'Nachkommastellen'}.`,
  balanceNotKnown: 'Das Guthaben ist noch nicht bekannt.',
  dollarsNotKnown: 'Der Kurs in US-Dollar ist noch nicht bekannt.',

  asking: 'wird abgefragt',
  refresh: 'erneuern',
  noneYet: ({ what }) => `noch ${NONE[what]}`,
  justIn: ({ what }) => `${ANSWERS[what]} eben eingetroffen`,
  old: ({ what, age }) => `${ANSWERS[what]} ${age} alt`,
  isOld: ({ what, age }) => `${ANSWERS[what]} ist ${age} alt`,

  exchangesUsed: 'Genutzte Börsen',
  noExchanges: 'noch keine bekannt',
  allExchanges: ({ all }) => `alle ${all}`,
  someExchanges: ({ used, all }) => `${used} von ${all}`,
  backToDefault: 'Zum Standard zurück',
  makeDefault: 'Als Standard festlegen',
  madeDefault: 'Diese Börsen sind von nun an der Standard.',

  slippageTolerance: 'Slippage-Toleranz, %',
  slippagePresets: 'Vorgaben für die Slippage, Prozent',
  customSlippage: 'Eigene Slippage, Prozent',
  custom: 'Eigene',
  slippageBounds: ({ least }) => `Zwischen ${least} und 50 %.`,
  eachTrade: ({ share }) =>
    `Jeder Trade wird zum dann geltenden Kurs ausgeführt, höchstens ${share} schlechter als der Markt; ein Mindestbetrag ist nicht festgelegt.`,
  veryTight: 'Sehr eng: Die Order kann lange warten.',
  upToLess: ({ share }) => `Sie erhalten womöglich bis zu ${share} weniger.`,
  beyondLeast: 'Darüber hinaus wartet die Order; nichts geht verloren.',

  gateWord: 'akzeptieren',
  gateBefore: 'Um fortzufahren, geben Sie',
  gateAfter: ' ein.',
  typeToGoOn: ({ word }) => `Zum Fortfahren ${word} eingeben`,
  marketUnknownFair: ({ several }) =>
    `Der Marktkurs ist nicht bekannt: Nichts sagt, ob ${several ? 'diese Kurse' : 'dieser Kurs'} fair ${several ? 'sind' : 'ist'}.`,
  offMarket: ({ several, percent, side }) =>
    `${several ? 'Ein Kurs dieser Staffel' : 'Ihr Kurs'} liegt ${percent} ${
      side === 'buy'
        ? 'über dem Markt: Die Order kann um so viel mehr zahlen'
        : 'unter dem Markt: Die Order kann um so viel weniger einbringen'
    } als ein Swap.`,

  tradeCancelled: 'Trade abgebrochen. Nichts wurde signiert.',
  ticketChanged: 'Das Ticket wurde geändert, daher endete seine Prüfung. Nichts wurde signiert.',
  askingNewPrice: 'Ein neuer Kurs wird abgefragt.',
  serviceBuilds: 'Der Dienst erstellt die Transaktion.',
  readsBytes: 'Touchstone liest ihre Bytes.',
  tradeRefused: 'Der Trade wurde abgelehnt. Nichts wurde signiert.',
  noMoneyMoved: 'Kein Geld wurde bewegt.',
  close: 'Schließen',
  cancel: 'Abbrechen',
  newPrice: 'Neuen Kurs abfragen',

  starting: 'Wird gestartet…',
  connectService: 'Dienst verbinden',
  enterKey: 'API-Schlüssel eingeben',
  enterKeyAgain: 'API-Schlüssel neu eingeben',
  serviceUnreachable: 'Der Dienst ist nicht erreichbar',
  selectToken: 'Token auswählen',
  selectOther: 'Anderen Token auswählen',
  enterAmount: 'Betrag eingeben',
  noAmount: 'Kein Betrag',
  tooLarge: 'Betrag zu groß',
  whichAmount: 'Welcher Betrag ist gemeint?',
  tooManyDecimals: 'Zu viele Nachkommastellen',
  setSlippage: 'Slippage bis 50 % festlegen',
  allExcluded: 'Alle Börsen sind ausgeschlossen',
  setUpWallet: 'Wallet einrichten',
  walletUnavailable: 'Die Wallet ist nicht verfügbar',
  elsewhere: ({ amount }) => `(${amount} anderswo)`,
  elsewhereMore:
    'An anderen Adressen dieser Wallet. Ein Trade wird von einer Adresse aus erstellt: Sammeln Sie alles dort unter Guthaben, oder wählen Sie im Wallet-Menü eine andere Adresse.',
  notEnough: ({ token }) => `Nicht genug ${token}`,
  leaveAda: 'ADA für Gebühren und Kaution übrig lassen',
  checkToken: 'Diesen Token prüfen',
  tryAgain: 'Erneut versuchen',
  askingCosts: 'Kosten werden abgefragt…',
  askCostsAgain: 'Kosten neu abfragen',
  pauseReplay: 'Zum Handeln das Replay anhalten',
  sellAda: 'ADA verkaufen',
  enterPrice: 'Kurs eingeben',
  enterPrices: 'Beide Kurse eingeben',
  noPrice: 'Kein Kurs',
  whichPrice: 'Welcher Kurs ist gemeint?',
  marketUnknown: 'Der Marktkurs ist nicht bekannt',
  differentPrices: 'Zwei verschiedene Kurse eingeben',
  checkOrders: 'Anzahl der Orders prüfen',
  confirmPrice: 'Kurs oben bestätigen',
  confirmPrices: 'Kurse oben bestätigen',
  otherBatch: 'Ein anderer Stapel läuft noch',

  percentFromMarket: '% zum Markt',
  adaPer: ({ token }) => `ADA je ${token}`,
  perAda: ({ token }) => `${token} je ADA`,
  marketNotKnown: 'Der Marktkurs ist nicht bekannt.',
  marketAt: ({ price }) => `Der Markt steht bei ${price} ADA.`,
  fromMarket: ({ from, price }) => `${away(from)}, ${price} ADA`,
  fillsAtOnce: 'Der Markt ist dort: sofortige Ausführung',
  fillsAtOnceAt: ({ from }) => `${away(from)}: sofortige Ausführung`,

  limitOffer: ({ offered, wanted, orders, price, side, token }) =>
    `Sie bieten ${offered} für mindestens ${wanted}${orders === 1 ? '' : `, in ${orders} Orders`}, zu ${price}\u00a0ADA oder ${
      side === 'buy' ? 'weniger' : 'mehr'
    } je ${token}.`,
  tradesAtOnce: ({ side }) =>
    `Der Markt ist schon dort: Die Order ${side === 'buy' ? 'kauft' : 'verkauft'} sofort.`,
  waits: 'Die Order wartet, bis der Markt dort ist.',
  nearlyThere: 'Der Markt ist etwa dort: Die Order kann jederzeit ausgeführt werden.',
  waitsFor: ({ side, percent }) =>
    `Die Order wartet, bis der Markt um ${percent} ${side === 'buy' ? 'fällt' : 'steigt'}.`,
  ladderOffer: ({ offered, orders, wanted, average }) =>
    `Sie bieten ${offered} in ${orders} Orders für mindestens ${wanted}, im Schnitt zu ${average}\u00a0ADA.`,
  signatures: ({ signatures, elsewhere }) => {
    const several = elsewhere
      ? 'Runden, jede dort signiert, wo der Schlüssel ist'
      : 'Signaturen, eine Freigabe';
    return `${signatures === 1 ? 'Eine Signatur' : `${signatures} ${several}`}; zwischendurch jederzeit zu stoppen.`;
  },
  costsAtReview: 'Die Kosten werden bei der Prüfung gelesen.',
  costs: ({ costs, returns }) =>
    `Kostet ${costs} und die Netzwerkgebühr${returns === undefined ? '.' : `; ${returns} kommen zurück.`}`,
  costsAbout: ({ costs, returns }) =>
    `Kostet etwa ${costs}${returns === undefined ? '.' : `; ${returns} kommen zurück.`}`,
  readAtReview: 'folgt bei der Prüfung',
  first: 'Erste',
  each: 'Jede',
  last: 'Letzte',
};

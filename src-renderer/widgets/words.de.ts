import type { TestLine } from '#domain/connection-test.ts';
import type { FailureText } from '#domain/failures/text.ts';
import type { Translation } from '#domain/words/catalogue.ts';
import type { Detailed, words as english } from './words.ts';

export const widgetWords: Translation<typeof english> = {
  sparse: 'Locker',
  usual: 'Normal',
  dense: 'Dicht',
  small: 'Klein',
  medium: 'Mittel',
  large: 'Groß',
  code: ({ at, round, needed }) =>
    `Code ${at} von ${round}. Beliebige ${needed} oder ein paar mehr genügen, in jeder Reihenfolge.`,
  oneCode: 'Ein einziger Code enthält alles.',
  makingCodes: 'Die Codes werden erzeugt…',
  tooDense:
    'Diese Codes sind für die meisten Telefone zu dicht: Wählen Sie lockerere, oder zeigen Sie sie groß.',
  ratherDense:
    'Diese Codes sind dicht: Wenn ein Telefon sie nicht liest, zeigen Sie sie größer, oder wählen Sie lockerere.',
  size: 'Größe',
  density: 'Dichte',
  shownFor: 'Dauer je Code',
  codeTime: 'Dauer eines Codes',
  atPrice: ({ price }) => `, zu ${price} ADA`,
  copyHash: ({ of }) => `Hash der Transaktion kopieren, die Folgendes tat: ${of}`,
  openExplorer: 'Im Explorer öffnen',
  external: 'extern',
  externalTitle: 'Nicht im Journal dieses Programms',
  bringsBack: ({ amounts }) =>
    `Eine Stornierung bringt etwa ${amounts} zurück, vor der Netzwerkgebühr. Den genauen Betrag sehen Sie, bevor Sie signieren.`,
  steps: ({ steps }) => (steps === 1 ? 'Der 1 Schritt hier' : `Alle ${steps} Schritte hier`),
  record: 'Der Eintrag des Dienstes, wie er kam',
  notInList: ({ what }) => `${THIS[what]} steht nicht in der Liste dieses Profils.`,
  itsTransaction: 'Transaktion',
  move: 'Verschieben…',
  cancel: ({ what }) => CANCEL[what],
  close: 'Schließen',
  morePaidElsewhere: ({ more }) => `Andere Pools würden jetzt ${more} mehr zahlen`,
  money: ({ money }) => MONEY[money],
  details: 'Details',
  copyDetails: 'Details kopieren',
  tryAgain: 'Erneut versuchen',
  verdict: ({ verdict }) => VERDICTS[verdict],
  party: ({ of }) => PARTIES[of],
  verified: 'verifiziert',
  verifiedTitle: 'Vom Dienst verifiziert',
  unverified: 'nicht verifiziert',
  unverifiedTitle: 'Vom Dienst nicht verifiziert',
  copyAddress: 'Adresse der Wallet kopieren',
  otherWallet: 'nicht die, die handelt',

  perTrade: 'Höchstens je Trade',
  perDay: 'Höchstens in 24 Stunden',
  mostCost: 'Höchste Kosten eines Trades',
  largestSlippage: 'Größte Slippage-Toleranz',
  largestImpact: 'Größter Preiseinfluss',
  betterPrice: 'Besserer Kurs anderswo',
  warningFrom: ({ share }) => `Warnung ab ${share}`,
  noLimit: 'kein Limit',
  tokensAllowed: 'Token',
  verifiedTokens: 'nur verifizierte',
  allTokens: 'alle',
  exchangesAllowed: 'Börsen',
  allExchanges: 'alle',
  onlyExchanges: ({ names }) => `nur ${names}`,
  unknownScripts: 'Orders an unbekannten Skripten',
  unknownAsk: 'fragen (Expertenmodus)',
  unknownBlocked: 'blockiert, wo alle bekannt sind',
  limitDiffers: ({ limit, file, here }) =>
    `${limit}: Die Datei sagt „${file}“, ein neues Profil hat „${here}“.`,
};

const THIS: Readonly<Record<Detailed, string>> = { order: 'Diese Order', plan: 'Dieser Plan' };
const CANCEL: Readonly<Record<Detailed, string>> = { order: 'Order stornieren', plan: 'Plan stornieren' };
const MONEY: Readonly<Record<FailureText['money'], string>> = {
  none: 'Es wurde kein Geld bewegt.',
  locked: 'Eine Order oder eine Kaution liegt auf der Chain.',
  settled: 'Was Sie gezahlt und erhalten haben, steht beim Trade.',
  unknown: 'Noch ist nicht bekannt, ob Geld bewegt wurde.',
};
const VERDICTS: Readonly<Record<TestLine['verdict'], string>> = {
  fine: 'In Ordnung',
  attention: 'Bitte ansehen',
  failed: 'Fehlgeschlagen',
};
const PARTIES: Readonly<Record<TestLine['of'], string>> = {
  service: '',
  charts: 'Charts: ',
  ledger: '',
  'second-ledger': 'Zweiter Ledger-Dienst: ',
};

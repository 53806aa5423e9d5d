import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english, Saved } from './words.ts';

export const approvalPageWords: Translation<typeof english> = {
  windowTitle: 'Touchstone-Freigabe',
  windowTitleOf: ({ profile }) => `Touchstone-Freigabe · ${profile}`,

  verdict: 'Urteil:',
  passed: 'Prüfungen bestanden',
  warnings: 'Warnungen',
  blocked: 'Blockiert',
  wouldDo: 'Was diese Transaktion tun würde',

  batch: ({ watchOnly, count }) =>
    `${watchOnly ? 'Eine Vereinbarung' : 'Eine Zustimmung'}, ${count === 1 ? 'eine Transaktion' : `${count} Transaktionen`}`,
  allTransactions: ({ count }) => `Alle ${count} Transaktionen`,
  firstDoes: 'Die erste von ihnen tut dies',
  numberDoes: ({ number }) => `Nummer ${number} tut dies`,

  recipient: 'Empfänger',
  sendTo: ({ what }) => `${what} senden an`,
  compareAddress:
    'Vergleichen Sie die ganze Adresse, in Sechsergruppen, mit der, die Ihnen der Empfänger gegeben hat.',

  otherPrices: 'Vergleich mit anderen Kursen',
  restsOn: 'Worauf das beruht',
  price: 'Kurs',
  original: 'Auf Englisch',
  fromBytes: 'durch die Bytes erzwungen',
  fromService: 'Angabe des Dienstes',

  findings: 'Befunde',
  notSigned: 'Nicht signiert:',
  rule: ({ rule }) => `Regel ${rule}`,
  untouched: 'Mit keinem Schlüssel wurde oder wird diese Transaktion signiert. Es wurde kein Geld bewegt.',
  blockedOffline:
    'Signieren Sie sie auch anderswo nicht. Finden Sie heraus, wo sie geändert wurde, und exportieren Sie den Trade dann auf dem anderen Computer neu.',
  outsideLimits:
    'Schließen Sie dieses Fenster und handeln Sie innerhalb Ihrer Limits, oder ändern Sie die Limits mit Ihrem Passwort unter Einstellungen, Limits.',
  blockedOnline:
    'Schließen Sie dieses Fenster und holen Sie im Handelsfenster einen neuen Kurs ein. Geschieht es wieder, schließen Sie die Börse aus oder verwenden Sie diesen Dienst nicht mehr; der gespeicherte Bericht zeigt, was gefunden wurde.',
  acceptWorse: 'Ich akzeptiere den schlechteren Kurs',
  acceptWarning: 'Ich akzeptiere das',
  checksRan: ({ checks, quiet }) =>
    `${checks === 1 ? 'Eine Prüfung lief' : `${checks} Prüfungen liefen`} über die Bytes der Transaktion${quiet ? '; keine hat etwas beanstandet.' : '.'}`,

  agreement: 'Dem stimmen Sie zu, was auch immer der Dienst sagt',
  notes: 'Hinweise',

  change: 'Änderung Ihrer Wallet',
  changeBy: ({ number }) =>
    `Änderung Ihrer Wallet durch diese Transaktion${number === undefined ? '' : number === 1 ? ', die erste von ihnen' : `, Nummer ${number}`}`,
  ordersLater: 'Was eine Order kauft, kommt später an, mit einer eigenen Transaktion der Börse.',
  amounts: ({ label, count }) => `${label}: ${count} ${count === 1 ? 'Betrag' : 'Beträge'}`,

  layerOrders: 'Orders',
  layerInputs: 'Inputs',
  layerCollateral: 'Collateral',
  layerOutputs: 'Outputs',
  layerFields: 'Weitere Felder',
  layerRules: 'Durchgeführte Prüfungen',
  layerRaw: 'Rohe Bytes',
  collateralTaken: 'Wird nur genommen, wenn ein Skript der Transaktion fehlschlägt.',
  copyAddressOf: ({ place }) => `Adresse von ${place} kopieren`,
  datum: 'Skriptdaten',
  datumOf: ({ place }) => `Skriptdaten von ${place}`,
  copyDatumOf: ({ place }) => `Skriptdaten von ${place} kopieren`,
  exactTransaction: 'Die exakte Transaktion, CBOR',
  copyBytes: 'Bytes der Transaktion kopieren',
  bytesOf: ({ name, count }) => `${name}, ${count} ${count === 1 ? 'Byte' : 'Bytes'}`,
  doesNotHold: ({ rule }) => `Trifft nicht zu, siehe oben: ${rule}`,
  notKnownToHold: ({ rule }) => `Nicht bekannt, ob es zutrifft, siehe oben: ${rule}`,
  notCovered: ({ what }) => `Nicht abgedeckt: ${what}`,

  token: ({ name }) => `ID von ${name}`,
  copyToken: ({ name }) => `Die ID von ${name} kopieren`,
  hash: 'Hash der Transaktion',
  copyHash: 'Hash der Transaktion kopieren',
  onChainBy: 'Muss auf der Chain sein bis',
  localTime: ({ moment }) => `${moment}, Ihre Ortszeit`,

  signWithin: ({ left }) => `Noch ${left} zum Signieren`,
  checkAgain: 'Erneut prüfen',
  expiresIn: ({ left }) => `Läuft ab in ${left}`,
  expired: 'Abgelaufen',
  password: 'Passwort für Ausgaben',
  saveTransaction: 'Transaktion speichern',
  saveReport: 'Bericht speichern',
  close: 'Schließen',
  cancel: 'Abbrechen',
  export: 'Exportieren',
  exporting: 'Wird exportiert…',
  sign: 'Signieren',
  signing: 'Wird signiert…',
  howToSign: 'Klicken oder die Leertaste drücken. Die Eingabetaste signiert nie.',

  savedAs: ({ what, path }) => `${SAVED[what]} wurde gespeichert als ${path}`,
  saved: ({ what }) => `${SAVED[what]} wurde gespeichert.`,
  nothingSaved: 'Nichts wurde gespeichert.',

  done: 'Erledigt. Wie es weitergeht, zeigt das Handelsfenster.',
  nothingToApprove: 'Hier gibt es nichts freizugeben.',
  keychain:
    'Der Schlüsselbund Ihres Systems hat noch nicht geantwortet. Fragt er, ob er geöffnet werden darf, antworten Sie ihm.',
  cannotBeSigned: 'Das kann nicht signiert werden.',
  tooOldClose:
    'Dieses Kursangebot ist zu alt. Schließen Sie das Fenster und holen Sie im Handelsfenster einen neuen Kurs ein.',
  tooOldCancel:
    'Dieses Kursangebot ist zu alt. Brechen Sie ab und holen Sie im Handelsfenster einen neuen Kurs ein.',
  watchOnly:
    'Diese Wallet wird nur beobachtet: Der Schlüssel dazu ist nicht auf diesem Computer. Exportieren Sie die Transaktion, damit sie dort signiert wird, wo der Schlüssel ist.',
  exactlyThese: 'Genau diese Bytes werden signiert.',
  warningsFirst: ({ left }) =>
    left === 1
      ? 'Akzeptieren Sie zuerst die Warnung oben.'
      : `Akzeptieren Sie zuerst die ${left} Warnungen oben.`,
  worseFirst: 'Akzeptieren Sie zuerst den schlechteren Kurs oben.',
  typeOnce: ({ count }) =>
    `Lesen Sie alles, geben Sie Ihr Passwort einmal für alle ${count} Transaktionen ein, drücken Sie „Signieren“. Die Eingabetaste tut hier nichts.`,
  type: 'Lesen Sie alles, geben Sie Ihr Passwort ein, drücken Sie „Signieren“. Die Eingabetaste tut hier nichts.',
  press: 'Drücken Sie „Signieren“. Die Eingabetaste tut hier nichts.',
  unlocked:
    'Lesen Sie alles und drücken Sie dann „Signieren“. Ihr Passwort wird nicht verlangt: Die Wallet ist entsperrt.',
};

const SAVED: Readonly<Record<Saved, string>> = { transaction: 'Die Transaktion', report: 'Der Bericht' };

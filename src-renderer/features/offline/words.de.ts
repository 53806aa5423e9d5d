import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const offlineWords: Translation<typeof english> = {
  offline: 'Offline: Dieses Touchstone greift auf kein Netzwerk zu',
  theme: 'Farbschema',
  dark: 'Dunkel',
  light: 'Hell',
  asSystem: 'Wie das System',
  alwaysOffline: 'Immer offline starten',

  openTitle: 'Öffnen, was der andere Computer exportiert hat',
  openAbout:
    'Eine Wallet, die nur beobachtet wird, erstellt einen Trade auf einem Computer mit Netzwerk und exportiert ihn als Bundle: als Datei oder als Codes auf dem Bildschirm. Hier wird er noch einmal bewiesen, allein aus seinen Bytes und Ihren Schlüsseln, und signiert. Hinaus gehen nur Signaturen.',
  openBundle: 'Bundle öffnen',
  bundle: 'Bundle',
  readPictures: 'Bilder von Codes lesen',
  reading: 'Wird gelesen…',
  pictures: 'Bilder von Codes',
  codesHere: ({ received, needed }) =>
    `${received} von ${needed} Codes sind da. Lesen Sie weitere Bilder ein, in beliebiger Reihenfolge.`,
  tooLarge: 'Diese Datei ist zu groß für ein Bundle.',
  tooManyPictures: ({ count, most }) =>
    `Das sind ${count} Bilder; auf einmal werden höchstens ${most} gelesen.`,
  noCode: 'In diesen Bildern wurde kein Code gefunden.',
  someUnread: ({ unread, count }) =>
    `${unread} von ${count} Bildern ${unread === 1 ? 'zeigt' : 'zeigen'} keinen Code, der sich lesen lässt.`,
  allReadBefore: 'Diese Codes waren alle schon gelesen.',

  whatItDoes: 'Was es tut',
  transactions: ({ count }) => `${count} Transaktionen`,
  rule: ({ rule }) => `Regel ${rule}`,
  agreed: 'Was vereinbart wurde',
  whose: 'Wem es gehört',
  copyWalletAddress: 'Adresse der Wallet kopieren',
  judgedByWallet: 'Beurteilt nach den Schlüsseln der Wallet dieses Computers.',
  judgedByBrought: 'Beurteilt nach den Schlüsseln, die Sie mitgebracht haben.',
  judgedByBundle:
    'Noch sind keine Schlüssel hier: Welche der Wallet gehören, sagt bisher nur das Bundle selbst.',

  stepBundle: '1 · Bundle',
  fingerprint: 'Fingerabdruck',
  network: 'Netzwerk',
  exported: 'Exportiert',
  onChainIn: 'Muss auf der Chain sein in',
  timeHasPassed: 'die Zeit ist abgelaufen',
  compareFingerprint: 'Vergleichen Sie den Fingerabdruck mit dem auf dem anderen Computer.',
  putAway: 'Weglegen',
  noneOpen: 'Keines ist geöffnet.',

  stepKeys: '2 · Schlüssel',
  forBundleAlone: ({ what }) => `${what}, allein für dieses Bundle`,
  copyAddress: 'Adresse kopieren',
  forgetKeys: 'Diese Schlüssel vergessen',
  keysForgotten: 'Die Schlüssel, die Sie mitgebracht haben, haben signiert und sind vergessen.',
  walletHere: 'Die Wallet dieses Computers',
  noWallet:
    'Hier gibt es noch keine Wallet. Legen Sie eine aus Ihren Wiederherstellungswörtern an, oder bringen Sie Schlüssel für ein einzelnes Bundle mit.',
  backup: 'Backup',
  changePassword: 'Passwort ändern',
  remove: 'Entfernen',
  importWords: 'Wörter importieren',
  newWallet: 'Neue Wallet',
  restore: 'Backup wiederherstellen',
  bringKeys: 'Schlüssel für dieses Bundle',

  perTrade: 'Ihr Limit je Trade',
  perDay: 'Ihr Limit in 24 Stunden',
  cost: 'Ihr Limit für Kosten',
  changeLimits: 'Limits…',

  stepSign: '3 · Prüfen und signieren',
  signed: ({ count }) => `Signiert: ${count === 1 ? 'eine Signatur' : `${count} Signaturen`}.`,
  signAbout:
    'Das Freigabefenster zeigt alles, was die Transaktion tut. Es signiert das, dem Sie dort zustimmen, und nichts anderes.',
  checkAndSign: 'Prüfen und signieren',

  stepBack: '4 · Signaturen zurückbringen',
  backAbout:
    'Als Datei oder über Codes, zu dem Computer, der den Trade exportiert hat: Er prüft die Signaturen und sendet den Trade.',

  signedTitle: 'Signiert. Bringen Sie die Signaturen zurück',
  transaction: 'Transaktion',
  saveSignatures: 'Signaturen speichern',
  saveReceipt: 'Quittung speichern',
  saved: 'Gespeichert.',
  savedTo: ({ path }) => `Gespeichert unter ${path}`,
  showAsCode: 'Oder zeigen Sie sie dem anderen Computer als Code:',
  signaturesCode: 'Die Signaturen als Code',
};

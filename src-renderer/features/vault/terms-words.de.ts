import type { ProfileColour } from '#domain/profile.ts';
import type { Translation } from '#domain/words/catalogue.ts';
import type { terms as english } from './terms-words.ts';

export const termsWords: Translation<typeof english> = {
  limitsTitle: 'Handelslimits',
  setLimits: 'Limits festlegen',
  limitsSet: 'Die Limits sind festgelegt.',
  checkingPassword: 'Passwort wird geprüft…',
  limitsAbout: 'Ein Trade außerhalb dieser Limits wird blockiert. Nur dieses Fenster kann sie ändern.',
  limitsLost:
    'Den Limits, die festgelegt waren, ist nicht mehr zu trauen. Prüfen Sie jede Zeile: Es wird kein Trade gemacht, bis Sie sie festlegen.',
  perTrade: 'Höchstens je Trade, ADA',
  perDay: 'Höchstens in 24 Stunden, ADA',
  cost: 'Höchste Kosten eines Trades, ADA',
  slippage: 'Größte Slippage-Toleranz, %',
  impact: 'Größter Preiseinfluss, %',
  betterPrice: 'Warnung: Kurs anderswo besser, %',
  allowedExchanges: 'Erlaubte Börsen',
  noneNamed: 'Der Dienst hat noch keine genannt: Alle sind erlaubt.',
  allExchanges: 'Alle, auch künftige.',
  onlySome: ({ count }) => `Nur diese ${count}.`,
  allowOne: 'Erlauben Sie mindestens eine Börse.',
  verifiedOnly: 'Nur verifizierte Token',
  expert: 'Expertenmodus',
  expertAbout:
    'Bei einer Order an einem Skript, das keine bekannte Börse verwendet, wird gefragt, statt sie zu blockieren.',
  noLimit: 'Kein Limit.',
  atMost: ({ most }) => `Höchstens ${most}.`,
  from: ({ share }) => `Ab ${share}.`,
  amountWanted: 'Geben Sie einen Betrag in ADA ein, zum Beispiel 500, oder lassen Sie das Feld leer.',
  percentWanted: ({ least, most }) => `Geben Sie einen Prozentsatz von ${least} bis ${most} ein.`,

  protectionTitle: 'Wallet länger entsperrt lassen',
  protectionAbout:
    'Solange die Wallet entsperrt ist, kann jeder, der an diesem Computer sitzt, innerhalb Ihrer Limits signieren. Das Handelsfenster verlangt diese Änderung; kommt sie nicht von Ihnen, brechen Sie ab.',
  locksAgain: 'Erneute Sperre bei Nichtgebrauch',
  unlockFor: 'Entsperren für, wenn Sie nichts wählen',
  never: 'nie',
  minutes: ({ minutes }) => `${minutes} min`,
  changed: 'Die Änderung ist übernommen.',
  asNow: 'wie jetzt',
  now: ({ what }) => `jetzt ${what}`,

  addTitle: 'Live-Profil hinzufügen',
  add: 'Dieses Profil hinzufügen',
  added: 'Das Profil ist hinzugefügt. Wechseln Sie dorthin und geben Sie dann seinen Schlüssel ein.',
  changeTitle: 'Dieses Profil ändern',
  change: 'Änderungen übernehmen',
  profileChanged: 'Das Profil ist geändert.',
  deleteProfile: 'Dieses Profil löschen',
  deleted: 'Das Profil und seine Schlüssel sind gelöscht.',
  deleteAbout: ({ folder }) =>
    `Seine Schlüssel werden aus dem Schlüsselbund entfernt, und seine Einstellungen werden gelöscht. Die Aufzeichnung seiner Trades bleibt im Datenordner, in ${folder}; Touchstone öffnet sie nicht wieder. Das Handelsfenster verlangt dies; kommt es nicht von Ihnen, brechen Sie ab.`,
  profileAbout:
    'Ihre Orders erstellt dieser Dienst, und was Sie haben, sagt dieser Ledger-Dienst. Vergleichen Sie jede Adresse mit dem, was ihr Betreiber veröffentlicht. Das Handelsfenster verlangt dies; kommt es nicht von Ihnen, brechen Sie ab.',
  proposed: 'Was vorgeschlagen wird',
  fileSetsNoLimits:
    'Eine Datei legt nie Limits fest: Das Profil beginnt mit den üblichen, und geändert werden sie mit dem Passwort seiner Wallet.',
  noWallet: 'Dieses Profil hat noch keine Wallet, daher wird kein Passwort verlangt.',
  name: 'Name',
  colour: 'Farbe',
  colourName: ({ colour }) => COLOURS[colour],
  network: 'Netzwerk',
  mainApi: 'Haupt-API',
  chartsApi: 'Chart-API',
  chartsStream: 'Chart-Stream',
  ledger: 'Ledger-Dienst',
  sentTo: 'Transaktionen gehen an',
  sentToLedger: 'den Ledger-Dienst',
  secondLedger: 'Zweiter Ledger-Dienst',
  noSecondLedger: 'keiner',
  leftOut: 'Ausgeschlossene Börsen',
  noneLeftOut: 'keine',
};

const COLOURS: Readonly<Record<ProfileColour, string>> = {
  blue: 'Blau',
  magenta: 'Magenta',
  cyan: 'Cyan',
  violet: 'Violett',
  brown: 'Braun',
  pink: 'Rosa',
  indigo: 'Indigo',
  slate: 'Schiefer',
};

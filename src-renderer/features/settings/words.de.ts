import type { Translation } from '#domain/words/catalogue.ts';
import type { KeychainName, words as english } from './words.ts';

export const settingsWords: Translation<typeof english> = {
  settings: 'Einstellungen',
  general: 'Allgemein',
  limits: 'Limits',
  service: 'Dienst',
  secrets: 'Geheimnisse',
  releases: 'Releases',
  tradeForReal: 'Echt handeln…',

  language: 'Sprache',
  languageNote: 'lädt das Fenster neu',
  english: 'English',
  german: 'Deutsch',
  theme: 'Farbschema',
  asSystem: 'Wie das System',
  dark: 'Dunkel',
  light: 'Hell',
  upAndDown: 'Steigende und fallende Kurse',
  upAndDownNote: 'das Vorzeichen sagt dasselbe',
  priceColours: 'Farben der Kurse',
  greenRed: 'Grün, Rot',
  blueOrange: 'Blau, Orange',
  slippage: 'Slippage-Toleranz',
  slippageNote: 'eines neuen Tickets, %',
  slippagePercent: 'Slippage-Toleranz in Prozent',
  unlockFor: 'Entsperren für',
  unlockForNote: 'ungefragt; länger mit Passwort',
  lockAgain: 'Wieder sperren',
  lockAgainNote: 'unbenutzt; länger mit Passwort',
  lockAgainAfter: 'Wieder sperren nach',
  minutes: ({ minutes }) => `${minutes} min`,
  never: 'nie',
  start: 'Touchstone starten',
  startNote: 'offline: nur signieren, kein Netz',
  toTrade: 'Zum Handeln',
  offline: 'Offline',
  notifyOrders: 'Hinweise zu Orders',
  notifyOrdersNote: 'für jede einer',
  orderFilled: 'ausgeführt',
  orderPartlyFilled: 'teilweise ausgeführt',
  orderCancelled: 'storniert',
  orderFarOff: 'weit weg vom Markt',
  letBrowser: 'Im Browser anzeigen lassen',
  browserRefuses: 'Der Browser lässt Touchstone sie nicht anzeigen; sie erscheinen in diesem Fenster.',
  notifyPlans: 'Hinweise zu Plänen',
  notifyPlansNote: 'Trades, Verspätungen und Abschluss',
  planTrade: 'jeder Trade',
  planLate: 'verspätet',
  planFinished: 'beendet',
  build: 'Trades erstellen',
  buildNote: 'dieses Profils; das Ticket zeigt dann wahre Gebühren',
  whileTyping: 'Beim Tippen',
  atReview: 'Beim Prüfen',
  alert: 'Wenn ein Alarm auslöst',
  alertNote: 'neben seinem Hinweis',
  sound: 'Ton',
  silent: 'Stumm',
  exchangesUsed: 'Verwendete Börsen',
  exchangesUsedNote: 'eines neuen Tickets; zum Ausschließen anklicken',
  exchangesByDefault: 'Standardmäßig verwendete Börsen',
  noneNamed: 'Der Dienst hat noch keine genannt.',

  limitsAbout:
    'Jeder Trade dieses Profils wird an diesen Limits gemessen, was auch immer dieses Fenster sagt. Geändert werden sie im Tresorfenster, mit dem Passwort.',
  perDayNote: 'signiert',
  costNote: 'insgesamt',
  withoutExchanges: ({ count, of, names }) => `${count} von ${of}, ohne ${names}`,
  newRecipients: 'Neue Empfänger',
  askOnce: 'einmal fragen',
  changeLimits: 'Limits ändern…',
  limitsNeedWallet:
    'Limits werden mit dem Passwort einer Wallet festgelegt; in diesem Profil gibt es noch keine.',

  secretsOf: ({ profile }) =>
    `Wo die Geheimnisse von ${profile} liegen. Dieses Fenster sieht nie eines davon.`,
  secretsHere: 'Wo die Geheimnisse dieses Profils liegen. Dieses Fenster sieht nie eines davon.',
  secretApiKey: 'API-Schlüssel des Dienstes',
  secretLedgerKey: 'Zugriffstoken des Ledgers',
  secretWalletKey: 'Schlüssel der Wallet',
  secretReceiptSeeds: 'Seeds der Quittungen',
  secretPresent: 'Gespeichert',
  secretAbsent: 'Nicht vorhanden',
  secretOtherHost: 'Für andere Adressen',
  secretUnreadable: 'Nicht lesbar',
  noneKept: ({ keychain }) => `Es wird keiner aufbewahrt. Er läge ${inKeychain(keychain)}.`,
  inKeychain: ({ keychain }) => `${capital(inKeychain(keychain))}, als Eintrag von Touchstone.`,
  inHalves: ({ keychain }) =>
    `Zur Hälfte ${inKeychain(keychain)}, zur Hälfte in einer verschlüsselten Datei im Datenordner: Keine der beiden öffnet sich ohne die andere und Ihr Passwort.`,
  inMemory: 'Im Arbeitsspeicher, bis Touchstone endet.',
  sentOnlyTo: ({ host }) => `Wird nur an ${host} gesendet.`,
  inJournal:
    'Im Journal, bis die Quittung des Trades vollständig ist. Kein Guthaben hängt von ihnen ab, und sie verschwinden von selbst.',
  inPractice: 'Im Speicher des Übungsmarkts, der mit jedem Start einen neuen anlegt.',
  test: 'Testen',
  testing: 'Test läuft…',
  lookedAgain: 'Es wurde erneut nachgesehen.',
  deleteSecret: 'Löschen…',

  newVersions: 'Neue Versionen',
  notifyVersions: 'Hinweis auf neue Versionen',
  noReleaseAddress: 'dieser Build kennt keine Adresse, die er fragen kann',
  asksHost: ({ host }) => `fragt ${host}; über Sie wird nichts gesendet`,
  off: 'Aus',
  daily: 'Einmal am Tag',
  nobodyAsked: ({ version }) => `Niemand wird gefragt. Dies ist Touchstone ${version}.`,
  newest: ({ version }) => `Touchstone ${version} ist die neueste Version.`,
  newerIsOut: ({ release, version }) => `Touchstone ${release} ist erschienen; dies ist ${version}.`,
  asked: ({ ago }) => `Zuletzt gefragt: ${ago}.`,
  asking: ({ host }) => `${host} wird gefragt…`,
  askingReleases: 'Die Adresse der Releases wird gefragt…',
  whatIsNew: 'Was ist neu…',
  checkRelease: 'Release prüfen',
  checkReleaseMore: 'Release prüfen…',
  downloaded: 'Eine heruntergeladene Datei',
  downloadedAbout:
    'Prüfen Sie, bevor Sie ein Release installieren, ob seine Datei die ist, die signiert wurde. Sie brauchen die Datei und ihr signiertes Manifest.',
  releaseKeys: 'Release-Schlüssel',
  noReleaseKeys:
    'Dieser Build enthält keine: Er wurde vor dem ersten Release gemacht und kann daher kein Release beweisen. Ein Build von der Seite eines Releases kann es.',
};

const IN_KEYCHAINS: Readonly<Record<KeychainName, string>> = {
  macos: 'im Schlüsselbund von macOS',
  windows: 'in der Windows-Anmeldeinformationsverwaltung',
  'secret-service': 'im Schlüsselbund des Systems (Secret Service)',
};

function inKeychain(keychain: KeychainName | undefined): string {
  return keychain === undefined ? 'im Schlüsselbund des Systems' : IN_KEYCHAINS[keychain];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

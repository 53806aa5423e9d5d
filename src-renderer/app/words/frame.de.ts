import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english, Light } from './frame.ts';

export const frameWords: Translation<typeof english> = {
  walletLocked: 'Die Wallet ist gesperrt.',
  offList: ({ token, list }) => `${token} steht nicht mehr auf der Liste ${list}.`,
  onList: ({ token, list }) => `${token} steht auf der Liste ${list}.`,
  searchTokens: 'Token suchen',
  starting: 'Start läuft',
  whatWentWrong: 'Was schiefging',
  close: 'Schließen',

  newVersion: ({ version, own, overdue }) =>
    `Touchstone ${version} ist erschienen; dies ist ${own}${overdue ? ' und sollte nicht mehr verwendet werden' : ''}.`,
  whatIsNew: 'Was ist neu…',
  skipVersion: 'Version überspringen',
  enterApiKey: 'API-Schlüssel eingeben',
  startAgain: 'Neu starten',
  openSettings: 'Einstellungen öffnen',
  keyMissing:
    'Der API-Schlüssel dieses Profils fehlt. Solange er nicht eingegeben ist, gibt es keine Kursangebote.',
  backToPractice: 'Zurück zum Übungsmarkt',
  dismiss: 'Ausblenden',
  waitingForKeychain: 'Warten auf den Schlüsselbund…',
  tryAgain: 'Erneut versuchen',
  watchAgain: 'Erneut beobachten',
  importWords: 'Wörter importieren',

  connections: 'Verbindungen',
  serviceStarting: 'Dienst: startet',
  serviceAnswers: ({ host }) => `Dienst: ${host ?? 'der Dienst'} antwortet`,
  serviceNotReached: 'Dienst: nicht erreicht',
  serviceNotSetUp: 'Dienst: nicht eingerichtet',
  ledgerAsking: ({ host }) => `Ledger: Abfrage bei ${host ?? 'dem Ledger-Dienst'}`,
  ledgerNoWallet: 'Ledger: keine Wallet zum Nachsehen',
  ledgerBalance: ({ host, old }) => `Ledger: ${host ?? 'der Ledger-Dienst'}, Guthaben ${old}`,
  chartStream: ({ pair, period, state, at, why }) =>
    `Chart ${pair}, ${period}: ${state}; ${at === undefined ? 'noch keine Meldung' : `letzte Meldung um ${at}`}.${why === undefined ? '' : ` ${why}`}`,
  withLight: ({ text, light }) => `${text} (${LIGHTS[light]})`,

  chartsAndWorkspaces: ({ layout }) => `Charts und Arbeitsbereiche: ${layout}`,
  workspaceOpened: ({ name }) => `Arbeitsbereich ${name}.`,
  workspaces: 'Arbeitsbereiche…',

  practiceOfThePast: 'Übungsmarkt der Vergangenheit, auf diesem Computer',
  practiceHere: 'Übungsmarkt auf diesem Computer',
  details: 'Details',

  adaInDollars: ({ age }) => `ADA in Dollar, laut dem Dienst vor ${age}`,
  rateOld: ({ age }) => `${age} alt`,
  openPalette: 'Palette öffnen',
  unlockFor: ({ minutes }) => `Für ${minutes} entsperren`,
  lockWallet: 'Wallet sperren',
  settings: 'Einstellungen',

  wallet: 'Wallet',
  walletUnavailable: 'Die Wallet ist nicht verfügbar.',
  watchOnlyShared: 'Nur beobachtet: Mehrere signieren gemeinsam, dort, wo ihre Schlüssel sind.',
  watchOnlyAlone: 'Nur beobachtet: Der Schlüssel ist anderswo, und hier lässt sich nichts signieren.',
  asksEachTime: 'Jede Signatur verlangt das Passwort.',
  unlocked: ({ left, idleMinutes }) =>
    `Entsperrt für ${left}${idleMinutes === 0 ? '.' : ` oder bis zu ${idleMinutes} min ohne Benutzung.`}`,
  notAvailable: 'Nicht verfügbar',
  watchOnly: 'Nur beobachtet',
  copyAddress: 'Adresse kopieren',
  sessionOnly: 'Der Schlüssel bleibt nur für diese Sitzung erhalten. Notieren Sie seine Wörter.',
  receive: 'Empfangen',
  send: 'Senden',
  coins: 'Coins und Bezeichnungen',
  fund: 'Mit Spielgeld aufladen',
  lock: 'Sperren',
  tradesWith: ({ address }) => `Handelt mit ${address}`,
  tradeWith: ({ address }) => `Handeln mit ${address}`,
  stopWatching: 'Nicht mehr beobachten',
  saveBackup: 'Verschlüsseltes Backup speichern',
  changePassword: 'Passwort ändern',
  removeWallet: 'Diese Wallet entfernen',
};

const LIGHTS: Readonly<Record<Light, string>> = {
  good: 'in Ordnung',
  waiting: 'wartet',
  bad: 'gestört',
  off: 'aus',
};

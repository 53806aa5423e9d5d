import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const vaultWords: Translation<typeof english> = {
  windowTitle: 'Touchstone-Tresor',
  windowTitleOf: ({ profile }) => `Touchstone-Tresor · ${profile}`,
  sessionOnly:
    'Ohne einen Schlüsselbund des Systems wird der Schlüssel nur für diese Sitzung aufbewahrt. Notieren Sie seine Wörter oder speichern Sie ein Backup.',
  nothingToDo: 'Hier ist nichts zu tun.',

  cancel: 'Abbrechen',
  oneMoment: 'Einen Moment…',
  keychain:
    'Der Schlüsselbund Ihres Systems hat noch nicht geantwortet. Fragt er, ob er geöffnet werden darf, antworten Sie ihm; mit „Abbrechen“ geben Sie auf.',
  password: 'Passwort für Ausgaben',
  copyAddress: 'Adresse kopieren',
  showAddress: 'Adresse anzeigen',
  walletReady: 'Die Wallet ist bereit.',
  makingKey: 'Schlüssel wird erzeugt…',
  encryptingKey: 'Schlüssel wird verschlüsselt…',
  decrypting: 'Wird entschlüsselt…',

  practiceTitle: 'Übungs-Wallet',
  makeWallet: 'Wallet anlegen',
  practiceAbout:
    'Sie signiert wie eine echte und enthält nur Spielgeld. Das Passwort wird bei jedem Trade verlangt; wählen Sie also eines, das Sie tippen können.',
  practiceReady: 'Die Übungs-Wallet ist bereit.',
  newTitle: 'Neue Wallet',
  newAbout:
    'Die nächste Seite zeigt Wiederherstellungswörter. Wer sie hat, hat das Geld, und ohne sie ist mit dem Computer auch das Geld verloren. Halten Sie Stift und Papier bereit, und lassen Sie niemanden zusehen.',
  showWords: 'Wörter anzeigen',
  numberOfWords: 'Anzahl der Wörter',
  someWords: ({ count }) => `${count} Wörter`,
  writeTitle: 'Diese Wörter aufschreiben',
  writeAbout: 'In dieser Reihenfolge, auf Papier. Kein Foto, keine Datei, keine Zwischenablage.',
  written: 'Ich habe sie aufgeschrieben',
  recoveryWords: 'Wiederherstellungswörter',
  proveTitle: 'Nachweisen, dass Sie sie haben',
  wordAt: ({ place }) => `Wort ${place}`,
  lookAtNotes: 'Sehen Sie in Ihren Notizen nach. Die Wörter können noch einmal angezeigt werden.',
  showAgain: 'Wörter noch einmal anzeigen',

  newPassword: 'Neues Passwort für Ausgaben',
  confirmPassword: 'Passwort bestätigen',
  notTheSame: 'Die beiden stimmen noch nicht überein.',
  beforeTyping: 'Mindestens 10 Zeichen. Gut sind vier Wörter, die nichts miteinander zu tun haben.',
  tooShort: 'Zu kurz: mindestens 10 Zeichen.',
  guessedAtOnce: 'Sofort zu erraten.',
  weak: 'Schwach: leicht zu erraten.',
  fair: 'Noch nicht stark genug.',
  strong: 'Stark.',

  importTitle: 'Wiederherstellungswörter importieren',
  keepWallet: 'Diese Wallet behalten',
  deriving: 'Wird abgeleitet…',
  wordsInOrder: 'Wiederherstellungswörter, in ihrer Reihenfolge',
  wordsOfWallet: ({ count }) => `${wordsWords(count)}. Eine Wallet hat 24, 15 oder 12.`,
  compareFirst: 'Vergleichen Sie die erste Adresse dieser Wörter mit der, die Sie kennen:',

  apiKey: 'API-Schlüssel des Dienstes',
  ledgerKey: 'Zugriffstoken des Ledger-Dienstes',
  keepKey: 'Aufbewahren',
  keyKept: 'Der Schlüssel wird aufbewahrt.',
  sentOnlyTo: 'Er wird im Schlüsselbund des Systems aufbewahrt und nur an',
  sentOnlyToEnd: 'gesendet. Kein Fenster kann ihn zurücklesen.',

  deleteApiKey: 'API-Schlüssel des Dienstes löschen',
  deleteLedgerKey: 'Zugriffstoken des Ledger-Dienstes löschen',
  deleteKey: 'Löschen',
  deleteAbout:
    'Er wird dort gelöscht, wo er auf diesem Computer aufbewahrt ist. Wer ihn ausgegeben hat, kann ihn immer noch zurücknehmen oder ersetzen.',
  deleteAboutSent:
    'Er wird dort gelöscht, wo er auf diesem Computer aufbewahrt ist, und mit ihm wird nichts mehr an',
  deleteAboutSentEnd: 'gesendet. Wer ihn ausgegeben hat, kann ihn immer noch zurücknehmen oder ersetzen.',
  keyDeleted: 'Er ist von diesem Computer gelöscht.',
  noLiveWallet: 'Es gibt noch keine Live-Wallet, daher wird kein Passwort verlangt.',

  restoreTitle: 'Backup wiederherstellen',
  restore: 'Wiederherstellen',
  restoreAbout:
    'Wählen Sie die Backup-Datei und geben Sie das Passwort für Ausgaben ein, unter dem sie gespeichert wurde.',
  backupFile: 'Backup-Datei',
  backupPassword: 'Passwort für Ausgaben (des Backups)',
  tooLargeForBackup: 'Diese Datei ist zu groß für ein Backup.',
  restored: 'Die Wallet ist wiederhergestellt.',

  unlockTitle: 'Wallet entsperren',
  unlockFor: ({ time }) => `Für ${time} entsperren`,
  unlockForLabel: 'Entsperren für',
  signWithoutPassword: 'Ohne Passwort signieren für',
  unlocked: 'Die Wallet ist entsperrt.',
  changeTitle: 'Passwort ändern',
  change: 'Ändern',
  encrypting: 'Wird verschlüsselt…',
  presentPassword: 'Bisheriges Passwort für Ausgaben',
  passwordChanged:
    'Das Passwort ist geändert. Zuvor gespeicherte Backups lassen sich weiterhin mit dem alten öffnen.',
  backupTitle: 'Verschlüsseltes Backup speichern',
  saveFile: 'Datei speichern',
  backupAbout:
    'Die Datei enthält den Schlüssel, verschlüsselt unter Ihrem Passwort für Ausgaben. Sie lässt sich nur mit diesem Passwort öffnen, hier oder auf einem anderen Computer.',
  noFileChosen: 'Es wurde keine Datei gewählt. Nichts wurde gespeichert.',
  backupSavedAs: ({ path }) => `Das Backup ist gespeichert als ${path}.`,
  backupSaved: 'Das Backup ist als Datei gespeichert.',
  removeTitle: 'Diese Wallet entfernen',
  remove: 'Wallet entfernen',
  removeAbout:
    'Der Schlüssel wird von diesem Computer gelöscht. Ohne seine Wiederherstellungswörter oder ein Backup ist das Geld endgültig verloren.',
  haveWords: 'Ich habe die Wiederherstellungswörter oder ein Backup',
  removed: 'Die Wallet ist von diesem Computer entfernt.',

  watchTitle: 'Wallet beobachten',
  watch: 'Diese Wallet beobachten',
  watchAbout:
    'Guthaben, Orders und Pläne dieser Wallet werden angezeigt, und Trades können erstellt und geprüft werden. Der Schlüssel bleibt, wo er ist, daher kann hier nichts signiert werden.',
  whatToWatch: 'Adresse, öffentlicher Schlüssel des Kontos oder natives Skript',
  watchForms:
    'addr1… oder addr_test1…, oder acct_xvk1… für das Konto der Wallet. Mehrere Adressen stehen auf eigenen Zeilen. Wo mehrere gemeinsam signieren: das Skript als JSON, nach der Adresse, wenn diese einen Stake-Teil hat. Nie ein privater Schlüssel.',
  watchAccount: 'Nummer des Kontos',
  watchAccountHint:
    'Gezählt ab 0, dem ersten Konto der Wörter. Geräte, die über Codes signieren, brauchen sie, um den Schlüssel zu finden.',
  watchAccountWrong: 'Eine ganze Zahl von 0 bis 9999.',
  compareWithSigners:
    'Gleichen Sie diese Adresse mit allen ab, die gemeinsam signieren. Trades werden für diese Adresse erstellt, und Guthaben geht dort ein:',
  compareAddress:
    'Vergleichen Sie diese Adresse mit der, die Sie kennen. Trades werden für diese Adresse erstellt, und Guthaben geht dort ein:',
  compareAddresses: ({ count }) =>
    `Vergleichen Sie diese ${count} Adressen mit denen, die Sie kennen. Trades werden immer nur für eine von ihnen erstellt, am Anfang für die erste:`,
  neededToSpend: 'Um von dort auszugeben, braucht es:',
  keysNamedTwice: ({ keys, fewest }) =>
    `Dieses Skript nennt ${keys === 1 ? 'einen Schlüssel' : `${keys} Schlüssel`} an mehr als einer Stelle. Eine Signatur davon zählt an jeder, daher ${fewest === 1 ? 'genügt' : 'genügen'} ${fewest} Schlüssel zum Ausgeben. Beobachten Sie es nur, wenn alle, die signieren, das wissen.`,
  watched: 'Die Wallet wird beobachtet. Signiert werden kann hier nichts.',
  unwatch: 'Nicht mehr beobachten',
  unwatchAbout:
    'Dieser Computer vergisst die Adresse. Mit dem, was dort liegt, geschieht nichts, und sie kann wieder beobachtet werden.',
  unwatched: 'Die Wallet wird nicht mehr beobachtet.',

  bringTitle: 'Schlüssel für dieses Bundle',
  lookAtKeys: 'Diese Schlüssel ansehen',
  useKeys: 'Diese Schlüssel verwenden',
  bringAbout:
    'Diese Schlüssel bleiben im Arbeitsspeicher, allein für dieses Bundle, und werden überschrieben, sobald es signiert ist.',
  whatYouHave: 'Was Sie haben',
  kindWords: 'Wörter',
  kindFiles: 'Schlüsseldateien',
  kindEncrypted: 'Verschlüsselt',
  wordsOfAnyWallet: ({ count }) => `${wordsWords(count)}. Eine Wallet hat 24, 21, 18, 15 oder 12.`,
  account: 'Nummer des Kontos',
  accountHint: 'Das erste Konto ist 0.',
  keyFiles: 'Zahlungsschlüssel, und der Stake-Schlüssel, wo es einen gibt (.skey)',
  ownAddress: 'Ihre Adresse',
  ownAddressHint:
    'Wenn Ihre Adresse einen Stake-Teil hat, dessen Schlüssel nicht hier ist; sonst leer lassen.',
  encryptedKey: 'Verschlüsselter Root-Schlüssel (EMIP-3)',
  encryptedKeyPassword: 'Sein Passwort',
  notKeyFiles: ({ most }) => `Das sind keine Schlüsseldateien: zu groß, oder mehr als ${most}.`,
  bundleIsFor: 'Das Bundle ist für die Wallet von',
  copyWalletAddress: 'Adresse der Wallet kopieren',
  firstAddressIs: 'Die erste Adresse dieser Schlüssel ist',
  copyKeysAddress: 'Adresse der Schlüssel kopieren',
  rightKeys: 'Ein Schlüssel jener Wallet ist darunter.',
  wrongKeys: 'Keiner dieser Schlüssel gehört zu jener Wallet.',
  keysAtHand: 'Die Schlüssel liegen für dieses Bundle bereit.',
};

function wordsWords(count: number): string {
  return count === 1 ? `${count} Wort` : `${count} Wörter`;
}

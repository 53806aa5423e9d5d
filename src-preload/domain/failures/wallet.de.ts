import type { walletFailures as english } from './wallet.ts';
import { because, figure, recorded } from './german.ts';
import { text, type FailuresIn } from './text.ts';

const LANGUAGES: Readonly<Record<string, string>> = {
  chinese: 'Chinesisch',
  czech: 'Tschechisch',
  french: 'Französisch',
  italian: 'Italienisch',
  japanese: 'Japanisch',
  korean: 'Koreanisch',
  portuguese: 'Portugiesisch',
  spanish: 'Spanisch',
};

export const walletFailures: FailuresIn<typeof english> = {
  'no-wallet': () =>
    text(
      'In diesem Profil gibt es noch keine Wallet.',
      'Erstellen Sie eine, oder importieren Sie Ihre Wiederherstellungswörter.',
    ),
  'wallet-exists': () =>
    text(
      'Dieses Profil hat schon eine Wallet.',
      'Nichts wurde geändert. Entfernen Sie zuerst die Wallet, wenn Sie eine andere wollen.',
    ),
  'watch-only': () =>
    text(
      'Diese Wallet wird nur beobachtet: Ihr Schlüssel ist nicht auf diesem Computer.',
      'Hier lässt sich nichts signieren. Um zu handeln, beenden Sie das Beobachten, und erstellen oder importieren Sie dann eine Wallet.',
    ),
  'address-not-used': () =>
    text(
      'Es ist nicht bekannt, dass diese Wallet diese Adresse verwendet hat.',
      'Kopieren Sie eine von denen, an denen etwas liegt. Eine Adresse, an die nie etwas bezahlt wurde, findet sich im Ledger nicht.',
    ),
  'watched-corrupt': () =>
    text(
      'Die Datei mit der beobachteten Adresse ist beschädigt.',
      'Geben Sie die Adresse oder den Kontoschlüssel erneut ein. Ein geheimer Schlüssel war nicht darin.',
    ),
  'watched-several': (d) =>
    text(
      `Mehrere werden nur als Adressen beobachtet, höchstens ${d['most'] ?? 20} davon.`,
      'Geben Sie nur Adressen ein, jede von der nächsten durch ein Leerzeichen oder eine neue Zeile getrennt; oder einen öffentlichen Schlüssel.',
    ),
  'watched-script': () =>
    text(
      'Das ist die Adresse eines Skripts, für die kein einzelner Schlüssel signiert.',
      'Geben Sie die Adresse einer Wallet ein oder den öffentlichen Schlüssel ihres Kontos. Ist das Skript Ihres, geben Sie hinter der Adresse sein JSON ein.',
    ),
  'script-malformed': (d) =>
    text(
      `Das Skript ist nicht verwendbar${because(d['reason'])}.`,
      'Geben Sie das JSON eines nativen Skripts ein, wie cardano-cli es liest, mit sig, all, any, atLeast, after und before.',
    ),
  'script-elsewhere': (d) =>
    text(
      `Die Adresse gehört nicht zu diesem Skript, dessen eigene Adresse ${d['address'] ?? 'eine andere'} ist.`,
      'Vergleichen Sie beide mit denen, die mit Ihnen signieren. Ein Skript, das sich in einem Schlüssel unterscheidet, hat eine andere Adresse.',
    ),
  'account-key-malformed': (d) =>
    text(
      `Das ist keine Adresse und kein öffentlicher Schlüssel eines Kontos${because(d['reason'])}.`,
      'Kopieren Sie eine Adresse (addr1…) oder den öffentlichen Schlüssel des Kontos (acct_xvk1…) aus der Wallet, in der es liegt.',
    ),
  'wallet-locked': () =>
    text('Die Wallet ist gesperrt.', 'Entsperren Sie sie mit Ihrem Passwort für Ausgaben.'),
  'wrong-password': () =>
    text(
      'Das Passwort ist falsch.',
      'Prüfen Sie Großschreibung und Tastaturbelegung, und versuchen Sie es erneut.',
    ),
  'password-delayed': (d) =>
    text(
      `Warten Sie ${d['seconds'] ?? '?'}\u00a0s.`,
      'Geben Sie das Passwort dann erneut ein. Jedes falsche verlängert die Wartezeit.',
    ),
  'password-too-weak': (d) =>
    text(
      `Das Passwort ist zu kurz; es braucht mindestens ${d['least'] ?? 10} Zeichen.`,
      'Wählen Sie ein längeres.',
    ),
  'password-guessable': (d) =>
    text(
      'Das Passwort ist zu leicht zu erraten.',
      `${d['advice'] === undefined ? 'Fügen Sie weitere, weniger gewöhnliche Wörter hinzu.' : `Hinweis (auf Englisch): ${d['advice']}`} Vier Wörter, die nichts miteinander zu tun haben, genügen.`,
    ),
  'phrase-malformed': (d) =>
    text(
      `Das sind keine gültigen Wiederherstellungswörter${because(d['reason'])}.`,
      'Prüfen Sie Schreibweise und Reihenfolge der Wörter.',
    ),
  'phrase-numbers': () =>
    text(
      'Die Nummern vor den Wiederherstellungswörtern passen nicht: Jedes Wort braucht seine eigene, von 1 an, oder keines hat eine.',
      'Tippen Sie die Wörter allein, in der Reihenfolge ihrer Nummern.',
    ),
  'phrase-foreign': (d) =>
    text(
      `Das sind Wiederherstellungswörter in einer anderen Sprache (${LANGUAGES[String(d['language'])] ?? 'unbekannt'}); Touchstone liest die englische Liste, wie Cardano-Wallets sie schreiben.`,
      'Übersetzt ergäben sie eine andere Wallet. Öffnen Sie die Wallet, die diese Wörter gemacht hat, und senden Sie ihr Guthaben an eine Adresse einer Wallet mit englischen Wörtern.',
    ),
  'phrase-proof-wrong': () =>
    text(
      'Die Wörter stimmen nicht mit den gezeigten überein.',
      'Sehen Sie in Ihre Notizen, und versuchen Sie es erneut.',
    ),
  'keystore-corrupt': () =>
    text(
      'Der Schlüsselspeicher ist beschädigt.',
      'Stellen Sie ihn aus Ihrer Backup-Datei oder Ihren Wiederherstellungswörtern wieder her.',
    ),
  'keystore-missing': () =>
    text(
      'Die Schlüsseldatei dieses Profils ist fort.',
      'Legen Sie sie zurück, oder stellen Sie die Wallet aus Ihrer Backup-Datei oder Ihren Wiederherstellungswörtern wieder her.',
    ),
  'keystore-newer': () =>
    text(
      'Der Schlüsselspeicher stammt von einer neueren Version von Touchstone.',
      'Aktualisieren Sie Touchstone. Die Wallet wurde nicht angetastet.',
    ),
  'keystore-foreign': () =>
    text(
      'Der Schlüsselspeicher gehört zu einem anderen Profil oder Netzwerk.',
      'Legen Sie den eigenen Schlüsselspeicher dieses Profils zurück, oder stellen Sie die Wallet aus Ihren Wiederherstellungswörtern wieder her.',
    ),
  'wallet-unwritable': () =>
    text(
      'Die Dateien der Wallet lassen sich nicht lesen oder schreiben.',
      'Prüfen Sie freien Platz und Rechte des Datenordners, und versuchen Sie es dann erneut.',
    ),
  'backup-malformed': () =>
    text(
      'Das ist kein Backup von Touchstone, oder es ist beschädigt.',
      'Wählen Sie die Datei, wie sie gespeichert wurde.',
    ),
  'backup-other-network': (d) =>
    text(
      `Dieses Backup ist von einer Wallet auf ${d['network'] ?? 'einem anderen Netzwerk'}.`,
      'Öffnen Sie das Profil jenes Netzwerks, und stellen Sie es dort wieder her.',
    ),
  'key-not-ours': () =>
    text(
      'Die Transaktion verlangt eine Signatur, die diese Wallet nicht leisten kann.',
      'Sie wurde nicht signiert. Aktualisieren Sie das Kursangebot; wiederholt es sich, verwenden Sie diesen Dienst nicht mehr.',
    ),
  'approved-bytes-differ': () =>
    text(
      'Die Transaktion, die signiert werden soll, ist nicht die geprüfte.',
      'Sie wurde nicht signiert. Aktualisieren Sie das Kursangebot; wiederholt es sich, melden Sie es.',
    ),
  'crypto-self-test-failed': (d) =>
    text(
      `Eine kryptografische Prüfung ist beim Start fehlgeschlagen (${d['primitive'] ?? 'unbekannt'}); daher ist hier kein Schlüssel verwendbar.`,
      'Installieren Sie Touchstone neu; wiederholt es sich, melden Sie es.',
    ),
  'keychain-unavailable': (d) =>
    text(
      'Der Schlüsselbund des Systems antwortet nicht; daher ist der Schlüssel der Wallet nicht lesbar. Ihre Wallet wurde nicht angetastet.',
      `Starten Sie ihn, und versuchen Sie es erneut.${recorded(d['install'])}`,
    ),
  'keychain-entry-lost': () =>
    text(
      'Der Eintrag der Wallet ist nicht mehr im Schlüsselbund des Systems, oder er wurde geändert.',
      'Stellen Sie die Wallet aus Ihrer Backup-Datei oder Ihren Wiederherstellungswörtern wieder her.',
    ),
  'keychain-locked-or-lost': () =>
    text(
      'Der Schlüsselbund des Systems ist gesperrt, oder sein Eintrag wurde entfernt. Ihre Wallet wurde nicht angetastet.',
      'Entsperren Sie den Schlüsselbund, und versuchen Sie es erneut, oder stellen Sie die Wallet aus Ihren Wiederherstellungswörtern wieder her.',
    ),
  'keychain-absent': (d) =>
    text(
      'Dieses System hat keinen Schlüsselbunddienst; daher werden Geheimnisse nur für diese Sitzung behalten.',
      `Installieren Sie einen, um sie zu behalten.${recorded(d['install'])}`,
    ),
  'keychain-timeout': () =>
    text(
      'Der Schlüsselbund des Systems hat nicht geantwortet.',
      'Suchen Sie seine Eingabeaufforderung, oder melden Sie sich neu an, und versuchen Sie es dann erneut.',
    ),
  'keychain-crashed': () =>
    text(
      'Der Schlüsselbund des Systems ist gesperrt oder defekt: Sein Hilfsprozess ist stehen geblieben.',
      'Entsperren Sie den Schlüsselbund, und versuchen Sie es dann erneut.',
    ),
  'keychain-refused': () =>
    text(
      'Der Schlüsselbund des Systems konnte den Eintrag nicht behalten.',
      'Entsperren Sie den Schlüsselbund, und versuchen Sie es dann erneut.',
    ),
  'limits-changed': () =>
    text(
      'Ihre Handelslimits wurden von etwas anderem als Touchstone geändert oder entfernt; daher wird nicht gehandelt.',
      'Öffnen Sie in den Einstellungen „Limits“, und legen Sie sie mit Ihrem Passwort neu fest.',
    ),
  'limits-unreadable': (d) =>
    text(
      `Ihre Handelslimits sind jetzt nicht lesbar${because(d['reason'])}; daher wird nicht gehandelt.`,
      'Öffnen Sie den Schlüsselbund des Systems, und versuchen Sie es erneut. Wiederholt es sich, legen Sie die Limits in den Einstellungen unter „Limits“ neu fest.',
    ),
  'limits-outdated': () =>
    text(
      'Ihre Handelslimits wurden geändert, nachdem dieser Trade geprüft wurde.',
      'Prüfen Sie den Trade erneut.',
    ),
  'limit-used-up': (d) =>
    text(
      `Inzwischen signierte Trades haben Ihr Limit für 24 Stunden aufgebraucht; ${figure(d['left'], '0')} ADA sind übrig.`,
      'Handeln Sie weniger, warten Sie, oder ändern Sie das Limit in den Einstellungen unter „Limits“.',
    ),
  'vault-closed': () => text('Sie haben das Fenster geschlossen.', 'Nichts wurde signiert oder geändert.'),
};

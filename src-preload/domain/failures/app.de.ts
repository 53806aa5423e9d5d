import type { appFailures as english } from './app.ts';
import { because } from './german.ts';
import { text, type FailuresIn } from './text.ts';

const SIGNED =
  ' Wiederholen Sie den Trade nicht: Er ist signiert, und Touchstone setzt ihn fort, sobald es schreiben kann.';

const OTHER_KINDS: Readonly<Record<string, readonly [string, string]>> & {
  readonly other: readonly [string, string];
} = {
  secret: [
    'Das sieht nach einem privaten Schlüssel oder nach Wiederherstellungswörtern aus, nicht nach einer Adresse.',
    'Geben Sie eine Adresse ein (addr1…). Wer den Schlüssel oder die Wörter hat, hat das Geld: Tippen Sie beides nur dort, wo eine Wallet eingerichtet wird, und geben Sie es niemandem.',
  ],
  link: [
    'Das ist ein Zahlungslink (web+cardano:), nicht die Adresse allein.',
    'Geben Sie die Adresse darin (addr1…, bis zum Fragezeichen) für sich ein und den Betrag im Feld für Beträge.',
  ],
  handle: [
    'Das ist ein Handle, ein Name, der für eine Adresse steht. Touchstone schlägt keine Handles nach: Wer antwortet, könnte eine andere Adresse nennen.',
    'Bitten Sie um die Adresse (addr1…), oder schlagen Sie das Handle selbst nach.',
  ],
  stake: [
    'Das ist eine Stake-Adresse: Sie bekommt Belohnungen; zahlen lässt sich an sie nicht, und Orders liegen bei ihr keine.',
    'Kopieren Sie aus derselben Wallet die Empfangsadresse (addr1…).',
  ],
  byron: [
    'Das ist eine Adresse der alten Form (Byron), die Touchstone nicht unterstützt.',
    'Bitten Sie um eine Adresse, die mit addr1 beginnt; jede heutige Wallet hat eine.',
  ],
  'account-key': [
    'Das ist ein öffentlicher Schlüssel, keine Adresse.',
    'Geben Sie eine Adresse ein (addr1…). Ein ganzes Konto wird dort, wo eine Wallet eingerichtet wird, mit seinem öffentlichen Schlüssel (acct_xvk1…) beobachtet.',
  ],
  pool: [
    'Das ist der Name eines Stake-Pools, eines Vertreters, eines Tokens oder eines Skripts, keine Adresse.',
    'Geben Sie eine Adresse ein, die mit addr1 beginnt, oder mit addr_test1 in einem Testnetz.',
  ],
  pointer: [
    'Diese Adresse nennt ihren Stake-Teil durch einen Zeiger, eine Form, die das Netzwerk aufgegeben hat.',
    'Bitten Sie um eine gewöhnliche Adresse (addr1q… oder addr1v…) derselben Wallet.',
  ],
  other: [
    'Das ist keine Adresse.',
    'Geben Sie eine Adresse ein, die mit addr1 beginnt, oder mit addr_test1 in einem Testnetz.',
  ],
};

export const appFailures: FailuresIn<typeof english> = {
  'internal-error': (d) =>
    text(
      `In Touchstone ist etwas schiefgegangen (Vorfall ${d['incident'] ?? 'unbekannt'}).`,
      'Versuchen Sie es erneut; wiederholt es sich, melden Sie die Nummer des Vorfalls.',
    ),
  'request-refused': (d) =>
    text(
      `Die Anfrage „${d['name'] ?? ''}“ wurde abgelehnt${because(d['reason'])}.`,
      'Starten Sie Touchstone neu; wiederholt es sich, melden Sie es.',
    ),
  'data-directory-busy': () =>
    text(
      'Mit denselben Daten läuft schon ein anderes Touchstone.',
      'Verwenden Sie dessen Fenster, oder schließen Sie es und starten Sie neu.',
    ),
  'settings-damaged': (d) =>
    text(
      `Einige Einstellungen sind beschädigt (${d['keys'] ?? 'unbekannt'}). Sie werden nicht verwendet und bleiben in der Datei, wie sie sind.`,
      'Nehmen Sie sie neu vor, oder stellen Sie die Datei „settings.sqlite“ aus einer Kopie Ihres Datenordners wieder her.',
    ),
  'storage-corrupt': (d) =>
    text(
      `Die Datei „${d['file'] ?? 'journal'}“ ist beschädigt. Sie wurde gelassen, wie sie ist.`,
      'Stellen Sie sie aus einer Kopie Ihres Datenordners wieder her. Trades, die schon gesendet sind, laufen ohne Touchstone weiter.',
      'unknown',
    ),
  'storage-newer': (d) =>
    text(
      `Die Datei „${d['file'] ?? 'journal'}“ stammt von einem neueren Touchstone.`,
      'Installieren Sie wieder die neuere Version.',
    ),
  'storage-failed': (d) =>
    text(
      `Die Datei „${d['file'] ?? 'journal'}“ ist nicht verwendbar${because(d['reason'])}.`,
      `Prüfen Sie den Datenträger und die Rechte des Datenordners, und versuchen Sie es dann erneut.${d['signed'] === true ? SIGNED : ''}`,
      d['signed'] === true ? 'unknown' : 'none',
    ),
  'storage-busy': (d) =>
    text(
      `Ein anderes Programm verwendet die Datei „${d['file'] ?? 'journal'}“; Touchstone kann sie weder lesen noch in sie schreiben.`,
      `Schließen Sie dieses Programm (zum Beispiel einen Datenbank-Browser oder eine Datensicherung), oder warten Sie, bis es fertig ist, und versuchen Sie es dann erneut.${d['signed'] === true ? SIGNED : ''}`,
      d['signed'] === true ? 'unknown' : 'none',
    ),
  'storage-gone': (d) =>
    text(
      `Die Datei „${d['file'] ?? 'journal'}“ wurde entfernt, umbenannt oder ersetzt, während Touchstone sie benutzte. Ohne sie wird nichts signiert oder gesendet.`,
      `Legen Sie sie an ihren Platz zurück, von dort, wohin sie verschoben wurde, oder aus einer Kopie Ihres Datenordners, und starten Sie Touchstone dann neu.${d['signed'] === true ? SIGNED : ''}`,
      d['signed'] === true ? 'unknown' : 'none',
    ),
  'storage-full': (d) =>
    text(
      `Der Datenträger ist voll: Die Datei „${d['file'] ?? 'journal'}“ konnte nicht geschrieben werden.`,
      `Schaffen Sie Platz, und versuchen Sie es dann erneut.${d['signed'] === true ? SIGNED : ''}`,
      d['signed'] === true ? 'unknown' : 'none',
    ),
  'data-folder-unusable': (d) =>
    text(
      `Der Datenordner ${d['folder'] ?? ''} ist nicht verwendbar${because(d['reason'])}.`,
      'Sorgen Sie dafür, dass Sie in ihn schreiben dürfen, oder nennen Sie mit TOUCHSTONE_DATA einen anderen.',
    ),
  'sandbox-missing': () =>
    text(
      'Chromium kann auf diesem System seine Sandbox nicht einrichten; daher wurde kein Fenster geöffnet.',
      'Verwenden Sie das Chromium Ihrer Distribution, oder erlauben Sie dem Browser User-Namespaces (unter Ubuntu mit einem AppArmor-Profil, sonst mit der Kernel-Einstellung user.max_user_namespaces). Ohne Sandbox starten Sie mit: npm start -- --without-sandbox. Eine Schwachstelle im Browser könnte dann alles erreichen, was Sie erreichen.',
    ),
  'browser-confined': (d) =>
    text(
      `Der Browser ${d['browser'] ?? ''} darf sein Profil nicht in den Datenordner von Touchstone schreiben; daher wurde kein Fenster geöffnet. Ein Browser, der als Snap oder Flatpak installiert ist, sieht keine versteckten Ordner.`,
      'Installieren Sie Chromium, Chrome, Edge oder Brave als gewöhnliches Paket, und nennen Sie es mit TOUCHSTONE_CHROMIUM, oder nennen Sie mit TOUCHSTONE_DATA einen Datenordner in Ihrem Benutzerordner, der nicht versteckt ist (etwa ~/touchstone).',
    ),
  'data-folder-open': (d) =>
    text(
      `Andere Benutzer dieses Computers können in den Datenordner ${d['folder'] ?? ''} sehen${because(d['why'])}; er wurde gelassen, wie er ist. Die Dateien, die Touchstone darin anlegt, wurden geschützt.`,
      'Wählen Sie mit TOUCHSTONE_DATA einen eigenen Ordner, oder schränken Sie die Rechte dieses Ordners selbst ein.',
    ),
  'not-configured': (d) =>
    text(
      `Dem Live-Profil ${d['missing'] === 'second-ledger' ? 'fehlt ein zweiter Ledger-Dienst' : 'fehlen die Adressen'}.`,
      'Öffnen Sie die Einstellungen, und vervollständigen Sie das Live-Profil.',
    ),
  'practice-unavailable': () =>
    text('Die Übungsbörse läuft nicht.', 'Warten Sie einen Moment; sie wird neu gestartet.'),
  'replay-closed': () =>
    text(
      'Das Replay ist nicht offen oder startet noch.',
      'Öffnen Sie das Profil „Replay“, und warten Sie einen Moment.',
    ),
  'replay-day-unknown': () =>
    text('Diesen Tag hat der Verlauf nicht.', 'Wählen Sie einen Tag zwischen dem ersten und dem letzten.'),
  'practice-only': () => text('Das geht nur im Übungsmarkt.', 'Wechseln Sie zum Übungsmarkt.'),
  'live-only': () => text('Das geht nur live.', 'Wechseln Sie zuerst zu einem Live-Profil.'),
  'test-under-way': () =>
    text(
      'Eine Verbindung wird schon getestet.',
      'Warten Sie, bis dieser Test beendet ist, und versuchen Sie es dann erneut.',
    ),
  'address-other-kind': (d) => {
    const [what, advice] = OTHER_KINDS[String(d['kind'])] ?? OTHER_KINDS['other'];
    return text(what, advice);
  },
  'address-malformed': (d) =>
    text(
      `Das ist keine Adresse, der Orders gehören können${because(d['reason'])}.`,
      'Geben Sie eine Adresse ein, die mit addr1 beginnt, oder mit addr_test1 in einem Testnetz.',
    ),
  'address-elsewhere': (d) =>
    text(
      `Diese Adresse gehört zu ${d['found'] ?? 'einem anderen Netzwerk'}, und dieses Profil ist auf ${d['expected'] ?? 'einem anderen'}.`,
      'Geben Sie eine Adresse dieses Netzwerks ein, oder wechseln Sie zu einem Profil des anderen.',
    ),
  'vault-too-soon': () =>
    text('Das war gerade erst zu sehen.', 'Lesen Sie es, und stimmen Sie dann zu. Nichts wurde geändert.'),
  'password-needed': () =>
    text('Das senkt einen Schutz; daher braucht es Ihr Passwort.', 'Bestätigen Sie es im Tresorfenster.'),
  'saving-paused': (d) =>
    text(
      `Von hier wurden so viele Dateien gespeichert, dass das Speichern pausiert; Minuten bis zur nächsten: ${d['minutes'] ?? '?'}.`,
      'Warten Sie, und speichern Sie dann erneut.',
    ),
  'vault-busy': () =>
    text(
      'Das Tresorfenster ist in Gebrauch.',
      'Beenden Sie zuerst, wonach es fragt, oder brechen Sie es ab, und versuchen Sie es dann erneut.',
    ),
  'window-waits': () =>
    text(
      'Ein anderes Fenster von Touchstone wartet auf Ihr Passwort oder Ihre Entscheidung, und hier wurde seither nichts getan.',
      'Beenden oder schließen Sie jenes Fenster, oder drücken Sie hier noch einmal.',
    ),
  'nobody-acted': () =>
    text(
      'In diesem Fenster wurde nichts gedrückt; daher wurde keine Seite geöffnet.',
      'Drücken Sie den Link noch einmal.',
    ),
  'pages-paused': () =>
    text(
      'In kurzer Zeit wurden zu viele Seiten geöffnet.',
      'Warten Sie eine halbe Minute, und öffnen Sie die Seite dann noch einmal.',
    ),
  'page-opening': () =>
    text(
      'In Ihrem Browser wird gerade eine Seite geöffnet, die ein Fenster verdecken würde, das nach Ihrem Passwort fragt.',
      'Sehen Sie die Seite an, kommen Sie zurück, und drücken Sie hier noch einmal.',
    ),
  'left-with-profile': () =>
    text(
      'Das Profil, zu dem dies gehörte, wurde geschlossen oder geändert; daher wurde es aufgegeben. Nichts wurde signiert oder geändert.',
      'Schließen Sie dieses Fenster, und beginnen Sie im anderen Fenster noch einmal.',
    ),
  'left-with-wallet': () =>
    text(
      'Die Wallet wurde gesperrt oder handelt jetzt mit einer anderen Adresse; daher wurde dies aufgegeben. Es wurde nicht signiert.',
      'Schließen Sie dieses Fenster, und beginnen Sie im anderen Fenster noch einmal.',
    ),
  'left-by-desk': () =>
    text(
      'Das andere Fenster hat den Trade aufgegeben, der hier gezeigt wurde. Er wurde nicht signiert.',
      'Schließen Sie dieses Fenster. Waren Sie es nicht, sehen Sie sich die Aktivität an, bevor Sie wieder handeln.',
    ),
  'explorer-none': () =>
    text(
      'Geübte Trades liegen auf keinem öffentlichen Ledger; daher gibt es keine Seite zu zeigen.',
      'Sehen Sie sich die Schritte hier an.',
    ),
  'link-unknown': () =>
    text('Zu diesem Token gibt es keinen solchen Link.', 'Sehen Sie noch einmal auf die Seite des Tokens.'),
  'deadline-passed': () =>
    text('Der Vorgang hat zu lange gedauert und wurde abgebrochen.', 'Versuchen Sie es erneut.'),
};

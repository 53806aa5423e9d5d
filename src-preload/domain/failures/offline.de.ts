import type { offlineFailures as english } from './offline.ts';
import { because, recorded } from './german.ts';
import { text, type FailuresIn } from './text.ts';

export const offlineFailures: FailuresIn<typeof english> = {
  'offline-bundle-malformed': (d) =>
    text(
      `Das Bundle ist nicht lesbar${because(d['reason'])}.`,
      'Kopieren Sie die Datei noch einmal, oder exportieren Sie den Trade neu.',
    ),
  'offline-bundle-newer': () =>
    text(
      'Das Bundle stammt von einem neueren Touchstone.',
      'Installieren Sie dieselbe Version auf diesem Computer, aus einer Quelle, der Sie vertrauen.',
    ),
  'offline-bundle-blocked': (d) =>
    text(
      `Nichts wurde signiert${d['rule'] === undefined ? '' : ` (Regel ${d['rule']})`}.${recorded(d['finding'])}`,
      'Signieren Sie es auch anderswo nicht. Finden Sie heraus, wo das Bundle geändert wurde, und exportieren Sie den Trade dann neu.',
    ),
  'offline-too-late': (d) =>
    text(
      `Die Transaktion ist noch ${d['left'] ?? 'weniger als fünf'} Minuten gültig: zu kurz, um sie zu einem anderen Computer und zurück zu bringen.`,
      'Exportieren Sie sie neu: Der Dienst erstellt dann eine, die länger gültig ist.',
    ),
  'offline-unproven': () =>
    text(
      'Ein Wert, den die Transaktion ausgibt, ist durch die Bytes der Transaktion, die ihn gemacht hat, nicht bewiesen; der Offline-Computer könnte ihn also nicht prüfen.',
      'Verbinden Sie einen Ledger-Dienst, der die Bytes von Transaktionen zeigt, und exportieren Sie sie dann neu.',
    ),
  'offline-no-paths': () =>
    text(
      'Das Bundle sagt nicht, wo die Schlüssel liegen; daher kann kein Gerät sie finden.',
      'Beobachten Sie die Wallet über den öffentlichen Schlüssel ihres Kontos statt über ihre Adresse (auf der Befehlszeile: --account-key), und exportieren Sie den Trade neu.',
    ),
  'offline-bundle-elsewhere': () =>
    text(
      'Dieses Bundle wurde nicht von hier exportiert, oder was daraus wurde, ist schon bekannt.',
      'Importieren Sie das Signierte dort, wo es exportiert wurde: auf jenem Computer, mit demselben Profil oder Journal.',
    ),
  'offline-no-bundle': () =>
    text(
      'Kein Bundle ist offen.',
      'Öffnen Sie die Datei, die der andere Computer exportiert hat, oder lesen Sie seine Codes.',
    ),
  'offline-no-keys': () =>
    text(
      'Hier sind keine Schlüssel, mit denen signiert werden kann.',
      'Stellen Sie die Wallet aus Ihren Wiederherstellungswörtern her, oder bringen Sie Schlüssel nur für dieses Bundle mit.',
    ),
  'offline-other-keys': () =>
    text(
      'Keiner dieser Schlüssel gehört zu der Wallet, für die das Bundle ist.',
      'Vergleichen Sie die Adresse, und bringen Sie die Schlüssel dieser Wallet. Manche Geräte leiten aus denselben Wörtern andere Schlüssel ab.',
    ),
  'offline-unsigned': () =>
    text('Noch wurde nichts signiert.', 'Prüfen Sie das Bundle, und signieren Sie es zuerst.'),
  'envelope-malformed': (d) =>
    text(
      `Das ist keine Datei einer Transaktion${because(d['reason'])}.`,
      'Verwenden Sie eine Datei vom Typ „Tx ConwayEra“, wie cardano-cli und Touchstone sie schreiben, unverändert.',
    ),
  'witness-file-malformed': (d) =>
    text(
      `Das ist keine Datei einer Signatur${because(d['reason'])}.`,
      'Verwenden Sie eine Datei vom Typ „TxWitness ConwayEra“, wie cardano-cli sie schreibt, oder das Witness-Set einer Wallet in Hex.',
    ),
  'signing-key-malformed': (d) =>
    text(
      `Das ist kein Signaturschlüssel, der hier verwendbar ist${because(d['reason'])}.`,
      'Verwenden Sie die .skey-Datei eines Zahlungs- oder Stake-Schlüssels, wie cardano-cli sie schreibt, oder seinen Text (addr_sk1…, addr_xsk1…, stake_sk1…, stake_xsk1…).',
    ),
  'encrypted-key-malformed': (d) =>
    text(
      `Das ist kein verschlüsselter Schlüssel (EMIP-3)${because(d['reason'])}.`,
      'Verwenden Sie den Hex-Text, wie die Wallet ihn exportiert hat, oder die Wiederherstellungswörter.',
    ),
  'encrypted-key-password': () =>
    text(
      'Das Passwort des verschlüsselten Schlüssels ist falsch, oder der Schlüssel ist beschädigt.',
      'Prüfen Sie Großschreibung und Tastaturbelegung, und versuchen Sie es erneut. Wiederholt es sich, verwenden Sie die Wiederherstellungswörter.',
    ),
  'encrypted-key-unsupported': () =>
    text(
      'Dieses Programm wurde ohne das Verfahren gebaut, mit dem der Schlüssel verschlüsselt ist (ChaCha20-Poly1305).',
      'Verwenden Sie die Befehlszeile, die unter Node läuft und es hat, oder die Wiederherstellungswörter.',
    ),
  'witness-of-another': () =>
    text(
      'In der Datei sind Signaturen, und keine davon ist über diese Transaktion.',
      'Wählen Sie die Datei, die für dieses Bundle signiert wurde; vergleichen Sie die Fingerabdrücke.',
    ),
  'witness-of-stranger': () =>
    text(
      'Die Signatur ist richtig, aber von einem Schlüssel, den diese Transaktion nicht braucht.',
      'Signieren Sie sie mit den Schlüsseln der Wallet, die handelt.',
    ),
  'witness-incomplete': (d) =>
    text(
      `${d['there'] ?? 'Einige'} von ${d['needed'] ?? 'den'} Signaturen sind da. Sie werden aufbewahrt.`,
      'Importieren Sie die anderen, wenn sie kommen; gesendet wird nichts, bevor alle da sind.',
    ),
};

import type { urFailures as english } from './ur.ts';
import { because } from './german.ts';
import { text, type FailureData, type FailuresIn } from './text.ts';

const TYPES: Readonly<Record<string, string>> = {
  'cardano-sign-request': 'eine Anfrage, eine Transaktion zu signieren',
  'cardano-signature': 'die Signaturen einer Transaktion',
  'cardano-sign-data-request': 'eine Anfrage, Daten zu signieren',
  'cardano-sign-cip8-data-request': 'eine Anfrage, Daten zu signieren',
  'cardano-catalyst-voting-registration': 'eine Anfrage zur Anmeldung für eine Abstimmung',
  'crypto-multi-accounts': 'die öffentlichen Schlüssel von Konten',
  'crypto-hdkey': 'ein öffentlicher Schlüssel',
};

function inWords(type: FailureData[string] | undefined): string {
  return TYPES[String(type)] ?? `etwas anderes${type === undefined ? '' : ` (${type})`}`;
}

export const urFailures: FailuresIn<typeof english> = {
  'ur-malformed': (d) =>
    text(
      `Dieser Code ist nicht lesbar${because(d['reason'])}.`,
      'Lesen Sie den nächsten. Geht auch das nicht, lassen Sie die Codes noch einmal von vorn zeigen.',
    ),
  'ur-other-message': () =>
    text(
      'Dieser Code gehört zu einer anderen Nachricht als die zuvor gelesenen.',
      'Lassen Sie immer nur eine Nachricht zeigen, und lesen Sie sie von vorn.',
    ),
  'ur-contradiction': () =>
    text(
      'Die Codes widersprechen einander: Zusammen sind sie nicht die Nachricht, deren Teil jeder zu sein angibt.',
      'Lesen Sie sie von vorn. Geschieht es wieder, vertrauen Sie dem nicht, der sie zeigt.',
    ),
  'ur-too-large': (d) =>
    text(
      `Das ist zu viel für animierte Codes${d['bytes'] === undefined ? '' : `: ${d['bytes']} Bytes, von höchstens ${d['mostBytes']} in ${d['mostFragments']} Codes`}.`,
      'Zeigen Sie in jedem Code mehr, oder bringen Sie es als Datei.',
    ),
  'ur-other-type': (d) =>
    text(
      `Der Inhalt dieser Codes ist ${inWords(d['found'])} und nicht ${d['wanted'] === undefined ? 'das Erwartete' : inWords(d['wanted'])}.`,
      'Zeigen Sie die Codes, die zu diesem Schritt gehören.',
    ),
  'ur-hash-only': () =>
    text(
      'Hier soll ein Hash signiert werden, ohne die Transaktion, von der er ist. Niemand könnte sehen, welcher Sache er zustimmt; daher signiert Touchstone so etwas nicht und stellt auch keine solche Anfrage.',
      'Bitten Sie um die Anfrage mit der ganzen Transaktion darin.',
    ),
  'ur-contents': (d) =>
    text(
      `Die Codes wurden gelesen, aber ihr Inhalt ist fehlerhaft${because(d['reason'])}.`,
      'Lassen Sie ihn von der App oder dem Gerät, das ihn zeigt, neu machen.',
    ),
  'qr-unreadable': (d) =>
    text(
      `In diesem Bild ist kein Code lesbar${because(d['reason'])}.`,
      'Machen Sie ein schärferes Bild, das einen Code mit hellem Rand zeigt, und speichern Sie es als PNG.',
    ),
  'frames-incomplete': (d) =>
    text(
      Number(d['needed'] ?? 0) === 0
        ? 'In diesen Bildern wurde kein Code gefunden.'
        : `In den Bildern sind ${d['received']} von mindestens ${d['needed']} Codes.`,
      'Fügen Sie weitere Bilder der Codes hinzu, gleich welche und in beliebiger Reihenfolge.',
    ),
  'qr-too-long': (d) =>
    text(
      `${d['characters'] === undefined ? 'Das ist' : `${d['characters']} Zeichen sind`} mehr, als ein Code fasst.`,
      'Zeigen Sie in jedem Code weniger.',
    ),
};
